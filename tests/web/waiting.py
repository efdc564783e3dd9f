"""Waiting for what the page does, with an end to it: a test of something that never comes fails, and does not hang."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import FloatRect, Locator, Page

WAIT = 90_000
"""Milliseconds before something that does not show up is a failure: other tests may be using every core."""


def until(page: Page, condition: Callable[[], object], what: str) -> None:
    """Let the page go on until something holds that only the test can see."""
    end = time.monotonic() + WAIT / 1000
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        page.wait_for_timeout(10)


LETTERED = """async (...given) => {
  await new Promise(requestAnimationFrame); // only then it is known which letters are lacking
  await document.fonts.ready;
  return (%s)(...given);
}"""


def lettered(script: str) -> str:
    """The same, once the letters are there that the page is written in: those that stand in for them are wider."""
    return LETTERED % script


STILL = lettered("""async (element) => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const where = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };
  for (let before = '', frames = 0; frames < 5; before = JSON.stringify(where())) {
    await frame();
    frames = JSON.stringify(where()) === before ? frames + 1 : 0;
  }
  return where();
}""")


def at_rest(place: Locator) -> FloatRect:
    """Where it lies, now that its letters are there and nothing moves it any more."""
    found: FloatRect = place.evaluate(STILL)
    return found

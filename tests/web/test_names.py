"""A long name moves nobody's layout."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.test_room import create
from tests.web.waiting import at_rest, lettered

WIDE = "W" * 40


WIDER = lettered("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")


def sideways(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    wide: int = page.evaluate(WIDER)
    return wide


@pytest.mark.parametrize("width", [360, 1280])
def test_a_name_of_forty_ws_stays_in_its_place(sit_down: OpenPage, width: int) -> None:
    ada, ben = sit_down(width=width, height=740), sit_down(width=width, height=740)
    create(ada, "reversi", WIDE)
    page = ben.open("/rooms").page
    expect(page.locator(".room", has_text=WIDE).first).to_be_visible()
    room = ada.page.url
    place = ada.page.locator(".seats")
    before = at_rest(place)
    ada.page.fill(".name-form input", WIDE)
    ada.page.click(".name-form button")
    expect(ada.page.locator("[data-seat='0'] .name b")).to_have_text(WIDE)
    after = at_rest(place)
    assert (after["x"], after["width"]) == (before["x"], before["width"])
    assert after["height"] <= before["height"] + 24, "at most the badges move to a line of their own"
    assert sideways(ada.page) <= 0
    assert sideways(page) <= 0
    ben.page.goto(room)
    ben.page.click("[data-seat='1'] .sit")
    ben.page.fill(".name-form input", "M" * 40)
    ben.page.click(".name-form button")
    expect(ada.page.locator("[data-seat='1'] .name b")).to_have_text("M" * 40)
    assert sideways(ada.page) <= 0
    assert sideways(ben.page) <= 0

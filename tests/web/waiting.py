"""Waiting for what the page does, with an end to it: a test of something that never comes fails, and does not hang."""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Page

WAIT = 40_000
"""Milliseconds before something that does not show up is a failure: other tests may be using every core."""


def until(page: Page, condition: Callable[[], object], what: str) -> None:
    """Let the page go on until something holds that only the test can see."""
    end = time.monotonic() + WAIT / 1000
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        page.wait_for_timeout(10)

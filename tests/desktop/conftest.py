"""One virtual screen for all tests of a run, and nothing left on it from the test before."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.desktop.screen import Screen, virtual_screen


@pytest.fixture(scope="session")
def display() -> Iterator[Screen]:
    with virtual_screen() as shown:
        yield shown


@pytest.fixture
def screen(display: Screen) -> Iterator[Screen]:
    yield display
    display.clear()

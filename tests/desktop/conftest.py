"""Each test has a virtual screen of its own: a key that was down when its window closed stays down on that screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.desktop.screen import Screen, virtual_screen


@pytest.fixture
def screen() -> Iterator[Screen]:
    with virtual_screen() as shown:
        yield shown

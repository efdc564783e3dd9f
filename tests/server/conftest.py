"""Servers in this process count down and notice absences quickly, so that the tests need not wait for them."""

from __future__ import annotations

import pytest

from quintet.server import room
from quintet.table import draft


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "COUNTDOWN_MS", 50)
    monkeypatch.setattr(room, "GRACE_SECONDS", 0.1)

"""What every test of bots needs."""

from __future__ import annotations

import pytest

from quintet.server import room
from quintet.table import draft


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games begin at once, and who is gone is soon called gone."""
    monkeypatch.setattr(draft, "COUNTDOWN_MS", 50)
    monkeypatch.setattr(room, "GRACE_SECONDS", 0.1)

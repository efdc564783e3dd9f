"""Tables of one game share its value."""

from __future__ import annotations

import pytest

from quintet.games import GAMES
from quintet.games.gomoku import Gomoku
from quintet.table import Step, Table, create
from quintet.table.commands import Create


def table(**options: object) -> Table:
    opened = create("room", "ann", Create(name="A table", game="gomoku", options=options), 1)
    assert isinstance(opened, Step)
    return opened.table


def test_the_same_settings_are_one_game_however_they_are_written() -> None:
    assert table().game is table(size=19).game is table(captures="on", size=19).game
    assert table(size=15).game is not table().game


def test_rules_that_were_loaded_anew_are_not_the_old_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    class Anew(Gomoku):
        """The same game from a file that was read again."""

    old = table()
    monkeypatch.setitem(GAMES, "gomoku", Anew)
    assert type(table().game) is Anew
    assert type(old.game) is Gomoku

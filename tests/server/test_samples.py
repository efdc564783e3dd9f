"""The short games on the first page are real games."""

from __future__ import annotations

import pytest

from quintet.games import GAMES, game
from quintet.games.contract import Change, apply_changes
from quintet.games.record import Replay
from quintet.server.samples import sample, short_game


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_is_a_real_game(name: str) -> None:
    chosen, shown = game(name), sample(name)
    played = Replay(chosen, short_game(name).record().moves)  # every move is one that the rules allow
    board = shown["start"]
    for ply in shown["plies"]:
        board = apply_changes(board, tuple(Change(**change) for change in ply["changes"]))
    assert len(shown["plies"]) > 8
    assert board == chosen.board(played.position)

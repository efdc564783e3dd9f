"""The short games on the first page are real games."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.games import GAMES, game
from quintet.games.contract import Change, apply_changes
from quintet.games.record import Replay
from quintet.server.samples import sample, short_game, short_layout


@pytest.mark.parametrize("name", GAMES)
def test_a_sample_is_a_real_game(name: str) -> None:
    chosen, shown = game(name), sample(name)
    played = Replay(chosen, short_game(name).record().moves)  # every move is one that the rules allow
    board = shown["start"]
    for ply in shown["plies"]:
        board = apply_changes(board, tuple(map(whole, ply["changes"])))
    assert len(shown["plies"]) > 8
    assert board == chosen.board(played.position)
    assert spaces(shown["layout"]) == [(space.name, space.x, space.y) for space in chosen.layout.spaces]


@pytest.mark.parametrize(
    ("name", "options"), [("best", {"board": "7x5"}), ("reversi", {"size": 4}), ("omega", {"size": 4})]
)
def test_other_boards_are_sent_whole_too(name: str, options: dict[str, Any]) -> None:
    chosen = game(name, **options)
    assert spaces(short_layout(chosen)) == [(space.name, space.x, space.y) for space in chosen.layout.spaces]


def whole(change: list[Any]) -> Change:
    """A change as it was before the defaults were left out at its end."""
    names = ("kind", "space", "piece", "step", "seat", "to")
    return Change(**{name: value for name, value in zip(names, change, strict=False) if value is not None})


def spaces(layout: Any) -> list[Any]:
    """What the rows of a layout say."""
    return [
        (name, pytest.approx(x + number * step, abs=1e-3), pytest.approx(y, abs=1e-3))
        for names, x, y, step in layout["spaces"]
        for number, name in enumerate(names.split(" "))
    ]

"""`quintet perft`: counting leaves."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from quintet.games import game
from quintet.games.contract import AnyGame
from quintet.games.perft import perft
from tests.commands.conftest import Quintet


def played_out(chosen: AnyGame, position: Any, depth: int) -> int:
    """The same count with nothing spared: every move of every ply is checked and played."""
    turn = chosen.turn(position)
    if depth == 0 or not turn:
        return 1
    choices = [list(chosen.prompt(position, seat).moves()) for seat in turn]
    return sum(
        played_out(chosen, chosen.play(position, dict(zip(turn, chosen_moves, strict=True)))[0], depth - 1)
        for chosen_moves in itertools.product(*choices)
    )


@pytest.mark.parametrize(("depth", "leaves"), list(enumerate([1, 4, 12, 56, 244, 1396, 8200])))
def test_reversi_from_the_start(quintet: Quintet, depth: int, leaves: int) -> None:
    assert quintet("perft", "reversi", str(depth)).out == f"{leaves}\n"


@pytest.mark.parametrize(
    ("name", "settings", "depth"),
    [
        ("reversi", {"size": 4}, 6),
        ("best", {}, 4),
        ("best", {"tokens": 1}, 4),
        ("omega", {"size": 3}, 1),
    ],
)
def test_it_counts_what_playing_every_move_finds(name: str, settings: dict[str, Any], depth: int) -> None:
    chosen = game(name, **settings)
    assert perft(chosen, chosen.start(), depth) == played_out(chosen, chosen.start(), depth)


def test_a_simultaneous_round_is_one_ply_of_joint_moves(quintet: Quintet) -> None:
    assert quintet("perft", "omega", "1", "--set", "size=3").out == f"{(9 * 8) ** 2}\n"


def test_a_finished_game_is_one_leaf(quintet: Quintet) -> None:
    assert quintet("perft", "best", "9", "--set", "tokens=1").out == "25\n"
    assert quintet("perft", "best", "9", "--set", "tokens=1", "--moves", "1; 2", "--split").out == "1\n"


def test_split_names_each_first_move(quintet: Quintet) -> None:
    ran = quintet("perft", "reversi", "3", "--split")
    assert ran.out.splitlines() == ["d3: 14", "c4: 14", "f5: 14", "e6: 14", "56"]
    joint = quintet("perft", "omega", "1", "--set", "size=3", "--split").out.splitlines()
    assert joint[0] == "wa1 bb1; wa1 bb1: 1"
    assert joint[-1] == "5184"
    assert quintet("perft", "reversi", "0", "--split").out == "1\n"


def test_it_counts_from_any_position(quintet: Quintet) -> None:
    assert quintet("perft", "reversi", "2", "--moves", "d3").out == "14\n"

"""Boards laid upon themselves: a game and its image are the same game, in every place and for every move."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from quintet.games import game
from quintet.games.contract import AnyGame
from quintet.games.record import Replay
from quintet.games.symmetry import Sameness, Symmetry, rounds_of

ARMS = [["a1", "b1"], ["a1", "c1"], ["a1", "d1"], ["a1", "e1"]]
STAR = {
    "spaces": {"a1": [0, 0], "b1": [0, 2], "c1": [0, -2], "d1": [2, 0], "e1": [-2, 0]},
    "edges": ARMS,
}
LAME = {**STAR, "edges": ARMS[:3]}

BOARDS: list[tuple[str, dict[str, Any], int]] = [
    ("reversi", {"size": 4}, 8),
    ("reversi", {"first": "white"}, 8),
    ("gomoku", {"size": 9, "opening": "swap2"}, 8),
    ("best", {}, 2),
    ("best", {"board": "7x5"}, 2),
    ("omega", {"size": 4}, 8),
    ("omega", {"size": 3, "players": 3}, 8),
    ("onyx", {"board": "king-3"}, 8),
    ("onyx", {"board": "square-4"}, 8),
    ("onyx", {"board": "hex-3"}, 12),
    ("onyx", {"board": STAR}, 8),
    ("onyx", {"board": LAME}, 2),
]


@pytest.mark.parametrize(("name", "settings", "ways"), BOARDS)
def test_a_game_and_its_image_are_the_same_game(name: str, settings: dict[str, Any], ways: int) -> None:
    rules = game(name, **settings)
    assert len(rules.symmetries) == ways
    rng = Random(7)
    for way in rules.symmetries:
        played, image = Replay(rules), Replay(rules, start=rules.turned(rules.start(), way))
        same = Sameness(rules)
        while played.owing and len(played.steps) < 40:
            assert same.place(played.position).number == same.place(image.position).number
            assert rules.turned(played.position, way) == image.position
            moves = {seat: rules.prompt(played.position, seat).sample(rng) for seat in played.owing}
            for seat, move in moves.items():
                assert rules.turned_move(rules.turned_move(move, way), way.back) == move
                played.submit(seat, move)
                image.submit(seat, rules.turned_move(move, way))
        assert trodden(played) == trodden(image)


def trodden(played: Replay) -> list[Any]:
    rounds = [(step.moves, step.position) for step in played.steps]
    return list(rounds_of(played.game, played.start, rounds))


def after(rules: AnyGame, *moves: str) -> Replay:
    return Replay(rules, [(number % 2, move) for number, move in enumerate(moves)])


def test_moves_that_are_the_same_are_counted_as_one_and_seen_as_they_lie() -> None:
    rules = game("reversi")
    same = Sameness(rules)
    start = same.place(rules.start())
    counted = {same.counted_as(start, move) for move in rules.prompt(rules.start(), 0).moves()}
    assert len(counted) == 1, "the four first moves are one"
    assert set(same.as_seen(start, counted.pop())) == set(rules.prompt(rules.start(), 0).moves())
    for first, answer in (("d3", "c3"), ("c4", "c3"), ("f5", "f6")):  # the same answer, seen from three sides
        place = same.place(after(rules, first).position)
        assert same.as_seen(place, same.counted_as(place, answer)) == (answer,)
    one, other = (same.place(after(rules, *moves).position) for moves in (("d3", "c3"), ("f5", "f6")))
    assert one.number == other.number


def test_the_way_a_position_came_about_makes_no_other_position() -> None:
    rules = game("onyx", board="king-4")
    same = Sameness(rules)
    places = {
        same.place(after(rules, *moves).position).number
        for moves in (("b@a1", "w@d4", "p@b1"), ("p@b1", "w@d4", "b@a1"), ("p@b2", "w@d4", "b@a1"))
    }
    assert len(places) == 2


def test_other_rules_and_other_movers_are_other_places() -> None:
    games = [game("reversi"), game("reversi", first="white"), game("reversi", size=6)]
    assert len({Sameness(rules).place(rules.start()).number for rules in games}) == 3


def test_a_board_that_is_only_nearly_the_same_is_not() -> None:
    spaces = {f"{letter}1": [math.cos(n), math.sin(n)] for n, letter in enumerate("abcde")}
    (alone,) = game("onyx", board={"spaces": spaces, "edges": []}).symmetries
    assert alone == Symmetry({name: name for name in spaces}, (0, 1, 2, 3, 4))

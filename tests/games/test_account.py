"""How a result comes about: what each game marks and counts at its end, against what the rules themselves say."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import pytest

from quintet.games import GAMES, game
from quintet.games.contract import AnyGame
from quintet.games.omega import OmegaPosition
from quintet.games.onyx import OnyxPosition
from quintet.games.record import Replay


def finished(played: AnyGame, seed: int) -> Replay:
    """A game played at random to its end."""
    replay, rng = Replay(played), Random(seed)
    while replay.owing:
        seat = replay.owing[0]
        replay.submit(seat, played.prompt(replay.position, seat).vary(rng))
    return replay


def after(played: AnyGame, moves: str) -> Replay:
    replay = Replay(played)
    for move in moves.split():
        replay.submit(replay.owing[0], move)
    return replay


@pytest.mark.parametrize("name", GAMES)
def test_the_line_that_decides_has_the_scores(name: str) -> None:
    small: dict[str, dict[str, Any]] = {
        "gomoku": {"size": 9},
        "onyx": {"board": "king-3"},
        "omega": {"size": 4, "players": 3},
    }
    played = game(name, **small.get(name, {}))
    for seed in range(3):
        replay = finished(played, seed)
        outcome, account = played.outcome(replay.position), played.account(replay.position)
        assert outcome is not None
        assert account.lines
        if outcome.scores is not None:
            (line,) = [line for line in account.lines if line.decides]
            assert line.values == tuple(map(str, outcome.scores))


def test_a_row_of_five_is_marked_from_end_to_end() -> None:
    gomoku = game("gomoku", size=9)
    played = after(gomoku, "c3 a9 d4 b9 e5 c9 f6 i1 g7")
    account = gomoku.account(played.position)
    (row,) = account.groups
    assert (row.name, row.seat, row.spaces) == ("Five in a row", 0, ("c3", "d4", "e5", "f6", "g7"))
    assert [(line.label, line.values, line.decides) for line in account.lines] == [
        ("Longest row", ("5", "3"), True),
        ("Captured pairs", ("0", "0"), False),
    ]


def test_two_rows_at_once_are_both_marked_and_long_ones_whole() -> None:
    gomoku = game("gomoku", size=9, captures="off")
    fillers = iter(["a9", "c9", "e9", "g9", "i9", "a7", "c8", "e8", "i7", "g8"])
    own = ["b1", "c1", "d1", "e1", "a2", "a3", "a4", "a5", "g1", "f1"]
    played = Replay(gomoku)
    for stone in own:
        played.submit(0, stone)
        if played.owing:
            played.submit(1, next(fillers))
    assert [group.spaces for group in gomoku.account(played.position).groups] == [
        ("b1", "c1", "d1", "e1", "f1", "g1")
    ]
    assert gomoku.account(played.position).groups[0].name == "Six in a row"


def test_captured_pairs_decide_where_they_won() -> None:
    gomoku = game("gomoku", size=9)
    pairs = "a1 b1 i9 c1 d1 a3 i7 b3 h9 c3"  # black takes b1 c1; what follows repeats it row by row
    assert gomoku.account(after(gomoku, pairs).position).lines[1].values == ("1", "0")


def test_groups_are_marked_with_their_sizes_which_multiply_to_the_score() -> None:
    omega = game("omega", size=3)
    squares = ("w", "w", "b", "x", "bb", "b", "w", "x", "x")
    account = omega.account(OmegaPosition(squares, 2))
    assert [(g.seat, g.spaces, g.sign) for g in sorted(account.groups, key=lambda g: (g.seat, g.spaces))] == [
        (0, ("a1", "b1"), "2"),
        (0, ("a3",), "1"),
        (1, ("c1", "b2", "c2"), "4"),
    ]
    products, score = account.lines
    assert products.values == ("2 × 1", "4")
    assert score.values == ("2", "4")


@pytest.mark.parametrize("seed", range(4))
def test_what_a_colour_reaches_makes_its_points(seed: int) -> None:
    onyx = game("onyx", board="king-4")
    replay = finished(onyx, seed)
    position = replay.position
    assert isinstance(position, OnyxPosition)
    points = onyx.describe(position).data()["points"]
    reached = {group.piece: group.spaces for group in onyx.account(position).groups}
    board = onyx.board(position)
    for colour, total in points.items():
        stands = sum(held[0] == colour for held in board.values())
        assert stands + len(reached.get(colour, ())) == total
    better, other, bonus, score = (line.values for line in onyx.account(position).lines)
    for seat in (0, 1):
        once, twice = int(better[seat].split()[0]), int(other[seat].split()[2])
        assert once + 2 * twice + int(bonus[seat] or 0) == int(score[seat])


def test_products_are_what_the_rules_multiply() -> None:
    omega = game("omega", size=5)
    for seed in range(3):
        products, score = omega.account(finished(omega, seed).position).lines
        for product, total in zip(products.values, score.values, strict=True):
            sizes = [int(size) for size in product.split(" × ") if size != "no group"]
            assert (math.prod(sizes) if sizes else 0) == int(total)

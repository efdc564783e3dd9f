"""Gomoku against a second, naive implementation of its rule page, and what must hold of any position."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintet.games import game
from quintet.games.contract import AnyGame
from quintet.games.gomoku import GomokuPosition
from tests.games.brute_gomoku import Brute, enemy_of, name_of

SETTINGS: list[dict[str, int | str]] = [
    {"size": 9},
    {"size": 10, "double_three": "forbidden"},
    {"size": 9, "self_capture": "forbidden"},
    {"size": 9, "double_three": "forbidden", "self_capture": "forbidden"},
    {"size": 9, "captures": "off"},
    {"size": 9, "captures": "off", "double_three": "forbidden", "self_capture": "forbidden"},
    {"size": 9, "opening": "pro", "self_capture": "forbidden"},
    {"size": 11, "opening": "long-pro"},
    {"size": 9, "opening": "swap", "double_three": "forbidden"},
    {"size": 10, "opening": "swap2", "self_capture": "forbidden"},
    {"size": 9, "opening": "swap2", "double_three": "forbidden", "self_capture": "forbidden"},
]


def choose(brute: Brute, legal: list[str], rng: random.Random) -> str:
    """A move that makes something happen: it captures, makes or breaks a five, or stays near the other stones."""
    if brute.choosing() or rng.random() < 0.1:
        return rng.choice(legal)
    colour, near = brute.colour, []
    for point in brute.points():
        if name_of(point) not in legal:
            continue
        after, pairs = brute.put(brute.stones, point, colour)
        if pairs and rng.random() < 0.6:
            return name_of(point)
        if rng.random() < 0.7 and brute.five(after, colour):
            return name_of(point)
        if brute.threatened and rng.random() < 0.6 and brute.saves(point, colour):
            return name_of(point)
        if any(abs(x - point[0]) < 2 and abs(y - point[1]) < 2 for x, y in brute.stones):
            near.append(name_of(point))
    return rng.choice(near or legal)


def compare(gomoku: AnyGame, position: GomokuPosition, brute: Brute) -> list[str]:
    """That both say the same of a position; the legal moves."""
    turn = brute.turn()
    assert gomoku.turn(position) == (() if turn is None else (turn,))
    assert gomoku.board(position) == {name_of(point): stone for point, stone in brute.stones.items()}
    info = gomoku.describe(position)
    assert info.data()["captures"] == brute.pairs
    assert info.colours == brute.colours()
    assert (info.phase == "break the five") == brute.threatened
    assert (info.phase == "choice") == brute.choosing()
    outcome = gomoku.outcome(position)
    if brute.winner is None:
        assert outcome is None
        assert turn is not None
        legal = brute.legal()
        assert set(gomoku.prompt(position, turn).moves()) == legal
        return sorted(legal)
    assert outcome is not None
    assert outcome.reason == brute.reason
    colours = brute.colours()
    assert outcome.winners == ((0, 1) if brute.winner == "draw" else (colours.index(brute.winner),))
    return []


@pytest.mark.parametrize("values", SETTINGS, ids=str)
def test_random_games_agree_with_the_naive_rules_at_every_step(values: dict[str, int | str]) -> None:
    for seed in range(4):
        rng, gomoku, brute = random.Random(f"{seed}{values}"), game("gomoku", **values), Brute(**values)  # type: ignore[arg-type]
        position = gomoku.start()
        legal = compare(gomoku, position, brute)
        while legal:
            move = choose(brute, legal, rng)
            (seat,) = gomoku.turn(position)
            position, _ = gomoku.play(position, {seat: move})
            brute.play(move)
            legal = compare(gomoku, position, brute)
        assert gomoku.outcome(position)


SIZE = 9
POINTS = [(x, y) for y in range(SIZE) for x in range(SIZE)]


@st.composite
def scattered(draw: st.DrawFn) -> Brute:
    """Stones anywhere on a small board, dense enough for the rules to bite."""
    marks = draw(st.lists(st.sampled_from("..bbww"), min_size=len(POINTS), max_size=len(POINTS)))
    brute = Brute(size=SIZE, double_three="forbidden", self_capture="forbidden")
    brute.stones = {p: mark for p, mark in zip(POINTS, marks, strict=True) if mark != "."}
    return brute


def position_of(stones: dict[tuple[int, int], str], colour: str) -> GomokuPosition:
    points = "".join(stones.get(point, ".") for point in POINTS)
    return GomokuPosition(
        points=points, phase="play", mover="bw".index(colour), colour=colour, black=0, placed=50
    )


STRICT = game("gomoku", size=SIZE, double_three="forbidden", self_capture="forbidden")
LOOSE = game("gomoku", size=SIZE)


@settings(max_examples=40, deadline=None)
@given(scattered(), st.sampled_from("bw"))
def test_the_bans_forbid_exactly_what_the_naive_rules_forbid(brute: Brute, colour: str) -> None:
    position = position_of(brute.stones, colour)
    expected = {name_of(p) for p in POINTS if brute.permitted(brute.stones, p, colour, 50)}
    assert set(STRICT.prompt(position, "bw".index(colour)).moves()) == expected


@settings(max_examples=60, deadline=None)
@given(scattered(), st.sampled_from("bw"), st.integers(0, 80))
def test_captures_take_enemy_pairs_only_and_count_them(brute: Brute, colour: str, wish: int) -> None:
    position, seat = position_of(brute.stones, colour), "bw".index(colour)
    moves = sorted(LOOSE.prompt(position, seat).moves())
    if not moves:
        return
    move = moves[wish % len(moves)]
    after, changes = LOOSE.play(position, {seat: move})
    removed = [change for change in changes if change.kind == "remove"]
    assert {change.piece for change in removed} <= {enemy_of(colour)}
    captures = LOOSE.describe(after).data()["captures"]
    assert captures == {colour: len(removed) // 2, enemy_of(colour): 0}
    assert len({change.space for change in removed}) == len(removed)
    assert set(LOOSE.board(after)) == set(LOOSE.board(position)) - {c.space for c in removed} | {move}


@settings(max_examples=40, deadline=None)
@given(scattered(), st.sampled_from("bw"), st.booleans(), st.integers(0, 3))
def test_the_rules_are_the_same_whichever_way_the_board_is_turned(
    brute: Brute, colour: str, mirror: bool, quarters: int
) -> None:
    def turned(point: tuple[int, int]) -> tuple[int, int]:
        x, y = (SIZE - 1 - point[0], point[1]) if mirror else point
        for _ in range(quarters):
            x, y = y, SIZE - 1 - x
        return x, y

    seat = "bw".index(colour)
    straight = position_of(brute.stones, colour)
    round_about = position_of({turned(p): stone for p, stone in brute.stones.items()}, colour)
    name_after = {name_of(p): name_of(turned(p)) for p in POINTS}
    moves = list(STRICT.prompt(straight, seat).moves())
    assert {name_after[move] for move in moves} == set(STRICT.prompt(round_about, seat).moves())
    for move in moves[:5]:
        one, _ = STRICT.play(straight, {seat: move})
        two, _ = STRICT.play(round_about, {seat: name_after[move]})
        assert {name_after[n]: s for n, s in STRICT.board(one).items()} == STRICT.board(two)
        assert STRICT.outcome(one) == STRICT.outcome(two)
        assert STRICT.describe(one) == STRICT.describe(two)


@settings(max_examples=40, deadline=None)
@given(scattered(), st.sampled_from("bw"))
def test_the_rules_are_the_same_for_both_colours(brute: Brute, colour: str) -> None:
    seat = "bw".index(colour)
    one = STRICT.prompt(position_of(brute.stones, colour), seat)
    swapped = {point: enemy_of(stone) for point, stone in brute.stones.items()}
    two = STRICT.prompt(position_of(swapped, enemy_of(colour)), 1 - seat)
    assert list(one.moves()) == list(two.moves())

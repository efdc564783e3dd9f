"""Positions from outside: whatever a game made itself is taken, and whatever could not be played from is refused."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintet.games import GAMES, game
from quintet.games.contract import AnyGame, Game, GameError, PositionError
from quintet.games.record import Record, Replay, read_record, replay, write_record
from quintet.testing import variants
from tests.toys.noughts import Noughts

SMALL: dict[str, dict[str, int | str]] = {
    "gomoku": {"size": 9},
    "onyx": {"board": "king-3"},
    "omega": {"size": 4},
}
EVERY = [
    pytest.param(kind(**values), id=f"{name}-{number}")
    for name, kind in GAMES.items()
    for number, values in enumerate(variants(kind, **SMALL.get(name, {})))
]


def walk(chosen: AnyGame, seed: int, length: int = 400) -> Replay:
    rng, played = random.Random(seed), Replay(chosen)
    while played.owing and len(played.submissions) < length:
        seat = played.owing[0]
        played.submit(seat, chosen.prompt(played.position, seat).vary(rng))
    return played


@pytest.mark.parametrize("chosen", EVERY)
def test_every_position_of_a_game_is_one_to_begin_from(chosen: AnyGame) -> None:
    played = walk(chosen, 3)
    for step in played.steps:
        data = json.loads(json.dumps(chosen.dump(step.position)))
        assert chosen.load(data) == step.position


START = {name: json.loads(json.dumps(kind().dump(kind().start()))) for name, kind in GAMES.items()}
EMPTY_9 = "." * 81
FIVE = "bbbbb" + "." * 76
WRONG: list[tuple[str, dict[str, int | str], Any, str]] = [
    ("reversi", {}, None, "no position of Reversi: expected `object`"),
    ("reversi", {}, [], "expected `object`"),
    ("reversi", {}, {}, "missing required field `squares`"),
    ("reversi", {}, {"squares": "." * 64, "mover": 0}, "so it is over and nobody is to move"),
    ("reversi", {}, {"squares": "b", "mover": 0}, "8x8 squares, not 1"),
    ("reversi", {}, {"squares": "x" * 64, "mover": 0}, "a square holds b, w or ."),
    ("reversi", {}, {"squares": "\x00" * 64, "mover": 0}, "a square holds b, w or ."),
    ("reversi", {}, START["reversi"] | {"mover": 2}, "there is no seat 2"),
    ("reversi", {}, START["reversi"] | {"mover": None}, "somebody is to move"),
    ("reversi", {}, START["reversi"] | {"mover": True}, "expected `int | null`"),
    ("reversi", {}, START["reversi"] | {"mover": 10**18}, "there is no seat"),
    ("best", {}, START["best"] | {"columns": ["", ""]}, "5 columns, not 2"),
    ("best", {}, START["best"] | {"columns": ["w" * 10**6, "", "", "", ""]}, "at most 7 tokens"),
    ("best", {}, START["best"] | {"columns": ["x", "", "", "", ""]}, "w and b only"),
    ("best", {}, START["best"] | {"columns": ["www", "", "", "", ""]}, "would have been taken off"),
    ("best", {}, START["best"] | {"tokens": [20, 19]}, "20 and 19 cannot be left"),
    ("best", {}, START["best"] | {"tokens": [21, 21]}, "21 and 21 cannot be left"),
    ("best", {}, START["best"] | {"tokens": [-1, -1]}, "cannot be left"),
    ("best", {}, START["best"] | {"scores": [-1, 1]}, "fewer than 0 points"),
    ("best", {}, START["best"] | {"scores": [10**17, 0]}, "the rack and the points show"),
    ("omega", {}, START["omega"] | {"squares": ["w"]}, "49 squares, not 1"),
    ("omega", {}, START["omega"] | {"squares": ["wb"] + [""] * 48, "rounds": 1}, "of one colour"),
    ("omega", {}, START["omega"] | {"squares": ["ww" * 10**5] + [""] * 48}, "of one colour"),
    ("omega", {}, START["omega"] | {"squares": ["g"] * 2 + [""] * 47, "rounds": 1}, "of one colour"),
    ("omega", {}, START["omega"] | {"rounds": 10**17}, "rounds do not fill 0 squares"),
    ("omega", {}, START["omega"] | {"rounds": -3}, "rounds do not fill"),
    ("omega", {}, {"squares": ["w"] * 46 + [""] * 3, "rounds": 12}, "3 are left"),
    ("onyx", {}, START["onyx"] | {"squares": "."}, "64 spaces, not 1"),
    ("onyx", {}, START["onyx"] | {"squares": "z" * 64}, "a space holds one of"),
    ("onyx", {}, START["onyx"] | {"mover": 7}, "there is no seat 7"),
    ("onyx", {}, START["onyx"] | {"passed": [0, 1]}, "the seats that have passed"),
    ("onyx", {}, START["onyx"] | {"passed": [0, 0, 0]}, "the seats that have passed"),
    ("onyx", {}, START["onyx"] | {"phase": "sleeping"}, "invalid enum value"),
    ("onyx", {}, START["onyx"] | {"phase": "over", "earlier": ["0" + "." * 64]}, "as long as pieces"),
    ("onyx", {}, START["onyx"] | {"earlier": ["0"]}, "an earlier position is"),
    ("onyx", {}, START["onyx"] | {"earlier": ["0" + "." * 64] * 2}, "the third time"),
    ("onyx", {}, START["onyx"] | {"earlier": ["1" + "." * 64] * 3000}, "at most 2000"),
    ("gomoku", {}, START["gomoku"] | {"points": "b"}, "361 points, not 1"),
    ("gomoku", {}, START["gomoku"] | {"points": "g" * 361}, "a point holds b, w or ."),
    ("gomoku", {}, START["gomoku"] | {"colour": "green"}, "the next stone is b or w"),
    ("gomoku", {}, START["gomoku"] | {"captured": [-1, 1]}, "fewer than 0 pairs"),
    ("gomoku", {}, START["gomoku"] | {"captured": [2, 0]}, "0 stones were placed, and 4 are seen"),
    ("gomoku", {"captures": "off"}, START["gomoku"] | {"captured": [1, 0], "placed": 2}, "captures are off"),
    ("gomoku", {}, START["gomoku"] | {"captured": [5, 0], "placed": 10}, "five captured pairs win"),
    ("gomoku", {}, START["gomoku"] | {"placed": 10**17}, "stones were placed"),
    ("gomoku", {}, START["gomoku"] | {"black": 1, "mover": 1}, "seat 1 cannot hold black"),
    ("gomoku", {}, START["gomoku"] | {"black": None}, "a seat must hold black"),
    ("gomoku", {}, START["gomoku"] | {"mover": 1}, "the seat to move holds the next stone"),
    ("gomoku", {}, START["gomoku"] | {"mover": None}, "the seat to move holds the next stone"),
    ("gomoku", {}, START["gomoku"] | {"phase": "choice"}, "the phase is 'play' here"),
    ("gomoku", {}, START["gomoku"] | {"phase": "over"}, "the stones do not decide it like that"),
    (
        "gomoku",
        {"size": 9},
        START["gomoku"] | {"points": FIVE, "placed": 5, "colour": "w", "mover": 1},
        "five in a row win",
    ),
    (
        "gomoku",
        {},
        START["gomoku"]
        | {"phase": "over", "mover": None, "result": {"winners": [0], "reason": "alignment", "scores": None}},
        "the stones do not decide it like that",
    ),
    (
        "gomoku",
        {"size": 9, "opening": "swap2"},
        START["gomoku"] | {"points": EMPTY_9, "black": None, "phase": "opening", "mover": 1},
        "a seat must hold black",
    ),
]


@pytest.mark.parametrize(
    ("name", "options", "data", "sentence"), WRONG, ids=[f"{w[0]}: {w[3]}-{n}" for n, w in enumerate(WRONG)]
)
def test_what_could_not_be_played_from_is_refused(
    name: str, options: dict[str, object], data: Any, sentence: str
) -> None:
    with pytest.raises(PositionError) as caught:
        game(name, **options).load(data)
    assert sentence in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 200


leaves = (
    st.none()
    | st.booleans()
    | st.integers(-2, 10**18)
    | st.sampled_from(["", "b", "w", ".", "over", "x" * 70])
)
junk = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3), max_leaves=6)


@settings(deadline=None, max_examples=200)  # how long it takes is not what is tested
@given(
    data=st.data(), name=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 50), length=st.integers(0, 60)
)
def test_a_position_that_was_tampered_with_is_refused_or_can_be_played(
    data: st.DataObject, name: str, seed: int, length: int
) -> None:
    chosen = game(name, **SMALL.get(name, {}))
    dumped = json.loads(json.dumps(chosen.dump(walk(chosen, seed, length).position)))
    field = data.draw(st.sampled_from(sorted(dumped)))
    was = dumped[field]
    near: st.SearchStrategy[Any] = st.nothing()
    if isinstance(was, str) and was:
        at = data.draw(st.integers(0, len(was) - 1))
        near = st.sampled_from([was[:at] + letter + was[at + 1 :] for letter in "bw.pyBWPY"])
    elif isinstance(was, int):
        near = st.integers(was - 2, was + 2)
    dumped[field] = data.draw(near | junk)
    with contextlib.suppress(PositionError):
        position = chosen.load(dumped)
        Game.check_position(chosen, position)
        played = Replay(chosen, start=position)
        rng = random.Random(seed)
        for _ in range(4):
            for seat in played.owing:
                played.submit(seat, chosen.prompt(played.position, seat).vary(rng))
        assert replay(json_record(played)).position == played.position


def json_record(played: Replay) -> Record:
    return read_record(write_record(played.record()))


def test_a_game_that_says_nothing_of_its_positions_is_asked_everything() -> None:
    noughts = Noughts()
    assert noughts.load({"squares": "b........", "last": 0}).last == 0
    for data in (
        {"squares": "b"},
        {"squares": "z........", "last": 0},
        {"squares": "." * 10**6},
        {"squares": "b........", "last": 10**9},
        {"squares": 3},
        None,
    ):
        with pytest.raises(PositionError, match="this is no position of Noughts and Crosses"):
            noughts.load(data)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_a_game_goes_on_from_the_position_of_another(name: str) -> None:
    chosen = game(name, **SMALL.get(name, {}))
    half = walk(chosen, 5, 4)
    begun = Replay(chosen, start=half.position)
    for seat in begun.owing:
        begun.submit(seat, chosen.prompt(begun.position, seat).vary(random.Random(1)))
    record = json_record(begun)
    assert record.start is not None
    again = replay(record)
    assert (again.start, again.position) == (half.position, begun.position)
    for seat in again.owing:
        again.submit(seat, chosen.prompt(again.position, seat).sample(random.Random(2)))
    again.take_back(len(again.submissions) - len(begun.submissions))
    assert again.position == begun.position
    again.take_back(len(again.submissions))
    assert again.position == half.position


def test_a_wrong_start_of_a_record_is_named() -> None:
    with pytest.raises(
        GameError, match="the record cannot begin where it says: this is no position of Reversi"
    ):
        replay(Record(game="reversi", start={"squares": "."}))

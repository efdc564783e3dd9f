"""Records: reading, checking, replaying and writing them."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintet.games import GAMES, game
from quintet.games.contract import (
    Board,
    Change,
    Game,
    GameError,
    Info,
    InvalidMoveError,
    Layout,
    Move,
    Outcome,
    Position,
    by_score,
)
from quintet.games.grammar import Place, Prompt, choosing
from quintet.games.record import (
    MAX_BYTES,
    MAX_MOVES,
    Record,
    Replay,
    load,
    read_record,
    record_from,
    replay,
    split_records,
    write_record,
)

# The shortest game of all on the small board: black takes everything.
SMALL = {"game": "reversi", "version": 1, "options": {"size": 4}}


class Bids(Position, frozen=True):
    scores: tuple[int, ...]
    round: int


class Auction(Game[Bids]):
    """Three seats bid 1 to 9 at once, twice: enough to see rounds resolve."""

    name, title, version, position_type, seats = "auction", "Auction", 1, Bids, 3

    def start(self) -> Bids:
        return Bids((0, 0, 0), 0)

    def turn(self, position: Bids) -> tuple[int, ...]:
        return (0, 1, 2) if position.round < 2 else ()

    def prompt(self, position: Bids, seat: int) -> Prompt:
        return choosing(seat, "Bid.", tuple(map(Place, "123456789")))

    def apply(self, position: Bids, moves: Mapping[int, Move]) -> tuple[Bids, tuple[Change, ...]]:
        scores = tuple(score + int(moves[seat]) for seat, score in enumerate(position.scores))
        return Bids(scores, position.round + 1), ()

    def outcome(self, position: Bids) -> Outcome | None:
        return None if self.turn(position) else by_score(position.scores)

    def parse(self, text: str) -> Move:
        if text.strip() not in tuple("123456789"):
            raise InvalidMoveError("bid 1 to 9")
        return text.strip()

    def why_not(self, position: Bids, seat: int, move: Move) -> str:
        return ""

    def board(self, position: Bids) -> Board:
        return {}

    def describe(self, position: Bids) -> Info:
        return Info(phase="play", colours=(None, None, None))

    def make_layout(self) -> Layout:
        return Layout(spaces=(), shape="square", surface="felt")

    def measure(self, position: Bids, seat: int) -> float:
        return float(position.scores[seat])


def reversi_to_the_end() -> Replay:
    played = Replay(game("reversi", size=4))
    while played.owing:
        (seat,) = played.owing
        played.submit(seat, next(played.game.prompt(played.position, seat).moves()))
    return played


def refusal(data: Any) -> str:
    with pytest.raises(GameError) as refused:
        load(json.dumps(data))
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence


# --- replaying --------------------------------------------------------------------------------------------------------


def test_each_step_holds_the_moves_the_changes_and_the_position() -> None:
    played = Replay(game("reversi"), [(0, "D3"), (1, "c3")])
    assert [step.moves for step in played.steps] == [{0: "d3"}, {1: "c3"}]
    assert [change.space for change in played.steps[0].changes] == ["d3", "d4"]
    assert played.steps[1].position == played.position
    assert played.owing == (0,)


def test_a_round_resolves_when_every_seat_has_submitted_in_any_order() -> None:
    played = Replay(Auction())
    assert played.submit(2, "9") is None
    assert played.submit(0, " 4 ") is None
    assert (played.pending, played.owing, played.steps) == ({2: "9", 0: "4"}, (1,), [])
    step = played.submit(1, "5")
    assert step is not None
    assert step.moves == {0: "4", 1: "5", 2: "9"}
    assert played.position.scores == (4, 5, 9)
    assert played.pending == {}
    assert played.submissions == [(2, "9"), (0, "4"), (1, "5")]


def test_nobody_submits_twice_to_a_round() -> None:
    played = Replay(Auction(), [(1, "3")])
    with pytest.raises(GameError, match="seat 1 has already moved in this round"):
        played.submit(1, "4")
    assert played.pending == {1: "3"}


def test_taking_back_undoes_submissions_also_within_a_round() -> None:
    played = Replay(Auction(), [(0, "1"), (1, "2"), (2, "3"), (0, "9")])
    played.take_back()
    assert (played.pending, played.position.scores) == ({}, (1, 2, 3))
    played.take_back(2)
    assert (played.pending, played.steps) == ({0: "1"}, [])
    played.take_back(5)
    assert played.submissions == []


# --- reading and writing ----------------------------------------------------------------------------------------------


def test_what_is_written_reads_back_the_same() -> None:
    played = reversi_to_the_end()
    text = write_record(played.record())
    again = load(text)
    assert again.position == played.position
    assert write_record(again.record()) == text
    assert list(json.loads(text)) == ["game", "version", "options", "moves", "outcome"]
    assert json.loads(text)["options"] == {"size": 4, "first": "black"}


def test_options_and_version_may_be_left_out_and_other_fields_are_ignored() -> None:
    played = load('{"game": "reversi", "moves": [[0, "d3"]], "names": ["Ada", "Bo"], "date": {"year": 2026}}')
    assert played.game == game("reversi")
    assert len(played.steps) == 1


def test_a_stated_outcome_is_checked_field_by_field() -> None:
    data = json.loads(write_record(reversi_to_the_end().record()))
    right = data["outcome"]
    for field in right:
        load(json.dumps(data | {"outcome": {field: right[field]}}))
    wrong = {"winners": [0, 1], "draw": not right["draw"], "scores": [1, 2], "reason": "captures"}
    for field, value in wrong.items():
        assert f"the record says {field}" in refusal(data | {"outcome": right | {field: value}})
    assert 'the record says reason "resigned"' in refusal(data | {"outcome": {"reason": "resigned"}})


def test_a_table_may_end_a_game_that_the_rules_have_not_ended() -> None:
    unfinished = SMALL | {"moves": [[0, "b1"]]}
    load(json.dumps(unfinished | {"outcome": {"winners": [1], "draw": False, "reason": "resigned"}}))
    for claim in ({}, {"winners": [0]}, {"winners": [0], "reason": "more-points"}):
        assert "the game is not over" in refusal(unfinished | {"outcome": claim})
    assert "no seat" in refusal(unfinished | {"outcome": {"winners": [2], "reason": "resigned"}})


@pytest.mark.parametrize("indent", [None, 2])
def test_one_record_may_be_written_over_many_lines(indent: int | None) -> None:
    text = json.dumps(SMALL | {"moves": [[0, "b1"]]}, indent=indent).encode()
    assert [read_record(part).game for part in split_records(text + b"\n")] == ["reversi"]


def test_many_records_stand_one_on_each_line_and_blank_lines_do_not_count() -> None:
    good = json.dumps(SMALL | {"moves": []}).encode()
    parts = list(split_records(b"\n" + good + b"\r\n\n" + b'{"game": "rev\n' + b"\xff\n" + good))
    assert len(parts) == 4
    assert [read_record(parts[i]).game for i in (0, 3)] == ["reversi", "reversi"]


def test_a_broken_record_over_many_lines_is_one_broken_record() -> None:
    text = json.dumps(SMALL | {"moves": [[0, "b1"]]}, indent=2).encode()[:-3]
    assert len(list(split_records(text))) == 1


# --- bad input --------------------------------------------------------------------------------------------------------

WRONG: list[tuple[Any, str]] = [
    (None, "a record is a JSON object"),
    ([], "a record is a JSON object"),
    ({"moves": []}, "no field 'game'"),
    ({"game": "reversi"}, "no field 'moves'"),
    ({"game": "reversy", "moves": []}, "did you mean 'reversi'"),
    ({"game": ["reversi"], "moves": []}, "'game' must be the name of a game"),
    ({"game": "x" * 100_000, "moves": []}, "there is no game"),
    (SMALL | {"version": 99, "moves": []}, "version 99 of reversi; only version 1"),
    (SMALL | {"version": True, "moves": []}, "'version' must be a whole number"),
    (SMALL | {"version": "1", "moves": []}, "'version' must be a whole number"),
    (SMALL | {"options": [], "moves": []}, "'options' must be an object"),
    (SMALL | {"options": {"size": 5}, "moves": []}, "size cannot be 5; it takes 4, 6 or 8"),
    (SMALL | {"options": {"size": True}, "moves": []}, "size cannot be True"),
    (SMALL | {"options": {"size": 4.0}, "moves": []}, "size cannot be 4.0"),
    (SMALL | {"options": {"size": {"a": 1}}, "moves": []}, "size cannot be"),
    (SMALL | {"options": {"self": 1}, "moves": []}, "has no option 'self'"),
    (SMALL | {"options": {"name": "x"}, "moves": []}, "has no option 'name'"),
    (SMALL | {"options": {"x" * 5000: 1}, "moves": []}, "has no option"),
    (SMALL | {"moves": "b1"}, "'moves' must be a list"),
    (SMALL | {"moves": ["b1"]}, "move 1 must be a seat number and a text"),
    (SMALL | {"moves": [[0, "b1"], [1]]}, "move 2 must be"),
    (SMALL | {"moves": [[False, "b1"]]}, "move 1 must be"),
    (SMALL | {"moves": [["0", "b1"]]}, "move 1 must be"),
    (SMALL | {"moves": [[0, 11]]}, "move 1 must be"),
    (SMALL | {"moves": [[0, "b1"]] * (MAX_MOVES + 1)}, "20000 are allowed"),
    (SMALL | {"moves": [[2, "b1"]]}, "move 1 ('b1'): there is no seat 2; the seats are 0 to 1"),
    (SMALL | {"moves": [[-1, "b1"]]}, "there is no seat -1"),
    (SMALL | {"moves": [[0, "b1"], [0, "a1"]]}, "move 2 ('a1'): it is not seat 1's turn"),
    (SMALL | {"moves": [[0, "b1"], [1, "b1"]]}, "move 2 ('b1'): b1 is occupied"),
    (SMALL | {"moves": [[0, "\N{CYRILLIC SMALL LETTER A}1"]]}, "characters other than plain"),
    (SMALL | {"moves": [[0, "b\N{FULLWIDTH DIGIT ONE}"]]}, "characters other than plain"),
    (SMALL | {"moves": [[0, "\ud800"]]}, "characters other than plain"),
    (SMALL | {"moves": [[0, ""]]}, "an empty text is not a move"),
    (SMALL | {"moves": [[0, "b1" * 50_000]]}, "of that length is not a move"),
    (SMALL | {"moves": [], "outcome": 3}, "the outcome must look like"),
    (SMALL | {"moves": [], "outcome": {"winners": [True]}}, "the outcome must look like"),
    (SMALL | {"moves": [], "outcome": {"winners": "0"}}, "the outcome must look like"),
]


@pytest.mark.parametrize(("data", "sentence"), WRONG)
def test_a_wrong_record_gets_a_sentence(data: Any, sentence: str) -> None:
    assert sentence in refusal(data)


def test_moves_after_the_end_are_refused() -> None:
    data = json.loads(write_record(reversi_to_the_end().record()))
    data["moves"].append([0, "a1"])
    number = len(data["moves"])
    assert refusal(data) == f"move {number} ('a1'): the game is over"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        ("[" * 100_000, "nested too deeply"),
        ('{"game": "reversi", "moves": ' + "[" * 500 + "]" * 500 + "}", "nested too deeply"),
        ('{"a":' * 100_000, "nested too deeply"),
        ('{"game": "reversi", "moves": [[NaN, "d3"]]}', "NaN is not a number"),
        ('{"game": "reversi", "moves": [[1e999, "d3"]]}', "too large"),
        ('{"game": "reversi", "moves": [[' + "9" * 5000 + ', "d3"]]}', "too large"),
        ('{"game": "reversi", "game": "reversi", "moves": []}', "'game' twice"),
        (" " * (MAX_BYTES + 1), "4,000,000 are allowed"),
    ],
)
def test_hostile_text_gets_a_sentence(text: str | bytes, sentence: str) -> None:
    with pytest.raises(GameError) as refused:
        load(text)
    assert sentence in str(refused.value)
    assert len(str(refused.value)) < 300


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner))
moves = st.lists(
    st.tuples(st.integers(-1, 2), st.sampled_from(["b1", "a1", "pass", "c1", "d3", "zz"])) | values
)
near_records = st.fixed_dictionaries(
    {"game": st.just("reversi") | values, "moves": moves | values},
    optional={
        "version": st.just(1) | values,
        "options": st.dictionaries(st.sampled_from(["size", "first", "self"]), st.just(4) | values) | values,
        "outcome": st.dictionaries(st.sampled_from(["winners", "draw", "scores", "reason"]), values) | values,
    },
)


@settings(deadline=None)  # how long it takes is not what is tested
@given(values | near_records)
def test_no_value_raises_anything_but_a_game_error(value: Any) -> None:
    with contextlib.suppress(GameError):
        load(json.dumps(value))
    with contextlib.suppress(GameError):
        replay(record_from(value))


@settings(deadline=None)  # how long it takes is not what is tested
@given(st.text() | st.binary())
def test_no_text_raises_anything_but_a_game_error(text: str | bytes) -> None:
    with pytest.raises(GameError):
        load(text)


def test_a_record_can_be_made_in_code() -> None:
    assert len(replay(Record(game="reversi", moves=((0, "d3"), (1, "c3")))).steps) == 2


# Texts that look like the moves of some game, so that they reach its notation and its reasons for refusing.
words = st.sampled_from(
    [
        "pass",
        "remove",
        "take-black",
        "take-white",
        "place-two",
        "a1",
        "a2",
        "b3",
        "z9",
        "a0",
        "a01",
        "1",
        "5",
        "0",
    ]
) | st.builds(
    "{}{}".format,
    st.sampled_from(["b@", "pp@", "bw@", "w", "b", "g", "@"]),
    st.sampled_from(["a1", "b2", ""]),
)
texts = st.lists(words, max_size=4).map(" ".join) | st.text(
    alphabet="abgpwy@ 0123456789-,\t\n\0", max_size=12
)


@settings(deadline=None)  # how long it takes is not what is tested
@given(
    st.sampled_from(sorted(GAMES)), st.lists(st.tuples(st.integers(0, 1), texts), max_size=6), st.integers()
)
def test_no_move_raises_anything_but_a_game_error(name: str, tries: list[tuple[int, str]], seed: int) -> None:
    played, rng = Replay(game(name)), Random(seed)
    for seat, text in tries:
        for submission in (
            (seat, text),
            *((s, played.game.prompt(played.position, s).sample(rng)) for s in played.owing),
        ):
            with contextlib.suppress(GameError):
                played.submit(*submission)
    assert load(write_record(played.record())).submissions == played.submissions

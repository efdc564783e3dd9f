"""Onyx's rules through the contract: by hand sentence by sentence, against a naive second writing, and as properties."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintet.games.contract import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from quintet.games.grammar import Prompt
from quintet.games.onyx import HELD, Onyx, OnyxPosition
from quintet.testing import check_game
from quintet.wire.composer import Composer
from tests.games.naive_onyx import NaiveOnyx

DIAMOND: dict[str, Any] = {
    "spaces": {
        "a1": [0, 1],
        "b1": [1, 0],
        "b2": [1, 2],
        "c1": [2, 1],
        "d1": [3, 1],
        "e1": [4, 1],
        "z9": [5, 0],
    },
    "edges": [
        *(["a1", "b1"], ["a1", "b2"], ["a1", "c1"], ["b1", "b2"], ["b1", "c1"], ["b2", "c1"]),
        *(["c1", "d1"], ["d1", "e1"]),
    ],
}
"""Four spaces all joined to each other, a tail of two, and a space that is joined to nothing."""

SQUARE = Onyx(board="square-5")


def at(onyx: Onyx, board: dict[str, str], mover: int = 0, **more: Any) -> OnyxPosition:
    """A position with these pieces on the board."""
    stands = {name: code if len(code) == 1 else code[0].upper() for name, code in board.items()}
    return OnyxPosition("".join(stands.get(name, ".") for name in onyx.graph.names), mover, **more)


def kinds(prompt: Prompt) -> list[tuple[str, ...]]:
    """The pieces of each way to make a move; nothing for a word."""
    return [tuple(step.piece for step in path) for path in prompt.paths()]


def played(onyx: Onyx, *moves: str) -> OnyxPosition:
    """The position after these moves of one seat after the other."""
    position = onyx.start()
    for move in moves:
        position, _ = onyx.play(position, {position.mover: move})
    return position


def board_after(board: dict[str, str], move: str, mover: int = 0) -> dict[str, str]:
    after, _ = SQUARE.play(at(SQUARE, board, mover), {mover: move})
    return SQUARE.board(after)


# --- a turn -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "spaces"),
    [("king-8", 64), ("king-2", 4), ("king-12", 144), ("square-3", 9), ("hex-2", 7), ("hex-7", 127)],
)
def test_a_first_turn_is_a_pass_a_piece_a_stack_or_one_piece_of_each_colour(board: str, spaces: int) -> None:
    onyx = Onyx(board=board)
    prompt = onyx.prompt(onyx.start(), 0)
    assert kinds(prompt) == [("",), ("b",), ("bb",), ("p",), ("pp",), ("b", "p")]
    assert prompt.count() == 1 + 4 * spaces + spaces * (spaces - 1)


def test_the_default_board_has_4289_first_turns() -> None:
    onyx = Onyx()
    assert len(set(onyx.prompt(onyx.start(), 0).moves())) == 4289


def test_black_and_purple_move_first_then_white_and_yellow() -> None:
    position = played(SQUARE, "b@a1 p@b1")
    assert (SQUARE.turn(position), SQUARE.describe(position).colours) == ((1,), ("bp", "wy"))
    assert ("w", "y") in kinds(SQUARE.prompt(position, 1))


@pytest.mark.parametrize(
    ("around", "legal_for"),
    [
        ({"c4": "w", "b3": "b"}, "bpwy"),
        ({"c4": "ww"}, "bpwy"),
        ({"c4": "ww", "b3": "y"}, "wy"),  # a stack is two pieces
        ({"c4": "ww", "b3": "ww"}, "w"),
        ({"c4": "pp", "b3": "p"}, "p"),  # one's own other colour counts as other
        ({"c4": "b", "b3": "p", "d3": "w"}, "bpw"),
        ({"c4": "bb", "b3": "pp", "d3": "ww", "c2": "yy"}, ""),
        ({"b4": "ww", "d4": "ww"}, "bpwy"),  # corners are no neighbours here
    ],
)
def test_fewer_than_three_pieces_of_other_colours_may_stand_around(
    around: dict[str, str], legal_for: str
) -> None:
    found = ""
    for colour in "bpwy":
        seat = 0 if colour in HELD[0] else 1
        targets = SQUARE.prompt(at(SQUARE, around, seat), seat).places.get(colour, ())
        found += colour if "c3" in {target.space for target in targets} else ""
    assert found == legal_for


def test_both_placements_are_judged_on_the_position_before_the_turn() -> None:
    # With purple on d3 three other pieces would stand around c3; at the time of the turn only two do.
    assert board_after({"b3": "w", "c4": "w"}, "b@c3 p@d3")["c3"] == "b"


def test_a_colour_without_a_legal_space_is_not_offered() -> None:
    triangle = {"spaces": {"a1": [0, 0], "b1": [1, 0], "a2": [0, 1]}, "edges": [["a1", "b1"], ["a1", "a2"]]}
    onyx = Onyx(board=triangle)
    prompt = onyx.prompt(at(onyx, {"b1": "bb", "a2": "b"}), 0)
    assert list(prompt.moves()) == ["pass", "b@a1", "bb@a1"]
    one_left = onyx.prompt(at(onyx, {"b1": "w", "a2": "y"}), 0)
    assert ("b", "p") not in kinds(one_left)
    assert one_left.count() == 5


# --- suffocation ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "move", "gone"),
    [
        ({"c3": "w", "c4": "b", "b3": "b"}, "b@d3", {"c3"}),
        ({"c3": "w", "c4": "bb"}, "p@d3", {"c3"}),
        ({"c3": "w", "c4": "b"}, "pp@d3", {"c3"}),
        ({"c3": "ww", "c4": "b", "b3": "p"}, "b@d3", {"c3"}),
        ({"c3": "ww", "c4": "b"}, "b@d3", set()),  # two others are not enough: the erratum
        ({"c3": "w", "c4": "w", "b3": "b"}, "b@d3", set()),  # its own colour does not crowd it
        ({"c3": "w", "c4": "y", "b3": "b"}, "b@d3", {"c3"}),  # its owner's other colour does
        ({"c3": "b", "c4": "p", "b3": "w"}, "p@d3", {"c3"}),  # one's own piece too
        ({"c3": "w", "c4": "b", "b3": "b", "d4": "b"}, "b@a1", set()),  # nothing was placed beside it
    ],
)
def test_three_pieces_of_other_colours_remove_a_neighbour(
    board: dict[str, str], move: str, gone: set[str]
) -> None:
    piece, space = move.split("@")
    assert board_after(board, move) == {n: c for n, c in (board | {space: piece}).items() if n not in gone}


def test_the_removed_go_all_at_once() -> None:
    # c3 and d3 need each other to be crowded: taken off one after the other, the second would stay.
    board = {"c3": "w", "c4": "b", "d3": "b", "d4": "w"}
    after, changes = SQUARE.play(at(SQUARE, board), {0: "b@b3 p@d2"})
    assert SQUARE.board(after) == {"b3": "b", "d2": "p", "c4": "b", "d4": "w"}
    assert [(c.kind, c.space, c.piece, c.step) for c in changes] == [
        ("place", "b3", "b", 0),
        ("place", "d2", "p", 0),
        ("remove", "c3", "w", 1),
        ("remove", "d3", "b", 1),
    ]


def test_a_piece_placed_this_turn_stays_until_something_is_placed_beside_it() -> None:
    crowded = board_after({"b3": "w", "c4": "w"}, "b@c3 p@d3")
    assert crowded["c3"] == "b"
    assert "c3" in board_after(crowded, "w@a1", mover=1)
    assert "c3" not in board_after(crowded, "b@c2")


# --- the end of placing -----------------------------------------------------------------------------------------------


def test_a_pass_ends_placing_if_the_other_player_ever_passed() -> None:
    position = played(SQUARE, "pass", "w@a1", "b@b2", "w@c3")
    assert (position.phase, SQUARE.describe(position).data()["passed"]) == ("placing", (1, 0))
    position, _ = SQUARE.play(position, {0: "pass"})  # a second pass of the same player ends nothing
    assert position.phase == "placing"
    position, changes = SQUARE.play(position, {1: "pass"})
    assert (SQUARE.describe(position).phase, SQUARE.turn(position), changes) == ("removal", (0, 1), ())


SWAP = ("b@a2 p@b1", "w@a1 y@b2")
"""On four spaces that are all neighbours, each of these turns suffocates the other player's pieces."""


def test_the_third_time_a_position_comes_up_placing_is_over() -> None:
    onyx = Onyx(board="king-2")
    twice = played(onyx, *SWAP, *SWAP)
    assert (twice.phase, onyx.board(twice)) == ("placing", {"a1": "w", "b2": "y"})
    thrice, _ = onyx.play(twice, {0: SWAP[0]})
    assert (thrice.phase, onyx.turn(thrice)) == ("removal", (0, 1))
    assert onyx.describe(thrice).data()["passed"] == (0, 0)


@pytest.mark.parametrize(("passed", "phase"), [((), "placing"), ((0,), "removal")])
def test_a_position_is_the_same_only_if_the_same_players_have_passed(
    passed: tuple[int, ...], phase: str
) -> None:
    onyx = Onyx(board="king-2")
    board = {"a1": "w", "b2": "y"}
    twice_before = (at(onyx, board, mover=1).mark,) * 2
    position, _ = onyx.play(at(onyx, board, mover=0, passed=passed, earlier=twice_before), {0: "pass"})
    assert position.phase == phase


def test_positions_after_a_pass_count() -> None:
    onyx = Onyx(board=DIAMOND)
    # Seat 1 swaps with seat 0 after seat 0 passed once: the position right after the pass is the first of three.
    start = at(onyx, {"a1": "b", "b1": "p"}, passed=())
    position, _ = onyx.play(start, {0: "pass"})
    for move in ("w@b2 y@c1", "b@a1 p@b1", "w@b2 y@c1"):
        position, _ = onyx.play(position, {position.mover: move})
        assert position.phase == "placing"
    position, _ = onyx.play(position, {0: "b@a1 p@b1"})
    assert position.phase == "removal"


def test_the_start_position_counts() -> None:
    start = SQUARE.start()
    assert played(SQUARE, "b@a1").earlier == (start.mark,)


# --- removal and score ------------------------------------------------------------------------------------------------


def removal(board: dict[str, str]) -> OnyxPosition:
    return at(SQUARE, board, phase="removal", passed=(0, 1))


def test_both_players_choose_any_of_their_stacks_and_both_are_taken_off_together() -> None:
    board = {"a1": "bb", "b2": "b", "c3": "pp", "d4": "ww", "e5": "y"}
    position = removal(board)
    assert list(SQUARE.prompt(position, 0).moves()) == ["remove", "remove a1", "remove c3", "remove a1 c3"]
    after, changes = SQUARE.play(position, {0: "remove C3 a1", 1: "remove d4"})
    assert SQUARE.board(after) == {"b2": "b", "e5": "y"}
    assert [(c.kind, c.space, c.piece) for c in changes] == [
        ("remove", "a1", "bb"),
        ("remove", "c3", "pp"),
        ("remove", "d4", "ww"),
    ]
    assert (SQUARE.turn(after), SQUARE.describe(after).phase) == ((), "over")


def test_a_player_without_a_stack_still_plays_remove() -> None:
    position = removal({"a1": "bb"})
    assert list(SQUARE.prompt(position, 1).moves()) == ["remove"]
    with pytest.raises(IllegalMoveError, match="move together"):
        SQUARE.play(position, {0: "remove"})


def test_removal_lists_spaces_by_letter_and_then_by_number() -> None:
    onyx = Onyx(board="king-12")
    board = dict.fromkeys(("b1", "a10", "l12", "a2", "l3"), "bb")
    position = at(onyx, board, phase="removal")
    marks = [choice.space for choice in Composer(onyx.prompt(position, 0)).open]
    assert marks == ["a2", "a10", "b1", "l3", "l12"]
    assert onyx.check(position, 0, "remove L12 a10 A2") == "remove a2 a10 l12"


LINE: dict[str, Any] = {
    "spaces": {f"{letter}1": [x, 0] for x, letter in enumerate("abcdef")},
    "edges": [["a1", "b1"], ["b1", "c1"], ["c1", "d1"], ["d1", "e1"], ["e1", "f1"]],
}


@pytest.mark.parametrize(
    ("board", "scores"),
    [
        ({}, (0, 5)),
        ({"a1": "b"}, (6, 5)),  # one colour reaches everything; the other has nothing to count twice
        ({"a1": "b", "b1": "p"}, (1 + 2 * 5 - 4, 5)),  # black is shut in: 5 + 2 × 1
        ({"b1": "b", "c1": "p"}, (4 + 2 * 2, 5)),  # black a1 b1, purple c1 to f1
        ({"b1": "bb", "e1": "w"}, (4, 4 + 5)),  # c1 and d1 are controlled by both; a stack is one space
        ({"a1": "b", "c1": "w", "d1": "y", "f1": "p"}, (2 + 2 * 2, 2 + 2 * 2 + 5)),
        ({"a1": "b", "c1": "p", "d1": "w", "f1": "y"}, (2 + 2 * 2, 2 + 2 * 2 + 5)),
    ],
)
def test_the_score_is_the_better_colour_once_and_the_other_twice(
    board: dict[str, str], scores: tuple[int, int]
) -> None:
    onyx = Onyx(board=LINE)
    assert onyx.describe(at(onyx, board)).data()["scores"] == scores
    over, _ = onyx.play(at(onyx, board, phase="removal"), {0: "remove", 1: "remove"})
    outcome = onyx.outcome(over)
    assert outcome is not None
    assert outcome.scores == scores


def test_equal_scores_are_a_draw() -> None:
    onyx = Onyx(board=LINE)
    # Black: a1. Purple: b1 c1. White: c1 d1, and yellow has nothing.
    position = at(onyx, {"a1": "b", "b1": "p", "d1": "w", "e1": "b", "f1": "b"}, phase="over")
    outcome = onyx.outcome(position)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0, 1), (7, 7), "equal-points")


# --- notation ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("B@A1", "b@a1"),
        ("BB@e5", "bb@e5"),
        ("p@c3  b@a1", "b@a1 p@c3"),
        (" Y@a1 W@c3", "w@c3 y@a1"),
        ("PASS", "pass"),
        ("remove", "remove"),
        ("Remove c3 b5 b1", "remove b1 b5 c3"),
    ],
)
def test_any_case_and_order_are_read(text: str, move: str) -> None:
    assert SQUARE.parse(text) == move


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("b@f1", "'f1' is not a space of this board"),
        ("b@a1 b@c3", "one of each of your colours"),
        ("bb@a1 p@c3", "one of each of your colours"),
        ("b@a1 w@c3", "one of each of your colours"),
        ("b@a1 p@a1", "two different spaces"),
        ("b@a1 p@b1 b@c1", "at most two pieces"),
        ("bbb@a1", "write b@a1"),
        ("g@a1", "write b@a1"),
        ("b@", "write b@a1"),
        ("b@a1 c3", "write b@a1"),
        ("pass a1", "write b@a1"),
        ("remove a1 a1", "named twice"),
        ("remove a9", "'a9' is not a space"),
        ("b@а1", "other than plain letters"),  # the letter is Cyrillic
        ("", "empty"),
    ],
)
def test_what_is_no_move_at_all_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InvalidMoveError, match=sentence):
        SQUARE.parse(text)


@pytest.mark.parametrize("text", ["a1", "A1 c3"])
def test_a_bare_space_could_be_several_moves(text: str) -> None:
    with pytest.raises(AmbiguousMoveError, match="a1 could be b@a1, p@a1, w@a1, y@a1, a stack such as bb@a1"):
        SQUARE.parse(text)


@pytest.mark.parametrize(
    ("board", "seat", "move", "sentence"),
    [
        ({"a1": "w"}, 0, "b@a1", "a1 is occupied"),
        ({}, 0, "w@a1", "white is not yours; you place black (b) and purple (p)"),
        ({}, 0, "remove", "stacks are taken off only when placing is over: place pieces or pass"),
        (
            {"c4": "ww", "b3": "ww"},
            0,
            "p@c3",
            "c3 is legal for white only: four other pieces surround it",
        ),
        (
            {"c4": "ww", "b3": "y"},
            0,
            "b@a1 p@c3",
            "c3 is legal for white and yellow only: three other pieces surround it",
        ),
        (
            {"c4": "p", "b3": "w", "d3": "y"},
            0,
            "bb@c3",
            "c3 is legal for purple, white and yellow only: three other pieces surround it",
        ),
        (
            {"c4": "bb", "b3": "pp", "d3": "ww", "c2": "yy"},
            1,
            "w@c3",
            "c3 is legal for no colour: six other pieces surround it",
        ),
    ],
)
def test_a_refused_placement_says_why(board: dict[str, str], seat: int, move: str, sentence: str) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        SQUARE.play(at(SQUARE, board, seat), {seat: move})
    assert str(refusal.value) == sentence


@pytest.mark.parametrize(
    ("seat", "move", "sentence"),
    [
        (0, "remove b2", "b2 holds no stack of yours; a1 does"),
        (0, "remove a1 d4", "d4 holds no stack of yours; a1 does"),
        (1, "remove a1", "a1 holds no stack of yours; you have none, so write remove"),
        (
            0,
            "pass",
            "placing is over: write remove and the spaces of the stacks you take off, or just remove",
        ),
    ],
)
def test_a_refused_removal_says_why(seat: int, move: str, sentence: str) -> None:
    position = removal({"a1": "bb", "b2": "b", "d4": "w"})
    with pytest.raises(IllegalMoveError) as refusal:
        SQUARE.check(position, seat, move)
    assert str(refusal.value) == sentence


# --- against the naive writing ----------------------------------------------------------------------------------------


def compare(onyx: Onyx, position: OnyxPosition, naive: NaiveOnyx) -> None:
    assert onyx.board(position) == naive.board()
    assert onyx.turn(position) == naive.turn()
    info = onyx.describe(position).data()
    assert (info["phase"], info["scores"]) == (naive.phase, naive.scores())
    for seat in naive.turn():
        moves = list(onyx.prompt(position, seat).moves())
        assert len(moves) == len(set(moves))
        assert set(moves) == naive.legal(seat)
    outcome = onyx.outcome(position)
    assert (outcome and outcome.winners) == (naive.winners() if naive.phase == "over" else None)


def walk(board: Any, seed: int) -> bool:
    """A random game that likes to come back to where it was; returns whether repetition ended it."""
    rng, onyx, naive = random.Random(seed), Onyx(board=board), NaiveOnyx(board)
    position = onyx.start()
    compare(onyx, position, naive)
    while turn := onyx.turn(position):
        moves = {}
        for seat in turn:
            choices = sorted(naive.legal(seat))
            if position.phase == "placing" and len(choices) > 1 and rng.random() < 0.97:
                choices.remove("pass")
                if rng.random() < 0.9 and len(choices) < 120:
                    choices = [m for m in choices if comes_back(onyx, position, m)] or choices
            moves[seat] = rng.choice(choices)
        position, _ = onyx.play(position, moves)
        naive.play(moves)
        compare(onyx, position, naive)
    return naive.repeated


def comes_back(onyx: Onyx, position: OnyxPosition, move: str) -> bool:
    after, _ = onyx.apply(position, {position.mover: move})
    return after.mark in position.earlier


BOARDS: list[tuple[Any, int]] = [
    ("king-2", 150),
    ("king-3", 30),
    ("king-4", 15),
    ("king-5", 8),
    ("square-4", 15),
    ("hex-3", 12),
    (DIAMOND, 60),
]


def test_the_rules_agree_with_a_naive_writing_of_them() -> None:
    repeated = [walk(board, seed) for board, games in BOARDS for seed in range(games)]
    assert sum(repeated) >= 3  # some of the games did end by repetition


# --- properties -------------------------------------------------------------------------------------------------------

SMALL = [Onyx(board=board) for board in ("king-3", "king-4", "square-4", "hex-3", DIAMOND)]


def wander(onyx: Onyx, seed: int, turns: int) -> OnyxPosition:
    """A position that random placing leads to."""
    rng, position = random.Random(seed), onyx.start()
    for _ in range(turns):
        if position.phase == "placing":
            move = onyx.prompt(position, position.mover).vary(rng)
            position, _ = onyx.play(position, {position.mover: "pass" if rng.random() < 0.02 else move})
    return position


positions = st.builds(
    lambda onyx, seed, turns: (onyx, wander(onyx, seed, turns), random.Random(seed + 1)),
    st.sampled_from(SMALL),
    st.integers(0, 10_000),
    st.integers(0, 14),
)


@given(positions)
@settings(max_examples=60, deadline=None)
def test_after_a_turn_no_old_neighbour_of_it_is_crowded(
    drawn: tuple[Onyx, OnyxPosition, random.Random],
) -> None:
    onyx, before, rng = drawn
    if before.phase != "placing":
        return
    move = onyx.prompt(before, before.mover).vary(rng)
    after, changes = onyx.play(before, {before.mover: move})
    placed = {change.space for change in changes if change.kind == "place"}
    beside = {n for space in placed for n in onyx.graph.neighbours[onyx.graph.index[space]]}
    board = onyx.board(after)
    for space in beside:
        name = onyx.graph.names[space]
        if name in board and name not in placed:
            assert onyx.others(after.squares, space, board[name][0]) < 3


@given(positions)
@settings(max_examples=60, deadline=None)
def test_gain_is_what_playing_the_move_gains(drawn: tuple[Onyx, OnyxPosition, random.Random]) -> None:
    onyx, position, rng = drawn
    for seat in onyx.turn(position):
        move = onyx.prompt(position, seat).vary(rng)
        moves = dict.fromkeys(onyx.turn(position), "remove") | {seat: move}
        after, _ = onyx.play(position, moves)
        assert onyx.gain(position, seat, move) == onyx.measure(after, seat) - onyx.measure(position, seat)


@given(positions)
@settings(max_examples=40, deadline=None)
def test_a_players_two_colours_are_alike(drawn: tuple[Onyx, OnyxPosition, random.Random]) -> None:
    onyx, position, _ = drawn
    swapped = position.squares.translate(str.maketrans("bpBPwyWY", "pbPBywYW"))
    assert onyx.scores(swapped) == onyx.scores(position.squares)
    for seat in onyx.turn(position):
        twin = OnyxPosition(swapped, position.mover, position.passed, position.phase)
        assert onyx.prompt(twin, seat).count() == onyx.prompt(position, seat).count()


# --- the rest of the contract -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", [DIAMOND, LINE, {"spaces": {"a1": [0, 0]}, "edges": []}])
def test_a_graph_of_ones_own_keeps_the_contract(board: dict[str, Any]) -> None:
    check_game(Onyx(board=board), seeds=(1, 2))


def test_a_greedy_player_compares_few_enough_moves() -> None:
    onyx = Onyx(board="king-12")
    assert sum(1 for _ in onyx.candidates(onyx.start(), 0)) == 21_169
    stacks = dict.fromkeys(onyx.graph.names[:40], "bb")
    assert sum(1 for _ in onyx.candidates(at(onyx, stacks, phase="removal"), 0)) == 1 + 40 + 780
    large = Onyx(
        board={"spaces": {f"{c}{r}": [ord(c), r] for c in "abcdefghijklm" for r in range(15)}, "edges": []}
    )
    position = large.start()
    shortlist = list(large.candidates(position, 0))
    assert len(shortlist) < 5_000
    assert all(large.legal(position, 0, move) for move in shortlist)

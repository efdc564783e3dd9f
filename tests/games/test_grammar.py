"""The walker over prompts: what it generates, counts, allows, draws and completes; and the corpus that JavaScript runs too."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintet.games import GAMES, game
from quintet.games.contract import AnyGame
from quintet.games.grammar import (
    START,
    Place,
    Prompt,
    choosing,
    count_distinct,
    either,
    marking,
    moving,
    placing,
)
from quintet.testing import check_game
from quintet.wire.composer import Composer
from tests.corpus.grammar import CORPUS, cases, seen
from tests.toys.ataxx import Ataxx
from tests.toys.draughts import Draughts


def at(*spaces: str, piece: str = "") -> tuple[Place, ...]:
    return tuple(Place(f"{piece}{'@' if piece else ''}{space}", space) for space in spaces)


PLACING = placing(
    0,
    "Place.",
    (("b",), ("b", "p"), ("y",)),
    {"b": at("a1", "a2", "a3", piece="b"), "p": at("a1", "a2", piece="p"), "y": ()},
    words=(Place("pass"), Place("swap")),
)
MARKING = marking(0, "Take off.", Place("remove"), ("a1", "a2", "a10"))
MOVING = moving(
    0,
    "Move.",
    {("a1", "b1"): "b", ("a1", "c3"): "b", ("a1", "c3", "e5"): "b", ("d7", "d8"): "p"},
    then={("d7", "d8"): (Place("=q"), Place("=r"))},
    words=(Place("pass"),),
)
PROMPTS = {
    "placing": PLACING,
    "marking": MARKING,
    "moving": MOVING,
    "either": either(PLACING, moving(0, "", {("a1", "c3"): "b", ("a1", "c3", "e5"): "b"})),
    "words": choosing(0, "Choose.", (Place("take"), Place("leave"))),
}


def test_what_each_kind_of_prompt_generates() -> None:
    pairs = ["b@a1 p@a2", "b@a2 p@a1", "b@a3 p@a1", "b@a3 p@a2"]
    assert list(PLACING.moves()) == ["pass", "swap", "b@a1", "b@a2", "b@a3", *pairs]
    assert list(MARKING.moves())[:5] == ["remove", "remove a1", "remove a2", "remove a10", "remove a1 a2"]
    assert MARKING.count() == 8
    assert sorted(MOVING.moves()) == ["a1 b1", "a1 c3", "a1 c3 e5", "d7 d8 =q", "d7 d8 =r", "pass"]


@pytest.mark.parametrize("prompt", PROMPTS.values(), ids=PROMPTS)
def test_everything_derived_from_the_walk_agrees(prompt: Prompt) -> None:
    moves = list(prompt.moves())
    assert prompt.count() == len(moves) == len(set(moves))
    assert all(prompt.allows(move) for move in moves)
    rng = Random(1)
    drawn = Counter(prompt.sample(rng) for _ in range(200 * len(moves)))
    assert set(drawn) == set(moves)
    assert all(140 < count < 260 for count in drawn.values()), "each move is equally likely"
    assert {prompt.vary(rng) for _ in range(100 * len(moves))} == set(moves)
    assert walked(prompt) == set(moves)


def walked(prompt: Prompt) -> set[str]:
    """Every move that can be made choice by choice, in any order."""
    found: set[str] = set()
    walks: list[tuple[Any, ...]] = [()]
    for walk in walks:  # grows while it is walked
        text = prompt.text(walk)
        if text is not None:
            found.add(text)
        following = list(prompt.choices(walk))
        assert text is not None or following, f"{[c.text for c in walk]} leads nowhere"
        walks += [(*walk, choice) for choice in following]
    return found


@pytest.mark.parametrize(
    "move", ["b@a1 p@a1", "p@a1", "p@a1 b@a2", "b@a9", "b@a1 b@a2", "pass pass", "", " ", "b@a1 "]
)
def test_what_the_prompt_does_not_generate_is_not_allowed(move: str) -> None:
    assert not PLACING.allows(move)


@pytest.mark.parametrize("move", ["remove a2 a1", "remove a1 a1", "a1", "remove b1"])
def test_marks_are_written_once_and_in_order(move: str) -> None:
    assert not MARKING.allows(move)


@pytest.mark.parametrize("move", ["a1", "c3 e5", "d7 d8", "a1 e5", "d7 d8 =k", "a1 c3 =q"])
def test_a_piece_moves_as_far_as_the_prompt_says(move: str) -> None:
    assert not MOVING.allows(move)


def test_a_piece_that_changes_on_its_way_is_drawn_as_it_is_after_each_leg() -> None:
    paths: dict[tuple[str, ...], str | tuple[str, ...]] = {
        ("a1", "c3"): "b",
        ("a1", "b2"): "bb",
        ("a1", "d4", "f6"): ("b", "bb"),
        ("a1", "e1"): "b",
    }
    prompt = moving(0, "", paths)
    lifted = prompt.walk(["a1"])
    assert lifted is not None
    drawn = {choice.text: choice.piece for choice in prompt.choices(lifted)}
    assert drawn == {"c3": "b", "b2": "bb", "d4": "b", "e1": "b"}
    jumped = prompt.walk(["a1", "d4"])
    assert jumped is not None
    assert [choice.piece for choice in prompt.choices(jumped)] == ["bb"]
    assert set(prompt.moves()) == {" ".join(path) for path in paths}


def test_a_choice_that_leads_nowhere_is_not_offered() -> None:
    tight = placing(0, "", (("b", "p"),), {"b": at("a1", "a2", piece="b"), "p": at("a1", piece="p")})
    assert [choice.text for choice in tight.choices()] == ["b@a2", "p@a1"]
    assert list(tight.moves()) == ["b@a2 p@a1"]


def test_pieces_may_be_picked_in_another_order_than_they_are_written() -> None:
    walk = PLACING.walk(["p@a2", "b@a1"])
    assert walk is not None
    assert PLACING.text(walk) == "b@a1 p@a2"
    assert PLACING.text(walk[:1]) is None
    assert PLACING.walk(["p@a2", "b@a1"], loose=False) is None


def test_two_prompts_that_share_a_name_are_not_joined() -> None:
    with pytest.raises(ValueError, match="both prompts have words"):
        either(PLACING, MOVING)


def test_a_prompt_without_moves_has_none_to_draw() -> None:
    nothing = placing(0, "", (("b",),), {"b": ()})
    assert nothing.count() == 0
    with pytest.raises(IndexError):
        nothing.sample(Random(1))
    with pytest.raises(IndexError):
        nothing.vary(Random(1))


def test_a_choice_among_the_subsets_of_a_large_board() -> None:
    spaces = tuple(f"s{number}" for number in range(2000))
    prompt = marking(0, "Remove.", Place("remove"), spaces)
    assert prompt.count() == 2**2000
    move = prompt.sample(Random(1))
    assert prompt.allows(move)
    assert 900 < len(move.split()) < 1100


@given(st.lists(st.sets(st.sampled_from("abcdef"), max_size=5), max_size=4))
def test_choices_on_different_spaces_are_counted_without_making_them(sets: list[set[str]]) -> None:
    places = {f"p{n}": at(*sorted(spaces), piece=f"p{n}") for n, spaces in enumerate(sets)}
    if sets:
        prompt = placing(0, "", (tuple(places),), places)
        assert prompt.count() == len(list(prompt.moves())) == count_distinct(sets)
    else:
        assert count_distinct([]) == 1


@pytest.mark.parametrize(
    ("prompt", "typed", "ways"),
    [
        (PLACING, "", ["pass", "swap", "b@a1", "b@a2", "b@a3", "p@a1", "p@a2"]),
        (PLACING, "ba", ["b@a1", "b@a2", "b@a3"]),
        (PLACING, "PA", ["pass", "p@a1", "p@a2"]),
        (PLACING, "b@a1 ", ["b@a1", "b@a1 p@a2"]),
        (PLACING, "p@a2 b", ["p@a2 b@a1", "p@a2 b@a3"]),
        (PLACING, "z", []),
        (PLACING, "z b", []),
        (MARKING, "", ["remove"]),
        (MARKING, "remove ", ["remove", "remove a1", "remove a2", "remove a10"]),
        (MARKING, "remove a2 a", ["remove a2 a1", "remove a2 a10"]),
        (MOVING, "", ["pass", "a1 b1", "a1 c3", "d7 d8"]),
        (MOVING, "a1", ["a1 b1", "a1 c3"]),
        (MOVING, "a1 ", ["a1 b1", "a1 c3"]),
        (MOVING, "a1 c3", ["a1 c3", "a1 c3 e5"]),
        (MOVING, "a1 c3 ", ["a1 c3", "a1 c3 e5"]),
        (MOVING, "d7 d8 ", ["d7 d8 =q", "d7 d8 =r"]),
    ],
)
def test_half_typed_moves_are_completed(prompt: Prompt, typed: str, ways: list[str]) -> None:
    assert prompt.complete(typed, 25) == ways
    assert prompt.complete(typed, 1) == ways[:1]


@pytest.mark.parametrize("toy", [Ataxx(), Ataxx(size=4), Draughts(), Draughts(size=8)], ids=repr)
def test_games_whose_pieces_move_keep_the_contract(toy: AnyGame) -> None:
    check_game(toy, seeds=range(4))


def test_a_jump_of_several_legs_is_made_leg_by_leg() -> None:
    draughts = Draughts()
    position = draughts.load({"squares": "w" + "." * 6 + "b" + "." * 13 + "b" + "." * 13 + "b", "mover": 0})
    prompt = draughts.prompt(position, 0)
    assert list(prompt.moves()) == ["a1 c3 e5"]
    composer = Composer(prompt)
    assert [composer.pick(space) for space in ("a1", "c3", "e5")] == [True] * 3
    assert composer.plain
    _, changes = draughts.play(position, {0: "a1-c3-e5"})
    assert [(c.kind, c.space, c.to) for c in changes] == [
        ("move", "a1", "c3"),
        ("remove", "b2", ""),
        ("move", "c3", "e5"),
        ("remove", "d4", ""),
    ]


# --- why a space cannot be picked -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "moves", "chosen", "piece", "space", "sentence"),
    [
        ("reversi", {}, "", (), "b", "a1", "a1 outflanks no enemy disc"),
        ("reversi", {}, "", (), "b", "d4", "d4 is occupied"),
        ("gomoku", {"opening": "pro"}, "", (), "b", "a1", "a1 is not the centre: move 1 must be on j10"),
        ("onyx", {}, "b@a1", (), "w", "a1", "a1 is occupied"),
        ("onyx", {}, "", ("b@a1",), "p", "a1", "two pieces of one turn go on two different spaces"),
        ("omega", {}, "", ("wa1",), "b", "a1", "a1 is named twice; your stones go on different squares"),
        ("best", {"board": "7x5"}, "1 1 1 1 1", (), "b", "a3", "column 1 is full"),
    ],
)
def test_the_rules_say_why_a_space_cannot_be_picked(
    name: str,
    options: dict[str, Any],
    moves: str,
    chosen: tuple[str, ...],
    piece: str,
    space: str,
    sentence: str,
) -> None:
    rules = game(name, **options)
    position = rules.start()
    for move in moves.split():
        position, _ = rules.play(position, {rules.turn(position)[0]: move})
    assert rules.why_closed(position, rules.turn(position)[0], chosen, piece, space) == sentence


def test_forbidden_points_are_named() -> None:
    gomoku = game("gomoku", size=9, double_three="forbidden")
    position = gomoku.start()
    for move in ("d5", "a1", "c5", "i1", "e4", "a9", "e3", "i9"):
        position, _ = gomoku.play(position, {gomoku.turn(position)[0]: move})
    prompt = gomoku.prompt(position, 0)
    assert prompt.barred == ("e5",)
    assert (
        gomoku.why_closed(position, 0, (), "b", "e5") == "e5 would make two free threes, which is forbidden"
    )


# --- the corpus -----------------------------------------------------------------------------------------------------


def test_the_corpus_holds_every_game_and_option_and_the_toys() -> None:
    names = {case["name"].split(" ")[0] for case in CORPUS}
    assert names >= {*GAMES, "ataxx", "draughts", "built"}
    kinds = {
        step["kind"]
        for case in CORPUS
        for state in case["prompt"]["states"].values()
        for step in state.get("steps", ())
    }
    assert kinds == {"word", "put", "lift", "land", "mark"}


@pytest.mark.parametrize("case", CORPUS, ids=lambda case: case["name"])
def test_the_walker_agrees_with_the_corpus(case: dict[str, Any]) -> None:
    prompt = msgspec.convert(case["prompt"], Prompt)
    assert START in prompt.states
    for walk in case["walks"]:
        assert seen(prompt, walk["picks"]) == walk


def test_the_corpus_is_what_the_games_make(rewrite: bool) -> None:
    made = json.loads(json.dumps(list(cases())))
    if rewrite:
        CORPUS.write(made)
    assert [case["name"] for case in CORPUS] == [case["name"] for case in made]
    assert list(CORPUS) == made

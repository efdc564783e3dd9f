"""Every move of a prompt can be composed by picking, and nothing else can."""

from __future__ import annotations

from random import Random

import pytest

from quintet.games import GAMES
from quintet.games.contract import Prompt, Subset, Target
from quintet.players import random_move
from quintet.wire.composer import Composer


def compose(prompt: Prompt, move: str) -> str | None:
    """The move made by picking spaces, piece by piece."""
    wanted = Composer(prompt)
    assert wanted.load(move)
    made = Composer(prompt)
    for key, target in wanted.chosen:
        made.wanted = key
        assert made.pick(target.space)
    for space in wanted.taken:
        assert made.pick(space)
    return made.text


@pytest.mark.parametrize("name", GAMES)
def test_any_move_can_be_picked(name: str) -> None:
    game, rng = GAMES[name](), Random(5)
    position = game.start()
    for _ in range(25):
        turn = game.turn(position)
        if not turn:
            break
        moves = {}
        for seat in turn:
            prompt = game.prompt(position, seat)
            moves[seat] = random_move(prompt, rng)
            if moves[seat] not in prompt.words:
                assert compose(prompt, moves[seat]) == moves[seat]
        position, _ = game.play(position, moves)


PAIRS = Prompt(
    seat=0,
    ask="Place one or two.",
    combos=(("b",), ("bb",), ("b", "p")),
    targets={
        "b": (Target("a1", "b@a1", ("a1", "a2")), Target("b1", "b@b1")),
        "bb": (Target("a1", "bb@a1"), Target("b1", "bb@b1")),
        "p": (Target("a1", "p@a1"), Target("b1", "p@b1")),
    },
)


def test_any_space_that_stands_for_a_target_may_be_picked() -> None:
    composer = Composer(PAIRS)
    assert composer.pick("a2")
    assert composer.text == "b@a1"
    assert composer.pieces == {"a1": "b"}
    assert not composer.plain


def test_picking_a_piece_again_stacks_it_and_then_takes_it_back() -> None:
    composer = Composer(PAIRS)
    texts = []
    for _ in range(3):
        composer.pick("a1")
        texts.append(composer.text)
    assert texts == ["b@a1", "bb@a1", None]
    assert not composer.started


def test_pieces_of_one_move_stand_on_different_spaces() -> None:
    composer = Composer(PAIRS)
    composer.pick("a1")
    composer.want("p")
    assert set(composer.targets()) == {"b1"}
    composer.pick("b1")
    assert composer.text == "b@a1 p@b1"
    composer.undo()
    assert composer.text == "b@a1"


def test_another_space_moves_the_last_piece() -> None:
    single = Prompt(seat=0, ask="", combos=(("b",),), targets={"b": (Target("a1", "a1"), Target("b1", "b1"))})
    composer = Composer(single)
    composer.pick("a1")
    assert composer.plain
    assert composer.pick("b1")
    assert composer.text == "b1"
    assert not composer.pick("z9")
    assert composer.text == "b1"


def test_a_piece_that_no_longer_fits_starts_anew() -> None:
    composer = Composer(PAIRS)
    composer.pick("a1")
    composer.want("bb")
    assert not composer.started
    assert composer.key == "bb"
    composer.want_next()
    assert composer.key == "p"


def test_a_subset_is_switched_space_by_space() -> None:
    composer = Composer(Prompt(seat=0, ask="", subset=Subset("remove", ("a1", "b1"))))
    assert composer.text == "remove"
    composer.pick("b1")
    composer.pick("a1")
    assert composer.text == "remove a1 b1"
    composer.pick("b1")
    assert composer.text == "remove a1"
    composer.undo()
    assert composer.text == "remove"
    assert not composer.load("remove z9")

"""Every move of a prompt can be composed by picking, and nothing else can."""

from __future__ import annotations

from random import Random

import pytest

from quintet.games import GAMES
from quintet.games.grammar import Place, Prompt, marking, moving, placing
from quintet.wire.composer import Composer


def compose(prompt: Prompt, move: str) -> str | None:
    """The move made by picking spaces, piece by piece."""
    wanted = Composer(prompt)
    assert wanted.load(move)
    made = Composer(prompt)
    for choice in wanted.chosen[len(made.chosen) :]:
        made.wanted = choice.piece
        assert made.pick(choice.clicks[-1])
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
            moves[seat] = prompt.sample(rng)
            if moves[seat] not in prompt.words:
                assert compose(prompt, moves[seat]) == moves[seat]
        position, _ = game.play(position, moves)


PAIRS = placing(
    0,
    "Place one or two.",
    (("b",), ("bb",), ("b", "p")),
    {
        "b": (Place("b@a1", "a1", ("a1", "a2")), Place("b@b1", "b1")),
        "bb": (Place("bb@a1", "a1"), Place("bb@b1", "b1")),
        "p": (Place("p@a1", "a1"), Place("p@b1", "b1")),
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
    single = placing(0, "", (("b",),), {"b": (Place("a1", "a1"), Place("b1", "b1"))})
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
    composer = Composer(marking(0, "", Place("remove"), ("a1", "b1")))
    assert composer.text == "remove"
    composer.pick("b1")
    composer.pick("a1")
    assert composer.text == "remove a1 b1"
    composer.pick("b1")
    assert composer.text == "remove a1"
    composer.undo()
    assert composer.text == "remove"
    assert not composer.load("remove z9")


JUMPS = moving(
    0,
    "Move a piece.",
    {
        ("a1", "a2"): "b",
        ("a1", "c3"): "b",
        ("a1", "c3", "e5"): "b",
        ("d7", "d8"): "p",
        ("a2", "b3", "c4"): "b",
    },
    then={("d7", "d8"): (Place("=q", label="Queen"), Place("=r", label="Rook"))},
)


def test_a_piece_is_taken_up_and_put_down() -> None:
    composer = Composer(JUMPS)
    assert set(composer.targets()) == {"a1", "d7", "a2"}
    assert composer.pick("a1")
    assert (composer.taken, composer.pieces, composer.text) == (("a1",), {}, None)
    assert set(composer.targets()) == {"a2", "c3"}
    assert composer.pick("a2")
    assert (composer.taken, composer.pieces, composer.text) == (("a1",), {"a2": "b"}, "a1 a2")
    assert composer.plain


def test_a_piece_that_may_go_on_is_not_played_at_once() -> None:
    composer = Composer(JUMPS)
    composer.pick("a1")
    composer.pick("c3")
    assert (composer.text, composer.plain) == ("a1 c3", False)
    composer.pick("e5")
    assert (composer.text, composer.plain) == ("a1 c3 e5", True)
    assert composer.pieces == {"e5": "b"}


def test_a_piece_that_must_go_on_has_not_moved_yet() -> None:
    composer = Composer(JUMPS)
    composer.pick("a2")
    composer.pick("b3")
    assert composer.text is None
    composer.pick("c4")
    assert composer.text == "a2 b3 c4"


def test_another_piece_is_taken_up_instead_and_the_same_one_put_back() -> None:
    composer = Composer(JUMPS)
    composer.pick("a1")
    assert composer.pick("d7")
    assert composer.taken == ("d7",)
    assert composer.pick("d7")
    assert not composer.started
    assert not composer.pick("h8")


def test_a_word_is_due_at_the_end() -> None:
    composer = Composer(JUMPS)
    composer.pick("d7")
    composer.pick("d8")
    assert composer.text is None
    assert [(word.text, word.place.label) for word in composer.words] == [("=q", "Queen"), ("=r", "Rook")]
    composer.choose(composer.words[1])
    assert str(composer.text) == "d7 d8 =r"
    assert composer.plain

"""Playing moves: who may, when, and what becomes of a move that is sent twice or late."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from quintet.games.registry import GAMES
from quintet.table import SERVER, record, view
from quintet.table.commands import Answer, Ask, Enter, Move, Pick, Rename
from quintet.table.events import Finished, Played
from tests.table.scene import Scene


def test_a_move_is_one_event_in_canonical_writing() -> None:
    scene = Scene.playing().play(" B1 ")
    assert scene.events == (Played(at=scene.now, moves=((0, "b1"),)),)
    assert scene.table.turn == (1,)
    scene.check_log()


def test_only_the_seat_in_turn_can_move() -> None:
    scene = Scene.playing()
    scene.refused("bob", scene.move(1, "b1"), "not-your-turn")
    scene.refused("bob", scene.move(0, "b1"), "not-your-seat")
    scene.refused("bob", scene.move(9, "b1"), "no-such-seat")
    scene.when("cat", Enter(name="Cat")).refused("cat", scene.move(0, "b1"), "not-seated")
    scene.refused("eve", scene.move(0, "b1"), "not-seated")
    scene.refused(SERVER, scene.move(0, "b1"), "not-your-seat")


def test_before_the_start_nobody_can_move() -> None:
    scene = Scene.open()
    scene.refused("ann", scene.move(0, "b1"), "not-playing")


def test_an_illegal_move_is_refused_with_the_rules_own_sentence() -> None:
    scene = Scene.playing()
    assert "outflanks no enemy disc" in scene.refused("ann", scene.move(0, "a1"), "illegal-move").text
    assert "is not a move" in scene.refused("ann", scene.move(0, "zz"), "illegal-move").text
    scene.refused("ann", scene.move(0, "\U0001d41b1"), "illegal-move")


def test_a_move_that_is_sent_again_is_answered_already_accepted() -> None:
    scene = Scene.playing()
    first = scene.move(0, "b1")
    scene.when("ann", first)
    scene.refused("ann", first, "already-accepted")
    second = scene.move(1, "a1")
    scene.when("bob", second)
    scene.refused("ann", first, "already-accepted")
    scene.refused("bob", Move(seat=1, text=" A1", version=second.version), "already-accepted")
    assert len(scene.table.plies) == 2


def test_another_move_for_a_turn_that_is_over_is_stale() -> None:
    scene = Scene.playing()
    late = scene.move(0, "d3")
    scene.play("b1", "a1")
    scene.refused("ann", late, "stale")
    scene.refused("ann", Move(seat=0, text="nonsense", version=late.version), "stale")


def test_what_else_happens_at_the_table_does_not_make_a_move_stale() -> None:
    scene = Scene.playing()
    chosen = scene.move(0, "b1")
    scene.when("bob", Rename(name="Robert")).when("cat", Enter(name="Cat"))
    assert scene.when("ann", chosen).happened == (Played,)


def test_a_move_that_was_taken_back_is_stale_when_it_is_sent_again() -> None:
    scene = Scene.playing()
    first = scene.move(0, "b1")
    scene.when("ann", first).when("ann", Ask(kind="undo")).when("bob", Answer(accept=True))
    scene.refused("ann", first, "stale")


def test_what_was_played_earlier_is_not_taken_for_the_answer_to_a_position_that_is_gone() -> None:
    scene = Scene.playing().play("b1")
    after_it = scene.move(0, "b1")
    scene.play("a1").when("bob", Ask(kind="undo")).when("ann", Answer(accept=True))
    scene.refused("ann", after_it, "stale")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_is_played_to_its_end(game: str) -> None:
    scene, chance = Scene.playing(game), random.Random(game)
    for _ in range(400):
        if scene.table.status != "playing":
            break
        seat = chance.choice([s for s in scene.table.turn if s not in dict(scene.table.sealed)])
        prompt = scene.prompt(scene.holder(seat))
        moves = list(prompt.moves()) if prompt.count() < 5_000 else [next(prompt.moves())]
        scene.when(scene.holder(seat), scene.move(seat, chance.choice(moves)))
    if scene.table.status == "finished":
        outcome = scene.table.game.outcome(scene.table.position)
        assert outcome is not None
        ended = scene.event(Finished)
        assert (ended.winners, ended.reason, ended.scores) == (
            outcome.winners,
            outcome.reason,
            outcome.scores,
        )
        shown = view(scene.table, "anybody").outcome
        assert shown is not None
        assert shown.draw == outcome.draw
        written = record(scene.table).outcome
        assert written is not None
        assert written.winners == outcome.winners
    assert scene.table.game.name == game
    scene.check_log()


def test_a_pick_that_means_nothing_is_refused_with_the_reason_and_changes_nothing() -> None:
    scene = Scene.playing()
    version = scene.table.turn_version
    pick = Pick(seat=0, version=version, space="a1", piece="b")
    assert scene.refused("ann", pick, "illegal-move").text == "a1 outflanks no enemy disc"
    assert "no space" in scene.refused("ann", replace(pick, space="z9"), "illegal-move").text
    scene.refused("bob", replace(pick, seat=1), "not-your-turn")
    scene.refused("bob", pick, "not-your-seat")
    scene.refused("ann", replace(pick, version=version - 1), "stale")
    assert scene.when("ann", replace(pick, space="b1")).events == (), (
        "there is nothing to say of a space that is open"
    )
    assert scene.table.version == version

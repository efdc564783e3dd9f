"""What machines owe, and how their answers come back."""

from __future__ import annotations

from quintet.table import SERVER, pending_machines, view
from quintet.table.commands import Ask, Deliver, Enter, Move, Rename, Resign
from quintet.table.events import Played, Submitted
from tests.table.scene import Scene


def test_a_machine_in_turn_owes_a_move() -> None:
    scene = Scene.open(offline=True, seats=("me", "level-6"))
    assert pending_machines(scene.table) == ()
    scene.play("b1")
    (need,) = pending_machines(scene.table)
    assert (need.seat, need.kind, need.machine) == (1, "move", "level-6")
    scene.when(SERVER, Move(seat=1, text="a1", version=need.version))
    assert scene.happened == (Played,)
    assert pending_machines(scene.table) == ()


def test_the_same_need_keeps_its_version_so_that_it_can_be_asked_again() -> None:
    scene = Scene.open(offline=True, seats=("me", "level-6")).play("b1")
    before = pending_machines(scene.table)
    scene.when("ann", Rename(name="Anna")).when("bob", Enter(name="Bob"))
    assert pending_machines(scene.table) == before


def test_a_second_answer_is_answered_already_accepted() -> None:
    scene = Scene.open(offline=True, seats=("me", "level-6")).play("b1")
    (need,) = pending_machines(scene.table)
    answer = Move(seat=1, text="a1", version=need.version)
    scene.when(SERVER, answer).refused(SERVER, answer, "already-accepted")
    scene.refused(SERVER, Move(seat=1, text="c1", version=need.version), "stale")


def test_all_machines_of_a_simultaneous_round_owe_a_move_and_seal_it() -> None:
    scene = Scene.open("omega", offline=True, options={"players": 3}, seats=("me", "level-1", "greedy"))
    first, second = pending_machines(scene.table)
    scene.when(SERVER, Move(seat=second.seat, text="wa1 bb1 gc1", version=second.version))
    assert scene.happened == (Submitted,)
    assert pending_machines(scene.table) == (first,)


def test_on_one_screen_the_host_delivers_what_a_machine_chose_there() -> None:
    scene = Scene.open(offline=True, seats=("me", "level-6"))
    scene.refused("ann", Deliver(seat=1, text="a1", version=scene.table.turn_version), "not-your-turn")
    scene.refused("ann", Deliver(seat=0, text="b1", version=scene.table.turn_version), "not-your-seat")
    scene.play("b1").when("bob", Enter(name="Bob"))
    (need,) = pending_machines(scene.table)
    answer = Deliver(seat=1, text="A1", version=need.version)
    scene.refused("bob", answer, "not-host")
    scene.refused("ann", Move(seat=1, text="a1", version=need.version), "not-your-seat")
    scene.refused("ann", Deliver(seat=1, text="d4", version=need.version), "illegal-move")
    scene.refused("ann", Deliver(seat=7, text="a1", version=need.version), "no-such-seat")
    scene.when("ann", answer)
    assert scene.events == (Played(at=scene.now, moves=((1, "a1"),)),)
    scene.refused("ann", answer, "already-accepted")
    scene.refused(SERVER, Move(seat=1, text="c1", version=need.version), "stale")
    scene.check_log()


def test_in_a_room_nobody_delivers_for_a_machine() -> None:
    scene = Scene.open(seats=("me", "level-6"))
    scene.refused("ann", Deliver(seat=1, text="b1", version=scene.table.turn_version), "not-your-seat")


def test_what_is_delivered_for_a_simultaneous_round_is_sealed_from_the_host_too() -> None:
    scene = Scene.open("omega", offline=True, options={"players": 2}, seats=("me", "level-1"))
    (need,) = pending_machines(scene.table)
    scene.when("ann", Deliver(seat=1, text="wa1 bb1", version=need.version))
    assert scene.happened == (Submitted,)
    assert view(scene.table, "ann").sealed == ()


def test_a_finished_game_owes_nothing() -> None:
    scene = Scene.open(offline=True, seats=("me", "level-6")).play("b1").when("ann", Resign(seat=0))
    assert pending_machines(scene.table) == ()


def test_a_move_and_an_answer_can_be_owed_together_and_the_move_does_not_end_the_offer() -> None:
    scene = Scene.open(offline=True, seats=("me", "level-6")).play("b1").when("ann", Ask(kind="draw"))
    assert [need.kind for need in pending_machines(scene.table)] == ["move", "draw"]
    scene.play("a1")
    assert [need.kind for need in pending_machines(scene.table)] == ["draw"]

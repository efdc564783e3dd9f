"""Going away from a running game, sending somebody away, closing the room: nothing behind the players' backs."""

from __future__ import annotations

from typing import Literal

import pytest

from quintet.table import SERVER, fold, pending_machines, record, view
from quintet.table.commands import (
    Abort,
    Answer,
    AnyCommand,
    Ask,
    Close,
    Enter,
    Fill,
    Kick,
    Leave,
    Lost,
    MachineAnswer,
    Ready,
    Resign,
    Sit,
    Withdraw,
)
from quintet.table.events import Closed, Finished, Kicked, Left, Offered, Resigned, Settled
from quintet.wire import decode_event
from tests.table.scene import Scene


def omega(players: int = 2) -> Scene:
    return Scene.playing("omega", options={"players": players})


def against_machine() -> Scene:
    """Ann in a room of her own against a machine, with a move made."""
    scene = Scene.open(seats=("me", "greedy")).when("ann", Ready()).wait(3_000)
    return scene.play("b1")


# --- leaving ----------------------------------------------------------------------------------------------------------


def test_leaving_a_running_game_asks_first_and_then_resigns_it() -> None:
    scene = Scene.playing().play("b1")
    assert "resigns" in scene.refused("bob", Leave(), "ends-game").text
    scene.when("bob", Leave(sure=True))
    assert scene.happened == (Resigned, Finished, Left)
    assert scene.event(Finished).winners == (0,)
    scene.check_log()


def test_leaving_a_game_against_a_machine_is_no_different() -> None:
    scene = against_machine()
    scene.refused("ann", Leave(), "ends-game")
    assert scene.when("ann", Leave(sure=True)).event(Finished).winners == (1,)
    offline = Scene.open(offline=True, seats=("me", "greedy")).play("b1")
    offline.refused("ann", Leave(), "ends-game")
    fresh = Scene.open(offline=True, seats=("me", "greedy"))
    assert fresh.when("ann", Leave()).happened == (Finished, Left), "there is nothing to lose yet"
    assert offline.when("ann", Leave(sure=True)).event(Finished).winners == (1,)


def test_leaving_before_the_first_move_calls_the_game_off() -> None:
    scene = Scene.playing()
    assert "calls it off" in scene.refused("bob", Leave(), "ends-game").text
    scene.when("bob", Leave(sure=True))
    assert scene.happened == (Finished, Left)
    assert (scene.event(Finished).winners, scene.event(Finished).reason) == ((), "aborted")
    assert record(scene.table).outcome is None


@pytest.mark.parametrize("sealer", ["ann", "bob"])
def test_once_somebody_has_sealed_a_move_nobody_calls_the_game_off_alone(sealer: str) -> None:
    scene = omega()
    scene.when(sealer, scene.move(0 if sealer == "ann" else 1, "wa1 bb1"))
    for guest in ("ann", "bob"):
        scene.refused(guest, Abort(), "too-late")
    assert scene.when("bob", Leave(sure=True)).event(Finished).winners == (0,)


def test_watching_and_waiting_can_be_left_at_any_moment() -> None:
    scene = Scene.playing().when("cat", Enter(name="Cat"))
    assert scene.when("cat", Leave()).happened == (Left,)
    assert Scene.open().when("ann", Leave()).happened == (Left,)
    assert Scene.playing().play("b1").when("ann", Resign()).when("ann", Leave()).happened == (Left,)


# --- removing ---------------------------------------------------------------------------------------------------------


def test_removing_the_opponent_from_a_running_game_costs_the_host_that_game() -> None:
    scene = Scene.playing().play("b1")
    assert "gives Bob the game" in scene.refused("ann", Kick(guest="bob"), "ends-game").text
    assert scene.when("ann", Kick(guest="bob", sure=True)).happened == (Finished, Kicked)
    assert (scene.event(Finished).winners, scene.event(Finished).reason) == ((1,), "removed")
    scene.refused("bob", Enter(name="Bob"), "kicked")
    scene.check_log()


def test_before_the_first_move_removing_a_player_calls_the_game_off() -> None:
    scene = Scene.playing()
    scene.refused("ann", Kick(guest="bob"), "ends-game")
    assert scene.when("ann", Kick(guest="bob", sure=True)).event(Finished).winners == ()


def test_with_the_consent_of_the_others_the_game_goes_on_without_a_player() -> None:
    scene = omega(3)
    scene.when("ann", scene.move(0, "wa1 bb1 gc1")).when("ann", Kick(guest="bob"))
    offered = scene.event(Offered)
    assert (offered.kind, offered.seat, offered.waiting, offered.guest) == ("remove", 0, (2,), "bob")
    offer = view(scene.table, "cat").offer
    assert offer is not None
    assert (offer.name, offer.about, offer.by) == ("Ann", "Bob", "ann")
    scene.refused("bob", Answer(accept=False), "not-asked")
    assert scene.when("cat", Answer(accept=True)).happened[1:] == (Settled, Kicked)
    assert scene.table.status == "playing"
    scene.when("ann", Fill(seat=1, machine="greedy"))
    assert {need.seat for need in pending_machines(scene.table)} == {1}
    scene.check_log()


def test_if_the_others_say_no_the_player_stays_unless_the_host_gives_the_game_up() -> None:
    scene = omega(3)
    scene.when("ann", scene.move(0, "wa1 bb1 gc1")).when("ann", Kick(guest="bob"))
    scene.when("cat", Answer(accept=False))
    assert "bob" in scene.table.people
    scene.refused("ann", Kick(guest="bob"), "too-soon")
    assert scene.when("ann", Kick(guest="bob", sure=True)).event(Finished).winners == (1, 2)


def test_a_host_who_only_watches_decides_no_game() -> None:
    scene = Scene.hosted().play("b1")
    scene.refused("dan", Kick(guest="bob", sure=True), "needs-consent")
    scene.when("dan", Kick(guest="bob"))
    offer = view(scene.table, "ann").offer
    assert offer is not None
    assert (offer.seat, offer.name, offer.by) == (None, "Dan", "dan")
    scene.refused("ann", Withdraw(), "not-asked")
    assert scene.when("dan", Withdraw()).table.offer is None
    scene.check_log()


def test_a_player_removed_by_consent_can_be_replaced_and_the_game_goes_on() -> None:
    scene = Scene.hosted().play("b1").remove("bob")
    assert scene.table.status == "playing"
    scene.when("cat", Enter(name="Cat")).when("cat", Sit(seat=1)).play("a1")
    assert len(scene.table.plies) == 2
    scene.remove("cat").when("dan", Fill(seat=1, machine="greedy"))
    assert scene.table.seats[1].machine == "greedy"
    scene.check_log()


def test_who_plays_a_machine_in_somebody_elses_room_wins_when_removed() -> None:
    scene = Scene.hosted().play("b1").remove("bob").when("dan", Fill(seat=1, machine="greedy"))
    scene.refused("dan", Kick(guest="ann"), "ends-game")
    assert scene.when("dan", Kick(guest="ann", sure=True)).event(Finished).winners == (0,)


def test_spectators_are_removed_at_any_moment() -> None:
    scene = Scene.playing().play("b1").when("cat", Enter(name="Cat"))
    assert scene.when("ann", Kick(guest="cat")).happened == (Kicked,)


def test_an_old_log_in_which_a_player_was_removed_without_asking_is_still_read() -> None:
    scene = Scene.playing().play("b1")
    old = decode_event(b'{"type":"kicked","at":2000000,"guest":"bob"}')
    table = fold([*scene.log, old])
    assert (table.status, table.seats[1].vacant) == ("playing", True)
    offered = b'{"type":"offered","at":2000000,"kind":"draw","seat":1,"waiting":[0],"expires":2060000}'
    offer = fold([*scene.log, decode_event(offered)]).offer
    assert offer is not None
    assert offer.by == "bob"


# --- closing ----------------------------------------------------------------------------------------------------------


def test_a_running_room_is_closed_when_its_players_agree() -> None:
    scene = Scene.playing().play("b1").when("ann", Close())
    assert scene.event(Offered).waiting == (1,)
    assert scene.when("bob", Answer(accept=True)).happened[1:] == (Settled, Finished, Closed)
    assert scene.event(Finished).winners == ()
    scene.check_log()


def test_a_room_whose_players_want_to_go_on_stays_open() -> None:
    scene = Scene.hosted().play("b1").when("dan", Close(sure=True))
    assert scene.event(Offered).waiting == (0, 1)
    scene.when("ann", Answer(accept=True)).when("bob", Answer(accept=False))
    assert scene.table.status == "playing"
    scene.refused("dan", Close(), "too-soon")


def test_closing_ones_own_game_against_a_machine_resigns_it() -> None:
    scene = against_machine()
    scene.refused("ann", Close(), "ends-game")
    assert scene.when("ann", Close(sure=True)).happened == (Resigned, Finished, Closed)
    assert scene.event(Finished).winners == (1,)


def test_somebody_who_is_gone_for_a_minute_keeps_no_room_open() -> None:
    scene = Scene.hosted().play("b1").when(SERVER, Lost(guest="ann")).when(SERVER, Lost(guest="bob"))
    scene.wait(60_000)
    assert scene.when("dan", Close()).happened == (Finished, Closed)


def test_the_server_itself_closes_a_room_at_once() -> None:
    assert Scene.playing().play("b1").when(SERVER, Close()).happened == (Finished, Closed)


# --- asking again and again -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "command"), [("bob", Answer(accept=False)), ("ann", Withdraw()), ("bob", None)]
)
@pytest.mark.parametrize("kind", ["draw", "restart"])
def test_a_draw_or_restart_that_was_not_accepted_is_not_asked_for_again_at_once(
    who: str, command: AnyCommand | None, kind: Literal["draw", "restart"]
) -> None:
    scene = Scene.playing().play("b1").when("ann", Ask(kind=kind)).wait(10_000)
    if command is None:
        scene.play("a1")  # playing on is a no
    else:
        scene.when(who, command)
    assert "1:50" in scene.refused("ann", Ask(kind=kind), "too-soon").text
    scene.when("bob", Ask(kind=kind)).when("ann", Answer(accept=False))  # the other may
    scene.wait(110_000).when("ann", Ask(kind=kind))
    assert scene.table.offer is not None
    scene.check_log()


def test_a_machine_is_not_asked_for_a_draw_again_and_again_either() -> None:
    scene = against_machine().when("ann", Ask(kind="draw"))
    (need,) = (need for need in pending_machines(scene.table) if need.kind == "draw")
    scene.when(SERVER, MachineAnswer(seat=1, accept=False, version=need.version))
    scene.refused("ann", Ask(kind="draw"), "too-soon")


def test_a_new_game_begins_without_old_offers() -> None:
    scene = Scene.playing().play("b1").when("ann", Ask(kind="draw")).when("bob", Answer(accept=False))
    scene.when("bob", Resign()).when("ann", Ask(kind="rematch")).when("bob", Answer(accept=True))
    scene.wait(3_000).when("ann", Ask(kind="draw"))
    assert scene.table.offer is not None

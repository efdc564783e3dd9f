"""Seats that the host gives away: machines are there at once, bots are asked to come."""

from __future__ import annotations

import pytest

from quintet.table import SERVER, Clock, next_wake, summary, view
from quintet.table.commands import (
    AnyCommand,
    Close,
    Cycle,
    Decline,
    Enter,
    Fill,
    Invite,
    Kick,
    Leave,
    Move,
    NoShow,
    Ready,
    Sit,
)
from quintet.table.events import Counting, Filled, Invited, Missed, Readied, Seated, Vacated
from quintet.table.table import INVITE_MS, seats_of
from tests.table.scene import Scene

ROBO = Invite(seat=1, guest="robo", name="Robo")


def invited() -> Scene:
    """Ann has asked Robo to take seat 1."""
    return Scene.open().when("ann", ROBO)


def seated() -> Scene:
    """Robo has come."""
    return invited().when("robo", Enter(name="Robo", bot=True)).when("robo", Sit(seat=1))


def test_a_seat_is_kept_for_the_bot_that_the_host_asks() -> None:
    scene = invited()
    event = scene.event(Invited)
    assert (event.seat, event.guest, event.name) == (1, "robo", "Robo")
    assert event.until == scene.now + INVITE_MS
    seat = view(scene.table, "ann").seats[1]
    assert (seat.kind, seat.name, seat.ready) == ("invited", "Robo (bot)", False)
    assert summary(scene.table).seats == ("Ann", None)
    scene.check_log()


def test_the_bot_comes_sits_down_in_that_seat_and_the_game_starts() -> None:
    scene = seated()
    assert isinstance(scene.events[-1], Seated)
    assert seats_of(scene.table, "robo") == (1,)
    scene.when("ann", Ready()).when("robo", Ready())
    assert scene.happened == (Readied, Counting)
    scene.wait(3_000).play("b1", "a1")
    assert next_wake(scene.table) is None
    scene.check_log()


def test_nobody_else_gets_the_seat_meanwhile_except_the_host() -> None:
    scene = invited().when("bob", Enter(name="Bob"))
    assert "kept for Robo" in scene.refused("bob", Sit(seat=1), "seat-taken").text
    scene.refused("bob", Cycle(), "no-free-seat")
    scene.when("ann", Sit(seat=1)).when("robo", Enter(name="Robo", bot=True))
    scene.refused("robo", Sit(seat=1), "seat-taken")
    scene.check_log()


def test_a_game_does_not_start_while_a_bot_is_on_its_way() -> None:
    scene = invited().when("ann", Ready())
    assert scene.happened == (Readied,)
    assert scene.table.status == "seating"


def test_a_bot_that_does_not_come_is_not_waited_for_longer_than_said() -> None:
    scene = invited().wait(INVITE_MS - 1)
    assert not scene.events
    scene.wait(1)
    assert scene.events == (Missed(at=scene.now, seat=1, name="Robo", why="late"),)
    assert view(scene.table, "ann").seats[1].kind == "open"
    scene.when("robo", Enter(name="Robo")).when("bob", Enter(name="Bob")).when("bob", Sit(seat=1))
    scene.refused("robo", Sit(seat=1), "seat-taken")
    scene.check_log()


def test_a_bot_may_decline_and_may_go_away() -> None:
    declined = invited().when("robo", Decline())
    assert declined.event(Missed).why == "declined"
    declined.refused("robo", Decline(), "not-asked")
    gone = invited().when(SERVER, NoShow(guest="robo"))
    assert gone.event(Missed).why == "gone"
    assert gone.when(SERVER, NoShow(guest="robo")).events == ()
    gone.refused("bob", NoShow(guest="robo"), "not-server")
    gone.check_log()


def test_a_bot_that_has_sat_down_is_not_missed() -> None:
    scene = seated().when(SERVER, NoShow(guest="robo"))
    assert scene.events == ()
    scene.refused("robo", Decline(), "not-asked")


@pytest.mark.parametrize(
    ("who", "command", "code"),
    [
        ("bob", ROBO, "not-host"),
        ("ann", Invite(seat=9, guest="robo", name="Robo"), "no-such-seat"),
        ("ann", Invite(seat=0, guest="robo", name="Robo"), "seat-taken"),
        ("ann", Invite(seat=1, guest="robo", name="Robo", games=("omega",)), "wrong-game"),
        ("ann", Fill(seat=1, machine="bot:nobody"), "no-such-bot"),
        ("bob", Fill(seat=1, machine="bot:nobody"), "not-host"),
    ],
)
def test_what_is_refused(who: str, command: AnyCommand, code: str) -> None:
    Scene.open().when("bob", Enter(name="Bob")).refused(who, command, code)


def test_a_bot_has_one_seat_at_a_table() -> None:
    scene = Scene.open("omega", options={"players": 3}).when("ann", ROBO)
    assert scene.when("ann", ROBO).events == ()
    scene.refused("ann", Invite(seat=2, guest="robo", name="Robo"), "bot-here")
    scene.when("robo", Enter(name="Robo", bot=True)).when("robo", Sit(seat=1))
    scene.refused("ann", Invite(seat=2, guest="robo", name="Robo"), "bot-here")


def test_no_bot_comes_to_a_game_on_one_screen() -> None:
    Scene.open(offline=True, seats=("me", "open")).refused("ann", ROBO, "offline")


def test_the_host_replaces_a_bot_that_is_on_its_way() -> None:
    assert invited().when("ann", Fill(seat=1, machine="greedy")).happened == (Filled,)
    assert invited().when("ann", Fill(seat=1, machine=None)).happened == (Vacated,)
    other = invited().when("ann", Invite(seat=1, guest="hal", name="Hal"))
    assert other.event(Invited).guest == "hal"
    other.when("robo", Enter(name="Robo")).refused("robo", Sit(seat=1), "seat-taken")
    other.check_log()


def test_the_host_replaces_a_bot_that_sits_even_in_a_game() -> None:
    assert seated().when("ann", Fill(seat=1, machine=None)).happened == (Vacated,)
    scene = seated().when("ann", Ready()).when("robo", Ready()).wait(3_000).play("b1")
    scene.refused("ann", Fill(seat=1, machine=None), "game-running")
    scene.when("ann", Fill(seat=1, machine="greedy"))
    assert scene.table.seats[1].machine == "greedy"
    scene.refused("robo", Move(seat=1, text="a1", version=scene.table.version), "not-seated")
    scene.check_log()


def test_a_bot_takes_over_in_a_running_game_and_no_clock_runs_until_it_is_there() -> None:
    scene = Scene.hosted(clock=Clock(move_ms=5_000)).play("b1").remove("bob")
    scene.when("dan", ROBO).wait(10_000)
    assert scene.table.status == "playing"
    scene.when("robo", Enter(name="Robo", bot=True)).when("robo", Sit(seat=1)).play("a1")
    assert len(scene.table.plies) == 2
    scene.check_log()


def test_a_removed_bot_may_come_again_when_the_host_asks_it() -> None:
    scene = seated().when("ann", Kick(guest="robo"))
    scene.refused("robo", Enter(name="Robo", bot=True), "kicked")
    scene.when("ann", ROBO).when("robo", Enter(name="Robo", bot=True)).when("robo", Sit(seat=1))
    assert seats_of(scene.table, "robo") == (1,)
    scene.check_log()


def test_a_bot_that_leaves_before_it_sits_gives_up_the_seat() -> None:
    scene = invited().when("robo", Enter(name="Robo", bot=True)).when("robo", Leave())
    assert view(scene.table, "ann").seats[1].kind == "open"


def test_a_bot_that_sits_down_elsewhere_is_no_longer_waited_for() -> None:
    scene = Scene.open("omega", options={"players": 3}).when("ann", ROBO)
    scene.when("robo", Enter(name="Robo", bot=True)).when("robo", Sit(seat=2))
    assert [seat.kind for seat in view(scene.table, "ann").seats] == ["person", "open", "bot"]
    scene.check_log()


def test_a_closed_room_waits_for_nobody() -> None:
    scene = invited().when("ann", Close())
    assert next_wake(scene.table) is None
    scene.check_log()

"""Coming and going, and who sits where."""

from __future__ import annotations

import pytest

from quintet.table import SERVER, may_watch
from quintet.table.commands import (
    Close,
    Cycle,
    Enter,
    Fill,
    Found,
    Kick,
    Leave,
    Lost,
    Ready,
    Rename,
    Sit,
    Stand,
)
from quintet.table.events import (
    Closed,
    Entered,
    Filled,
    Gone,
    Halted,
    Kicked,
    Left,
    Renamed,
    Returned,
    Seated,
    Vacated,
)
from quintet.table.table import seats_of
from tests.table.scene import Scene


def test_a_guest_enters_and_takes_a_seat() -> None:
    scene = Scene.open().when("bob", Enter(name=" Bob "))
    assert scene.events == (Entered(at=scene.now, guest="bob", name="Bob"),)
    scene.when("bob", Sit(seat=1))
    assert scene.happened == (Seated,)
    scene.check_log()


def test_two_people_of_one_name_can_be_told_apart() -> None:
    scene = Scene.open().when("bob", Enter(name="ANN")).when("cat", Enter(name="ann"))
    assert [person.name for person in scene.table.people.values()] == ["Ann", "ANN 2", "ann 3"]


def test_a_long_name_keeps_within_its_length_with_a_number() -> None:
    scene = Scene.open(host_name="x" * 40).when("bob", Enter(name="x" * 40))
    assert scene.table.people["bob"].name == "x" * 38 + " 2"


def test_a_name_can_be_changed_at_any_time() -> None:
    scene = Scene.playing().when("bob", Rename(name="Robert"))
    assert scene.event(Renamed).name == "Robert"
    scene.when("bob", Rename(name="Robert"))
    assert scene.events == ()
    scene.refused("bob", Rename(name="\n"), "bad-name")
    scene.refused("eve", Rename(name="Eve"), "not-here")


def test_entering_again_changes_nothing_or_the_name() -> None:
    scene = Scene.playing()
    assert scene.when("bob", Enter(name="Bob")).events == ()
    assert scene.when("bob", Enter(name="Bobby")).happened == (Renamed,)


def test_a_seat_that_somebody_has_cannot_be_taken() -> None:
    scene = Scene.open().when("bob", Enter(name="Bob"))
    scene.refused("bob", Sit(seat=0), "seat-taken")
    scene.refused("bob", Sit(seat=2), "no-such-seat")
    scene.refused("eve", Sit(seat=1), "not-here")


def test_taking_another_seat_leaves_the_first() -> None:
    scene = Scene.open().when("ann", Sit(seat=1))
    assert seats_of(scene.table, "ann") == (1,)
    assert scene.table.seats[0].vacant


def test_clicking_cycles_through_the_free_seats_and_watching() -> None:
    scene = Scene.open("omega", options={"players": 3}).when("bob", Enter(name="Bob"))
    held = []
    for _ in range(4):
        scene.when("bob", Cycle())
        held.append(seats_of(scene.table, "bob"))
    assert held == [(1,), (2,), (), (1,)]


def test_cycling_when_every_seat_is_taken_is_refused() -> None:
    Scene.playing().when("cat", Enter(name="Cat")).refused("cat", Cycle(), "no-free-seat")


def test_a_host_who_takes_the_seat_of_a_machine_changes_places_with_it() -> None:
    scene = Scene.open(seats=("me", "level-2")).when("ann", Cycle())
    assert scene.happened == (Seated, Filled)
    assert scene.table.seats[0].machine == "level-2"
    assert seats_of(scene.table, "ann") == (1,)


def test_another_guest_cannot_take_a_machines_seat() -> None:
    Scene.open(seats=("me", "greedy")).when("bob", Enter(name="Bob")).refused(
        "bob", Sit(seat=1), "seat-taken"
    )


def test_standing_up_is_for_before_and_after_a_game() -> None:
    scene = Scene.playing()
    scene.refused("bob", Stand(), "game-running")
    scene.refused("bob", Sit(seat=0), "game-running")
    assert Scene.open().when("ann", Stand()).happened == (Vacated,)
    Scene.open().when("ann", Stand()).refused("ann", Stand(), "not-seated")


def test_the_host_fills_a_seat_with_a_machine_and_empties_it() -> None:
    scene = Scene.open().when("ann", Fill(seat=1, machine="level-10"))
    assert scene.event(Filled).machine == "level-10"
    assert scene.when("ann", Fill(seat=1, machine="level-10")).events == ()
    assert scene.when("ann", Fill(seat=1, machine=None)).happened == (Vacated,)
    assert scene.when("ann", Fill(seat=1, machine=None)).events == ()
    scene.refused("ann", Fill(seat=1, machine="level-0"), "unknown-machine")
    scene.refused("ann", Fill(seat=0, machine="greedy"), "seat-taken")
    scene.when("bob", Enter(name="Bob")).refused("bob", Fill(seat=1, machine="greedy"), "not-host")


def test_the_level_of_a_machine_can_be_changed_in_a_game_but_it_cannot_be_sent_away() -> None:
    scene = Scene.open(seats=("me", "level-1")).when("ann", Ready()).wait(3_000)
    scene.refused("ann", Fill(seat=1, machine=None), "game-running")
    assert scene.when("ann", Fill(seat=1, machine="level-9")).happened == (Filled,)


def test_the_host_kicks_anyone_before_a_game() -> None:
    scene = Scene.open().when("bob", Enter(name="Bob")).when("bob", Sit(seat=1))
    scene.refused("bob", Kick(guest="ann"), "not-host")
    scene.refused("ann", Kick(guest="ann"), "no-such-guest")
    scene.refused("ann", Kick(guest="eve"), "no-such-guest")
    assert scene.when("ann", Kick(guest="bob")).happened == (Kicked,)
    assert scene.table.seats[1].vacant
    assert not may_watch(scene.table, "bob")
    scene.refused("bob", Enter(name="Bob"), "kicked")
    scene.check_log()


def test_kicking_a_ready_player_cancels_the_countdown() -> None:
    scene = Scene.open().when("bob", Enter(name="Bob")).when("bob", Sit(seat=1))
    scene.when("ann", Ready()).when("bob", Ready()).when("ann", Kick(guest="bob"))
    assert scene.happened == (Kicked, Halted)


def test_when_the_host_leaves_the_next_player_is_host_and_an_empty_room_goes_to_whoever_comes() -> None:
    scene = Scene.open().when("eve", Enter(name="Eve")).when("bob", Enter(name="Bob"))
    scene.when("bob", Sit(seat=1)).when("ann", Leave())
    assert scene.table.host == "bob"
    scene.when("bob", Leave()).when("eve", Leave()).when("dan", Enter(name="Dan"))
    assert scene.table.host == "dan"
    scene.check_log()


def test_a_bot_is_host_only_if_nobody_else_is_there() -> None:
    scene = Scene.open().when("robo", Enter(name="Robo", bot=True)).when("robo", Sit(seat=1))
    scene.when("bob", Enter(name="Bob")).when("ann", Leave())
    assert scene.table.host == "bob"
    assert scene.when("bob", Leave()).table.host == "robo"


def test_a_player_who_loses_the_connection_is_gone_and_keeps_the_seat() -> None:
    scene = Scene.playing().when(SERVER, Lost(guest="bob"))
    assert scene.happened == (Gone,)
    assert scene.table.people["bob"].gone_at == scene.now
    assert seats_of(scene.table, "bob") == (1,)
    assert scene.when(SERVER, Lost(guest="bob")).events == ()
    assert scene.when(SERVER, Found(guest="bob")).happened == (Returned,)
    assert scene.when(SERVER, Found(guest="bob")).events == ()
    scene.check_log()


def test_a_spectator_who_loses_the_connection_has_left() -> None:
    scene = Scene.playing().when("cat", Enter(name="Cat")).when(SERVER, Lost(guest="cat"))
    assert scene.happened == (Left,)
    assert scene.when(SERVER, Lost(guest="nobody")).events == ()


def test_somebody_who_is_gone_is_not_ready() -> None:
    scene = Scene.open().when("bob", Enter(name="Bob")).when("bob", Sit(seat=1))
    scene.when("ann", Ready()).when("bob", Ready()).when(SERVER, Lost(guest="bob"))
    assert scene.happened == (Gone, Halted)
    assert not scene.table.seats[1].ready


@pytest.mark.parametrize("command", [Lost(guest="ann"), Found(guest="ann")])
def test_a_guest_cannot_speak_for_the_server(command: Lost | Found) -> None:
    Scene.playing().refused("bob", command, "not-server")


def test_offline_the_others_only_watch() -> None:
    scene = Scene.open(offline=True, seats=("me", "open")).when("bob", Enter(name="Bob"))
    scene.refused("bob", Sit(seat=1), "offline")
    scene.when("ann", Sit(seat=1))
    assert seats_of(scene.table, "ann") == (0, 1)


def test_a_closed_room_answers_everything_with_that() -> None:
    scene = Scene.open().when("bob", Enter(name="Bob"))
    scene.refused("bob", Close(), "not-host")
    assert scene.when("ann", Close()).happened == (Closed,)
    scene.refused("ann", Enter(name="Ann"), "closed")
    scene.check_log()


def test_a_room_holds_only_so_many_people() -> None:
    scene = Scene.open()
    for number in range(999):
        scene.when(f"g{number}", Enter(name=f"Guest {number}"))
    scene.refused("late", Enter(name="Late"), "room-full")

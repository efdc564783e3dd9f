"""Ready buttons, the countdown, and the start."""

from __future__ import annotations

import pytest

from quintet.games.registry import GAMES
from quintet.table import SERVER, next_wake
from quintet.table.commands import Enter, Leave, Ready, Sit, Stand, Tick
from quintet.table.events import Counting, Halted, Left, Readied, Started, Vacated
from tests.table.scene import Scene


def full() -> Scene:
    return Scene.open().when("bob", Enter(name="Bob")).when("bob", Sit(seat=1))


def test_when_everyone_is_ready_a_countdown_of_three_seconds_starts() -> None:
    scene = full().when("ann", Ready())
    assert scene.happened == (Readied,)
    assert scene.when("bob", Ready()).happened == (Readied, Counting)
    assert scene.event(Counting).until == scene.now + 3_000 == next_wake(scene.table)
    assert scene.wait(2_999).events == ()
    assert scene.wait(1).event(Started).players == ("Ann", "Bob")
    scene.check_log()


def test_somebody_who_is_no_longer_ready_cancels_it() -> None:
    scene = full().when("ann", Ready()).when("bob", Ready()).wait(2_000).when("ann", Ready(ready=False))
    assert scene.happened == (Readied, Halted)
    assert next_wake(scene.table) is None
    assert scene.wait(60_000).table.status == "seating"
    assert scene.when("ann", Ready()).event(Counting).until == scene.now + 3_000


def test_standing_up_or_leaving_cancels_it() -> None:
    scene = full().when("ann", Ready()).when("bob", Ready())
    assert scene.when("bob", Stand()).happened == (Vacated, Halted)
    scene = full().when("ann", Ready()).when("bob", Ready())
    assert scene.when("bob", Leave()).happened == (Left, Halted)


def test_nothing_starts_while_a_seat_is_open() -> None:
    assert Scene.open().when("ann", Ready()).happened == (Readied,)


def test_being_ready_twice_changes_nothing() -> None:
    assert full().when("ann", Ready()).when("ann", Ready()).events == ()


def test_machines_are_always_ready() -> None:
    assert Scene.open(seats=("me", "level-4")).when("ann", Ready()).happened == (Readied, Counting)


def test_machines_among_themselves_wait_for_the_host() -> None:
    scene = Scene.open(seats=("random", "greedy"))
    assert scene.table.status == "seating"
    assert scene.when("ann", Ready()).happened == (Counting,)
    assert scene.when("ann", Ready(ready=False)).happened == (Halted,)
    assert scene.when("ann", Ready()).wait(3_000).happened == (Started,)


def test_spectators_are_not_asked() -> None:
    scene = full().when("cat", Enter(name="Cat"))
    scene.refused("cat", Ready(), "not-seated")
    scene.refused("eve", Ready(), "not-here")


def test_in_a_game_it_means_nothing() -> None:
    Scene.playing().refused("ann", Ready(), "game-running")


def test_a_tick_before_its_time_does_nothing() -> None:
    scene = full().when("ann", Ready()).when("bob", Ready()).when(SERVER, Tick())
    assert scene.events == ()
    scene.refused("ann", Tick(), "not-server")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_starts(game: str) -> None:
    scene = Scene.playing(game)
    assert scene.table.turn == scene.table.game.turn(scene.table.game.start())
    scene.check_log()

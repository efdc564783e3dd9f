"""Clocks: time for each move, reserve, increment, and losing on time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quintet.table import SERVER, Clock, next_wake, view
from quintet.table.commands import Answer, Ask, Claim, Enter, Invite, Lost, Ready, Resume, SetClock, Sit
from quintet.table.events import Clocked, Finished, Flagged, Played, Resumed
from quintet.table.shapes import ClockView
from tests.table.scene import Scene

SOURCES = Clock(move_ms=120_000, reserve_ms=300_000)


def shown(scene: Scene) -> ClockView:
    clock = view(scene.table, "anybody").clock
    assert clock is not None
    return clock


def test_the_move_time_is_used_first_and_then_the_reserve() -> None:
    scene = Scene.playing(clock=SOURCES).wait(119_000).play("b1")
    assert shown(scene).reserve_left == (300_000, 300_000)
    scene.wait(150_000).play("a1")
    assert shown(scene).reserve_left == (300_000, 270_000)
    assert shown(scene).move_left == (120_000, 120_000)
    assert shown(scene).running == (0,)
    scene.check_log()


def test_losing_on_time_when_both_are_gone() -> None:
    scene = Scene.playing(clock=SOURCES)
    assert next_wake(scene.table) == scene.now + 420_000
    assert scene.wait(419_999).events == ()
    scene.wait(1)
    assert scene.happened == (Flagged, Finished)
    assert scene.event(Flagged).seat == 0
    assert (scene.event(Finished).winners, scene.event(Finished).reason) == ((1,), "flagged")
    assert next_wake(scene.table) is None
    scene.check_log()


def test_a_move_that_comes_after_the_flag_is_too_late_even_if_nobody_looked() -> None:
    scene = Scene.playing(clock=Clock(move_ms=1_000))
    scene.now += 1_000
    scene.refused("ann", scene.move(0, "b1"), "not-playing")
    scene.now -= 1
    assert scene.when("ann", scene.move(0, "b1")).happened == (Played,)


def test_an_increment_is_added_after_every_move() -> None:
    scene = Scene.playing(clock=Clock(reserve_ms=10_000, increment_ms=3_000)).wait(4_000).play("b1")
    assert shown(scene).reserve_left == (9_000, 10_000)


def test_without_a_clock_nothing_is_due() -> None:
    scene = Scene.playing()
    assert next_wake(scene.table) is None
    assert view(scene.table, "ann").clock is None


def test_in_a_simultaneous_round_the_clocks_of_all_who_owe_a_move_run() -> None:
    clock = Clock(reserve_ms=60_000)
    scene = Scene.playing("omega", options={"players": 3, "size": 7}, clock=clock).wait(10_000)
    scene.when("bob", scene.move(1, "wa1 bb1 gc1")).wait(5_000)
    assert shown(scene).running == (0, 2)
    scene.when("bob", scene.move(1, "wa2 bb1 gc1")).when("ann", scene.move(0, "wa3 bb3 gc3")).wait(5_000)
    scene.when("cat", scene.move(2, "wa4 bb4 gc4"))
    assert shown(scene).reserve_left == (45_000, 50_000, 40_000)
    assert shown(scene).running == (0, 1, 2)
    scene.check_log()


def test_several_flags_fall_together_and_the_rest_share_the_win() -> None:
    scene = Scene.playing("omega", options={"players": 3, "size": 7}, clock=Clock(move_ms=5_000))
    scene.when("bob", scene.move(1, "wa1 bb1 gc1")).wait(5_000)
    assert scene.happened == (Flagged, Flagged, Finished)
    assert scene.event(Finished).winners == (1,)
    scene = Scene.playing("omega", options={"size": 5}, clock=Clock(move_ms=5_000)).wait(5_000)
    assert scene.event(Finished).winners == (0, 1)


def test_clocks_stand_still_while_a_seat_is_vacant() -> None:
    scene = Scene.hosted(clock=Clock(reserve_ms=60_000)).play("b1").wait(20_000)
    scene.remove("bob").wait(500_000)
    assert next_wake(scene.table) is None
    scene.when("cat", Enter(name="Cat")).when("cat", Sit(seat=1)).wait(5_000).play("a1")
    assert shown(scene).reserve_left == (60_000, 35_000)
    scene.check_log()


def test_time_that_was_used_stays_used_after_an_undo() -> None:
    scene = Scene.playing(clock=Clock(reserve_ms=60_000)).wait(20_000).play("b1")
    scene.when("ann", Ask(kind="undo")).wait(1_000).when("bob", Answer(accept=True))
    assert shown(scene).reserve_left == (40_000, 60_000)
    assert shown(scene).running == (0,)
    assert shown(scene).since == scene.now


def test_a_restart_fills_the_clocks() -> None:
    scene = Scene.playing(clock=Clock(reserve_ms=60_000)).wait(20_000).play("b1")
    scene.when("ann", Ask(kind="restart")).when("bob", Answer(accept=True))
    assert shown(scene).reserve_left == (60_000, 60_000)


def test_the_clocks_stop_with_the_game() -> None:
    scene = Scene.playing(clock=Clock(reserve_ms=60_000)).wait(60_000)
    assert shown(scene).running == ()
    assert shown(scene).reserve_left == (0, 60_000)


def test_the_host_chooses_the_clock_before_a_game() -> None:
    scene = Scene.open().when("bob", Enter(name="Bob")).when("bob", Sit(seat=1))
    assert view(scene.table, "ann").clock is None
    assert scene.when("ann", SetClock(clock=SOURCES)).happened == (Clocked,)
    assert shown(scene).move_left == (120_000, 120_000)
    assert scene.when("ann", SetClock(clock=SOURCES)).events == ()
    assert scene.when("ann", SetClock(clock=None)).happened == (Clocked,)
    assert view(scene.table, "ann").clock is None
    scene.refused("bob", SetClock(clock=SOURCES), "not-host")
    scene.refused("ann", SetClock(clock=Clock()), "bad-clock")
    Scene.playing().refused("ann", SetClock(clock=SOURCES), "game-running")
    scene.check_log()


# --- time that is nobody's ------------------------------------------------------------------------------------------


def test_time_without_a_server_is_nobodys() -> None:
    scene = Scene.playing(clock=Clock(move_ms=5_000, reserve_ms=60_000)).play("b1").wait(2_000)
    scene.now += 3_600_000  # the server was down, and nobody gave the table a tick
    scene.when(SERVER, Resume(away=3_600_000))
    assert scene.event(Resumed).away == 3_600_000
    scene.wait(4_000).play("a1")
    assert shown(scene).reserve_left == (60_000, 59_000)
    scene.check_log()


def test_who_could_not_reach_the_table_has_that_time_back() -> None:
    scene = Scene.playing(clock=Clock(move_ms=5_000, reserve_ms=60_000)).play("b1").wait(2_000)
    scene.wait(7_000).when("eve", Enter(name="Eve"))  # others go on meanwhile
    scene.when(SERVER, Resume(away=7_000, seat=1))
    assert scene.event(Resumed) == Resumed(at=scene.now, away=7_000, seat=1)
    scene.wait(4_000).play("a1")
    assert shown(scene).reserve_left == (60_000, 59_000)
    assert scene.when(SERVER, Resume(away=7_000, seat=1)).events == (), "it is not that seat's turn"
    text = next(scene.table.game.prompt(scene.table.position, 0).moves())
    scene.wait(1_000).when(SERVER, Resume(away=7_000, seat=0)).wait(5_000).play(text)
    assert shown(scene).reserve_left == (60_000, 59_000), "not more than the turn has taken"
    scene.check_log()


def test_an_offer_a_countdown_and_a_kept_seat_wait_for_the_server_too() -> None:
    scene = Scene.playing().when("ann", Ask(kind="draw")).wait(10_000)
    scene.now += 3_600_000
    scene.when(SERVER, Resume(away=3_600_000)).wait(49_000).when("bob", Answer(accept=True))
    assert scene.table.status == "finished"
    scene = Scene.open(seats=("me", "greedy")).when("ann", Ready())
    scene.now += 3_600_000
    assert scene.when(SERVER, Resume(away=3_600_000)).happened == (Resumed,)
    assert scene.wait(3_000).table.status == "playing"
    scene = Scene.open().when("ann", Invite(seat=1, guest="robo", name="Robo"))
    scene.now += 3_600_000
    scene.when(SERVER, Resume(away=3_600_000)).when("robo", Enter(name="Robo", bot=True)).when(
        "robo", Sit(seat=1)
    )
    scene.check_log()


def test_nobody_is_gone_longer_than_there_was_a_server_to_come_back_to() -> None:
    scene = Scene.playing().play("b1").when(SERVER, Lost(guest="bob")).wait(10_000)
    scene.now += 3_600_000
    scene.when(SERVER, Resume(away=3_600_000)).refused("ann", Claim(), "not-claimable")
    assert scene.wait(50_000).when("ann", Claim()).table.status == "finished"


def test_a_table_where_nothing_was_to_come_has_nothing_to_resume() -> None:
    assert Scene.playing().wait(99_000).when(SERVER, Resume(away=3_600_000)).events == ()
    scene = Scene.playing(clock=Clock(move_ms=5_000)).wait(1_000)
    assert scene.when(SERVER, Resume(away=3_600_000)).happened == (Resumed,)
    assert scene.when(SERVER, Resume(away=3_600_000)).events == (), "it is served already"
    scene.refused("ann", Resume(away=1), "not-server")


@given(steps=st.lists(st.integers(-(10**9), 0), min_size=1, max_size=8))
def test_a_clock_that_is_set_back_takes_nothing_and_gives_nothing(steps: list[int]) -> None:
    scene = Scene.playing(clock=Clock(reserve_ms=60_000))
    for back in steps:
        table = scene.table
        scene.wait(1_000).play(next(table.game.prompt(table.position, table.turn[0]).moves()))
        now, scene.now = (
            scene.now,
            scene.now + back,
        )  # a command at the wrong time, and the clock is right again
        scene.when("eve", Enter(name=f"Eve {len(scene.log)}"))
        assert scene.table.at >= now
        scene.now = now
    assert sum(shown(scene).reserve_left) == 120_000 - 1_000 * len(steps)
    times = [event.at for event in scene.log]
    assert times == sorted(times)

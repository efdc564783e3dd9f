"""How a game ends at the table rather than by its rules."""

from __future__ import annotations

from quintet.games.record import replay
from quintet.table import SERVER, record, view
from quintet.table.commands import Abort, Claim, Found, Lost, Resign
from quintet.table.events import Finished, Resigned
from tests.table.scene import Scene


def test_resigning_gives_the_other_the_game() -> None:
    scene = Scene.playing().play("b1").when("ann", Resign())
    assert scene.happened == (Resigned, Finished)
    assert (scene.event(Finished).winners, scene.event(Finished).reason) == ((1,), "resigned")
    shown = view(scene.table, "ann").outcome
    assert shown is not None
    assert (shown.seat, shown.draw, shown.text) == (0, False, "a player resigned")
    scene.refused("bob", Resign(), "not-playing")
    scene.check_log()


def test_of_three_players_the_other_two_share_it() -> None:
    scene = Scene.playing("omega", options={"players": 3}).when("bob", Resign())
    assert scene.event(Finished).winners == (0, 2)


def test_a_resigned_game_is_a_valid_record() -> None:
    scene = Scene.playing().play("b1").when("ann", Resign())
    written = record(scene.table)
    assert written.outcome is not None
    assert written.outcome.reason == "resigned"
    assert replay(written).position == scene.table.position


def test_on_one_screen_the_seat_in_turn_resigns_or_the_one_that_is_named() -> None:
    scene = Scene.open(offline=True, seats=("me", "me")).play("b1").when("ann", Resign())
    assert scene.event(Resigned).seat == 1
    scene = Scene.open(offline=True, seats=("me", "me")).play("b1").when("ann", Resign(seat=0))
    assert scene.event(Resigned).seat == 0


def test_nobody_resigns_for_another() -> None:
    Scene.playing().refused("ann", Resign(seat=1), "not-your-seat")


def test_a_game_can_be_called_off_before_the_first_move_only() -> None:
    scene = Scene.playing().when("bob", Abort())
    assert (scene.event(Finished).winners, scene.event(Finished).reason) == ((), "aborted")
    Scene.playing().play("b1").refused("bob", Abort(), "too-late")


def test_a_game_whose_other_player_is_gone_can_be_claimed_after_a_minute() -> None:
    scene = Scene.playing().when(SERVER, Lost(guest="bob"))
    assert view(scene.table, "ann").seats[1].claim_at == scene.now + 60_000
    scene.wait(59_999).refused("ann", Claim(), "not-claimable")
    scene.wait(1).when("ann", Claim())
    assert (scene.event(Finished).winners, scene.event(Finished).reason) == ((0,), "abandoned")
    scene.check_log()


def test_who_comes_back_in_time_plays_on() -> None:
    scene = Scene.playing().when(SERVER, Lost(guest="bob")).wait(50_000).when(SERVER, Found(guest="bob"))
    scene.wait(20_000).refused("ann", Claim(), "not-claimable")


def test_nobody_claims_against_oneself_or_from_the_side() -> None:
    scene = Scene.playing().when(SERVER, Lost(guest="bob")).wait(60_000)
    scene.refused("bob", Claim(), "not-claimable")
    scene.refused("eve", Claim(), "not-here")


def test_of_three_those_who_stayed_share_a_claimed_game() -> None:
    scene = Scene.playing("omega", options={"players": 3}).when(SERVER, Lost(guest="bob")).wait(60_000)
    assert scene.when("ann", Claim()).event(Finished).winners == (0, 2)

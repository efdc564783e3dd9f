"""Undo, hint, restart, draw and rematch: asked of the others, who say yes or no."""

from __future__ import annotations

import pytest

from quintet.table import SERVER, next_wake, pending_machines, view
from quintet.table.commands import (
    Answer,
    Ask,
    Enter,
    Fill,
    GiveHint,
    Leave,
    Lost,
    MachineAnswer,
    Move,
    Ready,
    Resign,
    Sit,
    Withdraw,
)
from quintet.table.events import (
    Answered,
    AskKind,
    Counting,
    Finished,
    HintDue,
    Hinted,
    Offered,
    Played,
    Rematched,
    Restarted,
    Settled,
    Started,
    TakenBack,
)
from tests.table.scene import Scene


def settled(scene: Scene) -> str:
    return scene.event(Settled).how


# --- undo -----------------------------------------------------------------------------------------------------------


def test_the_player_who_just_moved_may_ask_to_take_it_back() -> None:
    scene = Scene.playing().play("b1")
    scene.refused("bob", Ask(kind="undo"), "nothing-to-undo")
    scene.when("ann", Ask(kind="undo"))
    assert scene.event(Offered) == Offered(
        at=scene.now, kind="undo", seat=0, waiting=(1,), expires=scene.now + 60_000
    )
    scene.when("bob", Answer(accept=True))
    assert scene.happened == (Answered, Settled, TakenBack)
    assert scene.table.plies == ()
    assert scene.table.turn == (0,)
    scene.check_log()


def test_after_the_answer_both_moves_are_taken_back() -> None:
    scene = Scene.playing().play("b1", "a1", "a2", "c1")
    scene.when("ann", Ask(kind="undo")).when("bob", Answer(accept=True))
    assert scene.event(TakenBack).plies == 2
    assert scene.table.position == Scene.playing().play("b1", "a1").table.position


def test_no_is_no_and_one_may_ask_again() -> None:
    scene = Scene.playing().play("b1").when("ann", Ask(kind="undo")).when("bob", Answer(accept=False))
    assert scene.happened == (Answered, Settled)
    assert settled(scene) == "denied"
    assert scene.table.plies
    scene.when("ann", Ask(kind="undo"))
    assert scene.when("bob", Answer(accept=True)).table.plies == ()


def test_before_any_move_there_is_nothing_to_undo() -> None:
    Scene.playing().refused("ann", Ask(kind="undo"), "nothing-to-undo")


def test_while_the_other_makes_several_moves_it_is_too_late_to_undo() -> None:
    scene = Scene.playing("gomoku", options={"opening": "swap2"}).play("j10", "k10", "l10", "place-two")
    assert scene.table.turn == (1,)
    scene.refused("ann", Ask(kind="undo"), "nothing-to-undo")
    scene.play("a1", "b2")
    assert scene.table.turn == (0,)
    assert scene.when("ann", Ask(kind="undo")).when("bob", Answer(accept=True)).event(TakenBack).plies == 2


def test_playing_on_ends_an_offer_to_undo() -> None:
    scene = Scene.playing().play("b1").when("ann", Ask(kind="undo")).play("a1")
    assert scene.happened == (Played,)
    scene.refused("bob", Answer(accept=True), "no-offer")


def test_a_machine_takes_back_at_once() -> None:
    scene = Scene.open(seats=("me", "level-5")).when("ann", Ready()).wait(3_000).play("b1", "a1")
    scene.when("ann", Ask(kind="undo"))
    assert scene.events == (TakenBack(at=scene.now, plies=0),)


# --- every kind -----------------------------------------------------------------------------------------------------


def test_an_offer_expires_after_a_minute() -> None:
    scene = Scene.playing().when("ann", Ask(kind="draw"))
    assert next_wake(scene.table) == scene.now + 60_000
    assert scene.wait(59_999).events == ()
    assert settled(scene.wait(1)) == "expired"
    scene.refused("bob", Answer(accept=True), "no-offer")
    scene.check_log()


def test_an_offer_shows_who_asked_and_who_has_not_answered() -> None:
    scene = Scene.playing("omega", options={"players": 3}).when("bob", Ask(kind="restart"))
    scene.when("ann", Answer(accept=True))
    shown = view(scene.table, "anybody").offer
    assert shown is not None
    assert (shown.kind, shown.name, shown.seat, shown.waiting) == ("restart", "Bob", 1, (2,))


def test_everybody_must_agree() -> None:
    scene = Scene.playing("omega", options={"players": 3}).when("bob", Ask(kind="restart"))
    scene.when("ann", Answer(accept=True))
    assert scene.happened == (Answered,)
    scene.refused("ann", Answer(accept=True), "not-asked")
    scene.refused("bob", Answer(accept=True), "not-asked")
    assert settled(scene.when("cat", Answer(accept=False))) == "denied"


def test_an_offer_can_be_withdrawn_by_who_made_it() -> None:
    scene = Scene.playing().when("ann", Ask(kind="draw"))
    scene.refused("bob", Withdraw(), "not-asked")
    assert settled(scene.when("ann", Withdraw())) == "withdrawn"
    scene.refused("ann", Withdraw(), "no-offer")


def test_one_offer_at_a_time() -> None:
    Scene.playing().when("ann", Ask(kind="draw")).refused("bob", Ask(kind="restart"), "offer-open")


@pytest.mark.parametrize("kind", ["draw", "restart"])
def test_who_asks_for_what_is_asked_of_them_agrees(kind: AskKind) -> None:
    """Two press the same button at once, and neither has seen what the other did."""
    scene = Scene.playing().when("ann", Ask(kind=kind)).when("bob", Ask(kind=kind))
    assert scene.table.offer is None
    assert settled(scene) == "accepted"
    scene = Scene.playing("omega", options={"players": 3}).when("ann", Ask(kind=kind))
    scene.when("bob", Ask(kind=kind))
    assert scene.table.offer is not None
    assert scene.table.offer.waiting == (2,)
    scene.refused("bob", Ask(kind=kind), "offer-open")
    assert settled(scene.when("cat", Ask(kind=kind))) == "accepted"


def test_who_asks_for_a_rematch_at_the_same_moment_gets_it() -> None:
    scene = Scene.playing().when("ann", Resign())
    scene.when("ann", Ask(kind="rematch")).when("bob", Ask(kind="rematch"))
    assert Rematched in scene.happened


def test_an_undo_of_ones_own_is_not_agreeing_to_anothers() -> None:
    scene = Scene.playing().play("b1").play("a1")
    scene.when("bob", Ask(kind="undo")).refused("ann", Ask(kind="undo"), "offer-open")


def test_spectators_neither_ask_nor_answer() -> None:
    scene = Scene.playing().when("ann", Ask(kind="draw")).when("cat", Enter(name="Cat"))
    scene.refused("cat", Answer(accept=True), "not-seated")
    scene.refused("cat", Ask(kind="draw"), "not-seated")
    scene.refused("eve", Ask(kind="draw"), "not-here")


def test_an_offer_ends_when_a_player_is_replaced() -> None:
    scene = Scene.open("omega", options={"players": 3}, seats=("me", "open", "greedy"))
    scene.when("bob", Enter(name="Bob", bot=True)).when("bob", Sit(seat=1)).when("bob", Ready())
    scene.when("ann", Ready()).wait(3_000).when("ann", Ask(kind="draw"))
    scene.when("ann", Fill(seat=1, machine="greedy"))
    assert scene.table.offer is None


@pytest.mark.parametrize("kind", ["undo", "hint", "restart", "draw"])
def test_these_are_for_a_running_game(kind: AskKind) -> None:
    Scene.open().refused("ann", Ask(kind=kind), "not-playing")
    Scene.playing().play("b1").when("ann", Resign()).refused("ann", Ask(kind=kind), "not-playing")


# --- draw -----------------------------------------------------------------------------------------------------------


def test_an_agreed_draw_ends_the_game() -> None:
    scene = Scene.playing().play("b1").when("ann", Ask(kind="draw")).when("bob", Answer(accept=True))
    assert scene.happened == (Answered, Settled, Finished)
    assert (scene.event(Finished).winners, scene.event(Finished).reason) == ((0, 1), "agreed")
    scene.check_log()


def test_a_draw_stays_open_over_the_askers_own_move_and_ends_when_the_other_plays_on() -> None:
    scene = Scene.playing().when("ann", Ask(kind="draw")).play("b1")
    assert scene.table.offer is not None
    assert scene.play("a1").table.offer is None


def test_a_machine_is_asked_for_its_evaluation() -> None:
    scene = Scene.open(seats=("me", "level-5")).when("ann", Ready()).wait(3_000).when("ann", Ask(kind="draw"))
    (need,) = pending_machines(scene.table)
    assert (need.seat, need.kind, need.machine) == (1, "draw", "level-5")
    answer = MachineAnswer(seat=1, accept=True, version=need.version)
    scene.refused("ann", answer, "not-server")
    scene.refused(SERVER, MachineAnswer(seat=1, accept=True, version=need.version - 1), "stale")
    assert scene.when(SERVER, answer).event(Finished).reason == "agreed"
    scene.refused(SERVER, answer, "stale")


def test_the_server_does_not_answer_for_a_person() -> None:
    scene = Scene.playing().when("ann", Ask(kind="draw"))
    scene.refused(SERVER, MachineAnswer(seat=1, accept=True, version=scene.table.version), "not-your-seat")


# --- hint -----------------------------------------------------------------------------------------------------------


def test_a_hint_needs_consent_and_comes_from_the_engine() -> None:
    scene = Scene.playing()
    scene.refused("bob", Ask(kind="hint"), "not-your-turn")
    scene.when("ann", Ask(kind="hint")).when("bob", Answer(accept=True))
    assert scene.happened == (Answered, Settled, HintDue)
    (need,) = pending_machines(scene.table)
    assert (need.seat, need.kind, need.machine) == (0, "hint", None)
    scene.refused("ann", Ask(kind="hint"), "already-accepted")
    scene.refused("bob", GiveHint(seat=0, version=need.version, move="b1"), "not-server")
    scene.refused(SERVER, GiveHint(seat=0, version=1, move="b1"), "stale")
    hint = GiveHint(seat=0, version=need.version, move="b1", note="wins the corner")
    assert scene.when(SERVER, hint).event(Hinted).move == "b1"
    assert pending_machines(scene.table) == ()
    scene.refused(SERVER, hint, "stale")
    scene.check_log()


def test_a_hint_is_seen_only_by_who_asked_and_only_until_the_move() -> None:
    scene = Scene.open(seats=("me", "greedy")).when("ann", Ready()).wait(3_000).when("ann", Ask(kind="hint"))
    assert scene.happened == (HintDue,)
    scene.when(SERVER, GiveHint(seat=0, version=scene.table.version, move="b1"))
    mine = view(scene.table, "ann").hint
    assert mine is not None
    assert mine.move == "b1"
    assert view(scene.table, "anybody").hint is None
    assert view(scene.play("c4").table, "ann").hint is None


# --- restart and rematch --------------------------------------------------------------------------------------------


def test_a_restart_begins_again_with_the_same_seats() -> None:
    scene = Scene.playing().play("b1", "a1").when("bob", Ask(kind="restart")).when("ann", Answer(accept=True))
    assert scene.happened == (Answered, Settled, Restarted)
    assert scene.table.plies == ()
    assert scene.table.position == scene.table.game.start()
    assert scene.holder(0) == "ann"
    scene.check_log()


def test_a_rematch_swaps_the_seats_and_counts_down() -> None:
    scene = Scene.playing().play("b1").when("bob", Resign())
    scene.when("ann", Ask(kind="rematch")).when("bob", Answer(accept=True))
    assert scene.happened == (Answered, Settled, Rematched, Counting)
    assert scene.wait(3_000).event(Started).players == ("Bob", "Ann")
    assert scene.table.turn == (0,)
    assert scene.table.plies == ()
    assert scene.table.result is None
    scene.check_log()


def test_three_players_move_one_seat_on() -> None:
    scene = Scene.playing("omega", options={"players": 3}).when("cat", Resign())
    scene.when("ann", Ask(kind="rematch")).when("bob", Answer(accept=True)).when("cat", Answer(accept=True))
    assert scene.wait(3_000).event(Started).players == ("Cat", "Ann", "Bob")


def test_a_rematch_against_a_machine_starts_at_once_after_the_countdown() -> None:
    scene = Scene.open(seats=("me", "level-2")).when("ann", Ready()).wait(3_000).when("ann", Resign())
    assert scene.when("ann", Ask(kind="rematch")).happened == (Rematched, Counting)
    assert scene.table.seats[0].machine == "level-2"


def test_a_rematch_is_for_after_a_game_with_every_seat_taken() -> None:
    Scene.playing().refused("ann", Ask(kind="rematch"), "game-running")
    scene = Scene.playing().play("b1").when("bob", Leave(sure=True))
    scene.refused("ann", Ask(kind="rematch"), "seats-vacant")
    scene.when("cat", Enter(name="Cat")).when("cat", Sit(seat=1)).when("cat", Ask(kind="rematch"))
    scene.when("ann", Answer(accept=True))
    assert scene.wait(3_000).event(Started).players == ("Cat", "Ann")


# --- offline --------------------------------------------------------------------------------------------------------


def offline(*seats: str) -> Scene:
    return Scene.open(offline=True, seats=seats)


def test_offline_undo_needs_nobody_and_is_possible_at_any_moment() -> None:
    scene = offline("me", "me").play("b1", "a1")
    assert scene.when("ann", Ask(kind="undo")).events == (TakenBack(at=scene.now, plies=1),)
    assert scene.when("ann", Ask(kind="undo")).table.plies == ()
    scene.refused("ann", Ask(kind="undo"), "nothing-to-undo")


def test_offline_undo_goes_back_to_ones_own_move() -> None:
    scene = offline("me", "greedy").play("b1")
    assert scene.when("ann", Ask(kind="undo")).event(TakenBack).plies == 0
    scene.play("b1", "a1")
    assert scene.when("ann", Ask(kind="undo")).event(TakenBack).plies == 0


def test_offline_undo_works_after_the_end() -> None:
    scene = offline("me", "me").play("b1", "a1").when("ann", Resign())
    scene.when("ann", Ask(kind="undo"))
    assert (scene.table.status, scene.table.result, len(scene.table.plies)) == ("playing", None, 1)
    scene.check_log()


def test_offline_a_hint_can_be_had_at_any_moment_of_the_game() -> None:
    scene = offline("greedy", "me").when("ann", Ask(kind="hint"))
    assert scene.event(HintDue).seat == 0
    scene.when(SERVER, GiveHint(seat=0, version=scene.table.version, move="b1"))
    assert view(scene.table, "ann").hint is not None
    assert view(scene.table, "bob").hint is None


def test_offline_restart_and_draw_happen_at_once() -> None:
    scene = offline("me", "me").play("b1")
    assert scene.when("ann", Ask(kind="restart")).happened == (Restarted,)
    assert scene.when("ann", Ask(kind="draw")).happened == (Finished,)
    assert scene.when("ann", Ask(kind="restart")).happened == (Restarted,)


def test_offline_a_machine_still_decides_about_a_draw() -> None:
    assert offline("me", "level-3").when("ann", Ask(kind="draw")).happened == (Offered,)


def test_offline_a_rematch_starts_at_once_with_seats_swapped() -> None:
    scene = offline("me", "level-3").when("ann", Resign()).when("ann", Ask(kind="rematch"))
    assert scene.happened == (Rematched, Started)
    assert scene.table.seats[0].machine == "level-3"
    scene.check_log()


def test_a_late_engine_move_after_an_undo_is_stale() -> None:
    scene = offline("me", "level-3").play("b1")
    (need,) = pending_machines(scene.table)
    scene.when("ann", Ask(kind="undo"))
    scene.refused(SERVER, Move(seat=1, text="a1", version=need.version), "stale")


def test_a_gone_players_offer_can_still_be_answered() -> None:
    scene = Scene.playing().play("b1").when("ann", Ask(kind="undo")).when(SERVER, Lost(guest="ann"))
    assert scene.when("bob", Answer(accept=True)).event(TakenBack).plies == 0

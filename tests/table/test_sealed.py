"""Simultaneous rounds: moves stay sealed until the last one is in."""

from __future__ import annotations

from quintet.table import view
from quintet.table.commands import Answer, Ask, Resign
from quintet.table.events import Finished, Played, Submitted
from tests.table.scene import Scene


def omega(players: int = 2) -> Scene:
    return Scene.playing("omega", options={"size": 5, "players": players})


def test_a_round_is_revealed_when_the_last_move_is_in_in_the_order_submitted() -> None:
    scene = omega(3)
    sealed = scene.when("cat", scene.move(2, "wa1 bb1 gc1")).event(Submitted)
    assert (sealed.seat, sealed.move, sealed.again) == (2, "wa1 bb1 gc1", False)
    scene.when("ann", scene.move(0, "wa2 bb2 gc2"))
    assert scene.table.plies == ()
    revealed = scene.when("bob", scene.move(1, "wa3 bb3 gc3")).event(Played)
    assert revealed.moves == ((2, "wa1 bb1 gc1"), (0, "wa2 bb2 gc2"), (1, "wa3 bb3 gc3"))
    scene.check_log()


def test_a_sealed_move_can_be_changed_until_then() -> None:
    scene = omega()
    scene.when("ann", scene.move(0, "wa1 bb1")).when("ann", scene.move(0, "bd1 wc1"))
    assert scene.events == (Submitted(at=scene.now, seat=0, move="wc1 bd1", again=True),)
    scene.refused("ann", scene.move(0, "wc1 bd1"), "already-accepted")
    scene.when("bob", scene.move(1, "wa1 bb1"))
    assert scene.event(Played).moves == ((0, "wc1 bd1"), (1, "wa1 bb1"))
    scene.check_log()


def test_a_sealed_move_must_be_legal() -> None:
    scene = omega()
    scene.refused("ann", scene.move(0, "wa1 ba1"), "illegal-move")


def test_a_resent_sealed_move_is_accepted_once_even_after_the_reveal() -> None:
    scene = omega()
    early = scene.move(0, "wa1 bb1")
    scene.when("ann", early).when("bob", scene.move(1, "wa2 bb2"))
    scene.refused("ann", early, "already-accepted")


def test_the_moves_of_an_unfinished_round_die_with_the_game() -> None:
    scene = omega()
    scene.when("ann", scene.move(0, "wa1 bb1")).when("bob", Resign())
    assert scene.event(Finished).winners == (0,)
    assert scene.table.sealed == ()


def test_a_kicked_players_sealed_move_goes_too() -> None:
    scene = omega(3)
    scene.when("bob", scene.move(1, "wa1 bb1 gc1")).remove("bob")
    assert scene.table.sealed == ()
    scene.check_log()


def test_any_player_may_ask_to_take_a_whole_round_back() -> None:
    scene = omega()
    scene.when("ann", scene.move(0, "wa1 bb1")).when("bob", scene.move(1, "wa2 bb2"))
    scene.when("bob", scene.move(1, "wd4 bd5"))
    scene.when("ann", Ask(kind="undo")).when("bob", Answer(accept=True))
    assert scene.table.plies == ()
    assert scene.table.sealed == ()
    scene.check_log()


def test_an_engine_sees_no_more_than_a_player() -> None:
    scene = omega()
    scene.when("ann", scene.move(0, "wa1 bb1"))
    assert view(scene.table, "bob").sealed == ()
    assert view(scene.table, "ann").sealed == ((0, "wa1 bb1"),)

"""What a move did, marked and told."""

from __future__ import annotations

from random import Random

from quintet.games import game
from quintet.games.contract import Change
from quintet.games.record import Replay
from quintet.say.marks import changes_text, deeds, marked, move_text, put_down, whose
from quintet.say.told import told_ply
from quintet.table.shapes import PlyView


def test_both_ends_of_what_was_moved_are_marked_and_told() -> None:
    moved = [Change(kind="move", space="a1", piece="r", to="c3"), Change(kind="turn", space="c4", piece="r")]
    assert marked(moved) == ("a1", "c3")
    assert changes_text(moved) == "moved a1 to c3; turned c4"


def test_what_a_move_did_is_told_to_who_hears_it() -> None:
    reversi, best = game("reversi"), game("best")
    _, changes = reversi.play(reversi.start(), {0: "d3"})
    assert deeds(changes, "d3") == "turns d4"
    _, changes = best.play(best.start(), {0: "2"})
    assert deeds(changes, "2") == "lands on b1"
    taken = [Change(kind="remove", space=space, step=1) for space in ("f5", "g5")]
    fallen = [
        Change(kind="fall", space="a3", to="a2", step=2),
        Change(kind="fall", space="b3", to="b1", step=2),
    ]
    assert deeds([*taken, *fallen]) == "takes off f5 and g5, lets a3 fall to a2 and b3 to b1"
    assert deeds([Change(kind="turn", space=f"a{n}", piece="b") for n in range(9)]) == "turns 9 spaces"
    assert deeds([Change(kind="move", space="a1", to="c3")], "a1 c3") == ""


def test_of_a_round_it_is_known_whose_every_piece_is() -> None:
    omega = game("omega", size=4)
    _, changes = omega.play(omega.start(), {1: "wa1 bb2", 0: "bd4 wb2"})
    assert whose(changes) == {"d4": (0,), "b2": (0, 1), "a1": (1,)}
    assert [change.step for change in changes if change.kind == "place"] == [0, 0, 1, 1]
    told = told_ply(omega, PlyView(moves=((1, "wa1 bb2"), (0, "wb2 bd4")), changes=changes))
    assert (told.whose, told.did) == ({"b2": (0, 1), "d4": (0,), "a1": (1,)}, "burns b2")


def test_a_token_that_fell_is_marked_where_it_lies() -> None:
    best = game("best", tokens=20)
    played, rng = Replay(best), Random(3)
    while played.owing:
        seat = played.owing[0]
        played.submit(seat, best.prompt(played.position, seat).sample(rng))
        step = played.steps[-1]
        board = best.board(step.position)
        left = {c.space for c in step.changes if c.kind == "remove"}
        assert all(space in board or space in left for space in marked(step.changes))


def test_a_list_of_moves_shows_the_stone_that_was_placed() -> None:
    gomoku = game("gomoku", opening="swap2")
    played = Replay(gomoku)
    for move in ("j10", "k10", "a1", "take-white"):
        played.submit(played.owing[0], move)
    told = [
        told_ply(gomoku, PlyView(moves=tuple(step.moves.items()), changes=step.changes)).moves[0]
        for step in played.steps
    ]
    assert [(move.text, move.pieces) for move in told] == [
        ("j10", "b"),
        ("k10", "w"),
        ("a1", "b"),
        ("Take white", ""),
    ]


def test_a_round_is_told_in_the_order_of_the_seats() -> None:
    omega = game("omega", size=4)
    ply = told_ply(omega, PlyView(moves=((1, "wa1 bb2"), (0, "wc3 bd4")), changes=()))
    assert [move.seat for move in ply.moves] == [0, 1]
    assert (
        put_down([Change(kind="place", space="a1", piece="bb"), Change(kind="place", space="b1", piece="p")])
        == "bp"
    )


def test_a_word_alone_and_one_that_others_follow_are_called_by_their_names() -> None:
    onyx = game("onyx")
    assert move_text(onyx, "remove") == "Take nothing off"
    assert move_text(onyx, "remove a1 b2") == "Take off a1 b2"
    assert move_text(onyx, "pass") == "Pass"
    assert move_text(onyx, "bb@a1") == "bb@a1"

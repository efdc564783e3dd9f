"""What a move did, marked and told."""

from __future__ import annotations

from random import Random

from quintet.games import game
from quintet.games.contract import Change
from quintet.games.record import Replay
from quintet.say.marks import changes_text, marked, put_down
from quintet.say.told import told_ply
from quintet.table.shapes import PlyView


def test_both_ends_of_what_was_moved_are_marked_and_told() -> None:
    moved = [Change(kind="move", space="a1", piece="r", to="c3"), Change(kind="turn", space="c4", piece="r")]
    assert marked(moved) == ("a1", "c3")
    assert changes_text(moved) == "moved a1 to c3; turned c4"


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

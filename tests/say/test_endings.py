"""The end of a game, explained to whoever looks at it."""

from __future__ import annotations

import pytest

from quintet.chat.words import last_of, table_text
from quintet.desktop.feed import record_feed
from quintet.desktop.items import Over
from quintet.games import game
from quintet.games.contract import Account, Group, Line
from quintet.games.record import Replay, replay
from quintet.say.endings import account_lines, deciding, told_ending
from quintet.table import view
from quintet.table.commands import Resign
from quintet.terminal.words import board_text, ending_text
from quintet.wire.picture import record_of
from tests.table.scene import Scene

FIVE = "c3 a9 d4 b9 e5 c9 f6 i1 g7"


def test_a_sum_is_told_line_by_line_without_what_is_nobodys() -> None:
    account = Account((Line("Groups", ("3 × 2", "5")), Line("Bonus", ("", "5")), Line("Nothing", ("", ""))))
    assert account_lines(account, ("White", "Black")) == ["Groups: White 3 × 2, Black 5", "Bonus: Black 5"]
    assert account_lines(None, ("White", "Black")) == []


def test_what_the_winner_won_by_is_marked_and_no_more() -> None:
    groups = (
        Group("Row", ("a1", "a2"), 0),
        Group("Row", ("a2", "a3"), 0),
        Group("Row", ("c1",), 1),
        Group("Reached", ("c3",), 0, joined=False),
    )
    assert deciding(Account(groups=groups), (0,)) == ("a1", "a2", "a3")
    assert deciding(Account(groups=groups), ()) == ()


def test_plain_text_marks_the_row_and_tells_the_sum() -> None:
    gomoku = game("gomoku", size=9)
    played = Replay(gomoku)
    for move in FIVE.split():
        played.submit(played.owing[0], move)
    assert ending_text(played).splitlines() == [
        "Seat 1 (black) wins: five in a row.",
        "Longest row: Black 5, White 3",
        "Captured pairs: Black 0, White 0",
    ]
    assert board_text(played).count("(b)") == 5


@pytest.mark.parametrize(
    ("guest", "verdict", "mood"),
    [("ann", "You won", "won"), ("bob", "You lost", "lost"), ("eve", "Ann won", "over")],
)
def test_everybody_hears_it_from_where_they_sit(guest: str, verdict: str, mood: str) -> None:
    scene = five_in_a_row()
    told = told_ending(scene.table.game, view(scene.table, guest))
    assert told is not None
    assert (told.verdict, told.mood, told.reason) == (verdict, mood, "Five in a row.")
    assert told.seats == ("Ann", "Bob")
    assert told.spoken == ("Ann: Five in a row, c3, d4, e5, f6, g7.",)


def test_where_scores_decide_the_reason_is_a_sentence_for_who_lost_too() -> None:
    scene, best = Scene.playing("best"), game("best")
    while best.outcome(scene.table.position) is None:
        (seat,) = scene.table.turn
        scene.play(next(best.prompt(scene.table.position, seat).moves()))
    for guest in ("ann", "bob", "eve"):
        told = told_ending(best, view(scene.table, guest))
        assert told is not None
        assert told.reason == ("The scores are equal." if told.mood == "draw" else "The higher score wins.")


def test_who_resigns_leaves_nothing_to_count() -> None:
    scene = Scene.playing("gomoku", options={"size": 9}).when("bob", Resign())
    told = told_ending(scene.table.game, view(scene.table, "ann"))
    assert told is not None
    assert (told.verdict, told.reason, told.lines, told.groups) == ("You won", "Bob resigned.", (), ())


def five_in_a_row() -> Scene:
    return Scene.playing("gomoku", options={"size": 9}).play(*FIVE.split())


def test_the_message_of_a_channel_and_the_feed_of_a_window_tell_and_mark_the_same() -> None:
    shown = view(five_in_a_row().table, "eve")
    told = table_text(shown, lambda seat: seat.name, 0).splitlines()
    assert told[-3:] == [
        "Last move: `g7` by Ann.",
        "🏆 **Ann wins**: five in a row.",
        "-# Longest row: Black 5, White 3",
    ], "captured pairs stand beside the seats"
    row = ("c3", "d4", "e5", "f6", "g7")
    assert last_of(shown) == row
    feed, items = record_feed(replay(record_of(shown))), []
    while (item := feed.next()) is not None:
        items.append(item)
    lines = ("Longest row: Ann 5, Bob 3", "Captured pairs: Ann 0, Bob 0")
    assert items[-1] == Over("Ann wins: five in a row.", lines, row, winners=(0,), mood="over")

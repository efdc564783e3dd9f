"""Pages of keys tell of keys that there are."""

from __future__ import annotations

import re

import pytest
from textual import events
from textual.binding import Binding
from textual.widgets import Input
from textual.widgets._footer import FooterKey

from quintet.games import GAMES
from quintet.terminal.board import BoardView
from quintet.terminal.boardscreen import BoardScreen
from quintet.terminal.learning import LessonScreen
from quintet.terminal.puzzles import PuzzleScreen
from quintet.terminal.retry import RetryScreen
from quintet.terminal.study import StudyScreen
from quintet.terminal.table import TableScreen
from quintet.wire.composer import Composer
from quintet.wire.making import why_no_word
from tests.terminal.conftest import table_app, table_of
from tests.waiting import until

NAMES = {"/": "slash", ",": "comma", "[": "left_square_bracket", "]": "right_square_bracket"}
SCREENS = (TableScreen, StudyScreen, PuzzleScreen, LessonScreen, RetryScreen)


def bound(screen: type[BoardScreen]) -> set[str]:
    """Every key of a screen with a board."""
    bindings = [one for kind in (*screen.__mro__, BoardView) for one in vars(kind).get("BINDINGS", ())]
    return {key for one in bindings if isinstance(one, Binding) for key in one.key.split(",")}


@pytest.mark.parametrize("screen", SCREENS)
def test_every_key_of_a_page_is_bound(screen: type[BoardScreen]) -> None:
    rows = re.findall(r"^\| ([^|]*`[^|]*) \|", screen.HELP, re.MULTILINE)
    keys = {NAMES.get(key, key) for row in rows for key in re.findall(r"`([^`]+)`", row)}
    assert len(keys) > 10
    assert keys <= bound(screen)


def test_a_number_without_a_word_is_told_which_words_there_are() -> None:
    game = GAMES["gomoku"](opening="swap2")
    position = game.start()
    for move in ("h8", "h9", "j9"):
        position, _ = game.play(position, {0: move})
    composer = Composer(game.prompt(position, 1))
    told = why_no_word(composer, 9)
    assert not why_no_word(composer, 1)
    assert told.startswith("There is no such word now: 1 is ")
    assert all(f"{number} is " in told for number in range(1, len(composer.words) + 1))


async def test_a_hint_that_is_looked_for_is_told_once() -> None:
    app = table_app("reversi", "me", "random")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        await pilot.press("t")
        await until(lambda: table_of(app).session.view.hint is not None)
        await pilot.pause()
        assert "hint" not in "".join(table_of(app)._news)


async def test_a_move_that_is_typed_in_one_go_is_played_whole() -> None:
    app = table_app("reversi")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        for key in ("slash", "d", "4", "backspace", "3", "home", "d", "delete", "enter"):
            app.post_message(events.Key(key, {"slash": "/", "enter": None}.get(key, key)))
        session = table_of(app).session
        await until(lambda: bool(session.view.plies))
        assert session.view.plies[0].moves[0][1] == "d3"
        await pilot.press("slash", "slash")
        typed = app.screen.query_one(Input)
        await until(lambda: typed.value == "/")
        await until(lambda: "Back to the board" in {key.description for key in app.screen.query(FooterKey)})


async def test_keys_pressed_in_one_go_are_heard_in_their_order() -> None:
    app = table_app("onyx")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        board = app.screen.query_one(BoardView)
        start = board.cursor
        for key in ("tab", "tab", "enter", "right", "enter", "p"):
            app.post_message(events.Key(key, None))
        session = table_of(app).session
        await until(lambda: bool(session.view.plies))
        assert session.view.plies[0].moves[0][1] == f"b@{board.cursor} p@{start}"


async def test_what_can_be_clicked_is_heard_while_something_is_typed() -> None:
    app = table_app("onyx")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.press("slash", "p")
        typed = app.screen.query_one(Input)
        await until(lambda: typed.value == "p")
        await app.run_action("screen.want('pp')", app.screen)
        composer = table_of(app).composer
        assert composer is not None
        assert composer.key == "pp"

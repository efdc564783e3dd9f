"""What is said for a while, and what there is room for in a small terminal."""

from __future__ import annotations

from random import Random

import pytest
from textual.widgets import Input, Static
from textual.widgets._footer import FooterKey

from quintet.games import GAMES
from quintet.table import Need, Table
from quintet.table.commands import AnyCommand
from quintet.terminal.app import QuintetApp
from quintet.terminal.board import BoardView
from quintet.terminal.dialogs import Sure
from quintet.terminal.table import TableScreen
from quintet.wire.client import ServerError
from quintet.wire.session import INSTEAD
from tests.terminal.conftest import table_app, table_of
from tests.waiting import until


async def test_a_sentence_takes_the_place_of_the_one_before() -> None:
    app = table_app("gomoku")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.press("y", "c", "tab")
        await until(lambda: any("one kind of piece" in note.message for note in app._notifications))
        assert len(app._notifications) == 1
        for said in ("This.", "That.", "The last one."):
            app.notify(said)
        await until(lambda: any(note.message == "The last one." for note in app._notifications))
        assert len(app._notifications) == 1


async def test_the_last_line_has_the_keys_for_which_it_is_the_time() -> None:
    app = table_app("reversi")
    async with app.run_test(size=(100, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))

        def keys() -> str:
            return " ".join(key.description for key in app.screen.query(FooterKey))

        await until(lambda: "Type" in keys())
        assert "Rematch" not in keys()
        await pilot.press("x")
        await until(lambda: isinstance(app.screen, Sure))
        await pilot.press("y")
        await until(lambda: "Rematch" in keys())
        assert "Study" in keys()
        assert "Hint" not in keys()
        await pilot.press("t")
        await until(lambda: bool(app._notifications))  # a key that is not shown says why it cannot be used


@pytest.mark.parametrize("typed", ["[/b]", "[red", "[@click=app.quit]x[/]"])
async def test_brackets_that_are_typed_are_only_brackets(typed: str) -> None:
    app = table_app("gomoku")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.press("slash")
        app.screen.query_one(Input).value = typed
        await pilot.press("enter")
        await until(lambda: bool(app._notifications))
        await pilot.pause()
        (note,) = app._notifications
        assert typed in note.message
        assert note.message.endswith("to s19.")


async def test_what_is_typed_while_it_is_handed_over_is_answered() -> None:
    app = table_app("omega")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        table = table_of(app)
        assert table.composer is not None
        await pilot.press("slash")
        app.screen.query_one(Input).value = table.composer.prompt.sample(Random(1))
        await pilot.press("enter")
        await until(lambda: table.hands.handing_over)
        await pilot.press("slash", *"a1", "enter")
        await until(lambda: any("1 says that you are" in note.message for note in app._notifications))


async def test_a_board_of_nineteen_lines_has_room_for_pieces_on_a_hundred_and_twenty_characters() -> None:
    app = table_app("gomoku")
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        assert app.screen.query_one(BoardView).picture.plan.scale == (4, 2)


async def test_the_marked_game_is_told_of_in_a_whole_sentence_from_the_start() -> None:
    app = QuintetApp()
    async with app.run_test(size=(60, 20)):
        about = app.screen.query_one("#summary", Static)
        await until(
            lambda: str(about.content).startswith("Outflank") and str(about.content).endswith("wins.")
        )


@pytest.mark.parametrize("name", GAMES)
async def test_sixty_characters_are_enough_to_read_all_beside_the_board(name: str) -> None:
    app = table_app(name)
    async with app.run_test(size=(60, 20)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        for part in ("#seats", "#ask", "#typed", "#boardbox"):
            region = app.screen.query_one(part).region
            assert region.right <= 60, part
            assert region.bottom <= 20, part
            assert region.area, part


async def test_the_cursor_is_in_sight_after_the_terminal_has_become_smaller() -> None:
    app = table_app("gomoku")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.press(*["l"] * 9, *["j"] * 9)
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        board, box = app.screen.query_one(BoardView), app.screen.query_one("#boardbox")
        line, column = board.picture.places[board.cursor]
        await until(lambda: box.scroll_offset.x > 0)
        await pilot.pause()
        x, y = board.region.x + column, board.region.y + line
        assert box.scrollable_content_region.contains(x, y)


async def test_nobody_is_said_to_think_who_has_ended() -> None:
    async def ends(_table: Table, _need: Need) -> AnyCommand:
        raise ServerError("machine-failed", "The program has ended.")

    app = table_app("best", "random", "me")
    app._think = ends
    async with app.run_test(size=(100, 30)):
        await until(lambda: isinstance(app.screen, TableScreen))

        def asked() -> str:
            return str(app.screen.query_one("#ask", Static).content)

        await until(lambda: "has ended" in asked())
        assert asked() == f"The program has ended. {INSTEAD}"

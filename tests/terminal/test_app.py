"""The full-screen terminal, played by keys and clicks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widgets import Button, Input, Label, Select, Static

from quintet.games import GAMES
from quintet.games.record import read_record, replay
from quintet.table import Clock, Need, Table
from quintet.table.commands import AnyCommand, Create, Move
from quintet.terminal.app import QuintetApp, Tiny
from quintet.terminal.board import BoardView
from quintet.terminal.dialogs import Choose, Page, Sure
from quintet.terminal.home import Home
from quintet.terminal.settings import Settings, load_settings
from quintet.terminal.setup import OWN, Setup
from quintet.terminal.table import TableScreen
from quintet.wire.composer import Composer
from tests.terminal.conftest import table_app, table_of, think
from tests.waiting import until

SIZE = (80, 24)


@asynccontextmanager
async def playing(app: QuintetApp, size: tuple[int, int] = SIZE) -> AsyncIterator[Pilot[None]]:
    async with app.run_test(size=size) as pilot:
        await until(lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack))
        await pilot.pause()
        yield pilot


def shown(app: QuintetApp, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).content)


def fitted(app: QuintetApp) -> bool:
    """Does the board lie where it will stay, as large as its place allows? Before that a click would meet another space."""
    board, box = app.screen.query_one(BoardView), app.screen.query_one("#boardbox")
    return board.room == box.content_size and board.size == (board.picture.width, board.picture.height)


async def click_space(pilot: Pilot[Any], app: QuintetApp, space: str) -> None:
    await until(lambda: fitted(app))
    line, column = app.screen.query_one(BoardView).picture.places[space]
    await pilot.click(BoardView, offset=(column, line))


async def play_by_click(pilot: Pilot[Any], app: QuintetApp, move: str) -> None:
    """A move made with the mouse, and a key to play it where one click does not."""
    table = table_of(app)
    before = table.session.view.version
    assert table.composer is not None
    prompt = table.composer.prompt
    if move in prompt.words:
        await pilot.press(str(prompt.words.index(move) + 1))
    else:
        wanted = Composer(prompt)
        assert wanted.load(move)
        for choice in wanted.chosen[len(table.composer.chosen) :]:
            if choice.piece and choice.piece != table.composer.key:
                table.action_want(choice.piece)
            await click_space(pilot, app, choice.space)
        if table.session.view.version == before:
            await pilot.press("p")
    await until(lambda: table.session.view.version > before)
    await pilot.pause()


@pytest.mark.parametrize("name", GAMES)
async def test_every_game_is_played_with_the_mouse(name: str) -> None:
    options: dict[str, Any] = {
        "reversi": {"size": 4},
        "onyx": {"board": "king-2"},
        "omega": {"size": 3},
        "best": {"tokens": 2},
    }
    app = table_app(name, options=options.get(name, {}))
    rng = Random(1)
    async with playing(app) as pilot:
        table = table_of(app)
        for _ in range(24 if name in options else 6):
            if table.session.view.status != "playing":
                break
            if table.hands.handing_over:
                await pilot.press("1")
            assert table.composer is not None
            await play_by_click(pilot, app, table.composer.prompt.sample(rng))
        assert table.session.view.plies
        if name in options:
            assert table.session.view.status == "finished"
            assert "wins" in shown(app, "ask") or "draw" in shown(app, "ask").lower()


async def test_the_cursor_moves_by_arrows_and_letters_and_enter_plays() -> None:
    app = table_app("reversi", "me", "random")
    async with playing(app) as pilot:
        board = app.screen.query_one(BoardView)
        start = board.cursor
        await pilot.press("left", "up")
        assert board.cursor != start
        await pilot.press("l", "j")
        assert board.cursor == start == "d4"
        await pilot.press("k", "enter")
        await until(lambda: len(table_of(app).session.view.plies) == 2)
        assert dict(table_of(app).session.view.plies[0].moves) == {0: "d3"}


async def test_moves_can_be_typed_and_wrong_ones_are_explained() -> None:
    app = table_app("reversi", "me", "me")
    async with playing(app) as pilot:
        await pilot.press("slash", *"a1", "enter")
        await until(lambda: any("a1" in str(note.message) for note in app._notifications))
        table = table_of(app)
        assert not table.session.view.plies
        app.screen.query_one(Input).value = "d3"
        await pilot.press("enter")
        await until(lambda: len(table.session.view.plies) == 1)
        await pilot.pause()
        assert app.screen.query_one(Input).value == ""
        assert isinstance(app.focused, BoardView)


async def test_where_a_game_stands_is_not_told_once_it_is_over() -> None:
    app = table_app("onyx", options={"board": "king-2"})
    async with playing(app) as pilot:
        await pilot.press("1")
        await until(lambda: len(table_of(app).session.view.plies) == 1)
        await pilot.pause()
        assert "Placing" in shown(app, "title")
        await pilot.press("x", "y")
        await until(lambda: table_of(app).session.view.status == "finished")
        await pilot.pause()
        assert "Placing" not in shown(app, "title")
        await pilot.press("left_square_bracket")
        assert "Placing" in shown(app, "title")


async def test_undo_hint_restart_draw_and_resign() -> None:
    app = table_app("reversi", "me", "random")
    async with playing(app) as pilot:
        session = table_of(app).session
        await pilot.press("t")
        await until(lambda: session.view.hint is not None)
        await pilot.pause()
        assert "Hint" in shown(app, "hint")
        assert session.view.hint is not None
        assert app.screen.query_one(BoardView).picture.marks.hint == (session.view.hint.move,)
        await pilot.press("k", "enter")
        await until(lambda: len(session.view.plies) == 2)
        await pilot.press("u")
        await until(lambda: len(session.view.plies) == 0)
        await pilot.press("enter")
        await until(lambda: len(session.view.plies) == 2)
        await pilot.press("r")
        await until(lambda: isinstance(app.screen, Sure))
        await pilot.pause()
        await pilot.press("n", "r", "y")
        await until(lambda: len(session.view.plies) == 0)
        await pilot.press("enter")
        await until(lambda: len(session.view.plies) == 2)
        await pilot.press("d")
        await until(lambda: session.view.status == "finished")
        assert session.view.outcome is not None
        assert session.view.outcome.reason == "agreed"
        await pilot.press("m")
        await until(lambda: session.view.status == "playing")
        await until(lambda: bool(session.view.prompts))
        await pilot.pause()
        app.screen.query_one(BoardView).focus()
        await pilot.press("x", "y")
        await until(lambda: session.view.status != "playing")


async def test_the_game_can_be_stepped_through() -> None:
    app = table_app("reversi", "me", "me")
    async with playing(app) as pilot:
        table = table_of(app)
        for move in ("d3", "c3", "c4"):
            await table.session.move(move)
        await pilot.pause()
        await pilot.press("left_square_bracket", "left_square_bracket")
        assert table.step == 1
        assert "After move 1 of 3" in shown(app, "ask")
        assert "Discs 4" in shown(app, "seats")  # black's, and one is left to white
        assert "Discs 1" in shown(app, "seats")
        await pilot.press("left_curly_bracket")
        assert table.step == 0
        await pilot.press("right_square_bracket", "right_curly_bracket")
        assert "Discs 5" in shown(app, "seats")
        assert table.step is None


async def test_clocks_are_shown_and_run_out() -> None:
    app = table_app("reversi", "me", "me", clock=Clock(move_ms=400, reserve_ms=0))
    async with playing(app) as pilot:
        session = table_of(app).session
        assert "0:00" in shown(app, "seats")
        await until(lambda: session.view.status == "finished")
        await pilot.pause()
        await until(lambda: "ran out of time" in shown(app, "ask"))


async def test_from_the_menu_to_a_table_and_back() -> None:
    app = QuintetApp(settings=Settings(speed="none"), think=think, rules=lambda name: f"# Rules of {name}")
    async with app.run_test(size=SIZE) as pilot:
        await until(lambda: isinstance(app.screen, Home))
        await pilot.pause()
        await pilot.press("down", "enter")
        await until(lambda: isinstance(app.screen, Setup))
        await pilot.pause()
        await pilot.press("f1")
        await until(lambda: isinstance(app.screen, Page))
        await pilot.pause()
        await pilot.press("escape")
        await pilot.press("ctrl+s")
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        assert table_of(app).session.view.seats[1].machine == "level-2"
        await pilot.press("question_mark")
        await until(lambda: isinstance(app.screen, Page))
        await pilot.pause()
        await pilot.press("escape", "a")
        await until(lambda: isinstance(app.screen, Choose))
        await pilot.pause()
        await pilot.press("escape", "q")
        await until(lambda: isinstance(app.screen, Home))
        await pilot.pause()


async def test_a_wrong_option_is_explained() -> None:
    app = QuintetApp(settings=Settings(speed="none"), think=think)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("down", "down", "enter")
        await until(lambda: isinstance(app.screen, Setup))
        await pilot.pause()
        app.screen.query_one("#option-board", Select).value = OWN
        await pilot.pause()
        app.screen.query_one("#own-board", Input).value = '{"spaces": {}}'
        await pilot.press("ctrl+s")
        await until(lambda: any("exactly two parts" in str(note.message) for note in app._notifications))
        assert isinstance(app.screen, Setup)


async def test_only_as_many_seats_are_offered_as_play() -> None:
    app = QuintetApp(settings=Settings(speed="none"), think=think)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("down", "down", "down", "enter")
        await until(lambda: isinstance(app.screen, Setup))
        await pilot.pause()

        def offered() -> list[str]:
            lines = [line for line in app.screen.query(".seat") if line.display]
            return [str(line.query_one(Label).content) for line in lines]

        assert offered() == ["Seat 1 (white)", "Seat 2 (black)"]
        app.screen.query_one("#option-players", Select).value = 3
        await until(lambda: len(offered()) == 3)
        app.screen.query_one("#option-size", Select).value = 4
        await pilot.press("ctrl+s")
        await until(lambda: isinstance(app.screen, TableScreen))
        assert table_of(app).session.view.options == {"size": 4, "players": 3}


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("u", "Nothing has been played yet."),
        ("d", "Nothing has been played yet."),
        ("y", "Nobody asks you anything now."),
        ("m", "Nothing has been played yet."),
        ("c", "Nobody is gone."),
        ("o", "Everybody sits already"),
        ("w", "on this screen alone"),
        ("p", "Choose the pieces of your move first."),
        ("tab", "only one kind of piece"),
        ("backspace", "Nothing is chosen yet"),
        ("4", "There is no word to choose now."),
    ],
)
async def test_a_key_that_cannot_be_used_says_why(key: str, sentence: str) -> None:
    app = table_app("reversi")
    async with playing(app) as pilot:
        await pilot.press(key)
        await until(lambda: any(sentence in str(note.message) for note in app._notifications))


async def test_what_is_said_for_a_while_never_covers_the_board() -> None:
    app = table_app("gomoku")
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.press("y")
        await until(lambda: bool(app.screen.query("Toast")))
        await pilot.pause()
        toast = app.screen.query_one("Toast").region
        assert toast.area
        assert not toast.overlaps(app.screen.query_one(BoardView).region)


async def test_the_list_of_actions_obeys_its_keys() -> None:
    app = table_app("reversi", "me", "random")
    async with playing(app) as pilot:
        session = table_of(app).session
        await pilot.press("k", "enter")
        await until(lambda: len(session.view.plies) == 2)
        await pilot.press("a")
        await until(lambda: isinstance(app.screen, Choose))
        await pilot.pause()
        await pilot.press("u")
        await until(lambda: isinstance(app.screen, TableScreen) and not session.view.plies)


async def test_what_is_typed_before_the_table_is_there_is_not_lost() -> None:
    app = QuintetApp(settings=Settings(speed="none"), think=think)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.play_here(Create(name="Here", game="reversi", offline=True, host_name="Ann", seats=("me", "me")))
        for key in ("k", "enter"):
            app.post_message(events.Key(key, None))
        await until(lambda: isinstance(app.screen, TableScreen))
        await until(lambda: len(table_of(app).session.view.plies) == 1)


async def test_a_move_typed_early_is_played_in_its_turn() -> None:
    may_think = asyncio.Event()

    async def slowly(table: Table, need: Need) -> AnyCommand:
        await may_think.wait()
        return Move(seat=need.seat, text="c3" if len(table.plies) == 1 else "c5", version=need.version)

    app = table_app("reversi", "me", "random")
    app._think = slowly
    async with playing(app) as pilot:
        session = table_of(app).session
        await pilot.press("k", "enter")
        await until(lambda: len(session.view.plies) == 1)
        await pilot.press("enter")
        await until(lambda: any("is thinking" in str(note.message) for note in app._notifications))
        await pilot.press("slash", *"c4", "enter")
        await until(lambda: "c4 is played when it is your turn" in shown(app, "ask"))
        may_think.set()
        await until(lambda: len(session.view.plies) >= 3)
        assert [dict(ply.moves) for ply in session.view.plies[:3]] == [{0: "d3"}, {1: "c3"}, {0: "c4"}]


async def test_clocks_and_long_names_stay_on_one_line() -> None:
    app = table_app("omega", options={"players": 3}, clock=Clock(move_ms=5_400_000, reserve_ms=5_400_000))
    async with playing(app) as pilot:
        await pilot.pause()
        room = table_of(app).room
        lines = shown(app, "seats").splitlines()
        assert sum("+1:30:00" in line for line in lines) == 3
        assert all(len(line) <= room for line in lines)


async def test_a_round_of_three_is_listed_whole() -> None:
    app = table_app("omega", options={"players": 3, "size": 4})
    async with playing(app) as pilot:
        session = table_of(app).session
        for move, prompt in zip(
            ("wa1 bb1 gc1", "wa2 bb2 gc2", "wa3 bb3 gc3"), session.view.prompts, strict=True
        ):
            await session.move(move, prompt.seat)
        await until(lambda: len(session.view.plies) == 1)
        await pilot.pause()
        assert shown(app, "moves").split() == [
            "1.",
            *["wa1", "bb1", "gc1", "/", "wa2", "bb2", "gc2", "/", "wa3", "bb3", "gc3"],
        ]


async def choose_own_clock(pilot: Pilot[Any], app: QuintetApp) -> None:
    """From the form of a new game, by keys alone: the last entry of the list of clocks."""
    app.screen.query_one("#clock").focus()
    await pilot.press("enter", "end", "enter")
    await until(lambda: app.screen.query_one("#clock-move").parent.display)  # type: ignore[union-attr]  # a field
    await pilot.pause()


async def write(pilot: Pilot[Any], *times: str) -> None:
    """Each time in the next field."""
    for time in times:
        await pilot.press("tab", "delete", *("colon" if key == ":" else key for key in time))


async def test_a_clock_of_ones_own() -> None:
    app = QuintetApp(settings=Settings(speed="none"), think=think)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await choose_own_clock(pilot, app)
        await write(pilot, "1:30", "10:00", "5")
        await pilot.press("ctrl+s")
        await until(lambda: isinstance(app.screen, TableScreen))
        clock = table_of(app).session.view.clock
        assert clock is not None
        assert (clock.move_ms, clock.reserve_ms, clock.increment_ms) == (90_000, 600_000, 5_000)
        await pilot.pause()
        assert "1:30+10:00" in shown(app, "seats")


@pytest.mark.parametrize(
    ("times", "sentence"),
    [
        (("soon",), "'soon' is not a time; write it as minutes and seconds"),
        (("0", "", "5"), "A clock needs time for each move or a reserve"),
        (("800:00:00",), "is too long; a time is at most 720:00:00"),
    ],
)
async def test_what_is_no_clock_is_explained(times: tuple[str, ...], sentence: str) -> None:
    app = QuintetApp(settings=Settings(speed="none"), think=think)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        await choose_own_clock(pilot, app)
        await write(pilot, *times)
        await pilot.press("ctrl+s")
        await until(lambda: any(sentence in str(note.message) for note in app._notifications))
        assert isinstance(app.screen, Setup)


async def test_settings_are_kept() -> None:
    app = QuintetApp(settings=Settings(speed="none"), think=think)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("comma")
        await pilot.pause()
        app.screen.query_one("#name", Input).value = "Berta"
        await pilot.press("escape")
        await pilot.pause()
    assert load_settings().name == "Berta"


async def test_the_game_is_saved() -> None:
    app = table_app("reversi", "me", "me")
    async with playing(app) as pilot:
        await table_of(app).session.move("d3")
        await pilot.press("s")
        await pilot.pause()
    assert saved() == [[(0, "d3")]]


def saved() -> list[list[tuple[int, str]]]:
    """The moves of every record in this folder."""
    return [replay(read_record(file.read_bytes())).submissions for file in Path().glob("*.json")]


async def test_a_tiny_terminal_says_so() -> None:
    app = table_app("reversi", "me", "me")
    async with playing(app) as pilot:
        await pilot.resize_terminal(40, 10)
        await until(lambda: isinstance(app.screen, Tiny))
        await until(lambda: "40×10" in shown(app, "tiny"))
        await pilot.resize_terminal(80, 24)
        await until(lambda: isinstance(app.screen, TableScreen))


async def test_machines_are_shown_playing() -> None:
    app = table_app("reversi", "random", "random", options={"size": 4})
    async with playing(app):
        await until(lambda: table_of(app).session.view.status == "finished")
        await asyncio.sleep(0)


async def test_pieces_words_and_moves_are_clicked() -> None:
    app = table_app("onyx")
    async with playing(app) as pilot:
        table = table_of(app)
        line = shown(app, "composer").splitlines()[0]
        await pilot.click("#composer", offset=(line.index("2 black"), 0))
        await pilot.pause()
        assert table.composer is not None
        assert table.composer.key == "bb"
        row, words = next(
            (n, line) for n, line in enumerate(shown(app, "composer").splitlines()) if "Pass" in line
        )
        await pilot.click("#composer", offset=(words.index("Pass"), row))
        await until(lambda: len(table.session.view.plies) == 1)
        await table.session.move("w@a1")
        await pilot.pause()
        await pilot.click("#moves", offset=(1, 0))
        await pilot.pause()
        assert table.step == 1


async def test_keys_choose_pieces_and_take_them_back() -> None:
    app = table_app("onyx")
    async with playing(app) as pilot:
        table = table_of(app)
        await pilot.press("enter", "tab", "tab")
        assert table.composer is not None
        await pilot.press("backspace", "enter", "p")
        await until(lambda: len(table.session.view.plies) == 1)


async def test_seats_that_move_together_hide_their_moves_from_each_other() -> None:
    app = table_app("omega", options={"size": 4})
    async with playing(app) as pilot:
        table = table_of(app)
        await pilot.press("slash", *"wa1 bb2", "enter")
        await until(lambda: len(table.session.view.sealed) == 1)
        await pilot.pause()
        assert shown(app, "ask") == "White has chosen. Hand over to Black."
        assert "1 I am Black" in shown(app, "composer")
        await click_space(pilot, app, "c3")
        await pilot.press("p", "slash", *"wc1 bc2", "enter")
        await pilot.pause()
        assert len(table.session.view.sealed) == 1, "nobody moves before the screen is handed over"
        await pilot.press("escape", "1")
        assert table.composer is not None
        assert table.composer.prompt.seat == 1
        on_screen = [str(static.content) for static in app.screen.query(Static)]
        assert not any("wa1" in text or "a1" in text for text in on_screen)
        assert "a1" not in app.screen.query_one(BoardView).picture.marks.chosen
        table.action_compose_for(0)
        assert shown(app, "ask") == "Hand over to White."
        assert "a1" not in app.screen.query_one(BoardView).picture.marks.chosen


async def test_who_begins_to_change_a_sealed_move_is_told_that_it_stays() -> None:
    app = table_app("omega", options={"size": 4})
    async with playing(app) as pilot:
        table = table_of(app)
        await pilot.press("slash", *"wa1 bb2", "enter")
        await until(lambda: len(table.session.view.sealed) == 1)
        table.action_compose_for(0)  # White is still at the screen
        assert app.screen.query_one(BoardView).picture.marks.chosen == {"a1": "w", "b2": "b"}
        assert shown(app, "ask") == "Your move is sealed; you may change it until Black has moved."
        await pilot.press("backspace")
        assert shown(app, "ask").startswith("You are changing your move; the one you sealed stays")
        await click_space(pilot, app, "c3")
        assert "Play wa1 bc3 (p)" in shown(app, "composer")
        await pilot.press("p")
        await until(lambda: table.session.view.sealed == ((0, "wa1 bc3"),))
        await pilot.pause()
        assert shown(app, "ask").startswith("Your move is sealed")


def in_sight(app: QuintetApp) -> set[str]:
    """The parts beside the board of which every line is to be seen."""
    side = app.screen.query_one("#side").content_region
    bottom = side.bottom - 1  # the last line is for typing
    parts = (app.screen.query_one(f"#{name}", Static) for name in TableScreen.PARTS)
    return {str(part.id) for part in parts if part.display and part.region.bottom <= bottom}


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (200, 60)])
@pytest.mark.parametrize("game", GAMES)
async def test_everything_beside_the_board_is_in_sight(game: str, size: tuple[int, int]) -> None:
    app = table_app(game)
    async with playing(app, size) as pilot:
        table = table_of(app)
        for _ in range(3):
            for prompt in table.session.view.prompts:
                await table.session.move(prompt.sample(Random(1)), prompt.seat)
        await pilot.pause(0.2)
        shown_parts = {name for name in TableScreen.PARTS if app.screen.query_one(f"#{name}").display}
        assert {"seats", "ask"} <= shown_parts
        await until(lambda: in_sight(app) == shown_parts)
        assert app.screen.query_one("#log").size.height >= 1
        if size == (200, 60):
            assert not app.screen.query_one("#side").has_class("-tight")


async def test_who_holds_several_seats_is_called_by_their_colours() -> None:
    app = table_app("reversi")
    async with playing(app):
        assert "Black" in shown(app, "seats")
        assert "White" in shown(app, "seats")
        assert "Ann" not in shown(app, "seats")


async def test_the_field_one_is_in_can_be_told_from_the_others() -> None:
    app = QuintetApp(settings=Settings())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Setup))
        await pilot.press("shift+tab")
        await until(lambda: isinstance(app.focused, Select))
        await pilot.pause()
        grounds = {
            (select.has_focus, select.query_one("SelectCurrent").styles.background.hex)
            for select in app.screen.query(Select)
        }
        marked = {ground for focused, ground in grounds if focused}
        assert len(marked) == 1
        assert not marked & {ground for focused, ground in grounds if not focused}


async def test_before_the_first_move_blank_lines_go_before_anything_has_to_be_scrolled() -> None:
    app = table_app("omega", options={"players": 3})
    async with playing(app) as pilot:
        table, side = table_of(app), app.screen.query_one("#side")
        for lines in range(1, 11):
            table.say("news", "\n".join("x" * lines))
            table._tick()
            await pilot.pause()
            assert not side.max_scroll_y, f"{lines} more lines"


async def test_tab_stops_only_where_something_can_be_done() -> None:
    app = QuintetApp(settings=Settings())
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Setup))
        stops = []
        while app.focused not in stops:
            stops.append(app.focused)
            await pilot.press("tab")
        assert stops
        assert all(isinstance(stop, (Button, Select, Input)) for stop in stops)


async def test_who_presses_ctrl_c_is_told_how_to_close_the_program() -> None:
    app = table_app("reversi")
    async with playing(app) as pilot:
        await pilot.press("ctrl+c")
        await until(lambda: bool(app._notifications))
        assert [note.message for note in app._notifications] == [
            "ctrl+q closes quintet; your seats in rooms stay yours."
        ]
        await pilot.press("ctrl+q")
        await until(lambda: not app.is_running)

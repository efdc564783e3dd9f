"""Puzzles on the full screen: found, answered by keys or typed, counted, remembered, and back after days."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList, Static

from quintet.study import puzzles
from quintet.study.solving import DAY
from quintet.terminal import solved
from quintet.terminal.app import QuintetApp
from quintet.terminal.puzzles import PuzzleList, PuzzleScreen
from quintet.terminal.settings import Settings
from quintet.terminal.solved import Solved, solved_file
from quintet.wire.composer import Composer
from tests.terminal.conftest import think
from tests.waiting import until

SIZE = (80, 24)


def program() -> QuintetApp:
    return QuintetApp(settings=Settings(name="Ann", speed="none"), think=think)


def shown(app: QuintetApp) -> PuzzleScreen:
    assert isinstance(app.screen, PuzzleScreen)
    return app.screen


def told(app: QuintetApp, name: str) -> str:
    return " ".join(str(app.screen.query_one(f"#{name}", Static).content).split())


def lines(app: QuintetApp) -> list[str]:
    options = app.screen.query_one(OptionList)
    return [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]


def wrong(puzzle: puzzles.Puzzle) -> str:
    game = puzzles.game_of(puzzle)
    moves = game.prompt(game.load(puzzle.position), puzzle.seat).moves()
    return next(move for move in moves if move not in puzzle.right)


async def open_game(app: QuintetApp, pilot: Pilot[None], name: str) -> puzzles.Puzzle:
    """From the menu into the next puzzle of a game."""
    menu = app.screen.query_one("#menu", OptionList)
    menu.highlighted = menu.get_option_index("puzzles")
    await pilot.press("enter")
    await until(lambda: isinstance(app.screen, PuzzleList))
    await pilot.pause()
    options = app.screen.query_one(OptionList)
    options.highlighted = options.get_option_index(f"game-{name}")
    await pilot.press("enter")
    await until(lambda: isinstance(app.screen, PuzzleScreen))
    await pilot.pause()
    return shown(app).puzzle


async def type_in(pilot: Pilot[None], text: str) -> None:
    await pilot.press("slash", *("space" if letter == " " else letter for letter in text), "enter")
    await pilot.pause()


async def test_one_is_got_wrong_solved_and_remembered() -> None:
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        puzzle = await open_game(app, pilot, "gomoku")
        assert "You are " in told(app, "ask")
        await pilot.press("t")
        await pilot.pause()
        assert told(app, "said").startswith("Hint: ")
        await type_in(pilot, wrong(puzzle))
        assert "Right" not in told(app, "said")
        assert "(-" in told(app, "totals")
        await type_in(pilot, puzzle.right[0])
        assert "right: " in told(app, "said")
        assert "The answer" in told(app, "said")
        assert shown(app).composer is None
        assert shown(app).told.plies, "the answer stands on the board"
        await pilot.press("n")
        await until(lambda: isinstance(app.screen, PuzzleScreen) and shown(app).puzzle != puzzle)
        await pilot.press("x")
        await pilot.pause()
        assert "The answer" in told(app, "said")
        await pilot.press("q")
        await until(lambda: isinstance(app.screen, PuzzleList))
        await pilot.pause()
        (line,) = [line for line in lines(app) if line.startswith("Gomoku")]
        assert "0 of 2 right, 0 in a row (best 0)" in line
        assert sum(line.startswith("wrong  Gomoku") for line in lines(app)) == 2
        options = app.screen.query_one(OptionList)
        options.highlighted = options.get_option_index(f"past-{puzzle.id}")
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, PuzzleScreen))
        assert shown(app).puzzle == puzzle


@pytest.mark.parametrize("name", puzzles.games())
async def test_every_game_is_answered_by_picking(name: str) -> None:
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        puzzle = await open_game(app, pilot, name)
        screen, wanted = shown(app), Composer(shown(app).told.prompts[0])
        assert wanted.load(puzzle.right[0])
        for space, piece in (*wanted.pieces.items(), *((space, "") for space in wanted.taken)):
            assert screen.composer is not None
            if piece:
                screen.action_want(piece)
            screen.board.cursor = space
            await pilot.press("enter")
            await pilot.pause()
        if screen.composer is not None:
            await pilot.press("p")
            await pilot.pause()
        assert "right: " in told(app, "said"), puzzle.right
        assert "Your rating is " in told(app, "totals")
        assert Solved().of(name).solved == 1, "it is kept"


async def test_what_cannot_be_done_says_why() -> None:
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        puzzle = await open_game(app, pilot, "gomoku")
        screen = shown(app)
        screen.board.cursor = next(iter(screen.told.board))
        for key, said in (
            ("enter", "is occupied."),
            ("backspace", "Nothing is chosen"),
            ("p", "Choose the pieces"),
            ("5", "no word"),
        ):
            await pilot.press(key)
            await pilot.pause()
            assert any(said in one.message for one in app._notifications), (key, puzzle.id)
        await pilot.press("x")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert any("This one is over" in one.message for one in app._notifications)


def test_a_mistake_comes_back_after_a_day_and_a_broken_file_is_begun_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine = Solved()
    first = mine.following("best")
    assert first is not None
    mine.count(first, right=False)
    assert Solved().due("best") == 0
    now = solved.milliseconds()
    monkeypatch.setattr(solved, "milliseconds", lambda: now + DAY)
    assert Solved().due("best") == 1
    assert Solved().following("best") == first
    solved_file().write_text("{", "utf-8")
    assert Solved().solvers == {}
    solved_file().unlink()
    solved_file().mkdir()
    found = Solved()
    found.count(first, right=True)
    assert found.trouble.startswith("What you have solved cannot be kept: ")

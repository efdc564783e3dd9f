"""Studying a game in the terminal: opened from the list of files, stepped through, played on, judged and reviewed."""

from __future__ import annotations

from pathlib import Path
from random import Random

from textual.widgets import Static

from quintet.engine.registry import player
from quintet.games import game
from quintet.games.contract import GameError
from quintet.games.record import Replay, read_record, replay, write_record
from quintet.terminal.app import QuintetApp
from quintet.terminal.dialogs import Choose
from quintet.terminal.records import Records
from quintet.terminal.settings import Settings
from quintet.terminal.study import StudyScreen
from quintet.terminal.table import TableScreen
from tests.terminal.conftest import table_app, table_of, think
from tests.terminal.test_app import playing
from tests.waiting import until

SIZE = (80, 24)


def finished() -> Replay:
    """A small game, played at random to its end."""
    small, rng = game("reversi", size=4), Random(2)
    played = Replay(small)
    while played.owing:
        played.submit(played.owing[0], small.prompt(played.position, played.owing[0]).sample(rng))
    return played


def read(file: str) -> list[Replay]:
    """What the command line hands to the program."""
    lines = Path(file).read_text("utf-8").splitlines()
    return [replay(read_record(line)) for line in lines]


def program() -> QuintetApp:
    return QuintetApp(settings=Settings(name="Ann", speed="none"), think=think, read=read)


def study_of(app: QuintetApp) -> StudyScreen:
    assert isinstance(app.screen, StudyScreen)
    return app.screen


def told(app: QuintetApp, name: str) -> str:
    return str(app.screen.query_one(f"#{name}", Static).content)


async def test_a_record_is_chosen_stepped_through_and_played_on(tmp_path: Path) -> None:
    played = finished()
    record = write_record(played.record())
    (tmp_path / "one.json").write_text(record, "utf-8")
    (tmp_path / "two.jsonl").write_text(f"{record}\n{record}\n", "utf-8")
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("end", "up", "up", "up", "enter")
        await until(lambda: isinstance(app.screen, Records))
        await pilot.pause()
        app.open_file("two.jsonl")
        await until(lambda: isinstance(app.screen, Choose))
        await pilot.pause()
        await pilot.press("down", "enter")
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        study = study_of(app)
        assert "Before the first move" in told(app, "ask")
        await pilot.press("right", "right", "left")
        assert study.step == 1
        assert study.board.picture.board == played.game.board(played.steps[0].position)
        await pilot.press("end")
        assert study.step == len(played.steps)
        assert "wins" in told(app, "ask") or "draw" in told(app, "ask").lower()
        await pilot.press("right")
        await until(lambda: any("end of the game" in str(note.message) for note in app._notifications))
        await pilot.press("p")
        await until(lambda: any("step back" in str(note.message) for note in app._notifications))
        await pilot.press("home", "right", "p")
        await until(lambda: isinstance(app.screen, TableScreen))
        await pilot.pause()
        assert [dict(ply.moves) for ply in table_of(app).session.view.plies] == [played.steps[0].moves]


async def test_a_file_that_is_no_record_is_told_of() -> None:
    def refuse(_file: str) -> list[Replay]:
        raise GameError("this is no record")

    app = QuintetApp(settings=Settings(speed="none"), read=refuse)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.open_file("x.json")
        await until(lambda: any(str(n.message) == "This is no record." for n in app._notifications))


async def test_the_engine_judges_and_reviews() -> None:
    player(finished().game)  # where it has to be compiled first, that takes longer than any test waits
    app = program()
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        app.study(finished())
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        study = study_of(app)
        await pilot.press("n")
        await until(lambda: any("Review the game first" in str(note.message) for note in app._notifications))
        await pilot.press("e")
        await until(lambda: "Black expects" in told(app, "opinion"))
        assert "1. " in told(app, "opinion")
        await pilot.press("e")
        assert not told(app, "opinion")
        await pilot.press("r")
        await until(lambda: study.told is not None and study.told.complete)
        await pilot.pause()
        assert "The chances of Black" in told(app, "chart")
        await pilot.press("end")
        assert "accuracy" in told(app, "totals")
        await pilot.press("home", "n")
        assert study.told is not None
        assert study.step == min(one.round for one in study.told.moves if one.retry) + 1
        assert "Better is" in told(app, "said")
        assert "?" in told(app, "moves")


async def test_a_table_is_studied_when_it_may_be() -> None:
    app = table_app("reversi", "me", "me")
    async with playing(app) as pilot:
        await table_of(app).session.move("d3")
        await pilot.press("v")
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        assert len(study_of(app).plies) == 1
        await pilot.press("q")
        await until(lambda: isinstance(app.screen, TableScreen))

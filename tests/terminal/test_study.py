"""Studying a game in the terminal: opened from the list of files, stepped through, played on, judged and reviewed."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Input, OptionList, Static
from textual.widgets._footer import FooterKey

from quintet.engine.registry import player
from quintet.games import game
from quintet.games.contract import GameError
from quintet.games.record import Replay, read_record, replay, write_record
from quintet.say.explorer import DRAWN, Choice, Explored, ToldExplored, told_explored
from quintet.terminal.app import QuintetApp
from quintet.terminal.dialogs import Choose as Chooser
from quintet.terminal.records import Records
from quintet.terminal.retry import RetryScreen
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
        menu = app.screen.query_one("#menu", OptionList)
        menu.highlighted = menu.get_option_index("study")
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, Records))
        await pilot.pause()
        app.open_file("two.jsonl")
        await until(lambda: isinstance(app.screen, Chooser))
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


def counted(played: Replay, _server: str) -> ToldExplored:
    """Three games came to every position, and ended in three ways."""
    seat = played.owing[0]
    first, second = list(played.game.prompt(played.position, seat).moves())[:2]
    choices = (Choice(seat, (first,), {0: 1, DRAWN: 1}), Choice(seat, (second,), {1: 1}))
    return told_explored(
        played, Explored(choices, (), {seat: {0: 1, DRAWN: 1, 1: 1}}, 0), own=False, others=False
    )


async def test_what_was_played_from_here_stands_beside_the_board() -> None:
    played = finished()
    app = QuintetApp(settings=Settings(name="Ann", speed="none"), think=think, read=read, explore=counted)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.study(played)
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        await pilot.press("x")
        await until(lambda: "3 games came here" in told(app, "explored"))
        moves = list(played.game.prompt(played.start, 0).moves())
        assert f"{moves[0]} " in told(app, "explored")
        assert "67 %" in told(app, "explored")
        assert "Black won 33 %, 33 % drawn, White won 33 %" in " ".join(told(app, "explored").split())
        mark = "◂"
        assert mark in told(app, "explored") or played.steps[0].moves[0] not in moves[:2]
        await pilot.press("right")
        later = next(iter(played.game.prompt(played.steps[0].position, 1).moves()))
        await until(lambda: f"{later} " in told(app, "explored"))
        await pilot.press("e")
        assert not told(app, "explored"), "a small screen has room for one of both"
        await pilot.press("x")
        assert not told(app, "opinion")
        await pilot.press("x")
        assert not told(app, "explored")


async def test_why_nothing_can_be_looked_up_is_told() -> None:
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.study(finished())
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        await pilot.press("1")
        await until(lambda: any("x shows" in str(note.message) for note in app._notifications))
        await pilot.press("x")
        await until(lambda: told(app, "explored") == "No games are counted here.")
        await pilot.press("1")
        await until(lambda: any("no such move" in str(note.message) for note in app._notifications))


async def test_other_moves_are_tried_on_a_board_of_their_own() -> None:
    played = finished()
    app = QuintetApp(settings=Settings(name="Ann", speed="none"), think=think, read=read, explore=counted)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.study(played)
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        study = study_of(app)
        await pilot.press("slash", *played.steps[0].moves[0], "enter")
        assert study.step == 1, "what was played next is stepped to"
        other = next(
            move
            for move in played.game.prompt(played.steps[0].position, 1).moves()
            if move != played.steps[1].moves[1]
        )
        await pilot.press("slash", "z", "9", "enter")
        await until(lambda: any("z9" in str(note.message).lower() for note in app._notifications))
        await pilot.press("backspace", "backspace", *other, "enter")
        await until(lambda: app.screen is not study)
        await pilot.pause()
        branch = study_of(app)
        assert "line of your own" in told(app, "title")
        assert [dict(ply.moves) for ply in branch.plies] == [played.steps[0].moves, {1: other}]
        assert branch.step == 2
        await pilot.press("q")
        await until(lambda: app.screen is study)
        assert study.step == 1
        await pilot.press("x")
        await until(lambda: "3 games" in told(app, "explored"))
        first = next(iter(played.game.prompt(played.steps[0].position, 1).moves()))
        await pilot.press("1")
        await until(lambda: study.step == 2 or app.screen is not study)
        await pilot.pause()
        assert study_of(app).plies[1].moves == ((1, first),)


async def test_moves_of_all_are_written_where_everybody_moves_at_once() -> None:
    rules = game("omega", size=3)
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.study(Replay(rules))
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        study = study_of(app)
        first, second = (next(iter(rules.prompt(rules.start(), seat).moves())) for seat in (0, 1))
        box = study.query_one("#typed", Input)
        box.value = first
        await pilot.press("slash", "enter")
        await until(lambda: any("2 choose at once" in str(note.message) for note in app._notifications))
        box.value = f"{first} / {second}"
        await pilot.press("enter")
        await until(lambda: app.screen is not study)
        assert [dict(ply.moves) for ply in study_of(app).plies] == [{0: first, 1: second}]


async def test_mistakes_are_tried_again() -> None:
    player(finished().game)
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.study(finished())
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        study = study_of(app)
        await pilot.press("t")
        await until(lambda: any("Review the game first" in str(note.message) for note in app._notifications))
        await pilot.press("r")
        await until(lambda: study.told is not None and study.told.complete)
        await pilot.press("t")
        await until(lambda: isinstance(app.screen, (Chooser, RetryScreen)))
        if isinstance(app.screen, Chooser):
            await pilot.pause()
            await pilot.press("enter")
        await until(lambda: isinstance(app.screen, RetryScreen))
        await pilot.pause()
        retry = app.screen
        assert isinstance(retry, RetryScreen)
        assert "Find a better move" in " ".join(told(app, "ask").split())
        for move, heard in ((retry.mistake.move, "is what was played"), ("z9", "z9")):
            await pilot.press("slash", *move, "enter")
            assert retry.composer is not None
            await until(lambda heard=heard: heard in told(app, "said"))  # type: ignore[misc]  # of a lambda mypy cannot say more
        assert retry.mistake.look is not None
        better = retry.mistake.look.move
        await pilot.press(
            "backspace", "backspace", *better, "enter"
        )  # what was refused is there to be mended
        await until(lambda: "the best move" in told(app, "said"))
        assert retry.composer is None
        assert retry.found == 0, "it was not the first try"
        if len(retry.mistakes) > 1:
            await pilot.press("n")
            assert retry.at == 1
            await pilot.press("x")
            assert "Better is" in told(app, "said")
        await pilot.press("q")
        await until(lambda: app.screen is study)


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


async def test_the_move_that_is_looked_at_is_marked_in_the_list() -> None:
    app, played = program(), finished()
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        app.study(played)
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        marked = set()
        for _ in range(3):
            await pilot.press("right")
            listed = app.screen.query_one("#moves", Static).content
            assert isinstance(listed, Content)
            marked |= {
                listed.plain[span.start : span.end] for span in listed.spans if "reverse" in str(span.style)
            }
        assert {text.partition(".")[0].strip() for text in marked} == {"1", "2", "3"}


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (80, 30)])
async def test_the_move_that_is_looked_at_is_seen_whole(size: tuple[int, int]) -> None:
    """Also where it was the last thing to find its place, and has several lines."""
    three, rng = game("omega", players=3), Random(5)
    played = Replay(three)
    for _ in range(5):
        for seat in played.owing:
            played.submit(seat, three.prompt(played.position, seat).sample(rng))
    app = program()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        app.study(played)
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        log = app.screen.query_one("#log", VerticalScroll)
        for key in ("end", "left", "left", "left"):
            await pilot.press(key)
            await pilot.pause()
            listed = app.screen.query_one("#moves", Static).content
            assert isinstance(listed, Content)
            marked = {
                listed.plain[: span.start].count("\n")
                for span in listed.spans
                if "reverse" in str(span.style)
            }
            seen = {line for line in marked if log.scroll_y <= line < log.scroll_y + log.size.height}
            assert seen == marked, f"after {key}"


@pytest.mark.parametrize("width", [60, 80])
async def test_the_last_line_is_never_cut(width: int) -> None:
    app, played = program(), finished()
    async with app.run_test(size=(width, 24)) as pilot:
        await pilot.pause()
        app.study(played)
        await until(lambda: isinstance(app.screen, StudyScreen))
        await until(lambda: bool(app.screen.query(FooterKey)))
        await pilot.pause()
        assert max(key.region.right for key in app.screen.query(FooterKey)) <= width
        assert {"Help", "Close"} <= {key.description for key in app.screen.query(FooterKey)}
    app = table_app("reversi")
    async with playing(app, (width, 24)) as pilot:
        await pilot.pause()
        assert max(key.region.right for key in app.screen.query(FooterKey)) <= width
        assert {"Help", "Leave"} <= {key.description for key in app.screen.query(FooterKey)}


async def test_what_has_no_room_beside_the_board_can_be_scrolled() -> None:
    app, played = program(), finished()
    async with app.run_test(size=(60, 20)) as pilot:
        await pilot.pause()
        app.study(played)
        await until(lambda: isinstance(app.screen, StudyScreen))
        await pilot.pause()
        study_of(app).say("said", "A long story. " * 50)
        side = app.screen.query_one("#side")
        await until(lambda: side.max_scroll_y > 0)
        await pilot.press("pagedown")
        await until(lambda: side.scroll_y > 0)
        await pilot.press("pageup")
        await until(lambda: side.scroll_y == 0)

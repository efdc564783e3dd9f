"""Lessons on the full screen: chosen from the menu, taken step by step, answered by the rules, and remembered."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from quintet.study.lessons import lesson, lessons
from quintet.study.teaching import solution
from quintet.terminal.app import QuintetApp
from quintet.terminal.learning import LessonList, LessonScreen
from quintet.terminal.settings import Settings, load_settings
from tests.terminal.conftest import think
from tests.waiting import until

SIZE = (80, 24)


def program() -> QuintetApp:
    return QuintetApp(settings=Settings(name="Ann", speed="none"), think=think)


def shown(app: QuintetApp) -> LessonScreen:
    assert isinstance(app.screen, LessonScreen)
    return app.screen


def told(app: QuintetApp, name: str) -> str:
    return " ".join(str(app.screen.query_one(f"#{name}", Static).content).split())


async def begin(app: QuintetApp, pilot: Pilot[None], name: str) -> None:
    """From the menu into the lesson of a game."""
    menu = app.screen.query_one("#menu", OptionList)
    menu.highlighted = menu.get_option_index("learn")
    await pilot.press("enter")
    await until(lambda: isinstance(app.screen, LessonList))
    await pilot.pause()
    options = app.screen.query_one(OptionList)
    options.highlighted = options.get_option_index(f"lesson-{name}")
    await pilot.press("enter")
    await until(lambda: isinstance(app.screen, LessonScreen))
    await pilot.pause()


@pytest.mark.parametrize("name", list(lessons()))
async def test_a_lesson_is_taken_to_its_end(name: str) -> None:
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        await begin(app, pilot, name)
        for number, step in enumerate(lesson(name).steps):
            await until(lambda number=number: shown(app).number == number and shown(app).is_current)  # type: ignore[misc]  # of a lambda mypy cannot say more
            await pilot.pause()
            here = shown(app)
            assert f"{number + 1} of " in told(app, "title")
            assert step.title in told(app, "title")
            while here.composer is not None:
                here.query_one("#typed", Input).value = solution(here.here.step, here.here.played)
                await pilot.press("slash", "enter")
            if step.done:
                assert " ".join(step.done.split()) in told(app, "totals")
            await pilot.press("n")
        await until(lambda: isinstance(app.screen, LessonList))
        await pilot.pause()
        assert name in load_settings().learned
        options = app.screen.query_one(OptionList)
        assert "finished" in str(options.get_option(f"lesson-{name}").prompt)


async def test_wrong_tries_are_answered_by_the_rules_and_steps_can_be_left_out() -> None:
    app = program()
    async with app.run_test(size=SIZE) as pilot:
        await begin(app, pilot, "reversi")
        first = next(n for n, step in enumerate(lesson("reversi").steps) if step.goal is not None)
        while shown(app).number < first:
            await pilot.press("n")
            await pilot.pause()
        screen = shown(app)
        await pilot.press("slash", "z", "9", "enter")
        assert "z9" in told(app, "totals")
        assert screen.composer is not None
        await pilot.press("x")
        assert told(app, "totals").startswith("Right would be ")
        await pilot.press("n")
        await until(lambda: shown(app).number > first and shown(app).is_current)
        await pilot.pause()
        later = shown(app).number
        await pilot.press("b")
        await until(lambda: shown(app).number < later)
        await pilot.pause()
        await pilot.press("q")
        await until(lambda: isinstance(app.screen, LessonList))
        assert load_settings().learned == []

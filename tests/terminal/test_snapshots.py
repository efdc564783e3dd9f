"""What every game looks like on 80×24 characters. After a change on purpose: `pytest tests/terminal --snapshot-update`."""

from __future__ import annotations

from typing import Any, Protocol

import pytest
from textual.pilot import Pilot
from textual.widgets import Select, Static

from quintet.games import GAMES
from quintet.terminal.app import QuintetApp
from quintet.terminal.settings import Settings
from quintet.terminal.setup import OWN_CLOCK
from quintet.terminal.table import TableScreen
from tests.terminal.conftest import table_app, table_of
from tests.waiting import until

MOVES = 9


class SnapCompare(Protocol):
    def __call__(self, app: QuintetApp, *, terminal_size: tuple[int, int], run_before: Any) -> bool: ...


async def play_a_little(pilot: Pilot[Any]) -> None:
    """Some moves from all over the list, always the same."""
    app = pilot.app
    assert isinstance(app, QuintetApp)
    await until(lambda: any(isinstance(screen, TableScreen) for screen in app.screen_stack))
    await pilot.pause()
    session = table_of(app).session
    for number in range(MOVES):
        for prompt in session.view.prompts:
            moves = list(prompt.moves())
            await session.move(moves[(number * 37 + prompt.seat * 5 + 11) % len(moves)], prompt.seat)
    await pilot.pause()
    app.clear_notifications()
    listed = app.screen.query_one("#moves", Static)
    log = app.screen.query_one("#log")  # it follows the last move
    lines = str(listed.content).count("\n") + 1
    await until(lambda: listed.size.height == lines and log.is_vertical_scroll_end)
    await pilot.pause()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_on_80_by_24(name: str, snap_compare: SnapCompare) -> None:
    assert snap_compare(table_app(name), terminal_size=(80, 24), run_before=play_a_little)


def test_without_colours(snap_compare: SnapCompare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(table_app("onyx"), terminal_size=(80, 24), run_before=play_a_little)


def test_a_new_game_with_a_clock_of_ones_own(snap_compare: SnapCompare) -> None:
    async def choose(pilot: Pilot[Any]) -> None:
        await pilot.pause()
        await pilot.press("down", "enter")
        await pilot.pause()
        pilot.app.screen.query_one("#clock", Select).value = OWN_CLOCK
        await pilot.pause()

    assert snap_compare(QuintetApp(settings=Settings()), terminal_size=(80, 24), run_before=choose)


def test_the_menu(snap_compare: SnapCompare) -> None:
    async def wait(pilot: Pilot[Any]) -> None:
        await pilot.pause()

    app = QuintetApp(settings=Settings())
    assert snap_compare(app, terminal_size=(80, 24), run_before=wait)

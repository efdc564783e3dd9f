"""What is written in the window: whole where there is room, and only while it is true."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from quintet.commands.window import played_feed
from quintet.desktop import menus
from quintet.desktop.canvas import Button, Canvas
from quintet.desktop.feed import record_feed
from quintet.desktop.overlays import KEYS
from quintet.desktop.tables import TableFeed
from quintet.desktop.window import Window
from quintet.games import GAMES, game
from quintet.games.record import load
from quintet.table import Need, Table
from quintet.table.commands import AnyCommand, Create, Cycle, Sit
from quintet.wire.actions import Action
from quintet.wire.client import ServerError
from quintet.wire.session import LocalSession
from tests.desktop.hands import at


@pytest.fixture(autouse=True)
def no_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line of text that is drawn from now on."""
    lines: list[str] = []
    for name in ("line", "write"):
        plain = getattr(Canvas, name)

        def keep(canvas: Canvas, text: str, *place: int, plain: Any = plain, **how: Any) -> Any:
            lines.append(text)
            return plain(canvas, text, *place, **how)

        monkeypatch.setattr(Canvas, name, keep)
    return lines


def test_the_first_menu_tells_of_every_game_what_it_is(written: list[str]) -> None:
    with at(Window(None, playing=True, read=played_feed)):
        assert {game(name).summary for name in GAMES} <= set(written)


@pytest.mark.parametrize(
    "size", [(480, 360), (640, 480), (700, 500), (760, 540), (1000, 700), (1143, 800), (1600, 900)]
)
def test_every_key_is_explained_in_whole_words(size: tuple[int, int], written: list[str]) -> None:
    window = Window(None)
    with at(window):
        window.start(size)
        window.help()
        window.frame(0.1)
    assert {does for _, does in KEYS} <= set(written)


def test_a_key_never_touches_the_word_before_it() -> None:
    window = Window(None)
    with at(window):
        canvas = window.canvas
        bare = canvas.button_width(Button("Rules", lambda: None))
        for key in ("i", "l", "a", "F11"):
            more = canvas.button_width(Button("Rules", lambda: None, key)) - bare
            assert more >= canvas.px(17) + canvas.px(6), key


def test_no_key_stands_beside_two_things_to_do() -> None:
    actions = [Action("o", "Take seat 2", Sit(seat=1)), Action("o", "Change to the next free seat", Cycle())]
    menu = menus.everything(actions, lambda _: None, lambda _: None, lambda: None)
    assert [(key, label) for key, label, _ in menu.entries] == [
        ("o", "Take seat 2"),
        ("", "Change to the next free seat"),
    ]


@pytest.mark.parametrize(("ending", "told"), [({"winners": [1], "reason": "resigned"}, False), (None, True)])
def test_where_a_game_stands_is_told_until_it_is_over(
    written: list[str], ending: dict[str, object] | None, told: bool
) -> None:
    record = {"game": "onyx", "moves": [[0, "b@c3"]]} | ({"outcome": ending} if ending else {})
    window = Window(record_feed(load(json.dumps(record))))
    with at(window) as hands:
        assert any("Placing" in line for line in written), "at its beginning"
        showing = window.desk.showing
        assert showing is not None
        showing.go(showing.last)
        hands.look()
        written.clear()
        window.refresh()
        hands.look()
        assert any("Placing" in line for line in written) is told


def test_nobody_is_said_to_think_who_has_ended(written: list[str]) -> None:
    async def ends(_table: Table, _need: Need) -> AnyCommand:
        raise ServerError("machine-failed", "The program has ended.")

    @asynccontextmanager
    async def table() -> AsyncIterator[LocalSession]:
        session = await LocalSession.open(
            Create(name="Here", game="best", offline=True, host_name="You", seats=("random", "me")), ends
        )
        yield session
        await session.close()

    with at(Window(TableFeed(table(), playing=True), playing=True)) as hands:
        hands.until(lambda: any("The program has ended." in line for line in written))
        written.clear()
        hands.window.refresh()
        hands.look()
        assert any("The program has ended." in line for line in written)
        assert not any("is thinking" in line for line in written)

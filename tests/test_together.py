"""One room and every face at once: three play, each from elsewhere, two look on, and all see the same end."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pygame
import pytest
from PIL import Image
from playwright.sync_api import expect, sync_playwright
from textual.widgets import Static

from quintet.bots import Bot
from quintet.bots.guest import join_room
from quintet.chat.bot import QuintetBot
from quintet.chat.run import Settings as ChatSettings
from quintet.chat.run import house, stay_connected
from quintet.chat.words import board_png, board_text
from quintet.desktop.stage import Stage
from quintet.games.contract import Prompt
from quintet.games.record import Replay
from quintet.games.registry import game as make_game
from quintet.say.endings import deciding
from quintet.say.marks import marked
from quintet.table import View
from quintet.terminal.app import QuintetApp
from quintet.terminal.settings import Settings as TerminalSettings
from quintet.terminal.table import TableScreen
from tests.chat.fake_discord import CHANNEL, TOKEN, Person, fake_discord
from tests.chat.playing import in_step, over
from tests.desktop.screen import Screen, ended, virtual_screen
from tests.server.harness import Process
from tests.waiting import until
from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.player import Player
from tests.web.waiting import WAIT

T = TypeVar("T")
LONG = 60
GAME, OPTIONS = "omega", {"size": 4, "players": 3}
ROUNDS = (("wa1 bd4 gc4", "wa1 bb1 gc1", "wb1 bb2 gb3"), ("wd2 ba3 gc3", "wd1 ba2 gc2", "wd3 ba4 gd1"))
"""Browser, bot, Discord. There are a stack of one colour, clashes of two, and in the end a square that nobody wanted."""


class ByHeart(Bot):
    """Plays what it has learnt."""

    def choose(self, position: Any, prompt: Prompt) -> str:
        return ROUNDS[position.rounds][prompt.seat]


class Browser:
    """A browser in a thread of its own: Playwright's plain interface will not run inside an event loop."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="browser")
        self._open = ExitStack()

    async def __aenter__(self) -> Browser:
        self.player = await self(self._start)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self(self._open.close)
        self._thread.shutdown()

    async def __call__(self, do: Callable[..., T], *arguments: object) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, partial(do, *arguments))

    def _start(self) -> Player:
        playwright = self._open.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        self._open.callback(browser.close)
        page = browser.new_page(base_url=self._address)
        page.set_default_timeout(WAIT)
        settings = json.dumps({"speed": 0, "sound": False, "games": {GAME: OPTIONS}})
        page.add_init_script(f"localStorage.setItem('quintet', {json.dumps(settings)})")
        return Player(page)

    # -- what is done in that thread

    def create_room(self) -> str:
        """Through the form; the link of the room."""
        page = self.player.open(f"/play/{GAME}?room").page
        page.fill("[name=room-name]", "Everybody")
        page.fill("[name=my-name]", "Ada")
        page.click(".start")
        page.wait_for_selector(".table-page[data-status=seating]")
        return page.url

    def get_ready(self) -> None:
        self.player.page.click(".ready-button")

    def play(self, number: int, move: str) -> None:
        """Click a move of the round with this number together."""
        expect(self.player.page.locator(".ply")).to_have_count(number)
        self.player.wait_for_turn()
        for stone in move.split():
            self.player.click(stone[1:])
        self.player.confirm()
        expect(self.player.page.locator("[data-seat='0'] .badge.sealed")).to_be_visible()

    def see_the_end(self) -> tuple[dict[str, str], str]:
        self.player.page.wait_for_selector(".table-page[data-status=finished]")
        return (
            self.player.board,
            f"{self.player.text('.ending .verdict')}: {self.player.text('.ending .reason')}",
        )


@asynccontextmanager
async def on_discord(address: str) -> AsyncIterator[QuintetBot]:
    """The Discord bot, playing in the rooms of a server."""
    async with house(ChatSettings(server=address, store="memory:")) as home:
        bot = QuintetBot(home, [])
        task = asyncio.create_task(stay_connected(bot, TOKEN))
        try:
            await until(lambda: bot.is_ready() or task.done(), LONG)
            yield bot
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


@asynccontextmanager
async def in_a_terminal(link: str) -> AsyncIterator[TableScreen]:
    """The full-screen terminal, looking on."""
    app = QuintetApp(room=link, settings=TerminalSettings(name="Tom", speed="none"))
    async with app.run_test(size=(100, 30)):
        await until(lambda: isinstance(app.screen, TableScreen), LONG)
        table = app.screen
        assert isinstance(table, TableScreen)
        yield table


@contextmanager
def a_window(screen: Screen, link: str) -> Iterator[subprocess.Popen[str]]:
    """The window, watching a room."""
    program = screen.start("window", "--room", link, "--speed", "40")
    try:
        yield program
    finally:
        program.kill()
        program.wait()


def painted(played: Replay, size: tuple[int, int]) -> bytes:
    """The last board of a game as a window paints it, here without a screen."""
    pygame.display.init()
    pygame.display.set_mode((1, 1))
    try:
        surface = pygame.Surface(size)
        board = played.game.board(played.position)
        outcome = played.game.outcome(played.position)
        assert outcome is not None
        won_by = deciding(played.game.account(played.position), outcome.winners)
        Stage(played.game.layout, max(size)).draw(surface, board, won_by or marked(played.steps[-1].changes))
        return pygame.image.tobytes(surface, "RGB")
    finally:
        pygame.quit()


def board_in(window: str, screen: Screen, place: pygame.Rect) -> bytes:
    """The board that a window shows just now."""
    left, top = screen.corner(window)
    x, y = left + place.x, top + place.y
    shown: Image.Image = screen.picture().convert("RGB").crop((x, y, x + place.width, y + place.height))
    return shown.tobytes()


def as_played() -> Replay:
    """The same game by the library alone."""
    played = Replay(make_game(GAME, **OPTIONS))
    for moves in ROUNDS:
        for seat, move in enumerate(moves):
            played.submit(seat, move)
    return played


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


@pytest.mark.usefixtures("own_settings")
async def test_a_browser_a_bot_and_discord_play_while_a_terminal_and_a_window_look_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = await Process.start(f"sqlite:{tmp_path / 'rooms.sqlite3'}")
    try:
        await play_together(server.address, monkeypatch)
    finally:
        await server.stop()


async def play_together(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    async with (
        Browser(address) as ada,
        fake_discord(monkeypatch) as discord,
        on_discord(address) as chat,
    ):
        link = await ada(ada.create_room)
        robo = asyncio.create_task(join_room(link, ByHeart(), "Robo", 1, said.append, once=True))
        with virtual_screen() as screen, a_window(screen, link) as program:
            async with in_a_terminal(link) as terminal:
                ann = Person(discord, 11, "Ann")
                await sit_down(ada, ann, terminal, link)
                window = await asyncio.to_thread(screen.window, "quintet: ")
                for number, (first, _, third) in enumerate(ROUNDS):
                    await asyncio.to_thread(screen.click, window, 300, 300)
                    await ada(ada.play, number, first)
                    await until(
                        lambda: [s.submitted for s in view_of(terminal).seats] == [True, True, False], LONG
                    )
                    assert len(view_of(terminal).plies) == number, "nothing is shown before all have chosen"
                    await in_step(chat.games[CHANNEL])
                    assert "played" in await ann.use("move", move=third)
                    await until(lambda count=number + 1: len(view_of(terminal).plies) == count, LONG)  # type: ignore[misc]
                await robo

                played = as_played()
                await see_the_same(played, ada, ann, terminal)
                assert said[-1] == "Lost: the higher score"
            monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
            place = screen.places(window, played.game.layout).board
            expected = painted(played, place.size)
            await until(lambda: board_in(window, screen, place) == expected, LONG)
            await asyncio.to_thread(screen.click_until_closed, window, program)
            assert await asyncio.to_thread(ended, program) == ""


async def sit_down(ada: Browser, ann: Person, terminal: TableScreen, link: str) -> None:
    """The bot comes by itself; Ann by the link, in her channel."""
    assert "is shown here" in await ann.use("table", room=link)
    await until(lambda: view_of(terminal).seats[1].name == "Robo (bot)", LONG)
    assert await ann.use("join") == "You play grey."
    assert "We wait for **Ada**" in await ann.use("start")
    await ada(ada.get_ready)
    await until(lambda: view_of(terminal).status == "playing", LONG)


async def see_the_same(played: Replay, ada: Browser, ann: Person, terminal: TableScreen) -> None:
    """The end, in the browser, in the terminal, and on Discord as a picture and in letters."""
    board = played.game.board(played.position)
    assert await ada(ada.see_the_end) == (board, "You lost: The higher score wins.")
    await until(lambda: str(terminal.query_one("#ask", Static).content).startswith("Ann wins"), LONG)
    view = view_of(terminal)
    assert view.board == board
    drawn = terminal.board.picture.text.plain
    assert drawn.count("×") == list(board.values()).count("x") == 3
    assert numbers_on(terminal) == {space: str(len(held)) for space, held in board.items() if len(held) > 1}
    assert numbers_on(terminal), "there is a stack"
    assert "**<@11> wins**: the higher score (4 : 4 : 5)" in await over(ann.fake)
    assert ann.fake.shown().files[0][1] == board_png(view)
    assert board_text(view) in await ann.use("board", text=True)


def numbers_on(terminal: TableScreen) -> dict[str, str]:
    """Where the terminal's board says how many pieces stand on a space: on the piece, or beside its mark."""
    picture = terminal.board.picture
    lines = picture.text.plain.split("\n")
    seen = {name: lines[line][column : column + 2] for name, (line, column) in picture.places.items()}
    return {
        name: "".join(filter(str.isdigit, there))
        for name, there in seen.items()
        if any(map(str.isdigit, there))
    }


def view_of(terminal: TableScreen) -> View:
    return terminal.session.view

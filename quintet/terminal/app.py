"""`quintet terminal`: the program around the screens. It makes sessions, local or remote, and keeps the settings."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from textual import events
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.notifications import Notify, SeverityLevel
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from quintet.games.contract import GameError
from quintet.games.picking import sentence
from quintet.games.record import Replay
from quintet.games.title import title
from quintet.inputs import UsageError
from quintet.say.errors import error_text
from quintet.say.explorer import ToldExplored
from quintet.say.people import players
from quintet.say.study import some
from quintet.say.waiting import Waiting
from quintet.server.local import LocalMachines
from quintet.table import Summary
from quintet.table.commands import Create
from quintet.terminal.dialogs import Choose, Page
from quintet.terminal.home import Home, SettingsScreen
from quintet.terminal.keys import TABLE
from quintet.terminal.settings import Settings, load_settings, save_settings
from quintet.terminal.study import StudyScreen
from quintet.terminal.style import CSS
from quintet.terminal.table import TableScreen
from quintet.wire.client import Client, ServerError
from quintet.wire.session import LocalSession, RemoteSession, Session, Think
from quintet.wire.waiting import what_waits

NARROWEST, LOWEST = 60, 20
PASSING = ("escape", "ctrl+c", "ctrl+q")
"""Keys that never wait."""


def nothing_counted(_played: Replay, _server: str) -> ToldExplored:
    raise UsageError("no games are counted here")


class Tiny(ModalScreen[None]):
    """In place of everything, while the terminal is too small."""

    def compose(self) -> ComposeResult:
        yield Static(id="tiny")

    def say(self, width: int, height: int) -> None:
        self.query_one(Static).update(
            Content(
                f"This terminal has {width}×{height} characters; make it at least {NARROWEST}×{LOWEST}, better 80×24."
            )
        )


class QuintetApp(App[None]):
    """Menu, tables, rooms and settings."""

    CSS = CSS
    TITLE = "quintet"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = []
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-usual"), (110, "-wide"), (170, "-widest")]  # noqa: RUF012  (Textual has it so)

    def __init__(
        self,
        *,
        server: str = "",
        room: str = "",
        name: str = "",
        create: Create | None = None,
        settings: Settings | None = None,
        think: Think | None = None,
        rules: Callable[[str], str] = lambda name: f"The rules of {name} are not here.",
        read: Callable[[str], list[Replay]] = lambda _file: [],
        explore: Callable[[Replay, str], ToldExplored] = nothing_counted,
        study: str = "",
    ) -> None:
        super().__init__()
        self.settings = settings if settings is not None else load_settings()
        if name:
            self.settings.name = name
        self.server = server
        self.failure = ""
        """Why it could not start, as a sentence."""
        self.rules = rules
        self._read, self._study, self._explore = read, study, explore
        self._room, self._create = room, create
        self._machines = LocalMachines()
        self._think: Think = think or self._machines
        self._tiny = Tiny()
        self._coming = 0
        """How many screens are on their way; what is typed meanwhile is for them."""
        self._typed: list[events.Key] = []
        self.at_a_key = False
        """Is what is done now done by a key?"""

    @property
    def few_colours(self) -> bool:
        """Has the terminal sixteen colours and no more?"""
        return self.console.color_system == "standard" and not self.is_headless

    async def on_mount(self) -> None:
        self.theme = f"textual-{self.settings.theme if self.settings.theme == 'light' else 'dark'}"
        self.push_screen(Home())
        if self._room:
            self.run_worker(self._start_in_room(self._room), name="starting")
        elif self._create is not None:
            self.play_here(self._create)
        elif self._study:
            self.open_file(self._study)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,  # noqa: ARG002  (Textual's widgets pass it, whether somebody asked for it or not)
    ) -> None:
        """One sentence at a time, in place of the one before: a heap of them hides what it is about.

        It may repeat what somebody typed, so a bracket in it is a bracket.
        """
        super().notify(sentence(message), title=title, severity=severity, timeout=timeout, markup=False)

    def on_notify(self, _event: Notify) -> None:
        """Only now is the one before there to be taken away: several may have been on their way."""
        self.clear_notifications()

    async def on_unmount(self) -> None:
        await self._machines.close()

    def on_resize(self, event: events.Resize) -> None:
        small = event.size.width < NARROWEST or event.size.height < LOWEST
        if small and not self._tiny.is_attached:
            self.push_screen(self._tiny)
        elif not small and self._tiny.is_attached and self.screen is self._tiny:
            self._tiny = Tiny()
            self.pop_screen()
        if small:
            self.call_after_refresh(self._tiny.say, *event.size)

    # -- keys that come too early are kept for the screen they are meant for

    async def on_event(self, event: events.Event) -> None:
        early = self._coming and isinstance(event, events.Key) and not event.is_forwarded
        if early and isinstance(event, events.Key) and event.key not in PASSING:
            self._typed.append(event)
            return
        self.at_a_key = isinstance(event, events.Key)
        await super().on_event(event)
        self.at_a_key = False

    def await_screen(self) -> None:
        """A screen is on its way."""
        self._coming += 1

    def screen_is_here(self, here: bool = True) -> None:
        """It has come, or will not; what was typed is given to it, or forgotten."""
        self._coming = max(0, self._coming - 1)
        if self._coming:
            return
        typed, self._typed = self._typed, []
        for key in typed if here else ():
            self.post_message(events.Key(key.key, key.character))

    def show_screen(self, screen: Screen[None]) -> None:
        """Push a screen; keys wait until it can take them."""
        self.await_screen()
        self.push_screen(screen)
        screen.call_after_refresh(self.screen_is_here)

    # -- tables

    def play_here(self, command: Create) -> None:
        """A table in this process."""
        self._try(self._play_here(command))

    async def _play_here(self, command: Create) -> None:
        if self._think is self._machines:
            self._machines.get_ready(command)
        pace = 2 * self.settings.pause
        session = await LocalSession.open(command, self._think, pace=pace)
        self._machines.tell = session.prepare
        self._sit(session)

    def open_room(self, command: Create) -> None:
        """A room on the server, for others to join."""
        self._try(self._open_room(command))

    async def _open_room(self, command: Create) -> None:
        if not self.server:
            raise ServerError("unreachable", "Name a server first: 'Rooms on a server' in the menu.")
        client = await self._connect(self.server)
        try:
            session = await RemoteSession.create(client, command)
        except ServerError:
            await client.close()
            raise
        self._sit(session)

    def join_room(self, room: str) -> None:
        self._try(self._join_room(room))

    async def _join_room(self, room: str) -> None:
        """By its id on the server we know, or by its link."""
        address = room if "/" in room else self.server
        if not address:
            raise ServerError("unreachable", "Name the server of the room, or give the room's whole link.")
        client = await self._connect(address)
        try:
            wanted = client.linked_room if "/" in room else room
            if not wanted:
                raise ServerError("no-such-room", f"{room[:60]} is no link to a room; it ends in /r/ID.")
            self._sit(await RemoteSession.join(client, wanted, self.settings.name))
        except GameError:
            await client.close()
            raise

    async def _start_in_room(self, room: str) -> None:
        try:
            await self._join_room(room)
        except GameError as error:
            self.failure = str(error)
            self.exit(return_code=2)

    async def _connect(self, address: str) -> Client:
        known = Client(address).address
        client = Client(address, token=self.settings.tokens.get(known), program="terminal")
        try:
            await client.open()
        except ServerError as error:
            if error.code != "wrong-token":
                raise
            client = Client(address, program="terminal")  # another server than the one that knew us
            await client.open()
        if client.token is not None and self.settings.tokens.get(known) != client.token:
            self.settings.tokens[known] = client.token
            self.keep_settings()
        return client

    def _sit(self, session: Session) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()
        self.show_screen(TableScreen(session))

    def leave_table(self) -> None:
        while len(self.screen_stack) > 2:
            self.pop_screen()

    async def follow_rooms(self, show: Callable[[list[Summary]], None], fail: Callable[[str], None]) -> None:
        """Show the rooms of the server as they come and go, until cancelled; where that fails, why."""
        try:
            client = await self._connect(self.server)
        except GameError as error:
            fail(error_text(error))
            return
        try:
            show(list(await client.follow_lobby()))
            async for _ in client.news():
                show(list(client.rooms.values()))
        except ServerError as error:
            fail(error_text(error))
        finally:
            await client.close()

    async def waiting(self) -> list[tuple[str, Waiting]]:
        """What waits for us on the servers that know us, each with its link."""
        known, first = dict(self.settings.tokens), Client(self.server).address if self.server else ""
        if first in known:
            known = {first: known.pop(first)} | known
        return await what_waits(known, "terminal")

    def _try(self, doing: Coroutine[Any, Any, None]) -> None:
        async def attempt() -> None:
            here = False
            try:
                await doing
                here = True
            except GameError as error:
                self.notify(error_text(error), severity="warning", timeout=8)
            finally:
                self.screen_is_here(here)

        self.await_screen()
        self.run_worker(attempt(), name="starting")

    # -- studies

    def open_file(self, file: str) -> None:
        """Study a game in a file; where there are several, one of them."""
        try:
            games = self._read(file)
        except (GameError, UsageError) as error:
            self.notify(error_text(error), severity="warning", timeout=8)
            return
        if len(games) == 1:
            self.study(games[0])
            return

        def chosen(number: int | None) -> None:
            if number is not None:
                self.study(games[number])

        self.push_screen(Choose(f"{len(games)} games", [("", game_line(played)) for played in games]), chosen)

    def study(self, played: Replay) -> None:
        """Look at a game again."""
        self.show_screen(StudyScreen(played))

    def explore(self, played: Replay) -> ToldExplored:
        """What was played where a line leads: asked of the server we know, or of this computer's own games."""
        return self._explore(played, self.server)

    # -- the rest

    def keep_settings(self) -> None:
        why_not = save_settings(self.settings)
        if why_not:
            self.notify(why_not, severity="warning")
        self.theme = f"textual-{'light' if self.settings.theme == 'light' else 'dark'}"

    def open_settings(self, done: Callable[[], object] = lambda: None) -> None:
        self.push_screen(SettingsScreen(done))

    def action_settings(self) -> None:
        self.open_settings()

    def action_help_quit(self) -> None:
        """What Ctrl-C does: tell the key that is meant."""
        self.notify("ctrl+q closes quintet; your seats in rooms stay yours.", timeout=6)

    def action_help(self) -> None:
        self.push_screen(Page(TABLE))


def game_line(played: Replay) -> str:
    """A game in a list of those in a file."""
    told, game = played.told, played.game
    names = players(told.players if told else (), game, game.describe(played.position))
    parts = [title(game), names, some(len(played.steps), "move")]
    return " · ".join(part for part in parts if part)

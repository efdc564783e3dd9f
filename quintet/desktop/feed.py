"""What a window shows, one thing after the other, and where it comes from: a record, a match, or a table.

The window runs in the main thread and takes items off the feed; whatever plays the game puts them on from another.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import TypeAlias

from msgspec import Struct

from quintet.desktop.guest import PROGRAM, come_back
from quintet.games.contract import Account, AnyGame, Board, Change, GameError, Info, Position, Prompt, capital
from quintet.games.record import Replay
from quintet.say.advice import hint_text
from quintet.say.endings import account_lines, deciding, outcome_text, view_outcome
from quintet.say.people import holder, sides
from quintet.say.state import ask_text, hand_overs, offer_text, turn_text
from quintet.server.local import LocalMachines
from quintet.table.commands import Create, GuestCommand, Sit
from quintet.table.shapes import ClockView, View
from quintet.table.table import Hint
from quintet.wire.actions import Action, actions
from quintet.wire.client import Client
from quintet.wire.composer import Composer
from quintet.wire.hands import Hands
from quintet.wire.messages import Preparing
from quintet.wire.picture import board_after, game_of
from quintet.wire.session import LocalSession, RemoteSession, Session

NO_ROOM = "give the link of a room, such as http://127.0.0.1:8642/r/abcdefgh"


class Waiting(Struct, frozen=True):
    """Not everybody is here yet."""

    text: str


class Started(Struct, frozen=True):
    """A game begins, or is looked at from its beginning."""

    game: AnyGame
    names: tuple[str, ...]
    board: Board
    info: Info
    turn: tuple[int, ...]


class Played(Struct, frozen=True):
    """A round was played."""

    moves: dict[int, str]
    changes: tuple[Change, ...]
    info: Info
    seconds: dict[int, float]
    turn: tuple[int, ...]
    """Whose hand it is then."""


class Reset(Struct, frozen=True):
    """Moves were taken back: this is the board now."""

    board: Board
    info: Info
    turn: tuple[int, ...]


class Asked(Struct, frozen=True):
    """Somebody at this window is to move; nobody is, where there is no prompt."""

    prompt: Prompt | None
    text: str = ""
    """What is wanted, to whoever is asked."""


class HandedOver(Struct, frozen=True):
    """Somebody at this window has chosen in secret, and the next one comes: what is said, and the answer."""

    text: str
    answer: str


class Said(Struct, frozen=True):
    """A sentence for whoever sits at this window."""

    text: str


class Standing(Struct, frozen=True):
    """How the clocks stand, and what whoever plays at this window can do besides moving."""

    clock: ClockView | None
    actions: tuple[Action, ...] = ()


class Over(Struct, frozen=True):
    """The game has ended, or the feed has, and why."""

    text: str
    counted: tuple[str, ...] = ()
    """How the result comes about, line by line."""
    won_by: tuple[str, ...] = ()
    """The spaces that it was won by."""


Item: TypeAlias = Waiting | Started | Played | Reset | Asked | HandedOver | Said | Standing | Over


class Feed:
    """A queue of items, and a way back for the moves of somebody who plays at the window."""

    def __init__(self) -> None:
        self._items: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.move: Callable[[str, int], None] | None = None
        self.ask: Callable[[GuestCommand], None] | None = None
        self.ask_why: Callable[[Composer, str], None] | None = None
        self.here: Callable[[], None] | None = None
        """Whoever is to choose next has come to the window."""

    def put(self, item: Item) -> None:
        self._items.put(item)

    def now(self) -> int:
        """The time in milliseconds by which clocks run."""
        return time.time_ns() // 1_000_000

    def next(self) -> Item | None:
        """The next item; None if there is none yet."""
        try:
            return self._items.get_nowait()
        except queue.Empty:
            return None


# --- a record ---------------------------------------------------------------------------------------------------------


def record_feed(played: Replay) -> Feed:
    """A game that has been played before."""
    feed, game = Feed(), played.game
    names = played.record().players or tuple(
        capital(side) for side in sides(game, game.describe(played.start))
    )
    feed.put(_start(game, names, played.start))
    for step in played.steps:
        feed.put(Played(step.moves, step.changes, game.describe(step.position), {}, game.turn(step.position)))
    outcome = game.outcome(played.position)
    if outcome is None:
        feed.put(Over("The record ends here."))
    else:
        told = outcome_text(game, outcome, names)
        feed.put(_over(told, game.account(played.position), names, outcome.winners))
    return feed


def _start(game: AnyGame, names: tuple[str, ...], start: Position) -> Started:
    return Started(game, names, game.board(start), game.describe(start), game.turn(start))


def _over(told: str, account: Account | None, names: tuple[str, ...], winners: tuple[int, ...]) -> Over:
    return Over(told, tuple(account_lines(account, names)), deciding(account, winners))


# --- a socket match ---------------------------------------------------------------------------------------------------


class FeedWatcher:
    """Watches a socket match for a window."""

    def __init__(self, feed: Feed) -> None:
        self.feed = feed

    def waiting(self, names: Sequence[str], seats: int) -> None:
        self.feed.put(Waiting(f"Waiting for the players: {len(names)} of {seats} are here."))

    def started(self, game: AnyGame, names: Sequence[str]) -> None:
        self.game, self.names, self.position = game, tuple(names), game.start()
        self.feed.put(_start(game, self.names, self.position))

    def played(
        self,
        position: Position,
        moves: dict[int, str],
        changes: tuple[Change, ...],
        seconds: dict[int, float],
    ) -> None:
        self.position, turn = position, self.game.turn(position)
        self.feed.put(Played(moves, changes, self.game.describe(position), seconds, turn))

    def over(self, sentence: str, winners: tuple[int, ...]) -> None:
        by_rules = self.game.outcome(self.position) is not None
        account = self.game.account(self.position) if by_rules else None
        self.feed.put(_over(sentence, account, self.names, winners))


# --- a table ----------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def watch_room(link: str) -> AsyncIterator[Session]:
    """A room on a server, by its link, to look on."""
    client = Client(link, program=PROGRAM)
    if client.linked_room is None:
        raise GameError(NO_ROOM)
    async with client:
        yield await RemoteSession.join(client, client.linked_room)


@asynccontextmanager
async def play_in_room(link: str, name: str) -> AsyncIterator[Session]:
    """A room on a server, to play: in the seat that is ours from before, or in a free one, or else to look on."""
    if Client(link).linked_room is None:
        raise GameError(NO_ROOM)
    client = await come_back(link)
    try:
        session = await RemoteSession.join(client, client.linked_room or "", name)
        free = [seat.seat for seat in session.view.seats if seat.kind == "open"]
        if free and not session.view.you:
            with suppress(GameError):  # somebody was quicker; what can be done is shown anyway
                await session.ask(Sit(seat=free[0]))
        yield session
    finally:
        await client.close()


@asynccontextmanager
async def play_here(game: AnyGame, seats: tuple[str, ...]) -> AsyncIterator[Session]:
    """A table in this process: `me` for whoever sits at the window, or a machine."""
    machines = LocalMachines()
    command = Create(
        name="Here", game=game.name, options=game.settings, offline=True, host_name="You", seats=seats
    )
    machines.get_ready(command)
    session = await LocalSession.open(command, machines)
    machines.tell = session.prepare
    try:
        yield session
    finally:
        await session.close()
        await machines.close()


def _who_is_here(view: View) -> str:
    here = sum(seat.kind not in ("open", "invited") for seat in view.seats)
    if here < len(view.seats):
        return f"Waiting for the players: {here} of {len(view.seats)} are here."
    slow = [seat.name for seat in view.seats if seat.kind != "machine" and not seat.ready]
    return f"Waiting for {' and '.join(slow)} to be ready." if slow else "The game is about to start."


class TableFeed(Feed):
    """A table, here or on a server: watched, and played at where a seat is one's own."""

    def __init__(self, opening: AbstractAsyncContextManager[Session], *, playing: bool = False) -> None:
        """Of a table that is only watched nothing can be done."""
        super().__init__()
        self._opening, self._playing = opening, playing
        self._hint: Hint | None = None
        self._hands = Hands()
        self._queue = ""
        self._plies = 0
        self._game: AnyGame | None = None
        self._since = time.monotonic()
        self._over = False
        self.move, self.ask, self.ask_why, self.here = self._move, self._ask, self._ask_why, self._come
        self._loop = asyncio.new_event_loop()
        self._session: Session | None = None
        self._following = self._loop.create_task(self._follow(), name="table")
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave the table."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._following.cancel)
            self._thread.join(10)

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._following)
        self._loop.close()

    async def _follow(self) -> None:
        try:
            async with self._opening as session:
                self._session = session
                self._show(session.view)
                async for news in session.news():
                    if isinstance(news, Preparing):
                        self.put(Said(news.text))
                    else:
                        self._show(session.view)
                self.put(Over(session.ended or "The table is gone."))
        except (GameError, OSError) as error:
            self.put(Over(str(error)))

    def now(self) -> int:
        return self._session.now() if self._session is not None else super().now()

    def _show(self, view: View) -> None:
        if view.status in ("seating", "counting"):
            self.put(Waiting(_who_is_here(view)))
        else:
            self._show_game(view)
        self._show_standing(view)

    def _show_standing(self, view: View) -> None:
        """Whatever has a key can be done at the window; the rest is for a host's own face."""
        found = actions(view, view.guest, self.now()) if self._playing else []
        self.put(Standing(view.clock, tuple(action for action in found if action.key)))
        offer = view.offer
        if offer is not None and any(seat in view.you for seat in offer.waiting):
            self.put(Said(offer_text(game_of(view), view)))
        if view.hint is not None and view.hint != self._hint and view.hint.move:
            self.put(Said(hint_text(game_of(view), view.hint)))
        self._hint = view.hint
        if view.queue != self._queue:
            mine = [prompt.ask for prompt in view.prompts if prompt.seat in view.owing]
            self.put(Said(view.queue or "".join(mine[:1])))
        self._queue = view.queue

    def _show_game(self, view: View) -> None:
        if self._game is None or self._changed(view) or len(view.plies) < self._plies:
            self._begin(view)
        for ply in view.plies[self._plies :]:
            now = time.monotonic()
            seconds = dict.fromkeys((seat for seat, _ in ply.moves), now - self._since)
            self.put(Played(dict(ply.moves), ply.changes, view.info, seconds, view.turn))
            self._since = now
        self._plies = len(view.plies)
        self._show_prompt(view)
        if view.outcome is not None and not self._over:
            self._over = True
            game, outcome = game_of(view), view.outcome
            names = tuple(holder(game, view, seat) for seat in range(game.seats))
            self.put(_over(view_outcome(game, view), outcome.account, names, outcome.winners))

    def _show_prompt(self, view: View) -> None:
        prompt, game = self._hands.follow(view), game_of(view)
        if prompt is not None and prompt.seat in view.owing:
            if self._hands.handing_over:
                self.put(Asked(None))
                self.put(HandedOver(*hand_overs(game, view)[prompt.seat]))
            else:
                self.put(Asked(prompt, ask_text(game, view, prompt)))
            return
        self.put(Asked(None))
        if view.sealed:
            self.put(Said(turn_text(game, view)))

    def _changed(self, view: View) -> bool:
        """Is another game played, or the same with other options?"""
        game = self._game
        return game is not None and (game.name, game.settings) != (view.game, view.options)

    def _begin(self, view: View) -> None:
        if view.plies and self._game is not None and not self._changed(view):
            self.put(Reset(board_after(view, len(view.plies)), view.info, view.turn))
            self._plies, self._over = len(view.plies), False
        else:  # seats may have changed hands since the last game
            self._game = game_of(view)
            names = [holder(self._game, view, seat.seat) for seat in view.seats]
            start = self._game.start() if view.begins is None else self._game.load(view.begins)
            self.put(_start(self._game, tuple(names), start))
            self._plies, self._over = 0, False
            self._since = time.monotonic()

    def _move(self, text: str, seat: int) -> None:
        if self._session is not None:
            self._give(self._session.move(text, seat))

    def _ask(self, command: GuestCommand) -> None:
        if self._session is not None:
            self._give(self._session.ask(command))

    def _ask_why(self, composer: Composer, space: str) -> None:
        if self._session is not None:
            self._give(self._session.ask_why(composer, space))

    def _come(self) -> None:
        self._loop.call_soon_threadsafe(self._arrive)

    def _arrive(self) -> None:
        self._hands.here()
        if self._session is not None:
            self._show_prompt(self._session.view)

    def _give(self, call: Awaitable[None]) -> None:
        async def carry_out() -> None:
            try:
                await call
            except GameError as error:
                if self._session is not None:
                    self._show(self._session.view)  # a move that was refused is asked for again
                self.put(Said(str(error)))

        asyncio.run_coroutine_threadsafe(carry_out(), self._loop)

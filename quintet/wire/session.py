"""A seat at a table for faces that run as programs: at a table in this process, or in a room on a server.

    session = await LocalSession.open(Create(name="Here", game=NAME, offline=True, seats=("me", "greedy")), think)
    session = await RemoteSession.join(client, room, name="Ann")

    async for news in session.news():
        show(session.view, news)

Both give the same picture and take the same commands, so that a face needs one screen for both.
"""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeAlias

from quintet.table import (
    SERVER,
    Broadcast,
    Need,
    Refusal,
    Step,
    Table,
    Update,
    View,
    create,
    next_wake,
    pending_machines,
    step,
    view,
)
from quintet.table.bench import Candidate, machines
from quintet.table.commands import AnyCommand, Create, Enter, GuestCommand, Move, Pick, Tick
from quintet.wire.client import Client, ServerError
from quintet.wire.composer import Composer
from quintet.wire.messages import Bye, Preparing, Queue
from quintet.wire.unreachable import why_unreachable

News: TypeAlias = View | Update | Preparing | Queue
Think: TypeAlias = Callable[[Table, Need], Awaitable[AnyCommand]]
"""Asks a machine what it owes, and gives its answer as a command."""

INSTEAD = "Give the seat to somebody else, or save the game."
"""What can be done where a machine does not answer."""
HERE = "here"
"""The only guest of a table in this process, and the name of its room."""


class Session(ABC):
    """One person at one table."""

    preparing = ""
    """What a machine waits for before it can think; empty again with the next event of the table."""
    trouble = ""
    """Why a machine here cannot go on, and what can be done: it is told in place of whose turn it is."""
    link = ""
    """The address by which others join; empty where nobody can."""

    @property
    @abstractmethod
    def view(self) -> View:
        """The table as it is now."""

    @property
    @abstractmethod
    def connected(self) -> bool:
        """Can commands be carried out now? A connection that broke is made again by itself."""

    @property
    @abstractmethod
    def ended(self) -> str:
        """Why it is over for good, as a sentence; empty while it is not."""

    @property
    @abstractmethod
    def bench(self) -> tuple[Candidate, ...]:
        """Who can be given a seat now, once `follow_bench` was called."""

    @abstractmethod
    async def follow_bench(self) -> None:
        """Keep `bench` up to date; ServerError if that is refused."""

    @abstractmethod
    def now(self) -> int:
        """The table's time in milliseconds, for its clocks."""

    @abstractmethod
    async def ask(self, command: GuestCommand) -> None:
        """Give the table a command; ServerError, with a code and a sentence, if it is refused."""

    @abstractmethod
    def news(self) -> AsyncIterator[News]:
        """What changed, after `view` has it already; ends when the session is over. For one reader."""

    @abstractmethod
    async def close(self) -> None:
        """Go. A seat in a room on a server is kept."""

    async def move(self, text: str, seat: int | None = None) -> None:
        """Play, for your seat that owes a move unless you say which."""
        seen = self.view
        if seat is None:
            own = [s for s in seen.owing if s in seen.you] or [s for s in seen.turn if s in seen.you]
            if not seen.you:
                raise ServerError("not-seated", "Take a seat first; you are only watching.")
            seat = (own or list(seen.you))[0]
        await self.ask(Move(seat=seat, text=text, version=seen.version))

    async def ask_why(self, composer: Composer, space: str) -> None:
        """A pick that meant nothing is refused with the reason that the rules give."""
        await self.ask(
            Pick(
                seat=composer.prompt.seat,
                version=self.view.turn_version,
                space=space,
                piece=composer.key,
                chosen=tuple(choice.text for choice in composer.chosen),
            )
        )


# --- in this process ------------------------------------------------------------------------------------------------


_AHEAD = time.time_ns() - time.monotonic_ns()


def steady_clock() -> int:
    """Milliseconds: wall time when this program began, and from then on even, whatever happens to the system's clock."""
    return (time.monotonic_ns() + _AHEAD) // 1_000_000


class LocalSession(Session):
    """A table in this process, with one person, who may hold several seats, and machines."""

    def __init__(self, table: Table, think: Think, *, pace: float, clock: Callable[[], int]) -> None:
        self.pace = pace
        """Seconds that a machine takes at least, so that people can follow."""
        self._table, self._think, self._clock = table, think, clock
        self._view = view(table, HERE)
        self._news: asyncio.Queue[News | None] = asyncio.Queue()
        self._asking: dict[Need, asyncio.Task[None]] = {}
        self._wake: asyncio.TimerHandle | None = None
        self._ended = ""
        self.trouble = ""
        """What a machine failed with, until something happens at the table."""
        self._look()

    @classmethod
    async def open(
        cls, command: Create, think: Think, *, pace: float = 0.0, clock: Callable[[], int] = steady_clock
    ) -> LocalSession:
        """Sit down at a new table; ServerError if there can be none like that."""
        made = create(HERE, HERE, command, clock())
        if isinstance(made, Refusal):
            raise ServerError(made.code, made.text)
        return cls(made.table, think, pace=pace, clock=clock)

    @property
    def view(self) -> View:
        return self._view

    @property
    def connected(self) -> bool:
        return not self._ended

    @property
    def ended(self) -> str:
        return self._ended

    @property
    def bench(self) -> tuple[Candidate, ...]:
        return machines()

    async def follow_bench(self) -> None:
        """It never changes here."""

    def now(self) -> int:
        return self._clock()

    async def ask(self, command: GuestCommand) -> None:
        self._give(HERE, command)

    async def news(self) -> AsyncIterator[News]:
        while (message := await self._news.get()) is not None:
            yield message

    async def close(self) -> None:
        if self._ended:
            return
        self._ended = "The table is cleared."
        if self._wake is not None:
            self._wake.cancel()
        asking = list(self._asking.values())
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)
        self._news.put_nowait(None)

    # -- inside

    def _give(self, who: str, command: AnyCommand) -> None:
        if self._ended:
            raise ServerError("closed", self._ended)
        result = step(self._table, who, command, self._clock())
        if isinstance(result, Refusal):
            raise ServerError(result.code, result.text)
        if result.events:
            self._happen(result)

    def prepare(self, text: str) -> None:
        """Show what machines wait for; a machine that has failed comes before those that are not ready yet."""
        self.preparing = self.trouble or text
        self._news.put_nowait(Preparing(room=HERE, text=self.preparing))

    def _happen(self, result: Step) -> None:
        self.preparing = self.trouble = ""
        before, self._table = self._table, result.table
        self._view = view(self._table, HERE)
        self._news.put_nowait(Broadcast(before, result.events, self._table).to(HERE))
        self._look()

    def _look(self) -> None:
        """See what is due next, and what machines owe."""
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        at = next_wake(self._table)
        if at is not None:
            delay = max(0, at - self._clock() + 1) / 1000
            self._wake = asyncio.get_running_loop().call_later(delay, self._tick)
        needs = set(pending_machines(self._table))
        for need in [need for need in self._asking if need not in needs]:
            if self._asking[need] is not asyncio.current_task():
                self._asking.pop(need).cancel()
        for need in needs - set(self._asking):
            self._asking[need] = asyncio.create_task(self._meet(need), name=f"think-{need.seat}-{need.kind}")

    def _tick(self) -> None:
        self._wake = None
        at = next_wake(self._table)
        if at is not None and at <= self._clock():
            self._give(SERVER, Tick())
        else:  # the timer and the clock do not agree: wait for the clock
            self._look()

    async def _meet(self, need: Need) -> None:
        try:
            _, answer = await asyncio.gather(asyncio.sleep(self.pace), self._think(self._table, need))
            if need in pending_machines(self._table):
                self._give(SERVER, answer)
        except ServerError as error:  # the game is not lost: it waits for whoever is given the seat
            self.trouble = f"{error} {INSTEAD}"
            self.prepare("")
        except OSError as error:
            await self._stop(f"No machine can think here: {why_unreachable(error)}.")
        finally:
            if self._asking.get(need) is asyncio.current_task():
                del self._asking[need]

    async def _stop(self, why: str) -> None:
        self._ended = why
        self._news.put_nowait(None)


# --- on a server ----------------------------------------------------------------------------------------------------


class RemoteSession(Session):
    """A room on a server, over a connection that this session closes."""

    def __init__(self, client: Client, seen: View) -> None:
        self.client = client
        self.link = f"{client.home}/r/{seen.room}"
        self._last = seen
        self._bye = ""

    @classmethod
    async def join(cls, client: Client, room: str, name: str = "") -> RemoteSession:
        """Come into a room, under a name; without one only to watch. ServerError if there is no such room."""
        session = cls(client, await client.join(room))
        if name:
            await session.ask(Enter(name=name))
        return session

    @classmethod
    async def create(cls, client: Client, command: Create) -> RemoteSession:
        """Open a room, as its host."""
        return cls(client, await client.join(await client.create(command)))

    @property
    def view(self) -> View:
        if self.client.view is not None:
            self._last = self.client.view
        return self._last

    @property
    def connected(self) -> bool:
        return self.client.connected and not self.ended

    @property
    def ended(self) -> str:
        return (
            self._bye or self.client.why_closed or ("The connection is closed." if self.client.closed else "")
        )

    @property
    def bench(self) -> tuple[Candidate, ...]:
        return self.client.players

    async def follow_bench(self) -> None:
        await self.client.follow_bench()

    def now(self) -> int:
        return self.client.now()

    async def ask(self, command: GuestCommand) -> None:
        await self.client.ask(command)

    async def news(self) -> AsyncIterator[News]:
        async for message in self.client.news():
            if isinstance(message, (View, Update, Preparing, Queue)):
                self.preparing = self.client.preparing
                yield message
            elif isinstance(message, Bye) and message.reconnect_ms is None:
                self._bye = message.text

    async def close(self) -> None:
        await self.client.close()

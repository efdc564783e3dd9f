"""Machines in seats: whoever runs a table sees what they owe, has it thought about, and gives the answer to the room.

An answer names the version it was asked at, so one that comes twice or too late does no harm. That is what makes asking
again safe: the node whose event made the need asks at once, any other node that has the room open asks when the answer
is late, and so does anyone whose worker died.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Protocol

from quintet.server.lending import Lending
from quintet.server.logs import note
from quintet.server.pool import Pool, PoolError
from quintet.server.room import Room
from quintet.server.times import Histogram
from quintet.server.worker import Question, Reply
from quintet.table import SERVER, Need, Table, pending_machines
from quintet.table.commands import AnyCommand, GiveHint, MachineAnswer, Move

LATE_SECONDS = 4.0
"""When a node asks for what another should have asked for."""
ASK_AGAIN_SECONDS = 10.0
MACHINES = "machines"
"""What the key is for from which machines have their luck."""


class Workers(Protocol):
    """Somebody who gets needs met: by giving the answer to the room, or having a worker do so."""

    async def meet(self, room: Room, need: Need) -> None: ...

    async def ask(self, asked: Question, guest: str, told: Callable[[int], None]) -> Reply:
        """The answer to a question that is no room's; PoolError if there is none. `told` hears how many come before it."""


class Machines:
    """Asks for every need of every live room, once at a time."""

    def __init__(self, workers: Workers, times: Histogram) -> None:
        self._workers, self._times = workers, times
        self._asking: dict[tuple[str, Need], asyncio.Task[None]] = {}
        self.lending = Lending(lambda room: self.look(room, own=True))

    def __len__(self) -> int:
        """How many questions are not answered yet."""
        return len(self._asking)

    def look(self, room: Room, own: bool) -> None:
        """See what the room's machines owe now. Nobody thinks for a room that nobody watches."""
        table = room.table
        if not room.watchers or (table.hint_due is None and not room.holders.machines):
            return
        needs = pending_machines(table)
        self.lending.look(room, needs)
        for need in needs:
            key = (room.id, need)
            if key not in self._asking and not self.lending.holds(room, need):
                task = asyncio.create_task(self._meet(room, need, 0.0 if own else LATE_SECONDS))
                self._asking[key] = task
                task.add_done_callback(lambda _, key=key: self._asking.pop(key, None))  # type: ignore[misc]  # mypy cannot infer a lambda with a default

    async def _meet(self, room: Room, need: Need, delay: float) -> None:
        await asyncio.sleep(delay)
        while still_owed(room, need) and room.watchers:
            try:
                asked = perf_counter()
                async with asyncio.timeout(ASK_AGAIN_SECONDS * 20):
                    await self._workers.meet(room, need)
                self._times.add(perf_counter() - asked)
            except (PoolError, TimeoutError, OSError) as error:
                note("machine did not answer", room=room.id, kind=need.kind, error=str(error))
            await room.settled()
            if still_owed(room, need):
                await asyncio.sleep(1.0)

    async def close(self) -> None:
        self.lending.close()
        for task in list(self._asking.values()):
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)


class PoolWorkers:
    """Asks the worker processes of this machine."""

    def __init__(self, pool: Pool, key: bytes) -> None:
        self._pool, self._key = pool, key
        self._asking: Counter[Room] = Counter()
        """The rooms for which a question has no answer yet."""
        pool.on_compiling = self._tell

    async def meet(self, room: Room, need: Need) -> None:
        table, told = room.table, partial(room.wait_behind, need)
        self._asking[room] += 1
        try:
            reply = await self._pool.ask(question(table, need, self._key), for_whom(table, need), told)
        finally:
            told(0)
            room.prepare("")
            self._asking[room] -= 1
            if not self._asking[room]:
                del self._asking[room]
        room.give(SERVER, answer(need, reply))

    async def ask(self, asked: Question, guest: str, told: Callable[[int], None]) -> Reply:
        return await self._pool.ask(asked, guest, told)

    def _tell(self, game: str, text: str) -> None:
        """Whoever waits for the compiler sees how far it is."""
        for room in self._asking:
            if room.table.game.name == game:
                room.prepare(text)


def still_owed(room: Room, need: Need) -> bool:
    return need in pending_machines(room.table)


def for_whom(table: Table, need: Need) -> str:
    """The guest an engine works for: who wants the hint, or else the host, who gave the machine its seat."""
    return (table.seats[need.seat].guest if need.kind == "hint" else None) or table.host


def question(table: Table, need: Need, key: bytes) -> Question:
    """What a worker must know to answer; `key` is a secret, without which nobody can tell its luck beforehand."""
    return Question(
        kind=need.kind,
        game=table.game.name,
        options=dict(table.game.settings),
        position=table.game.dump(table.position),
        seat=need.seat,
        machine=need.machine,
        room=table.room,
        seed=seed(table.room, need, key),
    )


def seed(room: str, need: Need, key: bytes) -> int:
    """The luck a machine has with this need: the same on every node that has the key, and known to nobody else."""
    about = f"{need.kind} {need.seat} {need.version} {room}"
    return int.from_bytes(hmac.digest(key, about.encode(), hashlib.sha256)[:7])


def answer(need: Need, reply: Reply) -> AnyCommand:
    """The command that gives a reply to the table."""
    if need.kind == "move":
        return Move(seat=need.seat, text=reply.move, version=need.version)
    if need.kind == "draw":
        return MachineAnswer(seat=need.seat, accept=reply.accept, version=need.version)
    return GiveHint(seat=need.seat, version=need.version, move=reply.move, note=reply.note)

"""What happens around a server while people play on it: databases, disks, processes and clocks that fail and come back.

Every match is two ordinary clients who move again and again. What they were told counts: a move that was acknowledged must be
in the record afterwards, at its place.
"""

from __future__ import annotations

import asyncio
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg

from benchmarks.hard_times import have_postgres
from benchmarks.report import table, write_section
from benchmarks.running import Running, start, start_quintet, tree
from quintet.games import GAMES
from quintet.table import Clock
from quintet.table.commands import Close, Create, Enter, Ready, Sit
from quintet.table.shapes import View
from quintet.wire.client import Client, ServerError
from tests.postgres import Cluster, cluster
from tests.waiting import until

COMMAND = "python -m benchmarks.chaos"
MATCHES = 10
BETWEEN = 0.2
"""Seconds between the answer to a move and the next one of the same match."""
QUIET, TROUBLED = 3.0, 3.0
"""Seconds of play before a trouble, and of the trouble."""
BACK_WITHIN = 60.0
CONNECTIONS = 20
AFTERWARDS = 90.0
"""How long after the last room of a soak the memory is looked at again."""
OTHERS_OUT = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> ALL ($1::int[])
"""

Trouble = Callable[[], Awaitable[None]]


class TroubledMatch:
    """Two people who do not give up; where there are two servers, one on each."""

    def __init__(self, ports: Sequence[int], number: int, clock: Clock | None = None) -> None:
        self.clients = [Client(f"http://127.0.0.1:{ports[seat % len(ports)]}") for seat in range(2)]
        self.played: dict[int, str] = {}
        """By ply, what was acknowledged."""
        self.refused: Counter[str] = Counter()
        self.longest = 0.0
        """Seconds that one answer of either kind took."""
        self._clock, self._digits = clock, random.Random(number)

    async def open(self) -> None:
        host, guest = self.clients
        await asyncio.gather(host.open(), guest.open())
        room = await host.create(Create(name="Troubled", game="count", clock=self._clock))
        await host.join(room)
        await guest.join(room)
        await guest.ask(Enter(name="Guest"))
        await guest.ask(Sit(seat=1))
        await host.ask(Ready())
        await guest.ask(Ready())
        await until(lambda: all(self.seen(client).status == "playing" for client in self.clients))

    def seen(self, client: Client) -> View:
        assert client.view is not None
        return client.view

    async def play(self) -> None:
        """Move after move, until cancelled."""
        while True:
            for seat, client in enumerate(self.clients):
                await self._move(client, seat)
            await asyncio.sleep(BETWEEN)

    async def _move(self, client: Client, seat: int) -> None:
        view = client.view
        if view is None or view.turn != (seat,):
            return
        text, begun = str(self._digits.randrange(10)), time.perf_counter()
        try:
            await client.move(text, seat)
            self.played[len(view.plies)] = text
        except ServerError as error:
            self.refused[error.code] += 1
        self.longest = max(self.longest, time.perf_counter() - begun)

    def lost(self) -> int:
        """How many acknowledged moves are not where they were played."""
        plies = self.seen(self.clients[0]).plies
        return sum(
            number >= len(plies) or plies[number].moves[0][1] != text for number, text in self.played.items()
        )

    async def close(self) -> None:
        for client in self.clients:
            await client.close()


@asynccontextmanager
async def matches(*ports: int, clock: Clock | None = None) -> AsyncIterator[list[TroubledMatch]]:
    """So many matches under way."""
    found = [TroubledMatch(ports, number, clock) for number in range(MATCHES)]
    try:
        await asyncio.gather(*(match.open() for match in found))
        yield found
    finally:
        for match in found:
            await match.close()


HEAD = (
    "trouble", "moves before", "moves meanwhile", "refused meanwhile", "all play again after s", "longest answer s",
    "moves acknowledged", "of them lost",
)  # fmt: skip


async def troubled(playing: Sequence[TroubledMatch], name: str, trouble: Trouble) -> tuple[object, ...]:
    """A row: people play, something happens to the server, people play on."""
    tasks = [asyncio.create_task(match.play()) for match in playing]
    try:
        counts = [sum(len(match.played) for match in playing)]
        for match in playing:
            match.refused.clear()
            match.longest = 0.0
        await asyncio.sleep(QUIET)
        counts.append(sum(len(match.played) for match in playing))
        await trouble()
        counts.append(sum(len(match.played) for match in playing))
        over, had = time.perf_counter(), [len(match.played) for match in playing]
        for match, number in zip(playing, had, strict=True):
            await until(lambda match=match, number=number: len(match.played) > number, BACK_WITHIN)  # type: ignore[misc]  # mypy cannot infer a lambda with defaults
        back = time.perf_counter() - over
        refused = sum((match.refused for match in playing), Counter[str]())
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    await until(lambda: all(map(agree, playing)), BACK_WITHIN)
    return (
        name, counts[1] - counts[0], counts[2] - counts[1],
        ", ".join(f"{code}: {count}" for code, count in sorted(refused.items())) or "–",
        f"{back:.1f}", f"{max(match.longest for match in playing):.1f}",
        sum(len(match.played) for match in playing) - counts[0], sum(match.lost() for match in playing),
    )  # fmt: skip


def agree(match: TroubledMatch) -> bool:
    """Do both players see the same, and all that was acknowledged?"""
    one, other = (match.seen(client).plies for client in match.clients)
    return one == other and len(one) > max(match.played, default=-1)


# --- the database -----------------------------------------------------------------------------------------------------------


async def database() -> None:
    if not have_postgres():
        print("The part database was skipped: PostgreSQL is not installed.")
        return
    rows = []
    with cluster(CONNECTIONS) as postgres:
        url = postgres.database()
        server = await start_quintet(url)
        try:
            async with matches(server.port) as playing:
                for name, trouble in database_troubles(postgres, url).items():
                    rows.append(await troubled(playing, name, trouble))
        finally:
            await server.stop()
    write_section(
        "Chaos: the database fails",
        f"{COMMAND} database",
        f"{MATCHES} matches of two clients on PostgreSQL; each trouble after {QUIET:.0f} s of play, for {TROUBLED:.0f} s where it lasts. An answer is an\n"
        "acknowledgement or a refusal; a refused move is tried again.\n\n" + table(HEAD, rows),
    )


def database_troubles(postgres: Cluster, url: str) -> dict[str, Trouble]:
    async def restarted() -> None:
        await asyncio.to_thread(postgres.stop, "fast")
        await asyncio.to_thread(postgres.start)

    async def stopped() -> None:
        await asyncio.to_thread(postgres.stop)
        await asyncio.sleep(TROUBLED)
        await asyncio.to_thread(postgres.start)

    async def killed() -> None:
        await asyncio.to_thread(postgres.kill)
        await asyncio.sleep(TROUBLED)
        await asyncio.to_thread(postgres.start)

    async def frozen() -> None:
        await asyncio.to_thread(postgres.pause)
        await asyncio.sleep(TROUBLED)
        await asyncio.to_thread(postgres.go_on)

    async def crowded() -> None:
        """Others take every connection, those of the server among them."""
        taken = [await asyncpg.connect(url)]
        end = time.monotonic() + TROUBLED
        while time.monotonic() < end:
            await taken[0].execute(OTHERS_OUT, [connection.get_server_pid() for connection in taken])
            try:
                while True:
                    taken.append(await asyncpg.connect(url))
            except (asyncpg.PostgresError, OSError):
                await asyncio.sleep(0.05)
        for connection in taken:
            await connection.close()

    return {
        "restarted": restarted, "stopped": stopped, "killed": killed, "standing still": frozen, "out of connections": crowded,
    }  # fmt: skip


# --- the disk ---------------------------------------------------------------------------------------------------------------


async def disk() -> None:
    with tempfile.TemporaryDirectory(prefix="quintet-chaos-") as folder:
        server = await start_quintet(f"sqlite:{folder}/store")
        pid = server.process.pid

        async def full() -> None:
            wide = resource.prlimit(pid, resource.RLIMIT_FSIZE)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (1024, wide[1]))
            await asyncio.sleep(TROUBLED)
            resource.prlimit(pid, resource.RLIMIT_FSIZE, wide)

        try:
            async with matches(server.port) as playing:
                rows = [
                    await troubled(playing, f"full, for the {time} time", full)
                    for time in ("first", "second")
                ]
        finally:
            await server.stop()
    write_section(
        "Chaos: the disk is full",
        f"{COMMAND} disk",
        f"{MATCHES} matches of two clients on SQLite; no file may grow for {TROUBLED:.0f} s.\n\n"
        + table(HEAD, rows),
    )


# --- processes --------------------------------------------------------------------------------------------------------------


async def kills() -> None:
    with tempfile.TemporaryDirectory(prefix="quintet-chaos-") as folder:
        store = f"sqlite:{folder}/store"
        server = await start_quintet(store)

        async def node() -> None:
            nonlocal server
            await server.kill()
            server = await start_quintet(store, server.port)

        try:
            async with matches(server.port) as playing:
                names = [f"the server is killed, {number}" for number in (1, 2, 3)]
                rows = [await troubled(playing, name, node) for name in names]
            rows.append(await machines_troubled(server))
        finally:
            await server.stop()
    write_section(
        "Chaos: processes are killed",
        f"{COMMAND} kills",
        f"{MATCHES} matches of two clients on SQLite, kill -9, and the server started again at once. Of the worker: a game against a\n"
        "machine goes on while the process that thinks for it is killed before each move; its moves are the machine's.\n\n"
        + table(HEAD, rows),
    )


async def nodes() -> None:
    """Two servers on one PostgreSQL, one player of each match on either; each is killed, then both."""
    if not have_postgres():
        print("The part nodes was skipped: PostgreSQL is not installed.")
        return
    with cluster(CONNECTIONS * 2) as postgres:
        url = postgres.database()
        servers = [await start_quintet(url), await start_quintet(url)]

        def killed(*numbers: int) -> Trouble:
            async def trouble() -> None:
                ports = {number: servers[number].port for number in numbers}
                await asyncio.gather(*(servers[number].kill() for number in numbers))
                await asyncio.sleep(TROUBLED)
                for number, port in ports.items():
                    servers[number] = await start_quintet(url, port)

            return trouble

        troubles = {"the first is killed": (0,), "the second is killed": (1,), "both are killed": (0, 1)}
        try:
            async with matches(*(server.port for server in servers)) as playing:
                rows = [await troubled(playing, name, killed(*who)) for name, who in troubles.items()]
        finally:
            for server in servers:
                await server.stop()
    write_section(
        "Chaos: one of two servers is killed",
        f"{COMMAND} nodes",
        f"{MATCHES} matches of two clients, one on each of two servers on one PostgreSQL; kill -9, and started again after {TROUBLED:.0f} s. Nobody goes to the\n"
        "other server here, as a proxy would have them do: whoever was on the one that is down waits for it.\n\n"
        + table(HEAD, rows),
    )


def answered(client: Client, plies: int) -> bool:
    """Has the machine moved too, after so many plies?"""
    return client.view is not None and bool(client.view.prompts) and len(client.view.plies) > plies + 1


async def machines_troubled(server: Running) -> tuple[object, ...]:
    """A person plays a machine whose worker is killed again and again."""
    answers, longest = 0, 0.0
    async with Client(f"http://127.0.0.1:{server.port}") as ann:
        await ann.join(
            await ann.create(Create(name="A", game="reversi", seats=("me", "greedy"), offline=True))
        )
        for _ in range(8):
            view = ann.view
            if view is None or not view.prompts:
                break
            for pid in tree(server.process.pid)[1:]:
                os.kill(pid, signal.SIGKILL)
            begun, plies = time.perf_counter(), len(view.plies)
            await ann.move(next(view.prompts[0].moves()))
            await until(lambda plies=plies: answered(ann, plies), BACK_WITHIN)  # type: ignore[misc]  # mypy cannot infer a lambda with a default
            answers += 1
            longest = max(longest, time.perf_counter() - begun)
    return ("the worker is killed", "–", answers, "–", "0.0", f"{longest:.1f}", answers, 0)


# --- clocks -----------------------------------------------------------------------------------------------------------------


async def clocks() -> None:
    """The system's clock is set, forwards and back, while games with clocks are played."""
    with tempfile.TemporaryDirectory(prefix="quintet-chaos-") as folder:
        step = Path(folder) / "step"
        step.write_text("0", "utf-8")
        server = await start(
            sys.executable, "-m", "benchmarks.stepping", str(step), "serve", "--store", f"sqlite:{folder}/store",
            "--port", "0", "--workers", "1", "--lazy", "--messages-per-second", "0", "--log-level", "error",
        )  # fmt: skip

        def stepped(seconds: int) -> Trouble:
            async def trouble() -> None:
                await asyncio.to_thread(step.write_text, str(seconds), "utf-8")
                await asyncio.sleep(TROUBLED)

            return trouble

        rows = []
        try:
            async with matches(server.port, clock=Clock(reserve_ms=60_000)) as playing:
                begun = time.perf_counter()
                for name, ahead in (("an hour ahead", 3600), ("a day back", -86_400), ("as it was", 0)):
                    rows.append(await troubled(playing, name, stepped(ahead)))
                seconds = time.perf_counter() - begun
                left = [
                    sum(view.clock.reserve_left)
                    for match in playing
                    if (view := match.seen(match.clients[0])).clock
                ]
        finally:
            await server.stop()
    write_section(
        "Chaos: the clock is set",
        f"{COMMAND} clocks",
        f"{MATCHES} matches of two clients with 60 s each on the clock, on a server whose system's clock is set while they play.\n"
        f"After {seconds:.0f} s the two players of a match have at least {min(left) / 1000:.0f} of their 120 s left.\n\n"
        + table(HEAD, rows),
    )


# --- a long time ------------------------------------------------------------------------------------------------------------


async def soak(minutes: float, pause: float = 0.0) -> None:
    """Rooms are opened, played in and closed, for long; the memory of the server is looked at every few seconds."""
    samples: list[tuple[float, float]] = []
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="quintet-chaos-") as folder:
        server = await start_quintet(f"sqlite:{folder}/store")
        before, begun = server.memory(), time.monotonic()

        async def guest(number: int) -> None:
            rng = random.Random(number)
            async with Client(f"http://127.0.0.1:{server.port}") as ann:
                while True:
                    await one_room(ann, rng, pause, counts)

        tasks = [asyncio.create_task(guest(number)) for number in range(MATCHES)]
        try:
            while (passed := time.monotonic() - begun) < minutes * 60:
                samples.append((passed, server.memory()))
                await asyncio.sleep(min(10.0, minutes * 60 / 20))
                for task in tasks:
                    if task.done():
                        task.result()
            await end_all(tasks)
            await asyncio.sleep(AFTERWARDS)
            after = server.memory()
        finally:
            await end_all(tasks)
            await server.stop()
    tenths = [samples[len(samples) * tenth // 10 : len(samples) * (tenth + 1) // 10] for tenth in range(10)]
    rows = [
        (f"{part[0][0] / 60:.1f}–{part[-1][0] / 60:.1f}", f"{min(mb for _, mb in part):.0f}", f"{max(mb for _, mb in part):.0f}")
        for part in tenths if part
    ]  # fmt: skip
    write_section(
        "Chaos: a long time",
        f"{COMMAND} soak --minutes {minutes:g} --pause {pause:g}",
        f"{MATCHES} guests open rooms of every game, play random moves in them and close them: {counts['rooms']:,} rooms and {counts['moves']:,} moves in\n"
        f"{minutes:g} minutes. The server's own process, without its worker, had {before:.0f} MB before the first room and {after:.0f} MB\n"
        f"{AFTERWARDS:g} seconds after the last ({after / before - 1:+.0%}; the aim is 20 % at most). In between:\n\n"
        + table(("minutes", "least MB", "most MB"), rows),
    )


async def end_all(tasks: Sequence[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def one_room(ann: Client, rng: random.Random, pause: float, counts: Counter[str]) -> None:
    seats, game = ("me", "me"), rng.choice(tuple(GAMES))
    await ann.join(await ann.create(Create(name="Soak", game=game, seats=seats, offline=True)))
    counts["rooms"] += 1
    for _ in range(rng.randrange(30)):
        await asyncio.sleep(pause)
        view = ann.view
        if view is None or not view.prompts:
            break
        prompt = rng.choice(view.prompts)
        try:
            await ann.move(prompt.sample(rng), prompt.seat)
            counts["moves"] += 1
        except ServerError as error:
            counts[error.code] += 1
    await ann.ask(Close(sure=True))

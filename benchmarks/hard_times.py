"""Parts of the server's benchmark about several servers and about servers that die."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import asyncpg
import msgspec

from benchmarks.loadgen import Line, Load, QuintetMatch, greet, seen
from benchmarks.report import table, write_section
from benchmarks.running import quintet, start_quintet
from tests.postgres import cluster, programs

COMMAND = "python -m benchmarks.server"
NODE_MATCHES, NODE_RATE, NODE_SECONDS = 20, 50, 8.0
KILLS, KILL_ROOMS = 50, 20
UP_SECONDS = (0.3, 1.0)
"""How long a server plays before it is killed: somewhere between."""


def have_postgres() -> bool:
    try:
        return bool(programs())
    except RuntimeError:
        return False


# --- two nodes ------------------------------------------------------------------------------------------------------------


class SplitMatch(QuintetMatch):
    """One player on each of two servers. Notes when each sees a version."""

    def __init__(self, ports: tuple[int, int], number: int) -> None:
        super().__init__(ports[0], number)
        self.ports = ports
        self.told: dict[int, list[float]] = {}
        self.versions: tuple[list[int], list[int]] = ([], [])

    def hear(self, seat: int, data: bytes) -> None:
        version = seen(data).version
        if version and seen(data).type == "update":
            self.versions[seat].append(version)
            self.told.setdefault(version, []).append(time.perf_counter())
        super().hear(seat, data)


async def nodes() -> None:
    if not have_postgres():
        print("The part nodes was skipped: PostgreSQL is not installed.")
        return
    with cluster() as postgres:
        url = postgres.database()
        async with quintet(url) as one, quintet(url) as two:
            matches = [SplitMatch((one.port, two.port), number) for number in range(NODE_MATCHES)]
            load = Load(matches)
            await load.open()
            await load.paced(2.0, NODE_RATE)
            for match in matches:
                match.told.clear()
            window = await load.paced(NODE_SECONDS, NODE_RATE)
            gaps = [
                (times[1] - times[0]) * 1000
                for match in matches
                for times in match.told.values()
                if len(times) == 2
            ]
            deaf = asyncio.create_task(kill_listeners(url))
            await load.paced(NODE_SECONDS / 2, NODE_RATE)
            killed = await deaf
            await asyncio.sleep(2.0)
            missed = sum(
                len(set(range(min(versions), match.version + 1)) - set(versions))
                for match in matches
                for versions in match.versions
            )
            load.close()
    slowest = sorted(gaps)[int(len(gaps) * 0.99)]
    rows = [
        (
            "committed and answered here → seen on the other node",
            f"{statistics.median(gaps):.1f}",
            f"{slowest:.1f}",
        ),
        (
            "move sent → seen on the other node",
            f"{window.percentile(0.5):.1f}",
            f"{window.percentile(0.99):.1f}",
        ),
    ]
    write_section(
        "Server: two nodes on one PostgreSQL",
        f"{COMMAND} nodes",
        f"{NODE_MATCHES} matches, one player of each on either node, {NODE_RATE} moves/s, {len(gaps)} moves.\n\n"
        f"{table(('', 'median ms', 'p99 ms'), rows)}\n\n"
        f"The aim is a median of 5 ms from the commit. Then {killed} listening connections were killed while play went on: both\n"
        f"nodes caught up, and {missed} updates were missed by any client.",
    )


async def kill_listeners(url: str) -> int:
    """Cut the connections by which nodes hear of each other; how many there were."""
    await asyncio.sleep(1.0)
    connection = await asyncpg.connect(url)
    rows = await connection.fetch(
        """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE (query LIKE 'LISTEN%' OR query = 'SELECT 1') AND datname = current_database()"""
    )
    await connection.close()
    return len(rows)


# --- kill -9 --------------------------------------------------------------------------------------------------------------


class Ply(msgspec.Struct):
    moves: list[tuple[int, str]]


class Picture(msgspec.Struct):
    """As much of a view as is compared."""

    version: int
    turn_version: int
    plies: list[Ply]


class KilledMatch(QuintetMatch):
    """Remembers what was acknowledged, and looks for it after a restart."""

    def __init__(self, port: int, number: int) -> None:
        super().__init__(port, number)
        self.acknowledged: list[str] = []
        self.last: bytes = b""
        """The last acknowledged move as it was sent."""
        self.sent: bytes = b""
        self.digits = random.Random(number)
        self.digit = "0"

    def text(self) -> str:
        return self.digit

    def move(self) -> None:
        self.digit = str(self.digits.randrange(10))
        super().move()

    def frame(self) -> bytes:
        self.sent = super().frame()
        return self.sent

    def hear(self, seat: int, data: bytes) -> None:
        """Acknowledged is what either player has seen."""
        if self.sent_at is not None and self.version_in(data) > self.version and self.last != self.sent:
            self.acknowledged.append(self.digit)
            self.last = self.sent
        super().hear(seat, data)

    async def come_back(self, report: Report) -> None:
        """Connect again, compare, and send again what was sent last."""
        tokens = [line.token for line in self.lines]
        self.lines = [await greet(self.port, token) for token in tokens]
        pictures = [await self._look(line) for line in self.lines]
        played = [ply.moves[0][1] for ply in pictures[0].plies]
        kept = len(self.acknowledged)
        report.acknowledged += kept - report.before.get(self.number, 0)
        if played[:kept] != self.acknowledged:
            report.lost += 1
        report.ahead += len(played) > kept
        if len(played) > kept + 1 or pictures[0].plies != pictures[1].plies:
            report.wrong += 1
        mover = 1 - len(played) % 2
        if self.last:
            again = await self._again(self.lines[(kept - 1) % 2], self.last)
            report.answers[again] = report.answers.get(again, 0) + 1
        if self.sent and self.sent != self.last and len(played) > kept:
            again = await self._again(self.lines[mover], self.sent)
            report.answers[again] = report.answers.get(again, 0) + 1
        self.acknowledged = played
        report.before[self.number] = len(played)
        self.version, self.seat, self.sent_at = pictures[0].version, len(played) % 2, None
        self.last = self.sent = b""
        self.start()

    async def _look(self, line: Line) -> Picture:
        line.send(b'{"type":"join","room":"%s"}' % self.room.encode())
        data = await line.until(lambda data: seen(data).type == "view")
        return msgspec.json.decode(data, type=Picture)

    async def _again(self, line: Line, frame: bytes) -> str:
        message: dict[str, Any] = msgspec.json.decode(frame)
        line.send(frame)
        answer = seen(await line.until(lambda data: seen(data).id == message["id"]))
        return answer.code or answer.type


class Report:
    """What fifty kills did."""

    def __init__(self) -> None:
        self.kills = self.acknowledged = self.lost = self.ahead = self.wrong = self.unreadable = 0
        self.answers: dict[str, int] = {}
        self.before: dict[int, int] = {}

    def row(self, name: str) -> tuple[object, ...]:
        answers = ", ".join(f"{answer}: {count:,}" for answer, count in sorted(self.answers.items()))
        return (
            name,
            self.kills,
            f"{self.acknowledged:,}",
            self.lost,
            self.wrong,
            self.unreadable,
            self.ahead,
            answers,
        )


async def kills() -> None:
    rows = []
    with tempfile.TemporaryDirectory(prefix="quintet-bench-") as folder:
        rows.append((await kill_often(f"sqlite:{Path(folder) / 'store'}")).row("SQLite"))
    if have_postgres():
        with cluster() as postgres:
            rows.append((await kill_often(postgres.database())).row("PostgreSQL"))
    head = (
        "store", "kills", "moves acknowledged", "rooms that lost one", "rooms with a wrong record", "rooms unreadable",
        "one move ahead", "answers to a move sent again",
    )  # fmt: skip
    write_section(
        "Server: kill -9 under load",
        f"{COMMAND} kills",
        f"{KILL_ROOMS} rooms flat out; the server is killed after {UP_SECONDS[0]} to {UP_SECONDS[1]} s of play and started again, and every room is compared with\n"
        "what its players were told. *One move ahead*: committed, but the answer was never sent. The last move is then sent\n"
        f"again as it was, in every room.\n\n{table(head, rows)}",
    )


async def kill_often(url: str, kills: int = KILLS) -> Report:
    server = await start_quintet(url)
    report, rng = Report(), random.Random(1)
    matches = [KilledMatch(server.port, number) for number in range(KILL_ROOMS)]
    load = Load(matches)
    await load.open()
    try:
        for _ in range(kills):
            playing = asyncio.create_task(load.flat_out(60.0))
            await asyncio.sleep(rng.uniform(*UP_SECONDS))
            await server.kill()
            report.kills += 1
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await asyncio.gather(*(line.gone.wait() for match in matches for line in match.lines))
            server = await start_quintet(url, server.port)
            await each(matches, report)
            load.stopped()
    finally:
        await server.stop()
    return report


async def each(matches: list[KilledMatch], report: Report) -> None:
    async def one(match: KilledMatch) -> None:
        try:
            await match.come_back(report)
        except (RuntimeError, ConnectionError, TimeoutError, msgspec.DecodeError):
            report.unreadable += 1

    await asyncio.gather(*map(one, matches))

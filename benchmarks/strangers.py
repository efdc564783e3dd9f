"""What strangers do to a server on a public address, and what the others at the table notice of it.

Each attack runs in a process of its own from addresses of its own, against a server with its ordinary limits, while
others play. `python -m benchmarks.strangers ATTACK PORT` is that process.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import statistics
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from benchmarks.loadgen import Load, QuintetMatch
from benchmarks.report import show_section, table, write_section
from benchmarks.running import Running, start
from benchmarks.watchdog import VARIABLE, longest_in
from quintet.games.variations import MOST_BYTES
from tests.server.bare import CONTINUATION, TEXT, bare, frame
from tests.server.fuzzing import fuzz_http, fuzz_pickles, fuzz_socket

COMMAND = "python -m benchmarks.chaos"
ROOMS, SECONDS, TURNS = 600, 4.0, 3
"""Rooms with a move a second in each; windows of so many seconds, by turns with and without strangers."""
FLOOD = frame(TEXT, b"x", fin=False) + frame(CONTINUATION, fin=False) * 20_000
HALVES = (
    b"",
    b"GET / HTTP/1.1\r\nHost: ",
    b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
)
LAST = b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
"""After it the server closes, so that the next attack begins as soon as all is answered."""
AT_ONCE = 8
FUZZED = 1_000_000


# --- the attacks ----------------------------------------------------------------------------------------------------------


async def fragments(address: str, source: str) -> None:
    """A message in 20,000 empty parts."""
    async with bare(address, source) as line:
        await line.upgrade()
        line.send(FLOOD)
        await line.rest()


async def connections(address: str, source: str) -> None:
    """A hundred connections that say nothing or half of something; when one is cut off, another."""

    async def hold(number: int) -> None:
        async with bare(address, source) as line:
            line.send(HALVES[number % len(HALVES)])
            await line.rest()
        await asyncio.sleep(0.2)

    await asyncio.gather(*(hold(number) for number in range(150)))


async def headers(address: str, source: str) -> None:
    """A head without end."""
    async with bare(address, source) as line:
        line.send(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        while not line.reader.at_eof() and not line.writer.is_closing():
            line.send(b"X: " + b"y" * 30_000 + b"\r\n")
            await asyncio.wait_for(line.writer.drain(), 1)


def largest_graph(seed: int) -> dict[str, object]:
    """The largest board of one's own that there may be; a different one for each seed."""
    rng = random.Random(seed)
    spaces = {f"{chr(97 + x)}{y + 1}": [x + rng.random() / 3, y] for x in range(20) for y in range(20)}
    return {"spaces": spaces, "edges": rng.sample(list(itertools.combinations(spaces, 2)), 4000)}


async def boards(address: str, source: str) -> None:
    """Rooms with the largest boards, and descriptions of them, each different."""
    options = {"board": largest_graph(random.randrange(1 << 40))}
    body = json.dumps({"type": "create", "name": "x", "game": "onyx", "options": options}).encode()
    await _post(address, source, "/api/rooms", body)
    await _post(address, source, "/api/games/onyx", json.dumps(options).encode())
    async with bare(address, source) as line:
        small = quote(json.dumps({"board": {"spaces": {"a1": [random.random(), 0]}, "edges": []}}))
        line.send(
            f"GET /api/games/onyx?options={small} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        await line.rest()


def large_study() -> bytes:
    """Seven thousand branches from the beginning of a game, each with a comment: as much as a study may hold."""
    moves = ("d3", "c4", "f5", "e6")
    node = [{"before": 0, "moves": [[0, moves[n % 4]]], "comment": "<b>" * 7} for n in range(7_000)]
    study = {"game": "reversi", "options": {}, "name": "x", "nodes": [{}, *node]}
    made = json.dumps(study, separators=(",", ":")).encode()
    assert len(made) <= MOST_BYTES, "it would be refused unread"
    return made


LARGE = large_study()
MILLION = b'{"game":"reversi","options":{},"moves":[' + b'[0,"d3"],' * 400_000 + b'[0,"d3"]]}'
"""As many moves as a body may have bytes for."""
ESCAPES = b"(;GM[4]SZ[15]C[" + b"\\]" * 1_900_000 + b"];B[hh])"
VALUES = b"(;GM[4]SZ[15]AB" + b"[aa]" * 950_000 + b")"
"""Files that are read in few steps, each of which is long."""


async def doors(address: str, source: str) -> None:
    """Studies of thousands of branches, records without end, games of others, and searches for names that are none."""
    for path, body in (
        ("/api/study/tree", LARGE), ("/api/studies", b'{"study":' + LARGE + b"}"), ("/api/replay", MILLION), ("/api/records", MILLION),
        ("/api/study/position", MILLION[:900_000]), ("/api/explorer", MILLION[:900_000]), ("/api/archive/aaaaaaaaaaaa", b'{"wish":"gone"}'),
    ):  # fmt: skip
        await _post(address, source, path, body)
    async with bare(address, source) as line:
        for path in (
            "/api/archive?name=%25_%00",
            "/api/archive?options=" + "%5B" * 900,
            "/g/..%2F..%2Fx.png",
            "/embed/%3Cscript%3E",
        ):
            line.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        line.send(LAST)
        await line.rest()


async def files(address: str, source: str) -> None:
    """Files of games of four megabytes: one comment that is nothing but escapes, a million stones, moves without end."""
    for file in (ESCAPES, VALUES, MILLION):
        await _post(address, source, "/api/records", file)


async def lists(address: str, source: str) -> None:
    """Everything that is long, again and again: the list of rooms, rules, samples, the protocol."""
    paths = (
        "/api/rooms",
        "/api/rules/gomoku",
        "/api/games/onyx/sample",
        "/docs/schema.json",
        "/api/games",
        "/docs",
        "/metrics",
    )
    async with bare(address, source) as line:
        for path in paths * 2:
            line.send(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode())
        line.send(LAST)
        await line.rest()


async def _post(address: str, source: str, path: str, body: bytes) -> None:
    async with bare(address, source) as line:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n"
        line.send(head.encode() + body)
        await line.rest()


ATTACKS: dict[str, Callable[[str, str], Awaitable[None]]] = {
    attack.__name__: attack for attack in (fragments, connections, headers, boards, doors, files, lists)
}


def step_back() -> None:
    """Run only where nobody else wants the processor: true strangers have machines of their own, and take none of it from a server."""
    if sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    elif sys.platform != "win32":
        os.nice(19)


async def attack_forever(name: str, port: str) -> None:
    step_back()

    async def one(number: int) -> None:
        while True:
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, AssertionError):
                await ATTACKS[name](f"http://127.0.0.1:{port}/", f"127.0.1.{number + 1}")
            await asyncio.sleep(0.01)

    await asyncio.gather(*(one(number) for number in range(AT_ONCE)))


# --- what the others notice -------------------------------------------------------------------------------------------------


@asynccontextmanager
async def watched_server(*options: str, log: Path | None = None) -> AsyncIterator[tuple[Running, Path]]:
    """A server on a disk of its own that watches its loop."""
    with tempfile.TemporaryDirectory(prefix="quintet-chaos-") as folder:
        file = Path(folder) / "longest"
        os.environ[VARIABLE] = str(file)
        server = await start(
            sys.executable, "-m", "benchmarks.watchdog", "serve", "--store", f"sqlite:{folder}/store", "--port", "0",
            "--workers", "1", "--lazy", "--log-level", "error", *options, errors=log,
        )  # fmt: skip
        try:
            yield server, file
        finally:
            await server.stop()


@dataclass
class Noticed:
    """What players noticed in several windows."""

    waits: list[float] = field(default_factory=list)
    """The 99th percentile of each, in milliseconds."""
    half: list[float] = field(default_factory=list)
    """The median of each."""
    busy: float = 0.0
    late: float = 0.0
    moves: int = 0
    used: float = 0.0
    """Seconds of processor time of the server and its processes."""

    async def take(self, load: Load, file: Path, server: Running) -> None:
        watching = asyncio.create_task(longest_in(file, SECONDS))
        before = server.cpu()
        window = await load.paced(SECONDS, ROOMS)
        self.used += server.cpu() - before
        longest = await watching
        self.half.append(window.percentile(0.5))
        self.waits.append(window.percentile(0.99))
        self.busy, self.late = max(self.busy, longest.busy), max(self.late, longest.late)
        self.moves += window.moves

    @property
    def share(self) -> float:
        """Of a core, that the server took."""
        return self.used / SECONDS / len(self.waits)

    @property
    def p99(self) -> float:
        return statistics.median(self.waits)

    def row(self, name: str) -> tuple[object, ...]:
        p50 = statistics.median(self.half)
        each = " / ".join(f"{wait:.0f}" for wait in self.waits)
        return (
            name,
            f"{p50:.1f}",
            f"{self.p99:.1f}",
            each,
            f"{self.moves:,}",
            f"{self.busy:.0f}",
            f"{self.late:.0f}",
            f"{self.share:.0%}",
        )


async def strangers(only: Sequence[str] = ()) -> None:
    """Every attack in turns, or those named; only all of them are worth writing down."""
    names = [name for name in ATTACKS if name in only or not only]
    quiet, attacked, beside = (
        Noticed(),
        {name: Noticed() for name in names},
        {name: Noticed() for name in names},
    )
    proxy = ("--trusted-proxy", "127.0.0.1/32")
    async with watched_server(*proxy) as (other, _), watched_server(*proxy) as (server, file):
        matches = [QuintetMatch(server.port, number) for number in range(ROOMS)]
        for number, match in enumerate(matches):  # a server takes only so many from one address
            match.address = f"10.0.{number // 100}.{number % 100 + 1}"
        load = Load(matches)
        await load.open()
        await load.paced(SECONDS, ROOMS)
        for _ in range(TURNS):
            await quiet.take(load, file, server)
            for name in names:
                for port, noticed in ((server.port, attacked[name]), (other.port, beside[name])):
                    async with attacking(name, port):
                        await noticed.take(load, file, server)
        load.close()
    doing = {name: " ".join((ATTACKS[name].__doc__ or "").split()) for name in names}
    rows = [
        (*quiet.row("Nothing."), "–"),
        *((*attacked[name].row(doing[name]), f"{beside[name].p99:.1f}") for name in names),
    ]
    head = (
        "what strangers do", "p50 ms", "p99 ms", "p99 of each turn", "moves", "loop busy ms", "loop late ms",
        "server, of a core", "p99 ms if they do it to another server beside",
    )  # fmt: skip
    worst = max(attacked.values(), key=lambda noticed: noticed.p99).p99
    times = max(attacked[name].p99 / max(beside[name].p99, quiet.p99) for name in names)
    (show_section if only else write_section)(
        "Server: strangers",
        f"{COMMAND} strangers",
        f"{ROOMS} rooms of a trivial game on SQLite with a move a second in each, from a move sent to the opponent's frame; {TURNS} turns of\n"
        f"{SECONDS:.0f} s for each attack, which comes from {AT_ONCE} addresses at once, with the same without any. *Loop busy* and *late* are the longest\n"
        "time that the loop of the server was busy with one thing, by processor time (the aim is at most 20) and by the clock, which counts what\n"
        "other processes take. Then what the server takes of a core with all its processes: what strangers add to that, it does for them.\n"
        "Strangers, players and server share this machine. Strangers run only where nobody else wants the processor, for true ones have machines of\n"
        "their own; what they still cost by being here shows the last column, with the same strangers busy with another server.\n"
        f"Load of the machine at the end: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, attackers and players among it.\n\n"
        + table(head, rows)
        + f"\n\nAims: p99 below 50 ms without strangers ({quiet.p99:.1f}), and with them below 100 ms ({worst:.1f}) and at most twice that without"
        f" ({worst / quiet.p99:.1f} times at worst;\n{times:.1f} times what they cost by being on the same machine).",
    )


@asynccontextmanager
async def attacking(name: str, port: int) -> AsyncIterator[None]:
    """An attack that is under way, and a moment of rest after it."""
    attacker = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "benchmarks.strangers", name, str(port)
    )
    await asyncio.sleep(1.0)
    yield
    attacker.kill()
    await attacker.wait()
    await asyncio.sleep(1.0)


# --- fuzz -------------------------------------------------------------------------------------------------------------------


@dataclass
class Fuzzed:
    """What became of everything that was sent."""

    kinds: dict[str, tuple[int, Counter[int | str]]] = field(default_factory=dict)
    """By kind how many there were, and what was answered how often."""
    wrong: list[tuple[bytes, bytes]] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)

    def add(self, kind: str, count: int, seen: Counter[Any]) -> None:
        before, counts = self.kinds.get(kind, (0, Counter[int | str]()))
        self.kinds[kind] = before + count, counts + Counter(seen)

    def write(self, command: str) -> None:
        rows = [(kind, f"{count:,}", _tally(seen)) for kind, (count, seen) in self.kinds.items()]
        write_section(
            "Server: fuzz",
            command,
            "Requests, messages and pickles made from seeds, valid, nearly valid and not at all; the requests bring records and files of games,\n"
            "lines, studies and answers to puzzles where a door takes these. The server has no limits. An answer is wrong if it is a 500 or a refusal\n"
            "without a code and a sentence.\n\n"
            + table(("sent", "how many", "statuses, close codes of sockets, or what came of it"), rows)
            + f"\n\nWrong answers: {len(self.wrong)}. Tracebacks in the log: {len(self.tracebacks)}.",
        )
        for asked_for, answer in self.wrong[:10]:
            print(asked_for[:300], "->", answer[:300])
        for row in self.tracebacks[:10]:
            print(row)


async def fuzz(count: int = FUZZED, seed: int = 1, seeds: int = 1) -> None:
    """As many from each of so many seeds; the results are written after each, so that one may stop and go on with the next."""
    fuzzed = Fuzzed()
    for number in range(seed, seed + seeds):
        await fuzz_seed(count, number, fuzzed)
        several = f" --seeds {number - seed + 1}" if seeds > 1 else ""
        fuzzed.write(f"{COMMAND} fuzz --count {count} --seed {seed}{several}")


async def fuzz_seed(count: int, seed: int, fuzzed: Fuzzed) -> None:
    with tempfile.TemporaryDirectory(prefix="quintet-chaos-") as folder:
        log = Path(folder) / "log"
        async with watched_server("--messages-per-second", "0", log=log) as (server, _):
            address = f"http://127.0.0.1:{server.port}/"
            rooms = await asyncio.to_thread(open_rooms, address)
            share = count * 2 // (5 * AT_ONCE)
            asked = [
                fuzz_http(address, random.Random(f"{seed} http {number}"), share) for number in range(AT_ONCE)
            ]
            said = [
                fuzz_socket(address, random.Random(f"{seed} ws {number}"), share, rooms)
                for number in range(AT_ONCE)
            ]
            answers, closed = await asyncio.gather(asyncio.gather(*asked), asyncio.gather(*said))
        told = (await asyncio.to_thread(log.read_text, "utf-8")).splitlines()
        fuzzed.tracebacks += [row for row in told if "Traceback" in row]
    for seen, wrong in answers:
        fuzzed.add("requests by HTTP", share, seen)
        fuzzed.wrong += wrong
    for codes in closed:
        fuzzed.add("messages by WebSocket", share, codes)
    pickles = count - 2 * AT_ONCE * share
    read, unread = fuzz_pickles(random.Random(f"{seed} pickles"), pickles)
    fuzzed.add("pickled answers of programs", pickles, read)
    fuzzed.wrong += [(data, b"an error that is not promised") for data in unread]


def _tally(counts: Counter[Any]) -> str:
    return ", ".join(f"{status or 'cut off'}: {count:,}" for status, count in sorted(counts.items()))


def open_rooms(address: str) -> tuple[str, ...]:
    rooms = []
    for game in ("reversi", "gomoku", "onyx", "omega", "best"):
        body = json.dumps({"type": "create", "name": "Ours", "game": game}).encode()
        with urllib.request.urlopen(urllib.request.Request(f"{address}api/rooms", body)) as answer:
            rooms.append(json.load(answer)["room"])
    return tuple(rooms)


if __name__ == "__main__":
    asyncio.run(attack_forever(*sys.argv[1:3]))

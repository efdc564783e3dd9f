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
import sys
import tempfile
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from benchmarks.loadgen import Load, QuintetMatch, Window
from benchmarks.report import table, write_section
from benchmarks.running import Running, start
from benchmarks.watchdog import VARIABLE, Longest, longest_in
from tests.server.bare import CONTINUATION, TEXT, bare, frame
from tests.server.fuzzing import fuzz_http, fuzz_socket

COMMAND = "python -m benchmarks.chaos"
MATCHES, PACE, SECONDS = 40, 80, 8.0
FLOOD = frame(TEXT, b"x", fin=False) + frame(CONTINUATION, fin=False) * 20_000
HALVES = (
    b"",
    b"GET / HTTP/1.1\r\nHost: ",
    b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
)
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
        await asyncio.wait_for(line.rest(), 3)


async def _post(address: str, source: str, path: str, body: bytes) -> None:
    async with bare(address, source) as line:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
        line.send(head.encode() + body)
        await line.rest()


ATTACKS: dict[str, Callable[[str, str], Awaitable[None]]] = {
    attack.__name__: attack for attack in (fragments, connections, headers, boards, lists)
}


async def attack_forever(name: str, port: str) -> None:
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


async def strangers() -> None:
    rows = []
    async with watched_server() as (server, file):
        load = Load([QuintetMatch(server.port, number) for number in range(MATCHES)])
        await load.open()
        await load.paced(2.0, PACE)
        for name in ATTACKS:
            quiet, _ = await play(load, file)
            attacker = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "benchmarks.strangers", name, str(server.port)
            )
            await asyncio.sleep(1.0)
            window, longest = await play(load, file)
            attacker.kill()
            await attacker.wait()
            doing = " ".join((ATTACKS[name].__doc__ or "").split())
            p99 = [f"{one.percentile(0.99):.1f}" for one in (quiet, window)]
            rows.append((doing, *p99, window.moves, f"{longest.busy:.0f}", f"{longest.late:.0f}"))
        load.close()
    head = (
        "what strangers do",
        "p99 ms before",
        "p99 ms meanwhile",
        "moves meanwhile",
        "loop busy ms",
        "loop late ms",
    )
    write_section(
        "Server: strangers",
        f"{COMMAND} strangers",
        f"{MATCHES} matches of a trivial game at {PACE} moves/s on SQLite, from a move sent to the opponent's frame, {SECONDS:.0f} s before and\n"
        f"during each attack, which comes from {AT_ONCE} addresses at once. The last columns are the longest time that the loop of\n"
        "the server was busy with one thing, by processor time and by the clock; the clock counts what other processes take.\n\n"
        + table(head, rows),
    )


async def play(load: Load, file: Path) -> tuple[Window, Longest]:
    watching = asyncio.create_task(longest_in(file, SECONDS))
    window = await load.paced(SECONDS, PACE)
    return window, await watching


# --- fuzz -------------------------------------------------------------------------------------------------------------------


async def fuzz(count: int = FUZZED, seed: int = 1) -> None:
    with tempfile.TemporaryDirectory(prefix="quintet-chaos-") as folder:
        log = Path(folder) / "log"
        async with watched_server("--messages-per-second", "0", log=log) as (server, _):
            address = f"http://127.0.0.1:{server.port}/"
            rooms = await asyncio.to_thread(open_rooms, address)
            share = count // (2 * AT_ONCE)
            asked = [
                fuzz_http(address, random.Random(f"{seed} http {number}"), share) for number in range(AT_ONCE)
            ]
            said = [
                fuzz_socket(address, random.Random(f"{seed} ws {number}"), share, rooms)
                for number in range(AT_ONCE)
            ]
            answers, closed = await asyncio.gather(asyncio.gather(*asked), asyncio.gather(*said))
        tracebacks = log.read_text("utf-8").count("Traceback")
    seen, codes = sum((one for one, _ in answers), Counter[int]()), sum(closed, Counter[int]())
    wrong = [pair for _, several in answers for pair in several]
    rows = [
        ("requests by HTTP", share * AT_ONCE, _tally(seen)),
        ("messages by WebSocket", share * AT_ONCE, _tally(codes)),
    ]
    write_section(
        "Server: fuzz",
        f"{COMMAND} fuzz --count {count} --seed {seed}",
        "Requests and messages made from the seed, valid, nearly valid and not at all, to a server without limits. An answer is wrong\n"
        "if it is a 500 or a refusal without a code and a sentence.\n\n"
        + table(("sent", "how many", "statuses, or close codes of sockets"), rows)
        + f"\n\nWrong answers: {len(wrong)}. Tracebacks in the log: {tracebacks}.",
    )
    for asked_for, answer in wrong[:10]:
        print(asked_for[:300], "->", answer[:300])


def _tally(counts: Counter[int]) -> str:
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

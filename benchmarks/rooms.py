"""Parts of the server's benchmark about rooms: real rules, many rooms, many watchers, a watcher who stops reading."""

from __future__ import annotations

import asyncio
import random
import socket
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks.loadgen import Line, Load, QuintetMatch, Window, ask, greet, say
from benchmarks.report import table, write_section
from benchmarks.running import Running, quintet
from quintet.games import GAMES, game

COMMAND = "python -m benchmarks.server"
LONGEST = 60
"""Moves of a recorded game that are played."""
SIZES = (10, 100, 1000)
FEWEST_ROOMS, OPENING = 100, 24
"""Rooms that a cost is taken from at least, so that every game is played equally often, and the moves played in each."""
SPECTATORS = 500
STALLED_MATCHES = 20


# --- real rules -----------------------------------------------------------------------------------------------------------


def recorded(name: str, seed: int) -> list[tuple[int, str]]:
    """A random game as submissions: the seats of a simultaneous round one after the other."""
    chosen, rng = game(name), random.Random(seed)
    position, submissions = chosen.start(), list[tuple[int, str]]()
    while (turn := chosen.turn(position)) and len(submissions) < LONGEST:
        moves = {seat: chosen.prompt(position, seat).sample(rng) for seat in turn}
        submissions += sorted(moves.items())
        position, _ = chosen.apply(position, moves)
    return submissions


async def cost(
    server: Running, load: Load, play: Callable[[Load], Awaitable[Window]]
) -> tuple[float, Window]:
    """Microseconds of CPU for a move."""
    before = server.cpu()
    window = await play(load)
    return (server.cpu() - before) / max(1, window.moves) * 1e6, window


async def games() -> None:
    """Real rules: each game by itself, then all five in 10 to 1,000 rooms."""
    scripts = {name: [recorded(name, seed) for seed in range(5)] for name in GAMES}
    with tempfile.TemporaryDirectory(prefix="quintet-bench-") as folder:
        async with quintet(f"sqlite:{Path(folder) / 'store'}") as server:
            rows = []
            for name, played in scripts.items():
                us, window = await whole_games(server, [(name, played[n % 5]) for n in range(50)])
                rows.append((name, f"{us:.0f}", f"{1e6 / us:,.0f}", f"{window.moves:,}"))
            everything = [(name, played[n]) for n in range(5) for name, played in scripts.items()]
            us, window = await whole_games(server, [everything[n % 25] for n in range(200)])
            rows.append(("all five at once, 200 rooms", f"{us:.0f}", f"{1e6 / us:,.0f}", f"{window.moves:,}"))
            sizes = [await many_rooms(server, everything, size) for size in SIZES]
    head = ("game", "CPU µs a move", "moves a second and core", "moves")
    costs = [us for _, us, _ in sizes]
    spread = f"{max(costs) / min(costs) - 1:.0%}"
    grown = table(("rooms", "CPU µs a move", "moves"), ((n, f"{us:.0f}", f"{m:,}") for n, us, m in sizes))
    write_section(
        "Server: real rules",
        f"{COMMAND} games",
        f"Up to {LONGEST} moves of random games on SQLite, every move committed to disk before it is answered, the prompts of the\n"
        f"player to move in each answer. The aim is 2,500 moves a second and core.\n\n{table(head, rows)}\n\n"
        f"The first {OPENING} moves of the same games in few and in many rooms, all at once, each game equally often. The aim is a\n"
        f"cost within 20 % from 10 to 1,000 rooms; the difference is {spread}. Few rooms have few moves to share a\n"
        f"commit; docs/server.md tells where the time goes.\n\n{grown}",
    )


async def whole_games(
    server: Running, scripts: list[tuple[str, list[tuple[int, str]]]]
) -> tuple[float, Window]:
    load = Load([QuintetMatch(server.port, n, name, script) for n, (name, script) in enumerate(scripts)])
    await load.open()
    try:
        return await cost(server, load, lambda load: load.to_the_end())
    finally:
        load.close()


async def many_rooms(
    server: Running, scripts: list[tuple[str, list[tuple[int, str]]]], rooms: int
) -> tuple[int, float, int]:
    """The same games in so many rooms; a few rooms are opened several times over."""
    used, moves = 0.0, 0
    for turn in range(max(1, FEWEST_ROOMS // rooms)):
        chosen = [scripts[(turn * rooms + n) % len(scripts)] for n in range(rooms)]
        chosen = [(name, script[:OPENING]) for name, script in chosen]
        load = Load([QuintetMatch(server.port, n, name, script) for n, (name, script) in enumerate(chosen)])
        await load.open()
        us, window = await cost(server, load, lambda load: load.to_the_end())
        used, moves = used + us * window.moves, moves + window.moves
        load.close()
    return rooms, used / moves, moves


# --- watchers -------------------------------------------------------------------------------------------------------------


async def spectators() -> None:
    with tempfile.TemporaryDirectory(prefix="quintet-bench-") as folder:
        async with quintet(f"sqlite:{Path(folder) / 'store'}") as server:
            match = QuintetMatch(server.port, 0)
            load = Load([match])
            await load.open()
            watching = [await watch(server.port, match.room) for _ in range(SPECTATORS)]
            await load.flat_out(1.0)
            frames = sum(line.frames for line in (*watching, *match.lines))
            before = server.cpu()
            window = await load.flat_out(5.0)
            await asyncio.sleep(1.0)
            used = server.cpu() - before
            frames = sum(line.frames for line in (*watching, *match.lines)) - frames
    write_section(
        "Server: many spectators",
        f"{COMMAND} spectators",
        f"One table with {SPECTATORS} spectators: {window.moves} moves, {frames:,} frames delivered of"
        f" {window.moves * (SPECTATORS + 2):,}, {used / frames * 1e6:.1f} µs of CPU for each.\nThe aim is at most 30 µs.",
    )


async def watch(port: int, room: str) -> Line:
    line = await greet(port)
    await ask(line, type="join", room=room)
    line.heard = lambda _data: None
    return line


async def stalled() -> None:
    """Players' latency, the server's memory and the fate of the socket when one spectator stops reading."""
    with tempfile.TemporaryDirectory(prefix="quintet-bench-") as folder:
        async with quintet(f"sqlite:{Path(folder) / 'store'}") as server:
            matches = [QuintetMatch(server.port, n) for n in range(STALLED_MATCHES)]
            load = Load(matches)
            await load.open()
            await load.flat_out(3.0)
            plain = await load.flat_out(6.0)
            memory = server.memory()
            before = await load.flat_out(6.0)
            growth_before = server.memory() - memory
            line = Stalled(server.port, matches[0].room)
            memory, since = server.memory(), time.perf_counter()
            gone = asyncio.create_task(line.gone())
            during = await load.flat_out(6.0)
            growth = server.memory() - memory
            kept = growth_before / max(1, before.moves)
            while not gone.done() and time.perf_counter() - since < 30:
                await load.flat_out(1.0)
            held = f"{await gone - since:.1f} s" if gone.done() else "not within 30 s"
            line.close()
            load.close()
    usual = (plain.percentile(0.99) + before.percentile(0.99)) / 2
    rows = [
        ("players' p99, flat out", f"{usual:.1f} ms", f"{during.percentile(0.99):.1f} ms", "1.5 times"),
        ("moves played in 6 s", f"{before.moves:,}", f"{during.moves:,}", "–"),
        ("the server's memory in 6 s", f"{growth_before:+.1f} MB", f"{growth:+.1f} MB", "–"),
        ("what the moves do not explain", "–", f"{growth - kept * during.moves:+.1f} MB", "4 MB"),
        ("the socket is given up after", "–", held, "15 s"),
    ]
    write_section(
        "Server: a spectator who stops reading",
        f"{COMMAND} stalled",
        f"{STALLED_MATCHES} matches of a trivial game flat out; a spectator joins one of them and never reads again. Every move stays\n"
        f"in memory with its table ({kept * 1e6:.0f} bytes each, counted without the spectator), so memory grows without one too:\n"
        f"what a spectator costs is what the moves played meanwhile do not explain.\n\n"
        + table(("", "without", "with", "aim at most"), rows),
    )


class Stalled:
    """A connection that joins a room and reads nothing any more, with as little room to receive as there can be."""

    def __init__(self, port: int, room: str) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        self._socket.connect(("127.0.0.1", port))
        self._ports = (port, self._socket.getsockname()[1])
        request = (
            f"GET /ws HTTP/1.1\r\nHost: localhost:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2l4dGVlbiBieXRlcyEhIQ==\r\n\r\n"
        )
        self._socket.sendall(request.encode())
        answer = self._socket.recv(4096)
        assert b" 101 " in answer, answer
        for message in ({"type": "hello", "protocol": 1}, {"type": "join", "room": room}):
            self._socket.sendall(masked(say(message)))

    async def gone(self) -> float:
        """When the server's end of the connection is no more."""
        while self._held():  # noqa: ASYNC110  (only the system's table of connections knows)
            await asyncio.sleep(0.2)
        return time.perf_counter()

    def _held(self) -> bool:
        server, client = (f":{port:04X}" for port in self._ports)
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
            _, local, remote, state = line.split()[:4]
            if local.endswith(server) and remote.endswith(client):
                return state == "01"
        return False

    def close(self) -> None:
        self._socket.close()


def masked(data: bytes) -> bytes:
    """A text frame from a client, under a mask that changes nothing."""
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else b"\x81\xfe" + len(data).to_bytes(2, "big")
    return head + bytes(4) + data

"""Servers in processes of their own, and what they use."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

HERE = Path(__file__).parent
PEER = HERE.parent / ".benchmarks" / "peer"
TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START_SECONDS = 60.0


class Running:
    """A server, and the processes it has started."""

    def __init__(self, process: asyncio.subprocess.Process, port: int) -> None:
        self.process, self.port = process, port

    def cpu(self) -> float:
        """Seconds of CPU that the server and its children have used."""
        return sum(_cpu(pid) for pid in tree(self.process.pid))

    def memory(self) -> float:
        """Megabytes of the server itself in memory."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * PAGE / 1e6

    async def kill(self) -> None:
        """Without warning, as when the power goes."""
        children = tree(self.process.pid)
        self.process.kill()
        await self.process.wait()
        for pid in children[
            1:
        ]:  # workers of a server that is gone would only be in the way of the measurement
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue

    async def stop(self) -> None:
        if self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), 20)
            except TimeoutError:
                await self.kill()


def tree(pid: int) -> list[int]:
    """A process and all below it."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in task.read_text().split():
            found += tree(int(child))
    return found


def _cpu(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / TICK


def tree_cpu(pid: int) -> float:
    return sum(map(_cpu, tree(pid)))


async def start(*command: str, cwd: Path = HERE.parent, errors: Path | None = None) -> Running:
    """Start a server that prints where it is: the last word of its line ends with the port."""
    with (errors or Path(os.devnull)).open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *command, cwd=cwd, stdout=asyncio.subprocess.PIPE, stderr=log
        )
    assert process.stdout is not None
    while line := (await asyncio.wait_for(process.stdout.readline(), START_SECONDS)).decode():
        if " is at " in line:
            return Running(process, int(line.strip().rstrip("/").replace(":", " ").split()[-1]))
    raise RuntimeError(f"{' '.join(command)} did not start")


async def start_quintet(store: str, port: int = 0) -> Running:
    """Our server, with the trivial game and no limits on what one address may send."""
    return await start(
        sys.executable, "-m", "benchmarks.counting", "serve", "--store", store, "--port", str(port),
        "--workers", "1", "--lazy", "--messages-per-second", "0", "--log-level", "error",
    )  # fmt: skip


@asynccontextmanager
async def quintet(store: str) -> AsyncIterator[Running]:
    server = await start_quintet(store)
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def echo(size: int) -> AsyncIterator[Running]:
    server = await start(sys.executable, "-m", "benchmarks.echo", str(size))
    try:
        yield server
    finally:
        await server.kill()


@asynccontextmanager
async def peer(store: str, folder: Path) -> AsyncIterator[Running]:
    """boardgame.io on its `memory` or `flatfile` store; call `have_peer` first."""
    server = await start("node", "server.cjs", store, str(folder), cwd=PEER)
    try:
        yield server
    finally:
        await server.kill()


async def have_peer() -> str:
    """Install boardgame.io if Node is there; empty if it can run, otherwise why not."""
    if not (shutil.which("node") and shutil.which("npm")):
        return "Node is not installed"
    PEER.mkdir(parents=True, exist_ok=True)
    for file in (HERE / "peer").iterdir():
        shutil.copy(file, PEER)
    if not (PEER / "node_modules" / "boardgame.io").is_dir():
        npm = await asyncio.create_subprocess_exec(
            "npm", "ci", "--no-audit", "--no-fund", "--omit=optional", cwd=PEER,
            stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        if await npm.wait():
            return "npm could not install it"
    return ""

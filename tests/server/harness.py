"""A real server on a free port, in this process or another, and ways to talk to it."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect

from quintet.server.edge import Edge
from quintet.server.hub import Hub
from quintet.server.pool import Pool
from quintet.server.serve import Settings, address_of, listen, make_server, node
from quintet.table.commands import Create, Enter, Ready, Sit
from quintet.wire import PROTOCOL
from quintet.wire.client import Client
from tests.waiting import PATIENCE, until


class Node:
    """A server that runs in this process."""

    def __init__(self, address: str, hub: Hub, pool: Pool | None, edge: Edge) -> None:
        self.address, self.hub, self.pool, self.edge = address, hub, pool, edge


@asynccontextmanager
async def serving(store: str = "memory:", port: int = 0, **settings: Any) -> AsyncIterator[Node]:
    chosen = Settings(store=store, port=0, **{"lazy": True} | settings)
    async with node(chosen) as (hub, pool):
        listening = listen(chosen.host, port)
        server = make_server(chosen, hub, pool)
        running = asyncio.create_task(server.serve(sockets=[listening]))
        await until(lambda: server.started)
        try:
            yield Node(address_of(listening), hub, pool, server.edge)
        finally:
            server.should_exit = True
            await running
            listening.close()


class Process:
    """A server that runs in a process of its own; with `--lazy` unless other options are given."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self._process, self.address = process, address

    @classmethod
    async def start(cls, store: str, port: int = 0, log: Path = Path(os.devnull), *options: str) -> Process:
        with log.open("wb") as errors:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "quintet", "serve", "--store", store, "--port", str(port),
                *(options or ("--lazy",)),
                stdout=asyncio.subprocess.PIPE, stderr=errors,
            )  # fmt: skip
        assert process.stdout is not None
        line = (await asyncio.wait_for(process.stdout.readline(), PATIENCE)).decode()
        return cls(process, line.split()[-1])

    @property
    def number(self) -> int:
        """The process id."""
        return self._process.pid

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    async def read_line(self) -> str:
        """The next line that it prints."""
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode()

    async def kill(self) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        await self._process.wait()

    async def stop(self) -> int:
        if self._process.returncode is None:
            self._process.terminate()
        return await asyncio.wait_for(self._process.wait(), PATIENCE)


class Raw:
    """A bare WebSocket that sends whatever it is told and keeps every byte that comes."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.seen: list[bytes] = []

    async def send(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message), text=True)

    async def send_bytes(self, data: bytes | str) -> None:
        await self.socket.send(data, text=True)

    async def next(self) -> dict[str, Any]:
        data = await asyncio.wait_for(self.socket.recv(decode=False), PATIENCE)
        self.seen.append(data)
        message: dict[str, Any] = msgspec.json.decode(data)
        return message

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The next message of this type with these fields; others are kept in `seen`."""
        while True:
            message = await self.next()
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message


@asynccontextmanager
async def raw(address: str, hello: bool = True, **options: Any) -> AsyncIterator[Raw]:
    async with connect(ws(address), compression=None, **options) as socket:
        line = Raw(socket)
        if hello:
            await line.send(type="hello", protocol=PROTOCOL)
            await line.until("welcome")
        yield line


def ws(address: str) -> str:
    return address.replace("http://", "ws://").rstrip("/") + "/ws"


async def seat_all(clients: list[Client], game: str = "reversi", **options: Any) -> str:
    """A room with every seat taken, everybody ready, and the game begun."""
    room = await clients[0].create(Create(name="Table", game=game, options=options))
    for number, client in enumerate(clients):
        await client.join(room)
        if number:
            await client.ask(Enter(name=f"Guest {number}"))
            await client.ask(Sit(seat=number))
    for client in clients:
        await client.ask(Ready())
    for client in clients:
        await until(lambda client=client: client.view is not None and client.view.status == "playing")  # type: ignore[misc]
    return room

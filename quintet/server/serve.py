"""`quintet serve`: puts store, hub, sockets and pages together and runs them until told to stop."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import logging
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import uvicorn

from quintet.games import GAMES
from quintet.inputs import UsageError
from quintet.server import loop
from quintet.server.door import FrontDoor
from quintet.server.edge import Edge, line_for, raise_file_limit
from quintet.server.garbage import look_in_portions
from quintet.server.http import make_app
from quintet.server.hub import PRUNE_DAYS, Hub
from quintet.server.identity import Identity
from quintet.server.limits import IDLE_SECONDS, STALLED_SECONDS, Doorkeeper, Proxies
from quintet.server.logs import note, set_up_logs
from quintet.server.machines import MACHINES, PoolWorkers, Workers
from quintet.server.pool import Pool
from quintet.server.sockets import protocol_for
from quintet.store import Store, open_store
from quintet.wire.unreachable import why_unreachable

SWITCH_SECONDS = 0.001
"""How long the loop may have to wait for another thread that is at work."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What can be said on the command line."""

    host: str = "127.0.0.1"
    port: int = 8642
    store: str | None = None
    workers: int = 1
    lazy: bool = False
    """Load an engine when it is first asked for, not at the start."""
    allow_hosts: tuple[str, ...] = ()
    behind_proxy: bool = False
    trusted_proxies: tuple[str, ...] = ()
    """Networks whose addresses may say for whom they ask."""
    messages_per_second: float = 10
    prune_days: int = PRUNE_DAYS
    """Days after which rooms in which nobody played are let go; 0 for never."""
    log_level: str = "info"
    open_browser: bool = False


def serve(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM."""
    set_up_logs(settings.log_level)
    for fault in GAMES.faults:
        note("a game is not offered", logging.WARNING, why=fault)
    look_in_portions()
    sys.setswitchinterval(SWITCH_SECONDS)
    listening = listen(settings.host, settings.port)
    with contextlib.closing(listening):
        loop.run(run(settings, listening))


async def run(settings: Settings, listening: socket.socket) -> None:
    async with node(settings) as hub_and_pool:
        hub, pool = hub_and_pool
        server = make_server(settings, hub, pool)
        address = address_of(listening)

        def announce() -> None:
            print(f"quintet is at {address}", flush=True)
            note(
                "serving", address=address, store=type(hub.store).__name__, workers=settings.workers,
                connections=server.edge.most,
            )  # fmt: skip
            if settings.open_browser:
                asyncio.get_running_loop().run_in_executor(None, webbrowser.open, address)

        server.announce = announce
        await server.serve(sockets=[listening])
        note("stopped")


@asynccontextmanager
async def node(settings: Settings) -> AsyncIterator[tuple[Hub, Pool | None]]:
    """A hub on an open store, with somebody to think for its machines."""
    store = await open_store(settings.store)
    try:
        identity = await Identity.open(store)
        async with workers_for(settings, store, identity) as (someone, pool):
            hub = Hub(store, identity, someone, settings.messages_per_second, settings.prune_days)
            await hub.open()
            if not settings.lazy:
                hub.start(hub.packers.get_ready())
            try:
                yield hub, pool
            finally:
                await hub.close()
    finally:
        await store.close()


@asynccontextmanager
async def workers_for(
    settings: Settings, store: Store, identity: Identity
) -> AsyncIterator[tuple[Workers, Pool | None]]:
    """Worker processes of our own or, with none, those that `quintet worker` runs elsewhere."""
    if settings.workers:
        pool = Pool(settings.workers, games=() if settings.lazy else GAMES)
        if not settings.lazy:
            pool.start()
        try:
            yield PoolWorkers(pool, identity.key(MACHINES)), pool
        finally:
            await pool.close()
        return
    from quintet.server.queue import queue_workers

    async with queue_workers(store) as remote:
        yield remote, None


class Server(uvicorn.Server):
    """uvicorn, which first tells everybody who is connected to come back."""

    def __init__(self, config: uvicorn.Config, hub: Hub, edge: Edge) -> None:
        super().__init__(config)
        self._hub = hub
        self.edge = edge
        self.announce: Callable[[], None] = lambda: None
        """Called when clients can connect and signals are heard."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.announce()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal, and do not raise it again afterwards: the store is still to be closed."""
        with loop.stopping(lambda number: self.handle_exit(number, None)):
            yield

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._hub.say_goodbye()
        await super().shutdown(sockets)


def make_server(settings: Settings, hub: Hub, pool: Pool | None) -> Server:
    doorkeeper = Doorkeeper(settings.host, settings.allow_hosts)
    proxies = Proxies(everybody=settings.behind_proxy, networks=settings.trusted_proxies)
    limited = settings.messages_per_second > 0
    edge = Edge(raise_file_limit(), proxies, limited=limited)
    config = uvicorn.Config(
        make_app(hub, pool, doorkeeper, proxies, edge, limited=limited, lazy=settings.lazy),
        ws=protocol_for(FrontDoor(hub, doorkeeper, edge, proxies)),
        http=line_for(edge),
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=5,
    )
    return Server(config, hub, edge)


def listen(host: str, port: int) -> socket.socket:
    """The socket that clients reach. One whose client stops acknowledging is given up by the system itself."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
    except OSError as error:
        raise UsageError(f"cannot listen on {host}: {why_unreachable(error)}") from error
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, STALLED_SECONDS * 1000)
        listening.bind(address)
        listening.listen(2048)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        raise UsageError(
            f"cannot listen on {host} port {port}: {why_unreachable(error)}; try another --port"
        ) from error
    return listening


def address_of(listening: socket.socket) -> str:
    """What to type into a browser on this machine."""
    host, port = listening.getsockname()[:2]
    ip = ipaddress.ip_address(host)
    if ip.is_loopback or ip.is_unspecified:
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"

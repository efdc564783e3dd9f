"""`quintet discord`: rooms, the bot, and both together until told to stop."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
import discord

from quintet.chat.bot import QuintetBot
from quintet.chat.house import House
from quintet.chat.places import Places, read_config
from quintet.inputs import UsageError
from quintet.server import loop
from quintet.server.limits import Doorkeeper
from quintet.server.logs import set_up_logs
from quintet.server.serve import Settings as ServerSettings
from quintet.server.serve import address_of, listen, make_server, node
from quintet.store import open_store
from quintet.wire.unreachable import why_unreachable

TOKEN = "QUINTET_DISCORD_TOKEN"
NO_TOKEN = f"set {TOKEN} to the bot's token, which the Discord Developer Portal shows under Bot; docs/discord.md says how"
BAD_TOKEN = f"Discord does not accept the token in {TOKEN}; copy it anew from the Discord Developer Portal"


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What can be said on the command line."""

    config: Path | None = None
    store: str | None = None
    server: str | None = None
    port: int = 0
    public: str = ""
    """Where browsers find the rooms."""
    workers: int = 1
    lazy: bool = False
    log_level: str = "info"


def run(settings: Settings) -> None:
    """Run until SIGINT or SIGTERM."""
    token = os.environ.get(TOKEN, "").strip()
    if not token:
        raise UsageError(NO_TOKEN)
    if settings.public:
        host_of(settings.public)
    places = read_config(settings.config) if settings.config is not None else []
    set_up_logs(settings.log_level)
    loop.run(chat(settings, token, places))


async def chat(settings: Settings, token: str, places: list[Places]) -> None:
    async with house(settings) as home:
        running = asyncio.create_task(stay_connected(QuintetBot(home, places), token))
        with loop.stopping(lambda _: running.cancel()), suppress(asyncio.CancelledError):
            await running


async def stay_connected(bot: QuintetBot, token: str) -> None:
    """Be on Discord until cancelled; a sentence if Discord does not want us."""
    try:
        async with bot:
            await bot.start(token)
    except discord.LoginFailure as error:
        raise UsageError(BAD_TOKEN) from error
    except discord.ConnectionClosed as error:
        raise UsageError(
            BAD_TOKEN if error.code == 4004 else f"Discord closed the connection: {error}"
        ) from error
    except discord.HTTPException as error:
        raise UsageError(f"Discord does not answer as it should: {error}") from error
    except (aiohttp.ClientConnectionError, TimeoutError) as error:
        reason = getattr(error, "os_error", error)
        raise UsageError(f"Discord cannot be reached: {why_unreachable(reason)}") from error


def host_of(address: str) -> str:
    """The name in an address; UsageError if it is none that a browser can open."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"{address[:80]!r} is not an address; it is written like https://games.example.org")
    return parts.hostname


def shareable(address: str) -> str:
    """The address of a server as a link for everybody; empty where it is one of this machine or this house alone."""
    parts = urlsplit(address if "://" in address else f"http://{address}")
    host, scheme = parts.hostname or "", "https" if parts.scheme in ("https", "wss") else "http"
    return f"{scheme}://{parts.netloc}" if "." in host and not host.startswith("127.") else ""


@asynccontextmanager
async def house(settings: Settings) -> AsyncIterator[House]:
    """The rooms of a server elsewhere or, if none is named, of one inside this process on the given store."""
    if settings.server is not None:
        store = await open_store(settings.store)
        try:
            elsewhere = House(
                settings.server,
                store,
                where=settings.server,
                public=settings.public or shareable(settings.server),
            )
            await elsewhere.check()
            yield elsewhere
        finally:
            await store.close()
        return
    chosen = ServerSettings(
        store=settings.store,
        port=settings.port,
        workers=settings.workers,
        lazy=settings.lazy,
        messages_per_second=0,
        allow_hosts=(host_of(settings.public), *Doorkeeper.LOCAL) if settings.public else (),
    )
    async with node(chosen) as (hub, pool):
        with closing(listen(chosen.host, chosen.port)) as listening:
            server = make_server(chosen, hub, pool)
            started = asyncio.Event()
            server.announce = started.set
            serving = asyncio.create_task(server.serve(sockets=[listening]))
            await started.wait()
            try:
                yield House(address_of(listening), hub.store, public=settings.public)
            finally:
                server.should_exit = True
                await serving

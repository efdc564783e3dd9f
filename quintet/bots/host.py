"""Play against a bot of yours in the browser: a server of its own, a room, and the bot in one of the seats."""

from __future__ import annotations

import asyncio
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from quintet.bots.bot import Bot
from quintet.bots.guest import BotError, Guest
from quintet.games.contract import AnyGame
from quintet.table.commands import Create
from quintet.wire.client import Client
from quintet.wire.session import RemoteSession

STARTED_WITHIN = 60


@asynccontextmanager
async def own_server() -> AsyncIterator[str]:
    """A server on a free port of this machine; its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "quintet", "serve", "--port", "0", "--store", "memory:", "--lazy",
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdout
    try:
        async with asyncio.timeout(STARTED_WITHIN):
            line = await process.stdout.readline()
        if not line:
            raise BotError("the server did not start; 'quintet serve' says why")
        yield line.decode().split()[-1]
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()


async def host_room(
    bot: Bot, name: str, game: AnyGame, seat: int, say: Callable[[str], None], *, show: bool, once: bool
) -> None:
    """Open a room with the bot in a seat and the others free, and play whoever comes."""
    seats = tuple("me" if number == seat else "open" for number in range(game.seats))
    command = Create(
        name=f"{name} plays", game=game.name, options=game.settings, host_name=name, seats=seats, listed=False
    )
    async with own_server() as address, Client(address, program="quintet bot") as client:
        session = await RemoteSession.create(client, command)
        say(f"{name} waits for you: {session.link}")
        if show:
            await asyncio.to_thread(webbrowser.open, session.link)
        guest = Guest(session, bot, say)
        await guest.sit(name, seat)
        await guest.play(once=once)

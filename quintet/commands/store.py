"""`quintet store`: look after the event log."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path
from typing import IO, TYPE_CHECKING

from quintet.commands import Commands, UsageError, command

if TYPE_CHECKING:
    from quintet.store import Store

STORE_HELP = (
    "memory:, sqlite:PATH, a path, or postgres://USER@HOST/DATABASE"
    " (default: QUINTET_STORE, else a SQLite file in your data folder)"
)


def add(commands: Commands) -> None:
    parser = command(
        commands, "store", run, "Check, export or import the event log of all rooms.",
        "export writes JSON lines, the secret that signs guests included; import adds them to another store.",
    )  # fmt: skip
    parser.add_argument("action", choices=("check", "export", "import"), help="what to do")
    parser.add_argument(
        "file", nargs="?", default="-", help="file to write or read (default: - , the terminal)"
    )
    parser.add_argument("--store", metavar="URL", help=STORE_HELP)


def run(arguments: argparse.Namespace) -> int:
    file = arguments.file
    if arguments.action == "check":
        if file != "-":
            raise UsageError("store check takes no file; name the store with --store")
        return asyncio.run(check(arguments.store))
    if arguments.action == "export":
        with nullcontext(sys.stdout.buffer) if file == "-" else Path(file).open("wb") as target:
            return asyncio.run(export(arguments.store, target))
    with nullcontext(sys.stdin.buffer) if file == "-" else Path(file).open("rb") as source:
        return asyncio.run(import_(arguments.store, source))


async def check(url: str | None) -> int:
    from quintet.store import open_store

    store = await open_store(url)
    try:
        problems = await store.check()
        rooms = await store.rooms()
        problems += [problem async for problem in unreadable(store, [room for room, _ in rooms])]
    finally:
        await store.close()
    for problem in problems:
        print(problem)
    events = sum(version for _, version in rooms)
    print(f"{len(rooms)} rooms, {events} events: {f'{len(problems)} problems' if problems else 'sound'}")
    return 1 if problems else 0


async def unreadable(store: Store, rooms: list[str]) -> AsyncIterator[str]:
    """A sentence for each room whose events do not make a table."""
    from quintet.games.contract import GameError
    from quintet.table import fold
    from quintet.wire import decode_event

    for room in rooms:
        try:
            fold(map(decode_event, await store.read(room)))
        except (ValueError, GameError, LookupError) as error:
            yield f"room {room} cannot be read: {error}"


async def export(url: str | None, target: IO[bytes]) -> int:
    from quintet.store import open_store
    from quintet.store.transfer import export_lines

    store = await open_store(url)
    try:
        async for line in export_lines(store):
            target.write(line + b"\n")
        target.flush()
    finally:
        await store.close()
    return 0


async def import_(url: str | None, source: IO[bytes]) -> int:
    from quintet.store import open_store
    from quintet.store.transfer import import_lines

    store = await open_store(url)
    try:
        rooms, events = await import_lines(store, source)
    finally:
        await store.close()
    print(f"{rooms} new rooms, {events} new events")
    return 0

"""`quintet store`: look after the event log."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import IO

from quintet.commands import Commands, command
from quintet.inputs import UsageError

STORE_HELP = (
    "memory:, sqlite:PATH, a path, or postgres://USER@HOST/DATABASE"
    " (default: QUINTET_STORE, else a SQLite file in your data folder)"
)
KEPT_DAYS = 30
PROGRESS_ROOMS = 500
"""After so many rooms it is told how far it is."""


def add(commands: Commands) -> None:
    parser = command(
        commands, "store", run, "Check, export, import or prune the event log of all rooms, or look through its games again.",
        "export writes JSON lines, the secret that signs guests included; import adds them to another store;"
        " prune lets go of rooms in which nobody ever played; archive brings the list of finished games up to date.",
    )  # fmt: skip
    parser.add_argument("action", choices=tuple(ACTIONS), help="what to do")
    parser.add_argument(
        "file",
        nargs="?",
        default="-",
        help="file to write or read (default: -, the standard input or output)",
    )
    parser.add_argument("--store", metavar="URL", help=STORE_HELP)
    parser.add_argument(
        "--rebuild", action="store_true", help="archive: look at every room again, not only at what is new"
    )
    parser.add_argument("--dry-run", action="store_true", help="prune: only say what would be let go")
    parser.add_argument(
        "--days", type=days, default=KEPT_DAYS, metavar="N",
        help=f"prune: what nothing has happened to for so many days (default: {KEPT_DAYS})",
    )  # fmt: skip


def days(text: str) -> int:
    if not text.isdecimal() or int(text) > 36_500:
        raise argparse.ArgumentTypeError("this takes a number of days from 0 to 36500")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    import asyncio

    if arguments.action in ("check", "prune", "archive") and arguments.file != "-":
        raise UsageError(f"store {arguments.action} takes no file; name the store with --store")
    return asyncio.run(ACTIONS[arguments.action](arguments))


async def check(arguments: argparse.Namespace) -> int:
    from quintet.store import open_store
    from quintet.store.health import hurt_rooms

    store = await open_store(arguments.store, rescue=True, there=True)
    problems = rooms = 0
    try:
        for problem in await store.check():
            print(problem)
            problems += 1
        async for _, hurt in hurt_rooms(store):
            rooms += 1
            if hurt is not None:
                print(hurt)
                problems += 1
        events = sum(version for _, version in await store.rooms())
    finally:
        await store.close()
    many = "1 problem" if problems == 1 else f"{problems} problems"
    print(f"{rooms} rooms, {events} events: {many if problems else 'sound'}")
    if problems:
        print("quintet store export saves everything that can still be read.")
    return 1 if problems else 0


async def export(arguments: argparse.Namespace) -> int:
    from quintet.store import open_store
    from quintet.store.schema import make_private
    from quintet.store.transfer import export_lines

    lost: list[str] = []
    saved = -1  # the first line is no part of the store
    store = await open_store(arguments.store, rescue=True, there=True)
    try:
        if arguments.file != "-":
            make_private(Path(arguments.file))
        with opened(arguments.file, "wb", sys.stdout.buffer) as target:
            async for line in export_lines(store, lost.append):
                target.write(line + b"\n")
                saved += 1
            target.flush()
    finally:
        await store.close()
    if store.hurt:
        lost.append(f"the store is damaged: {store.hurt}; {saved:,} events and kept values of it are saved")
    for sentence in lost:
        print(sentence, file=sys.stderr)
    return 1 if lost else 0


async def import_(arguments: argparse.Namespace) -> int:
    from quintet.store import open_store
    from quintet.store.transfer import import_lines

    with opened(arguments.file, "rb", sys.stdin.buffer) as source:
        store = await open_store(arguments.store)
        try:
            done = await import_lines(store, source)
        finally:
            await store.close()
    print(f"{done.rooms} new rooms, {done.events} new events")
    if done.loose:
        print(f"{done.loose} events were left out: others before them are lost")
    return 0


async def prune(arguments: argparse.Namespace) -> int:
    from quintet.store import open_store
    from quintet.store.retention import let_go

    count = 0
    store = await open_store(arguments.store, there=True)
    try:
        async for what, why in let_go(store, arguments.days, dry_run=arguments.dry_run):
            print(f"{what}: {why}")
            count += 1
    finally:
        await store.close()
    print(f"{count} would be let go" if arguments.dry_run else f"{count} let go")
    return 0


async def archive(arguments: argparse.Namespace) -> int:
    import asyncio

    from quintet.store import open_store
    from quintet.store.remembering import look_again

    rooms = games = troubles = 0
    store = await open_store(arguments.store, there=True)
    try:
        async for now in look_again(store, asyncio.to_thread, everything=arguments.rebuild):
            rooms, games = now.done, games + now.games
            if now.trouble:
                troubles += 1
                print(f"room {now.room} is left as it was: {now.trouble}", file=sys.stderr)
            if now.done % PROGRESS_ROOMS == 0 or (now.done == now.of and now.of > PROGRESS_ROOMS):
                print(f"{now.done} of {now.of} rooms", file=sys.stderr)
    finally:
        await store.close()
    print(f"{rooms} rooms looked at, {games} finished games in them")
    return 1 if troubles else 0


def opened(file: str, mode: str, stream: IO[bytes]) -> AbstractContextManager[IO[bytes]]:
    """The file of that name; the terminal's stream for `-`."""
    return nullcontext(stream) if file == "-" else Path(file).open(mode)


ACTIONS: dict[str, Callable[[argparse.Namespace], Coroutine[None, None, int]]] = {
    "check": check, "export": export, "import": import_, "prune": prune, "archive": archive,
}  # fmt: skip

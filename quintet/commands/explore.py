"""`quintet explore`: what was played in a position, how often and with what result; `quintet collect`: games from files for it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quintet.commands import Commands, command
from quintet.commands.arguments import (
    add_game_files,
    add_position,
    for_each_position,
    found_records,
    take_game_files,
)
from quintet.commands.numbers import seconds
from quintet.commands.store import STORE_HELP
from quintet.games.contract import short
from quintet.inputs import UsageError

if TYPE_CHECKING:
    from quintet.engine import Analysis, Judged
    from quintet.games.record import Replay
    from quintet.say.explorer import ToldChoice, ToldExplored, ToldResult
    from quintet.store.explorer import Source

KINDS = {
    "people": "games of people",
    "machines": "games in which a program played",
    "arena": "games from files",
}
BAR = 24
"""Characters."""
SHADES = "█▓▒"
SHARED, NOBODY = "░", "·"


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "explore",
        explore_aloud,
        "Tell what was played in a position, how often and with what result.",
        "It asks the store of a server, or the server itself; 'quintet collect' brings games from files into a store.",
    )
    add_position(parser)
    for name, text in KINDS.items():
        parser.add_argument(
            f"--{name}", action="store_true", help=f"only {text}; may be joined with the others"
        )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--store", metavar="URL", help=STORE_HELP)
    where.add_argument("--server", metavar="URL", help="ask this server, such as http://localhost:8642")
    parser.add_argument(
        "--seconds", metavar="S", type=seconds("--seconds"),
        help="let the engine look for so long, and tell what each move is worth",
    )  # fmt: skip
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    collecting = command(
        commands,
        "collect",
        collect_aloud,
        "Count the games of a file in the explorer, or take them out again.",
        "A game that is there already is not counted twice. Without a file: what was collected so far.",
    )
    collecting.add_argument(
        "file", metavar="FILE", nargs="?",
        help="a match of 'quintet arena', or games in any format that 'quintet convert' reads; - reads the standard input",
    )  # fmt: skip
    collecting.add_argument(
        "--as", dest="name", metavar="NAME", help="what to call them (the name of the file)"
    )
    collecting.add_argument(
        "--by", choices=tuple(KINDS), default="arena", help="whose games they are counted as (arena)"
    )
    collecting.add_argument(
        "--take-out", metavar="NAME", help="uncount the games that were brought under this name"
    )
    collecting.add_argument("--store", metavar="URL", help=STORE_HELP)
    add_game_files(collecting)


# --- asking -----------------------------------------------------------------------------------------------------------


def explore_aloud(parsed: argparse.Namespace) -> int:
    chosen = tuple(name for name in KINDS if getattr(parsed, name)) or tuple(KINDS)

    def handle(played: Replay) -> None:
        if parsed.server is not None:
            found = from_server(parsed.server, played, chosen)
        else:
            found = from_store(parsed.store, played, chosen)
        worth = values(played, found, parsed.seconds) if parsed.seconds is not None else {}
        print(as_json(found, worth) if parsed.json else in_words(played, found, worth), flush=True)

    return for_each_position(parsed, handle, as_json=parsed.json)


def from_store(url: str | None, played: Replay, sources: tuple[Any, ...]) -> ToldExplored:
    import asyncio

    from quintet.store import open_store
    from quintet.store.exploring import Wanted, explore

    async def ask() -> ToldExplored:
        store = await open_store(url, there=url is not None)
        try:
            return await explore(store, played, Wanted(sources))
        finally:
            await store.close()

    return asyncio.run(ask())


def from_server(address: str, played: Replay, sources: tuple[str, ...]) -> ToldExplored:
    import json
    import urllib.error
    import urllib.request

    import msgspec

    from quintet.commands.status import WITHIN, home
    from quintet.say.explorer import ToldExplored

    record, where = played.record(), home(address)
    line = {"game": record.game, "options": record.options, "start": record.start, "moves": record.moves}
    body = msgspec.json.encode(line | {"sources": sources})
    asked = urllib.request.Request(f"{where}/api/explorer", body, {"Content-Type": "application/json"})  # noqa: S310  (http, see `home`)
    try:
        with urllib.request.urlopen(asked, timeout=WITHIN) as answer:  # noqa: S310  (the same)
            return msgspec.json.decode(answer.read(), type=ToldExplored)
    except urllib.error.HTTPError as error:
        try:
            text = str(json.load(error)["text"])
        except (ValueError, KeyError, TypeError):
            text = f"it answers {error.code}, and may be an older one"
        raise UsageError(f"{where} says: {text}") from error
    except (OSError, ValueError) as error:
        from quintet.wire.unreachable import why_unreachable

        raise UsageError(f"no server answers at {where}: {why_unreachable(error)}") from error


def values(played: Replay, found: ToldExplored, spend: float) -> dict[tuple[int, str], Judged]:
    """By seat and move, what the engine thinks of each move that was played."""
    from quintet.commands.think import interruptible
    from quintet.engine import Budget, analyse
    from quintet.extras import need

    need("engine", "--seconds")
    worth: dict[tuple[int, str], Judged] = {}
    for seat in played.owing:
        moves = tuple(one.moves[0] for one in found.choices if one.seat == seat)

        def look(seat: int = seat, moves: tuple[str, ...] = moves) -> Analysis:
            return analyse(played.game, played.position, seat, Budget(seconds=spend), also=moves)

        judged = interruptible(look)
        worth |= {(seat, one.move): one for one in (*judged.moves, *judged.also)}
    return worth


def as_json(found: ToldExplored, worth: dict[tuple[int, str], Judged]) -> str:
    import msgspec

    told = msgspec.to_builtins(found)
    for one in told["choices"]:
        judged = worth.get((one["seat"], one["moves"][0]))
        one["engine"] = None if judged is None else msgspec.to_builtins(judged)
    return msgspec.json.encode(told).decode()


def in_words(played: Replay, found: ToldExplored, worth: dict[tuple[int, str], Judged]) -> str:
    """All of it as it is read on a terminal."""
    from quintet.games.title import title

    ended = ", ".join(one.text for one in found.results)
    lines = [title(played.game), found.said + (f" {ended}." if ended else "")]
    for seat, side in enumerate(found.sides):
        choices = [one for one in found.choices if one.seat == seat]
        if choices:
            lines += ["", f"{side}:"]
            lines += table([row(played, one, worth.get((seat, one.moves[0]))) for one in choices])
    lines += [found.more] if found.more else []
    if found.last:
        lines += ["", "The last games:"]
        lines += [
            f"  {day(one.ended):10}  {one.who}: {one.what}  {one.link or one.collection}"
            for one in found.last
        ]
    return "\n".join(lines) + "\n"


def row(played: Replay, one: ToldChoice, judged: Judged | None) -> list[str]:
    from quintet.say.advice import percent, standing

    opinion = ""
    if judged is not None:
        mixed = judged.probability is not None
        worth = standing(played.game, judged.value, judged.proven, mixed=mixed)
        opinion = f"engine: {percent(judged.expected)}" + (f", {worth}" if worth else "")
    return [one.text, f"{one.games:,}", one.share, drawn(one.results), one.said, opinion, one.same]


def drawn(results: tuple[ToldResult, ...]) -> str:
    """The results as a bar."""
    bar, done = "", 0.0
    for one in results:
        done += one.part
        sign = SHADES[one.seat % len(SHADES)] if one.seat >= 0 else SHARED if one.seat == -1 else NOBODY
        bar += sign * (round(done * BAR) - len(bar))
    return bar


def table(rows: list[list[str]]) -> list[str]:
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    return [
        "  "
        + "  ".join(
            cell.rjust(width) if cell[:1].isdecimal() else cell.ljust(width)
            for cell, width in zip(cells, widths, strict=True)
        ).rstrip()
        for cells in zip(*columns, strict=True)
    ]


def day(moment: int) -> str:
    from datetime import UTC, datetime

    return f"{datetime.fromtimestamp(moment / 1000, UTC):%Y-%m-%d}" if moment else ""


# --- collecting -------------------------------------------------------------------------------------------------------


def collect_aloud(parsed: argparse.Namespace) -> int:
    import asyncio

    take_game_files(parsed)
    if parsed.take_out is not None and parsed.file is not None:
        raise UsageError("give a FILE to count its games, or --take-out NAME to uncount some; not both")
    if parsed.take_out is not None:
        return asyncio.run(take_out(parsed.store, parsed.take_out))
    if parsed.file is None:
        return asyncio.run(show_collections(parsed.store))
    return asyncio.run(bring(parsed.store, parsed.file, collection_name(parsed), parsed.by))


def collection_name(parsed: argparse.Namespace) -> str:
    from quintet.store.collecting import LONGEST_COLLECTION

    name: str = parsed.name or ("the standard input" if parsed.file == "-" else Path(parsed.file).name)
    if not name.isprintable() or not 0 < len(name.strip()) <= LONGEST_COLLECTION:
        raise UsageError(f"--as is a name of 1 to {LONGEST_COLLECTION} characters")
    return name.strip()


async def bring(url: str | None, file: str, name: str, source: Source) -> int:
    import asyncio

    from quintet.store import open_store
    from quintet.store.collecting import Collected, collect
    from quintet.store.explorer import TOGETHER

    records = found_records(file)
    now = Collected(0, 0, 0)
    store = await open_store(url)
    try:
        async for now in collect(store, name, source, records, asyncio.to_thread):
            if now.why:
                print(f"quintet: not counted: {now.why}", file=sys.stderr)
            if now.games >= TOGETHER:
                print(f"{now.games:,} games", file=sys.stderr)
    finally:
        await store.close()
    known = now.games - now.new - now.refused
    print(f"{games_are(now.new)} counted now as {name!r}; {known:,} there already, {now.refused:,} refused")
    return 2 if now.refused else 0


def games_are(number: int) -> str:
    return "One game is" if number == 1 else f"{number:,} games are"


async def show_collections(url: str | None) -> int:
    from quintet.store import open_store

    store = await open_store(url, there=url is not None)
    try:
        found = await store.explorer.collections()
    finally:
        await store.close()
    for name, games in found.items():
        print(f"{games:>9,}  {name}")
    if not found:
        print("Nothing was collected yet: 'quintet collect FILE' counts the games of a file.")
    return 0


async def take_out(url: str | None, name: str) -> int:
    from quintet.store import open_store

    gone = 0
    store = await open_store(url, there=url is not None)
    try:
        known = await store.explorer.collections()
        if name not in known:
            names = ", ".join(known) or "none"
            raise UsageError(f"nothing was collected as {short(name)}; the collections are: {names}")
        while some := await store.explorer.take_out(name):
            gone += some
    finally:
        await store.close()
    print(f"{games_are(gone)} not counted any more")
    return 0

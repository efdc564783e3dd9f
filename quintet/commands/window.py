"""`quintet window`: a game in a window of its own."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game, chosen_game, one_record, without_file
from quintet.commands.numbers import number
from quintet.games.contract import AnyGame, GameError, short
from quintet.games.record import MAX_BYTES, Replay, load
from quintet.inputs import UsageError
from quintet.players import NEWCOMERS

if TYPE_CHECKING:
    from quintet.desktop.feed import Feed

WITHIN = 20.0
"""Seconds in which a server has to answer."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "window",
        show,
        "Show a game in a window, or play one.",
        "Without anything named it asks what to play, and shows what waits for you in rooms where a window of yours has a"
        " seat. A record waits for a click, and when it is over a click closes the window; ? names the keys.",
        needs=("window",),
    )
    add_game(parser, optional=True)
    parser.add_argument("--record", metavar="FILE", help="a game that has been played")
    parser.add_argument(
        "--game",
        metavar="URL",
        dest="address",
        help="the address of a game that was finished on a server, such as http://127.0.0.1:8642/g/ID",
    )
    parser.add_argument("--room", metavar="URL", help="the link of a room on a server, to watch")
    parser.add_argument("--play", action="store_true", help="with --room: take a free seat there and play")
    parser.add_argument(
        "--server", metavar="URL", help="with a GAME: open a room for it on this server, as its host"
    )
    parser.add_argument("--name", metavar="NAME", help="with --play or --server: what you are called (Guest)")
    parser.add_argument(
        "--seat",
        metavar="N=KIND",
        action="append",
        default=[],
        help="with a GAME: who sits in seat N (human, greedy, level-7, engine:NAME …, with --server also open); seat 0 is human, the others"
        f" level-{NEWCOMERS}",
    )
    parser.add_argument(
        "--speed",
        type=number("--speed", above=0, most=1000),
        default=1.0,
        metavar="X",
        help="times as fast (1)",
    )


def show(parsed: argparse.Namespace) -> None:
    from quintet.bots.catalogue import welcome_engines
    from quintet.desktop.settings import read_settings
    from quintet.desktop.window import NoDisplayError, Window, check_display

    if parsed.game is not None and (parsed.record or parsed.room) and without_file(parsed):
        parsed.game = None
    check(parsed)
    named = any((parsed.game, parsed.record, parsed.room, parsed.address))
    try:
        check_display()
    except NoDisplayError as error:
        raise UsageError(f"{error}{what_waits_here(parsed)}") from None
    welcome_engines()
    playing = parsed.game is not None or parsed.play
    feed = make_feed(parsed) if named else None
    Window(feed, speed=parsed.speed, playing=playing, settings=read_settings(), read=played_feed).run()


ONE_OF = "give one of a GAME to play, --record FILE, --game URL or --room URL"


def check(parsed: argparse.Namespace) -> None:
    """What goes together, and what does not."""
    if sum(given is not None for given in (parsed.game, parsed.record, parsed.room, parsed.address)) > 1:
        raise UsageError(ONE_OF)
    if parsed.play and parsed.room is None:
        raise UsageError("--play goes with --room URL; with a GAME you play anyway")
    if parsed.server is not None and parsed.game is None:
        raise UsageError("--server goes with a GAME, for which a room is opened there")
    if parsed.name is not None and not parsed.play and parsed.server is None:
        raise UsageError("--name goes with --room URL --play, or with --server URL")


def what_waits_here(parsed: argparse.Namespace) -> str:
    """To somebody who names nothing: where a window was left in a game, and the way back."""
    import asyncio

    from quintet.desktop.guest import PROGRAM, known_tokens
    from quintet.wire.waiting import what_waits

    tokens = known_tokens()
    if not tokens or any((parsed.game, parsed.record, parsed.room, parsed.address)):
        return ""
    found = asyncio.run(what_waits(tokens, PROGRAM))
    lines = [
        f"\n  {one.text} {one.name} · {one.told}\n    quintet window --room {link} --play"
        for link, one in found
    ]
    return "; what waits for you:" + "".join(lines) if lines else ""


def make_feed(parsed: argparse.Namespace) -> Feed:
    from quintet.desktop.tables import TableFeed, open_room, play_here, play_in_room, watch_room

    if parsed.record is not None or parsed.address is not None:
        return played_feed(parsed.record or parsed.address)
    name = parsed.name or "Guest"
    if parsed.room is not None:
        if parsed.play:
            return TableFeed(play_in_room(parsed.room, name), playing=True)
        return TableFeed(watch_room(parsed.room))
    game = chosen_game(parsed)
    seats = chosen_machines(game, parsed.seat, room=parsed.server is not None)
    if parsed.server is not None:
        from quintet.table.commands import Create

        command = Create(
            name=f"{name}'s table"[:40], game=game.name, options=game.settings, host_name=name, seats=seats
        )
        return TableFeed(open_room(parsed.server, command), playing=True)
    return TableFeed(play_here(game, seats), playing=True)


def played_feed(where: str) -> Feed:
    """A game that has been played, by its file or its address on a server."""
    from quintet.desktop.feed import record_feed

    return record_feed(finished_game(where) if "://" in where else one_record(where))


def finished_game(address: str) -> Replay:
    """A game from the archive of a server, by the address of its page."""
    import urllib.error
    import urllib.request
    from urllib.parse import urlsplit

    from quintet.wire.unreachable import why_unreachable

    parts = urlsplit(address)
    name = parts.path.removeprefix("/g/").strip("/")
    if parts.scheme not in ("http", "https") or not parts.path.startswith("/g/") or not name.isalnum():
        raise UsageError(f"the address of a game looks like http://127.0.0.1:8642/g/ID, not {short(address)}")
    file = f"{parts.scheme}://{parts.netloc}/api/archive/{name}/record"
    try:
        with urllib.request.urlopen(file, timeout=WITHIN) as answer:  # noqa: S310  (http or https, see above)
            return load(answer.read(MAX_BYTES + 1))
    except urllib.error.HTTPError as error:
        raise UsageError(f"there is no game at {short(address)} (the server says {error.code})") from None
    except (OSError, ValueError) as error:
        if isinstance(error, GameError):
            raise
        raise UsageError(f"cannot reach {parts.netloc}: {why_unreachable(error)}") from None


def chosen_machines(game: AnyGame, pairs: list[str], *, room: bool) -> tuple[str, ...]:
    """Who sits where at a table: `me`, or a machine; in a room also whoever comes."""
    from quintet.commands.play import chosen_kinds
    from quintet.players import HUMAN, for_guests, full_name, make_player, welcome
    from quintet.table.commands import HERE, OPEN

    kinds = chosen_kinds(game, pairs)
    if room and not pairs:  # a room is for others
        return (HERE, *[OPEN] * (game.seats - 1))
    for kind in kinds.values():
        if kind not in (HUMAN, OPEN if room else HUMAN) and not for_guests(full_name(kind)):
            make_player(kind, game)  # says what is wrong with it before a window opens
            welcome(full_name(kind), (game.name,))
    return tuple(HERE if kind == HUMAN else full_name(kind) for kind in kinds.values())

"""`quintet window`: a game in a window of its own."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game, chosen_game, one_record, without_file
from quintet.commands.numbers import number
from quintet.inputs import UsageError

if TYPE_CHECKING:
    from quintet.desktop.feed import Feed
    from quintet.games.contract import AnyGame


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "window",
        show,
        "Show a game in a window, or play one.",
        "It opens waiting for the players; a click starts it, and when the game is over a click closes it."
        " Without anything named it says what waits for you in rooms where a window of yours has a seat.",
        needs=("window",),
    )
    add_game(parser, optional=True)
    parser.add_argument("--record", metavar="FILE", help="a game that has been played")
    parser.add_argument("--room", metavar="URL", help="the link of a room on a server, to watch")
    parser.add_argument("--play", action="store_true", help="with --room: take a free seat there and play")
    parser.add_argument("--name", metavar="NAME", help="with --play: what you are called (Guest)")
    parser.add_argument(
        "--seat",
        metavar="N=KIND",
        action="append",
        default=[],
        help="with a GAME: who sits in seat N (human, greedy, level-7, engine:NAME …); seat 0 is human, the others greedy",
    )
    parser.add_argument(
        "--speed",
        type=number("--speed", above=0, most=1000),
        default=1.0,
        metavar="X",
        help="times as fast (1)",
    )


def show(parsed: argparse.Namespace) -> None:
    from quintet.desktop.window import Window, check_display

    if parsed.game is not None and (parsed.record or parsed.room) and without_file(parsed):
        parsed.game = None
    if sum(given is not None for given in (parsed.game, parsed.record, parsed.room)) != 1:
        raise UsageError("give one of a GAME to play, --record FILE or --room URL" + what_waits_here(parsed))
    if parsed.play and parsed.room is None:
        raise UsageError("--play goes with --room URL; with a GAME you play anyway")
    if parsed.name is not None and not parsed.play:
        raise UsageError("--name goes with --room URL --play")
    check_display()
    feed = make_feed(parsed)
    try:
        Window(feed, speed=parsed.speed, playing=parsed.game is not None or parsed.play).run()
    finally:
        close = getattr(feed, "close", None)
        if close is not None:
            close()


def what_waits_here(parsed: argparse.Namespace) -> str:
    """To somebody who names nothing: where a window was left in a game, and the way back."""
    import asyncio

    from quintet.desktop.guest import PROGRAM, known_tokens
    from quintet.wire.waiting import what_waits

    tokens = known_tokens()
    if not tokens or any((parsed.game, parsed.record, parsed.room)):
        return ""
    found = asyncio.run(what_waits(tokens, PROGRAM))
    lines = [
        f"\n  {one.text} {one.name} · {one.told}\n    quintet window --room {link} --play"
        for link, one in found
    ]
    return "; what waits for you:" + "".join(lines) if lines else ""


def make_feed(parsed: argparse.Namespace) -> Feed:
    from quintet.desktop.feed import record_feed
    from quintet.desktop.tables import TableFeed, play_here, play_in_room, watch_room

    if parsed.record is not None:
        return record_feed(one_record(parsed.record))
    if parsed.room is not None:
        if parsed.play:
            return TableFeed(play_in_room(parsed.room, parsed.name or "Guest"), playing=True)
        return TableFeed(watch_room(parsed.room))
    game = chosen_game(parsed)
    return TableFeed(play_here(game, chosen_machines(game, parsed.seat)), playing=True)


def chosen_machines(game: AnyGame, pairs: list[str]) -> tuple[str, ...]:
    """Who sits where at a table: `me`, or a machine."""
    from quintet.commands.play import chosen_kinds
    from quintet.players import HUMAN, for_guests, full_name, make_player, welcome

    kinds = chosen_kinds(game, pairs)
    for kind in kinds.values():
        if kind != HUMAN and not for_guests(full_name(kind)):
            make_player(kind, game)  # says what is wrong with it before a window opens
            welcome(full_name(kind), (game.name,))
    return tuple("me" if kind == HUMAN else full_name(kind) for kind in kinds.values())

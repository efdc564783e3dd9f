"""`quintet bot` and `quintet check-bot`: programs of your own."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.numbers import seconds, whole
from quintet.inputs import UsageError

if TYPE_CHECKING:
    from quintet.bots import Bot
    from quintet.testing.bots import Finding

ROOMS, MOST_ROOMS = 8, 18
"""Rooms that a signed-on bot plays in at once: each is a connection, and a guest may hold 20."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "bot",
        run,
        "Let a program of yours play: in a room, for whoever asks it, or against you in the browser.",
        "FILE.py:Class names a class that inherits from quintet.bots.Bot.",
        needs=("bot",),
    )
    parser.add_argument("bot", metavar="FILE.py:Class", help="your program")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--room", metavar="URL", help="the link of a room on a server")
    where.add_argument(
        "--server", metavar="URL", help="sign on at a server, and play in every room whose host asks for it"
    )
    where.add_argument("--play", metavar="GAME", help="start a server here, with the bot waiting in a room")
    parser.add_argument(
        "--set", metavar="OPTION=VALUE", action="append", default=[], help="with --play: a setting"
    )
    parser.add_argument(
        "--seat", metavar="N", type=whole("--seat", 0), help="the seat it takes (a free one; with --play: 1)"
    )
    parser.add_argument(
        "--rooms",
        metavar="N",
        type=whole("--rooms", 1, MOST_ROOMS),
        help=f"with --server: play in at most N rooms at once (default: {ROOMS})",
    )
    parser.add_argument("--name", help="what it is called; the name of the class otherwise")
    parser.add_argument("--open", action="store_true", help="with --play: open the browser")
    parser.add_argument("--once", action="store_true", help="end after one game")
    checker = command(
        commands, "check-bot", check, "Walk a program of yours through the games and say what it does wrong."
    )
    checker.add_argument("bot", metavar="PLAYER", help="FILE.py:Class, or any other player")
    checker.add_argument(
        "--limit",
        type=seconds("--limit"),
        default=30.0,
        metavar="S",
        help="seconds for a move; who needs more is not waited for (30)",
    )
    checker.add_argument(
        "--game", action="append", default=[], help="only this game; may be given several times"
    )


def load_bot(text: str) -> Bot:
    from quintet.bots import Bot
    from quintet.players import make_player

    player = make_player(text)
    bot = getattr(player, "bot", None)
    if not isinstance(bot, Bot):
        raise UsageError(f"{text} is no bot: it must inherit from quintet.bots.Bot")
    return bot


def run(parsed: argparse.Namespace) -> None:
    import asyncio

    from quintet.bots.guest import join_room
    from quintet.bots.standby import stand_by

    bot = load_bot(parsed.bot)
    name = parsed.name or type(bot).__name__
    if parsed.rooms is not None and not parsed.server:
        raise UsageError("--rooms goes with --server")
    if parsed.server:
        if parsed.set or parsed.open or parsed.seat is not None:
            raise UsageError("--set, --open and --seat do not go with --server: who asks for the bot chooses")
        asyncio.run(
            stand_by(parsed.server, type(bot), name, say, most=parsed.rooms or ROOMS, once=parsed.once)
        )
        return
    if parsed.room:
        if parsed.set or parsed.open:
            raise UsageError("--set and --open go with --play: a room has its own game")
        asyncio.run(join_room(parsed.room, bot, name, parsed.seat, say, once=parsed.once))
        return
    from quintet.bots.host import host_room
    from quintet.commands.arguments import chosen_game

    game = chosen_game(argparse.Namespace(game=parsed.play, set=parsed.set))
    seat = 1 if parsed.seat is None else parsed.seat
    if not 0 <= seat < game.seats:
        raise UsageError(f"there is no seat {seat}; the seats are 0 to {game.seats - 1}")
    asyncio.run(host_room(bot, name, game, seat, say, show=parsed.open, once=parsed.once))


def say(text: str) -> None:
    print(text, flush=True)


def check(parsed: argparse.Namespace) -> int:
    from functools import partial

    from quintet.games import GAMES
    from quintet.testing.apart import WalkError, apart

    try:
        found = list(told(apart(partial(walk, parsed.bot, tuple(parsed.game or GAMES), parsed.limit))))
    except WalkError as error:
        raise UsageError(str(error)) from error
    print(contest_text(found))
    return tell_sum(found)


def walk(bot: str, names: Iterable[str], limit: float) -> tuple[list[str], Iterator[Finding]]:
    """The steps of a check: what they are called, and each as it is taken."""
    from quintet.commands.arguments import named_game
    from quintet.games import game
    from quintet.games.contract import GameError
    from quintet.players import Choosy, make_player
    from quintet.testing.bots import check_bot, most_seats, steps

    player = make_player(bot)
    games = [each for name in names for each in most_seats(type(game(named_game(name))))]
    if isinstance(player, Choosy):
        games = [each for each in games if player.plays(each)]
        if not games:
            raise GameError(f"{bot} plays none of these games")
    offers = getattr(player, "bot", None)
    return steps(games, offers), check_bot(player, games, offers, limit=limit)


def contest_text(found: list[Finding]) -> str:
    """What a contest would make of it: there every fault loses the game."""
    games = [finding for finding in found if ", seat " in finding.step]
    if not games:
        return "In a contest it could not play at all."
    lost = sum(bool(finding.fault) for finding in games)
    slowest = max((finding.seconds for finding in games), default=0.0)
    return f"In a contest: {lost} of {len(games)} games lost by a fault; the slowest move took {slowest:.1f} seconds."


def tell_findings(*found: Iterable[Finding]) -> int:
    """Print them; the exit code says whether anything is wrong."""
    return tell_sum(list(told(itertools.chain(*found))))


def told(found: Iterable[Finding]) -> Iterator[Finding]:
    """Prints each as it comes."""
    for finding in found:
        print(
            f"{'WRONG' if finding.fault else 'ok':6} {finding.step}"
            + f": {finding.fault}" * bool(finding.fault),
            flush=True,
        )
        yield finding


def tell_sum(found: list[Finding]) -> int:
    wrong = sum(bool(finding.fault) for finding in found)
    print(f"{wrong} thing{'s are' if wrong > 1 else ' is'} wrong." if wrong else "Nothing is wrong.")
    return 1 if wrong else 0

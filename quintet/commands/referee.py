"""`quintet referee` and `quintet player`: a match between programs, each in a terminal of its own."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from msgspec.structs import replace

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game, add_game_files, chosen_game, take_game_files
from quintet.commands.numbers import seconds, whole
from quintet.inputs import UsageError

if TYPE_CHECKING:
    from quintet.bots.match import Watcher
    from quintet.games.contract import AnyGame

HOST, PORT = "127.0.0.1", 33333
"""Where the classroom's programs look for their referee."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "referee",
        hold,
        "Hold a match between programs that connect over a socket.",
        "Start it first, then a player for each seat; seats are given in the order of coming.",
        needs=("window",),
    )
    add_game(parser)
    _add_place(parser)
    parser.add_argument(
        "--time", metavar="S", type=seconds("--time"), default=10.0, help="seconds for each move (10)"
    )
    parser.add_argument("--no-window", action="store_true", help="tell the match in this terminal only")
    parser.add_argument("--record", metavar="FILE", type=Path, help="write the game down here")
    player = command(commands, "player", send, "Send a player to a referee.")
    player.add_argument("player", metavar="PLAYER", help="random, greedy, level-7, FILE.py:Class and so on")
    player.add_argument("--name", help="what it is called in the match; its kind otherwise")
    player.add_argument(
        "--seed", metavar="N", type=whole("--seed"), help="a number that makes chance repeatable"
    )
    add_game_files(player)
    _add_place(player)


def _add_place(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", default=HOST, help=f"the address ({HOST})")
    parser.add_argument(
        "--port", metavar="N", type=whole("--port", 1, 65535), default=PORT, help=f"the port ({PORT})"
    )
    parser.add_argument(
        "--classroom", action="store_true", help="speak the protocol of the Reversi classroom"
    )


def hold(parsed: argparse.Namespace) -> None:
    from quintet.bots.socket_match import TextWatcher, hold_match
    from quintet.games.record import write_record

    chosen = chosen_game(parsed)
    if parsed.classroom:
        from quintet.bots.classroom import classroom_game

        if chosen.name != classroom_game().name or parsed.set:
            raise UsageError(
                f"the classroom plays {classroom_game().name} with its own settings, and nothing else"
            )
        chosen = classroom_game()

    def match(watcher: Watcher) -> None:
        import asyncio

        held = hold_match(chosen, parsed.host, parsed.port, parsed.time, watcher, classroom=parsed.classroom)
        record = asyncio.run(held)
        if parsed.record:
            today = datetime.now(UTC).strftime("%Y-%m-%d")
            parsed.record.write_text(write_record(replace(record, date=today)) + "\n", encoding="utf-8")

    if parsed.no_window:
        match(TextWatcher())
    else:
        in_window(match, chosen)


def in_window(match: Callable[[Watcher], None], game: AnyGame) -> None:
    """Hold the match in a thread and show it in a window, which is to be closed by a click, and tell it here too."""
    import threading

    from quintet.bots.socket_match import TextWatcher, Together
    from quintet.desktop.feed import Feed, FeedWatcher
    from quintet.desktop.items import Over
    from quintet.desktop.settings import read_settings
    from quintet.desktop.window import Window, check_display
    from quintet.games.contract import GameError

    check_display()
    feed = Feed()

    def hold_it() -> None:
        try:
            match(Together(TextWatcher(boards=False), FeedWatcher(feed, game)))
        except (GameError, OSError) as error:
            feed.put(Over(str(error)))

    threading.Thread(target=hold_it, name="referee", daemon=True).start()
    Window(feed, settings=read_settings()).run()


def send(parsed: argparse.Namespace) -> None:
    import asyncio

    from quintet.bots.socket_match import send_player
    from quintet.players import make_player

    take_game_files(parsed)
    player = make_player(parsed.player)
    name, rng = parsed.name or parsed.player, Random(parsed.seed)
    match = send_player(parsed.host, parsed.port, name[:40], player, rng, classroom=parsed.classroom)
    print(asyncio.run(match))

"""`quintet play`: a whole game in a plain terminal."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game, chosen_game, one_record, without_file
from quintet.commands.games import rules_text, set_in_type
from quintet.commands.numbers import whole
from quintet.extras import has, what_to_install
from quintet.games.contract import AnyGame, short
from quintet.games.record import MAX_BYTES, Replay
from quintet.inputs import UsageError
from quintet.players import HUMAN, KINDS, NEWCOMERS, STRONGEST, EnginePlayer, default_seat, seat_player

if TYPE_CHECKING:
    from quintet.terminal.plain import Screen, Seats


def add(commands: Commands) -> None:
    kinds = "; ".join((f"{HUMAN}: you", *(f"{kind.written}: {kind.help}" for kind in KINDS)))
    parser = command(
        commands,
        "play",
        play,
        "Play a game in the terminal.",
        "Without a GAME it asks what to play. It reads a pipe as well as a keyboard; the end of the input ends it.",
    )
    add_game(parser, optional=True)
    parser.add_argument(
        "--seat",
        metavar="N=KIND",
        action="append",
        default=[],
        help=f"who sits in seat N ({kinds}); seat 0 is human and the others level-{NEWCOMERS} unless you say otherwise (greedy without the engine)",
    )
    parser.add_argument(
        "--seed", metavar="N", type=whole("--seed"), help="a number that makes chance repeatable"
    )
    parser.add_argument("--record", metavar="FILE", help="go on with a saved game")


def play(parsed: argparse.Namespace) -> None:
    from quintet.terminal.plain import Screen

    screen = Screen()
    if parsed.record is not None:
        if parsed.set or not without_file(parsed):
            raise UsageError("a record holds its own game and settings: give --record FILE without them")
        played = resume(parsed.record)
    elif parsed.game is not None:
        played = Replay(chosen_game(parsed))
    else:
        if parsed.set:
            raise UsageError("give the name of a GAME before its settings")
        play_from_menu(screen, parsed)
        return
    start(screen, played, chosen_seats(played.game, parsed.seat), parsed)


def play_from_menu(screen: Screen, parsed: argparse.Namespace) -> None:
    from quintet.terminal.menu import Players, choose_game, choose_seats

    chosen = choose_game(screen)
    seats = None
    if chosen is not None:
        kinds = f"{HUMAN}, greedy, random, 1 to {STRONGEST} for the engine"
        every = ((HUMAN, "you"), *((kind.written, kind.help) for kind in KINDS))
        players = Players(kinds, every, default_seat, seat_player)
        seats = chosen_seats(chosen, parsed.seat) if parsed.seat else choose_seats(screen, chosen, players)
    if chosen is None or seats is None:
        screen.write("Goodbye.")
        return
    start(screen, Replay(chosen), seats, parsed)


def start(screen: Screen, played: Replay, seats: Seats, parsed: argparse.Namespace) -> None:
    from quintet.terminal.plain import Helpers, PlainGame

    helpers = Helpers(lambda: set_in_type(rules_text(played.game.name)), ask_engine, seat_player)
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    game = PlainGame(played, seats, Random(parsed.seed), screen, helpers, colour)
    if parsed.record is not None and parsed.record != "-":
        game.file = Path(parsed.record)
    for player in seats.values():
        if isinstance(player, EnginePlayer):
            player.get_ready(played.game)
    game.run()


def ask_engine(game: AnyGame, position: Any, seat: int) -> str:
    """What the engine would play, and what it thinks of it."""
    if not has("engine"):
        return f"{what_to_install('A hint', ['engine'])}."
    from quintet.engine import think
    from quintet.engine.patience import get_ready
    from quintet.say.advice import judgement
    from quintet.say.marks import move_text

    get_ready(game)
    thought = think(game, position, seat, level=STRONGEST)
    return f"Hint: {move_text(game, thought.move)} ({judgement(game, thought)})"


def resume(name: str) -> Replay:
    if name == "-":
        raise UsageError("the moves come from the standard input; give the record as a file")
    return one_record(name, MAX_BYTES)


def chosen_seats(chosen: AnyGame, pairs: list[str]) -> Seats:
    """Who sits where, from texts like `1=random`."""
    return {seat: seat_player(kind, chosen) for seat, kind in chosen_kinds(chosen, pairs).items()}


def chosen_kinds(chosen: AnyGame, pairs: list[str]) -> dict[int, str]:
    """The same, as it is written."""
    kinds: dict[int, str] = {}
    for pair in pairs:
        number, equals, kind = pair.partition("=")
        number = number.strip()
        if not equals or not (number.isascii() and number.isdecimal() and len(number) < 4):
            raise UsageError(f"a seat is written N=KIND, such as 1=random, not {short(pair)}")
        if int(number) >= chosen.seats:
            raise UsageError(f"there is no seat {number}; the seats are 0 to {chosen.seats - 1}")
        if int(number) in kinds:
            raise UsageError(f"seat {number} is given twice")
        kinds[int(number)] = kind.strip()
    return {seat: kinds.get(seat, default_seat(seat)) for seat in range(chosen.seats)}

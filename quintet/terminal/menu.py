"""What to play, with which settings and against whom: asked one question at a time."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from quintet.games import GAMES, game
from quintet.games.contract import AnyGame, GameError
from quintet.inputs import UsageError, read_settings
from quintet.say.errors import error_text
from quintet.terminal.plain import Program, Screen, Seats


def choose_game(screen: Screen) -> AnyGame | None:
    """A game with its settings; None when the person has left."""
    kinds = list(GAMES.values())
    screen.write("What would you like to play?")
    for number, kind in enumerate(kinds, start=1):
        screen.write(f"  {number}  {kind.title}")
    while True:
        text = screen.ask(f"Game (1 to {len(kinds)}, or quit)> ")
        if text is None or text.lower() == "quit":
            return None
        number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
        try:
            name = kinds[number - 1].name if 1 <= number <= len(kinds) else text.lower()
            return _choose_settings(screen, game(name)) if text else game(kinds[0].name)
        except GameError as error:
            screen.write(error_text(error))


def _choose_settings(screen: Screen, usual: AnyGame) -> AnyGame | None:
    """Settings one at a time until an empty answer. Each is tried at once, so that a wrong one is told at once."""
    if not usual.options:
        return usual
    screen.write(f"{usual.title}. Press Enter for the usual game, or change a setting:")
    for option in usual.options:
        screen.write(f"  {option.name}={option.default}  {option.help} ({option.allowed})")
    chosen, pairs = usual, dict[str, str]()
    while True:
        text = screen.ask("Setting (option=value, or Enter)> ")
        if text is None or text.lower() == "quit":
            return None
        if not text:
            return chosen
        tried = pairs | {text.partition("=")[0].strip(): text}
        try:
            chosen = game(usual.name, **read_settings(usual.options, tried.values()))
            pairs = tried
        except (GameError, UsageError) as error:
            screen.write(error_text(error))


class Players(Struct, frozen=True):
    """Who may sit down: those that most people want, all others, who usually does, and how one is made of what was written."""

    usual_kinds: str
    every_kind: tuple[tuple[str, str], ...]
    """How each kind is written, and what it is."""
    usual: Callable[[int], str]
    make: Callable[[str, AnyGame], Program | None]


def choose_seats(screen: Screen, chosen: AnyGame, players: Players) -> Seats | None:
    """Who sits where; None when the person has left."""
    seats: dict[int, Program | None] = {}
    while len(seats) < chosen.seats:
        usual = players.usual(len(seats))
        question = f"Seat {len(seats) + 1} ({players.usual_kinds}, ? for all; Enter for {usual})> "
        text = screen.ask(question)
        if text is None or text.lower() == "quit":
            return None
        if text == "?":
            widest = max(len(written) for written, _ in players.every_kind)
            for written, what in players.every_kind:
                screen.write(f"  {written:{widest}}  {what}")
            continue
        try:
            seats[len(seats)] = players.make(text or usual, chosen)
        except GameError as error:
            screen.write(error_text(error))
    return seats

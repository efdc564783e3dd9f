"""A program of somebody's own in a process of its own: whatever it does to that, the game goes on."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from quintet.broken import how_ended, what_broke
from quintet.games import game as make_game
from quintet.games.contract import AnyGame, GameError, Move, clean, short
from quintet.players import Loads, Player, PlayerError, make_player


class Asked(NamedTuple):
    """A question: where the game stands, whose move is wanted, and the chance to make it with."""

    position: Any
    seat: int
    rng: Random


class Named(NamedTuple):
    """The program that is to be started, and for which game."""

    player: str
    game: str
    settings: dict[str, Any]
    load: bool


class EndedError(PlayerError):
    """The process of a program has ended before it answered."""


class SeparatePlayer:
    """Starts the program when it is made; PlayerError if it cannot be had. One that has ended is started anew for its next move."""

    def __init__(self, player: str, game: AnyGame, *, load: bool = True) -> None:
        """Without `load` only to find out whether it can be had: it is not made ready to play."""
        self._player, self._game, self._load = player, game, load
        self._start()

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        if not self._process.is_alive():
            self._start()
        self._ours.send(Asked(game.dump(position), seat, rng))
        move, chance = self._hear()
        rng.setstate(chance)
        return str(move)

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._ours, theirs = context.Pipe()
        named = Named(self._player, self._game.name, self._game.settings, self._load)
        keyboard = sys.stdin is not None and sys.stdin.isatty()
        self._process = context.Process(target=_play, args=(theirs, named, keyboard), daemon=True)
        self._process.start()
        theirs.close()
        try:
            self._hear()
        except EndedError as error:
            raise PlayerError(f"{short(self._player)} cannot be loaded: {error}") from None

    def _hear(self) -> Any:
        try:
            answer, fault = self._ours.recv()
        except (EOFError, ConnectionError):
            self._process.join()
            raise EndedError(f"its process ended ({how_ended(self._process.exitcode or 0)})") from None
        if fault:
            raise PlayerError(fault)
        return answer


def _play(theirs: Connection, named: Named, keyboard: bool) -> None:
    """The other process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever interrupts means the game
    if keyboard:
        with suppress(OSError):  # a program may be looked into as it plays, with Python's own debugger
            sys.stdin = Path("/dev/tty").open(encoding="utf-8")  # noqa: SIM115  (until the process ends)
    try:
        game = make_game(named.game, **named.settings)
        player = make_player(named.player, game)
        if named.load and isinstance(player, Loads):
            player.load(game)
    except GameError as error:
        theirs.send((None, str(error)))
        return
    except BaseException as error:  # whatever a program does, it is told
        theirs.send((None, f"{short(named.player)} cannot be loaded: {what_broke(error)}"))
        return
    theirs.send((None, ""))
    with suppress(EOFError):  # nobody asks any more
        while True:
            theirs.send(_answer(player, game, theirs.recv()))


def _answer(player: Player, game: AnyGame, asked: Asked) -> tuple[Any, str]:
    try:
        move = player.choose(game, game.load(asked.position), asked.seat, asked.rng)
        clean(move)  # only a text is sent back
    except BaseException as error:
        return None, what_broke(error)
    return (move, asked.rng.getstate()), ""

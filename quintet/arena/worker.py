"""A process that plays games: `python -m quintet.arena.worker` reads a task a line and writes the events of its game.

Players may hang, crash the process or print: the events have a channel of their own, and whoever reads them can end us.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from quintet.arena.match import Asked, Event, Forfeited, play, sentence
from quintet.arena.schedule import Pairing
from quintet.bots.program import end_all
from quintet.games import game as make_game
from quintet.players import Player, make_player

LOOK_EVERY = 1.0


class Task(Struct, frozen=True, kw_only=True):
    """A game to be played, and what one move may take."""

    game: str
    options: dict[str, Any]
    pairing: Pairing
    limit: float


def main() -> None:
    """Play until nobody asks any more. What players print goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches us too; whoever started us will end us
    signal.signal(signal.SIGTERM, leave)
    threading.Thread(target=leave_after, args=(os.getppid(),), daemon=True).start()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def tell(event: Event) -> None:
        out.write(msgspec.json.encode(event) + b"\n")
        out.flush()

    players: dict[str, Player] = {}
    for line in sys.stdin.buffer:
        task = msgspec.json.decode(line, type=Task)
        seated = seat_players(task.pairing, players, tell)
        if seated is not None:
            play(make_game(task.game, **task.options), task.pairing, seated, task.limit, tell)


def leave(*_: object) -> None:
    """End with everything that the players have started, in the midst of whatever they do."""
    end_all()
    if sys.platform != "win32" and os.getpgrp() == os.getpid():  # a group of our own
        os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(0)


def leave_after(parent: int) -> None:
    """End when whoever started us is gone: in the midst of a move nobody else would notice."""
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY)
    leave()


def seat_players(pairing: Pairing, known: dict[str, Player], tell: Any) -> list[Player] | None:
    """The players by seat; None if one of them could not be made, which is told."""
    for seat, name in enumerate(pairing.seats):
        tell(Asked(seat, loading=True))
        try:
            known.setdefault(name, known.get(name) or make_player(name))
        except BaseException as error:
            tell(Forfeited(seat, "crash", sentence(error)))
            return None
    return [known[name] for name in pairing.seats]


if __name__ == "__main__":
    with suppress(BrokenPipeError):  # nobody listens any more
        main()

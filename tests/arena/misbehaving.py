"""Players that do what players must not do; given to the arena as `tests/arena/misbehaving.py:Cheat`."""

from __future__ import annotations

import ctypes
import faulthandler
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from quintet.bots.program import Program
from quintet.games.contract import AnyGame


class Polite:
    """Plays a random move, for the others to inherit."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        return game.prompt(position, seat).sample(rng)


class Cheat(Polite):
    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        return "a1 and all the rest"


class Mute(Polite):
    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        return None


class Crash(Polite):
    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        raise ZeroDivisionError("one over\n   nothing")  # a report has one line for it


class Leave(Polite):
    """Raises what ends a program, not what goes wrong in it."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        raise KeyboardInterrupt("\x1b[31mred")  # a report is no place for colours of others


class UnspeakableError(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


class Unspeakable(Polite):
    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        raise UnspeakableError


class Vanish(Polite):
    """Takes its whole process with it."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        os._exit(3)


class Segfault(Polite):
    """Reads where nothing may be read, as a module in C may."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        faulthandler.disable()
        ctypes.string_at(0)


class Killed(Polite):
    """Its process is killed from outside: once only if it is told a file that says so then, otherwise each time."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        once = os.environ.get("KILLED_ONCE")
        if once is None or not Path(once).exists():
            if once is not None:
                Path(once).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().choose(game, position, seat, rng)


class Scribble(Polite):
    """Writes rubbish to whatever is open."""

    rubbish = b"\xff\x00 rubbish\n"

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        for number in range(3, 20):
            with suppress(OSError):
                os.write(number, self.rubbish)
        return super().choose(game, position, seat, rng)


class Flood(Scribble):
    """The same without end, and without the end of a line."""

    rubbish = b"x" * (1 << 25)


class Stall(Polite):
    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        threading.Event().wait()


class Unready(Polite):
    def load(self, game: AnyGame) -> None:
        raise RuntimeError("no book")


class Chatter(Polite):
    """Prints where the arena listens; that must do no harm."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        print('{"type":"over","winners":[0],"reason":"because I say so"}', flush=True)
        return super().choose(game, position, seat, rng)


class Elsewhere(Polite):
    def plays(self, game: AnyGame) -> bool:
        return game.name != "best"


class Undecided(Polite):
    def plays(self, game: AnyGame) -> bool:
        raise LookupError(game.name)


class Stillborn(Polite):
    """Ends the process in which it is made."""

    def __init__(self) -> None:
        os._exit(4)


class Boast(Polite):
    """Tells of its thinking what is no number."""

    def think(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        move = self.choose(game, position, seat, rng)
        return SimpleNamespace(move=move, depth="very deep", nodes=1 << 80)


class Parent(Stall):
    """Starts programs that hear no signal to end, by its own hand and by ours, and stalls."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        deaf = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
        mine = subprocess.Popen([sys.executable, "-c", deaf])
        theirs = Program([sys.executable, "-c", deaf])
        Path(os.environ["CHILDREN"]).write_text(f"{mine.pid} {theirs.process.pid}")
        super().choose(game, position, seat, rng)


class Deaf(Stall):
    """Hears no signal either, nor does what it has started."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        started = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        Path(os.environ["CHILDREN"]).write_text(str(started.pid))
        super().choose(game, position, seat, rng)

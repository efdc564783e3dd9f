"""A player of another version of quintet, from a folder that holds it: did the engine get stronger?"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from quintet.bots.program import EngineFault, Program
from quintet.games.contract import AnyGame, Move, short
from quintet.players import PlayerError

ANSWER = Path(__file__).with_name("answer.py")
LOADING = 300.0
"""Seconds: an engine that was never used may have to be compiled first."""
MOVING = 60.0


class VersionPlayer:
    """Asks a process that runs the other version. One that fails is ended, and started anew for the next move."""

    def __init__(self, player: str, folder: Path) -> None:
        if not (folder / "quintet" / "__init__.py").is_file():
            raise PlayerError(f"{short(str(folder))} holds no quintet: a checkout of one is expected")
        self.player, self.folder = player, folder.resolve()
        self.program: Program | None = None
        self.loaded: set[str] = set()

    def load(self, game: AnyGame) -> None:
        if repr(game) not in self.loaded:
            self._ask(game, LOADING, position=None)
            self.loaded.add(repr(game))

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        self.load(game)
        seed = rng.getrandbits(31)
        return str(self._ask(game, MOVING, position=game.dump(position), seat=seat, seed=seed)["move"])

    def _ask(self, game: AnyGame, seconds: float, **rest: Any) -> dict[str, Any]:
        question = {"player": self.player, "game": game.name, "options": game.settings, **rest}
        try:
            if self.program is None:
                # -P: its own folder is not searched for modules, only that of the other version
                command = [sys.executable, "-P", str(ANSWER)]
                path = os.pathsep.join(filter(None, (str(self.folder), os.environ.get("PYTHONPATH"))))
                self.program = Program(command, self.folder, {**os.environ, "PYTHONPATH": path})
            self.program.tell(json.dumps(question))
            found: dict[str, Any] = json.loads(self.program.hear(time.monotonic() + seconds, "a move"))
            if "error" in found:
                raise EngineFault(f"refuses: {found['error']}")
        except (EngineFault, ValueError) as fault:
            if self.program is not None:
                self.program.close()
            self.program = None
            self.loaded.clear()
            raise PlayerError(f"the version in {short(str(self.folder))} {fault}") from fault
        return found

"""Ready to answer: an engine is loaded, has looked once, and is then left alone, so that nobody's move waits for any of that.

Now and then Python goes through everything it holds, for what hangs together in circles. With a compiler in the process that is
a hundred thousand objects and a twentieth of a second of the processor, which on a crowded machine is more than half a second,
in the middle of somebody's move. What is loaded stays, so it is looked through once, here, and not again.
"""

from __future__ import annotations

import gc

from quintet.engine.think import think
from quintet.engine.thought import Budget
from quintet.games.contract import AnyGame


def get_ready(game: AnyGame) -> None:
    """For a process whose work is to answer; a program that only uses the engine keeps its own house."""
    position = game.start()
    think(game, position, game.turn(position)[0], budget=Budget(nodes=1))
    gc.collect()
    gc.freeze()

"""How much there is to think about where one of many choices is the best, and which it is can be counted out.

Such a choice is proven by comparing it with every other, and a program does that at once. People judge each part of a move by
itself, and then compare what is left: so there is the more to think about, the more may be chosen, the more choices come near
the best, and the more of it is not as it seems.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from quintet.games.contract import AnyGame, Move

NEAR = 2.0
"""Points that a choice may lose and still has to be counted exactly."""
SURPRISE = 4
"""Steps for a part of the move that is not as it seems by itself."""


def at_sight(game: AnyGame, position: Any, seat: int) -> Move | None:
    """What somebody chooses who asks of each part whether it brings something by itself; None where moves are no sets of parts."""
    prompt = game.prompt(position, seat)
    path = next((path for path in prompt.paths() if path[-1].kind == "mark"), None)
    if path is None:
        return None
    bare = next(prompt.moves())
    least = game.gain(position, seat, bare)
    parts = [place.text for place in prompt.places[path[-1].of]]
    return " ".join([bare, *(part for part in parts if game.gain(position, seat, f"{bare} {part}") > least)])


def steps(game: AnyGame, position: Any, seat: int, right: Move, losses: Iterable[float]) -> int:
    """How long somebody has to think to know that a choice is the best, given what each of the others loses.

    A step is a doubling of the choices, and one more of those that come near; several are a part that is not as it seems.
    """
    each = list(losses)
    seems = at_sight(game, position, seat)
    surprises = 0 if seems is None else len(set(seems.split(" ")) ^ set(right.split(" ")))
    near = sum(loss <= NEAR for loss in each)
    return round(math.log2(1 + len(each)) + math.log2(1 + near)) + SURPRISE * surprises

"""A look at one move of a game: what an analysis says of it, and of the best there was. All that a review knows comes from these."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from quintet.engine import Analysis, Budget, EngineError, Judged, Stop, analyse
from quintet.engine.chances import expected_result
from quintet.engine.thought import Proof
from quintet.games.contract import AnyGame, Move
from quintet.study import grades

LINES = 2
"""The best move, and the next one: that tells whether it was the only one."""
LONGEST_LINE = 8
MOST_MIXED = 6
"""Of a mixed strategy the likeliest moves are kept."""

Result: TypeAlias = Literal["win", "draw", "loss"]


class Worth(Struct, frozen=True, omit_defaults=True):
    """What a move is worth to the seat that makes it."""

    value: float
    """In the unit of the game."""
    expected: float
    """The result to expect, from 0 to 1."""
    proven: Proof | None = None
    unproven: float | None = None
    """Where it is proven: what would be expected of such a value if it were not, to compare it with one that is not."""

    @property
    def result(self) -> Result | None:
        """How the game ends with best play, where that is proven."""
        if self.value > 0 and self.proven in ("equal", "at least"):
            return "win"
        if self.value < 0 and self.proven in ("equal", "at most"):
            return "loss"
        return "draw" if self.value == 0 and self.proven == "equal" else None

    def ahead_of(self, other: Worth) -> float:
        """By what part of the result it is better. What is proven is compared with an estimate as if it were one too."""
        if (self.result is None) == (other.result is None):
            return max(0.0, self.expected - other.expected)
        return max(0.0, self._as_estimate - other._as_estimate)

    @property
    def _as_estimate(self) -> float:
        return self.expected if self.unproven is None else self.unproven


class Seen(Struct, frozen=True):
    """How far somebody looked."""

    depth: int
    nodes: int
    second: bool = False
    """Was it a second, longer look?"""


class Look(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is known of one move that was played: from one analysis, of the position before it, for the seat that made it."""

    best: Worth
    """The position's own worth: that of the best move, or of the best mixture."""
    played: Worth | None = None
    """None where the engine cannot tell."""
    move: Move
    """The best one: of a mixture, the likeliest."""
    line: tuple[Move, ...] = ()
    """How play would go on after it, itself first."""
    next_best: Worth | None = None
    """What the second move of all is worth; None where that is not known, or where moves are drawn."""
    mixture: dict[Move, float] = {}
    """Where everybody moves at once: how likely each move should be, likeliest first."""
    seen: Seen

    @property
    def mixed(self) -> bool:
        return bool(self.mixture)

    @property
    def loss(self) -> float:
        """The part of the result that was lost; nothing by the best move."""
        return 0.0 if self.played is None else self.best.ahead_of(self.played)

    @property
    def regret(self) -> float:
        """The same in the unit of the game."""
        return 0.0 if self.played is None else max(0.0, self.best.value - self.played.value)

    @property
    def grade(self) -> grades.Grade | None:
        return None if self.played is None else grades.grade(self.loss, self.regret)

    @property
    def only(self) -> bool:
        """Was the best move found where every other would have been a mistake?"""
        if self.grade != "best" or self.next_best is None:
            return False
        return not grades.good_enough(self.best.ahead_of(self.next_best), grades.MISTAKE)

    @property
    def changed(self) -> tuple[Result, Result] | None:
        """What the result was and what it is now, where both are proven and not the same."""
        if self.mixed or self.played is None:
            return None
        before, after = self.best.result, self.played.result
        return (before, after) if before and after and before != after else None

    @property
    def estimated(self) -> bool:
        """Is any of it a guess?"""
        return not (self.best.proven == "equal" and (self.played is None or self.played.proven == "equal"))


def look(
    game: AnyGame,
    position: Any,
    seat: int,
    move: Move,
    nodes: int,
    *,
    second: bool = False,
    stop: Stop | None = None,
) -> Look:
    """Look at a move with so many nodes: the same ones see the same, on every machine and in whatever order."""
    found = analyse(game, position, seat, Budget(nodes=nodes), lines=LINES, also=(move,), stop=stop)
    return look_from(game, position, found, move, second=second)


def look_from(game: AnyGame, position: Any, found: Analysis, move: Move, *, second: bool = False) -> Look:
    """What an analysis of this position says of a move. Nothing is better than the best, whatever is known of it."""

    def worth(one: Judged | Analysis) -> Worth:
        if found.policy is not None or one.proven is None:
            return Worth(one.value, one.expected, one.proven)
        unproven = expected_result(game, position, one.value, None)
        return Worth(one.value, one.expected, one.proven, unproven)

    try:
        known: Judged | None = found.judged(move)
    except EngineError:
        known = None
    seen = Seen(found.depth, found.nodes, second)
    if found.policy is not None:
        likely = sorted(found.policy.items(), key=lambda pair: -pair[1])[:MOST_MIXED]
        return Look(
            best=worth(found),
            played=None if known is None else worth(known),
            move=likely[0][0],
            line=likely[0][:1],
            mixture={name: round(p, 4) for name, p in likely},
            seen=seen,
        )
    ahead, *rest = found.moves
    if known is not None and known.expected > ahead.expected:  # it is proven, and what seemed better is not
        ahead, rest = known, [ahead, *rest]
    best = worth(ahead)
    if best.proven == "equal" and found.proven != "equal" and ahead.value >= found.value:
        best = replace(best, proven="at least")  # the move is solved, and not every other
    rest = [one for one in rest if one.move != ahead.move]
    return Look(
        best=best,
        played=None if known is None else best if known.move == ahead.move else worth(known),
        move=ahead.move,
        line=ahead.line[:LONGEST_LINE],
        next_best=worth(rest[0]) if rest else None,
        seen=seen,
    )

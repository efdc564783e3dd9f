"""What goes into a search and what comes out of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from msgspec import Struct

from quintet.games.contract import GameError, Move

if TYPE_CHECKING:
    from quintet.engine.memory import Memory, Stop

Proof: TypeAlias = Literal["equal", "at least", "at most"]
"""How a true value compares with the one that is given, where that is proven."""
Report: TypeAlias = Callable[[str, float], None]
"""How a long solution tells what it is doing and how much is done (0 to 1)."""


class EngineError(GameError):
    """The engine was asked for something it cannot do; the text says why and what would be right."""


class Budget(Struct, frozen=True, kw_only=True):
    """How much may be spent on one move: seconds, or nodes (positions looked at), or both; whichever ends first."""

    seconds: float | None = None
    nodes: int | None = None


class Limits(Struct, frozen=True, kw_only=True):
    """A budget as a player gets it, the clock already running."""

    deadline: int
    """Stop before `time.monotonic_ns()` reaches this."""
    nodes: int
    """Stop after so many nodes."""
    spread: float = 0.0
    """Root moves this close to the best need a true value too, in the game's own unit: a weak level chooses among them."""
    seed: int = 0
    memory: Memory | None = None
    """What earlier searches of the same game learned. It may change the answer, so it is only here where time decides."""
    stop: Stop | None = None
    """Says when nobody waits for the answer any more."""

    def spent(self, nodes: int) -> bool:
        """Is it time to stop, after so many nodes? For plain Python: compiled code looks for itself."""
        given_up = self.stop is not None and self.stop.asked
        return given_up or nodes >= self.nodes or time.monotonic_ns() >= self.deadline

    @property
    def left(self) -> float:
        """Seconds until the deadline."""
        return (self.deadline - time.monotonic_ns()) / 1e9


FOREVER = 2**62
"""A deadline, or a number of nodes, that is never reached."""


class Finding(Struct, frozen=True, kw_only=True):
    """What a player found out about a position, from the side of the seat it thought for."""

    values: dict[Move, float]
    """Root moves with their values, best first: at least the best one, and those within the spread."""
    line: tuple[Move, ...]
    depth: int
    nodes: int
    exact: bool = False
    policy: dict[Move, float] | None = None
    """For a mixed strategy the probability of each move; the move is drawn from it."""
    value: float | None = None
    """What a mixed strategy is worth as a whole, whichever move is drawn; without it, that of the move."""
    chosen: Move | None = None
    """The move to play, where the player has chosen it by the level and the seed; otherwise `think` does."""


class InterruptedProofError(KeyboardInterrupt):
    """Whoever waited for a solution has given up: what was found by then, and proves nothing."""

    def __init__(self, found: Finding) -> None:
        self.found = found
        self.thought: Thought | None = None
        """The same as `solve` would have told it."""


class Wanted(Struct, frozen=True):
    """What is asked of a study beside the best move: how many of the best, and moves by name."""

    lines: int = 1
    also: tuple[Move, ...] = ()


class Known(Struct, frozen=True, kw_only=True):
    """What is known of one move, from the side of the seat that would make it."""

    value: float
    line: tuple[Move, ...]
    proven: Proof | None = None
    result: float | None = None
    """The result to expect, from 0 to 1, where the player knows it better than the value can tell."""


class Study(Struct, frozen=True, kw_only=True):
    """What a player knows of a position after looking so far. All values are of the same depth, but for proven ones."""

    moves: dict[Move, Known]
    """The best ones, as many as wanted and best first, and among them or after them those asked for by name."""
    depth: int
    nodes: int
    value: float | None = None
    """What a mixed strategy is worth; without one, the best move's."""
    proven: Proof | None = None
    """The same of that value; without a mixed strategy the best move's counts."""
    policy: dict[Move, float] | None = None
    others: dict[int, dict[Move, float]] = {}
    """With a mixed strategy: those of the other seats, against which moves are valued."""
    result: float | None = None


class Thought(Struct, frozen=True, kw_only=True):
    """The answer of `think`."""

    seat: int
    move: Move
    value: float
    """From that seat's side: the expected final margin where the game has points or discs, otherwise -1 to 1.

    Where the answer is a mixed strategy it is the strategy's, not that of the move drawn from it."""
    exact: bool
    """Is the value proven?"""
    line: tuple[Move, ...]
    """The moves expected from here, this one first."""
    depth: int
    nodes: int
    seconds: float
    policy: dict[Move, float] | None = None
    expected: float | None = None
    """The value as the result to expect from players of one strength: from 0, lost, to 1, won."""


class GameEngine(Protocol):
    """What thinks about a game: a module in engine/players/ by its host, and the generic search.

    It may have LEVELS of its own, as levels.py has, where its nodes are worth more or less than others', and others for
    other options in VARIANTS; and `prepare()`, which loads what only `solve` needs.
    """

    @property
    def LOSS(self) -> float:  # noqa: N802  (a module constant)
        """The unit of what a level may give away in one move, in the game's unit of value."""

    def plays(self, game: Any) -> bool:
        """Can it play the game with these settings? If not, the generic search does."""

    def analyse(self, game: Any, position: Any, seat: int, limits: Limits) -> Finding:
        """Search a position in which the seat has a move to make."""

    def study(self, game: Any, position: Any, seat: int, limits: Limits, wanted: Wanted) -> Iterator[Study]:
        """Search the same, and tell of every step: each one knows more than the one before. At least one."""

    def solve(self, game: Any, position: Any, seat: int, report: Report) -> Finding:
        """Search without a limit until the value is proven; EngineError where that is out of reach."""

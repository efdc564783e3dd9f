"""Asking a game's one compiled function (request.py): positions packed, requests filled in, answers read. It knows no game.

A module in players/ that has an ENTRY is packed and read by what it says of itself; `Compiled(module)` is then the GameEngine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from quintet.engine._jit import roomy
from quintet.engine.folded import Folded
from quintet.engine.memory import Stop, listen_all
from quintet.engine.request import ANSWER, PROVE, REQUEST, STUDY, THINK
from quintet.engine.thought import (
    FOREVER,
    Finding,
    InterruptedProofError,
    Known,
    Limits,
    Proof,
    Report,
    Study,
    Wanted,
)
from quintet.engine.watch import watch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.levels import Level, Variants
    from quintet.engine.spelling import Spelling
    from quintet.games.contract import Move

PROOFS: tuple[Proof | None, ...] = (None, "equal", "at least", "at most")
"""By the number that stands for each in an answer."""


class Player(Protocol):
    """What a module in players/ says of a game with one compiled function. It may have LEVELS and VARIANTS, as a GameEngine, and
    `prepare(game, position, report)`, which refuses what cannot be solved, then loads what only `solve` needs."""

    @property
    def LOSS(self) -> float:  # noqa: N802  (a module constant)
        """The unit of what a level may give away in one move, in the game's unit of value."""

    @property
    def ENTRY(self) -> Callable[..., Any]:  # noqa: N802  (likewise)
        """The function: `analyse(state, request, answer, work)`, each an array of one record."""

    @property
    def WORK(self) -> Any:  # noqa: N802  (likewise)
        """The type of its scratch."""

    def plays(self, game: Any) -> bool:
        """Can it play the game with these settings? If not, the generic search does."""

    def pack(self, game: Any, position: Any) -> NDArray[Any]:
        """The position as the function takes it: small, and without anything it only works with."""

    def spelling(self, game: Any, position: Any, seat: int) -> Spelling:
        """How the codes of the seat's moves here, and of the moves that follow, are written."""

    def knowledge(self) -> Mapping[str, NDArray[Any] | Folded]:
        """What was learned, by the field of WORK it belongs in (`weights`, or `search.weights`); it never changes."""

    def solve(self, game: Any, position: Any, seat: int, report: Report) -> Finding:
        """As a GameEngine: by `prove`, after refusing what is out of reach."""


class Compiled:
    """A module in players/ with an ENTRY, as a GameEngine."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.LOSS = player.LOSS
        self.LEVELS: dict[int, Level] | None = getattr(player, "LEVELS", None)
        self.VARIANTS: Variants | None = getattr(player, "VARIANTS", None)
        self.prepare: Callable[[Any, Any, Report], object] | None = getattr(player, "prepare", None)
        self.plays, self.solve = player.plays, player.solve
        self._spare: list[NDArray[Any]] = []
        self._lock = RLock()  # a memory may come to its end anywhere, here too
        self._give_back(
            self.new_work()
        )  # what takes long about it happens now, not during somebody's first move

    def new_work(self, slots: int = 0) -> NDArray[Any]:
        """A scratch that knows what was learned."""
        return new_work(self.player, slots)[0]

    @contextmanager
    def work(self, limits: Limits) -> Iterator[tuple[NDArray[Any], bool]]:
        """A scratch for one analysis, and whether its tables are those of the same game."""
        if limits.memory is not None:
            # A new one is cleared with pages that the system has yet to find: a second on a crowded machine. So they go round.
            work, kept = limits.memory.find("work", self._take, self._give_back)
        else:
            work, kept = self._take(), False
        try:
            yield work, kept
        finally:
            if limits.stop is not None:
                limits.stop.leave(work)
            if limits.memory is None:
                self._give_back(work)

    def _take(self) -> NDArray[Any]:
        with self._lock:
            if self._spare:
                return self._spare.pop()
        return self.new_work()

    def _give_back(self, work: NDArray[Any]) -> None:
        with self._lock:
            if not self._spare:  # one is enough to keep
                self._spare.append(work)

    def analyse(self, game: Any, position: Any, seat: int, limits: Limits) -> Finding:
        with self.work(limits) as (work, kept):
            asked = Question(self.player, game, position, seat, limits, work)
            asked.request["goal"], asked.request["keeps"] = THINK, kept
            asked.ask()
            return asked.finding()

    def study(self, game: Any, position: Any, seat: int, limits: Limits, wanted: Wanted) -> Iterator[Study]:
        with self.work(limits) as (work, kept):
            asked = Question(self.player, game, position, seat, limits, work)
            asked.request["goal"], asked.request["keeps"] = STUDY, kept
            codes = [asked.spelling.read(move) for move in wanted.also]
            codes = [code for code in codes if code < 2**63]  # a larger set cannot be told
            asked.request["lines"], asked.request["named_count"] = wanted.lines, len(codes)
            asked.request["named"][0, : len(codes)] = codes
            told, more = 0, True
            while more:
                more = asked.ask()
                if asked.steps > told:
                    told = asked.steps
                    yield asked.study()


def new_work(player: Player, slots: int = 0) -> tuple[NDArray[Any], int]:
    """A scratch with what was learned in its place, and how many slots the table at its end has."""
    work, slots = roomy(player.WORK, slots)
    for path, learned in player.knowledge().items():
        known = learned.unfold() if isinstance(learned, Folded) else learned
        place: Any = work
        *outer, last = path.split(".")
        for name in outer:
            place = place[name]
        if known.ndim:
            place[last][0, : len(known)] = known
        else:
            place[last] = known
    return work, slots


class Question:
    """One request with its answer, and how they are read."""

    def __init__(
        self, player: Player, game: Any, position: Any, seat: int, limits: Limits, work: NDArray[Any]
    ) -> None:
        self.player, self.work, self.seats = player, work, game.seats
        self.state = player.pack(game, position)
        self.spelling = player.spelling(game, position, seat)
        self.request, self.answer = np.zeros(1, REQUEST), np.zeros(1, ANSWER)
        self.request["deadline"], self.request["node_limit"] = limits.deadline, limits.nodes
        self.request["loss"], self.request["seat"] = limits.spread, seat
        self.request["seed"] = limits.seed % 2**64
        listen_all(limits.stop, self.request, work)

    def ask(self) -> bool:
        """One step, or all at once where it is no study; is there more to learn?"""
        return bool(self.player.ENTRY(self.state, self.request, self.answer, self.work))

    @property
    def steps(self) -> int:
        return int(self.answer["steps"][0, 0])

    def line(self, place: int) -> tuple[Move, ...]:
        a = self.answer[0]
        codes = a.line[place, : a.length[place]]
        return tuple(self.spelling.write(int(code), ply) for ply, code in enumerate(codes))

    def policy(self) -> dict[Move, float] | None:
        a = self.answer[0]
        if not a.mixed[0]:
            return None
        return {
            self.spelling.write(int(a.move[i])): float(a.probability[i])
            for i in range(int(a.count[0]))
            if a.probability[i] > 0
        }

    def finding(self) -> Finding:
        a = self.answer[0]
        moves = [self.spelling.write(int(code)) for code in a.move[: a.count[0]]]
        return Finding(
            values={move: float(a.value[i]) for i, move in enumerate(moves)},
            line=self.line(0),
            depth=int(a.depth[0]),
            nodes=int(a.nodes[0]),
            exact=PROOFS[int(a.proven[0])] == "equal",
            policy=self.policy(),
            value=float(a.worth[0]) if a.mixed[0] else None,
            chosen=moves[int(a.chosen[0])],
        )

    def study(self) -> Study:
        a = self.answer[0]
        moves: dict[Move, Known] = {}
        for i in range(int(a.count[0])):
            result = float(a.result[i])
            moves[self.spelling.write(int(a.move[i]))] = Known(
                value=float(a.value[i]),
                line=self.line(i),
                proven=PROOFS[int(a.proof[i])],
                result=result if result >= 0 else None,
            )
        expected = float(a.expected[0])
        return Study(
            moves=moves,
            depth=int(a.depth[0]),
            nodes=int(a.nodes[0]),
            value=float(a.worth[0]),
            proven=PROOFS[int(a.proven[0])],
            policy=self.policy(),
            others=self.others(),
            result=expected if expected >= 0 else None,
        )

    def others(self) -> dict[int, dict[Move, float]]:
        a = self.answer[0]
        return {
            seat: {
                self.spelling.write(int(code), ply): float(p)
                for code, p in zip(a.other_move[seat, :count], a.other_probability[seat, :count], strict=True)
            }
            for seat, count in enumerate(map(int, a.other_count))
            for ply in ((seat - int(self.request["seat"][0, 0])) % self.seats,)
            if count
        }


def prove(
    player: Player,
    game: Any,
    position: Any,
    seat: int,
    tell: Callable[[NDArray[Any]], None],
    *,
    slots: int = 0,
    nodes: int = FOREVER,
) -> Finding:
    """The proven value, however long it takes, in a scratch of its own; `tell` looks at that meanwhile.

    Ctrl-C ends it with an InterruptedProofError that has what was found by then.
    """
    work, slots = new_work(player, slots)
    stop = Stop()
    limits = Limits(deadline=FOREVER, nodes=nodes, stop=stop)
    asked = Question(player, game, position, seat, limits, work)
    asked.request["goal"], asked.request["slots"] = PROVE, slots
    try:
        watch(asked.ask, lambda: tell(work), stop)
    except KeyboardInterrupt as given_up:
        if not asked.steps:
            raise
        raise InterruptedProofError(asked.finding()) from given_up
    return asked.finding()

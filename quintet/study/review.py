"""A finished game understood: every move valued and graded, from looks at it alone.

`Reviewing` says which looks are wanted next, takes them in any order from whoever took them, and knows at any moment what the
review is so far. It looks at nothing itself: see look.py. What was only begun has no totals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from quintet.engine import Stop
from quintet.engine.pace import nodes_for
from quintet.games.contract import GameError, Move, OptionValue
from quintet.games.record import Replay
from quintet.study import grades, plan
from quintet.study.account import Account, accounts, lucks, turning_points
from quintet.study.course import Standing, course
from quintet.study.look import Look, look
from quintet.study.moves import Reviewed, phase_of
from quintet.study.plan import EFFORTS, Ask, EffortName, Place

MEASURE = 5
"""Raised when, and only when, the same looks would be graded otherwise or others would be taken: a review kept before is made again."""


A_FEW_SECONDS = 0.5
"""What may be done at a stretch where others wait, too."""


class ReviewError(GameError):
    """A game that cannot be reviewed; the sentence says why."""


class Review(Struct, frozen=True, kw_only=True):
    """What there is to say about a game."""

    measure: int
    game: str
    version: int
    options: dict[str, OptionValue]
    effort: EffortName
    budget: int
    """Nodes that it might look at."""
    nodes: int
    """Nodes that it has looked at."""
    done: int
    """Looks taken, of `wanted`: the second pass is known when the first is over."""
    wanted: int
    complete: bool
    course: tuple[Standing, ...]
    """How everybody stood: before the first round, and after each."""
    moves: tuple[Reviewed, ...]
    """In the order of play."""
    accounts: tuple[Account, ...]
    """By seat; empty until the review is complete."""
    turning: tuple[int, ...]
    """The moves, counted from 0, at which the game was decided; empty until the review is complete."""

    def mistakes(self, seat: int) -> list[int]:
        """The moves of a seat, counted from 0, that it may try again: all that were graded as a mistake of any kind."""
        return [
            n
            for n, one in enumerate(self.moves)
            if one.seat == seat and one.loss is not None and not grades.good_enough(one.loss)
        ]


class Taken(Struct, frozen=True):
    """A look that was taken, and of what: all of them together are a review that can be gone on with."""

    ask: Ask
    look: Look


class Reviewing:
    """A review being made. What an earlier one had `taken` before it was stopped need not be looked at again."""

    def __init__(self, played: Replay, effort: EffortName = "usual", taken: Iterable[Taken] = ()) -> None:
        refuse_unfinished(played)
        self.played, self.effort = played, effort
        self.made = plan.decisions(played)
        if len(self.made) > plan.MOST_MOVES:
            raise ReviewError(
                f"a game of {len(self.made):,} moves is too long for a review; {plan.MOST_MOVES:,} can be looked at"
            )
        self.taken: list[Taken] = []
        self.first: dict[Place, Look] = {}
        self.second: dict[Place, Look] = {}
        """By round and seat: the looks taken so far. The second pass is planned from the first alone."""
        self._firsts = plan.first_pass(played.game, self.made, EFFORTS[effort])
        self._seconds: list[Ask] | None = None
        for one in taken:
            self.take(one.ask, one.look)

    @property
    def looks(self) -> dict[Place, Look]:
        """The longest look that was taken at each move."""
        return self.first | self.second

    def wanted(self) -> list[Ask]:
        """The looks that are wanted now, in the order in which they help most; empty when the review is complete.

        Those of one pass do not depend on one another. When the last of the first pass is taken, the second is known.
        """
        first = [ask for ask in self._firsts if ask.place not in self.first]
        if first:
            return first
        if self._seconds is None:
            self._seconds = plan.second_pass(self.played.game, self.made, self.first, EFFORTS[self.effort])
        return [ask for ask in self._seconds if ask.place not in self.second]

    def a_few(self) -> list[Ask]:
        """As many of them as take about half a second together, and one at least."""
        wanted = self.wanted()
        most = nodes_for(self.played.game, A_FEW_SECONDS)
        return wanted[: max(1, most // wanted[0].nodes)] if wanted else []

    def position(self, ask: Ask) -> object:
        """The position that a look is at."""
        return self.played.steps[ask.round - 1].position if ask.round else self.played.start

    def move(self, ask: Ask) -> Move:
        return self.played.steps[ask.round].moves[ask.seat]

    def take(self, ask: Ask, seen: Look) -> None:
        """A look was taken, here or anywhere."""
        self.taken.append(Taken(ask, seen))
        (self.second if ask.second else self.first)[ask.place] = seen

    def look(self, ask: Ask, stop: Stop | None = None) -> Look:
        """Take a look here and now."""
        return look(
            self.played.game,
            self.position(ask),
            ask.seat,
            self.move(ask),
            ask.nodes,
            second=ask.second,
            stop=stop,
        )

    def progress(self) -> tuple[int, int]:
        """Looks taken, and wanted in all as far as that is known."""
        return len(self.first) + len(self.second), len(self._firsts) + len(self._seconds or ())

    def review(self) -> Review:
        """What is known now."""
        game, complete = self.played.game, not self.wanted()
        looks = self.looks
        stood = course(self.played, looks)
        moves = tuple(self._reviewed(looks, lucks(self.played, looks, stood)))
        done, wanted = self.progress()
        return Review(
            measure=MEASURE,
            game=game.name,
            version=game.version,
            options=game.settings,
            effort=self.effort,
            budget=plan.budget(game, EFFORTS[self.effort]),
            nodes=sum(one.look.seen.nodes for one in self.taken),
            done=done,
            wanted=wanted,
            complete=complete,
            course=tuple(stood),
            moves=moves,
            accounts=accounts(game.seats, moves) if complete else (),
            turning=turning_points(moves, stood) if complete else (),
        )

    def _reviewed(self, looks: dict[Place, Look], luck: dict[Place, float]) -> Iterator[Reviewed]:
        open_ = {(one.round, one.seat) for one in self.made}
        for number, step in enumerate(self.played.steps):
            for seat, move in step.moves.items():
                place = (number, seat)
                seen = looks.get(place)
                graded = seen is not None and seen.played is not None
                yield Reviewed(
                    round=number,
                    seat=seat,
                    move=move,
                    phase=phase_of(number, len(self.played.steps)),
                    forced=place not in open_,
                    grade=seen.grade if seen else None,
                    loss=seen.loss if seen and graded else None,
                    regret=seen.regret if seen and graded else None,
                    only=seen is not None and seen.only,
                    changed=seen.changed if seen else None,
                    estimated=seen is not None and seen.estimated,
                    luck=luck.get(place),
                    look=seen,
                )


def refuse_unfinished(played: Replay) -> None:
    """ReviewError unless this is a whole game."""
    if not played.steps:
        raise ReviewError("no move was played: there is nothing to review")
    ended = played.told is not None and played.told.outcome is not None
    if played.owing and not ended:
        raise ReviewError(
            "the game is not over: only a finished one is reviewed; 'quintet analyse' looks at a position"
        )


def review(
    played: Replay,
    effort: EffortName = "usual",
    *,
    stop: Stop | None = None,
    watch: Callable[[int, int], object] | None = None,
) -> Review:
    """The review of a finished game. `watch` hears after every move how many looks were taken, of how many.

    `stop.now()`, from any thread, ends it at once: what was found by then is there, without totals.
    """
    work = Reviewing(played, effort)
    while wanted := work.wanted():
        for ask in wanted:
            seen = work.look(ask, stop)
            if stop is not None and stop.asked:
                return work.review()  # a look that was cut short is not what another machine would have seen
            work.take(ask, seen)
            if watch is not None:
                watch(*work.progress())
    return work.review()

"""Refines the weights of Reversi's patterns: `python -m benchmarks.training.reversi_refine`.

`benchmarks.training.reversi` makes weights from nothing, phase by phase, with labels of a search of four plies. Once there are weights, a
deeper search can label positions of every phase at the same time, and every phase is fitted on its own, held near what it was:
a pattern that is seen too rarely keeps its weight.

    python -m benchmarks.training.reversi_refine gather FILE --jobs 16     positions and labels, by the weights there are
    python -m benchmarks.training.reversi_refine fit FILE [FILE …]         new weights from them
"""

from __future__ import annotations

import argparse
import time

import numpy as np
from numpy.typing import NDArray

from benchmarks.training.reversi import (
    FIELD,
    HELD_OUT,
    as_stored,
    collect,
    in_parallel,
    number,
    roll,
    sensible,
    total,
)
from quintet.engine import knowledge
from quintet.engine._jit import I64, I, Int, Record, U, array, clock_ns, entry, helper, popcount, records
from quintet.engine.answers import reversi_search as player
from quintet.engine.boards.reversi import U0, U1, mobility, nth_bit, turned
from quintet.engine.evals import reversi_patterns as patterns
from quintet.engine.evals import reversi_weights
from quintet.engine.request import FOREVER
from quintet.engine.solvers import reversi as solver

DEPTH, LATE_DEPTH = I(8), I(10)
"""Plies of the search that labels; the second near the end, where it costs less."""
LATE_EMPTIES, EXACT_EMPTIES = I(24), I(12)
"""From so many empty squares on the search is deeper, and positions are solved."""
PULL, COUNTS_PULL = 32.0, 1.0
"""How hard a weight is held where it was: so many positions with it pull as hard. Counts are seen often enough to be free."""
BESIDE, ROUNDS = 0.3, 60
"""What a position of the phase before or after counts, and steps of the fit."""
SHORTEST, OFTEN, SELDOM = I(4), I(9), I(30)
"""The least random plies a game begins with, and how many more there are at most: often, and in one game of eight."""
_0, _1, _2, _8, _64 = I(0), I(1), I(2), I(8), I(64)
_deepen, CONTEXT = player.SEARCH.deepen, player.SEARCH.CONTEXT


# --- positions and labels ---------------------------------------------------------------------------------------------


@helper
def look(s: Record, c: Record, depth: Int) -> Int:
    """The mean of two depths: values swing between odd and even ones."""
    c.begun[0], c.keeps[0], c.stop[0] = _0, _1, _0
    c.depth_limit[0] = depth - _1
    _deepen(s, c)
    before = c.value[0]
    c.depth_limit[0] = depth
    _deepen(s, c)
    return before + c.value[0]


@helper
def worth_doubled(s: Record, c: Record, e: Record, empties: Int) -> Int:
    """Twice what the position is worth to the side to move, in 64ths of a disc."""
    if empties <= EXACT_EMPTIES:
        return I(128) * solver.principal(s.own[0], s.other[0], -_64, _64, empties, s, e)
    patterns.count_up(s, s.own[0], s.other[0])
    return look(s, c, LATE_DEPTH if empties <= LATE_EMPTIES else DEPTH)


@entry(
    I64,
    records(player.STATE),
    records(CONTEXT),
    records(solver.CONTEXT),
    array(U, 2),
    array(np.float32),
    array(U),
    I64,
)
def gather(
    state: Record, context: Record, end: Record, boards: Record, labels: Record, dice: Record, deadline: Int
) -> Int:
    """Fill `boards` with positions out of games that begin at random and go on sensibly, with a slip now and then, and `labels`
    with what they are worth; until there are enough, or until the deadline. How many there are."""
    s, c, e = state[0], context[0], end[0]
    filled = _0
    while filled < len(boards) and clock_ns() < deadline:
        own, other = U(0x0000000810000000), U(0x0000001008000000)
        wild = I(4) + SHORTEST + roll(dice, SELDOM if roll(dice, _8) == _0 else OFTEN)
        slips = I(6) + roll(dice, I(14))
        while True:
            moves = mobility(own, other, FIELD)
            if moves == U0:
                if mobility(other, own, FIELD) == U0:
                    break
                own, other = other, own
                continue
            discs = popcount(own | other)
            if roll(dice, I(6)) == _0 and filled < len(boards) and discs > I(4):
                s.own[0], s.other[0] = own, other
                boards[filled, 0], boards[filled, 1] = own, other
                labels[filled] = worth_doubled(s, c, e, _64 - discs) * 0.5
                filled += _1
            if discs < wild or roll(dice, slips) == _0:
                square = nth_bit(moves, roll(dice, popcount(moves)))
            else:
                square = sensible(s, own, other, moves, _1)
            flips = turned(own, other, square)
            own, other = other & ~flips, own | flips | (U1 << U(square))
    return filled


def gather_share(
    seed: int, most: int, seconds: float, weights: NDArray[np.int16]
) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    state, context, end = np.zeros(1, player.STATE), np.zeros(1, CONTEXT), solver.context(2**64 - 1)
    state["field"], state["trained"] = FIELD, 1
    state["weights"][0] = reversi_weights.fold(weights).unfold()
    context["deadline"] = context["node_limit"] = FOREVER
    boards, labels = np.zeros((most, 2), U), np.zeros(most, np.float32)
    deadline = I(time.monotonic_ns() + int(seconds * 1e9))
    count = gather(state, context, end, boards, labels, np.array([seed * 2 + 1], U), deadline)
    return boards[:count], labels[:count]


# --- fitting ----------------------------------------------------------------------------------------------------------


def phase_of(boards: NDArray[np.uint64]) -> NDArray[np.int64]:
    discs = np.bitwise_count(boards[:, 0] | boards[:, 1])
    phases: NDArray[np.int64] = np.minimum((discs.astype(np.int64) - 4) // 4, patterns.PHASES - 1)
    return phases


def rows_of(boards: NDArray[np.uint64]) -> NDArray[np.int32]:
    rows = np.zeros((len(boards), patterns.TERMS), np.int32)
    number(np.zeros(1, player.STATE), np.ascontiguousarray(boards), reversi_weights.canonical(), rows)
    return rows


def fit(
    rows: NDArray[np.int32],
    labels: NDArray[np.float64],
    says: NDArray[np.float64],
    start: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Least squares with a pull towards `start`, by conjugate gradients; `says` is how much each position counts."""
    pull = np.full(len(start), PULL)
    pull[-patterns.COUNTED * patterns.MOST_COUNTED :] = COUNTS_PULL
    seen, sums = np.zeros_like(start), np.zeros(len(labels))
    collect(rows, says, seen)
    total(rows, start, sums)
    change, rest = np.zeros_like(start), np.zeros_like(start)
    collect(rows, says * (labels - sums), rest)
    scaled = rest / (seen + pull)  # what is seen a thousand times needs steps a thousand times shorter
    direction, size = scaled.copy(), float(rest @ scaled)
    for _ in range(ROUNDS):
        total(rows, direction, sums)
        image = pull * direction
        collect(rows, says * sums, image)
        step = size / float(direction @ image)
        change += step * direction
        rest -= step * image
        scaled = rest / (seen + pull)
        before, size = size, float(rest @ scaled)
        direction = scaled + (size / before) * direction
    return start + change


def refit(
    phase: int, boards: NDArray[np.uint64], labels: NDArray[np.float64], before: NDArray[np.int16]
) -> NDArray[np.int16]:
    """A phase's weights after these positions, those of the phases beside it counting less."""
    phases, start = phase_of(boards), before.astype(np.float64)
    here = np.flatnonzero(phases == phase)
    unseen, seen = here[: len(here) // HELD_OUT], here[len(here) // HELD_OUT :]
    beside = np.flatnonzero(abs(phases - phase) == 1)

    def fitted(chosen: NDArray[np.int64]) -> NDArray[np.float64]:
        both = np.concatenate([chosen, beside])
        says = np.where(phases[both] == phase, 1.0, BESIDE)
        return fit(rows_of(boards[both]), labels[both], says, start)

    def error(weights: NDArray[np.float64]) -> float:
        sums = np.zeros(len(unseen))
        total(rows_of(boards[unseen]), weights, sums)
        return float(np.sqrt(np.mean((sums - labels[unseen]) ** 2))) / 64

    told = f"{len(here)} positions; on those not seen {error(start):.2f} discs off before, {error(fitted(seen)):.2f} after"
    print(f"phase {phase}: {told}", flush=True)
    return as_stored(fitted(here))


# --- all of it --------------------------------------------------------------------------------------------------------


def gather_all(weights: NDArray[np.int16], parsed: argparse.Namespace) -> None:
    def share(job: int) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
        return gather_share(
            parsed.seed * 1000 + job, parsed.positions // parsed.jobs, parsed.seconds, weights
        )

    shares = in_parallel(share, parsed.jobs, parsed.jobs)
    boards = np.concatenate([boards for boards, _ in shares])
    labels = np.concatenate([labels for _, labels in shares])
    np.savez(parsed.files[0], boards=boards, labels=np.rint(labels).astype(np.int16))
    print(f"{len(boards)} positions labelled")


def fit_all(weights: NDArray[np.int16], parsed: argparse.Namespace) -> None:
    data = [np.load(file) for file in parsed.files]
    boards = np.concatenate([one["boards"] for one in data])
    labels = np.concatenate([one["labels"] for one in data]).astype(np.float64)
    phases = range(patterns.PHASES)
    fitted = in_parallel(lambda phase: refit(phase, boards, labels, weights[phase]), len(phases), parsed.jobs)
    story = STORY.format(count=len(boards))
    size = knowledge.write(reversi_weights.NAME, np.stack(fitted).tobytes(), story)
    print(f"{reversi_weights.NAME}: {size} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("step", choices=("gather", "fit"))
    parser.add_argument("files", nargs="+", metavar="FILE", help="of positions and labels, .npz")
    parser.add_argument("--positions", type=int, default=4_000_000, help="of all phases together, at most")
    parser.add_argument("--seconds", type=float, default=3600.0, help="for gathering them, at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes that gather, label and fit")
    parsed = parser.parse_args()
    weights = reversi_weights.stored()
    if weights is None:
        raise SystemExit("there are no weights to refine: python -m benchmarks.training.reversi makes them")
    (gather_all if parsed.step == "gather" else fit_all)(weights, parsed)


STORY = """\
Weights of Reversi's evaluation: 15 phases of 114,133 int16 numbers, in 64ths of a disc.

Made by: python -m benchmarks.training.reversi --positions 560000 --passes 2 --seed 1 --jobs 16 (13 minutes), from patterns alone, then
python -m benchmarks.training.reversi_refine, gather with 16 processes for 210 seconds and fit: {count} positions. Positions come out of
self-play with random openings and slips. At first those with 12 empty squares or fewer are labelled by the exact solver, earlier ones
by a search of 4 plies that ends in the phase fitted before; then every phase is fitted again, and the counts of moves and open discs
for the first time, to searches of 8 or 10 plies by those weights. No other data went in.
"""

if __name__ == "__main__":
    main()

"""Fits the weights of Reversi's patterns: `python -m benchmarks.training.reversi`.

It works backwards. Positions with few empty squares are solved exactly. The phase before is labelled by a search that
ends in the phase just fitted, and so on to the opening. Each phase is a least-squares fit that starts from, and is held
near, the weights of the phase after it, so that a pattern seen too rarely keeps a sensible weight. Then the phase is levelled:
a position must be worth as much to one side as it costs the other.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from quintet.engine import knowledge, search
from quintet.engine._jit import I64, I, Int, Record, U, Word, array, entry, helper, lowest, popcount, records
from quintet.engine.answers import reversi_search as player
from quintet.engine.boards import reversi as board
from quintet.engine.boards.reversi import U0, U1, U12, U25, U27, U31, U33, mobility, nth_bit, turned
from quintet.engine.evals import reversi_patterns as patterns
from quintet.engine.evals import reversi_weights
from quintet.engine.evals.reversi import around, by_hand, order
from quintet.engine.hooks import Rules
from quintet.engine.solvers import reversi as solver

FIELD = ~U0
EXACT_EMPTIES = 12
DEPTH = 4
"""Plies of the search that labels a phase: as many as a phase has, so that it ends in the next one."""
HELD_OUT = 10
LEVELLED = 4
"""One position in so many, and for each process, shows whether a phase flatters the side to move."""
STRENGTHS = (4.0, 16.0, 64.0)

OFTEN_WILD, SELDOM_WILD, CALM = I(14), I(40), I(3)
_0, _1, _4, _64 = I(0), I(1), I(4), I(64)
_INFINITE = search.INFINITE

_rules = Rules(
    over=player.over,
    gen=board.gen,
    play=player.play,
    undo=player.undo,
    key=board.key,
    evaluate=player.evaluate,
    order=order,
    max_ply=board.MAX_PLY,
    max_moves=board.MAX_MOVES,
    history=128,
    late=1000,  # every line to the same depth
)
_made = search.make(_rules)
_look = _made.search
CONTEXT = _made.CONTEXT


# --- positions --------------------------------------------------------------------------------------------------------


@helper
def roll(dice: Record, below: Int) -> Int:
    word = dice[0]
    word ^= word << U12
    word ^= word >> U25
    word ^= word << U27
    dice[0] = word
    return I(((word >> U33) * U(below)) >> U31)


@helper
def worth(s: Record, own: Word, other: Word, trained: Int) -> Int:
    """By the fitted weights where there are some for this phase, otherwise by hand."""
    if trained != _0:
        patterns.count_up(s, own, other)
        return patterns.by_patterns(s, own, other, mobility(own, other, FIELD))
    return by_hand(own, other, FIELD)


@helper
def sensible(s: Record, own: Word, other: Word, moves: Word, trained: Int) -> Int:
    """The move after which the other side stands worst."""
    best, best_value = lowest(moves), -_INFINITE
    while moves != U0:
        square = lowest(moves)
        moves &= moves - U1
        flips = turned(own, other, square)
        value = -worth(s, other & ~flips, own | flips | (U1 << U(square)), trained)
        if value > best_value:
            best, best_value = square, value
    return best


@entry(I64, records(player.STATE), array(U, 2), I64, I64, array(U), I64)
def gather(state: Record, boards: Record, low: Int, high: Int, dice: Record, trained: Int) -> Int:
    """Fill `boards` with positions of `low` to `high` discs out of games with random and sensible moves."""
    s = state[0]
    filled = _0
    while filled < len(boards):
        own, other = U(0x0000000810000000), U(0x0000001008000000)
        wanted = low + roll(dice, high - low + _1)
        # so many plies at random, mostly few, and a slip now and then
        wild = I(4) + roll(dice, SELDOM_WILD if roll(dice, _4) == _0 else OFTEN_WILD)
        # A blunder flatters whoever is to move next: mostly the last moves before a position are sensible ones, as in a game.
        # A search meets what follows a blunder too, so not always.
        calm = wanted if roll(dice, _4) == _0 else wanted - CALM
        while popcount(own | other) < wanted:
            moves = mobility(own, other, FIELD)
            if moves == U0:
                if mobility(other, own, FIELD) == U0:
                    break
                own, other = other, own
                continue
            discs = popcount(own | other)
            if discs < calm and (discs < wild or roll(dice, I(8)) == _0):
                square = nth_bit(moves, roll(dice, popcount(moves)))
            else:
                square = sensible(s, own, other, moves, trained)
            flips = turned(own, other, square)
            own, other = other & ~flips, own | flips | (U1 << U(square))
        if popcount(own | other) == wanted and mobility(own, other, FIELD) != U0:
            boards[filled, 0], boards[filled, 1] = own, other
            filled += _1
    return filled


# --- labels -----------------------------------------------------------------------------------------------------------


@entry(I64, array(U, 2), records(player.STATE), records(solver.CONTEXT), array(np.float32))
def label_exactly(boards: Record, state: Record, context: Record, labels: Record) -> Int:
    s, c = state[0], context[0]
    for i in range(len(boards)):
        own, other = boards[i, 0], boards[i, 1]
        empties = popcount(FIELD & ~(own | other))
        labels[i] = solver.principal(own, other, -_64, _64, empties, s, c)
    return _0


@entry(I64, array(U, 2), I64, records(player.STATE), records(CONTEXT), array(np.float32))
def label_by_search(boards: Record, depth: Int, state: Record, context: Record, labels: Record) -> Int:
    s, c = state[0], context[0]
    for i in range(len(boards)):
        s.own[0], s.other[0] = boards[i, 0], boards[i, 1]
        patterns.count_up(s, s.own[0], s.other[0])
        labels[i] = _look(s, depth, -_INFINITE, _INFINITE, _0, c)
    return _0


# --- fitting ----------------------------------------------------------------------------------------------------------


@entry(I64, records(player.STATE), array(U, 2), array(np.int32), array(np.int32, 2))
def number(state: Record, boards: Record, shared: Record, rows: Record) -> Int:
    """The stored weights that each position's value is the sum of."""
    s = state[0]
    for i in range(len(boards)):
        patterns.count_up(s, boards[i, 0], boards[i, 1])
        own, other = boards[i, 0], boards[i, 1]
        for j in range(I(patterns.COUNT)):
            rows[i, j] = shared[patterns.OFFSET[j] + patterns.number_of(s, _0, I(j))]
        rim = around(~(own | other))
        counts = (mobility(own, other, FIELD), mobility(other, own, FIELD), own & rim, other & rim)
        for j in range(I(patterns.COUNTED)):
            rows[i, patterns.COUNT + j] = shared[patterns.place_of_count(I(j), popcount(counts[j]))]
    return _0


@entry(I64, array(np.int32, 2), array(np.float64), array(np.float64))
def total(rows: Record, weights: Record, sums: Record) -> Int:
    for i in range(rows.shape[0]):
        found = 0.0
        for j in range(rows.shape[1]):
            found += weights[rows[i, j]]
        sums[i] = found
    return _0


@entry(I64, array(np.int32, 2), array(np.float64), array(np.float64))
def collect(rows: Record, errors: Record, sums: Record) -> Int:
    for i in range(rows.shape[0]):
        for j in range(rows.shape[1]):
            sums[rows[i, j]] += errors[i]
    return _0


def fit(
    rows: NDArray[np.int32],
    labels: NDArray[np.float64],
    start: NDArray[np.float64],
    strength: float,
    rounds: int = 60,
) -> NDArray[np.float64]:
    """Least squares with a pull towards `start`, by conjugate gradients."""
    sums = np.zeros(len(labels))
    total(rows, start, sums)
    change = np.zeros_like(start)
    rest = np.zeros_like(start)
    collect(rows, labels - sums, rest)
    direction, size = rest.copy(), float(rest @ rest)
    for _ in range(rounds):
        total(rows, direction, sums)
        image = strength * direction
        collect(rows, sums, image)
        step = size / float(direction @ image)
        change += step * direction
        rest -= step * image
        before, size = size, float(rest @ rest)
        if size < 1e-9:
            break
        direction = rest + (size / before) * direction
    return start + change


def best_fit(
    rows: NDArray[np.int32],
    labels: NDArray[np.float64],
    start: NDArray[np.float64],
    jobs: int,
    say: Callable[[str], None],
) -> NDArray[np.float64]:
    """The fit whose pull does best on positions it has not seen."""
    cut = len(labels) // HELD_OUT

    def try_out(number: int) -> tuple[NDArray[np.float64], float]:
        weights = fit(rows[cut:], labels[cut:], start, STRENGTHS[number])
        sums = np.zeros(cut)
        total(rows[:cut], weights, sums)
        return weights, float(np.sqrt(np.mean((sums - labels[:cut]) ** 2)))

    tried = in_parallel(try_out, len(STRENGTHS), jobs)
    for strength, (_, error) in zip(STRENGTHS, tried, strict=True):
        say(f"    pull {strength:g}: {error / 64:.2f} discs off on positions not seen")
    best, _ = min(tried, key=lambda fitted: fitted[1])
    return best


# --- all of it --------------------------------------------------------------------------------------------------------


def train(
    positions: int, seed: int, jobs: int, first: NDArray[np.int16] | None, say: Callable[[str], None]
) -> NDArray[np.int16]:
    """Weights for every phase, from so many positions each; `first` are older weights to choose sensible moves by."""
    state = np.zeros(1, player.STATE)
    state["field"], state["trained"] = FIELD, 1
    shared = reversi_weights.canonical()
    stored = np.zeros((patterns.PHASES, reversi_weights.stored_count()), np.int16)
    weights = np.zeros(reversi_weights.stored_count())
    for phase in reversed(range(patterns.PHASES)):
        begun = time.monotonic()
        boards, labels = labelled(phase, positions, seed, jobs, first, state)
        if not is_exact(phase):
            flattery = flattered(boards[:: LEVELLED * jobs], labels[:: LEVELLED * jobs], state)
            labels -= np.float32(flattery)
            stored[phase + 1] = as_stored(weights - flattery / patterns.TERMS)
            say(f"phase {phase + 1}: was {flattery / 64:+.2f} discs too good for whoever is to move")
        rows = np.zeros((len(boards), patterns.TERMS), np.int32)
        number(state, boards, shared, rows)
        say(f"phase {phase}: {len(boards)} positions labelled in {time.monotonic() - begun:.0f} s")
        weights = best_fit(rows, labels.astype(np.float64), weights, jobs, say)
        stored[phase] = as_stored(weights)
        state["weights"][0] = reversi_weights.fold(stored).unfold()
    return stored


def as_stored(weights: NDArray[np.float64]) -> NDArray[np.int16]:
    return np.clip(np.rint(weights), -32000, 32000).astype(np.int16)


def flattered(boards: NDArray[np.uint64], labels: NDArray[np.float32], state: NDArray[Any]) -> float:
    """By how much the phase after flatters the side to move, in the positions where good play ends.

    It was fitted to positions in which the last move was not the best, and some of what that gave away shows in no pattern. A
    search of one ply more ends with the other side to move and errs the other way: half the difference is the error. Left
    in place it would add up from phase to phase.
    """
    return float(np.mean(labels - search_labels(boards, DEPTH + 1, state))) / 2


def labelled(
    phase: int,
    positions: int,
    seed: int,
    jobs: int,
    first: NDArray[np.int16] | None,
    state: NDArray[Any],
) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    """Positions of a phase and what they are worth, gathered and labelled by so many processes."""

    def share(job: int) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
        return label_share(phase, positions // jobs, seed * 1000 + job, first, state)

    shares = in_parallel(share, jobs, jobs)
    return np.concatenate([boards for boards, _ in shares]), np.concatenate([labels for _, labels in shares])


T = TypeVar("T")
_work: Callable[[int], Any]
"""Reaches the processes by fork: nothing but numbers and answers is pickled."""


def in_parallel(work: Callable[[int], T], count: int, jobs: int) -> list[T]:
    """`work(0)` to `work(count - 1)`, in as many processes as there are jobs."""
    global _work
    _work = work
    if jobs == 1:
        return [work(number) for number in range(count)]
    with multiprocessing.get_context("fork").Pool(min(jobs, count)) as pool:
        return pool.map(run_work, range(count))


def run_work(number: int) -> Any:
    return _work(number)


def label_share(
    phase: int, count: int, seed: int, first: NDArray[np.int16] | None, state: NDArray[Any]
) -> tuple[NDArray[np.uint64], NDArray[np.float32]]:
    boards = positions_of(phase, count, np.array([seed * 2 + 1], U), first)
    return boards, label(phase, boards, state)


def positions_of(
    phase: int, count: int, dice: NDArray[np.uint64], first: NDArray[np.int16] | None
) -> NDArray[np.uint64]:
    state = np.zeros(1, player.STATE)
    if first is not None:
        state["weights"][0] = reversi_weights.fold(first).unfold()
    low = 4 + 4 * phase
    boards = np.zeros((count, 2), U)
    gather(state, boards, I(max(low, 5)), I(min(low + 3, 63)), dice, I(first is not None))
    return boards


def label(phase: int, boards: NDArray[np.uint64], state: NDArray[Any]) -> NDArray[np.float32]:
    if is_exact(phase):
        labels = np.zeros(len(boards), np.float32)
        label_exactly(boards, state, solver.context(2**64 - 1), labels)
        return labels * np.float32(board.UNIT)
    return search_labels(boards, DEPTH, state)


def is_exact(phase: int) -> bool:
    """Are the positions of a phase solved?"""
    return 64 - (4 + 4 * phase) <= EXACT_EMPTIES


def search_labels(boards: NDArray[np.uint64], depth: int, state: NDArray[Any]) -> NDArray[np.float32]:
    labels = np.zeros(len(boards), np.float32)
    context = np.zeros(1, CONTEXT)
    context["deadline"] = context["node_limit"] = 2**62
    label_by_search(np.ascontiguousarray(boards), I(depth), state, context, labels)
    return labels


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=480_000, help="for each of the 15 phases")
    parser.add_argument(
        "--passes",
        type=int,
        default=2,
        help="each plays by the weights of the one before; only the last has so many positions, others a quarter",
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="processes that gather and label positions")
    parsed = parser.parse_args()
    begun = time.monotonic()
    stored: NDArray[np.int16] | None = None
    for number_of_pass in range(parsed.passes):
        print(f"pass {number_of_pass + 1} of {parsed.passes}", flush=True)
        stored = train(
            parsed.positions if number_of_pass + 1 == parsed.passes else parsed.positions // 4,
            parsed.seed + number_of_pass,
            parsed.jobs,
            stored,
            lambda text: print(text, flush=True),
        )
    assert stored is not None
    minutes = (time.monotonic() - begun) / 60
    story = STORY.format(minutes=minutes, **vars(parsed))
    size = knowledge.write(reversi_weights.NAME, stored.tobytes(), story)
    print(f"{reversi_weights.NAME}: {size} bytes, {minutes:.1f} minutes")


STORY = """\
Weights of Reversi's pattern evaluation: 15 phases of 113,877 int16 numbers, in 64ths of a disc.

Made by: python -m benchmarks.training.reversi --positions {positions} --passes {passes} --seed {seed} --jobs {jobs}
({minutes:.0f} minutes). Positions come out of self-play with random openings and slips, the moves just before them mostly
sensible; those with 12 empty squares or fewer are labelled by the exact solver, earlier ones by a search of 4 plies that
ends in the phase fitted before. No other data went in.
"""

if __name__ == "__main__":
    main()

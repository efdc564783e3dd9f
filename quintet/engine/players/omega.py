"""Thwart Omega's engine: the end of the game exactly, what comes before it by bandits and regret matching."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import induction, mixing, simultaneous
from quintet.engine._jit import I64, I, Int, Record, array, entry, helper, records
from quintet.engine.boards import omega as board
from quintet.engine.boards import omega_rules as rules
from quintet.engine.evals.omega import guess
from quintet.engine.matrix import weigh
from quintet.engine.memory import Stop, listen
from quintet.engine.thought import FOREVER, EngineError, Finding, Known, Limits, Study
from quintet.engine.watch import watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from quintet.engine.thought import Report, Wanted
    from quintet.games.contract import Move
    from quintet.games.omega import Omega, OmegaPosition

LOSS = 1.0
plays = board.plays

SOLVE_MOST = 10
"""Two players: the most empty squares that can be solved at all."""
SURELY_SOLVED = 9
"""Up to so many it takes a fifth of a second at most, so that a move may wait for it."""
MOST = SOLVE_MOST * (SOLVE_MOST - 1)
SOLVING = 0.6
"""The part of a budget that may go to solving; the rest is for a search should that not be enough."""
SEARCHING, FIRST_GLANCE = 0.6, 0.1
"""The part of a study's budget that goes to searching, the rest is for comparing moves; and that of its first step."""
LEAST = 0.02
"""A move less likely than this is not played at all."""
_0, _1 = I(0), I(1)


# --- what the algorithms see -----------------------------------------------------------------------------------------


@helper
def _moves(s: Record, ply: Int, seat: Int) -> Int:  # noqa: ARG001  (the solver's form)
    return rules.moves(s, ply)


@helper
def _play(s: Record, ply: Int, first: Int, second: Int) -> None:
    rules.choose(s, ply, _0, first)
    rules.choose(s, ply, _1, second)
    rules.play(s, ply)


@helper
def _payoff(s: Record, ply: Int) -> Any:
    return rules.payoff(s, ply, _0)


@helper
def _sample(s: Record, joint: Any, payoff: Any) -> Int:
    for seat in range(s.seats[0]):
        for colour in range(s.seats[0]):
            s.choice[0, seat, colour] = I(s.empty[0, joint[seat, colour]])
    rules.play(s, _0)
    rounds = _1 + rules.play_out(s, _1)
    for seat in range(s.seats[0]):
        payoff[seat] = rules.payoff(s, _1, I(seat))
    return rounds


_solver = induction.make_solver(
    induction.Tree(
        moves=_moves,
        play=_play,
        over=rules.over,
        payoff=_payoff,
        key=rules.key,
        fill=rules.fill_last,
        depth=5,
        most=MOST,
    )
)
_search = simultaneous.make_search(
    simultaneous.Sampler(sample=_sample, guess=guess, seats=3, parts=3, arms=rules.SQUARES, most=MOST + 1)
)
_solve, _mix, _compare = _solver.solve, _search.mix, _search.compare
SOLUTION, MIXTURE = _solver.CONTEXT, _search.CONTEXT


@entry(I64, records(rules.STATE), records(SOLUTION), array(np.float64))
def solve_rest(state: Record, context: Record, value: NDArray[np.float64]) -> Int:
    value[0] = _solve(state[0], _0, context[0])
    return context[0].stop[0]


@entry(I64, records(rules.STATE), records(MIXTURE))
def mix(state: Record, context: Record) -> Int:
    _mix(state[0], context[0])
    return _0


@entry(I64, records(rules.STATE), records(MIXTURE), I64, array(I, 2), array(np.float64))
def compare(
    state: Record, context: Record, seat: Int, moves: NDArray[np.int64], gains: NDArray[np.float64]
) -> Int:
    return _compare(state[0], context[0], seat, moves, gains)


# --- the player ------------------------------------------------------------------------------------------------------


def analyse(game: Omega, position: OmegaPosition, seat: int, limits: Limits) -> Finding:
    state = board.load(game, position)
    spent = 0
    if game.seats == 2 and state["count"][0, 0] <= SURELY_SOLVED:
        part = mixing.part_of(limits, SOLVING)
        found, spent = solve_exactly(game, state, seat, part)
        if found is not None:
            return found
    return search(game, state, seat, limits, spent=spent)


def study(game: Omega, position: OmegaPosition, seat: int, limits: Limits, wanted: Wanted) -> Iterator[Study]:
    """Exactly where that is possible; otherwise by samples, which also tell the worth of every move that matters."""
    state = board.load(game, position)
    spent = 0
    if game.seats == 2 and state["count"][0, 0] <= SURELY_SOLVED:
        solution, part = np.zeros(1, SOLUTION), mixing.part_of(limits, SOLVING)
        found, spent = solve_exactly(game, state, seat, part, context=solution)
        if found is not None:
            yield exact_study(game, state, seat, found, solution)
            return
    for share in FIRST_GLANCE, 1.0:
        part = mixing.part_of(limits, share)
        seen = sampled_study(game, state.copy(), seat, part, wanted, spent)
        spent = seen.nodes
        yield seen
        if limits.spent(spent):
            return


def exact_study(game: Omega, state: NDArray[Any], seat: int, found: Finding, solution: NDArray[Any]) -> Study:
    likely = found.policy or {}
    moves = pair_texts(game, state)
    theirs = solution[0].column_mix if seat == 0 else solution[0].row_mix
    order = sorted(found.values, key=lambda move: (-found.values[move], -likely.get(move, 0.0)))
    return Study(
        moves={move: Known(value=found.values[move], line=(move,), proven="equal") for move in order},
        depth=found.depth,
        nodes=found.nodes,
        value=found.value,
        proven="equal",
        policy=found.policy,
        others={1 - seat: {move: float(p) for move, p in zip(moves, theirs, strict=False) if p > 1e-9}},
    )


def sampled_study(
    game: Omega, state: NDArray[Any], seat: int, limits: Limits, wanted: Wanted, spent: int
) -> Study:
    """A search, and then the moves of its strategy, its best ones and those asked for against the others' strategies."""
    part = mixing.part_of(limits, SEARCHING)
    context = sample(game, state, part, spent)
    names = board.empty_names(game, state)
    place = {int(square): arm for arm, square in enumerate(state["empty"][0, 0, : len(names)])}
    candidates = strategy_of(game, context, names, seat)
    policy = mixing.loosen(likely(candidates), {}, 0.0, LOSS)
    best = sorted(candidates, key=lambda move: -candidates[move][1])[: wanted.lines]
    compared = list(dict.fromkeys((*policy, *best, *wanted.also)))
    arms = np.array([[place[square] for _, square in game.stones(move)] for move in compared], I)
    context["deadline"], context["node_limit"] = limits.deadline, limits.nodes
    gains = np.zeros(len(compared))
    compare(state, context, I(seat), arms, gains)
    worth = {move: tidy(float(gain)) for move, gain in zip(compared, gains, strict=True)}
    order = sorted(compared, key=lambda move: (-worth[move], -policy.get(move, 0.0)))
    return Study(
        moves={move: Known(value=worth[move], line=(move,)) for move in order},
        depth=1,
        nodes=int(context["nodes"][0, 0]),
        value=tidy(sum(p * worth[move] for move, p in policy.items())),
        policy=policy,
        others={
            other: {move: p for move, (p, _) in strategy_of(game, context, names, other).items() if p > 0}
            for other in range(game.seats)
            if other != seat
        },
    )


def solve_exactly(
    game: Omega,
    state: NDArray[Any],
    seat: int,
    limits: Limits,
    report: Report | None = None,
    context: NDArray[Any] | None = None,
) -> tuple[Finding | None, int]:
    """The proven value and an optimal mix, or None if the limits did not suffice; and the nodes it took."""
    value = np.zeros(1)
    context = np.zeros(1, SOLUTION) if context is None else context
    context["deadline"], context["node_limit"] = limits.deadline, limits.nodes
    listen(limits.stop, context)
    c, count = context[0], int(state["count"][0, 0])
    if report is None:
        solve_rest(state, context, value)
    else:
        tell, moves_of_a_seat = report, count * (count - 1)
        stop = Stop()
        stop.reach(context)
        watch(
            lambda: solve_rest(state, context, value),
            lambda: tell(f"{c.nodes[0]:,} positions", c.done[0] / moves_of_a_seat),
            stop,
        )
    nodes = int(c.nodes[0])
    if c.stop[0]:
        return None, nodes
    moves = pair_texts(game, state)
    payoffs, own, other = c.payoffs[0], c.row_mix, c.column_mix
    if seat == 1:
        payoffs, own, other = -payoffs.T, other, own
    each = weigh(payoffs[: len(moves), : len(moves)], other[: len(moves)])
    policy = {move: float(p) for move, p in zip(moves, own, strict=False) if p > 1e-9}
    values = {move: float(worth) for move, worth in zip(moves, each, strict=True)}
    depth = (count - 2) // 2  # rounds, if every one of them fills two squares
    worth = sum(p * values[move] for move, p in policy.items()) / sum(policy.values())
    return answer(policy, values, worth, limits, nodes, depth=depth, exact=True), nodes


def search(
    game: Omega,
    state: NDArray[Any],
    seat: int,
    limits: Limits,
    plan: mixing.Plan | None = None,
    spent: int = 0,
) -> Finding:
    """A mixed strategy by sampling; `spent` nodes are gone already."""
    context = sample(game, state, limits, spent, plan)
    candidates = strategy_of(game, context, board.empty_names(game, state), seat)
    values = {move: worth for move, (_, worth) in candidates.items()}
    policy = likely(candidates)
    value = mixing.value_of(context, seat)
    return answer(policy, values, value, limits, int(context["nodes"][0, 0]), depth=1, exact=False)


def sample(
    game: Omega, state: NDArray[Any], limits: Limits, spent: int, plan: mixing.Plan | None = None
) -> NDArray[Any]:
    """Search by sampling; the strategies of all seats are left in the context."""
    context = np.zeros(1, MIXTURE)
    context["nodes"] = spent
    count = int(state["count"][0, 0])
    state["dice"] = mixing.seed_dice(limits.seed + 1)
    mixing.set_up(
        context,
        limits,
        plan or plan_for(game.seats, count),
        seats=game.seats,
        parts=game.seats,
        arms=count,
        longest=count // game.seats,
    )
    mix(state, context)
    return context


def strategy_of(
    game: Omega, context: NDArray[Any], names: list[str], seat: int
) -> dict[Move, tuple[float, float]]:
    """A seat's candidates with their probabilities and what they seem worth, likeliest first."""
    return {
        board.move_text(game, tuple(names[arm] for arm in arms)): (weight, worth)
        for arms, weight, worth in mixing.strategy(context, seat)
    }


def likely(candidates: dict[Move, tuple[float, float]]) -> dict[Move, float]:
    """Those that are played at all: one in any case."""
    first, *_ = candidates
    return {move: p for move, (p, _) in candidates.items() if p >= LEAST or move == first}


def pair_texts(game: Omega, state: NDArray[Any]) -> list[Move]:
    """Every move of a seat in a game of two, in the solver's order."""
    names = board.empty_names(game, state)
    return [board.move_text(game, pair) for pair in itertools.permutations(names, 2)]


def plan_for(seats: int, empty: int) -> mixing.Plan:
    """With two players and few squares every move is a candidate."""
    if seats == 3:
        return mixing.Plan(keep=4, sharp=3.0)
    return mixing.Plan(keep=empty if empty * (empty - 1) <= MOST else 6)


def answer(
    policy: dict[Move, float],
    values: dict[Move, float],
    value: float,
    limits: Limits,
    nodes: int,
    *,
    depth: int,
    exact: bool,
) -> Finding:
    values = {move: tidy(worth) for move, worth in values.items()}
    policy = mixing.loosen(policy, values, limits.spread, LOSS)
    best = max(policy, key=lambda move: policy[move])
    return Finding(
        values={best: values[best]} | values,
        line=(best,),
        depth=depth,
        nodes=nodes,
        exact=exact and limits.spread == 0,
        policy=policy,
        value=tidy(value),
    )


def tidy(value: float) -> float:
    """From −1 to 1, without the last digits of adding up."""
    return round(min(max(value, -1.0), 1.0), 9) + 0.0


def solve(game: Omega, position: OmegaPosition, seat: int, report: Report) -> Finding:
    state = board.load(game, position)
    if game.seats != 2 or state["count"][0, 0] > SOLVE_MOST:
        raise EngineError(
            "a game of three players has no single solution; 'quintet think' finds a good move"
            if game.seats == 3
            else f"only positions with {SOLVE_MOST} or fewer empty squares can be solved; 'quintet think' looks as far as it can"
        )
    limits = Limits(deadline=FOREVER, nodes=FOREVER)
    found, _ = solve_exactly(game, state, seat, limits, report)
    assert found is not None
    return found

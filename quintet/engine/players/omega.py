"""Thwart Omega's engine: the end of the game exactly, what comes before it by bandits and regret matching."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import induction, simultaneous
from quintet.engine._jit import I64, I, Int, Record, array, entry, helper, records
from quintet.engine.boards import omega as board
from quintet.engine.boards import omega_rules as rules
from quintet.engine.evals.omega import guess
from quintet.engine.matrix import weigh
from quintet.engine.thought import FOREVER, Analysis, EngineError, Limits
from quintet.engine.watch import watch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.thought import Report
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
_solve, _mix = _solver.solve, _search.mix
SOLUTION, MIXTURE = _solver.CONTEXT, _search.CONTEXT


@entry(I64, records(rules.STATE), records(SOLUTION), array(np.float64))
def solve_rest(state: Record, context: Record, value: NDArray[np.float64]) -> Int:
    value[0] = _solve(state[0], _0, context[0])
    return context[0].stop[0]


@entry(I64, records(rules.STATE), records(MIXTURE))
def mix(state: Record, context: Record) -> Int:
    _mix(state[0], context[0])
    return _0


# --- the player ------------------------------------------------------------------------------------------------------


def analyse(game: Omega, position: OmegaPosition, seat: int, limits: Limits) -> Analysis:
    state = board.load(game, position)
    spent = 0
    if game.seats == 2 and state["count"][0, 0] <= SURELY_SOLVED:
        found, spent = solve_exactly(game, state, seat, simultaneous.part_of(limits, SOLVING))
        if found is not None:
            return found
    return search(game, state, seat, limits, spent=spent)


def solve_exactly(
    game: Omega, state: NDArray[Any], seat: int, limits: Limits, report: Report | None = None
) -> tuple[Analysis | None, int]:
    """The proven value and an optimal mix, or None if the limits did not suffice; and the nodes it took."""
    context, value = np.zeros(1, SOLUTION), np.zeros(1)
    context["deadline"], context["node_limit"] = limits.deadline, limits.nodes
    c, count = context[0], int(state["count"][0, 0])
    if report is None:
        solve_rest(state, context, value)
    else:
        tell, moves_of_a_seat = report, count * (count - 1)
        watch(
            lambda: solve_rest(state, context, value),
            lambda: tell(f"{c.nodes[0]:,} positions", c.done[0] / moves_of_a_seat),
            context,
        )
    nodes = int(c.nodes[0])
    if c.stop[0]:
        return None, nodes
    names = board.empty_names(game, state)
    moves = [board.move_text(game, pair) for pair in itertools.permutations(names, 2)]
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
    plan: simultaneous.Plan | None = None,
    spent: int = 0,
) -> Analysis:
    """A mixed strategy by sampling; `spent` nodes are gone already."""
    context = np.zeros(1, MIXTURE)
    context["nodes"] = spent
    count = int(state["count"][0, 0])
    state["dice"] = simultaneous.seed_dice(limits.seed + 1)
    simultaneous.set_up(
        context,
        limits,
        plan or plan_for(game.seats, count),
        seats=game.seats,
        parts=game.seats,
        arms=count,
        longest=count // game.seats,
    )
    mix(state, context)
    names = board.empty_names(game, state)
    policy: dict[Move, float] = {}
    values: dict[Move, float] = {}
    for arms, weight, worth in simultaneous.strategy(context, seat):
        move = board.move_text(game, tuple(names[arm] for arm in arms))
        values[move] = worth
        if weight >= LEAST or not policy:
            policy[move] = weight
    value = simultaneous.value_of(context, seat)
    return answer(policy, values, value, limits, int(context["nodes"][0, 0]), depth=1, exact=False)


def plan_for(seats: int, empty: int) -> simultaneous.Plan:
    """With two players and few squares every move is a candidate."""
    if seats == 3:
        return simultaneous.Plan(keep=4, sharp=3.0)
    return simultaneous.Plan(keep=empty if empty * (empty - 1) <= MOST else 6)


def answer(
    policy: dict[Move, float],
    values: dict[Move, float],
    value: float,
    limits: Limits,
    nodes: int,
    *,
    depth: int,
    exact: bool,
) -> Analysis:
    values = {move: tidy(worth) for move, worth in values.items()}
    policy = simultaneous.loosen(policy, values, limits.spread, LOSS)
    best = max(policy, key=lambda move: policy[move])
    return Analysis(
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


def solve(game: Omega, position: OmegaPosition, seat: int, report: Report) -> Analysis:
    state = board.load(game, position)
    if game.seats != 2 or state["count"][0, 0] > SOLVE_MOST:
        raise EngineError(
            "a game of three players has no single solution; 'quintet think' finds a good move"
            if game.seats == 3
            else f"only positions with {SOLVE_MOST} or fewer empty squares can be solved; 'quintet think' looks as far as it can"
        )
    found, _ = solve_exactly(game, state, seat, Limits(deadline=FOREVER, nodes=FOREVER), report)
    assert found is not None
    return found

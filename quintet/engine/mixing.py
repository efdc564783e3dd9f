"""The way into a search by sampling (simultaneous.py) and out of it, in plain Python: its plan, and mixed strategies."""

from __future__ import annotations

from time import monotonic_ns

import msgspec

from quintet.engine._jit import Record
from quintet.engine.memory import listen
from quintet.engine.simultaneous import BLUR, GOLDEN, NUDGE, ODD, Plan
from quintet.engine.thought import FOREVER, Limits


def set_up(
    context: Record, limits: Limits, plan: Plan, *, seats: int, parts: int, arms: int, longest: int
) -> None:
    """Prepare a context (an array of one record) for a search; no sample plays more than `longest` rounds."""
    first = part_of(limits, plan.bandits) if plan.bandits < 1 and seats == 2 else limits
    values = {
        "deadline": limits.deadline,
        "node_limit": limits.nodes,
        "first_deadline": first.deadline,
        "first_nodes": first.nodes,
        "longest": longest,
        "seats": seats,
        "parts": parts,
        "arms": arms,
        "keep": plan.keep,
        "curiosity": plan.curiosity,
        "wander": plan.wander,
        "trust": plan.trust,
        "faith": plan.faith,
        "haste": plan.haste,
        "heat": plan.heat,
        "sharp": 1.0 + (plan.sharp - 1.0) * max(0.0, 1.0 - limits.spread),
        "blur": NUDGE + BLUR * limits.spread,
        "dice": seed_dice(limits.seed),
    }
    for name, value in values.items():
        context[name] = value
    listen(limits.stop, context)


def part_of(limits: Limits, share: float) -> Limits:
    """Limits that leave something for later."""
    now = monotonic_ns()
    deadline = limits.deadline
    if deadline < FOREVER:
        deadline = now + int((deadline - now) * share)
    return msgspec.structs.replace(limits, deadline=deadline, nodes=int(limits.nodes * share))


def seed_dice(seed: int) -> int:
    """A seed as the first state of the dice: never 0, and far from its neighbours' states."""
    return (seed * GOLDEN + ODD) % 2**64 or 1


def strategy(context: Record, seat: int) -> list[tuple[tuple[int, ...], float, float]]:
    """After a search: the moves (an arm for each part), probabilities and values of a seat's strategy, likeliest first."""
    c = context[0]
    parts = int(c.parts[0])
    found = [
        (
            tuple(int(arm) for arm in c.moves[seat, i, :parts]),
            float(c.weight[seat, i]),
            float(c.worth[seat, i]),
        )
        for i in range(int(c.move_count[seat]))
    ]
    return sorted(found, key=lambda move: -move[1])

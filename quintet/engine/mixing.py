"""The way into a search by sampling (simultaneous.py) and out of it, in plain Python: its plan, and mixed strategies."""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic_ns

import msgspec

from quintet.engine._jit import Record
from quintet.engine.arithmetic import exp
from quintet.engine.memory import listen
from quintet.engine.thought import FOREVER, Limits
from quintet.games.contract import Move

BLUR = 0.7
"""A level that may lose a whole game in a move misjudges arms at first sight by up to so much."""
_NUDGE = 0.01
"""How far apart arms that seem alike start, so that the dice decide which comes first."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a budget is spent."""

    bandits: float = 0.3
    """The part of it that goes to the bandits; 1 for all."""
    keep: int = 6
    """How many arms of each part make up the candidates."""
    curiosity: float = 1.0
    """How much a bandit prefers what it knows little about."""
    heat: float = 0.15
    """Where the bandits have the last word a candidate is as likely as its arms were chosen often, and e times rarer than
    one that is better by this much: that counts while there are few samples."""
    sharp: float = 1.0
    """To what power that is raised: above 1 the likely ones become likelier still."""
    wander: float = 0.2
    """How often regret matching tries a move at random."""
    trust: float = 10.0
    """As many samples count what the bandits say of a pair of moves."""
    faith: int = 10
    """As many samples counts what an arm seems worth before any."""


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
        "heat": plan.heat,
        "sharp": 1.0 + (plan.sharp - 1.0) * max(0.0, 1.0 - limits.spread),
        "blur": _NUDGE + BLUR * limits.spread,
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
    return (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1


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


def value_of(context: Record, seat: int) -> float:
    """After a search: what a seat got on average while all played their strategies.

    Unlike the worth of the moves it is the same for a good draw and a bad one: the best of many guesses is a lucky guess.
    """
    return float(context[0].seen[seat])


def loosen(
    policy: dict[Move, float], values: dict[Move, float], loss: float, most: float
) -> dict[Move, float]:
    """A level's mix, adding up to 1: the more of `most` it may lose, the more often it plays any move that loses no more.

    Among those a move that loses a third of what is permitted is e times rarer than the best.
    """
    share = min(loss / most, 1.0)
    mixed = {move: (1 - share) * p / sum(policy.values()) for move, p in policy.items()}
    if share > 0:
        best = max(values.values())
        careless = {m: exp(3 * (v - best) / loss) for m, v in values.items() if best - v <= loss}
        whole = sum(careless.values())
        for move, weight in careless.items():
            mixed[move] = mixed.get(move, 0.0) + share * weight / whole
    return {move: p for move, p in mixed.items() if p > 0}

"""The search for seats that move at once, without a compiled board: what it makes of others who do not play their best."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from quintet.engine import mixing, simultaneous
from quintet.engine.thought import FOREVER, Limits

BAIT, PREY, SAFE = range(3)


def sample(_: Any, joint: Any, payoff: Any) -> int:
    """The bait looks good and is the worst; it pays to have hunted whoever took it, and costs a little where nobody did."""
    arms = [int(joint[seat, 0]) for seat in range(3)]
    for seat, arm in enumerate(arms):
        baited = BAIT in (*arms[:seat], *arms[seat + 1 :])
        payoff[seat] = {BAIT: -0.8, PREY: 0.9 if baited else -0.4, SAFE: 0.1}[arm]
    return 1


def likeliest(haste: float) -> set[int]:
    """What the seats then play most often."""
    sampler = simultaneous.Sampler(
        sample=sample,
        guess=lambda _s, _seat, _part, arm: 0.5 if arm == BAIT else 0.0,
        seats=3,
        parts=1,
        arms=3,
        most=4,
    )
    search = simultaneous.make_search(sampler, lambda function: function, time.monotonic_ns)
    context = np.zeros(1, search.CONTEXT)
    limits = Limits(deadline=FOREVER, nodes=4_000, seed=1)
    plan = simultaneous.Plan(keep=3, haste=haste)
    mixing.set_up(context, limits, plan, seats=3, parts=1, arms=3, longest=1)
    search.mix(None, context[0])
    return {mixing.strategy(context, seat)[0][0][0] for seat in range(3)}


@pytest.mark.parametrize(("haste", "answer"), [(0.0, SAFE), (0.5, PREY)])
def test_where_the_others_may_be_hasty_what_beats_first_sight_is_played(haste: float, answer: int) -> None:
    assert likeliest(haste) == {answer}

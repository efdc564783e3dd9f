"""What Gomoku's engine calls won or lost is so: played out against every reply that the readable rules allow."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.engine import Budget, analyse, think
from quintet.games import game
from tests.engine.test_gomoku import BANS, fights

LOOK, FOLLOW = Budget(nodes=600), Budget(nodes=20_000)
SEEDS = (200, 204, 207, 213, 216)
"""In these games one defence or another, if it is overlooked, makes a win of what is none."""


def wins(rules: Any, position: Any, winner: int) -> bool:
    """Does this seat win by the moves that the engine calls winning, whatever the other one replies?"""
    turn = rules.turn(position)
    if not turn:
        return bool(rules.outcome(position).winners == (winner,))
    if turn != (winner,):
        replies = rules.prompt(position, turn[0]).moves()
        return all(wins(rules, rules.apply(position, {turn[0]: reply})[0], winner) for reply in replies)
    thought = think(rules, position, winner, budget=FOLLOW)
    return thought.exact and wins(rules, rules.apply(position, {winner: thought.move})[0], winner)


@pytest.mark.parametrize("settings", BANS, ids=str)
def test_what_is_called_won_or_lost_in_a_fight_is_so(settings: dict[str, object]) -> None:
    rules: Any = game("gomoku", **settings)
    won = lost = 0
    for seed in SEEDS:
        for position in fights(rules, seed)[-12:]:
            (seat,) = rules.turn(position)
            found = analyse(rules, position, seat, LOOK, lines=3)
            for one in found.moves:
                if one.proven is None:
                    assert -1 < one.value < 1
                    continue
                after, _ = rules.apply(position, {seat: one.move})
                assert (one.proven, abs(one.value)) == ("equal", 1)
                assert wins(rules, after, seat if one.value > 0 else 1 - seat), (position, one)
                won, lost = won + (one.value > 0), lost + (one.value < 0)
            assert (found.proven == "equal") == (found.moves[0].value == 1)
            thought = think(rules, position, seat, budget=LOOK)
            assert thought.exact == (thought.value == 1)
            assert not thought.exact or wins(rules, rules.apply(position, {seat: thought.move})[0], seat)
    assert won > 5
    assert lost > 5

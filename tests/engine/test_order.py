"""A machine in a page is asked as one on the server is: the same nodes, the same loss, the same luck."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quintet.engine import registry
from quintet.engine.levels import LEVELS, THINKING
from quintet.engine.packing import pack
from quintet.engine.thought import FOREVER, Limits
from quintet.games import GAMES, game
from quintet.players import EnginePlayer


@pytest.mark.parametrize("name", GAMES)
def test_a_page_is_ordered_what_the_server_would_ask_of_its_own_engine(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game(name)
    position, engine = rules.start(), registry.player(rules)
    seat = rules.turn(position)[0]
    asked: list[Limits] = []
    analyse: Any = engine.analyse

    def remember(game: Any, position: Any, seat: int, limits: Limits) -> Any:
        asked.append(limits)
        few = Limits(deadline=limits.deadline, nodes=min(limits.nodes, 50), seed=limits.seed)
        return analyse(game, position, seat, few)

    monkeypatch.setattr(engine, "analyse", remember)
    for level in LEVELS:
        order = pack(rules, position, seat, level=level, seed=level).order
        assert order is not None
        EnginePlayer(level=level).choose(rules, position, seat, random.Random(level))
        limits = asked.pop()
        assert (order.nodes or FOREVER) == limits.nodes
        assert (order.loss, order.seed, order.seconds) == (limits.spread, limits.seed, THINKING)

"""A process that answers is ready before it says so: it has looked once, and no move waits for Python to go through what is loaded."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from quintet.bots import protocols
from quintet.engine import registry
from quintet.engine.thought import Limits
from quintet.games import game
from quintet.server.worker import Question, answer


@pytest.fixture(autouse=True)
def own_house() -> Iterator[None]:
    """These tests run in a process that has other work, too."""
    yield
    gc.unfreeze()


def by_a_protocol() -> None:
    protocols.get_ready(game("reversi"))


def by_a_server() -> None:
    assert not answer(Question(kind="load", game="reversi")).error


@pytest.mark.parametrize("load", [by_a_protocol, by_a_server])
def test_it_has_looked_once_and_what_is_loaded_is_not_gone_through_again(
    load: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Limits] = []
    engine: Any = registry.player(game("reversi"))
    analyse = engine.analyse

    def remember(rules: Any, position: Any, seat: int, limits: Limits) -> Any:
        looked.append(limits)
        return analyse(rules, position, seat, limits)

    monkeypatch.setattr(engine, "analyse", remember)
    gc.unfreeze()
    load()
    assert [limits.nodes for limits in looked] == [1]
    assert gc.get_freeze_count() > 10_000
    assert len(gc.get_objects()) < 1_000

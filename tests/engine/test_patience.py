"""Whoever waits for the compiler sees how far it is."""

from __future__ import annotations

import io
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from quintet.engine import _jit, patience, registry
from quintet.games import game
from quintet.games.contract import GameError
from quintet.games.record import Replay
from quintet.terminal.reviewer import Reviewer
from quintet.terminal.thinker import Thinker
from tests.waiting import PATIENCE, until


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def held(until_told: Callable[[], object]) -> None:
    """Wait, in the thread that loads an engine, however late others tell of it."""
    end = time.monotonic() + PATIENCE
    while not until_told() and time.monotonic() < end:
        time.sleep(0.01)


def slow(
    monkeypatch: pytest.MonkeyPatch, until_told: Callable[[], object], fails: Exception | None = None
) -> None:
    """An engine that has one part, and no more until that was told; that cannot be loaded in the end if it `fails`."""

    def load(_name: str) -> None:
        for part in range(3):
            for listener in _jit.on_part:
                listener(f"part {part}")
            held(until_told)
        if fails is not None:
            raise fails

    monkeypatch.setattr(registry, "load", load)


def test_a_person_at_a_terminal_is_told_and_the_line_is_wiped_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Screen()
    slow(monkeypatch, screen.getvalue)
    monkeypatch.setenv("COLUMNS", "160")
    patience.get_ready(game("reversi"), screen)
    told = screen.getvalue()
    assert "The engine is being compiled, which this machine does only once: 1 of " in told
    assert told.endswith(patience.WIPE)
    assert not _jit.on_part


@pytest.mark.parametrize("columns", [60, 80])
def test_on_a_narrow_terminal_it_stays_on_one_line(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    slow(monkeypatch, screen.getvalue)
    monkeypatch.setenv("COLUMNS", str(columns))
    patience.get_ready(game("reversi"), screen)
    lines = screen.getvalue().split(patience.WIPE)
    assert any(line.startswith("The engine is being compiled, once: 1 of ") for line in lines)
    assert max(map(len, lines)) < columns


def test_until_something_is_compiled_it_is_only_said_that_the_engine_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = Screen()
    monkeypatch.setattr(registry, "load", lambda _name: held(screen.getvalue))
    patience.get_ready(game("reversi"), screen)
    told = screen.getvalue()
    assert told.startswith(patience.WIPE + "The engine is being loaded: ")
    assert "compiled" not in told
    assert told.endswith(patience.WIPE)


def test_an_engine_that_cannot_be_loaded_leaves_nobody_telling_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(_name: str) -> None:
        raise ModuleNotFoundError

    monkeypatch.setattr(registry, "load", load)
    with pytest.raises(ModuleNotFoundError):
        patience.get_ready(game("reversi"), Screen())
    assert not _jit.on_part
    assert "patience" not in {thread.name for thread in threading.enumerate()}


def test_a_pipe_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe, begun = io.StringIO(), time.monotonic()
    slow(monkeypatch, lambda: time.monotonic() > begun + 2 * patience.QUIET_SECONDS)
    patience.get_ready(game("reversi"), pipe)
    assert pipe.getvalue() == ""


def test_what_is_only_loaded_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "QUIET_SECONDS", PATIENCE)  # here even that may take long
    monkeypatch.setattr(registry, "load", lambda _name: SimpleNamespace(plays=lambda _game: True))
    screen = Screen()
    patience.get_ready(game("reversi"), screen)
    assert screen.getvalue() == ""


def test_somebody_at_a_screen_is_told_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    slow(monkeypatch, lambda: told)
    patience.get_ready_for(game("reversi"), told.append)
    assert any("only once: 1 of " in text and text.endswith(" s.") for text in told)
    assert not any(patience.WIPE in text for text in told)


async def test_who_asks_what_the_engine_thinks_or_for_a_review_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small, thought, reviewed = game("reversi", size=4), list[str](), list[str]()

    def both_told() -> bool:
        return all(any("is being compiled" in text for text in told) for told in (thought, reviewed))

    slow(monkeypatch, both_told, GameError("it cannot be had"))
    thinker = Thinker(lambda told: thought.append(str(told)))
    reviewer = Reviewer(lambda told: reviewed.append(str(told)))
    thinker.look(small, small.start(), 0)
    reviewer.start(Replay(small))
    await until(both_told)
    await until(lambda: "cannot be had" in thought[-1] and "cannot be had" in reviewed[-1])

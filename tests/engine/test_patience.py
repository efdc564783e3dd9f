"""Whoever waits for the compiler sees how far it is."""

from __future__ import annotations

import io
import threading
import time
from types import SimpleNamespace

import pytest

from quintet.engine import _jit, patience, registry
from quintet.games import game


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine of which each part takes a while."""

    def load(_name: str) -> None:
        for part in range(3):
            time.sleep(0.4)
            for listener in _jit.on_part:
                listener(f"part {part}")

    monkeypatch.setattr(registry, "load", load)


def test_a_person_at_a_terminal_is_told_and_the_line_is_wiped_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    slow(monkeypatch)
    screen = Screen()
    patience.get_ready(game("reversi"), screen)
    told = screen.getvalue()
    assert "The engine is being compiled, which this machine does only once: 1 of " in told
    assert told.endswith(patience.WIPE)
    assert not _jit.on_part


def test_until_something_is_compiled_it_is_only_said_that_the_engine_is_loaded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "load", lambda _name: time.sleep(1.6))
    screen = Screen()
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
    slow(monkeypatch)
    pipe = io.StringIO()
    patience.get_ready(game("reversi"), pipe)
    assert pipe.getvalue() == ""


def test_what_is_only_loaded_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", lambda _name: SimpleNamespace(plays=lambda _game: True))
    screen = Screen()
    patience.get_ready(game("reversi"), screen)
    assert screen.getvalue() == ""

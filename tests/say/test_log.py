"""What happened, and where a table stands, as people read it."""

from __future__ import annotations

import inspect
import re
from random import Random
from typing import Any, get_args

import pytest

from quintet.games import GAMES
from quintet.say import log
from quintet.say.log import PLAIN
from quintet.table.events import AnyEvent, Created, Finished
from tests.corpus.tables import cases

CODES = re.compile(
    r"\bseat 0\b|take-(black|white)|place-two|king-\d|hex-\d|\bNone\b|[{}]|Has passed 0", re.IGNORECASE
)
"""What no screen may show."""


def texts(data: Any) -> list[str]:
    if isinstance(data, str):
        return [data]
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [text for part in inner for text in texts(part)]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_said_is_a_code(name: str) -> None:
    lines = 0
    for _, before, update, after in cases(name, Random(8)):
        for said in (before["said"], update["said"], after["said"]):
            assert not [text for text in texts(said) if CODES.search(text)]
        lines += len(update["said"]["lines"])
        silent = {"finished"} | ({"settled"} if len(update["events"]) > 1 else set())
        if not {event["type"] for event in update["events"]} <= silent | {"submitted"}:
            assert update["said"]["lines"], update["events"]
    assert lines > 20


def test_every_event_is_told_or_left_out_on_purpose() -> None:
    source = inspect.getsource(log)
    for kind in get_args(AnyEvent):
        assert kind in (Created, Finished) or kind in PLAIN or f"case e.{kind.__name__}()" in source, kind


def test_what_was_played_is_told_with_what_it_did() -> None:
    lines: list[str] = []
    for name in ("reversi", "omega"):
        for _, _, update, _ in cases(name, Random(8)):
            lines += update["said"]["lines"]
    assert [
        line
        for line in lines
        if re.fullmatch(r"\w[^.]*: [a-h]\d, turns [a-h]\d(, [a-h]\d)*( and [a-h]\d)?\.", line)
    ]
    assert [line for line in lines if re.search(r"\. That burns \w\d", line)]

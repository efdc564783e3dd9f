"""The page about the protocol has every message, every field and every code."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from quintet.say.counts import Row
from quintet.say.told import Told, ToldCounts, ToldMove, ToldPly, ToldSeat
from quintet.table.bench import Candidate
from quintet.table.commands import Create, GuestCommand
from quintet.table.shapes import (
    ClockView,
    OfferView,
    OutcomeView,
    PersonView,
    PlyView,
    SeatView,
    Summary,
    Update,
    View,
)
from quintet.wire import LARGEST, PROTOCOL, WIRE_SENTENCES, decode
from quintet.wire.messages import CLIENT_MESSAGES, SERVER_MESSAGES
from quintet.wire.schema import tag

PAGE = (Path(__file__).parents[2] / "docs" / "wire.md").read_text("utf-8")


@pytest.mark.parametrize("kind", [*CLIENT_MESSAGES, *SERVER_MESSAGES])
def test_every_message(kind: type) -> None:
    assert f"`{tag(kind)}`" in PAGE
    assert kind.__doc__


@pytest.mark.parametrize(
    "kind",
    [
        *(kind for kind in CLIENT_MESSAGES if kind is not Create and kind not in get_args(GuestCommand)),
        *SERVER_MESSAGES,
        *(SeatView, PersonView, ClockView, OfferView, OutcomeView, PlyView, View, Update, Summary, Candidate),
        *(Told, ToldSeat, ToldCounts, ToldPly, ToldMove, Row),
    ],
)
def test_every_field(kind: type) -> None:
    missing = [name for name in kind.__struct_fields__ if f"`{name}`" not in PAGE]  # type: ignore[attr-defined]
    assert not missing


def test_every_code_of_the_wire() -> None:
    assert all(f"\n| `{code}` |" in PAGE for code in WIRE_SENTENCES)


def test_the_numbers() -> None:
    assert f"version of the protocol is {PROTOCOL}" in PAGE
    assert f"{LARGEST // 1024} KiB" in PAGE


def test_what_the_example_sends_can_be_sent() -> None:
    sent = [line[2:] for line in PAGE.splitlines() if line.startswith("> {")]
    assert [tag(type(decode(line))) for line in sent] == ["hello", "join", "enter", "sit", "ready", "move"]

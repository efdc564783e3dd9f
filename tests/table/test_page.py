"""The page about the table has everything that can be asked, can happen and can be refused."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from quintet.table.commands import AnyCommand, Create
from quintet.table.events import END_REASONS, AnyEvent, Ending, OfferKind
from quintet.table.machines import NeedKind
from quintet.table.refusal import SENTENCES, Code

PAGE = (Path(__file__).parents[2] / "docs" / "table.md").read_text("utf-8")
COMMANDS: tuple[type, ...] = (Create, *get_args(AnyCommand))
EVENTS: tuple[type, ...] = get_args(AnyEvent)


def tag(kind: type) -> str:
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]  # a tagged Struct


def has_row(title: str, name: str) -> bool:
    """Is there a row for this name in the table under this title?"""
    section = PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]
    return f"\n| `{name}` |" in section


@pytest.mark.parametrize("kind", COMMANDS)
def test_every_command(kind: type) -> None:
    assert has_row("Commands", tag(kind))
    assert kind.__doc__
    own = set(kind.__struct_fields__) - {"id"}  # type: ignore[attr-defined]  # a Struct
    assert all(f"`{field}`" in PAGE for field in own)


@pytest.mark.parametrize("kind", EVENTS)
def test_every_event(kind: type) -> None:
    assert has_row("Events", tag(kind))
    assert kind.__doc__


@pytest.mark.parametrize("code", get_args(Code))
def test_every_refusal_with_its_sentence(code: Code) -> None:
    assert has_row("Refusals", code)
    assert SENTENCES[code].endswith(".")


def test_every_reason_of_the_table() -> None:
    assert all(has_row("The game", reason) for reason in END_REASONS)


def test_every_offer_and_every_need() -> None:
    assert all(has_row("The game", kind) for kind in get_args(OfferKind))
    assert all(f"`{word}`" in PAGE for word in (*get_args(Ending), *get_args(NeedKind)))

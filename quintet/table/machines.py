"""Machines at a table: what they owe now.

The table never plays for a machine. It says what is needed; whoever runs the table asks an engine and gives the answer
back as a command, with the version it was asked at, so that a late or repeated answer does no harm.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from quintet.table.table import Table, owing

NeedKind = Literal["move", "draw", "hint"]


class Need(Struct, frozen=True):
    """Something an engine is to be asked for."""

    seat: int
    kind: NeedKind
    version: int
    """Goes back with the answer."""
    machine: str | None
    """Who is asked; None for a hint to a person, which any engine may give."""


def pending_machines(table: Table) -> tuple[Need, ...]:
    """What is owed by machines now; the same need keeps the same version until it is met or lapses."""
    needs: list[Need] = []
    if table.status == "playing":
        for seat in owing(table):
            machine = table.seats[seat].machine
            if machine is not None:
                needs.append(Need(seat, "move", table.turn_version, machine))
    if table.offer is not None and table.offer.kind == "draw":
        for seat in table.offer.waiting:
            machine = table.seats[seat].machine
            if machine is not None:
                needs.append(Need(seat, "draw", table.offer.version, machine))
    if table.hint_due is not None:
        needs.append(Need(table.hint_due.seat, "hint", table.hint_due.version, None))
    return tuple(needs)

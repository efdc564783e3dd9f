"""Which spaces to mark as the last move."""

from __future__ import annotations

from collections.abc import Iterable

from quintet.games.contract import Change


def last_spaces(changes: Iterable[Change]) -> tuple[str, ...]:
    """Where the last round put something, after everything has fallen; if it put nothing, where it took something."""
    put: dict[str, None] = {}
    taken: dict[str, None] = {}
    for change in changes:
        if change.kind in ("place", "burn"):
            put[change.space] = None
        elif change.kind == "fall" and change.space in put:
            del put[change.space]
            put[change.to] = None
        elif change.kind == "remove":
            put.pop(change.space, None)
            taken[change.space] = None
    return tuple(put or taken)

"""The picture of a table that a client keeps up to date: a view, and every update merged into it."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from quintet.games.contract import apply_changes
from quintet.table import Update, View


def merge(view: View, update: Update) -> View:
    """The picture after an update."""
    fields = {name: value for name in _SHARED if (value := getattr(update, name)) is not UNSET}
    plies, board = view.plies, view.board
    if update.keep is not UNSET:
        plies = plies[: update.keep]
    if update.plies is not UNSET:
        plies = (*plies, *update.plies)
        for ply in update.plies:
            board = board if update.board is not UNSET else apply_changes(board, ply.changes)
    if update.board is not UNSET:
        board = update.board
    people = {person.guest: person for person in view.people}
    if update.people is not UNSET:
        people |= {person.guest: person for person in update.people}
    if update.departed is not UNSET:
        people = {guest: person for guest, person in people.items() if guest not in update.departed}
    return msgspec.structs.replace(
        view, version=update.version, board=board, plies=plies, people=tuple(people.values()), **fields
    )


_SHARED = tuple(
    set(Update.__struct_fields__)
    & set(View.__struct_fields__) - {"room", "version", "plies", "board", "people"}
)

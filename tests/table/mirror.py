"""A face in miniature: it has a view, gets updates as bytes, and must end up with the view that a newcomer gets."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict, replace

from quintet.games.contract import apply_changes
from quintet.table import Update, View
from quintet.wire import decode_server, encode

_SPECIAL = {"type", "room", "version", "at", "events", "id", "people", "departed", "keep", "plies", "board"}


class Mirror:
    def __init__(self, view: View) -> None:
        self.view = _carried(view)
        self.heard: list[bytes] = [encode(view)]

    def hear(self, update: Update) -> None:
        data = encode(update)
        self.heard.append(data)
        received = decode_server(data)
        assert isinstance(received, Update)
        fields: dict[str, Any] = {
            name: value
            for name, value in asdict(received).items()
            if value is not UNSET and name not in _SPECIAL
        }
        self.view = replace(
            self.view, version=received.version, **fields, **self._people(received), **self._plies(received)
        )

    def _people(self, update: Update) -> dict[str, Any]:
        people = {person.guest: person for person in self.view.people}
        if update.departed is not UNSET:
            people = {guest: person for guest, person in people.items() if guest not in update.departed}
        if update.people is not UNSET:
            people |= {person.guest: person for person in update.people}
        return {"people": tuple(people.values())}

    def _plies(self, update: Update) -> dict[str, Any]:
        plies, board = self.view.plies, self.view.board
        if update.keep is not UNSET:
            plies = plies[: update.keep]
        if update.plies is not UNSET:
            plies += update.plies
            for ply in update.plies:
                board = apply_changes(board, ply.changes)
        if update.board is not UNSET:
            board = update.board
        return {"plies": plies, "board": board}


def _carried(view: View) -> View:
    """The view as it arrives."""
    received = decode_server(encode(view))
    assert isinstance(received, View)
    return received

"""Cases of a table's picture and an update: what Python and JavaScript must make of them is the picture afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
from msgspec import UnsetType

from quintet.say.told import told_view
from quintet.server.telling import Telling
from quintet.table import Table, view
from quintet.table.commands import Answer, Ask, Enter, Rename, Resign
from quintet.table.events import AnyEvent
from quintet.table.update import Broadcast
from quintet.wire import encode, encode_more
from tests.table.scene import Scene

SMALL: dict[str, dict[str, Any]] = {
    "reversi": {"size": 4},
    "gomoku": {"size": 9, "opening": "swap2"},
    "onyx": {"board": "hex-2"},
    "omega": {"size": 4},
    "best": {"tokens": 8},
}
GUESTS = ("ann", "bob", "eve")
"""Two players, and somebody who watches."""
MOST_MOVES = 60


def picture(table: Table, guest: str) -> dict[str, Any]:
    """The whole table as a browser gets it."""
    seen = view(table, guest)
    data: dict[str, Any] = msgspec.json.decode(
        encode_more(encode(seen), {"said": told_view(table.game, seen)})
    )
    return data


def news(before: Table, events: tuple[AnyEvent, ...], after: Table, guest: str) -> dict[str, Any]:
    """What a step changed, as a browser gets it."""
    broadcast = Broadcast(before, events, after)
    update = broadcast.to(guest)
    prompts = None if isinstance(update.prompts, UnsetType) else update.prompts
    said = Telling(broadcast).to(broadcast.group(guest), prompts)
    data: dict[str, Any] = msgspec.json.decode(encode_more(encode(update), {"said": said}))
    return data


def cases(name: str, rng: Random) -> Iterator[tuple[str, dict[str, Any], dict[str, Any], dict[str, Any]]]:
    """Guest, picture, update and picture afterwards, for every step of a game in which much happens besides moves."""
    scene = Scene.playing(name, options=SMALL.get(name, {}))
    for happening in happenings(scene, rng):
        before = scene.table
        happening()
        if scene.table is not before:
            for guest in GUESTS:
                update = news(before, scene.events, scene.table, guest)
                yield guest, picture(before, guest), update, picture(scene.table, guest)


def happenings(scene: Scene, rng: Random) -> Iterator[Any]:
    """Somebody comes to watch, players move, ask, answer and change their names, and one gives up."""
    yield lambda: scene.when("eve", Enter(name="Eve"))
    for number in range(MOST_MOVES):
        table = scene.table
        if not table.turn:
            return
        seat = rng.choice(table.turn)
        move = table.game.prompt(table.position, seat).sample(rng)
        yield lambda seat=seat, move=move: scene.when(scene.holder(seat), scene.move(seat, move))
        if number == 2:
            yield lambda: scene.when("ann", Rename(name="Anna"))
        if number in (3, 6) and scene.table.plies and scene.table.turn and scene.table.offer is None:
            kind = "undo" if number == 3 else "draw"
            asker = "ann" if any(s == 0 for s, _ in scene.table.plies[-1].moves) else "bob"
            yield lambda kind=kind, asker=asker: scene.when(asker, Ask(kind=kind))
            asked = waiting(scene)
            if asked:
                other = scene.holder(asked[0])
                yield lambda other=other, number=number: scene.when(other, Answer(accept=number == 3))
        if number == 40 and scene.table.turn:
            yield lambda: scene.when("bob", Resign())
            return


def waiting(scene: Scene) -> tuple[int, ...]:
    """The seats that have an offer to answer."""
    return scene.table.offer.waiting if scene.table.offer is not None else ()

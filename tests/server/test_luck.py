"""The luck of machines: one for all servers of an installation, and nothing that can be known beforehand."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from quintet.server.identity import Identity
from quintet.server.local import LocalMachines
from quintet.server.machines import MACHINES, question
from quintet.server.worker import answer
from quintet.store.memory import MemoryStore
from quintet.table import Need, Step, Table, create, pending_machines, step
from quintet.table.commands import Ask, Create
from quintet.table.evolve import fold
from quintet.wire import decode_event, encode_event

ROOMS = 12


def scene(kind: str, room: str = "room") -> tuple[Table, Need]:
    """A table where seat 0 owes a move, or is owed a hint; anybody may know everything about it."""
    seats = ("random", "me") if kind == "move" else ("me", "me")
    opened = create(room, "ann", Create(name="Open", game="gomoku", offline=True, seats=seats), 5)
    assert isinstance(opened, Step)
    events = opened.events
    if kind == "hint":
        asked = step(opened.table, "ann", Ask(kind="hint"), 6)
        assert isinstance(asked, Step)
        events += asked.events
    table = fold(decode_event(encode_event(event)) for event in events)  # as any node reads it
    (need,) = pending_machines(table)
    return table, need


def choice(table: Table, need: Need, key: bytes) -> str:
    """What comes of it; the random player shows the luck best, for hints too."""
    return answer(replace(question(table, need, key), machine="random")).move


async def key_of(store: MemoryStore) -> bytes:
    return (await Identity.open(store)).key(MACHINES)


@pytest.fixture(autouse=True)
def no_secret_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("QUINTET_SECRET", raising=False)


@pytest.mark.parametrize("kind", ["move", "hint"])
async def test_all_that_is_public_does_not_tell_what_a_machine_will_do(kind: str) -> None:
    ours, theirs = await key_of(MemoryStore()), await key_of(MemoryStore())
    rooms = [scene(kind, f"room{number}") for number in range(ROOMS)]
    chosen = [choice(table, need, ours) for table, need in rooms]
    foretold = [
        choice(table, need, theirs) for table, need in rooms
    ]  # by somebody who knows all but the secret
    assert sum(a == b for a, b in zip(chosen, foretold, strict=True)) <= 3
    assert len(set(chosen)) > ROOMS // 2, "and one room does not tell of another"


@pytest.mark.parametrize("kind", ["move", "hint"])
async def test_the_same_room_on_two_nodes_of_one_store_has_the_same_luck(kind: str) -> None:
    store = MemoryStore()
    one, two = await key_of(store), await key_of(store)
    assert question(*scene(kind), one) == question(*scene(kind), two)


async def test_the_key_of_machines_signs_no_guest() -> None:
    identity = await Identity.open(MemoryStore())
    assert Identity(identity.key(MACHINES)).guest(identity.token("ann")) is None
    assert identity.key("another purpose") != identity.key(MACHINES)


async def test_each_program_that_plays_by_itself_has_its_own_luck() -> None:
    several = [LocalMachines(), LocalMachines()]
    table, need = scene("move")
    try:
        one, again, other = [
            [await machines(table, replace(need, version=number)) for number in range(6)]
            for machines in (several[0], *several)
        ]
    finally:
        for machines in several:
            await machines.close()
    assert one == again
    assert one != other

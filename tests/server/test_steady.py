"""The time that tables are played by: steps of the system's clock, stalls and restarts are nobody's time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintet.server.hub import Hub
from quintet.server.identity import Identity
from quintet.server.machines import PoolWorkers
from quintet.server.pool import Pool
from quintet.server.steady import ALIVE, GAPS, STALL_MS, STAMP_MS, SteadyClock, Uptime
from quintet.store import open_store
from quintet.store.memory import MemoryStore
from quintet.table import SERVER, Clock, view
from quintet.table.commands import Create, Enter, Move, Ready, Sit, Tick
from quintet.table.shapes import ClockView


class Machine:
    """A computer with a clock that people may set, and one that they may not."""

    def __init__(self) -> None:
        self.set_ms = 1_000_000
        self.ran_ms = 0

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: (self.set_ms + self.ran_ms) * 10**6, lambda: self.ran_ms * 10**6)


spans = st.integers(0, STALL_MS)


@given(st.lists(st.tuples(spans, st.integers(-(10**9), 10**9))))
def test_a_step_of_the_systems_clock_changes_nothing(steps: list[tuple[int, int]]) -> None:
    machine = Machine()
    clock = machine.clock()
    begun = clock.now()
    for span, step in steps:
        clock.beat()
        machine.ran_ms += span
        machine.set_ms += step
        assert clock.now() == begun + machine.ran_ms


@given(st.lists(st.tuples(st.integers(0, 100_000), st.booleans()), min_size=1))
def test_a_stalled_loop_stops_the_time_and_nothing_else_does(spans: list[tuple[int, bool]]) -> None:
    machine = Machine()
    clock = machine.clock()
    clock.beat()
    counted = clock.now()
    for span, asked in spans:
        machine.ran_ms += span
        counted += min(span, STALL_MS)
        if asked:  # before the loop beats again, as a command that waited in a socket does
            assert clock.now() == counted
        clock.beat()
        assert clock.now() == counted
    assert clock.stalled == machine.ran_ms - (counted - 1_000_000)


async def restarted(
    store: MemoryStore, machine: Machine, work: Callable[[Uptime, SteadyClock], Awaitable[None]]
) -> Uptime:
    clock = machine.clock()
    uptime = Uptime(store, clock)
    await uptime.begin()
    await work(uptime, clock)
    return uptime


async def test_the_gaps_between_servers_are_remembered() -> None:
    store, machine = MemoryStore(), Machine()
    seen: list[int] = []

    async def serve(uptime: Uptime, clock: SteadyClock) -> None:
        seen.append(clock.now())
        machine.ran_ms += STAMP_MS
        await uptime.stamp()

    await restarted(store, machine, serve)
    assert (await restarted(store, machine, serve)).away(0) == 0, "it was there at once"
    machine.ran_ms += 60_000
    await restarted(store, machine, serve)
    machine.ran_ms += 7_000
    uptime = await restarted(store, machine, serve)
    assert uptime.away(0) == 67_000
    assert uptime.away(seen[1]) == 67_000, "a room that slept through both"
    assert uptime.away(seen[2]) == 7_000
    assert uptime.away(seen[3]) == 0


async def test_a_clock_that_was_set_back_while_nobody_was_there_stops_no_game() -> None:
    store, machine = MemoryStore(), Machine()

    async def serve(uptime: Uptime, clock: SteadyClock) -> None:
        machine.ran_ms += STAMP_MS
        await uptime.stamp()

    await restarted(store, machine, serve)
    last = machine.set_ms + machine.ran_ms
    machine.set_ms -= 3_600_000

    async def look(_: Uptime, clock: SteadyClock) -> None:
        assert clock.now() == last
        machine.ran_ms += 100
        assert clock.now() == last + 100

    await restarted(store, machine, look)


def hub_on(machine: Machine, store: MemoryStore) -> Hub:
    hub = Hub(store, Identity(b"secret"), PoolWorkers(Pool(1), b"key"))
    hub.steady = machine.clock()
    hub.clock = hub.steady.now
    hub.uptime = Uptime(store, hub.steady)
    hub.presence._clock = lambda: machine.set_ms + machine.ran_ms
    return hub


async def test_a_game_goes_on_after_a_restart_with_what_was_left(tmp_path: Path) -> None:
    machine = Machine()
    store = await open_store(f"sqlite:{tmp_path / 'rooms'}")
    first = hub_on(machine, store)  # type: ignore[arg-type]  # any store
    await first.uptime.begin()
    clock = Clock(reserve_ms=60_000)
    name = await first.create("ann", "", Create(name="Blitz", game="reversi", clock=clock))
    assert isinstance(name, str)
    room = await first.room(name)
    assert room is not None
    for who, command in (
        ("bob", Enter(name="Bob")), ("bob", Sit(seat=1)), ("ann", Ready()), ("bob", Ready())
    ):  # fmt: skip
        room.give(who, command)
    await room.settled()
    machine.ran_ms += 3_000
    room.give(SERVER, Tick())
    await room.settled()
    machine.ran_ms += 20_000  # ann thinks, and the server dies
    await first.uptime.stamp()
    room.stop()
    machine.ran_ms += 3_600_000
    machine.set_ms += 7_200_000  # and somebody sets the clock
    second = hub_on(machine, store)  # type: ignore[arg-type]  # any store
    await second.uptime.begin()
    room = await second.room(name)
    assert room is not None
    await room.settled()
    machine.ran_ms += 10_000
    room.give("ann", Move(seat=0, text="d3", version=room.table.version))
    await room.settled()
    shown = view(room.table, "ann").clock
    assert isinstance(shown, ClockView)
    assert shown.reserve_left == (30_000, 60_000)
    room.stop()
    await store.close()


class SharedStore(MemoryStore):
    """One that is another server's too."""

    shared = True


class Player:
    """Somebody who is connected."""

    prompts = words = False

    def __init__(self, guest: str) -> None:
        self.guest = guest

    def push(self, data: bytes) -> None:
        pass

    def put_out(self, reason: str) -> None:
        pass


async def test_what_one_of_two_servers_is_down_is_not_on_its_players_clocks() -> None:
    machine, store = Machine(), SharedStore()
    first, second = hub_on(machine, store), hub_on(machine, store)
    name = await first.create("ann", "", Create(name="Blitz", game="reversi", clock=Clock(reserve_ms=60_000)))
    assert isinstance(name, str)
    room = await first.room(name)
    assert room is not None
    room.join(Player("ann"))
    for command in (Enter(name="Bob"), Sit(seat=1), Ready()):
        room.give("bob", command)
    room.give("ann", Ready())
    await room.settled()
    machine.ran_ms += 3_000
    room.give(SERVER, Tick())
    await room.settled()
    machine.ran_ms += 10_000  # ann thinks, and her server dies
    await first.presence.sign()
    room.stop()
    other = await second.room(name)
    assert other is not None
    machine.ran_ms += 7_000
    other.join(Player("bob"))
    other.join(Player("ann"))
    other.join(Player("ann"))  # in another window
    await other.changed_from(other.table.version)
    machine.ran_ms += 5_000
    other.give("ann", Move(seat=0, text="d3", version=other.table.version))
    await other.settled()
    shown = view(other.table, "ann").clock
    assert isinstance(shown, ClockView)
    assert shown.reserve_left == (45_000, 60_000)
    other.stop()


@pytest.mark.parametrize("alive", [b"", b"garbage", b"-5", b"1" * 40, b"null", b"\xff"])
@pytest.mark.parametrize("gaps", [b"[]", b"garbage", b'[["a", 1]]', b"{}"])
async def test_what_was_kept_of_the_time_may_be_damaged(alive: bytes, gaps: bytes) -> None:
    store, machine = MemoryStore(), Machine()
    await store.keep(ALIVE, alive)
    await store.keep(GAPS, gaps)
    clock = machine.clock()
    before = clock.now()
    uptime = Uptime(store, clock)
    await uptime.begin()
    assert clock.now() == before
    assert uptime.away(0) == 0
    assert int((await store.kept(ALIVE))[ALIVE]) == before, "from now on it is right again"

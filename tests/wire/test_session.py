"""A table in this process and a room on a server look the same to a face."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from quintet.games import GAMES
from quintet.games.record import replay
from quintet.players import forget, make_player, welcome
from quintet.say.clocks import time_left
from quintet.server.local import LocalMachines
from quintet.server.pool import Pool, PoolError
from quintet.table import Clock, Need, Table, Update
from quintet.table.bench import machines as bench
from quintet.table.commands import (
    AnyCommand,
    Ask,
    Create,
    Fill,
    GiveHint,
    MachineAnswer,
    Move,
    Ready,
    Resign,
    Sit,
)
from quintet.wire.actions import actions
from quintet.wire.client import Client, ServerError
from quintet.wire.picture import board_after, record_of
from quintet.wire.session import LocalSession, RemoteSession, Session
from tests.server.harness import serving
from tests.waiting import until


async def think(table: Table, need: Need) -> AnyCommand:
    """A machine without a process: any legal move, and yes to every draw."""
    if need.kind == "draw":
        return MachineAnswer(seat=need.seat, accept=True, version=need.version)
    rng = Random(need.version)
    move = make_player("random").choose(table.game, table.position, need.seat, rng)
    if need.kind == "hint":
        return GiveHint(seat=need.seat, version=need.version, move=move)
    return Move(seat=need.seat, text=move, version=need.version)


async def local(game: str, *seats: str, **fields: object) -> LocalSession:
    return await LocalSession.open(
        Create(name="Here", game=game, seats=seats, offline=True, **fields),  # type: ignore[arg-type]
        think,
    )


async def play_on(session: Session, rounds: int = 10_000) -> None:
    """Play any moves for whoever sits here, until the game is over."""
    rng = Random(3)
    for _ in range(rounds):
        await until(lambda: bool(session.view.prompts) or session.view.status != "playing")
        if session.view.status != "playing":
            return
        for prompt in session.view.prompts:
            await session.move(prompt.sample(rng), prompt.seat)


@pytest.mark.parametrize("name", GAMES)
async def test_a_whole_game_against_a_machine(name: str) -> None:
    session = await local(name, "me", *["random"] * (GAMES[name]().seats - 1))
    await play_on(session, 40)
    played = replay(record_of(session.view))
    assert board_after(session.view, len(session.view.plies)) == played.game.board(played.position)
    assert board_after(session.view, 0) == session.view.start
    await session.close()


async def test_machines_play_each_other() -> None:
    session = await local("reversi", "random", "random", options={"size": 4})
    await until(lambda: session.view.status == "finished")
    assert session.view.outcome is not None
    await session.close()


async def test_news_tells_what_happened_and_ends() -> None:
    session = await local("reversi", "me", "me")
    kinds: list[str] = []

    async def read() -> None:
        async for news in session.news():
            assert isinstance(news, Update)
            kinds.extend(type(event).__name__ for event in news.events)

    reading = asyncio.create_task(read())
    await session.move("d3")
    await session.ask(Ask(kind="undo"))
    await session.ask(Resign(seat=1))
    await session.close()
    await reading
    assert kinds == ["Played", "TakenBack", "Resigned", "Finished"]
    with pytest.raises(ServerError):
        await session.move("d3")


async def test_a_wrong_move_is_refused_and_nothing_changes() -> None:
    session = await local("reversi", "me", "me")
    with pytest.raises(ServerError) as refused:
        await session.move("a1")
    assert refused.value.code == "illegal-move"
    assert not session.view.plies
    with pytest.raises(ServerError, match="no game"):
        await local("chess", "me", "me")
    await session.close()


async def test_hints_and_draws_are_answered() -> None:
    session = await local("reversi", "me", "random")
    await session.ask(Ask(kind="hint"))
    await until(lambda: session.view.hint is not None)
    await session.move("d3")
    await session.ask(Ask(kind="draw"))
    await until(lambda: session.view.status == "finished")
    assert session.view.outcome is not None
    assert session.view.outcome.reason == "agreed"
    await session.close()


async def test_time_runs_out() -> None:
    session = await local("reversi", "me", "me", clock=Clock(move_ms=2_000))
    clock = session.view.clock
    assert clock is not None
    assert time_left(clock, 0, (clock.since or 0) + 10)[0] in (1_990, 2_000)
    await session.move("d3")
    await until(lambda: session.view.status == "finished")
    assert session.view.outcome is not None
    assert session.view.outcome.reason == "flagged"
    await session.close()


async def test_worker_processes_think_for_a_local_table() -> None:
    machines = LocalMachines()
    seats = ("me", "greedy")
    session = await LocalSession.open(
        Create(name="Here", game="reversi", options={"size": 4}, seats=seats, offline=True), machines
    )
    await play_on(session)
    assert session.view.status == "finished"
    await session.close()
    await machines.close()


FAILING = """
class Failing:
    moves = 0

    def choose(self, game, position, seat, rng):
        self.moves += 1
        if self.moves > 1:
            raise RuntimeError("the engine has ended")
        return game.prompt(position, seat).sample(rng)
"""


async def test_a_player_from_outside_that_fails_is_exchanged_and_the_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text(FAILING, "utf-8")
    player = f"{file}:Failing"
    command = Create(name="Here", game="reversi", seats=("me", player), offline=True)
    with pytest.raises(ServerError):
        await LocalSession.open(command, think)  # nobody of this name is at home yet
    welcome(player, ("reversi",))
    machines = LocalMachines()
    try:
        machines.get_ready(command)
        session = await LocalSession.open(command, machines)
        await play_on(session, 2)
        await until(lambda: bool(session.preparing))
        assert (
            "broke down: RuntimeError: the engine has ended. Give the seat to somebody else"
            in session.preparing
        )
        assert session.connected
        session.prepare("The engine is being compiled.")
        assert "broke down" in session.preparing, "who failed is not forgotten over who is not ready"
        offered = actions(session.view, session.view.guest, session.now(), session.bench)
        (greedy,) = [
            action.command for action in offered if action.label == "Give seat 2 to the greedy player"
        ]
        assert isinstance(greedy, Fill)
        await session.ask(greedy)
        await play_on(session, 2)
        assert len(session.view.plies) >= 5
        await session.close()
    finally:
        forget(player)
        await machines.close()


async def test_a_player_from_outside_that_does_not_play_a_game_is_refused_before_it() -> None:
    welcome("gtp:nothing", ("reversi",))
    machines = LocalMachines()
    try:
        with pytest.raises(ServerError, match="does not play Onyx"):
            machines.get_ready(Create(name="Here", game="onyx", seats=("me", "gtp:nothing"), offline=True))
        assert [one.name for one in bench() if not one.plays("onyx")] == ["gtp:nothing"]
    finally:
        forget("gtp:nothing")
        await machines.close()


async def test_why_a_machine_does_not_answer_is_told_in_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(_pool: Pool, _question: object) -> str:
        raise PoolError("no worker could answer: it did not answer within 5 s")

    monkeypatch.setattr(Pool, "ask", silent)
    machines = LocalMachines()
    try:
        command = Create(name="Here", game="reversi", seats=("greedy", "me"), offline=True, host_name="Ann")
        session = await LocalSession.open(command, machines)
        await until(lambda: bool(session.preparing))
        assert session.preparing == (
            "No worker could answer: it did not answer within 5 s. Give the seat to somebody else, or save the game."
        )
        await session.close()
    finally:
        await machines.close()


@pytest.fixture
async def address(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    monkeypatch.setattr("quintet.table.draft.COUNTDOWN_MS", 50)
    async with serving(messages_per_second=0) as node:
        yield node.address


async def test_the_same_in_a_room(address: str) -> None:
    ann, ben = Client(address), Client(address)
    await ann.open()
    await ben.open()
    command = Create(name="Ours", game="reversi", options={"size": 4}, host_name="Ann")
    first = await RemoteSession.create(ann, command)
    second = await RemoteSession.join(ben, first.view.room, name="Ben")
    assert Client(first.link).linked_room == first.view.room
    assert abs(first.now() - LocalSession.now(await local("reversi", "me", "me"))) < 60_000
    with pytest.raises(ServerError, match="Take a seat"):
        await second.move("a1")
    await second.ask(Sit(seat=1))
    await first.ask(Ready())
    await second.ask(Ready())
    await until(lambda: second.view.status == "playing" and first.view.status == "playing")
    sessions = (first, second)
    while first.view.status == "playing":
        await until(lambda: any(s.view.prompts for s in sessions) or first.view.status != "playing")
        for session in sessions:
            for prompt in session.view.prompts:
                await session.move(next(prompt.moves()))
    await until(lambda: second.view.status == "finished")
    assert record_of(first.view) == record_of(second.view)
    await first.close()
    await second.close()
    assert first.ended
    assert not first.connected


async def test_there_is_no_such_room(address: str) -> None:
    client = Client(address)
    await client.open()
    with pytest.raises(ServerError) as refused:
        await RemoteSession.join(client, "nowhere")
    assert refused.value.code == "no-such-room"
    await client.close()

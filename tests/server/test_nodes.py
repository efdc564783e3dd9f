"""Several servers on one PostgreSQL, workers elsewhere, and servers that are killed."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncpg
import httpx
import pytest

from quintet.server.hub import load_table
from quintet.store import open_store
from quintet.table import record
from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.ports import free_port
from tests.server.harness import Process, seat_all, serving
from tests.server.test_play import in_step, picture, play_on
from tests.server.test_reviews import archived, reviewed
from tests.waiting import PATIENCE, until


async def test_players_on_two_nodes_share_a_table(postgres_url: str) -> None:
    async with (
        serving(postgres_url) as one,
        serving(postgres_url) as two,
        Client(one.address) as ann,
        Client(two.address) as ben,
        Client(two.address) as eve,
    ):
        await eve.follow_lobby()
        room = await seat_all([ann, ben], size=4)
        await until(lambda: room in eve.rooms)
        await eve.join(room)
        await play_on([ann, ben])
        await in_step(ann, ben, eve)
        assert picture(ann).outcome == picture(ben).outcome
        assert picture(ann).plies == picture(eve).plies
        assert one.hub.counts["events"]
        assert two.hub.counts["events"]


async def test_a_guest_is_the_same_on_every_node(postgres_url: str) -> None:
    async with serving(postgres_url) as one, serving(postgres_url) as two:
        async with Client(one.address) as ann:
            room = await ann.create(Create(name="Ours", game="reversi"))
        async with Client(two.address, token=ann.token) as again:
            assert again.guest == ann.guest
            assert (await again.join(room)).you == (0,)


async def test_of_two_moves_at_once_on_two_nodes_one_counts(postgres_url: str) -> None:
    async with (
        serving(postgres_url) as one,
        serving(postgres_url) as two,
        Client(one.address) as ann,
        Client(two.address) as ben,
    ):
        room = await seat_all([ann, ben])
        async with Client(two.address, token=ann.token) as twin:
            await twin.join(room)
            answers = await asyncio.gather(
                ann.move("d3"), twin.move("f5"), twin.move("e6"), return_exceptions=True
            )
            assert sum(not isinstance(answer, BaseException) for answer in answers) == 1
            await in_step(ann, ben, twin)
            assert len(picture(ben).plies) == 1


async def test_a_node_that_stops_hearing_catches_up(postgres_url: str) -> None:
    async with (
        serving(postgres_url) as one,
        serving(postgres_url) as two,
        Client(one.address) as ann,
        Client(two.address) as ben,
    ):
        await seat_all([ann, ben])
        connection = await asyncpg.connect(postgres_url)
        await connection.execute(
            """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE query LIKE 'LISTEN%' AND datname = current_database()"""
        )
        await connection.close()
        await ann.move("d3")
        await in_step(ann, ben)
        await ben.move("c5")
        await in_step(ann, ben)


@asynccontextmanager
async def worker(url: str, *options: str) -> AsyncIterator[asyncio.subprocess.Process]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "quintet", "worker", "--store", url, "--processes", "1", *options,
        stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    try:
        assert process.stderr is not None
        line = await asyncio.wait_for(process.stderr.readline(), PATIENCE)
        assert b"worker ready" in line, line + await process.stderr.read()
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
            await asyncio.wait_for(process.wait(), PATIENCE)


async def test_two_nodes_and_one_worker(postgres_url: str) -> None:
    async with (
        serving(postgres_url, workers=0) as one,
        serving(postgres_url, workers=0) as two,
        worker(postgres_url) as thinking,
        Client(one.address) as ann,
        Client(two.address) as eve,
    ):
        seats = ("me", "greedy")
        create = Create(name="Far", game="reversi", options={"size": 4}, seats=seats, offline=True)
        room = await ann.create(create)
        await ann.join(room)
        await eve.join(room)
        while picture(ann).status == "playing":
            await until(lambda: picture(ann).status != "playing" or bool(picture(ann).prompts))
            if picture(ann).prompts:
                await ann.move(next(picture(ann).prompts[0].moves()))
        await in_step(ann, eve)
        assert picture(eve).outcome is not None
        assert thinking.stderr is not None
        told = b""
        async with asyncio.timeout(400):  # it may have to compile them first
            while b"engines loaded" not in told:
                line = await thinking.stderr.readline()
                assert line, f"the worker has ended: {told.decode()}"
                told += line
        name = await archived(one)
        async with (
            httpx.AsyncClient(base_url=one.address) as here,
            httpx.AsyncClient(base_url=two.address) as there,
        ):
            await here.post(f"/api/archive/{name}/review")
            assert (await reviewed(one, here, name))["state"] == "done"
            kept = (await there.get(f"/api/archive/{name}/review")).json()
            assert kept["review"]["complete"], "what one node had made, the other has too"
            assert await one.hub.store.kept("answer/") == {}


async def test_a_killed_worker_costs_a_moment_and_never_a_game(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quintet.server.queue.ASK_AGAIN", (0.5,))
    async with serving(postgres_url, workers=0) as node, Client(node.address) as ann:
        room = await ann.create(Create(name="Far", game="reversi", seats=("me", "random"), offline=True))
        await ann.join(room)
        async with worker(postgres_url, "--lazy") as first:
            os.kill(first.pid, signal.SIGSTOP)
            await ann.move("d3")
            os.kill(first.pid, signal.SIGKILL)
            await first.wait()
        async with worker(postgres_url, "--lazy"):
            await until(lambda: len(picture(ann).plies) == 2)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_killed_server_loses_nothing_and_its_players_go_on(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:{tmp_path / 's'}" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    server = await Process.start(url, free_port())
    async with Client(server.address) as ann, Client(server.address) as ben:
        room = await seat_all([ann, ben], size=6)
        players = [ann, ben]
        acknowledged = 0
        for _ in range(3):
            for _ in range(4):
                seat = picture(ann).turn[0]
                await players[seat].move(next(picture(players[seat]).prompts[0].moves()))
                await in_step(ann, ben)
                acknowledged += 1
            await server.kill()
            store = await open_store(url)
            table = await load_table(store, room)
            assert table is not None
            assert len(record(table).moves) == acknowledged
            await store.close()
            server = await Process.start(url, server.port)
            await until(lambda: len(picture(ann).plies) == acknowledged)  # noqa: B023  (awaited at once)
        await play_on(players)
    assert await server.stop() == 0


async def test_a_move_in_flight_when_the_server_dies_is_played_exactly_once(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 's'}"
    server = await Process.start(url, free_port())
    async with Client(server.address) as ann, Client(server.address) as ben:
        await seat_all([ann, ben])
        moving = asyncio.create_task(ann.move("d3"))
        await asyncio.sleep(0)
        await server.kill()
        server = await Process.start(url, server.port)
        await asyncio.wait_for(moving, PATIENCE)
        await in_step(ann, ben)
        assert [ply.moves for ply in picture(ben).plies] == [((0, "d3"),)]
    await server.stop()


async def test_a_stopping_server_says_when_to_come_back(tmp_path: Path) -> None:
    server = await Process.start(f"sqlite:{tmp_path / 's'}", free_port())
    async with Client(server.address) as ann:
        room = await ann.create(Create(name="Ours", game="reversi"))
        await ann.join(room)
        assert await server.stop() == 0
        byes = [message async for message in first(ann, "Bye")]
        assert byes == ["shutdown"]
        again = await Process.start(f"sqlite:{tmp_path / 's'}", server.port)
        await until(lambda: ann.connected)
        assert picture(ann).room == room
    await again.stop()


async def first(client: Client, kind: str) -> AsyncIterator[str]:
    async for message in client.news():
        if type(message).__name__ == kind:
            yield message.reason  # type: ignore[union-attr]  # only a Bye is asked for
            return

"""A server whose store is gone, full or damaged: players are told, nothing acknowledged is lost, and it goes on."""

from __future__ import annotations

import asyncio
import json
import resource
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from quintet.server.hub import load_table
from quintet.store import open_store
from quintet.table import record
from quintet.table.commands import Create, Ready
from quintet.wire.client import Client, ServerError
from tests.postgres import Cluster, cluster
from tests.server.harness import Process, seat_all, serving
from tests.server.test_http import ask
from tests.server.test_nodes import worker
from tests.server.test_play import in_step, picture
from tests.waiting import PATIENCE, until


@pytest.fixture(scope="module")
def doomed() -> Iterator[Cluster]:
    """A PostgreSQL for these tests alone."""
    with cluster() as running:
        yield running


async def move(client: Client) -> None:
    """Any legal move of whoever this client is."""
    await client.move(next(picture(client).prompts[0].moves()))


async def refused(client: Client) -> str:
    """The code with which a move of this client is refused."""
    with pytest.raises(ServerError) as refusal:
        await move(client)
    return refusal.value.code


@pytest.mark.parametrize("trouble", ["stop", "pause"])
async def test_players_are_refused_while_the_database_is_gone_and_play_on_when_it_is_back(
    doomed: Cluster, trouble: str
) -> None:
    url = doomed.database()
    async with serving(url) as node, Client(node.address) as ann, Client(node.address) as ben:
        room = await seat_all([ann, ben])
        other = await ann.create(Create(name="Another", game="reversi"))
        node.hub.rooms.pop(other).stop()  # nobody is there: it has to be read from the store
        await move(ann)
        await in_step(ann, ben)
        assert (await ask(node, "/ready")).status == 200
        await asyncio.to_thread(doomed.stop if trouble == "stop" else doomed.pause)
        try:
            assert await refused(ben) == "unavailable"
            assert await refused(ben) == "unavailable"

            async def unready() -> bool:
                return (await ask(node, "/ready")).status == 503

            await until(unready)
            assert (await ask(node, "/ready")).json["text"] == "The server cannot write to its store now."
            answer = await ask(node, f"/api/rooms/{other}/record")
            assert (answer.status, answer.json["code"]) == (503, "unavailable")
            assert (await ask(node, f"/api/rooms/{room}/record")).status == 200
            assert (await ask(node, "/health")).status == 200
        finally:
            await asyncio.to_thread(doomed.start if trouble == "stop" else doomed.go_on)

        async def ready() -> bool:
            return (await ask(node, "/ready")).status == 200

        await until(ready)
        if len(picture(ben).plies) == 1:  # else what was refused was written after all
            await move(ben)
        await in_step(ann, ben)
        assert len(picture(ann).plies) == 2
        await move(ann)
        table = await load_table(node.hub.store, room)
        assert table is not None
        assert len(record(table).moves) == 3


async def test_a_server_without_its_database_stops_when_told_to(doomed: Cluster) -> None:
    server = await Process.start(doomed.database())
    async with Client(server.address) as ann, Client(server.address) as ben:
        await seat_all([ann, ben])
        await asyncio.to_thread(doomed.stop)
        try:
            moving = asyncio.create_task(refused(ann))
            await asyncio.sleep(0.1)
            assert await server.stop() == 0
            moving.cancel()
        finally:
            await asyncio.to_thread(doomed.start)


async def test_a_worker_goes_on_after_a_restart_of_the_database(doomed: Cluster) -> None:
    url = doomed.database()
    async with (
        serving(url, workers=0) as node,
        worker(url, "--lazy") as thinking,
        Client(node.address) as ann,
    ):
        room = await ann.create(Create(name="Far", game="reversi", seats=("me", "random"), offline=True))
        await ann.join(room)
        await move(ann)
        await until(lambda: len(picture(ann).plies) == 2)
        await asyncio.to_thread(doomed.stop)
        await asyncio.to_thread(doomed.start)

        async def ready() -> bool:
            return (await ask(node, "/ready")).status == 200

        await until(ready)
        await move(ann)
        await until(lambda: len(picture(ann).plies) == 4)
        assert thinking.returncode is None


@pytest.mark.parametrize("kind", ["memory", "sqlite", "postgres"])
async def test_a_room_that_cannot_be_is_not_there(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    urls = {"memory": "memory:", "sqlite": f"sqlite:{tmp_path / 's'}"}
    url = urls.get(kind) or request.getfixturevalue("postgres_url")
    async with serving(url) as node, Client(node.address) as ann:
        for name in ("a%00b", "%ff", "a%20b", "%F0%9F%99%82", "x" * 200, "%ED%A0%80", "a'b"):
            for path in ("record", "info/0"):
                answer = await ask(node, f"/api/rooms/{name}/{path}")
                assert (answer.status, answer.json["code"]) == (404, "no-such-room"), name
            answer = await ask(node, f"/api/rooms/{name}/games")
            assert (answer.status, answer.json) == (200, []), name
        for name in ("a\0b", "a b", "🙂", "x" * 30):
            with pytest.raises(ServerError) as refusal:
                await ann.join(name)
            assert refusal.value.code == "no-such-room"
        for query in ("game=%00", "game=a%00b", "options=%7B%22size%22:%22%5Cu0000%22%7D"):
            answer = await ask(node, f"/api/archive?{query}")
            assert (answer.status, answer.json) == (200, {"games": [], "next": None}), query


async def test_a_full_disk_refuses_moves_until_there_is_room_again(tmp_path: Path) -> None:
    url, log = f"sqlite:{tmp_path / 's'}", tmp_path / "log"
    server = await Process.start(url, 0, log, "--lazy", "--log-level", "warning")
    async with Client(server.address) as ann, Client(server.address) as ben:
        room = await seat_all([ann, ben])
        players = [ann, ben]
        await move(ann)
        await in_step(ann, ben)
        wide = resource.prlimit(server.number, resource.RLIMIT_FSIZE)
        for played in (1, 3):
            resource.prlimit(server.number, resource.RLIMIT_FSIZE, (1024, wide[1]))
            assert await refused(players[played % 2]) == "unavailable"
            assert await refused(players[played % 2]) == "unavailable"
            answer = await ask(server, "/ready")
            assert (answer.status, answer.json["code"]) == (503, "unavailable")
            resource.prlimit(server.number, resource.RLIMIT_FSIZE, wide)
            await move(players[played % 2])
            await in_step(ann, ben)
            await move(players[(played + 1) % 2])
            await in_step(ann, ben)
            assert len(picture(ann).plies) == played + 2
    await server.kill()
    assert "store failed" in log.read_text("utf-8")  # a warning, for who reads nothing less
    store = await open_store(url)
    table = await load_table(store, room)
    assert table is not None
    assert len(record(table).moves) == 5
    assert await store.check() == []
    await store.close()


def hurt(path: Path, room: str) -> None:
    """Let a room's second move be one that nobody could make."""
    connection = sqlite3.connect(path)
    moves = connection.execute(
        "SELECT version FROM event WHERE room = ? AND instr(data, 'played') ORDER BY version", (room,)
    ).fetchall()
    data = b'{"type":"played","at":1,"moves":[[1,"a1"]]}'
    connection.execute("UPDATE event SET data = ? WHERE room = ? AND version = ?", (data, room, moves[1][0]))
    connection.commit()
    connection.close()


async def test_a_damaged_room_is_told_at_the_start_and_not_served(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 's'}"
    rooms = []
    async with serving(url) as node:
        for _ in range(3):
            async with Client(node.address) as ann, Client(node.address) as ben:
                rooms.append(await seat_all([ann, ben]))
                for client in (ann, ben, ann):
                    await move(client)
                    await in_step(ann, ben)
    hurt(tmp_path / "s", rooms[0])
    connection = sqlite3.connect(tmp_path / "s")
    connection.execute("DELETE FROM event WHERE room = ? AND version = 3", (rooms[1],))
    connection.commit()
    connection.close()
    log = tmp_path / "log"
    server = await Process.start(url, 0, log)
    await until(lambda: log.read_text().count("room damaged") == 2)
    told = await asyncio.wait_for(server.read_line(), PATIENCE)
    assert "2 rooms cannot be opened, all others can" in told
    for room in rooms[:2]:
        assert room in log.read_text()
    async with Client(server.address) as ann:
        for room in rooms[:2]:
            with pytest.raises(ServerError) as refusal:
                await ann.join(room)
            assert refusal.value.code == "damaged"
            answer = await ask(server, f"/api/rooms/{room}/record")
            assert (answer.status, answer.json["code"]) == (410, "damaged")
        assert len((await ann.join(rooms[2])).plies) == 3
        assert (await ask(server, "/ready")).status == 200
    assert await server.stop() == 0
    assert "Traceback" not in log.read_text()


async def test_whoever_is_in_a_room_that_another_server_lets_go_is_told(postgres_url: str) -> None:
    async with serving(postgres_url) as node, Client(node.address) as ann:
        room = await ann.create(Create(name="Forgotten", game="reversi"))
        await ann.join(room)
        store = await open_store(postgres_url)
        assert await store.forget(room, picture(ann).version)
        await store.close()
        with pytest.raises(ServerError) as refusal:
            await ann.ask(Ready())
        assert refusal.value.code == "no-such-room"


async def test_opening_too_many_rooms_is_refused_with_what_would_be_right(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("quintet.server.hub.ROOMS_PER_SECOND", 0)  # however slowly they are opened here
    async with serving() as node:
        body = b'{"type":"create","name":"One of many","game":"reversi"}'
        for _ in range(200):
            answer = await ask(node, "/api/rooms", "POST", body)
            if answer.status != 201:
                break
        assert (answer.status, answer.json["code"]) == (429, "too-many-rooms")
        assert "in a short time; try again in a minute" in answer.json["text"]


async def test_opening_rooms_that_take_much_room_is_refused_sooner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.server.hub.ROOM_KILOBYTES_BURST", 5)
    monkeypatch.setattr("quintet.server.hub.ROOM_KILOBYTES_PER_SECOND", 0)
    large = {"board": {"spaces": {f"a{n}": [n, 0] for n in range(1, 201)}, "edges": []}}
    async with serving() as node:
        body = json.dumps({"type": "create", "name": "Large", "game": "onyx", "options": large}).encode()
        answers = [await ask(node, "/api/rooms", "POST", body) for _ in range(3)]
        assert [answer.status for answer in answers] == [201, 429, 429]
        assert answers[-1].json["code"] == "too-many-rooms"
        small = b'{"type":"create","name":"Small","game":"reversi"}'
        assert (await ask(node, "/api/rooms", "POST", small)).status == 201
        assert len(await node.hub.store.rooms()) == 2


async def works(database: asyncpg.Connection) -> bool:
    """Has a worker begun to look for questions?"""
    return bool(await database.fetchval("SELECT count(*) FROM procrastinate_workers"))


async def test_a_worker_whose_database_is_gone_ends_when_it_is_told_to(doomed: Cluster) -> None:
    url = doomed.database()
    async with worker(url, "--lazy") as process:
        database = await asyncpg.connect(url)
        await until(lambda: works(database))
        await database.close()
        await asyncio.to_thread(doomed.stop)
        try:
            process.terminate()
            assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
        finally:
            await asyncio.to_thread(doomed.start)

"""Two nodes behind the proxies of deploy/, for real: games are played through them, also while the nodes are restarted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from quintet.server.hub import load_table
from quintet.store import open_store
from quintet.table import record
from quintet.wire.client import Client, ServerError
from tests.deploy.proxies import caddy, nginx, trusting
from tests.ports import free_port
from tests.server.harness import Process, seat_all
from tests.server.test_play import in_step, picture, play_on

OPTIONS = ("--lazy", "--allow-host", "localhost", "--trusted-proxy", "127.0.0.0/8")


@asynccontextmanager
async def nodes(url: str, log: Path) -> AsyncIterator[list[Process]]:
    """Two nodes, which a test may replace in this list."""
    both = [await Process.start(url, free_port(), log / f"node-{number}", *OPTIONS) for number in range(2)]
    try:
        yield both
    finally:
        for node in both:
            await node.stop()


def fetch(folder: Path, address: str, **headers: str) -> tuple[int, bytes]:
    try:
        with urlopen(Request(address, headers=headers), context=trusting(folder)) as answer:
            return answer.status, answer.read()
    except HTTPError as refused:
        return refused.code, refused.read()


async def test_a_game_through_nginx(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    async with (
        nodes(postgres_url, tmp_path) as both,
        nginx(tmp_path, [node.port for node in both]) as address,
        Client(address) as ann,
        Client(address) as ben,
    ):
        room = await seat_all([ann, ben], size=4)
        await play_on([ann, ben])
        await in_step(ann, ben)
        assert picture(ann).status == "finished"
        status, page = await asyncio.to_thread(fetch, tmp_path, f"{address}r/{room}")
        assert status == 200
        assert b"<title>" in page
        assert (await asyncio.to_thread(fetch, tmp_path, f"{address}metrics"))[0] == 404
        connected = [
            (await asyncio.to_thread(fetch, tmp_path, f"http://localhost:{node.port}/metrics"))[1]
            for node in both
        ]
        assert all(b"quintet_" in metrics for metrics in connected)


async def test_a_game_through_caddy(postgres_url: str, tmp_path: Path) -> None:
    async with (
        nodes(postgres_url, tmp_path) as both,
        caddy(tmp_path, [node.port for node in both]) as address,
        Client(address) as ann,
        Client(address) as ben,
    ):
        await seat_all([ann, ben], size=4)
        await play_on([ann, ben])
        assert picture(ann).status == "finished"


async def test_nodes_are_restarted_one_after_the_other_under_load_and_no_game_is_lost(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upgrade: three games are played through nginx all the while, and every acknowledged move is there in the end."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))
    restarted = asyncio.Event()
    async with (
        nodes(postgres_url, tmp_path) as both,
        nginx(tmp_path, [node.port for node in both]) as address,
        AsyncExitStack() as stack,
    ):
        tables = []
        for _ in range(3):
            pair = [await stack.enter_async_context(Client(address)) for _ in range(2)]
            tables.append((await seat_all(pair, size=8), pair))
        playing = [asyncio.create_task(play_until(restarted, room, pair)) for room, pair in tables]
        for number, node in enumerate(both):
            await asyncio.sleep(0.3)
            assert await node.stop() == 0
            both[number] = await Process.start(
                postgres_url, node.port, tmp_path / f"again-{number}", *OPTIONS
            )
        restarted.set()
        acknowledged = await asyncio.gather(*playing)
    store = await open_store(postgres_url)
    try:
        for (room, _), moves in zip(tables, acknowledged, strict=True):
            table = await load_table(store, room)
            assert table is not None
            assert len(moves) > 4
            assert [text for _, text in record(table).moves] == moves
    finally:
        await store.close()


async def play_until(restarted: asyncio.Event, room: str, pair: list[Client]) -> list[str]:
    """Play on until the nodes are restarted, and some moves more; the moves that were acknowledged."""
    acknowledged: list[str] = []
    left = 3
    while (left or len(acknowledged) <= 4) and picture(pair[0]).status == "playing":
        left = max(0, left - restarted.is_set())
        version = max(picture(client).version for client in pair)
        await asyncio.sleep(0.05)
        seat = picture(pair[0]).turn[0]
        prompts = [prompt for prompt in picture(pair[seat]).prompts if prompt.seat == seat]
        if not prompts or picture(pair[seat]).version < version:
            continue  # it has not seen the last move yet
        move = next(prompts[0].moves())
        try:
            await pair[seat].move(move, seat)
        except ServerError as error:
            if error.code != "already-accepted":
                continue  # in the moment of a restart: asked again
        acknowledged.append(move)
        await in_step(*pair)
    return acknowledged

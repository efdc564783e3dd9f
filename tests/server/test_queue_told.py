"""People who wait for a machine that has many others to answer first are told so, on every face, and no longer than that."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

import pytest
from textual.widgets import Static

from quintet.chat.words import table_text
from quintet.desktop.items import Standing
from quintet.desktop.tables import TableFeed, watch_room
from quintet.server.pool import Pool
from quintet.server.turns import FEW
from quintet.table.commands import Ask, Create
from quintet.wire.client import Client
from quintet.wire.messages import Queue
from tests.server.harness import Node, serving
from tests.server.test_machines import ask_about
from tests.server.test_nodes import worker
from tests.server.test_play import picture
from tests.server.test_pool import workers
from tests.terminal.conftest import table_of
from tests.terminal.test_rooms import at_table, program
from tests.waiting import until

CROWD = 13
"""One of them is with the worker; the others come before whoever asks next."""
TOLD = f"The machine has {CROWD - 1} others before you."


@pytest.fixture
async def node(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Node]:
    """A server with one worker, which may take as long as the test wants."""
    monkeypatch.setattr("quintet.server.serve.Pool", partial(Pool, answer_within=600.0))
    monkeypatch.setattr("quintet.server.pool.TELL_EVERY", 0.1)
    async with serving(workers=1) as running:
        assert running.pool is not None
        await running.pool.ask(ask_about("reversi", machine="random"))
        yield running


@asynccontextmanager
async def crowd(node: Node, size: int = CROWD) -> AsyncIterator[None]:
    """The worker stands still, and so many guests have asked it something; in the end it goes on and answers all."""
    assert node.pool is not None
    pool, (worker,) = node.pool, workers()
    os.kill(worker, signal.SIGSTOP)
    question = ask_about("reversi", machine="random")
    asked = [asyncio.create_task(pool.ask(question, f"guest {number}")) for number in range(size)]
    try:
        await until(lambda: pool.waiting == size - 1)
        yield
    finally:
        os.kill(worker, signal.SIGCONT)
        await asyncio.gather(*asked)


async def sit_down(client: Client, *seats: str) -> str:
    room = await client.create(Create(name="Ann", game="reversi", seats=seats, offline=True))
    await client.join(room)
    return room


@asynccontextmanager
async def told(client: Client) -> AsyncIterator[list[int]]:
    """Every number that this client is told."""
    numbers: list[int] = []

    async def listen() -> None:
        async for message in client.news():
            match message:
                case Queue(before=before):
                    numbers.append(before)

    listening = asyncio.create_task(listen())
    yield numbers
    listening.cancel()


async def test_who_waits_behind_many_is_told_and_then_no_longer(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as eve, told(ann) as numbers:
        async with crowd(node):
            room = await sit_down(ann, "greedy", "me")
            await until(lambda: picture(ann).queue == TOLD)
            await eve.join(room)
            assert picture(eve).queue == TOLD, "who comes later sees it, too"
        await until(lambda: len(picture(ann).plies) == 1)
        await until(lambda: picture(ann).queue == picture(eve).queue == "")
        assert numbers[0] == CROWD - 1
        assert numbers[-1] == 0


async def test_a_few_are_not_worth_a_word(node: Node) -> None:
    async with Client(node.address) as ann, told(ann) as numbers:
        async with crowd(node, FEW + 1):
            await sit_down(ann, "greedy", "me")
            await asyncio.sleep(0.5)  # they would have been told by now
        await until(lambda: len(picture(ann).plies) == 1)
        assert not numbers


async def test_who_wants_a_hint_is_told_too(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Client(node.address) as ann, crowd(node):
        await sit_down(ann, "me", "me")
        await ann.ask(Ask(kind="hint"))
        await until(lambda: picture(ann).queue == TOLD)
        monkeypatch.setattr("quintet.server.pool.TELL_EVERY", 600.0)
        await asyncio.sleep(0.3)  # from now on the pool tells nothing more
        await ann.move(next(picture(ann).prompts[0].moves()))
        await until(lambda: picture(ann).queue == "")
        assert node.pool is not None
        assert node.pool.waiting == CROWD, "the question still waits, and nobody waits for it"


async def test_the_faces_show_it(node: Node) -> None:
    async with Client(node.address) as ann:
        async with crowd(node):
            room = await sit_down(ann, "greedy", "me")
            link = f"{node.address.rstrip('/')}/r/{room}"
            await until(lambda: picture(ann).queue == TOLD)
            assert f"\n{TOLD}" in table_text(picture(ann), lambda seat: seat.name, 0)
            feed = TableFeed(watch_room(link))
            said: list[str] = []
            await until(lambda: f"The greedy player is thinking. {TOLD}" in _read(feed, said))
            app = program(room=link)
            async with app.run_test(size=(80, 24)) as pilot:
                await until(at_table(app))
                await pilot.pause()
                shown = table_of(app).query_one("#ask", Static).content
                assert str(shown) == f"The greedy player is thinking. {TOLD}"
        await until(lambda: TOLD not in _read(feed, said)[-1])
        await asyncio.to_thread(feed.close)


def _read(feed: TableFeed, said: list[str]) -> list[str]:
    """All that the window was to say so far of where the table stands."""
    while (item := feed.next()) is not None:
        if isinstance(item, Standing):
            said.append(item.state)
    return said


async def test_workers_elsewhere_have_a_queue_too(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.server.queue.ASK_AGAIN", (0.2,))
    async with AsyncExitStack() as stack:
        node = await stack.enter_async_context(serving(postgres_url, workers=0))
        guests = [await stack.enter_async_context(Client(node.address)) for _ in range(FEW + 2)]
        for guest in guests:
            await sit_down(guest, "random", "me")
        said = f"The machine has {FEW + 1} others before you."
        await until(lambda: sorted(picture(guest).queue for guest in guests) == [""] * (FEW + 1) + [said])
        await stack.enter_async_context(worker(postgres_url, "--lazy"))
        await until(lambda: all(len(picture(guest).plies) == 1 for guest in guests))
        await until(lambda: not any(picture(guest).queue for guest in guests))

"""The client that faces and bots share."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve

from quintet.games import GAMES
from quintet.table.commands import Ask, Create, Enter, Ready, Rename
from quintet.wire import LARGEST, PROTOCOL, encode
from quintet.wire import client as client_module
from quintet.wire.client import Client, ServerError
from quintet.wire.messages import Opened, Welcome
from tests.server.harness import serving
from tests.server.test_play import in_step, picture
from tests.waiting import PATIENCE


@pytest.mark.parametrize("name", GAMES)
async def test_the_merged_picture_is_the_picture(name: str) -> None:
    """What updates make of a view is what the server would show anew, move by move."""
    rng = Random(7)
    async with serving(messages_per_second=0) as node, Client(node.address) as ann:
        seats = ("me",) * GAMES[name]().seats
        room = await ann.create(Create(name="Alone", game=name, seats=seats, offline=True))
        await ann.join(room)
        async with Client(node.address, token=ann.token) as fresh:
            for number in itertools.count():
                view = picture(ann)
                if view.status != "playing" or number == 12:
                    break
                for prompt in view.prompts:
                    await ann.move(prompt.sample(rng), prompt.seat)
                if number == 5:
                    await ann.ask(Ask(kind="undo"))
                assert await fresh.join(room) == picture(ann)


async def test_people_who_come_and_go_are_merged_too() -> None:
    async with serving() as node, Client(node.address) as ann, Client(node.address) as ben:
        room = await ann.create(Create(name="Ours", game="reversi"))
        await ann.join(room)
        await ben.join(room)
        await ben.ask(Enter(name="Ben"))
        await ben.ask(Rename(name="Benjamin"))
        await in_step(ann, ben)
        assert [person.name for person in picture(ann).people] == ["Host", "Benjamin"]


async def test_an_answer_that_changes_nothing_and_one_that_is_no() -> None:
    async with serving() as node, Client(node.address) as ann:
        with pytest.raises(ServerError) as refusal:
            await ann.ask(Ready())
        assert refusal.value.code == "not-joined"
        with pytest.raises(ServerError):
            await ann.move("d3")
        room = await ann.create(Create(name="Ours", game="reversi"))
        await ann.join(room)
        before = picture(ann)
        await ann.ask(Rename(name="Host"))
        assert picture(ann) == before


async def test_every_request_made_at_once_gets_its_own_answer() -> None:
    async with serving() as node, Client(node.address) as ann:
        rooms = await asyncio.gather(*(ann.create(Create(name=f"{n}", game="reversi")) for n in range(8)))
        names = [(await ann.join(room)).name for room in rooms]
        assert names == [str(n) for n in range(8)]


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("ftp://localhost", "is no server"),
        ("http://", "is no server"),
        ("localhost:1", "nobody answers at http://localhost:1: no server runs there"),
        ("nobody.invalid", "nobody answers at .*: there is no machine of that name"),
    ],
)
async def test_a_server_that_is_none_is_named(address: str, sentence: str) -> None:
    with pytest.raises(ServerError, match=sentence):
        await Client(address).open()


async def test_a_closed_client_says_so() -> None:
    async with serving() as node:
        client = Client(node.address)
        await client.open()
        await client.close()
        with pytest.raises(ServerError, match="closed"):
            await client.create(Create(name="x", game="reversi"))
        assert [message async for message in client.news()] == []


async def test_news_that_nobody_asks_for_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_module, "MOST_NEWS", 3)
    async with serving() as node:
        client = Client(node.address)
        await client.open()
        rooms = [await client.create(Create(name=f"{n}", game="reversi")) for n in range(5)]
        assert client._news.qsize() == 3
        heard = client.news()
        opened = [await anext(heard) for _ in range(3)]
        assert [message.room for message in opened if isinstance(message, Opened)] == rooms[-3:]
        await client.close()


# --- nobody waits for ever ----------------------------------------------------------------------------------------------


@asynccontextmanager
async def server_that_answers(answer: Callable[[dict[str, Any]], str]) -> AsyncIterator[str]:
    """A server that greets, and then says whatever a test wants."""

    async def talk(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send(encode(Welcome(protocol=PROTOCOL, server="x", guest="g", now=0)), text=True)
        async for data in socket:
            await socket.send(answer(json.loads(data)), text=True)

    async with serve(talk, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_message_that_is_malformed_is_refused_to_whoever_sent_it() -> None:
    async with serving() as node, Client(node.address) as ann, asyncio.timeout(PATIENCE):
        with pytest.raises(ServerError) as refusal:
            await ann.ask(Rename(name="x" * 10_000))
        assert refusal.value.code == "malformed"
        await ann.create(Create(name="Ours", game="reversi"))


async def test_a_message_that_is_too_large_is_not_sent_again_and_again() -> None:
    async with serving() as node, Client(node.address) as ann, asyncio.timeout(PATIENCE):
        await ann.join(await ann.create(Create(name="O", game="reversi", seats=("me", "me"), offline=True)))
        with pytest.raises(ServerError) as refusal:
            await ann.move("x" * LARGEST)
        assert refusal.value.code == "too-large"
        await ann.move("d3")


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        ('{"type":"refused","code":"malformed","text":"No."}', "malformed"),
        ('{"type":"done","id":NUMBER,"version":"x"}', "malformed"),
        ('{"type":"news-of-tomorrow","id":NUMBER}', "malformed"),
    ],
)
async def test_an_answer_that_says_nothing_is_an_answer(answer: str, code: str) -> None:
    def say(message: dict[str, Any]) -> str:
        return answer.replace("NUMBER", str(message["id"]))

    async with server_that_answers(say) as address, Client(address) as ann, asyncio.timeout(PATIENCE):
        with pytest.raises(ServerError) as refusal:
            await ann.ask(Ready())
        assert refusal.value.code == code


async def test_messages_of_a_newer_server_are_passed_over() -> None:
    told = iter(['{"type":"news-of-tomorrow","what":[1]}', "{}", "no JSON"])

    def say(message: dict[str, Any]) -> str:
        return next(told, f'{{"type":"done","id":{message["id"]},"version":3}}')

    async with server_that_answers(say) as address, Client(address) as ann, asyncio.timeout(PATIENCE):
        asked = [asyncio.create_task(ann.ask(Ready())) for _ in range(4)]
        done, waiting = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        assert [task.result().version for task in done] == [3]
        for task in waiting:
            task.cancel()

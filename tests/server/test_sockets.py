"""The door and the line: who may connect, what may be sent, and what happens to those who do not read."""

from __future__ import annotations

import asyncio
import gc
import socket
import sqlite3
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from quintet.server.conversation import Conversation
from quintet.server.edge import Line
from quintet.server.identity import Identity
from quintet.server.sockets import Connection, Upgraded
from quintet.table.commands import Create, Enter
from quintet.wire.client import Client
from tests.server.bare import CLOSE, TEXT, bare, frame
from tests.server.harness import Node, raw, serving, ws
from tests.waiting import PATIENCE, until


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Origin": "https://evil.example"}, 403, "foreign-origin"),
        ({"Origin": "null"}, 403, "foreign-origin"),
        ({"Origin": "http://localhost"}, 403, "foreign-origin"),
        ({"Cookie": "quintet_guest=someone.else"}, 403, "wrong-token"),
        ({"Cookie": "quintet_guest="}, 403, "wrong-token"),
        ({"Authorization": "Bearer nobody"}, 403, "wrong-token"),
        ({"Cookie": "quintet_guest=" + "x" * 5000}, 403, "wrong-token"),
    ],
)
async def test_the_door_refuses_before_accepting(
    node: Node, headers: dict[str, str], status: int, code: str
) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        await connect(ws(node.address), additional_headers=headers)
    assert refusal.value.response.status_code == status
    answer = msgspec.json.decode(refusal.value.response.body)
    assert answer["code"] == code
    assert answer["text"].endswith(".")


async def test_the_password_of_a_proxy_in_front_is_no_token(node: Node) -> None:
    basic = {"Authorization": "Basic eDp5"}
    async with connect(ws(node.address), additional_headers=basic) as line:
        assert line.response is not None
        cookie = line.response.headers["Set-Cookie"].partition(";")[0]
        guest = node.hub.identity.guest(cookie.partition("=")[2])
    async with raw(node.address, hello=False, additional_headers=basic | {"Cookie": cookie}) as line_again:
        await line_again.send(type="hello", protocol=1)
        assert (await line_again.until("welcome"))["guest"] == guest


async def test_a_token_signed_with_another_secret_is_refused(node: Node) -> None:
    forged = Identity(b"another secret").token("somebody")
    with pytest.raises(InvalidStatus):
        await connect(ws(node.address), additional_headers={"Authorization": f"Bearer {forged}"})


async def test_a_foreign_name_is_refused_even_if_it_leads_here(node: Node) -> None:
    port = int(node.address.rstrip("/").rpartition(":")[2])
    with pytest.raises(InvalidStatus) as refusal:
        await connect(f"ws://evil.example:{port}/ws", host="127.0.0.1", port=port)
    assert refusal.value.response.status_code == 400


async def test_only_one_path_is_a_websocket(node: Node) -> None:
    with pytest.raises(InvalidStatus) as refusal:
        await connect(ws(node.address) + "x")
    assert refusal.value.response.status_code == 404


async def test_the_own_page_may_connect_and_gets_a_cookie(node: Node) -> None:
    origin = node.address.rstrip("/")
    async with connect(ws(node.address), origin=origin) as line:  # type: ignore[arg-type]  # a plain text will do
        assert line.response is not None
        cookie = line.response.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        token = cookie.partition("=")[2].partition(";")[0]
        assert node.hub.identity.guest(token) is not None


async def test_the_same_token_is_the_same_guest(node: Node) -> None:
    async with Client(node.address) as first:
        async with Client(node.address, token=first.token) as second:
            assert first.guest == second.guest
        async with Client(node.address) as third:
            assert third.guest != first.guest


@pytest.mark.parametrize(
    "data",
    [
        "", "hello", "{}", "[]", "null", '{"type":"nonsense"}', '{"type":"move"}', '{"type":"hello","protocol":"x"}',
        '{"type":"join","room":"' + "x" * 81 + '"}', '{"type":"enter","name":"' + "x" * 10_000 + '"}', "[" * 5000,
        '{"type":"ping","id":-1}', '{"type":"ping","extra":1}', '{"type":"tick"}', '{"type":"lost","guest":"x"}', "\ud7ff",
    ],
)  # fmt: skip
async def test_whatever_is_no_message_is_refused_with_a_sentence(node: Node, data: str) -> None:
    async with raw(node.address) as line:
        await line.send_bytes(data)
        refusal = await line.until("refused")
        assert refusal["code"] == "malformed"
        assert refusal["text"]
        await line.send(type="ping", id=3)
        await line.until("pong", id=3)


@pytest.mark.parametrize(
    "rest", ["", ',"type":"nonsense"', ',"type":"move","seat":[]', ',"type":"ping","extra":{}']
)
async def test_a_refusal_names_the_message_wherever_that_can_be_read(node: Node, rest: str) -> None:
    async with raw(node.address) as line:
        await line.send_bytes(f'{{"id":7{rest}}}')
        assert (await line.until("refused"))["id"] == 7


async def test_hello_comes_first_and_speaks_the_protocol(node: Node) -> None:
    async with raw(node.address, hello=False) as line:
        for message in ({"type": "ping"}, {"type": "hello", "protocol": 99}):
            await line.send(**message)
            assert (await line.next())["code"] == "wrong-protocol"
        await line.send(type="hello", protocol=1)
        await line.until("welcome")
        await line.send(type="ready", id=4)
        assert (await line.until("refused", id=4))["code"] == "not-joined"


async def test_a_million_byte_name_closes_the_connection_and_hurts_nobody(node: Node) -> None:
    async with Client(node.address) as ann, raw(node.address) as line:
        room = await ann.create(Create(name="Ours", game="reversi"))
        await ann.join(room)
        with suppress(ConnectionClosed):  # it may be cut off while sending
            await line.send_bytes('{"type":"enter","name":"' + "x" * 1_000_000 + '"}')
        with pytest.raises(ConnectionClosed):
            await line.until("never")
        await ann.ask(Enter(name="Still here"))


async def test_a_message_may_come_in_parts_up_to_the_limit(node: Node) -> None:
    async with raw(node.address) as line:
        await line.socket.send(iter(['{"type":"pi', 'ng",', '"id":7}']))
        await line.until("pong", id=7)
        await line.socket.send(iter(['"' + "x" * 9000, "x" * 9000]))
        with pytest.raises(ConnectionClosed) as closed:
            await line.until("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_binary_messages_are_not_spoken(node: Node) -> None:
    async with raw(node.address) as line:
        await line.socket.send(b"\x00\x01")
        with pytest.raises(ConnectionClosed) as closed:
            await line.until("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1003


async def test_too_many_messages_end_in_goodbye(node: Node) -> None:
    async with raw(node.address) as line:
        for number in range(100):
            with suppress(ConnectionClosed):
                await line.send(type="ping", id=number)
        with pytest.raises(ConnectionClosed) as closed:
            await line.until("never")
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4429
        assert any(b"too-fast" in data for data in line.seen)
    assert node.hub.counts["too fast"] == 1


async def test_a_store_whose_tables_are_gone_is_damaged_and_the_conversation_goes_on(tmp_path: Path) -> None:
    async with serving(f"sqlite:{tmp_path / 's'}") as node, raw(node.address) as line:
        other = sqlite3.connect(tmp_path / "s", isolation_level=None)
        (view,) = other.execute("SELECT sql FROM sqlite_master WHERE name = 'every_event'").fetchone()
        other.execute("DROP VIEW every_event")
        await line.send(type="join", room="somewhere", id=1)
        await line.send(type="ping", id=2)
        assert (await line.until("refused", id=1))["code"] == "damaged"
        await line.until("pong", id=2)
        other.execute(view)
        other.close()
        await line.send(type="join", room="somewhere", id=3)
        assert (await line.until("refused", id=3))["code"] == "no-such-room"


async def test_a_reader_who_acknowledges_nothing_is_given_up_by_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("quintet.server.serve.STALLED_SECONDS", 1)
    async with serving() as node, Client(node.address) as ann:
        room = await ann.create(Create(name="Ours", game="reversi"))
        await ann.join(room)
        stalled = await stopped_reader(node, room)
        live = node.hub.rooms[room]
        await until(lambda: len(live.watchers) == 2)
        (session,) = [watcher for watcher in live.watchers if watcher.guest != ann.guest]
        session.push(b'{"type":"pong","now":1,"padding":"' + b"x" * 300_000 + b'"}')  # less than may wait
        await until(lambda: len(live.watchers) == 1)
        assert node.hub.counts["dropped"] == 0
        stalled.close()


async def test_connections_are_counted(node: Node) -> None:
    node.hub.per_guest.cap = 2
    async with Client(node.address) as one, Client(node.address, token=one.token):
        header = {"Authorization": f"Bearer {one.token}"}
        with pytest.raises(InvalidStatus) as refusal:
            await connect(ws(node.address), additional_headers=header)
        assert refusal.value.response.status_code == 429
    await until(lambda: not node.hub.conversations)
    async with Client(node.address, token=one.token):
        pass


async def stopped_reader(node: Node, room: str) -> socket.socket:
    """A client that joins a room and never reads again."""
    loop, host, port = (
        asyncio.get_running_loop(),
        "127.0.0.1",
        int(node.address.rstrip("/").rpartition(":")[2]),
    )
    line = socket.socket()
    line.setblocking(False)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    await loop.sock_connect(line, (host, port))
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    head = (
        f"GET /ws HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n"
    )
    await loop.sock_sendall(line, head.encode())
    assert (await loop.sock_recv(line, 4096)).startswith(b"HTTP/1.1 101")
    for text in ('{"type":"hello","protocol":1}', f'{{"type":"join","room":"{room}"}}'):
        await loop.sock_sendall(line, bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text.encode())
    return line


async def test_a_reader_who_stops_reading_is_dropped_and_slows_nobody(node: Node) -> None:
    async with Client(node.address) as ann:
        room = await ann.create(Create(name="Ours", game="reversi"))
        await ann.join(room)
        stalled = await stopped_reader(node, room)
        live = node.hub.rooms[room]
        await until(lambda: len(live.watchers) == 2)
        (session,) = [watcher for watcher in live.watchers if watcher.guest != ann.guest]
        big = b'{"type":"pong","now":1,"padding":"' + b"x" * 50_000 + b'"}'
        for _ in range(200):
            session.push(big)
        await asyncio.wait_for(ann.ask(Enter(name="Ann")), PATIENCE)
        await until(lambda: len(live.watchers) == 1)
        assert node.hub.counts["dropped"] == 1
        stalled.close()


async def test_a_connection_that_is_closed_leaves_nothing_to_be_looked_for() -> None:
    """What hangs together in circles stays in memory until Python looks for it, which keeps everybody waiting."""
    ours = (Line, Upgraded, Connection, Conversation)

    def left() -> int:
        return sum(type(one) in ours for one in gc.get_objects())

    async with serving() as node:
        gc.collect()
        gc.disable()
        before = left()  # of other tests
        try:
            for polite in (True, False):
                async with bare(node.address) as line:
                    await line.upgrade()
                    line.send(frame(TEXT, b'{"type":"hello","protocol":1}'))
                    await line.frame()
                    assert left() - before == 3, "the request that it came with is no more"
                    if polite:
                        line.send(frame(CLOSE, b"\x03\xe8"))
                        await line.rest()
                await until(lambda: left() == before)
        finally:
            gc.enable()

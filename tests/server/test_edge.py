"""Strangers at the edge: connections that say nothing, never end or ask too much; and ordinary guests meanwhile."""

from __future__ import annotations

import asyncio
import gc
import logging
import resource
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from quintet.server import edge, guard, serve
from quintet.server.edge import Edge, Line
from quintet.server.identity import Identity
from quintet.server.limits import FILES_KEPT, HEAD_BYTES, Doorkeeper, Proxies, address_key
from quintet.server.pool import PoolError
from quintet.wire.client import Client
from tests.server.bare import UPGRADE, Bare, bare
from tests.server.harness import Node, seat_all, serving, ws
from tests.waiting import PATIENCE, until

PAGE = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
POST = b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{"
CHUNKS = b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


async def page(address: str, source: str = "127.0.0.1") -> bytes:
    """The first line of the answer to an ordinary request."""
    async with bare(address, source) as line:
        line.send(PAGE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        return (await line.rest()).partition(b"\r\n")[0]


# --- one connection -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 1_000_000, 431, b"too-large"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 200 + b"\r\n", 431, b"too-large"),
        (b"GET /" + b"x" * HEAD_BYTES + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 431, b"too-large"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * HEAD_BYTES + b"\r\n\r\n", 431, b"too-large"),
        (UPGRADE.replace("Host:", "X: " + "x" * HEAD_BYTES + "\r\nHost:").encode(), 431, b"too-large"),
        (b"GET / HTTP/1.1\r\n" * 100_000, 400, b"malformed"),
        (b"\0\1\2\3\r\n\r\n", 400, b"malformed"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, b"malformed"),
        (CHUNKS + b"1\r\nx\r\n" * 5000, 400, b"malformed"),
        (CHUNKS + b"what\r\n", 400, b"malformed"),
    ],
    ids=range(10),
)
async def test_what_is_too_much_or_no_request_is_refused_and_closed(
    node: Node, sent: bytes, status: int, code: bytes
) -> None:
    async with bare(node.address) as line:
        line.send(sent)
        answer = await line.rest()
    if answer:  # it may be lost when we are cut off while sending
        assert answer.startswith(b"HTTP/1.1 %d " % status)
        assert code in answer
    else:
        assert len(sent) > 100_000
    await until(lambda: not len(node.edge))


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        (("Sec-WebSocket-Version: 13", "Sec-WebSocket-Version: 12"), b"426"),
        (("Sec-WebSocket-Version: 13\r\n", ""), b"426"),
        (("Sec-WebSocket-Key", "Sec-WebSocket-Lock"), b"400"),
        (("GET", "POST"), b"400"),
        (("\r\n\r\n", "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), b"400"),
    ],
)
async def test_who_asks_wrongly_for_a_websocket_is_told_so(
    node: Node, changed: tuple[str, str], status: bytes
) -> None:
    async with bare(node.address) as line:
        line.send(UPGRADE.replace(*changed).encode())
        answer = await line.rest()
    assert answer.startswith(b"HTTP/1.1 " + status)
    assert b'"code":"malformed"' in answer
    assert (b"sec-websocket-version: 13" in answer) == (status == b"426")


async def test_no_connection_becomes_a_websocket_before_everything_is_answered(
    node: Node, caplog: pytest.LogCaptureFixture
) -> None:
    async with bare(node.address) as line:
        line.send(PAGE + UPGRADE.encode())
        answer = await line.rest()
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b"101" not in answer
    async with bare(node.address) as line:
        line.send(PAGE)
        assert await line.reader.readuntil(b"}")
        await line.upgrade()  # one after the other they are welcome
    await until(lambda: not len(node.edge))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_what_stands_behind_a_body_is_not_believed(node: Node) -> None:
    token = node.hub.identity.new_token()
    head = CHUNKS.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    room = b'{"type":"create","name":"x","game":"reversi"}'
    body = b"%x\r\n%s\r\n0\r\n" % (len(room), room)
    async with bare(node.address) as line:
        line.send(head + body + f"Host: elsewhere\r\nCookie: quintet_guest={token}\r\n\r\n".encode())
        answer = await line.rest()
    assert answer.startswith(b"HTTP/1.1 201 ")
    assert b"set-cookie: quintet_guest=" in answer.lower()  # nobody is known by such a word


async def test_a_head_that_never_ends_is_cut_off(node: Node) -> None:
    async with bare(node.address) as line:
        line.send(PAGE[:-2] + b"X: ")
        sent = 0
        while not line.reader.at_eof() and not line.writer.is_closing():
            line.send(b"x" * 1000)
            sent += 1000
            await asyncio.sleep(0)
        assert sent < 1_000_000
    await until(lambda: not len(node.edge))


async def test_requests_that_wait_for_no_answer_are_answered_in_order_up_to_a_number(node: Node) -> None:
    async with bare(node.address) as line:
        line.send(PAGE * 20)
        for _ in range(20):
            assert (await line.head()).startswith(b"HTTP/1.1 200")
            await line.reader.readexactly(len(b'{"status":"ok"}'))
        line.send(PAGE * 1000)
        assert b"HTTP/1.1 429" in await line.rest()


@pytest.mark.parametrize(
    ("first", "again", "answer"),
    [
        (b"", b"", b""),
        (b"GET / HTTP/1.1\r\n", b"X: y\r\n", b"HTTP/1.1 408"),
        (b"\r\n", b"\r\n", b"HTTP/1.1 408"),
        (POST, b" ", b"HTTP/1.1 408"),
        (CHUNKS, b"1\r\n \r\n", b"HTTP/1.1 408"),
        (PAGE, b"", b"HTTP/1.1 200"),
        (PAGE, b"\r\n", b"HTTP/1.1 200"),
    ],
    ids=["silent", "head", "blank lines", "body", "body in pieces", "idle", "idle with blank lines"],
)
async def test_who_takes_too_long_is_let_go(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    first: bytes,
    again: bytes,
    answer: bytes,
) -> None:
    served = answer.endswith(b"200")  # in however long a time
    for name in ("HEAD_SECONDS", "IDLE_SECONDS") if served else ("HEAD_SECONDS", "REQUEST_SECONDS"):
        monkeypatch.setattr(edge, name, 0.3)
    async with serving() as node, bare(node.address) as line:
        line.send(first)
        rest = asyncio.create_task(line.rest())
        while not rest.done() and not line.writer.is_closing():
            line.send(again)
            await asyncio.sleep(0.05)
        assert (await rest).startswith(answer)
        await until(lambda: not len(node.edge))
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_whose_answer_is_not_found_in_time_is_not_told_that_the_request_was_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(edge, "REQUEST_SECONDS", 0.3)
    given_up = asyncio.Event()

    async def never(_: Any) -> None:
        await given_up.wait()
        raise PoolError

    async with serving() as node, bare(node.address) as line:
        monkeypatch.setattr(node.hub.packers, "ask", never)
        body = b'{"game": "reversi"}'
        head = b"POST /api/analysis/position HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
        line.send(head % len(body) + body)
        answer = await line.rest()
        given_up.set()
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"The answer took too long; try again in a moment." in answer


async def test_who_does_not_read_the_answer_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(edge, "REQUEST_SECONDS", 0.3)
    async with serving() as node, bare(node.address) as line:
        line.reader._limit = 1  # type: ignore[attr-defined]  # asyncio stops reading beyond twice this
        line.send(PAGE.replace(b"/health", b"/docs/schema.json") * 19)
        await until(lambda: len(node.edge) == 1)
        await until(lambda: not len(node.edge))


# --- many ---------------------------------------------------------------------------------------------------------------


@asynccontextmanager
async def crowd(node: Node, sources: Iterable[str]) -> AsyncIterator[list[Bare]]:
    """More than a thousand that say nothing or half of something, and stay."""
    async with AsyncExitStack() as stack:
        lines = []
        for number, source in enumerate(sources):
            line = await stack.enter_async_context(bare(node.address, source))
            line.send((b"", b"GET / HTTP/1.1\r\nHost: ", POST, PAGE)[number % 4])
            lines.append(line)
        yield lines


CROWDS = {
    "from one address": ["127.0.0.1"] * 1100,
    "from many": [f"127.0.{number // 200 + 1}.{number % 200 + 1}" for number in range(1100)],
}


@pytest.mark.parametrize("source", ["127.0.0.1", "127.9.9.9"])
@pytest.mark.parametrize("sources", CROWDS.values(), ids=CROWDS)
async def test_a_crowd_that_holds_connections_keeps_nobody_out(
    monkeypatch: pytest.MonkeyPatch, sources: list[str], source: str
) -> None:
    monkeypatch.setattr(serve, "raise_file_limit", lambda: FILES_KEPT + 300)
    async with serving() as node, Client(node.address) as ann:
        async with crowd(node, sources):
            assert len(node.edge) <= 300
            assert node.edge.put_out > 500
            assert await page(node.address, source) == b"HTTP/1.1 200 OK"
            async with Client(node.address) as ben:
                await seat_all([ann, ben])
                await ann.move("d3")
            assert ann.connected
        await until(lambda: len(node.edge) == 1)


async def test_the_one_that_has_been_still_longest_makes_room(node: Node) -> None:
    node.edge.per_address = 2
    async with bare(node.address) as first, bare(node.address) as second:
        await until(lambda: len(node.edge) == 2)
        first.send(PAGE)
        assert (await first.head()).startswith(b"HTTP/1.1 200")
        async with bare(node.address):
            assert await second.rest() == b""
            first.send(PAGE)
            assert b"HTTP/1.1 200" in await first.head()


async def test_an_address_full_of_websockets_gets_no_more(node: Node) -> None:
    node.edge.per_address = 3
    async with AsyncExitStack() as stack:
        for _ in range(3):
            await stack.enter_async_context(Client(node.address))
        assert await page(node.address) == b""
        assert node.edge.turned_away == 1
        assert await page(node.address, "127.0.0.2") == b"HTTP/1.1 200 OK"
    await until(lambda: not len(node.edge))
    assert await page(node.address) == b"HTTP/1.1 200 OK"


async def test_websockets_leave_room_for_pages(node: Node) -> None:
    node.edge.most, node.edge.most_sockets = 5, 3
    async with AsyncExitStack() as stack:
        for _ in range(3):
            await stack.enter_async_context(Client(node.address))
        with pytest.raises(InvalidStatus) as refusal:
            await connect(ws(node.address))
        assert refusal.value.response.status_code == 503
        await until(lambda: node.edge.sockets == 3)
        assert await page(node.address) == b"HTTP/1.1 200 OK"


async def test_what_happens_at_the_edge_is_counted(node: Node) -> None:
    node.edge.per_address = 1
    async with (
        bare(node.address),
        bare(node.address),
        Client(node.address),
    ):  # each makes the one before it go
        assert await page(node.address) == b""
        async with bare(node.address, "127.0.0.2") as line:
            line.send(
                PAGE.replace(b"/health", b"/metrics").replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
            )
            told = (await line.rest()).decode()  # whole, in however many pieces it comes
    assert "quintet_open_connections 2.0" in told
    assert f"quintet_most_connections {float(node.edge.most)}" in told
    assert "quintet_put_out_total 2.0" in told
    assert "quintet_turned_away_total 1.0" in told


async def test_a_refused_websocket_leaves_nothing_behind(node: Node) -> None:
    with pytest.raises(InvalidStatus):
        await connect(ws(node.address) + "x")
    async with bare(node.address) as line:
        line.send(UPGRADE.replace("Version: 13", "Version: 12").encode())
        assert (await line.rest()).startswith(b"HTTP/1.1 426")
    await until(lambda: not len(node.edge))


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * HEAD_BYTES + b"\r\n\r\n",
        PAGE * 1000,
        CHUNKS + b"1\r\nx\r\n" * 5000,
        b"\0\1\2\3\r\n\r\n",
    ],
    ids=["head", "requests", "pieces", "nothing"],
)
async def test_who_was_refused_leaves_nothing_in_memory(node: Node, sent: bytes) -> None:
    for _ in range(3):
        async with bare(node.address) as line:
            line.send(sent)
            await line.rest()
    await until(lambda: not lines_of(node.edge))


def lines_of(edge: Edge) -> int:
    gc.collect()
    # asked for its type alone: a weak reference of somebody else's would answer for what is gone
    return sum(issubclass(type(thing), Line) and thing.edge is edge for thing in gc.get_objects())


# --- how often ----------------------------------------------------------------------------------------------------------


async def status_of(node: Node, source: str = "127.0.0.1", **headers: str) -> int:
    more = "".join(f"\r\n{name.replace('_', '-')}: {value}" for name, value in headers.items()).encode()
    async with bare(node.address, source) as line:
        line.send(PAGE.replace(b"\r\n\r\n", more + b"\r\nConnection: close\r\n\r\n"))
        answer = await asyncio.wait_for(line.rest(), PATIENCE)
    if b" 429 " in answer:
        assert b"retry-after: 1" in answer
        assert b'"too-fast"' in answer
    return int(answer.split()[1])


@pytest.fixture
def few_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "GUEST_REQUESTS", (3, 0.001))
    monkeypatch.setattr(guard, "ADDRESS_REQUESTS", (5, 0.001))


@pytest.mark.usefixtures("few_requests")
async def test_requests_are_counted_by_guest_and_by_address() -> None:
    async with serving() as node:
        token = node.hub.identity.token("somebody")
        one, other = f"Bearer {token}", f"Bearer {node.hub.identity.token('else')}"
        assert [await status_of(node, Authorization=one) for _ in range(4)] == [200, 200, 200, 429]
        assert await status_of(node, Authorization=other) == 200
        assert await status_of(node) == 429
        assert await status_of(node, "127.0.0.2", Authorization=one) == 429
        assert await status_of(node, "127.0.0.2", Authorization=other) == 200
        assert await status_of(node, "127.0.0.2", X_Forwarded_For="8.8.8.8") == 200
        assert await status_of(node, "127.0.0.1", X_Forwarded_For="8.8.8.8") == 429


@pytest.mark.usefixtures("few_requests")
@pytest.mark.parametrize("settings", [{"behind_proxy": True}, {"trusted_proxies": ("127.0.0.0/8",)}])
async def test_a_proxy_in_front_is_not_one_address(settings: dict[str, Any]) -> None:
    async with serving(**settings) as node:
        node.edge.per_address = 1
        for address in ("8.8.8.8", "8.8.4.4"):
            asked = [await status_of(node, X_Forwarded_For=f"1.2.3.4, {address}") for _ in range(6)]
            assert asked == [200] * 5 + [429]
        async with Client(node.address), Client(node.address), bare(node.address):
            assert await status_of(node) == 200


async def test_nobody_is_counted_where_there_are_no_limits() -> None:
    async with serving(messages_per_second=0) as node, AsyncExitStack() as stack:
        for _ in range(300):
            await stack.enter_async_context(bare(node.address))
        assert node.edge.put_out == 0
        token = node.hub.identity.token("somebody")
        assert {await status_of(node, Authorization=f"Bearer {token}") for _ in range(320)} == {200}


async def test_who_still_waits_when_the_server_ends_is_told_so(caplog: pytest.LogCaptureFixture) -> None:
    asked, sent = asyncio.Event(), list[Any]()

    async def never(*_: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    async def receive() -> Any:
        raise AssertionError("nobody reads")

    async def send(message: Any) -> None:
        sent.append(message)

    keeper = guard.Guard(Doorkeeper("0.0.0.0"), Identity(b"a secret of sixteen"), Proxies(), limited=True)
    scope: Any = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}
    app = guard.guarded(never, keeper)

    async def ask() -> None:
        await app(scope, receive, send)

    task = asyncio.create_task(ask())
    await asyncio.wait_for(asked.wait(), PATIENCE)
    task.cancel()
    await asyncio.wait_for(task, PATIENCE)
    assert [message.get("status") for message in sent] == [503, None]
    assert b'"The server is stopping."' in sent[1]["body"]
    assert not caplog.records


@pytest.mark.parametrize(
    ("networks", "peer", "forwarded", "client"),
    [
        ([], "1.1.1.1", "9.9.9.9", "1.1.1.1"),
        (["10.0.0.0/8"], "10.1.1.1", "9.9.9.9", "9.9.9.9"),
        (["10.0.0.0/8"], "10.1.1.1", "6.6.6.6, 9.9.9.9 , 10.2.2.2", "9.9.9.9"),
        (["10.0.0.0/8"], "10.1.1.1", "", "10.1.1.1"),
        (["10.0.0.0/8"], "10.1.1.1", "10.3.3.3", "10.3.3.3"),
        (["10.0.0.0/8"], "10.1.1.1", "nonsense", "nonsense"),
        (["10.0.0.0/8"], "11.1.1.1", "9.9.9.9", "11.1.1.1"),
        (["10.0.0.0/8"], "::ffff:10.1.1.1", "9.9.9.9", "9.9.9.9"),
        (["fd00::/8", "10.0.0.1"], "fd00::1", "2001:db8::1, 10.0.0.1", "2001:db8::1"),
    ],
)
def test_whom_a_proxy_asks_for(networks: list[str], peer: str, forwarded: str, client: str) -> None:
    assert Proxies(networks=networks).client(peer, forwarded) == client


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("1.2.3.4", "1.2.3.4"),
        ("::ffff:1.2.3.4", "1.2.3.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_an_address_is_what_one_household_has(address: str, key: str) -> None:
    assert address_key(address) == key


def test_as_many_files_are_allowed_as_the_system_lets_us() -> None:
    code = "from quintet.server.edge import raise_file_limit as r; import resource as s; print(r(), *s.getrlimit(s.RLIMIT_NOFILE))"
    hard = min(4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard)),
    )  # fmt: skip
    assert done.stdout.split() == [str(hard)] * 3

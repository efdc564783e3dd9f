"""Requests and messages that nobody sends on purpose, made from a seed; and who sends them and looks at the answers."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import quote

import msgspec

from quintet.bots.classroom import AnswerError, read_answer
from quintet.games import GAMES
from quintet.wire import schema
from tests.server.bare import CLOSE, CONTINUATION, PING, TEXT, Bare, bare, frame
from tests.server.fuzzed_bodies import BODIES, pickled
from tests.server.fuzzed_bodies import body as bring

ROUTES = (
    "/", "/r/{}", "/rules/{}", "/static/{}", "/api/games", "/api/games/{}", "/api/games/{}?options={}", "/api/games/{}/sample",
    "/api/rules/{}", "/api/learn", "/api/learn/{}", "/api/puzzles", "/api/puzzles/{}", "/api/puzzles/next/{}", "/api/players", "/api/rooms", "/api/records", "/api/rooms/{}/record", "/api/rooms/{}/info/{}", "/docs", "/docs/{}", "/docs/schema.json",
    "/api/archive", "/api/archive?name={}&options={}", "/api/archive?after={}&since={}", "/api/archive/{}", "/api/archive/{}/{}", "/api/archive/{}/review",
    "/api/archive/{}/exercise/{}", "/api/archive/{}/line/{}", "/study/{}", "/puzzles/{}", "/api/rooms/{}/games", "/api/mine", "/api/studies", "/api/studies/{}", "/g/{}", "/g/{}.png", "/embed/{}",
    "/docs/http/openapi.json", "/docs/http/{}", "/health", "/ready", "/metrics", "/ws", "/{}", "{}", "*", "//{}", "/api/{}/../{}",
)  # fmt: skip
PATIENCE = 0.4
"""Seconds: who sent half a request is told nothing for a while, and more is not to be learned."""
METHODS = (
    "GET",
    "GET",
    "GET",
    "POST",
    "POST",
    "HEAD",
    "PUT",
    "DELETE",
    "OPTIONS",
    "PATCH",
    "TRACE",
    "CONNECT",
    "get",
    "BREW",
)
WORDS = (
    "", "a", "nowhere1", "index.html", "..", ".", "%2e%2e", "%00", "a%00b", "%ff", "%c3%28", "%F0%9F%98%80", "\\", "~", "0", "-1",
    "99999999999999999999", "1e9", "true", "null", "%", "%2", "%zz", "x" * 300, "'", '"', "<script>", "${jndi}", "a b", "é", "%0d%0aX:y",
    *GAMES,
)  # fmt: skip
HEADERS = (
    "Cookie: quintet_guest=x", "Cookie: " + ";" * 200, "Cookie: quintet_guest=%00.\xff", "Authorization: Bearer", "Authorization: Bearer \xff",
    "Authorization: Basic eDp5", "Authorization: Digest", "Origin: null", "Origin: http://localhost", "Origin: http://[", "Accept-Encoding: gzip",
    "Accept-Encoding: br;q=1, *;q=0", "If-None-Match: *", "Range: bytes=0-1", "Range: bytes=9-1,-5", "Content-Type: text/plain",
    "Content-Type: application/json; charset=utf-16", "Content-Type: multipart/form-data", "Content-Encoding: gzip", "Expect: 100-continue",
    "X-Forwarded-For: 1.2.3.4, nonsense", "X-Forwarded-Proto: gopher", "Connection: upgrade", "Upgrade: websocket", "Upgrade: h2c",
    "Accept: text/html", "Accept: \xff", "Host: ", "Host: evil.example", "Host: [::1", "Host: a:b:c", "X: " + "y" * 9000,
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 7, 2**31, 2**63, 2**64, -(2**70), 0.5, 1e308, "", "a1", "d3", "x" * 81, "x" * 5000, "\0", "\ud800",
    "\u202e", "\u3164", "😀" * 30, "level-3", "greedy", "bot:x", "me", "open", [], [1], [[0, "d3"]], [["a", 1]], {}, {"size": 4},
    {"size": "4"}, {"board": {}}, {"board": {"spaces": {"a1": [0, 0]}, "edges": []}}, {"board": {"spaces": {"a1": [1e308, -1e308]}, "edges": [["a1"]]}},
    {"initial": 1, "increment": 0}, {"base_ms": 1, "increment_ms": 0}, [[]] * 50, {"": {"": {"": []}}}, *GAMES,
)  # fmt: skip


def message(rng: Random) -> bytes:
    """Something like a message of a client: a known type, fields with right and wrong values, now and then broken bytes."""
    data = _SCHEMA["$defs"][rng.choice(_MESSAGES)]
    made: dict[str, Any] = {}
    for name, kind in data.get("properties", {}).items():
        if name == "type":
            made[name] = rng.choice(kind.get("enum", ["x"]))
        elif name in data.get("required", ()) or rng.random() < 0.5:
            made[name] = rng.choice(kind.get("enum", VALUES)) if rng.random() < 0.3 else _value(kind, rng)
    if rng.random() < 0.05:
        made[rng.choice(("extra", "id", "type"))] = rng.choice(VALUES)
    text = json.dumps(made).encode()
    return broken(text, rng) if rng.random() < 0.2 else text


_SCHEMA = schema()
_MESSAGES = [entry["$ref"].rpartition("/")[2] for entry in _SCHEMA["client"].values()]


def _value(kind: dict[str, Any], rng: Random) -> Any:
    """A value of the right type, mostly."""
    if rng.random() < 0.2:
        return rng.choice(VALUES)
    if "anyOf" in kind:
        return _value(rng.choice(kind["anyOf"]), rng)
    if "$ref" in kind:
        fields = _SCHEMA["$defs"][kind["$ref"].rpartition("/")[2]].get("properties", {})
        return {name: _value(field, rng) for name, field in fields.items()}
    if "enum" in kind:
        return rng.choice(kind["enum"])
    match kind.get("type"):
        case "integer":
            return rng.choice((0, 1, 2, 5, 1000, -1, 60_000))
        case "boolean":
            return rng.random() < 0.5
        case "string":
            return rng.choice(
                (*GAMES, "x", "Ann", "me", "open", "greedy", "level-1", "d3", "pass", "draw", "b@a1")
            )
        case "array":
            return [_value(kind.get("items") or {}, rng) for _ in range(rng.randrange(4))]
    return rng.choice(VALUES)


def broken(data: bytes, rng: Random) -> bytes:
    """The bytes with some of them lost, changed, doubled or added."""
    made = bytearray(data or b"{")
    letters = 256 if rng.random() < 0.005 else 128  # what is no text ends a conversation
    for _ in range(rng.randrange(1, 4)):
        place = rng.randrange(len(made) + 1)
        match rng.randrange(4):
            case 0:
                del made[place : place + rng.randrange(1, 9)]
            case 1:
                made[place:place] = bytes(rng.randrange(letters) for _ in range(rng.randrange(1, 5)))
            case 2:
                made[place : place + 1] = bytes([rng.randrange(letters)])
            case _:
                made[place:place] = made[: rng.randrange(20)]
    return bytes(made)


def request(rng: Random) -> bytes:
    """Something like a request by HTTP."""
    path = route = rng.choice(ROUTES) if rng.random() < 0.5 else rng.choice(tuple(BODIES))
    while "{}" in path:
        word = rng.choice(WORDS)
        if path.endswith("options={}"):
            word = quote(json.dumps({rng.choice(("size", "board", "x")): rng.choice(VALUES)}))
        path = path.replace("{}", word if rng.random() < 0.8 else quote(word), 1)
    method, body = rng.choice(METHODS), b""
    if route in BODIES and rng.random() < 0.8:
        method = "POST"
    headers = ["Host: localhost", *rng.sample(HEADERS, rng.choice((0, 0, 1, 2, 3)))]
    if method in ("POST", "PUT", "PATCH") or rng.random() < 0.05:
        body = bring(route, rng) if route in BODIES and rng.random() < 0.9 else message(rng)
        if rng.random() < 0.1:
            body = broken(body, rng)
        elif rng.random() < 0.2:
            body = json.dumps(rng.choice(VALUES)).encode()
        headers.append(f"Content-Length: {len(body)}")
    head = "\r\n".join((f"{method} {path or '/'} HTTP/1.1", *headers))
    data = head.encode("latin-1", "replace") + b"\r\n\r\n" + body
    return broken(data, rng) if rng.random() < 0.05 else data


# --- sending them -------------------------------------------------------------------------------------------------------


async def fuzz_http(address: str, rng: Random, count: int) -> tuple[Counter[int], list[tuple[bytes, bytes]]]:
    """The answers by status, and each request whose answer is none that we give: 500, or not said in words."""
    seen: Counter[int] = Counter()
    wrong: list[tuple[bytes, bytes]] = []
    while count > 0:
        async with bare(address) as line:
            for _ in range(min(count, 100)):
                asked = request(rng)
                count -= 1
                answer = await _exchange(line, asked)
                if answer is None:  # neither a whole request nor none: we wait for the rest
                    break
                status = int(answer[9:12] or 0)
                seen[status] += 1
                if not _proper(status, answer, asked):
                    wrong.append((asked, answer))
                if status in (0, 101) or b"connection: close" in answer.lower():
                    break
    return seen, wrong


async def _exchange(line: Bare, asked: bytes) -> bytes | None:
    line.send(asked)
    try:
        head = await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), PATIENCE)
        while head.startswith(b"HTTP/1.1 100"):
            head = await asyncio.wait_for(line.reader.readuntil(b"\r\n\r\n"), PATIENCE)
        length = next(
            (int(row[15:]) for row in head.lower().split(b"\r\n") if row.startswith(b"content-length:")), 0
        )
        if asked.startswith(b"HEAD ") or head[9:12] in (b"304", b"204"):
            length = 0
        return head + await asyncio.wait_for(line.reader.readexactly(length), 20)
    except TimeoutError:
        return None
    except (asyncio.IncompleteReadError, ConnectionError):
        return b""


def _proper(status: int, answer: bytes, asked: bytes) -> bool:
    if status < 400 or asked.startswith(b"HEAD "):
        return status != 500
    if status not in (400, 403, 404, 405, 408, 409, 410, 413, 429, 431, 503):
        return False
    if b"upgrade: websocket" in asked.lower():  # picows has words of its own for what is no handshake
        return True
    if status == 404 and b"content-type: text/html" in answer.lower():  # a page that says so
        return True
    try:
        return set(msgspec.json.decode(answer.partition(b"\r\n\r\n")[2])) == {"code", "text"}
    except (msgspec.DecodeError, TypeError):
        return False


def fuzz_pickles(rng: Random, count: int) -> tuple[Counter[str], list[bytes]]:
    """What became of as many pickles; and those that were met with another error than is promised."""
    seen: Counter[str] = Counter()
    wrong = []
    for _ in range(count):
        data = pickled(rng)
        try:
            read_answer(data)
            seen["read"] += 1
        except (AnswerError, EOFError):
            seen["refused"] += 1
        except Exception:
            wrong.append(data)
    return seen, wrong


async def fuzz_socket(address: str, rng: Random, count: int, rooms: tuple[str, ...] = ()) -> Counter[int]:
    """The close codes of sockets that were sent such messages; 0 where one was cut off."""
    closed: Counter[int] = Counter()
    while count > 0:
        async with bare(address) as line:
            await line.upgrade()
            line.send(frame(TEXT, b'{"type":"hello","protocol":1}'))
            if rooms:
                line.send(frame(TEXT, json.dumps({"type": "join", "room": rng.choice(rooms)}).encode()))
            reading = asyncio.create_task(_drain(line))
            for _ in range(min(count, 200)):
                if reading.done():
                    break
                count -= 1
                line.send(_frames(message(rng), rng))
                await asyncio.sleep(0)
            line.send(frame(CLOSE, b"\x03\xe8"))
            closed[await reading] += 1
    return closed


def _frames(data: bytes, rng: Random) -> bytes:
    match rng.randrange(1000):
        case 0:
            return broken(frame(TEXT, data), rng)
        case kind if kind < 20:
            return frame(PING, data[:125])
        case kind if kind < 50:
            cut = rng.randrange(len(data) + 1)
            return frame(TEXT, data[:cut], fin=False) + frame(CONTINUATION, data[cut:])
    return frame(TEXT, data)


async def _drain(line: Bare) -> int:
    with suppress(asyncio.IncompleteReadError, ConnectionError, TimeoutError):
        return await line.close_code()
    return 0

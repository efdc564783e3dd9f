"""The WebSocket of the real server beside RFC 6455, frame by frame: a table of what is sent and what must come back."""

from __future__ import annotations

import asyncio

import pytest

from quintet.server.limits import MESSAGE_BYTES, MESSAGE_PARTS
from quintet.server.sockets import picows_protocols
from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.server.bare import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Bare, bare, frame
from tests.server.harness import Process, serving

ASK = b'{"type":"ping","id":7}'
NAME = '{"type":"enter","name":"Ä€😀"}'.encode()
ANSWER = (TEXT, b'"id":7')
"""What answers `ASK`."""
REFUSED = (TEXT, b'"type":"refused"')


def closed(code: int) -> tuple[int, bytes]:
    return CLOSE, code.to_bytes(2, "big")


def parts(data: bytes, *cuts: int, kind: int = TEXT) -> bytes:
    """A message cut into parts at these places."""
    pieces = [data[start:end] for start, end in zip((0, *cuts), (*cuts, len(data)), strict=True)]
    return b"".join(
        frame(CONTINUATION if number else kind, piece, fin=number == len(cuts))
        for number, piece in enumerate(pieces)
    )


def goodbye(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason)


Case = tuple[bytes, list[tuple[int, bytes]]]
"""What is sent, and the frames that must come back."""
CASES: dict[str, Case] = {
    # a message, whole or in parts
    "a message": (frame(TEXT, ASK), [ANSWER]),
    "an empty message": (frame(TEXT), [REFUSED]),
    "two messages at once": (frame(TEXT, ASK) * 2, [ANSWER, ANSWER]),
    "two parts": (parts(ASK, 5), [ANSWER]),
    "empty parts": (parts(ASK, 0, 0, 9, 9, len(ASK)), [ANSWER]),
    "one part that is no end, and the end": (parts(ASK, len(ASK)), [ANSWER]),
    "two messages in parts": (parts(ASK, 5) + parts(ASK, 8), [ANSWER, ANSWER]),
    "a continuation of nothing": (frame(CONTINUATION, ASK), [closed(1002)]),
    "a continuation of nothing that is no end": (frame(CONTINUATION, ASK, fin=False), [closed(1002)]),
    "a continuation after the end": (parts(ASK, 5) + frame(CONTINUATION, ASK), [ANSWER, closed(1002)]),
    "a message inside another": (frame(TEXT, ASK, fin=False) + frame(TEXT, ASK), [closed(1002)]),
    "parts inside parts": (frame(TEXT, b"x", fin=False) * 2, [closed(1002)]),
    "a binary message": (frame(BINARY, b"\0"), [closed(1003)]),
    "a binary message in parts": (parts(b"abc", 1, kind=BINARY), [closed(1003)]),
    # control frames
    "a ping": (frame(PING, b"hello"), [(PONG, b"hello")]),
    "an empty ping": (frame(PING), [(PONG, b"")]),
    "a ping of 125 bytes": (frame(PING, b"x" * 125), [(PONG, b"x" * 125)]),
    "a ping of 126 bytes": (frame(PING, b"x" * 126), [closed(1002)]),
    "a ping with a length in the long form": (frame(PING, b"x", wide=True), [closed(1002)]),
    "pings are answered in order": (b"".join(frame(PING, b"%d" % n) for n in range(9)), [(PONG, b"%d" % n) for n in range(9)]),
    "a pong nobody asked for": (frame(PONG, b"x") + frame(TEXT, ASK), [ANSWER]),
    "a pong of 126 bytes": (frame(PONG, b"x" * 126), [closed(1002)]),
    "a ping between parts": (frame(TEXT, ASK[:5], fin=False) + frame(PING, b"p") + frame(CONTINUATION, ASK[5:]), [(PONG, b"p"), ANSWER]),
    "a pong between parts": (frame(TEXT, ASK[:5], fin=False) + frame(PONG) + frame(CONTINUATION, ASK[5:]), [ANSWER]),
    "a ping in parts": (frame(PING, b"x", fin=False), [closed(1002)]),
    "a close in parts": (frame(CLOSE, b"\x03\xe8", fin=False), [closed(1002)]),
    # reserved bits and kinds, masks, lengths
    **{f"reserved bits {bits}": (frame(TEXT, ASK, reserved=bits), [closed(1002)]) for bits in range(1, 8)},
    "reserved bits of a ping": (frame(PING, b"x", reserved=4), [closed(1002)]),
    "reserved bits of a part": (frame(TEXT, b"x", fin=False) + frame(CONTINUATION, b"x", reserved=2), [closed(1002)]),
    **{f"reserved kind {kind}": (frame(kind, b"x"), [closed(1002)]) for kind in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "a message without a mask": (frame(TEXT, ASK, masked=False), [closed(1002)]),
    "a ping without a mask": (frame(PING, b"x", masked=False), [closed(1002)]),
    "a short length in 16 bits": (frame(TEXT, ASK, wide=True), [closed(1002)]),
    "a short length in 64 bits": (b"\x81\xff" + (22).to_bytes(8, "big") + b"\0" * 4 + ASK, [closed(1002)]),
    "the top bit of a length": (b"\x81\xff" + (1 << 63).to_bytes(8, "big") + b"\0" * 4, [closed(1002)]),
    "the largest message": (frame(TEXT, b" " * (MESSAGE_BYTES - len(ASK)) + ASK), [ANSWER]),
    "a byte too many": (frame(TEXT, b" " * (MESSAGE_BYTES + 1 - len(ASK)) + ASK), [closed(1009)]),
    "a length of a terabyte": (frame(TEXT, b"x", says=1 << 40), [closed(1009)]),
    "the largest message in parts": (parts(b" " * (MESSAGE_BYTES - len(ASK)) + ASK, 9, 9000), [ANSWER]),
    "a byte too many in parts": (parts(b" " * (MESSAGE_BYTES + 1 - len(ASK)) + ASK, 9, 9000), [closed(1009)]),
    # text is UTF-8
    "letters of several bytes": (frame(TEXT, NAME), [REFUSED]),
    "letters cut between parts": (parts(NAME, *range(24, 34)), [REFUSED]),
    **{
        f"no text: {bad.hex()}": (frame(TEXT, b'{"type":"enter","name":"' + bad + b'"}'), [closed(1007)])
        for bad in (b"\xff", b"\xc3", b"\x80", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xe2\x82")
    },
    "no text in parts": (parts(b"\xce\xba\xff\xce", 2), [closed(1007)]),
    "a letter that ends with the parts": (parts(b'"\xe2\x82', 2, 3), [closed(1007)]),
    "no text in no message": (frame(TEXT, b"\xff\xfe"), [closed(1007)]),
    # goodbye
    "goodbye": (goodbye(1000), [closed(1000)]),
    "goodbye without a code": (frame(CLOSE), [closed(1000)]),
    "goodbye with a reason": (goodbye(1001, "leaving 😀".encode()), [closed(1001)]),
    "goodbye with 123 bytes": (goodbye(1000, b"x" * 123), [closed(1000)]),
    "goodbye with 124 bytes": (goodbye(1000, b"x" * 124), [closed(1002)]),
    "goodbye with half a code": (frame(CLOSE, b"\x03"), [closed(1002)]),
    "goodbye in no text": (goodbye(1000, b"\xce\xba\xff"), [closed(1007)]),
    **{f"goodbye with {code}": (goodbye(code), [closed(code)]) for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999)},
    **{f"no goodbye: {code}": (goodbye(code), [closed(1002)]) for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535)},
    "goodbye in the middle of a message": (frame(TEXT, b"x", fin=False) + goodbye(1000), [closed(1000)]),
    "nothing is heard after goodbye": (goodbye(1000) + frame(TEXT, ASK) + frame(PING), [closed(1000)]),
    "what came before goodbye is answered": (frame(TEXT, ASK) + goodbye(1000), [ANSWER, closed(1000)]),
}  # fmt: skip


@pytest.mark.parametrize("slowly", [False, True], ids=["at once", "byte by byte"])
async def test_frames_are_answered_as_the_standard_says(slowly: bool) -> None:
    chosen = {name: case for name, case in CASES.items() if not slowly or len(case[0]) < 300}
    async with serving() as node:
        assert await differences(node.address, chosen, slowly) == {}


async def test_the_server_that_people_start_does_so_too() -> None:
    """It runs on a loop of another make."""
    process = await Process.start("memory:")
    try:
        assert await differences(process.address, CASES) == {}
    finally:
        await process.stop()


async def differences(address: str, cases: dict[str, Case], slowly: bool = False) -> dict[str, str]:
    answers = await asyncio.gather(*(answers_to(address, *case, slowly) for case in cases.values()))
    return {name: answer for name, answer in zip(cases, answers, strict=True) if answer}


async def answers_to(address: str, sent: bytes, expected: list[tuple[int, bytes]], slowly: bool) -> str:
    """What comes back instead of what was expected; empty if it is that."""
    step = 1 if slowly else len(sent)
    async with bare(address) as line:
        await line.upgrade()
        line.send(frame(TEXT, b'{"type":"hello","protocol":1}'))
        assert b'"welcome"' in (await line.frame())[1]
        told = asyncio.Event()
        reading = asyncio.create_task(difference(line, expected, told))
        for place in range(0, len(sent), step):
            if not told.is_set():  # some are closed before they are whole
                line.send(sent[place : place + step])
                await asyncio.sleep(0.001 * slowly)
        return await reading


async def difference(line: Bare, expected: list[tuple[int, bytes]], told: asyncio.Event) -> str:
    try:
        for kind, part in expected:
            came, payload = await line.frame()
            if came == CLOSE:
                told.set()
            if came != kind or part not in payload:
                return f"{came} {payload[:80]!r}"
        if expected[-1][0] == CLOSE:
            return repr(left) if (left := await line.rest()) else ""
        line.send(goodbye(1000))
        code = await line.close_code()
    except (asyncio.IncompleteReadError, ConnectionError) as error:
        return repr(error)
    return "" if code == 1000 else f"closed with {code}"


@pytest.mark.parametrize(
    "flood",
    [
        frame(TEXT, b"x", fin=False) + frame(CONTINUATION, fin=False) * 20_000,
        frame(PING) * 20_000,
        frame(PONG) * 20_000,
        frame(TEXT) * 20_000,
    ],
    ids=["empty parts", "pings", "pongs", "empty messages"],
)
async def test_every_frame_counts_against_the_rate(flood: bytes) -> None:
    async with serving() as node, Client(node.address) as ann, bare(node.address) as line:
        await line.upgrade()
        line.send(flood)
        assert await line.close_code() == 4429
        assert node.hub.counts["too fast"] == 1
        await ann.create(Create(name="Still served", game="reversi"))


async def test_a_message_has_an_end_even_where_nothing_is_counted() -> None:
    async with serving(messages_per_second=0) as node, bare(node.address) as line:
        await line.upgrade()
        line.send(frame(TEXT, b"x", fin=False) + frame(CONTINUATION, fin=False) * MESSAGE_PARTS)
        assert await line.close_code() == 1009


async def test_picows_makes_protocols_for_connections_that_others_accept() -> None:
    """What `sockets.py` rests on: what `ws_create_server` gives the loop serves one connection, and reads from a buffer."""
    make = picows_protocols(lambda _: pytest.fail("nobody asks"))
    one, other = make(), make()
    assert isinstance(one, asyncio.BufferedProtocol)
    assert one is not other


async def test_what_was_too_long_is_not_read_after_all() -> None:
    sent = frame(TEXT, b" " * (MESSAGE_BYTES + 1 - len(ASK)) + ASK)
    async with serving() as node, bare(node.address) as line:
        await line.upgrade()
        line.send(sent[:100])
        assert await line.close_code() == 1009
        line.send(sent[100:])
        assert await line.rest() == b""

"""Bare TCP to a server: whatever bytes a stranger may send, from any address of this machine."""

from __future__ import annotations

import asyncio
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.waiting import PATIENCE

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
UPGRADE = (
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
MASK = bytes((7, 0, 129, 255))


def frame(
    kind: int, payload: bytes = b"", *, fin: bool = True, reserved: int = 0, masked: bool = True, says: int | None = None,
    wide: bool = False,
) -> bytes:  # fmt: skip
    """One frame as a client sends it; `says` is the length it claims, `wide` writes a short length in the long form."""
    length = len(payload) if says is None else says
    first, bit = fin << 7 | reserved << 4 | kind, masked << 7
    if length > 65_535:
        head = struct.pack("!BBQ", first, bit | 127, length)
    elif length > 125 or wide:
        head = struct.pack("!BBH", first, bit | 126, length)
    else:
        head = struct.pack("!BB", first, bit | length)
    if not masked:
        return head + payload
    return head + MASK + bytes(byte ^ MASK[place % 4] for place, byte in enumerate(payload))


class Bare:
    """One connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, data: bytes) -> None:
        """To nobody if the server has closed."""
        if not self.writer.is_closing():
            self.writer.write(data)

    async def head(self) -> bytes:
        """The head of an answer by HTTP."""
        return await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)

    async def rest(self) -> bytes:
        """What comes until the server closes, or cuts off."""
        data = b""
        with suppress(ConnectionError):
            while piece := await asyncio.wait_for(self.reader.read(65_536), PATIENCE):
                data += piece
        return data

    async def frame(self) -> tuple[int, bytes]:
        """The kind and the payload of the next frame from the server."""
        async with asyncio.timeout(PATIENCE):  # no task of its own, which could come later than a reset
            first, length = await self.reader.readexactly(2)
            assert first & 0xF0 == 0x80  # whole, and nothing reserved
            if length > 125:
                length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8), "big")
            return first & 15, await self.reader.readexactly(length)

    async def close_code(self) -> int:
        """The code the server closes with; what it sends before is passed over."""
        while True:
            kind, payload = await self.frame()
            if kind == CLOSE:
                return int.from_bytes(payload[:2], "big")

    async def upgrade(self) -> None:
        self.send(UPGRADE.encode())
        assert (await self.head()).startswith(b"HTTP/1.1 101")


@asynccontextmanager
async def bare(address: str, source: str = "127.0.0.1") -> AsyncIterator[Bare]:
    port = int(address.rstrip("/").rpartition(":")[2])
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        yield Bare(reader, writer)
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()

"""The least a server in Python can do with a move: picows, one frame in, decoded, and one frame out to each player.

    python -m benchmarks.echo BYTES

The answer has as many bytes as the server's own. No rules, no store, no checks: the floor to compare with.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict

import msgspec
import uvloop
from picows import WSFrame, WSListener, WSMsgType, WSTransport, WSUpgradeRequest, ws_create_server

rooms: defaultdict[str, list[WSTransport]] = defaultdict(list)


class Said(msgspec.Struct):
    """Either a wish to join a room, or a move."""

    room: str = ""
    seat: int = 0
    text: str = ""
    version: int = 0
    id: int = 0


class Echo(WSListener):
    def __init__(self, padding: str) -> None:
        self._padding = padding
        self._decoder = msgspec.json.Decoder(Said)
        self._encoder = msgspec.json.Encoder()
        self._players: list[WSTransport] = []

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is not WSMsgType.TEXT:
            return
        said = self._decoder.decode(frame.get_payload_as_memoryview())
        if said.room:
            self._players = rooms[said.room]
            self._players.append(transport)
            return
        answer = self._encoder.encode(
            {"type": "update", "version": said.version + 1, "padding": self._padding}
        )
        for player in self._players:
            player.send(WSMsgType.TEXT, answer)


async def serve(size: int) -> None:
    padding = "x" * max(0, size - 45)

    def accept(_: WSUpgradeRequest) -> WSListener:
        return Echo(padding)

    server = await ws_create_server(accept, "127.0.0.1", 0)
    print(f"echo is at {server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(int(sys.argv[1])))

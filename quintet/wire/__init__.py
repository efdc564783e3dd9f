"""The typed messages that server, faces and bots exchange."""

from quintet.wire.codec import (
    WireError,
    decode,
    decode_event,
    decode_server,
    encode,
    encode_event,
    encode_more,
)
from quintet.wire.messages import LARGEST, PROTOCOL, WIRE_SENTENCES, ClientMessage, ServerMessage, WireCode
from quintet.wire.schema import schema

__all__ = [
    "LARGEST",
    "PROTOCOL",
    "WIRE_SENTENCES",
    "ClientMessage",
    "ServerMessage",
    "WireCode",
    "WireError",
    "decode",
    "decode_event",
    "decode_server",
    "encode",
    "encode_event",
    "encode_more",
    "schema",
]

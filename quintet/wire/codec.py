"""Messages as bytes, and back. Whatever bytes come, a message or an error with a sentence comes out."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from quintet.table.commands import Count
from quintet.table.events import AnyEvent
from quintet.wire.messages import LARGEST, WIRE_SENTENCES, ClientMessage, ServerMessage, WireCode


class _Numbered(Struct):
    id: Count = 0


_encoder = msgspec.json.Encoder()
_from_client: msgspec.json.Decoder[ClientMessage] = msgspec.json.Decoder(ClientMessage)
_from_server: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)
_numbered: msgspec.json.Decoder[_Numbered] = msgspec.json.Decoder(_Numbered)
_events: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


class WireError(Struct, frozen=True):
    """Bytes that are no message: what a `refused` answer will say."""

    code: WireCode
    text: str
    id: int = 0
    """Of the message, where it could be read."""


def decode(data: bytes | bytearray | memoryview | str) -> ClientMessage | WireError:
    """The message that a client sent, or what is wrong with it."""
    if len(data) > LARGEST:
        return WireError("too-large", WIRE_SENTENCES["too-large"], read_id(data))
    try:
        return _from_client.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return WireError("malformed", f"{WIRE_SENTENCES['malformed']} {_sentence(error)}", read_id(data))


def read_id(data: bytes | bytearray | memoryview | str) -> int:
    """The id of what cannot be read otherwise; 0 if it has none."""
    try:
        return _numbered.decode(data).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return 0


def decode_server(data: bytes | str) -> ServerMessage:
    """The message that a server sent; for faces and bots. ValueError if it is none."""
    return _from_server.decode(data)


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """The message as bytes."""
    return _encoder.encode(message)


def encode_more(encoded: bytes, fields: dict[str, Any]) -> bytes:
    """An encoded message with more fields: what most of a room gets, and what is for one in it."""
    return encoded[:-1] + b"," + _encoder.encode(fields)[1:]


def encode_event(event: AnyEvent) -> bytes:
    """An event as it is stored."""
    return _encoder.encode(event)


def decode_event(data: bytes | str) -> AnyEvent:
    """The event that was stored. ValueError if it is none."""
    return _events.decode(data)


def _sentence(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "It is nested too deeply."
    text = str(error)[:200].strip()
    return text if text.endswith(".") else f"{text}."

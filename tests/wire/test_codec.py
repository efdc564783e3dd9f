"""Bytes in, messages out: whatever comes, it is a message or an error with a sentence."""

from __future__ import annotations

import json
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintet.table import SERVER
from quintet.table.commands import Create, Enter, GuestCommand, Move, ServerCommand, Sit
from quintet.table.events import AnyEvent, Played
from quintet.table.refusal import SENTENCES
from quintet.wire import (
    LARGEST,
    PROTOCOL,
    WIRE_SENTENCES,
    WireError,
    decode,
    decode_event,
    decode_server,
    encode,
    encode_event,
)
from quintet.wire.messages import CLIENT_MESSAGES, SERVER_MESSAGES, Bye, Hello, Join, Pong, Refused, WireCode
from quintet.wire.schema import tag
from tests.table.scene import Scene


def refused(data: bytes | str) -> WireError:
    error = decode(data)
    assert isinstance(error, WireError), f"{data!r} was read as {error}"
    return error


@pytest.mark.parametrize(
    "message",
    [
        Hello(protocol=PROTOCOL, client="a test"),
        Join(room="abc", prompts=False),
        Enter(name="Ann", id=3),
        Sit(seat=1),
        Move(seat=0, text="d3", version=12, id=9),
        Create(
            name="Sunday", game="anything", options={"size": 6}, seats=("me", "level-3"), moves=((0, "a1"),)
        ),
    ],
)
def test_a_message_is_read_as_it_was_written(message: Any) -> None:
    assert decode(encode(message)) == message


def test_a_move_as_a_program_in_another_language_writes_it() -> None:
    text = '{"type": "move", "seat": 0, "text": "d3", "version": 12}'
    assert decode(text) == decode(text.encode()) == Move(seat=0, text="d3", version=12)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"move",
        b'{"type": "tick"}',
        b'{"type": "lost", "guest": "ann"}',
        b'{"type": "give-hint", "seat": 0, "version": 1, "move": "d3"}',
        b'{"type": "machine-answer", "seat": 0, "version": 1, "accept": true}',
        b'{"type": "move", "seat": 0, "text": "d3"}',
        b'{"type": "move", "seat": "0", "text": "d3", "version": 1}',
        b'{"type": "move", "seat": -1, "text": "d3", "version": 1}',
        b'{"type": "move", "seat": 0, "text": "d3", "version": 1, "guest": "bob"}',
        b'{"type": "move", "seat": 0, "text": "d3", "version": 1e400}',
        b'{"type": "move", "seat": 0, "text": "d3", "version": 99999999999999999999}',
        b'{"type": "enter", "name": 5}',
        b'{"type": "ask", "kind": "money"}',
        b'{"type": "enter", "name": "\xff\xfe"}',
        b'{"type": "enter", "name": "' + b"x" * 81 + b'"}',
        b'{"type": "create", "name": "a", "game": "b", "options": ' + b'{"a":' * 2000 + b"1" + b"}" * 2001,
    ],
)
def test_anything_else_is_malformed_and_gets_a_sentence(data: bytes) -> None:
    error = refused(data)
    assert error.code == "malformed"
    assert error.text.endswith(".")
    assert len(error.text) < 300


def test_a_message_that_is_too_large_is_not_even_read() -> None:
    assert refused(b" " * (LARGEST + 1)).code == "too-large"
    assert refused(b'{"type":"enter","name":"' + b"x" * 1_000_000 + b'"}').code == "too-large"


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    decode(data)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda x: st.lists(x) | st.dictionaries(st.text(), x),
    )
)
def test_no_json_raises(value: Any) -> None:
    decode(json.dumps({"type": "create", "name": "a", "game": "b", "options": value}))


def test_no_command_of_the_server_is_a_message() -> None:
    messages = set(CLIENT_MESSAGES)
    assert not messages & set(get_args(ServerCommand))
    assert set(get_args(GuestCommand)) <= messages


def test_no_message_says_who_sends_it() -> None:
    assert SERVER == ""
    named = {kind for kind in CLIENT_MESSAGES if "guest" in kind.__struct_fields__}  # type: ignore[attr-defined]
    assert {tag(kind) for kind in named} == {"kick"}


def test_every_refusal_of_a_table_can_be_sent() -> None:
    codes = set(get_args(WireCode))
    assert codes == set(SENTENCES) | set(WIRE_SENTENCES)
    for code in codes:
        sent = Refused(code=code, text="Because.", id=1)
        assert decode_server(encode(sent)) == sent


def test_what_a_server_says_is_read_back() -> None:
    for message in (Pong(now=5), Bye(reason="shutdown", text="Back in a moment.", reconnect_ms=1000)):
        assert decode_server(encode(message)) == message
    with pytest.raises(msgspec.ValidationError):
        decode_server(b'{"type": "no-such-thing"}')


def test_types_are_told_apart_by_one_word() -> None:
    for kinds in (CLIENT_MESSAGES, SERVER_MESSAGES, get_args(AnyEvent)):
        tags = [tag(kind) for kind in kinds]
        assert len(tags) == len(set(tags))


def test_events_are_stored_and_read_back() -> None:
    assert encode_event(Played(at=5, moves=((0, "d3"),))) == b'{"type":"played","at":5,"moves":[[0,"d3"]]}'
    for event in Scene.playing().play("b1").log:
        assert decode_event(encode_event(event)) == event

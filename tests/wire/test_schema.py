"""The published schema."""

from __future__ import annotations

import json

from quintet.wire import PROTOCOL, schema
from quintet.wire.messages import CLIENT_MESSAGES, SERVER_MESSAGES
from quintet.wire.schema import tag


def test_it_holds_every_message_and_is_plain_json() -> None:
    published = json.loads(json.dumps(schema()))
    assert published["protocol"] == PROTOCOL
    assert set(published["client"]) == {tag(kind) for kind in CLIENT_MESSAGES}
    assert set(published["server"]) == {tag(kind) for kind in SERVER_MESSAGES}


def test_every_reference_leads_somewhere() -> None:
    published = schema()
    text = json.dumps(published)
    references = {part.split('"')[0] for part in text.split('"$ref": "#/$defs/')[1:]}
    assert references
    assert references <= set(published["$defs"])


def test_messages_are_described_in_words() -> None:
    published = schema()
    for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES):
        assert published["$defs"][kind.__name__]["description"], kind


def test_a_move_is_described_so_that_it_can_be_written() -> None:
    move = schema()["$defs"]["Move"]
    assert move["properties"]["type"] == {"enum": ["move"]}
    assert set(move["required"]) == {"type", "seat", "text", "version"}
    assert move["additionalProperties"] is False

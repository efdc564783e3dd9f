"""The protocol as JSON Schema, for the page that documents it and for programs in other languages."""

from __future__ import annotations

from typing import Any

import msgspec

from quintet.wire.messages import CLIENT_MESSAGES, PROTOCOL, SERVER_MESSAGES


def schema() -> dict[str, Any]:
    """Every message by its `type`, in both directions, with the parts they share under `$defs`."""
    kinds = (*CLIENT_MESSAGES, *SERVER_MESSAGES)
    references, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    by_type = {tag(kind): reference for kind, reference in zip(kinds, references, strict=True)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "quintet",
        "protocol": PROTOCOL,
        "client": {name: by_type[name] for name in map(tag, CLIENT_MESSAGES)},
        "server": {name: by_type[name] for name in map(tag, SERVER_MESSAGES)},
        "$defs": parts,
    }


def tag(kind: type) -> str:
    """What a message has as its `type`."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]  # every message is a tagged Struct

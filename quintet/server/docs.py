"""The page at /docs: every message of the protocol, written from the types themselves."""

from __future__ import annotations

import html
from functools import cache
from typing import Any

from quintet.wire import PROTOCOL, schema

STYLE = """body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #8886; } h3 { margin-bottom: 0; } code { font-size: 0.95em; }
table { border-collapse: collapse; margin: 0.5rem 0 1.5rem; } td, th { text-align: left; padding: 0.15rem 1rem 0.15rem 0; vertical-align: top; }
@media (prefers-color-scheme: dark) { body { background: #16181c; color: #dde; } a { color: #8bf; } }
"""


@cache
def page() -> str:
    """The whole page as HTML."""
    data = schema()
    parts = [
        "<!doctype html><html lang='en'><head><meta charset='utf-8'><title>quintet: the protocol</title>",
        "<meta name='viewport' content='width=device-width'><link rel='stylesheet' href='/docs/style.css'></head><body>",
        f"<h1>The protocol, version {PROTOCOL}</h1>",
        "<p>A WebSocket at <code>/ws</code> carries JSON objects; <code>type</code> says which message it is. Say ",
        "<code>hello</code> first, then <code>join</code> a room. The same as <a href='/docs/schema.json'>JSON Schema</a>; ",
        "the <a href='/docs/http/openapi.json'>HTTP side as OpenAPI</a>.</p>",
    ]
    for title, side in (("From the client", "client"), ("From the server", "server"), ("Parts", "$defs")):
        parts.append(f"<h2>{title}</h2>")
        for name, entry in data[side].items():
            if side == "$defs" and not entry.get("properties", {}).get("type", {}).get("enum"):
                parts.append(_section(name, entry, f"id='{html.escape(name)}'"))
            elif side != "$defs":
                parts.append(_section(name, data["$defs"][entry["$ref"].rpartition("/")[2]], ""))
    return "".join([*parts, "</body></html>"])


def _section(name: str, entry: dict[str, Any], anchor: str) -> str:
    rows = []
    required = set(entry.get("required", ()))
    for field, kind in entry.get("properties", {}).items():
        if field != "type":
            need = (
                "" if field in required else f", default <code>{html.escape(str(kind.get('default')))}</code>"
            )
            rows.append(f"<tr><td><code>{html.escape(field)}</code></td><td>{_kind(kind)}{need}</td></tr>")
    text = html.escape(entry.get("description", ""))
    table = f"<table>{''.join(rows)}</table>" if rows else ""
    return f"<h3 {anchor}><code>{html.escape(name)}</code></h3><p>{text}</p>{table}"


def _kind(kind: dict[str, Any]) -> str:
    """A type in a few words."""
    if "$ref" in kind:
        name = html.escape(kind["$ref"].rpartition("/")[2])
        return f"<a href='#{name}'>{name}</a>"
    if "anyOf" in kind:
        return " or ".join(_kind(one) for one in kind["anyOf"])
    if "enum" in kind:
        return " or ".join(f"<code>{html.escape(str(value))}</code>" for value in kind["enum"])
    if kind.get("type") == "array":
        return f"list of {_kind(kind['items'])}" if isinstance(kind.get("items"), dict) else "list"
    return html.escape(str(kind.get("type", "anything")))

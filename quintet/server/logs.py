"""Structured logs: one JSON object a line on stderr."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

log = logging.getLogger("quintet.server")


class JsonLines(logging.Formatter):
    """`{"at": ..., "level": ..., "event": ..., ...}`: the message is the event, `extra={"data": {...}}` its fields."""

    def format(self, record: logging.LogRecord) -> str:
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "at": f"{stamp}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        if record.name != log.name:
            line["from"] = record.name
        line |= getattr(record, "data", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def set_up_logs(level: str) -> None:
    """Everything any part of the server logs goes to stderr as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    log.setLevel(level.upper())
    logging.getLogger("picows").setLevel(logging.CRITICAL)  # what clients do wrong
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)


def note(event: str, level: int | None = None, **data: object) -> None:
    """Log one event with its fields; what has an error is a warning, unless it is more."""
    if level is None:
        level = logging.WARNING if "error" in data else logging.INFO
    if log.isEnabledFor(level):
        log.log(level, event, extra={"data": data})

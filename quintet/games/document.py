"""JSON from strangers, read strictly: records, and the boards that people draw themselves.

Python's reader takes the last of two equal keys, takes NaN, and runs out of stack on `[[[[…`. Here each of these is
one sentence.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from quintet.games.contract import GameError, short

MAX_DEPTH = 16


class DocumentError(GameError):
    """The text is not JSON that we take; the sentence says why."""


def read_document(text: str | bytes) -> Any:
    """The value of a JSON text. DocumentError for anything that is not plain, unambiguous and shallow JSON."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        value = json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_not_a_number,
            parse_float=_finite,
            parse_int=_whole,
        )
    except DocumentError:
        raise
    except RecursionError:
        raise DocumentError(f"the JSON is nested too deeply; {MAX_DEPTH} levels are allowed") from None
    except UnicodeDecodeError as error:
        raise DocumentError(f"the text is not UTF-8: byte {error.start + 1} is wrong") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise DocumentError(f"the text is not JSON: {error.msg.lower()} at {where}") from None
    _check_depth(value)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise DocumentError(f"the JSON holds the key {short(name)} twice in one object")
        found[name] = value
    return found


def _not_a_number(name: str) -> NoReturn:
    raise DocumentError(f"{name} is not a number that JSON knows")


def _finite(digits: str) -> float:
    number = float(digits)
    if abs(number) == float("inf"):
        raise DocumentError(f"the number {digits[:20]} is too large")
    return number


def _whole(digits: str) -> int:
    if len(digits) > 18:
        raise DocumentError(f"the number {digits[:20]}... is too large")
    return int(digits)


def _check_depth(value: Any) -> None:
    """Level by level, so that no depth can exhaust the stack."""
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return
    raise DocumentError(f"the JSON is nested too deeply; {MAX_DEPTH} levels are allowed")


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []

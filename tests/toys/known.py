"""The toys as games from outside: known to this process and to those that it starts, for as long as a test needs them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from quintet.games.registry import FILES, GAMES, OURS, add_file

HERE = Path(__file__).parent
ATAXX, DRAUGHTS = f"{HERE / 'ataxx.py'}:Ataxx", f"{HERE / 'draughts.py'}:Draughts"
BEFORE_TWO_LEGS = ("d2 e3", "e5 f4", "e1 d2", "d6 e5", "e3 d4")
"""Small Draughts: then black can jump twice with the piece on e5, and is crowned."""
TWO_LEGS = "e5 c3 e1"


@contextmanager
def known_toys() -> Iterator[None]:
    before = os.environ.get(FILES)
    os.environ[FILES] = ""
    try:
        for file in (ATAXX, DRAUGHTS):
            add_file(file)
        yield
    finally:
        for name in [name for name in GAMES if name not in OURS]:
            del GAMES[name]
        os.environ.pop(FILES)
        if before is not None:
            os.environ[FILES] = before

"""Make the module of one game: `python -m quintet.engine.wasm.module GAME FILE`, in a process that does nothing else.

Numba numbers what it compiles from the start of its process, so only the same beginning gives the same module.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from msgspec import Struct, json

from quintet.engine import _jit, players
from quintet.engine.wasm.compile import compile_object, defer_entries
from quintet.engine.wasm.link import link
from quintet.engine.wasm.manifest import EXPORT


class Sizes(Struct, frozen=True):
    """In bytes: what the module brings into its memory, a packed position, and the scratch; and how many functions it has."""

    data: int
    state: int
    work: int
    functions: int


def main(game: str, file: str) -> None:
    """Write the module, and say how much memory it needs."""
    defer_entries()
    player = importlib.import_module(f"{players.__name__}.{game}")
    functions: list[str] = []
    _jit.on_part.append(functions.append)
    made = link(compile_object(player.ENTRY, EXPORT), EXPORT)
    Path(file).write_bytes(made.module)
    state = player.ENTRY.signature.args[0].dtype.size
    print(json.encode(Sizes(made.data, state, player.WORK.itemsize, len(functions))).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])

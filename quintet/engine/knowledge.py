"""Knowledge that is shipped: weights and books, each a compressed file with a text beside it.

`NAME.xz` holds the bytes, `NAME.txt` says how they were made and ends with their SHA-256. A file that is missing or does
not match its hash is not used: the engine then does without, and says so.
"""

from __future__ import annotations

import ctypes
import hashlib
import logging
import lzma
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from quintet.engine.thought import EngineError

FOLDER = Path(__file__).parent / "data"
Known = TypeVar("Known")


def read(name: str, folder: Path | None = None) -> bytes:
    """The bytes of a piece of knowledge; EngineError if it is missing or damaged."""
    folder = FOLDER if folder is None else folder
    try:
        packed = (folder / f"{name}.xz").read_bytes()
        story = (folder / f"{name}.txt").read_bytes()
    except OSError as error:
        raise EngineError(f"the engine's file {name} cannot be read: {error.strerror}") from error
    wanted = re.search(rb"^sha256: ([0-9a-f]{64})\r?$", story, re.MULTILINE)
    if wanted is None or hashlib.sha256(packed).hexdigest().encode() != wanted[1]:
        raise EngineError(f"the engine's file {name} is damaged: it does not match its hash")
    try:
        return lzma.decompress(packed)
    except lzma.LZMAError as error:
        raise EngineError(f"the engine's file {name} is damaged: it cannot be unpacked") from error


def shipped(name: str, unpack: Callable[[bytes], Known], without: str) -> Known | None:
    """What `unpack` makes of a piece of knowledge; None, after one warning, where that is impossible.

    `unpack` raises ValueError for bytes that it cannot use. Whoever asks keeps the answer: it is wanted once in a process.
    """
    try:
        return _unpack(name, unpack)
    except EngineError as error:
        logging.getLogger(__name__).warning("%s; %s", error, without)
        return None
    finally:
        _give_back_memory()


def _unpack(name: str, unpack: Callable[[bytes], Known]) -> Known:
    data = read(name)
    try:
        return unpack(data)
    except ValueError as error:
        raise EngineError(f"the engine's file {name} is not in the form that this version reads") from error


def _give_back_memory() -> None:
    """Unpacking takes several times what is kept, and the C library holds on to what was freed: 25 MB after one book."""
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's own
        if trim is not None:
            trim(0)


def write(name: str, data: bytes, story: str, folder: Path = FOLDER) -> int:
    """Store a piece of knowledge and how it was made; its size in bytes."""
    packed = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.xz").write_bytes(packed)
    text = f"{story.rstrip()}\n\nsha256: {hashlib.sha256(packed).hexdigest()}\n"
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return len(packed)

"""Knowledge that is shipped: weights and books, each a compressed file with a text beside it.

`NAME.xz` holds the bytes, `NAME.txt` says how they were made and ends with their SHA-256. A file that is missing or does
not match its hash is not used: the engine then plays by its hand-made evaluation.
"""

from __future__ import annotations

import hashlib
import lzma
import re
from pathlib import Path

from quintet.engine.thought import EngineError

FOLDER = Path(__file__).parent / "data"


def read(name: str, folder: Path = FOLDER) -> bytes:
    """The bytes of a piece of knowledge; EngineError if it is missing or damaged."""
    try:
        packed = (folder / f"{name}.xz").read_bytes()
        story = (folder / f"{name}.txt").read_text(encoding="utf-8")
    except OSError as error:
        raise EngineError(f"the engine's file {name} cannot be read: {error.strerror}") from error
    wanted = re.search(r"^sha256: ([0-9a-f]{64})$", story, re.MULTILINE)
    if wanted is None or hashlib.sha256(packed).hexdigest() != wanted[1]:
        raise EngineError(f"the engine's file {name} is damaged: it does not match its hash")
    return lzma.decompress(packed)


def write(name: str, data: bytes, story: str, folder: Path = FOLDER) -> int:
    """Store a piece of knowledge and how it was made; its size in bytes."""
    packed = lzma.compress(data, preset=9 | lzma.PRESET_EXTREME)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.xz").write_bytes(packed)
    text = f"{story.rstrip()}\n\nsha256: {hashlib.sha256(packed).hexdigest()}\n"
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return len(packed)

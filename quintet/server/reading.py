"""What is done with whatever somebody brings: files of games, records, studies. Nothing here looks at the server's own rooms.

`python -m quintet.server.reading` is a process that does it: it reads one piece of work after the other from stdin and writes
what comes of it to stdout. A file of megabytes may keep Python in a single step for most of a second, and take much memory:
there it keeps nobody waiting, and the memory goes with the process (`beside.py`).
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from traceback import extract_tb
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from quintet.games.contract import GameError
from quintet.server.answers import pack
from quintet.server.records import held
from quintet.server.shown import brought
from quintet.server.study_reading import filed, saved, told_study, told_tree

MOST_MEMORY = 1 << 30
"""Bytes; whoever brings what needs more is refused."""
PATIENT = 5
"""Its turn comes after that of the server, which has players."""
SIZE_BYTES = 8
TOO_HUNGRY = "reading this takes more memory than the server has for it"

Parts = tuple[bytes, ...]
Task = Callable[..., Parts]


class Asked(Struct, frozen=True, array_like=True):
    """What is to be done, with what."""

    task: str
    parts: Parts


class Told(Struct, frozen=True, array_like=True):
    """What came of it; or a sentence for whoever brought it; or what went wrong here."""

    parts: Parts = ()
    refused: str = ""
    broken: str = ""


def packed(make: Callable[..., bytes]) -> Task:
    """Made, and compressed beside it."""
    return lambda *parts: tuple(pack(make(*parts)))


TASKS: dict[str, Task] = {
    "file of games": packed(held),
    "record": packed(brought),
    "tree": packed(told_tree),
    "study": packed(told_study),
    "study to be kept": saved,
    "study as a file": filed,
}


def done(asked: Asked) -> Told:
    """What comes of it, whatever it is."""
    try:
        return Told(TASKS[asked.task](*asked.parts))
    except GameError as error:
        return Told(refused=str(error))
    except MemoryError:
        return Told(refused=TOO_HUNGRY)
    except Exception as error:  # a mistake of ours: the log has it
        where = extract_tb(error.__traceback__)[-1]
        return Told(broken=f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})")


# --- the process --------------------------------------------------------------------------------------------------------


def framed(message: Any) -> bytes:
    """A message as it travels: its size, and itself."""
    data = msgspec.msgpack.encode(message)
    return len(data).to_bytes(SIZE_BYTES) + data


def be_modest() -> None:
    """Where the system knows how."""
    with suppress(OSError, AttributeError):
        os.nice(PATIENT)
    try:
        import resource
    except ImportError:
        return
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, hard))


def answer(questions: BinaryIO, answers: BinaryIO) -> None:
    """Until there are no more questions."""
    while size := questions.read(SIZE_BYTES):
        asked = msgspec.msgpack.decode(questions.read(int.from_bytes(size)), type=Asked)
        answers.write(framed(done(asked)))
        answers.flush()


def main() -> None:
    """Answer until the server closes the pipe. Whatever else prints goes to stderr, not between the answers."""
    for number in (signal.SIGINT, signal.SIGTERM):  # these are for the server, which then ends us
        signal.signal(number, signal.SIG_IGN)
    be_modest()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        answer(sys.stdin.buffer, out)
    except BrokenPipeError:  # the server is gone
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


if __name__ == "__main__":
    main()

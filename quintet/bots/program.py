"""A program from outside that is told lines over its standard input and answers with lines over its standard output."""

from __future__ import annotations

import os
import queue
import shlex
import signal
import subprocess
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO

MOST_LINE, MOST_LINES = 4096, 10_000
LAST_WORDS = 3
"""Lines of its error output that are kept: the last ones say what went wrong."""


class EngineFault(Exception):  # noqa: N818  (a word of ours, not of Python)
    """What an engine did wrong: the end of a sentence that begins with its name."""


class Program:
    """A running program that is told lines and answers with lines. It ends, with all it started, when this object does."""

    def __init__(
        self,
        command: str | Sequence[str],
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """The words of a command, or a text to split into them as a shell does; all of our environment if none is named."""
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
            self.process = subprocess.Popen(  # noqa: S603  (whoever seats an engine names the command)
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=environment,
                start_new_session=True,  # a group of its own, so that whatever it starts can be ended with it
            )
        except (OSError, ValueError, IndexError) as error:
            raise EngineFault(
                f"cannot be started ({_why(error)}): a program and its arguments are expected"
            ) from None
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        threading.Thread(target=_read_lines, args=(self.process.stdout, self.lines), daemon=True).start()
        self.errors: deque[str] = deque(maxlen=LAST_WORDS)
        self._listening = threading.Thread(
            target=_keep_last, args=(self.process.stderr, self.errors), daemon=True
        )
        self._listening.start()
        self.close = weakref.finalize(self, _end, self.process)
        """Ends the program; also called when the object is collected and when Python exits."""
        _running.add(self)

    def tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        with suppress(OSError):  # that it has ended is noticed where its answer is read
            self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self.process.stdin.flush()

    def last_words(self) -> str:
        """What it wrote last on its error output: where a program says why it fails."""
        with suppress(
            subprocess.TimeoutExpired
        ):  # one that fails often ends just now, and says why as it does
            self.process.wait(0.5)
            self._listening.join(1.0)
        return " / ".join(list(self.errors))

    def hear(self, until: float, expected: str) -> str:
        """Its next line; `until` is a time of the monotonic clock."""
        try:
            line = self.lines.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise EngineFault(f"did not answer in time: {expected} was expected") from None
        if line is None:
            raise EngineFault(f"has ended: {expected} was expected")
        return line


_running: weakref.WeakSet[Program] = weakref.WeakSet()


def end_all() -> None:
    """End every program that still runs: for a process that has to end at once."""
    for program in list(_running):
        program.close()


def _why(error: Exception) -> str:
    """Why a program cannot be started."""
    if isinstance(error, FileNotFoundError):
        return "there is no program of that name here"
    if isinstance(error, PermissionError):
        return "it is no program that may be run"
    return getattr(error, "strerror", None) or str(error)


def _read_lines(pipe: IO[bytes], lines: queue.SimpleQueue[str | None]) -> None:
    with pipe:
        while lines.qsize() < MOST_LINES and (line := pipe.readline(MOST_LINE)):
            lines.put(line.decode("utf-8", "replace").strip())
    lines.put(None)


def _keep_last(pipe: IO[bytes], lines: deque[str]) -> None:
    with pipe:
        while line := pipe.readline(MOST_LINE):
            if text := line.decode("utf-8", "replace").strip():
                lines.append(text)


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()
    process.wait()

"""`quintet terminal` where it cannot start: one sentence and exit code 2."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*arguments: str, terminal: bool) -> subprocess.CompletedProcess[str]:
    """The command, with a terminal for its input and output or without one; its complaint is read from stderr."""
    command = [sys.executable, "-m", "quintet", "terminal", *arguments]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    if not terminal:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=environment, timeout=60
        )
    ours, theirs = pty.openpty()
    try:
        return subprocess.run(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            timeout=60,
        )
    finally:
        os.close(ours)
        os.close(theirs)


def test_without_a_terminal() -> None:
    ran = run(terminal=False)
    assert ran.returncode == 2
    assert (
        ran.stderr == "quintet: 'quintet terminal' needs a terminal; 'quintet play' reads and writes pipes\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--room", "abc"), "give --server URL too, or the whole link of the room"),
        (("--record", "nothing.json"), "cannot read 'nothing.json'"),
        (("--record", "a.json", "--room", "http://x/r/a"), "one of --record FILE, --study FILE and --room"),
        (("--study", "nothing.json"), "cannot read 'nothing.json'"),
    ],
)
def test_arguments_that_do_not_fit(arguments: tuple[str, ...], sentence: str) -> None:
    ran = run(*arguments, terminal=True)
    assert ran.returncode == 2
    assert sentence in ran.stderr
    assert len(ran.stderr.splitlines()) == 1

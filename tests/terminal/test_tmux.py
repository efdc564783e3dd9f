"""The real program in a real terminal: tmux types, and reads what the screen shows."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux here")


class Tmux:
    """A terminal of 80×24 characters that runs one command."""

    def __init__(self, socket: Path, command: str, environment: dict[str, str]) -> None:
        self._socket = str(socket)
        settings = [part for name, value in environment.items() for part in ("-e", f"{name}={value}")]
        self("new-session", "-d", "-x", "80", "-y", "24", *settings, command)
        self("set-option", "-g", "remain-on-exit", "on")

    def __call__(self, *arguments: str) -> str:
        ran = subprocess.run(
            ["tmux", "-f", os.devnull, "-S", self._socket, *arguments],
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout

    def keys(self, *keys: str) -> None:
        self("send-keys", *keys)

    def wait_for(self, text: str, there: bool = True) -> str:
        """The screen as soon as it shows this, or no longer does."""
        end = time.monotonic() + PATIENCE
        while (text in (screen := self("capture-pane", "-p"))) != there:
            assert time.monotonic() < end, f"{text!r} should be on the screen ({there}):\n{screen}"
            time.sleep(0.1)
        return screen


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    # Kept by a shell, so that what the program says at its end can be read.
    program = f"{shlex.quote(sys.executable)} -m quintet terminal --mono; echo ended $?; sleep 60"
    running = Tmux(
        tmp_path / "tmux",
        program,
        {"PYTHONPATH": str(ROOT), "XDG_CONFIG_HOME": str(tmp_path), "LANG": "C.UTF-8", "TERM": "screen"},
    )
    yield running
    running("kill-server")


def test_a_short_game_for_real(tmux: Tmux) -> None:
    tmux.wait_for("What would you like to play?")
    tmux.keys("Enter")
    tmux.wait_for("Start here")
    tmux.keys("BTab", "BTab", "BTab", "BTab", "Enter")  # from the button up to the second seat
    tmux.wait_for("random")
    tmux.keys("gree", "Enter")
    tmux.wait_for("The greedy player  ")
    tmux.keys("C-s")
    tmux.wait_for("Place a black disc")
    tmux.keys("k", "Enter")  # one up from the middle, which is d3
    screen = tmux.wait_for("2. ")  # the machine has answered
    assert "1. d3" in screen
    tmux.keys("/")
    tmux.wait_for("? Help", there=False)  # keys are letters of the move now
    tmux.keys("zz", "Enter")
    tmux.wait_for("is not a")
    tmux.keys("Escape")
    tmux.wait_for("? Help")  # back on the board, whose keys the last line shows
    tmux.keys("x")
    tmux.wait_for("Resign?")
    tmux.keys("y")
    tmux.wait_for("resigned")
    tmux.keys("q")
    tmux.wait_for("What would you like to play?")
    tmux.keys("q")
    tmux.wait_for("ended 0")

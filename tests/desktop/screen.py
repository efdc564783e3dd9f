"""A virtual screen, and what is done on it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from PIL import Image, ImageGrab

from quintet.desktop.places import Places, places
from quintet.draw import scene
from quintet.games.contract import Layout

PATIENCE = 180


class Screen:
    """A virtual screen and what is done on it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.environment = {**os.environ, "DISPLAY": name}
        self._started: list[subprocess.Popen[str]] = []

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "quintet", *arguments]
        program = subprocess.Popen(
            command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._started.append(program)
        return program

    def clear(self) -> None:
        """End what still runs, of a test that failed."""
        while self._started:
            program = self._started.pop()
            program.kill()
            program.communicate()

    def xdotool(self, *arguments: str) -> str:
        done = subprocess.run(
            ["xdotool", *arguments], env=self.environment, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    def window(self, title: str) -> str:
        """The window with this title, once it is there."""
        for _ in range(PATIENCE * 5):
            for window in self.xdotool("search", "--class", "").splitlines():
                if self.xdotool("getwindowname", window).startswith(title):
                    return window
            time.sleep(0.2)
        raise AssertionError(f"no window called {title}")

    def corner(self, window: str) -> tuple[int, int]:
        """Where on the screen a window begins."""
        told = self._geometry(window)
        return told["X"], told["Y"]

    def extent(self, title: str) -> tuple[int, int, int, int]:
        """Where on the screen the window with this title begins, and how large it is."""
        for _ in range(PATIENCE):
            if told := self._geometry(self.window(title)):  # none of one that was just put in another's place
                return told["X"], told["Y"], told["WIDTH"], told["HEIGHT"]
        raise AssertionError(f"the window called {title} never stays")

    def places(self, window: str, layout: Layout) -> Places:
        """Where everything is in a window that shows such a board."""
        told = self._geometry(window)
        return places(told["WIDTH"], told["HEIGHT"], layout)

    def spaces(self, window: str, layout: Layout) -> dict[str, tuple[int, int]]:
        """By name, the middle of every space of such a board in a window."""
        drawn, board = scene(layout, {}), self.places(window, layout).board
        unit = max(board.size) / max(drawn.width, drawn.height)
        return {
            space.name: (
                round(board.x + (space.x - drawn.left) * unit),
                round(board.y + (space.y - drawn.top) * unit),
            )
            for space in layout.spaces
        }

    def _geometry(self, window: str) -> dict[str, int]:
        lines = self.xdotool("getwindowgeometry", "--shell", window).splitlines()
        return {name: int(number) for name, number in (line.split("=") for line in lines)}

    def click(self, window: str, x: int, y: int) -> None:
        self.xdotool("mousemove", "--window", window, str(x), str(y), "click", "1")

    def click_until_changed(self, window: str, x: int, y: int, before: Image.Image) -> None:
        for _ in range(PATIENCE // 2):
            self.click(window, x, y)
            time.sleep(2.0)
            if self.picture().tobytes() != before.tobytes():
                return
        raise AssertionError("clicks change nothing")

    def click_until_closed(self, window: str, program: subprocess.Popen[str]) -> None:
        """A click before the end does nothing more once the game runs, so clicking on is harmless."""
        for _ in range(PATIENCE):
            self.click(window, 300, 300)
            time.sleep(0.5)
            if program.poll() is not None:
                return

    def picture(self) -> Image.Image:
        return ImageGrab.grab(xdisplay=self.name)

    def until_still(self, other_than: Image.Image | None = None) -> Image.Image:
        """Wait until it shows something, something new if need be, and nothing moves."""
        unwanted = {picture.tobytes() for picture in (other_than, Image.new("RGB", (1024, 768))) if picture}
        before = self.picture()
        for _ in range(PATIENCE):
            time.sleep(1.0)
            after = self.picture()
            if after.tobytes() == before.tobytes() and after.tobytes() not in unwanted:
                return after
            before = after
        raise AssertionError("it never stands still")


@contextmanager
def virtual_screen() -> Iterator[Screen]:
    """A screen of one's own, by Xvfb; it must not start anew whenever its last window closes, for the next may just open."""
    assert shutil.which("Xvfb"), "install the virtual screen first: apt-get install xvfb xdotool"
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1024x768x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing],
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    screen = Screen(f":{number}")
    try:
        yield screen
    finally:
        screen.clear()
        server.terminate()
        server.wait()


def ended(program: subprocess.Popen[str]) -> str:
    """What a program said, once it has come to a good end by itself."""
    said, _ = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0, said
    return said

"""A real server, a real browser, and players who use them with mouse, finger and keys."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.web.player import Player
from tests.web.waiting import WAIT

ARTEFACTS = Path(__file__).parents[2] / "artefacts" / "web"
CHROMIUM = shutil.which("chromium") or "/usr/bin/chromium"
expect.set_options(timeout=WAIT)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server on a free port, with a store of its own."""
    store = tmp_path_factory.mktemp("web") / "rooms.sqlite3"
    command = [sys.executable, "-m", "quintet", "serve", "--port", "0", "--store", f"sqlite:{store}"]
    with subprocess.Popen(
        [*command, "--messages-per-second", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1].rstrip("/")
        process.terminate()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Watch:
    """Everything a page complains about, and everything it asks of anybody but the server."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.complaints: list[str] = []

    def follow(self, page: Page) -> None:
        page.on("console", lambda message: self._console(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(f"error: {error}"))
        page.on("request", lambda request: self._request(request.url))

    def _console(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(f"console: {text}")

    def _request(self, url: str) -> None:
        if not url.startswith((self.server, "blob:", "data:")):
            self.complaints.append(f"request to {url}")


OpenPage = Callable[..., Player]


@pytest.fixture
def sit_down(server: str, chromium: Browser) -> Iterator[OpenPage]:
    """Open a browser of one's own: `sit_down(width=360, touch=True, speed=1)`; settings by name.

    The test fails if any page complained on its console, broke the content policy or asked another server.
    """
    watch = Watch(server)
    contexts: list[BrowserContext] = []

    def sit(width: int = 1280, height: int = 800, touch: bool = False, **settings: Any) -> Player:
        context = chromium.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, base_url=server
        )
        context.set_default_timeout(WAIT)
        contexts.append(context)
        chosen = json.dumps({"speed": 0, "sound": False} | settings)
        context.add_init_script(
            f"if (!localStorage.getItem('quintet')) localStorage.setItem('quintet', {json.dumps(chosen)})"
        )
        page = context.new_page()
        watch.follow(page)
        return Player(page)

    yield sit
    for context in contexts:
        context.close()
    assert watch.complaints == []


@pytest.fixture
def keep_picture() -> Callable[[Page, str], None]:
    """Keep a screenshot to look at: artefacts/web/NAME.png."""

    def keep(page: Page, name: str) -> None:
        ARTEFACTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=ARTEFACTS / f"{name}.png")

    return keep

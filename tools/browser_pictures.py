"""Make every picture of the browser in the docs anew: `.venv/bin/python tools/browser_pictures.py [NAME ...]`.

A server of its own, with an empty store, is used in Chromium as a person would; the games come from the records beside the pictures or are
always the same, and nothing moves. Only what the engine found in the time it had may differ from one run to the next.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from quintet.games import game
from quintet.games.record import Replay
from quintet.study.puzzles import shipped

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
DESK, PHONE = (1280, 800), (390, 844)
PATIENCE = 400_000
"""Milliseconds for the engine: on a machine where it has never run, it is compiled first."""
WAIT = 90_000
"""Milliseconds for a page, on a machine that may have other work."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"]
OPEN = "async body => (await (await fetch('/api/rooms', { method: 'POST', body })).json()).path"
LAST = "async room => (await (await fetch(`/api/rooms/${room}/games`)).json()).at(-1).id"


def sit_down(page: Page, name: str, moves: list[list[Any]], title: str = "", **options: Any) -> None:
    """At a table for all sides, after these moves."""
    page.goto("/rooms")
    seats = ["me"] * game(name, **options).seats
    create = {
        "type": "create",
        "name": title or game(name).title,
        "game": name,
        "options": options,
        "moves": moves,
    }
    path = page.evaluate(
        OPEN, json.dumps(create | {"seats": seats, "offline": True, "listed": False, "host_name": "Ann"})
    )
    page.goto(path)
    page.wait_for_selector(".table-page[data-version]")


def kept(name: str) -> dict[str, Any]:
    """A record that lies beside the pictures."""
    record: dict[str, Any] = json.loads((PICTURES / f"{name}.json").read_text("utf-8"))
    return record


def click(page: Page, *spaces: str) -> None:
    for space in spaces:
        page.locator(f'.cell[data-space="{space}"]').click(force=True)


def home(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".little .board")).to_have_count(5)


def table(page: Page) -> None:
    sit_down(page, "onyx", kept("onyx")["moves"])
    click(page, "f5")
    page.locator(".palette-piece").nth(2).click()
    page.mouse.move(5, 5)


def dark(page: Page) -> None:
    record = kept("omega")
    sit_down(page, "omega", record["moves"], **record["options"])


def phone(page: Page) -> None:
    sit_down(page, "gomoku", kept("gomoku")["moves"], **kept("gomoku")["options"])
    page.locator('.cell[data-space="m11"]').tap(force=True)
    page.wait_for_selector(".cross-hair")


def analysis(page: Page) -> None:
    page.goto("/games")
    page.click("text=Analysis board")
    page.select_option("[name=game]", "reversi")
    page.click(".start")
    expect(page.locator(".prompt.yours")).to_be_visible()
    for space in ("d3", "c3", "c4", "e3", "f4"):
        click(page, space)
        expect(page.locator(".ply-button[aria-current]")).to_contain_text(space)
    for _ in range(2):
        page.keyboard.press("ArrowLeft")
    click(page, "c5")
    expect(page.locator(".ply-button[aria-current]")).to_contain_text("c5")
    page.mouse.move(5, 5)


def review(page: Page) -> None:
    small, rng = game("reversi", size=6), Random(5)
    played = Replay(small)
    while played.owing:
        played.submit(played.owing[0], small.prompt(played.position, played.owing[0]).sample(rng))
    *before, (_, last) = [[seat, move] for seat, move in played.submissions]
    sit_down(page, "reversi", before, size=6)
    click(page, str(last))
    page.wait_for_selector(".table-page[data-status=finished]")
    page.wait_for_selector(".look-at")
    page.goto(f"/g/{page.evaluate(LAST, page.url.split('/')[-1])}")
    page.click(".review-begin")
    page.wait_for_selector(".review .accounts", timeout=PATIENCE)
    page.locator(".ply-button").nth(13).click()


def puzzle(page: Page) -> None:
    page.goto(f"/puzzles/{shipped('gomoku')[40].id}")
    page.wait_for_selector(".board.live")


def lesson(page: Page) -> None:
    page.goto("/learn/best")
    page.wait_for_selector(".board.live")


SHOTS: dict[str, tuple[Callable[[Page], None], tuple[int, int], dict[str, Any]]] = {
    "home": (home, DESK, {}),
    "table": (table, DESK, {}),
    "dark": (dark, DESK, {"theme": "dark"}),
    "phone": (phone, PHONE, {}),
    "analysis": (analysis, DESK, {}),
    "review": (review, (1280, 1000), {}),
    "puzzle": (puzzle, DESK, {}),
    "lesson": (lesson, DESK, {}),
}
"""By name: what is done first, the size of the screen, and what this player has chosen in the settings."""


@contextmanager
def serving() -> Iterator[str]:
    """The address of a server that lasts as long as the pictures are made."""
    with tempfile.TemporaryDirectory() as folder:
        store = f"sqlite:{folder}/rooms.sqlite3"
        command = [sys.executable, "-m", "quintet", "serve", "--port", "0", "--store", store]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stdout is not None
            try:
                yield process.stdout.readline().split()[-1].rstrip("/")
            finally:
                process.terminate()


def shoot(browser: Browser, address: str, name: str) -> Path:
    prepare, (width, height), chosen = SHOTS[name]
    narrow = width < 600
    context = browser.new_context(
        viewport={"width": width, "height": height},
        has_touch=narrow,
        device_scale_factor=2 if narrow else 1.25,
        base_url=address,
        reduced_motion="reduce",
    )
    settings = json.dumps({"name": "Ann", "speed": 0, "sound": False, "theme": "light"} | chosen)
    context.add_init_script(f"localStorage.setItem('quintet', {json.dumps(settings)})")
    context.set_default_timeout(WAIT)
    page = context.new_page()
    prepare(page)
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    path = PICTURES / f"browser-{name}.jpg"
    page.screenshot(path=path, type="jpeg", quality=84)
    context.close()
    return path


def main(wanted: list[str]) -> None:
    unknown = [name for name in wanted if name not in SHOTS]
    if unknown:
        sys.exit(f"There is no picture {unknown[0]}; there are: {', '.join(SHOTS)}.")
    expect.set_options(timeout=WAIT)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name in wanted or SHOTS:
            print(shoot(browser, address, name), flush=True)
        browser.close()


if __name__ == "__main__":
    main([re.sub(r"^browser-|\.jpg$", "", name) for name in sys.argv[1:]])

"""Can every page be used by everybody? axe-core looks at all of them, in both themes, on a desk, on phones and at twice the size.

    .venv/bin/python -m tools.check_pages AXE [--pictures FOLDER] [NAME ...]

AXE is axe.min.js, which `npm install --prefix FOLDER axe-core` brings; nothing is fetched here. A server of its own, with an empty
store, is used as for the pictures. Whatever axe finds fault with is told, and whatever is wider than its screen; exits with 1 then.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, expect, sync_playwright

from quintet.games import GAMES, game
from quintet.games.record import Replay
from quintet.study.puzzles import shipped
from tools.browser_pictures import FLAGS, LAST, OPEN, WAIT, click, serving, sit_down

SCREENS = {"desk": (1280, 800), "phone": (390, 844), "small phone": (360, 640), "zoomed": (640, 400)}
THEMES = ("light", "dark")
RUN = """async () => (await axe.run(document, { resultTypes: ['violations'] })).violations.map(
    found => `${found.id}: ${found.help} (${found.nodes.map(node => node.target.join(' ')).slice(0, 3).join('; ')})`)"""
TOO_WIDE = """() => { const seen = document.scrollingElement.clientWidth;
    return document.scrollingElement.scrollWidth <= seen ? [] : [...document.querySelectorAll('body *')]
        .filter(one => one.getBoundingClientRect().right > seen + 1).slice(0, 3).map(one => one.outerHTML.slice(0, 90)); }"""
BOARD = """() => { const board = document.querySelector('.board')?.getBoundingClientRect();
    return board ? `${Math.round(board.width)}x${Math.round(board.height)}` : ''; }"""


def played(name: str, part: float) -> list[list[Any]]:
    """Moves of a game by chance, so much of it; always the same."""
    replay, rng = Replay(game(name)), Random(2)
    while replay.owing:
        for seat in replay.owing:
            replay.submit(seat, replay.game.prompt(replay.position, seat).sample(rng))
    moves = [[seat, move] for seat, move in replay.submissions]
    return moves[: round(part * len(moves))] if part < 1 else moves[:-1]


def visit(address: str, page: Page) -> None:
    page.goto(address)


def table(name: str, page: Page) -> None:
    sit_down(page, name, played(name, 0.3))


def ended(page: Page) -> None:
    moves, rng = [], Random(5)
    small = game("reversi", size=6)
    replay = Replay(small)
    while replay.owing:
        replay.submit(replay.owing[0], small.prompt(replay.position, replay.owing[0]).sample(rng))
        moves.append(list(replay.submissions[-1]))
    sit_down(page, "reversi", moves[:-1], size=6)
    click(page, str(moves[-1][1]))
    page.wait_for_selector(".table-page[data-status=finished]")
    page.wait_for_selector(".look-at")


def kept_game(page: Page) -> None:
    ended(page)
    page.goto(f"/g/{page.evaluate(LAST, page.url.split('/')[-1])}")
    page.wait_for_selector(".board")


def room(page: Page) -> None:
    """A host who waits for others."""
    page.goto("/rooms")
    seats = ["me", "open", "greedy"]
    create = {"type": "create", "name": "Three", "game": "omega", "options": {"players": 3}, "seats": seats}
    page.goto(page.evaluate(OPEN, json.dumps(create | {"listed": True, "host_name": "Ann"})))
    page.wait_for_selector(".table-page[data-version]")


PAGES: dict[str, Callable[[Page], None]] = {
    "home": partial(visit, "/"),
    "rooms": partial(visit, "/rooms"),
    "room": room,
    "games": partial(visit, "/games"),
    "settings": partial(visit, "/settings"),
    "learn": partial(visit, "/learn"),
    "analysis": partial(visit, "/analysis"),
    "puzzles": partial(visit, "/puzzles"),
    "nowhere": partial(visit, "/nowhere"),
    "view": partial(visit, "/view"),
    "ended": ended,
    "game": kept_game,
    **{
        f"puzzle {name}": partial(visit, f"/puzzles/{shipped(name)[0].id}") for name in GAMES if shipped(name)
    },
    **{f"set-up {name}": partial(visit, f"/play/{name}") for name in GAMES},
    **{f"rules {name}": partial(visit, f"/rules/{name}") for name in GAMES},
    **{f"lesson {name}": partial(visit, f"/learn/{name}") for name in GAMES},
    **{f"table {name}": partial(table, name) for name in GAMES},
}
"""By name, how one comes there."""


def faults(browser: Browser, address: str, axe: str, name: str, pictures: Path | None) -> Iterator[str]:
    """What is wrong with a page, on all screens and in both themes."""
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    chosen = {"name": "Ann", "speed": 0, "sound": False}
    context.add_init_script(
        f"localStorage.quintet ??= {json.dumps(json.dumps(chosen))}; window.name = window.name || 'here'"
    )
    context.set_default_timeout(WAIT)
    page = context.new_page()
    PAGES[name](page)
    for theme in THEMES:
        page.evaluate(
            "([kept, theme]) => localStorage.quintet = JSON.stringify({ ...kept, theme })", [chosen, theme]
        )
        page.reload()
        page.wait_for_load_state("networkidle")
        page.evaluate(axe)
        for screen, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(300)
            where = f"{name}, {theme}, {screen}"
            yield from (f"{where}: {fault}" for fault in page.evaluate(RUN))
            yield from (f"{where}: wider than the screen: {what}" for what in page.evaluate(TOO_WIDE))
            if pictures is not None:
                size = page.evaluate(BOARD)
                file = f"{name}-{screen}-{theme}-{size}.png".replace(" ", "_")
                page.screenshot(path=pictures / file)
    context.close()


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("axe", type=Path, help="axe.min.js")
    parser.add_argument("page", nargs="*", help=f"of these, all if none is named: {', '.join(PAGES)}")
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of each page on each screen")
    parsed = parser.parse_args()
    expect.set_options(timeout=WAIT)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    axe, found = parsed.axe.read_text("utf-8"), 0
    with serving() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name in parsed.page or PAGES:
            told = list(faults(browser, address, axe, name, parsed.pictures))
            found += len(told)
            print(f"{name}: {'nothing' if not told else len(told)}", *told, sep="\n  ", flush=True)
        browser.close()
    looked = len(parsed.page or PAGES) * len(THEMES) * len(SCREENS)
    print(f"{looked} views, {found} faults.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

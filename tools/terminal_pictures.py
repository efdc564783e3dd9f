"""Make every picture of the terminal in the docs anew: `.venv/bin/python tools/terminal_pictures.py [NAME ...]`.

The program itself is run without a terminal, plays a few moves that are always the same, and exports what it shows as SVG; Chromium makes
a PNG of it, with the fonts of this machine.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from quintet.games import game
from quintet.games.record import Replay
from quintet.study.puzzles import shipped
from quintet.table.commands import Create
from quintet.terminal.app import QuintetApp
from quintet.terminal.puzzles import PuzzleScreen
from quintet.terminal.settings import Settings
from quintet.terminal.solved import Solved
from quintet.terminal.study import StudyScreen
from quintet.terminal.table import TableScreen

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
FONT = re.compile(r"@font-face\s*\{.*?\}", re.DOTALL)
TABLES: dict[str, tuple[str, dict[str, object], tuple[int, int], int]] = {
    "terminal": ("onyx", {}, (100, 30), 14),
    "terminal-small": ("gomoku", {}, (80, 24), 9),
}
"""By file: the game, its options, the size of the terminal, and how many moves are played."""
SECONDS = 600


async def table(name: str, options: dict[str, object], size: tuple[int, int], moves: int) -> str:
    """A table after some moves, as SVG."""
    chosen = game(name, **options)
    people = ("me",) * chosen.seats
    create = Create(
        name="Here", game=name, options=chosen.settings, offline=True, host_name="Ann", seats=people
    )
    app = QuintetApp(create=create, settings=Settings(name="Ann", speed="none"))
    rng = Random(3)
    async with app.run_test(size=size) as pilot:
        while not isinstance(app.screen, TableScreen):
            await pilot.pause()
        session = app.screen.session
        for _ in range(moves):
            for prompt in session.view.prompts:
                await session.move(prompt.sample(rng), prompt.seat)
        await pilot.pause(1.0)
        return app.export_screenshot()


async def study() -> str:
    """A reviewed game at one of its mistakes, as SVG."""
    small, rng = game("reversi", size=6), Random(5)
    played = Replay(small)
    while played.owing:
        played.submit(played.owing[0], small.prompt(played.position, played.owing[0]).sample(rng))
    app = QuintetApp(settings=Settings(name="Ann", speed="none"))
    async with app.run_test(size=(110, 34)) as pilot:
        await pilot.pause()
        app.study(played)
        while not isinstance(app.screen, StudyScreen):
            await pilot.pause()
        await pilot.pause()
        await pilot.press("r")
        async with asyncio.timeout(SECONDS):
            while app.screen.told is None or not app.screen.told.complete:
                await pilot.pause(0.5)
        await pilot.press("n", "n")
        await pilot.pause(1.0)
        return app.export_screenshot()


async def puzzle() -> str:
    """A puzzle that was just solved, as SVG."""
    app = QuintetApp(settings=Settings(name="Ann", speed="none"))
    one = next(known for known in shipped("gomoku") if known.rating > 1500)
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        app.show_screen(PuzzleScreen(one, Solved()))
        while not isinstance(app.screen, PuzzleScreen):
            await pilot.pause()
        await pilot.press("slash", *one.right[0], "enter")
        await pilot.pause(1.0)
        return app.export_screenshot()


def main(wanted: list[str]) -> None:
    drawn = {name: asyncio.run(table(*how)) for name, how in TABLES.items() if not wanted or name in wanted}
    if not wanted or "terminal-study" in wanted:
        drawn["terminal-study"] = asyncio.run(study())
    if not wanted or "terminal-puzzle" in wanted:
        with TemporaryDirectory() as folder:  # nobody's own puzzles are counted
            os.environ["XDG_CONFIG_HOME"] = folder
            drawn["terminal-puzzle"] = asyncio.run(puzzle())
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1200, "height": 1000})
        for name, svg in drawn.items():
            own = FONT.sub("", svg).replace("Fira Code", "DejaVu Sans Mono")
            page.set_content(f'<meta charset="utf-8"><body style="margin:0;width:1000px">{own}</body>')
            page.locator("svg").first.screenshot(path=PICTURES / f"{name}.png", omit_background=True)
            print(PICTURES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])

"""Somebody who plays in a browser: clicks what can be clicked, and looks at what the page shows."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Late

from quintet.games.record import Replay, load

PATIENCE = 400_000
"""Milliseconds for the first move of an engine: on a machine where it has never run, it is compiled first."""
SHORT = 5_000
"""Milliseconds after which something is tried once more."""
PLAYING = ".table-page[data-status=playing]"
OVER = ".table-page[data-status=finished]"
AT_REST = """() => document.querySelector('.cell.playable, .go') !== null
  || (document.querySelector('.words .word:enabled') !== null
    && document.querySelector('.board-place svg').getAnimations({ subtree: true }).length === 0)"""


class Player:
    """One browser window."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # -- getting to a table

    def open(self, path: str = "/") -> Player:
        self.page.goto(path)
        return self

    def start(self, game: str, way: str) -> Player:
        """From the first page, with one click: `play-machine` or `play-here`."""
        self.open()
        self.page.click(f"[data-game={game}] .{way}")
        self.page.wait_for_selector(PLAYING)
        return self

    def create(
        self,
        game: str,
        seats: list[str],
        options: dict[str, Any],
        offline: bool = True,
        clock: dict[str, Any] | None = None,
    ) -> str:
        """A room without the forms, unlisted; its address."""
        message = {"type": "create", "name": "A table", "game": game, "options": options, "seats": seats}
        path: str = self.page.evaluate(
            """async body => (await (await fetch('/api/rooms', { method: 'POST', body })).json()).path""",
            json.dumps(message | {"offline": offline, "listed": False, "clock": clock}),
        )
        return path

    def open_room(self, game: str, seats: list[str], options: dict[str, Any]) -> Player:
        """Straight to a table on one screen."""
        self.open(self.open("/rooms").create(game, seats, options))
        self.page.wait_for_selector(".table-page[data-version]")
        return self

    def play_on(self, way: str = "All sides at this screen") -> Player:
        """From a game that is looked at to a table where it goes on."""
        self.page.click(".play-on")
        self.page.get_by_role("button", name=way).click()
        self.page.wait_for_selector(PLAYING)
        return self

    # -- what is to be seen

    @property
    def status(self) -> str:
        return self.page.locator(".table-page").get_attribute("data-status") or ""

    @property
    def version(self) -> int:
        return int(self.page.locator(".table-page").get_attribute("data-version") or 0)

    @property
    def board(self) -> dict[str, str]:
        """What stands where, as drawn."""
        pieces: list[tuple[str, str]] = self.page.eval_on_selector_all(
            ".board-place .pieces > g", "all => all.map(g => [g.dataset.at, g.dataset.piece])"
        )
        return dict(pieces)

    @property
    def playable(self) -> list[str]:
        found: list[str] = self.page.eval_on_selector_all(
            ".cell.playable", "all => all.map(g => g.dataset.space)"
        )
        return found

    def text(self, selector: str) -> str:
        return self.page.locator(selector).first.inner_text()

    def record(self) -> Replay:
        """The game as the server has it."""
        return load(httpx.get(f"{self.address.replace('/r/', '/api/rooms/')}/record").text)

    @property
    def address(self) -> str:
        return self.page.url

    # -- playing

    def cell(self, space: str) -> Locator:
        return self.page.locator(f'.cell[data-space="{space}"]')

    def click(self, space: str) -> None:
        # The grid answers pointers by their place, so what lies on top there does not matter.
        self.cell(space).click(force=True)

    def confirm(self) -> None:
        self.page.click(".go:enabled")

    def play_some_move(self, rng: Random, words: float = 0.15) -> None:
        """Compose a move from whatever the page offers, with clicks only, and wait until it is played."""
        before = self.version
        if self.page.locator(".arrive").count():
            self.page.click(".arrive")  # the screen was handed over
        self.page.wait_for_function(AT_REST)  # what can be clicked belongs to what is shown
        buttons = self.page.locator(".words .word:enabled")
        if buttons.count() and (not self.playable or rng.random() < words):
            buttons.nth(rng.randrange(buttons.count())).click()
        else:
            self._compose(rng)
        self.wait_for(f"version > {before} || status === 'finished'")

    def _compose(self, rng: Random) -> None:
        before = self.version
        for _ in range(4):
            if spaces := self.playable:
                self.click(rng.choice(spaces))
            if self.page.locator(".go").count() == 0:
                return  # one click was the whole move
            if self.page.locator(".go:enabled").count():
                self.confirm()
                return
        assert self.version > before, "no move could be composed"

    def wait_for_turn(self) -> None:
        """Until this player may move, or the game is over."""
        self.wait_for("status === 'finished' || document.querySelector('.prompt.yours') !== null")

    def wait_for(self, condition: str) -> None:
        """Wait until something holds of `version`, `status` and `board`, the drawn pieces by space."""
        look = """
          const page = document.querySelector('.table-page')?.dataset;
          if (!page) return false;  // it is still being opened
          const version = Number(page.version), status = page.status;
          const board = Object.fromEntries([...document.querySelectorAll('.board-place .pieces > g')]
            .map(g => [g.dataset.at, g.dataset.piece]));
          return """
        self.page.wait_for_function(f"() => {{ {look} {condition}; }}")

    def do(self, action: str, sure: bool = False) -> None:
        """Press one of the action buttons; one that asks whether that was meant, until it has ended the game."""
        button = self.page.locator(f"[data-action={action}]")
        if not sure:
            button.click()
            return
        asks, over = self.page.locator(f"[data-action={action}].sure"), self.page.locator(OVER)
        for _ in range(20):  # it does not ask for long, so that a second click may have come too late
            with suppress(Late):
                button.click(timeout=SHORT)
            with suppress(AssertionError):
                expect(asks.or_(over).first).to_be_attached(timeout=SHORT)
            if over.count():
                return
        raise AssertionError(f"{action} asks for ever whether it was meant")

    def settings(self) -> Any:
        return self.page.evaluate("JSON.parse(localStorage.getItem('quintet'))")

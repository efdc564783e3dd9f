"""What the engine thinks of the position that is shown, when somebody asks: a bar, a sentence, and the best moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from textual.content import Content

from quintet.games.contract import AnyGame, Info, capital
from quintet.say.advice import expects, option_text
from quintet.say.people import side
from quintet.terminal.flow import join, wrapped
from quintet.terminal.thinker import LINES, Thinker, Told

BAR = 20


class Opinion:
    """Off until somebody asks for it; then it follows what is shown."""

    def __init__(self, redraw: Callable[[], object]) -> None:
        self.on = False
        self._redraw = redraw
        self._thinker = Thinker(self._hear)
        self._place: object = None
        self._told: Told = ""

    def toggle(self) -> None:
        if self.on:
            self.close()
        else:
            self.on = True

    def close(self) -> None:
        """Think no more."""
        self.on, self._place, self._told = False, None, ""
        self._thinker.rest()

    def _hear(self, told: Told) -> None:
        self._told = told
        self._redraw()

    def look(self, game: AnyGame, place: object, position: Callable[[], Any]) -> None:
        """Look at a position, unless it is the one looked at already: `place` tells them apart."""
        if place == self._place:
            return
        self._place = place
        there = position()
        turn = game.turn(there)
        if turn:
            self._thinker.look(game, there, turn[0])
        else:
            self._thinker.rest()
            self._told = "The game is over: there is nothing to think about."

    def content(self, game: AnyGame, info: Info, width: int) -> Content:
        """What is known so far."""
        found = self._told
        if not self.on:
            return Content("")
        if isinstance(found, str):
            return Content(found)
        name = capital(side(game, info, found.seat))
        filled = round(found.expected * BAR)
        lines = [Content("[" + "#" * filled + "-" * (BAR - filled) + "]").stylize("bold")]
        lines += [Content(line) for line in wrapped(expects(game, name, found), width, 0)]
        for number, one in enumerate(found.moves[:LINES], start=1):
            lines += [Content(line) for line in wrapped(f"{number}. {option_text(game, one)}", width, 3)]
        return join(lines, "\n")

"""What was played in the position that is shown, when somebody asks: each move, how often, and a bar of how it ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeAlias

from textual.content import Content

from quintet.games.contract import GameError
from quintet.games.record import Replay
from quintet.inputs import UsageError
from quintet.say.errors import error_text
from quintet.say.explorer import DRAWN, ToldChoice, ToldExplored, ToldResult
from quintet.terminal.flow import join, link, wrapped

Explore: TypeAlias = Callable[[Replay], ToldExplored]
"""Asks whatever has counted games; it takes a moment, and is called in a thread."""
BAR, SHORT_BAR, NARROW = 12, 8, 44
"""Characters of a bar, and of one where there are fewer columns than that."""
SHADES, PLAIN_SHADES = "█▓▒", "#%="
SHARED, NOBODY = "░", "·"
PLAIN_SHARED, PLAIN_NOBODY = "-", "."
KEYS = 9
"""The first moves have a key: their number."""
LONGEST = 18
"""A move that is longer has a line of its own."""


class Explored:
    """Off until somebody asks for it; then it follows what is shown."""

    def __init__(self, explore: Explore, redraw: Callable[[], object]) -> None:
        self.on = False
        self._explore, self._redraw = explore, redraw
        self._known: dict[object, ToldExplored | str] = {}
        self._place: object = None

    def toggle(self) -> None:
        self.on = not self.on
        if not self.on:
            self._known.clear()  # whoever asks again wants to know what is there now

    async def look(self, place: object, position: Callable[[], Replay]) -> None:
        """Ask about a position, unless it is known: `place` tells them apart."""
        self._place = place
        if place in self._known:
            return
        self._known[place] = "Looking it up …"
        try:
            self._known[place] = await asyncio.to_thread(lambda: self._explore(position()))
        except (GameError, UsageError) as error:
            self._known[place] = error_text(error)
        self._redraw()

    def choice(self, number: int) -> ToldChoice | None:
        """One of the moves that are shown, counted from 1."""
        found = self._known.get(self._place, "")
        known = () if isinstance(found, str) or not self.on else found.choices
        return known[number - 1] if number <= len(known) else None

    def content(self, width: int, height: int, colour: bool, following: Sequence[str]) -> Content:
        """What is known of it, on so many lines; `following` are the moves that come next in what one looks at."""
        found = self._known.get(self._place, "")
        if not self.on or not found:
            return Content("")
        if isinstance(found, str):
            return Content("\n".join(wrapped(found, width, 0)))
        ended = ", ".join(one.text for one in found.results)
        lines = [Content(line) for line in wrapped(f"{found.said} {ended}{'.' if ended else ''}", width, 0)]
        shown = found.choices[: max(2, height - len(lines) - 1)]
        several = len({one.seat for one in found.choices}) > 1
        for number, one in enumerate(shown, start=1):
            side = f"{found.sides[one.seat]}: " if several else ""
            lines += choice_lines(one, side, width, colour, number, bool(set(one.moves) & set(following)))
        left = len(found.choices) - len(shown)
        more = f"and {left:,} more moves" if left > 1 else "and one more move" if left else found.more
        return join([*lines, Content(more).stylize("dim")] if more else lines, "\n")


def choice_lines(
    one: ToldChoice, side: str, width: int, colour: bool, number: int, marked: bool
) -> list[Content]:
    """A move, how often it was chosen, and its bar; the move can be clicked, and the next one of the game is marked."""
    bar = drawn(one.results, colour, SHORT_BAR if width < NARROW else BAR)
    tail = f"{one.games:>7,} {one.share:>5} {bar}"
    key = f"{number} " if number <= KEYS else "  "
    text = f"{key}{side}{one.text}{' ◂' if marked and colour else ' <' if marked else ''}"
    head = link(text, f"screen.explored({number})", "bold" if marked else "not bold")
    room = width - len(tail) - 1
    if head.cell_length <= min(room, LONGEST):
        return [head.pad_right(room - head.cell_length) + " " + tail]
    return [head, Content(tail.rjust(width))]


def drawn(results: Sequence[ToldResult], colour: bool, length: int) -> str:
    """How the games ended, as a bar: the first player's wins from the left, the last one's to the right."""
    shades, shared, nobody = (
        (SHADES, SHARED, NOBODY) if colour else (PLAIN_SHADES, PLAIN_SHARED, PLAIN_NOBODY)
    )
    bar, done = "", 0.0
    for one in results:
        done += one.part
        sign = shades[one.seat % len(shades)] if one.seat >= 0 else shared if one.seat == DRAWN else nobody
        bar += sign * (round(done * length) - len(bar))
    return bar.ljust(length)

"""Whose move is made at a screen that several people share, where their seats choose at the same time.

Once one of them has sealed a move, the screen is handed over: nothing of another seat's move is shown or made before its
holder says to be there.
"""

from __future__ import annotations

from quintet.games.grammar import Prompt
from quintet.table import View


class Hands:
    """The seat whose move is being made, and the one whose holder is at the screen."""

    def __init__(self) -> None:
        self.seat: int | None = None
        self.handing_over = False
        """Must the holder of that seat come to the screen first?"""
        self._here: int | None = None
        self._turn = -1
        self._done: set[int] = set()

    def follow(self, view: View) -> Prompt | None:
        """The prompt that is to be answered now: that of the first seat that has not chosen, unless somebody chose one."""
        asked = {prompt.seat: prompt for prompt in view.prompts}
        done = {seat for seat, _ in view.sealed if seat in asked}
        if view.turn_version != self._turn:
            self._turn, self.seat, self._here, self._done = view.turn_version, None, None, set()
        if self.seat not in asked or self.seat in done - self._done:
            waiting = [seat for seat in asked if seat not in done]
            others = [self.seat] if self.seat in asked else list(asked)
            self.seat = next(iter(waiting or others), None)
        self._done = done
        self._look(len(asked) > 1)
        return asked[self.seat] if self.seat is not None else None

    def choose(self, seat: int) -> None:
        """Somebody wants to make the move of this seat, which is asked too."""
        self.seat = seat
        self._look(True)

    def here(self) -> None:
        """The holder of the seat is at the screen."""
        self._here, self.handing_over = self.seat, False

    def _look(self, several: bool) -> None:
        if not self._done:  # nothing to hide yet
            self._here = self.seat
        self.handing_over = several and self.seat != self._here

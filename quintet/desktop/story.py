"""A game as a window shows it: all that was played, the position that is looked at, and the way from one to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quintet.desktop.items import Played, Started
from quintet.games.contract import AnyGame, Board, Change, Info, apply_changes
from quintet.say.told import ToldPly, told_ply
from quintet.table.shapes import PlyView

STEP_SECONDS, REST_SECONDS = 0.32, 0.3
"""One step of a move, and between two moves."""
MOST_BEHIND = 2
"""Rounds that what is shown of a live game may lag behind it."""


class Tale:
    """What was played, and every position of it."""

    def __init__(self, started: Started) -> None:
        self.game: AnyGame = started.game
        self.names = started.names
        self.plies: list[Played] = []
        self.told: list[ToldPly] = []
        self.boards: list[Board] = [started.game.board(started.start)]
        self._positions: list[Any] = [started.start]
        self._infos: dict[int, Info] = {0: started.game.describe(started.start)}
        for ply in started.plies:
            self.add(ply)

    def add(self, ply: Played) -> None:
        self.plies.append(ply)
        self.boards.append(apply_changes(self.boards[-1], ply.changes))
        moves = tuple(sorted(ply.moves.items()))
        self.told.append(told_ply(self.game, PlyView(moves=moves, changes=ply.changes)))
        if ply.info is not None:
            self._infos[len(self.plies)] = ply.info

    def keep(self, plies: int) -> None:
        """Forget what was taken back."""
        del self.plies[plies:], self.told[plies:], self.boards[plies + 1 :], self._positions[plies + 1 :]
        self._infos = {number: info for number, info in self._infos.items() if number <= plies}

    def info(self, shown: int) -> Info:
        """What was counted after so many rounds."""
        if shown not in self._infos:
            self._infos[shown] = self.game.describe(self._position(shown))
        return self._infos[shown]

    def turn(self, shown: int) -> tuple[int, ...]:
        """Whose hand it is after so many rounds."""
        return self.game.turn(self._position(shown))

    def _position(self, shown: int) -> Any:
        while len(self._positions) <= shown:
            moves = self.plies[len(self._positions) - 1].moves
            self._positions.append(self.game.apply(self._positions[-1], dict(sorted(moves.items())))[0])
        return self._positions[shown]


class Showing:
    """Which position of a tale is shown, and how it moves on."""

    def __init__(self, tale: Tale, *, live: bool, paused: bool, heard: Callable[[str], None]) -> None:
        self.tale, self.live, self.paused, self._heard = tale, live, paused, heard
        self.shown = len(tale.plies)
        """So many rounds are on the board."""
        self.steps: list[tuple[Change, ...]] = []
        """What is left of the round that is on its way to the board."""
        self.share = 0.0
        """How far the first of them has got, from 0 to 1."""
        self.board = tale.boards[self.shown]
        self._rest = 0.0

    @property
    def last(self) -> int:
        return len(self.tale.plies)

    @property
    def at_end(self) -> bool:
        """Is everything there is on the board, and at rest?"""
        return self.shown == self.last and not self.steps

    @property
    def looking_back(self) -> bool:
        """Has somebody gone back in a game that goes on?"""
        return self.live and self.paused and self.shown < self.last

    # -- what comes

    def add(self, ply: Played) -> None:
        self.tale.add(ply)
        if self.live and not self.paused and self.last - self.shown > MOST_BEHIND:
            self._jump(self.last - 1)

    def keep(self, plies: int) -> None:
        self.tale.keep(plies)
        self._jump(min(self.shown, plies))

    # -- what whoever looks does

    def go(self, shown: int) -> None:
        """Show the position after so many rounds at once. In a game that goes on its end is where it is followed again."""
        self._jump(max(0, min(shown, self.last)))
        self.paused = not (self.live and self.shown == self.last)

    def step(self) -> None:
        """Let the next round happen; what is on its way arrives first."""
        if self.steps:
            self.finish()
        elif self.shown < self.last:
            self._set_out()
        self.paused = not (self.live and self.shown >= self.last - bool(self.steps))

    def toggle(self) -> None:
        """Stop, or go on; from the end of a game that is over, from its beginning."""
        if self.paused and self.shown == self.last and not self.live:
            self._jump(0)
        self.paused = not self.paused

    def finish(self) -> None:
        """What is on its way to the board is there."""
        if self.steps:
            self._jump(self.shown + 1)

    def _jump(self, shown: int) -> None:
        self.steps, self.share, self._rest = [], 0.0, 0.0
        self.shown = shown
        self.board = self.tale.boards[shown]

    # -- time

    def pass_time(self, seconds: float) -> None:
        if self.steps:
            self.share += seconds / STEP_SECONDS
            if self.share >= 1.0:
                self._arrive()
            return
        self._rest = max(0.0, self._rest - seconds)
        if not self._rest and not self.paused and self.shown < self.last:
            self._set_out()

    def _set_out(self) -> None:
        changes = self.tale.plies[self.shown].changes
        numbers = sorted({change.step for change in changes})
        self.steps = [tuple(change for change in changes if change.step == number) for number in numbers]
        self.share = 0.0
        if self.steps:
            self._sound(self.steps[0], landing=False)
        else:  # a round in which nothing happened on the board, such as passing
            self._jump(self.shown + 1)
            self._rest = REST_SECONDS

    def _arrive(self) -> None:
        done = self.steps.pop(0)
        self.share = 0.0
        self._sound(done, landing=True)
        if self.steps:
            self.board = apply_changes(self.board, done)
            self._sound(self.steps[0], landing=False)
        else:
            self._jump(self.shown + 1)
            self._rest = REST_SECONDS

    def _sound(self, changes: tuple[Change, ...], *, landing: bool) -> None:
        """A piece that is put down or moved is heard when it arrives, all else when it begins."""
        for kind in dict.fromkeys(change.kind for change in changes):
            if (kind in ("place", "move")) == landing:
                self._heard("place" if kind == "move" else kind)

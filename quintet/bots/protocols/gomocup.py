"""The protocol of Gomocup and piskvork: five in a row, coordinates from 0 at the top left.

It has no rule for captured pairs, so the manager says `INFO rule 16` if they are to be captured (added to its other rules); without
it plain five in a row is played, five or more stones winning. docs/protocols.md lists what is understood.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import cast

from quintet import __version__
from quintet.bots.protocols import Mover, get_ready
from quintet.games.contract import AnyGame, GameError, Move, OptionError
from quintet.games.gomoku import PLACE_TWO, TAKE_BLACK, TAKE_WHITE, Gomoku, GomokuPosition
from quintet.games.record import Replay
from quintet.games.registry import game as find_game

CAPTURES = 16
FREE_RULES = (0, CAPTURES)
UNLIMITED = 2_147_483_647
MOVES_TO_GO = 8
"""Of the time that is left for the game one move takes at most this part."""
PAIR = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")
TRIPLE = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d)\s*")


def flipped(size: int, x: int, y: int) -> int:
    """Our number of the point x,y: our rows are counted from the bottom."""
    return (size - 1 - y) * size + x


def pair(size: int, index: int) -> str:
    """x,y of our point of that number."""
    return f"{index % size},{size - 1 - index // size}"


class Speaker:
    """Our engine as a brain."""

    def __init__(self, choose: Mover, clock: Callable[[], float] = time.monotonic) -> None:
        self.choose, self.clock = choose, clock
        self.over = False
        self.size = 0
        self.captures = False
        self.turn_seconds: float | None = None
        self.left_seconds: float | None = None
        self.heard = 0.0
        """When the last line came: the manager's clock runs from there."""
        self.played: Replay | None = None
        self.stones: list[str] | None = None
        """The lines of a BOARD that is being told."""
        self.swapping = False

    def hear(self, line: str) -> list[str]:
        self.heard = self.clock()
        line = line.strip()
        if not line:
            return []
        if self.stones is not None:
            return self._board_line(line)
        word, _, rest = line.partition(" ")
        answer = getattr(self, f"do_{word.lower()}", None)
        if answer is None:
            return [f"UNKNOWN {word[:40]}"]
        try:
            return list(answer(rest.strip()))
        except GameError as error:
            return [f"ERROR {error}"]

    # -- a game

    def do_start(self, rest: str) -> list[str]:
        if not rest.isdecimal():
            return ["ERROR START takes the size of the board"]
        try:
            find_game("gomoku", size=int(rest))
        except OptionError as error:
            return [f"ERROR {error}"]
        self.size, self.left_seconds = int(rest), None
        get_ready(self._begin())
        return ["OK"]

    def do_rectstart(self, rest: str) -> list[str]:
        width, _, height = rest.partition(",")
        if width.strip() != height.strip():
            return ["ERROR only square boards are played here"]
        return self.do_start(width.strip())

    def do_restart(self, _: str) -> list[str]:
        self._game()
        self._begin()
        return ["OK"]

    def do_begin(self, _: str) -> list[str]:
        self._game()
        self._begin()
        return [self._answer()]

    def do_turn(self, rest: str) -> list[str]:
        game = self._game()
        assert self.played
        (seat,) = game.turn(self.played.position) or (0,)
        self.played.submit(seat, self._square(rest))
        return [self._answer()]

    def do_play(self, rest: str) -> list[str]:
        """The manager plays for us."""
        game = self._game()
        assert self.played
        (seat,) = game.turn(self.played.position) or (0,)
        self.played.submit(seat, self._square(rest))
        return [self._pair(self.played.submissions[-1][1])]

    def do_takeback(self, rest: str) -> list[str]:
        self._game()
        assert self.played
        if not self.played.submissions or self.played.submissions[-1][1] != self._square(rest):
            return ["ERROR that was not the last move"]
        self.played.take_back()
        return ["OK"]

    def do_board(self, _: str) -> list[str]:
        self._game()
        self.stones = []
        return []

    def do_swap2board(self, _: str) -> list[str]:
        self._game()
        self.stones, self.swapping = [], True
        return []

    def _board_line(self, line: str) -> list[str]:
        assert self.stones is not None
        if line.upper() != "DONE":
            self.stones.append(line)
            return [] if len(self.stones) <= self.size**2 else self._dropped("more stones than points")
        stones, self.stones = self.stones, None
        swapping, self.swapping = self.swapping, False
        try:
            return self._swap2(stones) if swapping else self._set_up(stones)
        except GameError as error:
            return [f"ERROR {error}"]

    def _dropped(self, why: str) -> list[str]:
        self.stones, self.swapping = None, False
        return [f"ERROR {why}"]

    def _set_up(self, lines: list[str]) -> list[str]:
        """Stones in the order played, ours (1) and theirs (2); any order that cannot have been played is set down as it is."""
        triples = [TRIPLE.fullmatch(line) for line in lines]
        if any(triple is None for triple in triples):
            raise GameError("a line of BOARD is x,y,1 for your own stone or x,y,2 for the other's")
        told = [(self._square(f"{t[1]},{t[2]}"), t[3]) for t in triples if t is not None and t[3] in "12"]
        self._begin()
        assert self.played
        owners = [owner for _, owner in told]
        in_turn = all(owners[i] != owners[i + 1] for i in range(len(owners) - 1)) and owners[-1:] != ["1"]
        if in_turn:
            for number, (square, _) in enumerate(told):
                self.played.submit(number % 2, square)
        else:
            self.played.start = self._scattered(told)
        return [self._answer()]

    def _scattered(self, told: list[tuple[Move, str]]) -> GomokuPosition:
        """A position with these stones and us to move: black if both have as many."""
        game = self._game()
        ours = sum(owner == "1" for _, owner in told)
        own = "b" if 2 * ours == len(told) else "w"
        other = "w" if own == "b" else "b"
        points = ["."] * len(game.grid)
        for square, owner in told:
            points[game.grid.index[square]] = own if owner == "1" else other
        return GomokuPosition(
            points="".join(points),
            phase="play",
            mover=0 if own == "b" else 1,
            colour=own,
            black=0,
            placed=len(told),
        )

    def _swap2(self, lines: list[str]) -> list[str]:
        """The swap2 opening: propose three stones, or choose a colour, or place two more."""
        game = find_game("gomoku", size=self.size, captures="on" if self.captures else "off", opening="swap2")
        played = Replay(game)
        for number, line in enumerate(lines):
            if number == 3:
                played.submit(1, PLACE_TWO)
            played.submit(played.owing[0], self._square(",".join(line.split(",")[:2])))
        answers: list[str] = []
        while True:
            (seat,) = played.owing
            move = self.choose(game, played.position, seat, self._seconds()).move
            if move == TAKE_BLACK:
                return ["SWAP"]
            if move == TAKE_WHITE:  # white is to move: its stone says that we take it
                return [self._first_white(played, seat, move)]
            played.submit(seat, move)
            if move != PLACE_TWO:
                answers.append(self._pair(move))
            if played.owing != (seat,):
                return [" ".join(answers)]

    def _first_white(self, played: Replay, seat: int, move: Move) -> str:
        played.submit(seat, move)
        (seat,) = played.owing
        return self._pair(self.choose(played.game, played.position, seat, self._seconds()).move)

    # -- settings and manners

    def do_info(self, rest: str) -> list[str]:
        key, _, value = rest.partition(" ")
        if not re.fullmatch(r"-?\d{1,12}", value := value.strip()):
            return [f"ERROR a rule is a whole number, not {value[:40]!r}"] if key == "rule" else []
        number = int(value)
        if key == "timeout_turn":
            self.turn_seconds = number / 1000
        elif key == "time_left" or (key == "timeout_match" and number > 0 and self.left_seconds is None):
            self.left_seconds = None if number >= UNLIMITED else number / 1000
        elif key == "rule":
            return self._rule(number)
        return []

    def _rule(self, number: int) -> list[str]:
        if number not in FREE_RULES:
            return [f"ERROR rule {number} is not played here; {FREE_RULES[0]} and {FREE_RULES[1]} are"]
        changed = self.captures != (number == CAPTURES)
        self.captures = number == CAPTURES
        if self.played is None or not changed:
            return []
        if self.played.submissions or self.played.start != self.played.game.start():
            return [f"MESSAGE rule {number} counts from the next START, RESTART, BEGIN or BOARD on"]
        self._begin()
        return []

    def do_about(self, _: str) -> list[str]:
        return [f'name="quintet", version="{__version__}", author="the quintet authors", country=""']

    def do_end(self, _: str) -> list[str]:
        self.over = True
        return []

    # -- inside

    def _begin(self) -> AnyGame:
        settings = {"size": self.size, "captures": "on" if self.captures else "off"}
        game = find_game("gomoku", **settings)
        self.played = Replay(game)
        return game

    def _game(self) -> Gomoku:
        if self.played is None:
            raise GameError("say START and the size of the board first")
        return cast(Gomoku, self.played.game)

    def _seconds(self) -> float | None:
        """Within which the manager wants an answer, from now on."""
        limits = [] if self.turn_seconds is None else [self.turn_seconds]
        if self.left_seconds is not None:
            limits.append(max(self.left_seconds, 0.0) / MOVES_TO_GO)
        gone = self.clock() - self.heard
        return max(0.0, min(limits) - gone) if limits else None

    def _answer(self) -> str:
        assert self.played
        turn = self.played.owing
        if not turn:
            raise GameError("the game is over")
        move = self.choose(self.played.game, self.played.position, turn[0], self._seconds()).move
        self.played.submit(turn[0], move)
        if self.left_seconds is not None:  # until the manager says it again
            self.left_seconds -= self.clock() - self.heard
        return self._pair(move)

    def _square(self, text: str) -> Move:
        found = PAIR.fullmatch(text)
        if found is None or not all(int(number) < self.size for number in found.groups()):
            raise GameError(f"{text[:40]!r} is not a point: write x,y, each from 0 to {self.size - 1}")
        grid = self._game().grid
        return grid.names[flipped(self.size, int(found[1]), int(found[2]))]

    def _pair(self, move: Move) -> str:
        return pair(self.size, self._game().grid.index[move])

"""Programs from outside in a seat: engines that speak the Gomocup, NBoard or GTP protocol over standard input and output.

A player is only given a position, so an engine is told the whole of it, where it is not the next of the game that it knows. For
Gomoku that is the stones; for Reversi it is moves that lead to the position, which `Trail` finds. docs/protocols.md says what each engine is told.
"""

from __future__ import annotations

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any, ClassVar, TypeVar

from quintet.bots.program import EngineFault, Program
from quintet.bots.protocols import gomocup, gtp, nboard
from quintet.games.contract import AnyGame, GameError, Move, MoveError, short
from quintet.games.formats import ggf
from quintet.games.gomoku import Gomoku, GomokuPosition
from quintet.games.reversi import EMPTY, PASS, Reversi, ReversiPosition
from quintet.games.stones import OTHER
from quintet.players import PlayerError

T = TypeVar("T")

MOVE_SECONDS = 10.0
START_SECONDS = 60.0
"""What an engine may take to greet, and then for its first move: some load large tables before."""
SHARE = 0.5
"""The part of its time that an engine is told to use: the rest is for starting, and for the way here and back."""
MOST_MOVES, MOST_STEPS = 10, 3000
"""How many discs apart two positions may be, and how many positions are looked at, to find the moves between them."""


# --- a program in a seat ----------------------------------------------------------------------------------------------


class Engine(ABC):
    """A player that asks a program. A program that does wrong is ended, and started anew for the next move."""

    protocol: ClassVar[str]

    def __init__(
        self,
        command: str | Sequence[str],
        seconds: float = MOVE_SECONDS,
        start_seconds: float = START_SECONDS,
        *,
        called: str = "",
        folder: Path | None = None,
        environment: Mapping[str, str] | None = None,
        takes: Callable[[AnyGame], bool] | None = None,
    ) -> None:
        self.seconds, self.start_seconds = seconds, start_seconds
        self.called = called or f"the {self.protocol} engine {command!r}"
        self._start = partial(Program, command, folder, environment)
        self._takes = takes
        """Which of the games that its protocol can tell it plays; all where nothing is said."""
        self.program: Program | None = None
        self.warm = False
        """Has the program answered with a move since it was started?"""
        self.until = 0.0
        """When the program must have answered, on the monotonic clock."""
        self.trail = Trail()

    @classmethod
    @abstractmethod
    def tells(cls, game: AnyGame) -> bool:
        """Can the protocol tell this game?"""

    def plays(self, game: AnyGame) -> bool:
        return self.tells(game) and (self._takes is None or self._takes(game))

    @abstractmethod
    def greet(self) -> None:
        """What is said once, after the start."""

    @abstractmethod
    def ask(self, game: Any, position: Any, seat: int) -> str:
        """Tell the program the position and give its move as it would be typed."""

    def load(self, game: AnyGame) -> None:
        if self.program is None:
            with self._blaming():
                self.program, self.warm = self._start(), False
                self.until = time.monotonic() + self.start_seconds
                self.greet()

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        if not self.plays(game):
            raise PlayerError(f"{self.called} does not play {game!r}")
        self.load(game)
        with self._blaming():
            self.until = time.monotonic() + (self.seconds if self.warm else self.start_seconds)
            text = self.ask(game, position, seat)
            self.warm = True
            try:
                return game.check(position, seat, text)
            except MoveError as error:
                raise EngineFault(f"played {short(text)}, which is refused: {error}") from None

    def close(self) -> None:
        """End the program."""
        if self.program is not None:
            self.program.close()
            self.program = None

    def tell(self, *lines: str) -> None:
        assert self.program is not None
        self.program.tell(*lines)

    def hear(self, expected: str) -> str:
        assert self.program is not None
        return self.program.hear(self.until, expected)

    @contextmanager
    def _blaming(self) -> Iterator[None]:
        """Whatever goes wrong ends the program; what the program did wrong becomes a sentence that names it."""
        try:
            yield
        except EngineFault as fault:
            said = self.program.last_words() if self.program is not None else ""
            self.close()
            raise PlayerError(
                f"{self.called} {fault}" + (f". Its error output ends: {said}" if said else "")
            ) from None
        except BaseException:
            self.close()
            raise


class GomocupEngine(Engine):
    """A brain for piskvork and Gomocup, told what a manager tells it: the other's stone, or after RESTART the whole BOARD."""

    protocol = "gomocup"
    REMARKS = ("MESSAGE", "DEBUG", "SUGGEST")

    known: tuple[Gomoku, str] | None
    """The game that the brain plays and the stones that it knows of, its own last one too; None before START."""

    @classmethod
    def tells(cls, game: AnyGame) -> bool:
        return isinstance(game, Gomoku) and _free(game)

    def greet(self) -> None:
        """A brain waits for START."""
        self.known = None

    def ask(self, game: Gomoku, position: GomokuPosition, seat: int) -> str:
        answered = self._answered(game, position)
        if answered is not None:
            self.tell(f"TURN {gomocup.pair(game.size, answered)}")
        else:
            self._empty_board(game)
            self.tell(*self._stones(game, position))
        answer = self._answer("a point x,y")
        pair = gomocup.PAIR.fullmatch(answer)
        if pair is None or not all(int(number) < game.size for number in pair.groups()):
            raise EngineFault(
                f"answered {short(answer)}: a point x,y was expected, each from 0 to {game.size - 1}"
            )
        point = gomocup.flipped(game.size, int(pair[1]), int(pair[2]))
        stones = position.points
        self.known = game, stones[:point] + position.colour + stones[point + 1 :]
        return game.grid.names[point]

    def _answered(self, game: Gomoku, position: GomokuPosition) -> int | None:
        """The other's stone, where it is all that the brain does not know of yet."""
        if self.known is None or self.known[0] != game:
            return None
        stones = zip(self.known[1], position.points, strict=True)
        new = [point for point, (known, stone) in enumerate(stones) if known != stone]
        alone = len(new) == 1 and self.known[1][new[0]] == "."
        return new[0] if alone and position.points[new[0]] == OTHER[position.colour] else None

    def _empty_board(self, game: Gomoku) -> None:
        """A second START does not clear the board of every brain. RESTART does, and who does not know it is started anew."""
        if self.known is not None and not (self.known[0].size == game.size and self._restarted()):
            self.close()
            self.load(game)
        if self.known is None:
            self.tell(f"START {game.size}")
            answer = self._answer("OK")
            if answer.split()[0].upper() != "OK":
                raise EngineFault(f"answered {short(answer)} to START: OK was expected")
        thousandths = max(1, int(1000 * self.seconds * SHARE))
        self.tell(
            f"INFO timeout_turn {thousandths}",
            "INFO timeout_match 0",
            f"INFO time_left {gomocup.UNLIMITED}",
            f"INFO rule {gomocup.CAPTURES if game.captures else 0}",
        )

    def _restarted(self) -> bool:
        self.tell("RESTART")
        return self._line("OK").split()[0].upper() == "OK"

    def _stones(self, game: Gomoku, position: GomokuPosition) -> list[str]:
        """In turn where no stone was ever captured; else all our own first, so that nobody takes them for moves."""
        cells = {
            owner: [cell for cell, stone in enumerate(position.points) if stone == colour]
            for owner, colour in ((1, position.colour), (2, OTHER[position.colour]))
        }
        if not cells[1] and not cells[2]:
            return ["BEGIN"]
        own = [f"{gomocup.pair(game.size, cell)},1" for cell in cells[1]]
        theirs = [f"{gomocup.pair(game.size, cell)},2" for cell in cells[2]]
        stones = own + theirs if game.captures else _in_turn(own, theirs, last=theirs)
        return ["BOARD", *stones, "DONE"]

    def _answer(self, expected: str) -> str:
        line = self._line(expected)
        if line.split(" ")[0].upper() in ("ERROR", "UNKNOWN"):
            raise EngineFault(f"refused with {short(line)}: {expected} was expected")
        return line

    def _line(self, expected: str) -> str:
        """The next line that is no remark."""
        while True:
            line = self.hear(expected)
            if line.strip() and line.split(" ")[0].upper() not in self.REMARKS:
                return line


class NBoardEngine(Engine):
    """An engine for the NBoard window. Each move is a new `set game`."""

    protocol = "nboard"

    @classmethod
    def tells(cls, game: AnyGame) -> bool:
        return isinstance(game, Reversi) and game.size == 8 and game.colours == "bw"

    def greet(self) -> None:
        self.tell("nboard 2")

    def ask(self, game: Reversi, position: ReversiPosition, seat: int) -> str:
        moves = self.trail.moves_to(game, position)
        start = game.start() if moves is not None else position
        first = ggf.DISCS[game.colours[start.mover or 0]]
        told = "".join(
            f"{game.colours[mover].upper()}[{nboard.written(move)}]" for mover, move in moves or ()
        )
        board = ggf.drawn(game.board(start), game.size)
        self.tell(f"set game (;GM[Othello]PC[quintet]TY[8]BO[8 {board} {first}]{told};)", "go")
        expected = "a line such as === F5"
        said = ""
        while True:
            try:
                line = self.hear(expected)
            except EngineFault as fault:
                raise EngineFault(f"{fault}{f', and it said {short(said)}' if said else ''}") from None
            found = re.fullmatch(r"===\s*([A-Za-z]\w*).*", line)
            if found:
                return nboard.read(found[1])
            if line.startswith("==="):
                raise EngineFault(f"answered {short(line)}: {expected} was expected")
            said = line or said


class GTPEngine(Engine):
    """An engine that speaks GTP. Each move is a new clear_board and all the moves, or for Gomoku all the stones."""

    protocol = "gtp"

    @classmethod
    def tells(cls, game: AnyGame) -> bool:
        if isinstance(game, Gomoku):
            return _free(game) and not game.captures
        return isinstance(game, Reversi) and game.colours == "bw"

    def greet(self) -> None:
        self._command("protocol_version")

    def ask(self, game: Gomoku | Reversi, position: Any, seat: int) -> str:
        moves = self._gomoku(game, position) if isinstance(game, Gomoku) else self._reversi(game, position)
        self._command(f"boardsize {game.size}")
        self._command("clear_board")
        for colour, move in moves:
            told = f"play {colour} {gtp.written(game.name, move)}"
            if move == PASS:  # some engines pass for a side that cannot move, and refuse to be told so
                self._reply(told)
            else:
                self._command(told)
        answer = self._command(f"genmove {game.describe(position).colours[seat]}")
        if not re.fullmatch(r"[A-Za-z]{1,8}\d{0,2}", answer):
            raise EngineFault(f"answered {short(answer)} to genmove: a point such as d3 was expected")
        try:
            return gtp.read(game.name, answer)
        except GameError:
            raise EngineFault(f"answered {short(answer)}: GTP's points leave the letter i out") from None

    def _gomoku(self, game: Gomoku, position: GomokuPosition) -> list[tuple[str, Move]]:
        stones = {
            colour: [
                (colour, game.grid.names[i]) for i, stone in enumerate(position.points) if stone == colour
            ]
            for colour in "bw"
        }
        last: str = OTHER[position.colour]
        return _in_turn(stones["b"], stones["w"], last=stones[last])

    def _reversi(self, game: Reversi, position: ReversiPosition) -> list[tuple[str, Move]]:
        moves = self.trail.moves_to(game, position)
        if moves is None:
            raise GameError(
                "a GTP engine is told the moves of a game, and those that led to this position cannot be known:"
                " let it play from the start"
            )
        return [(game.colours[seat], move) for seat, move in moves]

    def _command(self, line: str) -> str:
        answer = self._reply(line)
        if answer[0] == "?":
            expected = f"= and the answer to {line!r}"
            raise EngineFault(f"refused {line!r} with {short(answer)}: {expected} was expected")
        return re.sub(r"^=\d*\s*", "", answer)

    def _reply(self, line: str) -> str:
        """What is answered to a line, a refusal too."""
        expected = f"= and the answer to {line!r}"
        self.tell(line)
        answer = ""
        while not answer:
            answer = self.hear(expected)
        if answer[0] not in "=?":
            raise EngineFault(f"answered {short(answer)}: {expected} was expected")
        while more := self.hear("an empty line after an answer"):
            answer += f" {more}"
        return answer


ENGINES: dict[str, type[Engine]] = {kind.protocol: kind for kind in (GomocupEngine, NBoardEngine, GTPEngine)}


def _free(game: Gomoku) -> bool:
    """Has the game no rule, beside captures, that these protocols cannot tell?"""
    return game.opening == "free" and not game.no_double_three and not game.no_self_capture


def _in_turn(one: list[T], other: list[T], last: list[T]) -> list[T]:
    """Stones one by one from either side, a stone of `last` at the end."""
    rows = [one, other] if last is other else [other, one]
    backwards = zip_longest(*(reversed(row) for row in reversed(rows)))
    return [stone for pair in backwards for stone in pair if stone is not None][::-1]


# --- the way to a position of Reversi ---------------------------------------------------------------------------------


class Trail:
    """Follows a game of which only positions are seen."""

    def __init__(self) -> None:
        self.game: Reversi | None = None
        self.positions: list[ReversiPosition] = []
        self.moves: list[tuple[int, Move]] = []

    def moves_to(self, game: Reversi, position: ReversiPosition) -> list[tuple[int, Move]] | None:
        """Legal moves from the start to a position, going on from those known before; None if too many might."""
        if game != self.game:
            self.game, self.positions, self.moves = game, [game.start()], []
        for known in range(len(self.positions) - 1, -1, -1):
            way = find_way(game, self.positions[known], position)
            if way is not None:
                del self.positions[known + 1 :], self.moves[known:]
                for seat, move in way:
                    self.positions.append(game.apply(self.positions[-1], {seat: move})[0])
                    self.moves.append((seat, move))
                return self.moves
        return None


def find_way(game: Reversi, start: ReversiPosition, goal: ReversiPosition) -> list[tuple[int, Move]] | None:
    """Legal moves from one position to another. Discs are never taken off, so only the goal's squares are tried."""
    pairs = list(zip(start.squares, goal.squares, strict=True))
    placed = sum(before == EMPTY != after for before, after in pairs)
    if placed > MOST_MOVES or any(before != EMPTY == after for before, after in pairs):
        return None
    seen = {start}
    waiting: list[tuple[ReversiPosition, list[tuple[int, Move]]]] = [(start, [])]
    while waiting and len(seen) < MOST_STEPS:
        position, way = waiting.pop()
        if position == goal:
            return way
        for seat in game.turn(position):
            for move in game.prompt(position, seat).moves():
                if move != PASS and goal.squares[game.grid.index[move]] == EMPTY:
                    continue
                after, _ = game.apply(position, {seat: move})
                if after not in seen:
                    seen.add(after)
                    waiting.append((after, [*way, (seat, move)]))
    return None

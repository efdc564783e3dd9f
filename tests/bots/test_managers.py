"""Our engine under managers that were written from the protocols' public descriptions alone, and share no code with it.

They keep their own boards by their own rules, write lines as those programs do, and believe nothing that they are answered.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random

import pytest

DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
Point = tuple[int, int]


class Pipe:
    """A program that is told lines, and whose next line is waited for."""

    def __init__(self, process: subprocess.Popen[str], ending: str) -> None:
        self.process, self.ending = process, ending

    def tell(self, *lines: str) -> None:
        assert self.process.stdin
        self.process.stdin.write("".join(line + self.ending for line in lines))
        self.process.stdin.flush()

    def hear(self, wanted: Callable[[str], object] = bool) -> str:
        assert self.process.stdout
        return next(line for line in map(str.strip, self.process.stdout) if wanted(line))


@contextmanager
def engine(protocol: str, ending: str) -> Iterator[Pipe]:
    command = [sys.executable, "-m", "quintet", "engine", "--protocol", protocol, "--level", "1"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield Pipe(process, ending)
        finally:
            process.kill()


# --- piskvork ---------------------------------------------------------------------------------------------------------


class FiveInARow:
    """The board of a manager, x,y from 0 at the top left."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.stones: dict[Point, int] = {}

    def free(self) -> list[Point]:
        return [(x, y) for x in range(self.size) for y in range(self.size) if (x, y) not in self.stones]

    def play(self, point: Point, who: int) -> bool:
        """Set a stone; does it win?"""
        assert point in self.free()
        self.stones[point] = who
        return any(
            self._run(point, step) + self._run(point, (-step[0], -step[1])) >= 4 for step in DIRECTIONS
        )

    def _run(self, point: Point, step: Point) -> int:
        """How many stones of the same colour follow one, in one direction."""
        length, (x, y) = 0, point
        while self.stones.get((x := x + step[0], y := y + step[1])) == self.stones[point]:
            length += 1
        return length


def judge(brain: Pipe, board: FiveInARow, first: bool, dice: Random) -> str:
    """One game against a manager who plays anywhere, as a tournament's judge runs it: who won."""
    order = "BEGIN"
    if not first:
        point = dice.choice(board.free())
        board.play(point, 2)
        order = "TURN {},{}".format(*point)
    while True:
        brain.tell("INFO time_left 180000", order)
        answer = brain.hear(lambda line: not line.startswith(("MESSAGE", "DEBUG")))
        assert re.fullmatch(r"\d+,\d+", answer), answer
        x, y = map(int, answer.split(","))
        if board.play((x, y), 1):
            return "brain"
        point = dice.choice(board.free())
        if board.play(point, 2):
            return "manager"
        order = "TURN {},{}".format(*point)


def test_a_judge_of_gomoku_lets_our_brain_play_game_after_game() -> None:
    with engine("gomocup", "\r\n") as brain:
        brain.tell("ABOUT")
        about = dict(re.findall(r'(\w+)="([^"]*)"', brain.hear()))
        assert about["name"]
        assert about["version"]
        brain.tell("START 15")
        assert brain.hear() == "OK"
        brain.tell("INFO rule 0", "INFO timeout_turn 5000", "INFO timeout_match 180000")
        brain.tell("INFO max_memory 367001600", "INFO game_type 1", "INFO folder C:\\temp", "INFO nonsense 7")
        for number in range(4):
            assert judge(brain, FiveInARow(15), number % 2 == 0, Random(number)) == "brain"
            brain.tell("RESTART")
            assert brain.hear() == "OK"
        brain.tell("END")
        assert brain.process.wait(60) == 0


def test_a_brain_takes_up_the_opening_of_a_tournament() -> None:
    """Own stones are marked with 1 in BOARD, the other's with 2; what follows are single turns."""
    with engine("gomocup", "\n") as brain:
        brain.tell("START 15")
        assert brain.hear() == "OK"
        board = FiveInARow(15)
        row = [((3, 3), 1), ((3, 4), 2), ((4, 3), 1), ((4, 4), 2), ((5, 3), 1), ((5, 4), 2), ((6, 3), 1)]
        for point, who in (*row, ((0, 0), 2)):
            board.play(point, who)
        brain.tell("BOARD", *(f"{x},{y},{who}" for (x, y), who in board.stones.items()), "DONE")
        assert brain.hear() in ("2,3", "7,3")


@pytest.mark.parametrize("line", ["START 4", "START many", "RECTSTART 10,12", "TURN 3,3", "HELLO"])
def test_what_cannot_be_is_refused_as_the_protocol_says(line: str) -> None:
    with engine("gomocup", "\n") as brain:
        brain.tell(line)
        assert brain.hear().startswith(("ERROR ", "UNKNOWN"))


# --- NBoard -----------------------------------------------------------------------------------------------------------


class Othello:
    """The board of a window, columns A to H from the left and rows 1 to 8 from the top."""

    def __init__(self) -> None:
        self.discs = {(3, 3): "O", (4, 4): "O", (4, 3): "*", (3, 4): "*"}
        self.told = ""

    def turns(self, point: Point, who: str) -> list[Point]:
        """The discs that turn if this side plays here."""
        turned: list[Point] = []
        for step in DIRECTIONS if point not in self.discs else []:
            line, (x, y) = [], point
            while (disc := self.discs.get((x := x + step[0], y := y + step[1]))) not in (None, who):
                line.append((x, y))
            turned += line if disc == who else []
        return turned

    def moves(self, who: str) -> dict[str, list[Point]]:
        every = {f"{'ABCDEFGH'[x]}{y + 1}": self.turns((x, y), who) for x in range(8) for y in range(8)}
        found = {move: turned for move, turned in every.items() if turned}
        return found or ({"PA": []} if self._can_go_on(who) else {})

    def _can_go_on(self, who: str) -> bool:
        other = "*O".replace(who, "")
        return any(self.turns((x, y), other) for x in range(8) for y in range(8))

    def play(self, move: str, who: str) -> None:
        turned = self.moves(who)[move]
        self.told += f"{'B' if who == '*' else 'W'}[{move}]"
        if move != "PA":
            placed = "ABCDEFGH".index(move[0]), int(move[1]) - 1
            self.discs |= dict.fromkeys((placed, *turned), who)

    def ggf(self) -> str:
        start = "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27
        return f"(;GM[Othello]PC[NBoard]DT[2026-01-01 00:00:00 GMT]PB[one]PW[two]RE[?]TI[5:00]TY[8]BO[8 {start} *]{self.told};)"


def answered(line: str) -> str:
    """The move of `=== move`, `=== move/value` or `=== move/value/seconds`."""
    found = re.fullmatch(r"=== ?([A-Ha-h][1-8]|PA|pa)(/-?[\d.]*)?(/[\d.]*)?", line)
    assert found, line
    return found[1].upper()


def test_a_window_for_reversi_plays_a_whole_game_with_our_engine() -> None:
    with engine("nboard", "\n") as program:
        program.tell("nboard 2", "set depth 3", "set contempt 0")
        board, who, pings = Othello(), "*", 0
        program.tell(f"set game {board.ggf()}")
        while moves := board.moves(who):
            pings += 1
            program.tell(f"ping {pings}", "go")
            program.hear(lambda line, pong=f"pong {pings}": line == pong)  # type: ignore[misc]  # mypy cannot infer a lambda with a default
            move = answered(program.hear(lambda line: line.startswith("===")))
            assert move in moves
            board.play(move, who)
            program.tell(f"move {move}/0.00/0.1")
            who = "*O".replace(who, "")
        assert len(board.discs) > 30


def test_a_window_is_hinted_as_many_moves_as_it_asks_for_and_nothing_is_played_by_that() -> None:
    with engine("nboard", "\n") as program:
        board, dice, who = Othello(), Random(5), "*"
        for _ in range(20):
            board.play(dice.choice(list(board.moves(who))), who)
            who = "*O".replace(who, "")
        program.tell("nboard 2", f"set game {board.ggf()}", "hint 3", "ping 7")
        lines = list(iter(lambda: program.hear(), "pong 7"))
        firsts = [line.split()[1][:2].upper() for line in lines if line.startswith(("search", "book"))]
        assert len(set(firsts)) == min(3, len(board.moves(who)))
        assert set(firsts) <= set(board.moves(who))
        program.tell("go")
        assert answered(program.hear(lambda line: line.startswith("==="))) in board.moves(who)

"""A sheet of characters to draw on: letters, lines that join by themselves, and half characters as small squares of colour."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.style import Style
from rich.text import Text

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the sum of the ways in which lines leave a character."""
PLAIN_JOINTS = " |-+||++-+-+++++"
UPPER, LOWER = "▀", "▄"
BRAILLE = 0x2800
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The eight dots of a braille letter, by line and column."""


@lru_cache(maxsize=4096)
def style(ink: str, ground: str, bold: bool = False, underline: bool = False) -> Style:
    return Style(color=ink or None, bgcolor=ground or None, bold=bold, underline=underline)


class Sheet:
    """So many columns and lines. Without `colour` it takes no colours, and draws in ASCII."""

    def __init__(self, width: int, height: int, colour: bool) -> None:
        self.width, self.height, self.colour = width, height, colour
        self._letters = [[" "] * width for _ in range(height)]
        self._inks = [[("", False)] * width for _ in range(height)]
        self._halves = [[""] * width for _ in range(2 * height)]
        """The ground, in half lines."""
        self._joints: dict[tuple[int, int], int] = {}
        self._dots: dict[tuple[int, int], int] = {}

    def __contains__(self, place: tuple[int, int]) -> bool:
        return 0 <= place[0] < self.height and 0 <= place[1] < self.width

    def paint(self, half: int, column: int, colour: str, wipe: bool = True) -> None:
        """Colour the upper or lower half of a character, and wipe off what was written there."""
        if 0 <= half < 2 * self.height and 0 <= column < self.width:
            if self.colour:
                self._halves[half][column] = colour
            if wipe:
                self._letters[half // 2][column] = " "

    def write(self, line: int, column: int, text: str, ink: str = "", bold: bool = False) -> None:
        for place, letter in enumerate(text, start=column):
            if (line, place) in self:
                self._letters[line][place] = letter
                self._inks[line][place] = (ink if self.colour else "", bold)

    def read(self, line: int, column: int) -> str:
        return self._letters[line][column] if (line, column) in self else " "

    # -- lines

    def rule(self, line: int, column: int, to_line: int, to_column: int) -> None:
        """A line straight across or straight down; lines that meet join. `draw_rules` writes them."""
        if line == to_line:
            steps, there, back = abs(to_column - column), RIGHT, LEFT
            places = [(line, place) for place in range(min(column, to_column), max(column, to_column) + 1)]
        else:
            steps, there, back = abs(to_line - line), DOWN, UP
            places = [(place, column) for place in range(min(line, to_line), max(line, to_line) + 1)]
        for number, place in enumerate(places):
            ways = (there if number < steps else 0) | (back if number else 0)
            self._joints[place] = self._joints.get(place, 0) | ways

    def draw_rules(self, ink: str) -> None:
        joints = JOINTS if self.colour else PLAIN_JOINTS
        for (line, column), ways in self._joints.items():
            self.write(line, column, joints[ways], ink)

    def slant(self, line: int, column: int, to_line: int, to_column: int, ink: str) -> None:
        """A line that goes any way, in dots; in ASCII where there are no colours."""
        if not self.colour:
            self._slant_plainly(line, column, to_line, to_column)
            return
        x, y, to_x, to_y = column * 2 + 0.5, line * 4 + 1.5, to_column * 2 + 0.5, to_line * 4 + 1.5
        steps = max(1, round(max(abs(to_x - x), abs(to_y - y))))
        for step in range(steps + 1):
            dot_x, dot_y = round(x + (to_x - x) * step / steps), round(y + (to_y - y) * step / steps)
            place = (dot_y // 4, dot_x // 2)
            self._dots[place] = self._dots.get(place, 0) | DOTS[dot_y % 4][dot_x % 2]
            self.write(*place, chr(BRAILLE + self._dots[place]), ink)

    def _slant_plainly(self, line: int, column: int, to_line: int, to_column: int) -> None:
        steps = max(1, abs(to_line - line), abs(to_column - column))
        letter = "\\" if (to_line - line) * (to_column - column) > 0 else "/"
        if abs(to_column - column) > 4 * abs(to_line - line):
            letter = "-"
        elif abs(to_line - line) > 2 * abs(to_column - column):
            letter = "|"
        for step in range(steps + 1):
            self.write(
                round(line + (to_line - line) * step / steps),
                round(column + (to_column - column) * step / steps),
                letter,
            )

    # -- what came of it

    def lines(self) -> Iterable[list[tuple[str, Style]]]:
        """Each line as pieces of one style."""
        for line in range(self.height):
            pieces: list[tuple[str, Style]] = []
            upper, lower = self._halves[2 * line], self._halves[2 * line + 1]
            for column, letter in enumerate(self._letters[line]):
                ink, bold = self._inks[line][column]
                if upper[column] == lower[column]:
                    drawn = style(ink if letter != " " else "", upper[column], bold)
                elif letter == " " or letter in JOINTS:
                    letter, drawn = UPPER, style(upper[column], lower[column])
                    if not upper[column]:
                        letter, drawn = LOWER, style(lower[column], "")
                else:  # a letter goes before the finer drawing
                    drawn = style(ink, lower[column], bold)
                if pieces and pieces[-1][1] is drawn:
                    pieces[-1] = (pieces[-1][0] + letter, drawn)
                else:
                    pieces.append((letter, drawn))
            yield pieces

    @property
    def text(self) -> Text:
        drawn = []
        for pieces in self.lines():
            line = Text(no_wrap=True)
            for letters, how in pieces:
                line.append(letters, how)
            drawn.append(line)
        return Text("\n").join(drawn)

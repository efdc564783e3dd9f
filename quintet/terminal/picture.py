"""The board on a screen of characters: glyphs, colours and marks at the places that the plain drawing gives them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from rich.style import Style
from rich.text import Text

from quintet.draw.text import DOT, EMPTY, Canvas
from quintet.draw.theme import PLAIN, THEMES, lightness, looks
from quintet.games.contract import BURNED, Board, Layout

INK, CURSOR_INK, LAST_INK = ("#e4e0d8", "#2b2620"), ("#ffffff", "#000000"), ("#ffe75a", "#b01800")
"""On dark boards, and on light ones."""
OPEN_SPACE, TARGET, MONO_TARGET, BARRED = "·", "•", "*", "×"
APART = 40
"""How much lighter or darker than the board a piece must be, of 255, to be seen."""
GLYPHS = {"disc": "●", "square": "■", "diamond": "◆", "triangle": "▲"}


@dataclass(frozen=True, kw_only=True)
class Marks:
    """What is shown besides the pieces."""

    cursor: str = ""
    last: Collection[str] = ()
    targets: Collection[str] = ()
    """Spaces that may be picked; shown where they are few enough to mean something."""
    barred: Collection[str] = ()
    """Spaces that look open and are forbidden."""
    chosen: dict[str, str] = field(default_factory=dict)
    """Pieces of the move being made."""
    taken: Collection[str] = ()
    """Spaces chosen to be cleared."""
    hint: Collection[str] = ()
    """Where the hint would place or take something."""


@dataclass(frozen=True, kw_only=True)
class Appearance:
    """How it is shown."""

    colour: bool = True
    letters: bool = False
    """Write every piece as its letter instead of a disc."""
    coordinates: bool = True
    light: bool = False
    spread: tuple[int, int] = (1, 1)
    """How many times as far apart as in the plain drawing, across and down."""
    width: int = 1
    """No cell is narrower than this."""


class Picture:
    """A drawn board: its text, and which space is where."""

    def __init__(self, layout: Layout, board: Board, marks: Marks, look: Appearance) -> None:
        shown = dict(board)
        for space, codes in marks.chosen.items():
            shown[space] = shown.get(space, "") + codes
        self.layout, self.marks, self.look = layout, marks, look
        self._board = shown
        canvas = Canvas(layout, shown, False, spread=look.spread, width=look.width)
        lines = canvas.draw(()).split("\n")
        self.places = canvas.places
        self.cell_width = canvas.width
        self.width = max(len(line) for line in lines) + 1
        self.height = len(lines)
        self._letters = [list(line.ljust(self.width)) for line in lines]
        surface = THEMES["light" if look.light else "dark"].surfaces[layout.surface]
        ground = Style(color=INK[look.light], bgcolor=surface.dark) if look.colour else Style()
        self._styles = [[ground] * self.width for _ in lines]
        self._ground, self._shade = ground, lightness(surface.dark)
        self._paint()

    @property
    def text(self) -> Text:
        """The picture with its colours."""
        lines = []
        for letters, styles in zip(self._letters, self._styles, strict=True):
            line = Text()
            for letter, style in zip(letters, styles, strict=True):
                line.append(letter, style)
            lines.append(line)
        return Text("\n").join(lines)

    def space_at(self, column: int, row: int) -> str | None:
        """The space at or nearest to a character, if one is near."""
        across_reach, down_reach = self.look.spread
        best: tuple[float, str] | None = None
        for name, (line, start, length) in self.places.items():
            across = max(0, start - column, column - (start + length - 1))
            if abs(line - row) < down_reach and across <= across_reach:
                distance = abs(line - row) * 2 + across
                if best is None or distance < best[0]:
                    best = (distance, name)
        return None if best is None else best[1]

    # -- painting

    def _paint(self) -> None:
        marks = self.marks
        inside = {
            (line, column)
            for line, start, length in self.places.values()
            for column in range(start, start + length)
        }
        if not self.look.coordinates and self.layout.labels:
            self._clear_all_but(inside)
        few = len(marks.targets) * 2 <= len(self.layout.spaces)
        for name, (line, start, length) in self.places.items():
            codes = self._board.get(name, "")
            for offset in range(length):
                letter = self._letters[line][start + offset]
                code = codes[offset] if offset < len(codes) else ""
                self._paint_one(line, start + offset, letter, code, name, few)
        for name in marks.last:
            self._bracket(name, "(", ")")
        for name in marks.taken:
            self._bracket(name, "{", "}")
        for name in marks.hint:
            self._bracket(name, "<", ">")
        if marks.cursor:
            self._bracket(marks.cursor, "[", "]", strong=True)

    def _clear_all_but(self, inside: set[tuple[int, int]]) -> None:
        for line, letters in enumerate(self._letters):
            for column in range(len(letters)):
                if (line, column) not in inside:
                    letters[column] = " "

    def _paint_one(self, line: int, column: int, letter: str, code: str, name: str, few: bool) -> None:
        colour, ground = self.look.colour, self._ground
        target = few and name in self.marks.targets
        if code == "":
            if letter in (EMPTY, DOT):
                self._letters[line][column] = (
                    BARRED if name in self.marks.barred else self._empty(letter, target)
                )
                if colour and target:
                    self._styles[line][column] = ground + Style(color=CURSOR_INK[self.look.light], bold=True)
            return
        ghost = name in self.marks.chosen
        self._letters[line][column] = self._glyph(code, ghost)
        if colour:
            ink = "#e08a4f" if code == BURNED else self._ink(code)
            self._styles[line][column] = ground + Style(color=ink, bold=True, underline=ghost)
        else:
            self._styles[line][column] = Style(bold=True, underline=ghost)

    def _ink(self, code: str) -> str:
        """The colour of a piece: a stone of the house has its own, of any other colour the shade that stands out here."""
        look = looks(self.layout.palette).get(code, PLAIN)
        if any(piece.stone for piece in self.layout.palette if piece.code == code):
            return look.dark if lightness(look.dark) < 40 else look.light
        apart = {shade: abs(lightness(shade) - self._shade) for shade in (look.light, look.dark, look.edge)}
        clear = (shade for shade, distance in apart.items() if distance >= APART)
        return next(clear, max(apart, key=lambda shade: apart[shade]))

    def _empty(self, letter: str, target: bool) -> str:
        if target:
            return TARGET if self.look.colour else MONO_TARGET
        return OPEN_SPACE if letter == EMPTY and self.look.colour else letter

    def _glyph(self, code: str, ghost: bool) -> str:
        if code == BURNED or self.look.letters or not self.look.colour:
            return code.upper() if ghost else code
        return GLYPHS[looks(self.layout.palette).get(code, PLAIN).shape]

    def _bracket(self, name: str, left: str, right: str, strong: bool = False) -> None:
        place = self.places.get(name)
        if place is None:
            return
        line, start, length = place
        row, styles = self._letters[line], self._styles[line]
        ink = CURSOR_INK if strong else LAST_INK
        style = (
            self._ground + Style(color=ink[self.look.light], bold=True)
            if self.look.colour
            else Style(bold=strong)
        )
        for column, bracket in ((start - 1, left), (start + length, right)):
            if 0 <= column < self.width:
                # Two marked neighbours share the blank between them; the cursor goes before other marks.
                shared = not strong and row[column] in "()[]{}<>"
                row[column] = "|" if shared and row[column] != bracket else bracket
                styles[column] = style


def toward(layout: Layout, space: str, across: int, down: int) -> str:
    """The nearest space in a direction, or the same one at the edge."""
    here = next((s for s in layout.spaces if s.name == space), layout.spaces[0])
    best, least = here.name, float("inf")
    for other in layout.spaces:
        x, y = other.x - here.x, other.y - here.y
        along, aside = x * across + y * down, abs(x * down) + abs(y * across)
        if along > 0.2 and along + 3 * aside < least and aside <= 1.5 * along:
            best, least = other.name, along + 3 * aside
    return best

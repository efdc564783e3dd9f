"""The board on a screen of characters: ground, lines, pieces and marks, painted where the plan has every space."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from rich.text import Text

from quintet.draw.theme import PLAIN, looks, mix
from quintet.games.contract import BURNED, Board, Layout
from quintet.terminal.colours import Colours, colours
from quintet.terminal.pixels import body, tiles
from quintet.terminal.plan import Plan
from quintet.terminal.sheet import Sheet

MANY = "+"
"""In place of the number of pieces on a space, where it has two digits."""
SMALL = {"": "●", "none": "●", "dot": "◉", "ring": "◎", "bars": "◍", "cross": "⊗", "plus": "⊕"}
"""A disc of one character, by the mark on it."""
SMALL_FORMS = {"square": "■", "diamond": "◆", "triangle": "▲"}
MARKS = {"dot": "•", "ring": "○", "bars": "≡", "cross": "×", "plus": "+"}
"""What is written on a larger piece."""
BARRED, TAKEN, HINT = "×", "×", "◇"
EMPTY, STAR, TARGET = ("·", "·"), ("╋", "●"), ("•", "●")
"""On small and on large boards."""
NODE, PLAIN_NODE = "○", "o"
"""A space of a graph, where lines meet."""
PLAIN_EMPTY, PLAIN_STAR, PLAIN_TARGET, PLAIN_BARRED = ".", "o", "*", "x"
FRAMES = {"last": "╭╮╰╯", "hint": "┌┐└┘", "taken": "╔╗╚╝", "cursor": "┏┓┗┛"}
"""The corners around a space, from the upper left."""
BRACKETS = {"last": "()", "hint": "<>", "taken": "{}", "cursor": "[]"}
"""The same where there is a single line for it."""


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
    """Write on every piece the letter that stands for it."""
    coordinates: bool = True
    light: bool = False
    few: bool = False
    """With the sixteen colours that every terminal has."""

    def ruled(self, layout: Layout) -> bool:
        """Must lines show where a space ends, as no shades can?"""
        return not self.colour or (self.few and layout.shape != "hole")


class Picture:
    """A drawn board: its text, and which space is where."""

    def __init__(self, plan: Plan, board: Board, marks: Marks, look: Appearance) -> None:
        self.plan, self.marks, self.look = plan, marks, look
        self.layout: Layout = plan.layout
        self.width, self.height = plan.width, plan.height
        self.places = plan.centres
        self.board = dict(board)
        for space, codes in marks.chosen.items():
            self.board[space] = self.board.get(space, "") + codes
        self._colours: Colours = colours(plan.layout, look.light, look.few)
        self._sheet = Sheet(plan.width, plan.height, look.colour)
        self._brackets: dict[tuple[int, int], tuple[str, str]] = {}
        """Whose brackets stand where."""
        self._ground()
        self._lines()
        self._words()
        few = len(marks.targets) * 2 <= len(plan.layout.spaces)
        for space in plan.centres:
            self._space(space, few and space in marks.targets)
        self._marks()

    @property
    def text(self) -> Text:
        """The picture with its colours."""
        return self._sheet.text

    def space_at(self, column: int, line: int) -> str | None:
        """The space at or nearest to a character, if one is near."""
        return self.plan.space_at(column, line)

    # -- the board itself

    def _ground(self) -> None:
        if not self.look.colour:
            return
        plan, sheet, paint = self.plan, self._sheet, self._colours
        first, left, end, right = plan.ground
        if self.layout.shape != "hex" or plan.lined or plan.ruled:
            for half in range(2 * first, 2 * end):
                for column in range(left, right):
                    sheet.paint(half, column, paint.ground)
        if self.layout.shape in ("square", "hex") and not plan.lined and not plan.ruled:
            shades = (paint.ground, paint.other, mix(paint.ground, paint.other, 0.5))
            for half, column, number in tiles(plan):
                sheet.paint(half, column, shades[number])

    def _lines(self) -> None:
        plan, sheet = self.plan, self._sheet
        across, down = plan.reach
        if plan.lined and self.layout.shape != "hex":
            for line, column in plan.centres.values():
                for aside in (-across, across):
                    sheet.rule(line - down, column + aside, line + down, column + aside)
                for off in (-down, down):
                    sheet.rule(line + off, column - across, line + off, column + across)
        for x1, y1, x2, y2 in self.layout.lines:
            (line, column), (to_line, to_column) = self._at(x1, y1), self._at(x2, y2)
            if line == to_line or column == to_column:
                sheet.rule(line, column, to_line, to_column)
            else:
                sheet.slant(line, column, to_line, to_column, self._colours.line)
        sheet.draw_rules(self._colours.line)
        if plan.lined and self.layout.shape == "hex":
            self._honeycomb()

    def _honeycomb(self) -> None:
        walls, rising, falling = ("│", "╱", "╲") if self.look.colour else ("|", "/", "\\")
        for line, column in self.plan.centres.values():
            for off, aside, letter in (
                (0, -2, walls), (0, 2, walls), (-1, -1, rising), (-1, 1, falling), (1, -1, falling), (1, 1, rising),
            ):  # fmt: skip
                self._sheet.write(line + off, column + aside, letter, self._colours.line)

    def _at(self, x: float, y: float) -> tuple[int, int]:
        """The character at a point of the layout, by the nearest space: rows need not keep their exact distances."""
        near = min(self.layout.spaces, key=lambda s: (s.x - x) ** 2 + (s.y - y) ** 2)
        line, column = self.plan.centres[near.name]
        across, down = self.plan.scale
        return line + round((y - near.y) * down), column + round((x - near.x) * across)

    def _words(self) -> None:
        for line, column, text in self.plan.labels:
            self._sheet.write(line, column, text, "")
        for name, (line, column) in self.plan.names.items():
            self._sheet.write(line, column, name, mix(self._colours.ink, self._colours.ground, 0.25))

    # -- spaces and pieces

    def _space(self, name: str, target: bool) -> None:
        line, column = self.plan.centres[name]
        codes = self.board.get(name, "")
        ghost = name in self.marks.chosen
        if self.look.colour and self.layout.shape == "hole":
            self._shape(line, column, "disc", [self._colours.hole])
        if codes == BURNED and (self.look.colour or self.plan.letters == (1, 1)):
            self._burned(line, column)
        elif codes and self.look.colour and self.plan.body > (1, 1):
            self._large(line, column, codes, ghost)
        elif codes and self.plan.letters > (1, 1) and not self.look.colour:
            self._lettered(line, column, codes, ghost)
        elif codes:
            self._small(line, column, codes, ghost)
        else:
            self._empty(name, line, column, target)

    def _empty(self, name: str, line: int, column: int, target: bool) -> None:
        colour, large = self.look.colour, self.plan.scale[1] > 1
        if name in self.marks.barred:
            letter = BARRED if colour else PLAIN_BARRED
        elif target:
            letter = TARGET[self.plan.scale[1] > 2] if colour else PLAIN_TARGET
        elif name in self.stars:
            letter = STAR[large] if colour else PLAIN_STAR
        elif self.plan.free:
            letter = NODE if colour else PLAIN_NODE
        elif self._drawn(line, column):
            return
        else:
            letter = EMPTY[large] if colour else PLAIN_EMPTY
        self._sheet.write(
            line, column, letter, self._colours.target if target else self._colours.line, target
        )

    def _drawn(self, line: int, column: int) -> bool:
        """Does the board itself show that there is a space?"""
        if self._sheet.read(line, column) != " " or self.plan.lined:
            return True
        return not self.plan.ruled and self.layout.shape != "point"

    @property
    def stars(self) -> set[str]:
        """Spaces that the board itself marks."""
        dots = {(round(x, 3), round(y, 3)) for x, y in self.layout.dots}
        return {space.name for space in self.layout.spaces if (round(space.x, 3), round(space.y, 3)) in dots}

    def _small(self, line: int, column: int, codes: str, ghost: bool) -> None:
        """A piece of one character, and how many there are if there are several."""
        top = codes[-1]
        letter = small_piece(self.layout, top, self.look)
        if ghost and letter == top:
            letter = top.upper()
        ink = self._colours.piece(top)
        if ghost and self.look.colour:
            ink = mix(ink, self._colours.ground, 0.35)
        self._sheet.write(line, column, letter, ink, bold=True)
        if len(codes) > 1:
            self._sheet.write(line, column + 1, self._number(codes), ink, bold=True)

    def _lettered(self, line: int, column: int, codes: str, ghost: bool) -> None:
        """A piece of several characters where there are no colours: made of its letter, and how many there are in its middle."""
        top, (wide, high) = codes[-1], self.plan.letters
        shape = "square" if codes == BURNED else looks(self.layout.palette).get(top, PLAIN).shape
        letter = top.upper() if ghost else top
        for across, half in body(shape, wide, high):
            if abs(half // 2) <= (high // 2 - 1) // 2:  # a half line that is over is left out
                self._sheet.write(line + half // 2, column + across, letter, bold=True)
        if len(codes) > 1:
            self._sheet.write(line, column, self._number(codes), bold=True)

    def _number(self, codes: str) -> str:
        return str(len(codes)) if len(codes) < 10 else MANY

    def _large(self, line: int, column: int, codes: str, ghost: bool) -> None:
        """A piece of several characters, with its mark on it, and how many there are if there are several."""
        top = codes[-1]
        look = looks(self.layout.palette).get(top, PLAIN)
        fills = [self._colours.piece(code) for code in dict.fromkeys(codes)]
        if ghost:
            fills = [mix(fill, self._colours.hole, 0.4) for fill in fills]
        self._shape(line, column, look.shape, fills)
        ink = self._colours.on_piece(top)
        letter = MARKS.get(look.mark, "")
        if self.look.letters or self.look.few or look.mark == "letter":
            letter = top
        if len(codes) > 1:
            aside = 1 if letter else 0
            self._sheet.write(line, column + aside, self._number(codes), ink, bold=True)
        if letter:
            self._sheet.write(line, column, letter, ink, bold=True)

    def _shape(self, line: int, column: int, shape: str, fills: list[str]) -> None:
        """A shape in half characters; of several colours side by side if there are several."""
        wide, high = self.plan.body
        if (wide, high) == (1, 1):
            if self.layout.shape == "hole":
                for half in (0, 1):
                    self._sheet.paint(2 * line + half, column, fills[0])
            return
        for across, half in body(shape, wide, high):
            share = (across + wide // 2) * len(fills) // wide
            self._sheet.paint(2 * line + half, column + across, fills[min(share, len(fills) - 1)])

    def _burned(self, line: int, column: int) -> None:
        ground, cross = self._colours.burnt
        across, down = self.plan.reach
        if self.look.colour and self.plan.scale[1] > 1:
            inner = down - 1 if self.plan.lined else (self.plan.scale[1] - 1) // 2
            aside = across - 1
            for half in range(2 * (line - inner), 2 * (line + inner + 1)):
                for place in range(column - aside, column + aside + 1):
                    self._sheet.paint(half, place, ground)
        elif self.look.colour:
            for half in (0, 1):
                self._sheet.paint(2 * line + half, column, ground)
        self._sheet.write(line, column, BARRED if self.look.colour else BURNED, cross, bold=True)

    # -- marks

    def _marks(self) -> None:
        marks = self.marks
        for kind, spaces in (("last", marks.last), ("taken", marks.taken), ("hint", marks.hint)):
            for name in spaces:
                self._mark(kind, name)
        if marks.cursor:
            self._mark("cursor", marks.cursor)

    def _mark(self, kind: str, name: str) -> None:
        place = self.plan.centres.get(name)
        if place is None:
            return
        paint = self._colours
        ink = {"last": paint.last, "hint": paint.hint, "taken": paint.last, "cursor": paint.cursor}[kind]
        if kind == "taken" and self.look.colour:
            self._sheet.write(*place, TAKEN, paint.last, bold=True)
        if kind == "hint" and self.look.colour and not self.board.get(name):
            self._sheet.write(*place, HINT, ink, bold=True)
        if self.plan.scale[1] > 1 and self.look.colour:
            self._frame(*place, FRAMES[kind], ink)
        else:
            self._bracket(name, BRACKETS[kind], ink, strong=kind == "cursor")

    def _frame(self, line: int, column: int, corners: str, ink: str) -> None:
        """Corners around a space."""
        across, down = self.plan.reach
        if self.plan.free:
            across, down = self.plan.body[0] // 2 + 1, 1
        bar = "━" if corners == FRAMES["cursor"] else "─"
        for (off, aside), corner in zip(((-1, -1), (-1, 1), (1, -1), (1, 1)), corners, strict=True):
            at, place = line + off * down, column + aside * across
            self._sheet.write(at, place, corner, ink, bold=True)
            for inward in range(1, across // 3 + 1):
                self._sheet.write(at, place - aside * inward, bar, ink, bold=True)

    def _bracket(self, name: str, pair: str, ink: str, strong: bool) -> None:
        """Brackets beside a piece. Two marked neighbours share the place between them; the cursor goes before other marks."""
        line, column = self.plan.centres[name]
        aside = 1 if self.look.colour else self.plan.letters[0] // 2 + 1
        for place, bracket in ((column - aside, pair[0]), (column + aside, pair[1])):
            there = self._sheet.read(line, place)
            if there.isdigit() or there == MANY:
                continue  # how many pieces there are is more to know
            before = self._brackets.get((line, place), (name, bracket))
            shared = not strong and before[0] != name and before[1] != bracket
            self._brackets[line, place] = (name, bracket)
            self._sheet.write(line, place, "|" if shared else bracket, ink, bold=strong or self.look.colour)


def small_piece(layout: Layout, code: str, look: Appearance) -> str:
    """A piece as one character: a disc with its mark or in its shape, or the letter that stands for it."""
    known = looks(layout.palette).get(code, PLAIN)
    if not look.colour or look.letters or known.mark == "letter":
        return code
    return SMALL_FORMS.get(known.shape) or SMALL.get(known.mark, "●")


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

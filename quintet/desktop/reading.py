"""The rules of a game over the window: its page, with the boards of its examples drawn as the window draws them."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import pygame
from msgspec import Struct

from quintet.desktop.canvas import Canvas, Press
from quintet.desktop.overlays import sheet
from quintet.desktop.stage import Stage
from quintet.games.contract import Layout
from quintet.say.errors import error_text
from quintet.say.pages import BLOCK, PageError, read_example, rule_page

BOARD = 240
"""The longer side of an example's board, at the usual scale."""
STEP = 40
"""How far a press of a key or a turn of the wheel goes, at the usual scale."""
INLINE = re.compile(r"\*\*|(?<!\w)\*(?=\S)|(?<=\S)\*(?!\w)|`|\[([^\]]*)\]\([^)]*\)")


class Block(Struct, frozen=True):
    """A part of a page: what it is, and its text."""

    kind: str
    """`head`, `text`, `point` (of a list), `code` (a line as it is) or `board`."""
    text: str


def blocks(page: str) -> Iterator[Block]:
    """The parts of a page in order, without its title. An example is a `board`, its text what its block holds."""
    parts = BLOCK.split(page)
    for number, part in enumerate(parts):
        if number % 2:
            yield Block("board", part)
        else:
            yield from _prose(part)


def _prose(text: str) -> Iterator[Block]:
    for chunk in re.split(r"\n\s*\n", text.strip()):
        lines = chunk.splitlines()
        if not lines or lines[0].startswith(("# ", "![", "<")):
            continue
        if lines[0].startswith("#"):
            yield Block("head", _bare(lines[0].lstrip("# ")))
        elif lines[0].startswith("```"):
            yield from (Block("code", line) for line in lines if not line.startswith("```"))
        elif lines[0].startswith("|"):
            rows = (line for line in lines if not re.fullmatch(r"[|:\s-]+", line))
            yield from (Block("point", _bare(row.strip("| ").replace("|", "·"))) for row in rows)
        else:
            yield from _paragraphs(lines)


def _paragraphs(lines: list[str]) -> Iterator[Block]:
    """Lines that belong together become one; each point of a list is one."""
    kind, held = "text", ""
    for line in lines:
        point = re.match(r"\s*(?:[-*]|\d+\.)\s+(.*)", line)
        if point and held:
            yield Block(kind, _bare(held))
            held = ""
        kind = "point" if point else kind
        held = f"{held} {point[1] if point else line.strip()}".strip()
    if held:
        yield Block(kind, _bare(held))


def _bare(text: str) -> str:
    """Without marks of emphasis, and of a link what it is called."""
    return INLINE.sub(lambda match: match[1] or "", text).strip()


class Reading:
    """A page that is scrolled, over everything else."""

    def __init__(self, name: str, title: str, close: Press) -> None:
        self.title, self._close = title, close
        try:
            self.blocks = tuple(blocks(rule_page(name)))
        except PageError as error:
            self.blocks = (Block("text", error_text(error)),)
        self.top, self.last = 0, 0
        """How far it is scrolled, and how far it can be."""
        self._step = STEP
        self._laid: tuple[tuple[int, str, float], list[tuple[int, int, pygame.Surface]], int] | None = None
        """What is seen, each with its place, for a width, a theme and a scale; and how high all of it is."""

    def draw(self, canvas: Canvas, rect: pygame.Rect) -> None:
        place = sheet(canvas, rect, 660, rect.height, self.title, self._close)
        seen, high = self._lay(canvas, place.width - canvas.px(16))
        self._step = canvas.px(STEP)
        self.last = max(0, high - place.height)
        self.top = min(self.top, self.last)
        canvas.screen.set_clip(place)
        for x, y, picture in seen:
            if y + picture.get_height() >= self.top and y <= self.top + place.height:
                canvas.screen.blit(picture, (place.x + x, place.y + y - self.top))
        canvas.screen.set_clip(None)
        if self.last:
            size = max(canvas.px(24), place.height * place.height // high)
            y = place.y + (place.height - size) * self.top // self.last
            canvas.box(
                pygame.Rect(place.right - canvas.px(4), y, canvas.px(4), size), canvas.colours.line, radius=2
            )

    def _lay(self, canvas: Canvas, width: int) -> tuple[list[tuple[int, int, pygame.Surface]], int]:
        wanted = (width, canvas.theme, canvas.scale)
        if self._laid is None or self._laid[0] != wanted:
            seen: list[tuple[int, int, pygame.Surface]] = []
            y = 0
            for block in self.blocks:
                y = self._put(canvas, block, width, y, seen)
            self._laid = wanted, seen, y
        return self._laid[1], self._laid[2]

    def _put(
        self, canvas: Canvas, block: Block, width: int, y: int, seen: list[tuple[int, int, pygame.Surface]]
    ) -> int:
        """Lay one block below what is there; how far down it goes."""
        if block.kind == "board":
            picture = _board(block.text, canvas.px(BOARD), canvas.theme)
            seen.append((canvas.px(8), y, picture))
            return y + picture.get_height() + canvas.px(12)
        c, head = canvas.colours, block.kind == "head"
        letters = canvas.letters(17 if head else 14.5, bold=head, serif=head)
        indent = canvas.px(16) if block.kind in ("point", "code") else 0
        y += canvas.px(10) if head else 0
        if block.kind == "point":
            seen.append((canvas.px(4), y, letters.draw("·", c.accent)))
        lines = (block.text,) if block.kind == "code" else letters.wrap(block.text, width - indent)
        for line in lines:
            seen.append((indent, y, letters.draw(line, c.ink)))
            y += letters.line
        return y + canvas.px(0 if block.kind == "code" else 4 if block.kind == "point" else 9)

    def key(self, event: pygame.event.Event) -> None:
        page = 8 * self._step
        ways = {
            pygame.K_UP: -self._step,
            pygame.K_DOWN: self._step,
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
        }
        ways |= {pygame.K_SPACE: page, pygame.K_HOME: -self.last, pygame.K_END: self.last}
        if event.key in ways:
            self.top = max(0, min(self.last, self.top + ways[event.key]))
        elif event.key in (pygame.K_ESCAPE, pygame.K_q, pygame.K_i, pygame.K_RETURN):
            self._close()

    def scroll(self, lines: int) -> None:
        self.top = max(0, min(self.last, self.top + lines * self._step))


@functools.lru_cache(maxsize=8)
def _stage(layout: Layout, size: int, theme: str) -> Stage:
    """A page has many boards of few kinds, and the wood of one is most of the work."""
    return Stage(layout, size, theme)


def _board(text: str, size: int, theme: str) -> pygame.Surface:
    """The position of an example."""
    played = read_example(text).play()
    stage = _stage(played.game.layout, size, theme)
    picture = pygame.Surface((stage.width, stage.height))
    stage.draw(picture, played.game.board(played.position))
    return picture

"""What stands beside the board: the game, who plays, what is asked, what can be done, and the moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pygame

from quintet.desktop.canvas import Button, Canvas
from quintet.desktop.items import Card, Over, Standing
from quintet.desktop.moves import Moves
from quintet.desktop.story import Showing
from quintet.games.contract import AnyGame, Info, capital
from quintet.games.title import unusual
from quintet.say.clocks import clock_text, time_left
from quintet.say.counts import Row, rows, standing
from quintet.say.people import side
from quintet.table.shapes import ClockView

LOW_MS = 15_000
"""From here on a clock is shown as one to hurry for."""
GAP = 10


@dataclass
class Beside:
    """What the panel shows, apart from the game itself."""

    game: AnyGame | None = None
    showing: Showing | None = None
    cards: tuple[Card, ...] = ()
    standing: Standing = field(default_factory=Standing)
    state: str = ""
    over: Over | None = None
    making: list[Button] = field(default_factory=list)
    """What a move is made of."""
    doing: list[Button] = field(default_factory=list)
    """What can be done besides moving."""
    close: str = ""
    """How the window is closed or the game begun, said at the bottom."""
    seat_menu: Callable[[int], None] | None = None
    """Opens what can be done with a seat; None where nothing can."""
    seats_with_menu: frozenset[int] = frozenset()
    go: Callable[[int], object] = lambda _: None
    """Shows the position after so many rounds."""

    @property
    def ended(self) -> bool:
        """Is the end shown, with nothing to come?"""
        return self.over is not None and self.showing is not None and self.showing.at_end


class Panel:
    """Draws it."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.moves = Moves(canvas)
        self.foot = 0
        """Where what is asked begins."""

    def draw(self, rect: pygame.Rect, shown: Beside, now: int) -> None:
        """The head and those who play from above, what is asked from below, and the moves between them."""
        canvas = self.canvas
        x, width = rect.x, rect.width
        y = self._head(shown, x, rect.y, width)
        for number in range(len(shown.cards)):
            y = self._card(shown, number, x, y, width, now) + canvas.px(6)
        top = y + canvas.px(4)
        height = self._foot_height(shown, width, now)
        below = max(top, rect.bottom - height)
        line = canvas.letters(14).line + canvas.px(5)
        if shown.showing is not None and below - top >= 2 * line:
            self.moves.draw(pygame.Rect(x, top, width, below - top - canvas.px(6)), shown.showing, shown.go)
        else:
            self.moves.place = pygame.Rect(0, 0, 0, 0)
            below = top
        self.foot = below
        self._foot(shown, x, below, width, now)

    # -- what is played

    def _head(self, shown: Beside, x: int, y: int, width: int) -> int:
        canvas, game = self.canvas, shown.game
        title = canvas.letters(25, bold=True, serif=True)
        y = canvas.write(game.title if game else "quintet", x, y, width, letters=title, most=2)
        if game is None or shown.showing is None:
            return y + canvas.px(GAP)
        info = shown.showing.tale.info(shown.showing.shown)
        stands = () if shown.ended and shown.over is not None and shown.over.mood else standing(info)
        told = [*map(capital, stands), *unusual(game)]
        small = canvas.letters(12.5)
        y = canvas.write(" · ".join(told), x, y, width, letters=small, colour=canvas.colours.soft, most=2)
        return y + canvas.px(GAP)

    # -- who plays

    def _card(self, shown: Beside, seat: int, x: int, y: int, width: int, now: int) -> int:
        canvas, card, game, showing = self.canvas, shown.cards[seat], shown.game, shown.showing
        assert game is not None, "seats are those of a game"
        c, pad = canvas.colours, canvas.px(10)
        info = game.describe(game.start()) if showing is None else showing.tale.info(showing.shown)
        turn = (
            not shown.ended
            and shown.standing.begun
            and showing is not None
            and card.here
            and seat in showing.tale.turn(showing.shown)
        )
        won = shown.ended and shown.over is not None and seat in shown.over.winners
        small = canvas.letters(12.5)
        lines = self._counted(game, info, card, seat, width - 2 * pad)
        high = canvas.px(33) + len(lines) * (small.line + canvas.px(3)) + canvas.px(5)
        rect = pygame.Rect(x, y, width, high)
        menu = shown.seat_menu is not None and seat in shown.seats_with_menu
        fill = c.hover if menu and canvas.over(rect) else c.sheet
        canvas.box(
            rect,
            fill if card.here else "",
            edge=c.accent if turn or won else c.line,
            thick=2 if turn or won else 1,
        )
        middle = y + canvas.px(19)
        left = canvas.pieces(info.colours[seat] or "", x + pad, middle, 22, 0.28)
        left += canvas.px(7) if left > x + pad else 0
        right = self._clock(shown.standing.clock, seat, rect.right - pad, middle, now)
        if menu:
            right = self._more(right, middle)
        if won:
            right = canvas.px(-6) + self._star(right, middle)
        name = canvas.letters(15, bold=card.here)
        text = name.shorten(card.name, right - left - canvas.px(8))
        canvas.line(text, left, middle, letters=name, colour=c.ink if card.here else c.soft)
        below = y + canvas.px(33) + small.line // 2
        for line in lines:
            self._chips(line, x + pad, below)
            below += small.line + canvas.px(3)
        if menu and shown.seat_menu is not None:
            opens = shown.seat_menu
            canvas.hot.append((rect, lambda: opens(seat)))
        return rect.bottom

    def _clock(self, clock: ClockView | None, seat: int, right: int, middle: int, now: int) -> int:
        """The clock of a seat; where what stands before it has to end."""
        if clock is None:
            return right
        canvas, c = self.canvas, self.canvas.colours
        running = seat in clock.running and clock.since is not None
        low = running and sum(time_left(clock, seat, now)) < LOW_MS
        letters = canvas.letters(16, bold=True)
        text = clock_text(clock, seat, now)
        wide = letters.width(text.translate(str.maketrans("123456789", "000000000"))) + canvas.px(14)
        rect = pygame.Rect(right - wide + canvas.px(4), middle - canvas.px(12), wide, canvas.px(24))
        fill = c.bad if low else c.accent if running else c.hover
        canvas.box(rect, fill, radius=6)
        drawn = letters.draw(text, c.accent_ink if running else c.soft)
        canvas.screen.blit(drawn, drawn.get_rect(center=rect.center))
        return rect.x - canvas.px(4)

    def _more(self, right: int, middle: int) -> int:
        """Three dots: something can be done with this seat."""
        for number in range(3):
            at = (right - self.canvas.px(3 + 6 * number), middle)
            pygame.draw.aacircle(self.canvas.screen, self.canvas.colours.soft, at, self.canvas.px(1.7))
        return right - self.canvas.px(20)

    def _star(self, right: int, middle: int) -> int:
        """Whoever won has one."""
        size = self.canvas.px(8)
        centre = pygame.Vector2(right - size, middle)
        points = [
            centre + pygame.Vector2(0, -size * (1 if corner % 2 == 0 else 0.42)).rotate(36 * corner)
            for corner in range(10)
        ]
        pygame.draw.polygon(self.canvas.screen, self.canvas.colours.accent, points)
        return right - 2 * size

    def _counted(
        self, game: AnyGame, info: Info, card: Card, seat: int, width: int
    ) -> list[list[tuple[str, Row | None]]]:
        """The lines below a name: the colours in words and what is to be known, and everything counted."""
        called = side(game, info, seat) if info.colours[seat] or info.sides else ""
        known = [badge for badge in card.badges if badge != card.name.lower()]
        told = [*([called] if called and called != card.name.lower() else []), *known]
        parts: list[tuple[str, Row | None]] = [(" · ".join(told), None)] if told else []
        parts += [(row.label, row) for row in rows(info, seat)]
        lines: list[list[tuple[str, Row | None]]] = []
        left = width + 1
        for part in parts:
            wide = self._chip_width(part)
            if not lines or left + wide > width:
                lines.append([])
                left = 0
            lines[-1].append(part)
            left += wide + self.canvas.px(14)
        return lines

    def _chip_width(self, part: tuple[str, Row | None]) -> int:
        label, row = part
        small, strong = self.canvas.letters(12.5), self.canvas.letters(12.5, bold=True)
        wide = small.width(label)
        for code, value in row.values if row is not None else ():
            wide += (
                self.canvas.px(5 if label or code else 0)
                + strong.width(value)
                + (self.canvas.px(17) if code else 0)
            )
        return wide

    def _chips(self, line: list[tuple[str, Row | None]], x: int, middle: int) -> None:
        """What is counted stands behind its label; numbers for pieces stand behind their pieces."""
        canvas = self.canvas
        small, strong = canvas.letters(12.5), canvas.letters(12.5, bold=True)
        for label, row in line:
            x = canvas.line(label, x, middle, letters=small, colour=canvas.colours.soft)
            for code, value in row.values if row is not None else ():
                x += canvas.px(5) if label or code else 0
                if code:
                    x = canvas.pieces(code, x, middle, 14) + canvas.px(3)
                x = canvas.line(value, x, middle, letters=strong)
            x += canvas.px(14)

    # -- what is asked

    def _sentences(self, shown: Beside, now: int) -> list[tuple[str, float, str]]:
        """What is said below the moves: the text, its size and its colour."""
        c = self.canvas.colours
        said: list[tuple[str, float, str]] = []
        showing = shown.showing
        if shown.over is not None and (showing is None or showing.at_end):
            mood = {"won": c.good, "lost": c.bad}.get(shown.over.mood, c.accent)
            if shown.over.verdict:
                said.append((shown.over.verdict, 20, mood))
            said.append((shown.over.text, 14.5, c.ink))
            said += [(line, 12.5, c.soft) for line in shown.over.counted]
        elif showing is not None and showing.looking_back:
            said.append(
                (f"After move {showing.shown} of {showing.last}. End goes back to the game.", 14.5, c.ink)
            )
        elif shown.state:
            said.append((shown.state, 14.5, c.ink))
        if shown.standing.countdown is not None:
            said.append((f"{max(0, shown.standing.countdown - now + 999) // 1000} s", 20, c.accent))
        if shown.standing.link and shown.over is None and any(not card.here for card in shown.cards):
            said.append((f"Join at {shown.standing.link}", 12.5, c.soft))
        if shown.standing.watching:
            said.append((f"Watching: {', '.join(shown.standing.watching)}", 12.5, c.soft))
        if shown.close:
            said.append((shown.close, 13, c.soft))
        return said

    def _foot_height(self, shown: Beside, width: int, now: int) -> int:
        canvas = self.canvas
        high = 0
        for text, size, _ in self._sentences(shown, now):
            letters = canvas.letters(size, bold=size >= 20, serif=size >= 20)
            high += len(letters.wrap(text, width)) * letters.line + canvas.px(3)
        gaps = canvas.px(8) + (canvas.px(4) if shown.doing else 0)
        return high + gaps + canvas.row_height(shown.making, width) + canvas.row_height(shown.doing, width)

    def _foot(self, shown: Beside, x: int, y: int, width: int, now: int) -> None:
        canvas = self.canvas
        sentences = self._sentences(shown, now)
        close = sentences.pop() if shown.close else None
        for text, size, colour in sentences:
            letters = canvas.letters(size, bold=size >= 20, serif=size >= 20)
            y = canvas.write(text, x, y, width, letters=letters, colour=colour) + canvas.px(3)
        y = canvas.row(shown.making, x, y + canvas.px(4), width)
        y = canvas.row(shown.doing, x, y + canvas.px(2), width)
        if close is not None:
            canvas.write(close[0], x, y, width, letters=canvas.letters(close[1]), colour=close[2])

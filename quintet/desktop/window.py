"""The window itself: it waits for the players, a click starts it, the game runs to its end, and a click closes it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from functools import partial

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

from quintet.desktop.feed import (
    Asked,
    Feed,
    HandedOver,
    Item,
    Over,
    Played,
    Reset,
    Said,
    Standing,
    Started,
    Waiting,
)
from quintet.desktop.letters import Letters
from quintet.desktop.stage import Stage
from quintet.draw.theme import THEMES
from quintet.games.contract import AnyGame, Board, Change, GameError, Info, apply_changes
from quintet.games.grammar import Choice
from quintet.say.clocks import clock_text
from quintet.say.counts import row_text, rows
from quintet.say.marks import marked, move_text
from quintet.say.people import pieces
from quintet.wire.actions import Action
from quintet.wire.composer import Composer

BOARD, PANEL, MARGIN = 640, 300, 16
STEP_SECONDS, PAUSE_SECONDS = 0.35, 0.25
INK, QUIET, BUTTON, CHOSEN, ACCENT = "#2d2620", "#6b5e50", "#e2d5c0", "#d2b98f", "#b5562a"
PAPER = THEMES["light"].page
FRAMES = 60
LINE = 24
SHOWN_TIMES, SHOWN_WHILE_PLAYING = 6, 3
"""How many of the last moves are listed; fewer where there must be room for buttons."""


class NoDisplayError(GameError):
    """There is no screen to open a window on."""


def check_display() -> None:
    shown = (
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("SDL_VIDEODRIVER")
    )
    if sys.platform.startswith("linux") and not shown:
        raise NoDisplayError(
            "there is no display to open a window on; set DISPLAY, or use quintet terminal or quintet play"
        )


class Window:
    """One game in a window of its own."""

    def __init__(self, feed: Feed, *, speed: float = 1.0, playing: bool = False) -> None:
        self.feed, self.speed = feed, speed
        self.playing = playing
        """Is somebody at this window playing? Then it begins without a click."""
        self.running = True
        self.begun = playing
        self.over = ""
        self.counted: tuple[str, ...] = ()
        """How the result comes about, line by line, once it is over."""
        self.said = "Waiting for the players."
        self.game: AnyGame | None = None
        self.names: tuple[str, ...] = ()
        self.info: Info | None = None
        self.turn: tuple[int, ...] = ()
        self.board: Board = {}
        self.last: tuple[str, ...] = ()
        self.times: list[str] = []
        self.stage: Stage | None = None
        self.composer: Composer | None = None
        self.coming = ""
        """What somebody answers to whom the window is handed over; empty while it is not."""
        self._steps: list[tuple[Change, ...]] = []
        self._share = 0.0
        self._rest = 0.0
        self.standing = Standing(None)
        self._sure = ""
        """The action that was chosen once and needs to be chosen again."""
        self._buttons: list[tuple[pygame.Rect, Callable[[], None]]] = []

    def run(self) -> None:
        """Until it is closed."""
        check_display()
        try:
            pygame.display.init()
            pygame.font.init()
            self.screen = pygame.display.set_mode((BOARD + PANEL, BOARD + 2 * MARGIN))
        except pygame.error as error:
            raise NoDisplayError(f"no window can be opened: {error}") from None
        pygame.display.set_caption("quintet")
        self.font, self.large = Letters(22), Letters(34)
        clock = pygame.time.Clock()
        try:
            while self.running:
                for event in pygame.event.get():
                    self._hear(event)
                self._go_on(clock.tick(FRAMES) / 1000 * self.speed)
                self._draw()
                pygame.display.flip()
        finally:
            pygame.quit()

    # -- what the person does

    def _hear(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type == pygame.KEYDOWN:
            self._key(event.key)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            self._click(event.pos, event.button)

    def _key(self, key: int) -> None:
        if key in (pygame.K_ESCAPE, pygame.K_q):
            self.running = False
        elif key == pygame.K_RETURN:
            self._come() if self.coming else self._send()
        elif key == pygame.K_BACKSPACE and self.composer:
            self.composer.undo()
        elif key == pygame.K_TAB and self.composer:
            self.composer.want_next()
        else:
            name = pygame.key.name(key)
            wanted = "t" if name == "h" else name
            for action in self.standing.actions:
                if action.key == wanted:
                    self._do(action)
                    return

    def _do(self, action: Action) -> None:
        """What ends a game is asked for twice."""
        if action.sure and self._sure != action.label:
            self._sure = action.label
        elif self.feed.ask is not None:
            self._sure = ""
            self.feed.ask(action.command)

    def _click(self, point: tuple[int, int], button: int) -> None:
        for rect, press in self._buttons:
            if rect.collidepoint(point):
                press()
                return
        if self.composer is not None and self.stage is not None:
            self._pick(self.composer, self.stage, point, button)
        elif self.over and not self._steps:
            self.running = False
        elif self.game is not None:
            self.begun = True

    def _pick(self, composer: Composer, stage: Stage, point: tuple[int, int], button: int) -> None:
        if button == 3:
            composer.undo()
            return
        space = stage.space_at((point[0] - MARGIN, point[1] - MARGIN))
        if space is None:
            return
        if not composer.pick(space):
            if self.feed.ask_why is not None:
                self.feed.ask_why(composer, space)
        elif composer.plain:
            self._send()

    def _say_word(self, composer: Composer, word: Choice) -> None:
        composer.choose(word)
        if composer.text is not None and not composer.open:
            self._send()

    def _come(self) -> None:
        self.coming = ""
        if self.feed.here is not None:
            self.feed.here()

    def _send(self) -> None:
        if self.composer is not None and self.composer.text is not None:
            self._move(self.composer.text)

    def _move(self, text: str) -> None:
        if self.feed.move is not None and self.composer is not None:
            self.feed.move(text, self.composer.prompt.seat)
            self.composer = None

    # -- what the game does

    def _go_on(self, seconds: float) -> None:
        if self._steps:
            self._share += seconds / STEP_SECONDS
            if self._share >= 1.0:
                self.board = apply_changes(self.board, self._steps.pop(0))
                self._share = 0.0
                self._rest = PAUSE_SECONDS if not self._steps else 0.0
            return
        self._rest -= seconds
        if self._rest > 0 or (self.game is not None and not self.begun):
            return
        item = self.feed.next()
        if item is not None:
            self._take(item)

    def _take(self, item: Item) -> None:
        if isinstance(item, (Waiting, Said)):
            self.said = item.text
        elif isinstance(item, Standing):
            self.standing, self._sure = item, ""
        elif isinstance(item, Started):
            self.game, self.names, self.board = item.game, item.names, item.board
            self.info, self.turn = item.info, item.turn
            self.stage = Stage(item.game.layout, BOARD)
            self.over, self.last, self.times = "", (), []
            self.said = "" if self.begun else "Click to start."
            pygame.display.set_caption(f"quintet: {item.game.title}")
        elif isinstance(item, Played):
            self._play(item)
        elif isinstance(item, Reset):
            self.board, self.info, self.turn = item.board, item.info, item.turn
            self.last, self.over = (), ""
        elif isinstance(item, Asked):
            self._ask(item)
        elif isinstance(item, HandedOver):
            self.said, self.coming = item.text, item.answer
        elif isinstance(item, Over):
            self.over = self.said = item.text
            self.counted, self.last = item.counted, item.won_by or self.last

    def _play(self, item: Played) -> None:
        self.info, self.turn, self.said = item.info, item.turn, ""
        self.last = marked(item.changes)
        for seat, move in item.moves.items():
            time = f"  {item.seconds[seat]:.2f} s" if seat in item.seconds else ""
            told = move_text(self.game, move) if self.game is not None else move
            self.times.append(f"{self.names[seat]}: {told}{time}")
        steps = sorted({change.step for change in item.changes})
        self._steps = [tuple(c for c in item.changes if c.step == step) for step in steps]
        self._share = 0.0

    def _ask(self, item: Asked) -> None:
        self.coming = ""
        if item.prompt is None:
            self.composer = None
        elif self.composer is None or self.composer.prompt != item.prompt:
            self.composer = Composer(item.prompt)
            self.said = item.text or item.prompt.ask

    # -- what there is to see

    def _draw(self) -> None:
        self.screen.fill(PAPER)
        if self.stage is not None:
            place = self.screen.subsurface((MARGIN, MARGIN, BOARD, BOARD))
            if self._steps:
                self.stage.draw_between(place, self.board, self._steps[0], self._share)
            else:
                self._draw_still(place, self.stage)
        self._draw_panel()

    def _draw_still(self, place: pygame.Surface, stage: Stage) -> None:
        if self.composer is None:
            stage.draw(place, self.board, self.last)
            return
        composer = self.composer
        board = {name: held for name, held in self.board.items() if name not in composer.taken}
        stage.draw(place, board | composer.pieces, self.last)
        targets = {choice.space for choice in composer.targets().values() if choice.space not in self.board}
        stage.draw_marks(
            place,
            marked=[space for space in composer.taken if space != composer.lifted],
            barred=composer.prompt.barred,
            targets=targets if composer.lifted or len(targets) * 2 <= len(stage.places) else (),
        )
        if composer.lifted:
            stage.draw_lifted(place, self.board.get(composer.lifted, ""), composer.lifted)

    def _draw_panel(self) -> None:
        self._buttons = []
        x, y = BOARD + 2 * MARGIN, MARGIN
        y = self._write(self.game.title if self.game else "quintet", x, y, INK, self.large)
        if self.info is not None:
            for seat in range(len(self.names)):
                y = self._draw_seat(seat, self.info, x, y + 6)
        y += 8
        for line in self.times[-(SHOWN_TIMES if self.composer is None else SHOWN_WHILE_PLAYING) :]:
            y = self._write(line, x, y, QUIET)
        y = self._write(self.said, x, y + 10, INK)
        for line in self.counted if self.over else ():
            y = self._write(line, x, y + 2, QUIET)
        y = self._draw_buttons(x, y + 6)
        y = self._draw_actions(x, y + 6)
        if self.over and not self._steps and self.composer is None:
            self._write("Click to close.", x, y + 6, QUIET)

    def _draw_seat(self, seat: int, info: Info, x: int, y: int) -> int:
        codes = info.colours[seat] or ""
        left, top = x, y
        for code in codes:
            if self.stage is not None:
                piece = pygame.transform.smoothscale(self.stage.sprite(code), (30, 30))
                self.screen.blit(piece, (left, y))
                left += 28
        to_move = seat in self.turn and not self.over
        name = self.names[seat] + (", to move" if to_move else "")
        y = max(y + 30, self._write(name, left + 6, y + 7, INK))
        if self.standing.clock is not None:
            y = self._write(clock_text(self.standing.clock, seat, self.feed.now()), x + 6, y, INK)
        if self.game is not None:
            for row in rows(info, seat):
                y = self._write(row_text(self.game, row), x + 6, y, QUIET)
        if to_move:
            pygame.draw.rect(self.screen, ACCENT, (x - 10, top, 4, y - top), border_radius=2)
        return y

    def _draw_buttons(self, x: int, y: int) -> int:
        """What the move is made of."""
        composer = self.composer
        chosen: list[tuple[str, Callable[[], None]]] = []
        if self.coming:
            chosen.append((f"{self.coming} (Return)", self._come))
        if composer is None:
            return self._draw_row(chosen, x, y, INK)
        if len(composer.keys) > 1:
            chosen += [(self._place(key), partial(composer.want, key)) for key in composer.keys]
        chosen += [
            (word.place.label or word.text, partial(self._say_word, composer, word))
            for word in composer.words
        ]
        if composer.text is not None:
            chosen.append((f"Play {composer.text}", self._send))
        return self._draw_row(chosen, x, y, INK, self._place(composer.key))

    def _place(self, key: str) -> str:
        """The button for a piece, or for a stack of it."""
        name = pieces(self.game.layout, key) if self.game is not None else key
        return f"Place {len(key)} {name}" if len(key) > 1 else f"Place {name}"

    def _draw_actions(self, x: int, y: int) -> int:
        """What can be done besides moving."""
        chosen: list[tuple[str, Callable[[], None]]] = []
        for action in self.standing.actions:
            label = f"{re.split('[:,]', action.label)[0]} ({action.key})"
            text = f"Really? {label}" if self._sure == action.label else label
            chosen.append((text, partial(self._do, action)))
        return self._draw_row(chosen, x, y, QUIET)

    def _draw_row(
        self, chosen: list[tuple[str, Callable[[], None]]], x: int, y: int, colour: str, wanted: str = ""
    ) -> int:
        """Buttons, as many in a line as it holds; how far down they went."""
        left = x
        for text, press in chosen:
            width = min(self.font.width(text) + 16, BOARD + PANEL - x)
            if left > x and left + width > BOARD + PANEL:
                left, y = x, y + LINE + 8
            rect = pygame.Rect(left, y, width, LINE)
            pygame.draw.rect(self.screen, CHOSEN if text == wanted else BUTTON, rect, border_radius=6)
            self.screen.blit(self.font.draw(text, colour), (left + 8, y + 5))
            self._buttons.append((rect, press))
            left += width + 6
        return y + LINE + 8 if chosen else y

    def _write(self, text: str, x: int, y: int, colour: str, font: Letters | None = None) -> int:
        """Write in lines no wider than the panel; how far down it went."""
        font = font or self.font
        line = ""
        for word in [*text.split(), ""]:
            longer = f"{line} {word}".strip()
            if word and font.width(longer) <= BOARD + PANEL - MARGIN // 2 - x:
                line = longer
                continue
            if line:
                self.screen.blit(font.draw(line, colour), (x, y))
                y += font.line + 2
            line = word
        return y

"""The window itself: it shows what a feed tells, hears the mouse and the keys, and draws board, bar and panel."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
import pygame
from msgspec.structs import replace

from quintet.desktop.bar import SPEEDS, Bar, Doings
from quintet.desktop.canvas import Canvas
from quintet.desktop.desk import Desk
from quintet.desktop.feed import Feed
from quintet.desktop.home import Home
from quintet.desktop.items import Item
from quintet.desktop.overlays import Help, Overlay
from quintet.desktop.panel import Panel
from quintet.desktop.places import LEAST, USUAL, Places, places
from quintet.desktop.settings import LOUDEST, Settings, keep_settings
from quintet.desktop.sounds import Sounds
from quintet.desktop.stage import Stage
from quintet.games.contract import GameError

FRAMES, IDLE_FRAMES = 60, 30
SETTLED_SECONDS = 0.15
"""A window that is being made larger gets its board painted anew when it has kept its size for so long."""
NOTICE_SECONDS = 6.0
DENSE = 1300
"""A screen that is so many pixels high has small ones."""
BEAT_SECONDS = 0.1
"""So often what changes with time alone is drawn anew: clocks, and the caret of a line."""
AGAIN = frozenset(
    (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
     pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_PLUS, pygame.K_MINUS)
)  # fmt: skip
"""Keys that go on while they are held, as letters do in a line that is written. Any other does once what it does."""


UNSEEN = ("offscreen", "dummy")
"""What is drawn to where nobody asked for it when no display answers."""


class NoDisplayError(GameError):
    """There is no screen to open a window on."""


def has_display() -> bool:
    names = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    return not sys.platform.startswith("linux") or any(os.environ.get(name) for name in names)


def check_display() -> None:
    if not has_display():
        raise NoDisplayError(
            "there is no display to open a window on; set DISPLAY, or use quintet terminal or quintet play"
        )


class Window:
    """One game in a window of its own."""

    def __init__(
        self,
        feed: Feed | None,
        *,
        speed: float = 1.0,
        playing: bool = False,
        settings: Settings | None = None,
        read: Callable[[str], Feed] | None = None,
    ) -> None:
        """Without a feed it asks what to show. `read` opens a game that has been played, by its file or its address."""
        self.settings = settings or Settings()
        self.speed, self.running = speed, True
        self.canvas = Canvas()
        self.panel, self.bar = Panel(self.canvas), Bar(self.canvas)
        self.sounds = Sounds(self.settings.volume / LOUDEST, self.settings.sound)
        self.desk = Desk(self, feed or Feed(), playing=playing)
        self.overlays: list[Overlay] = []
        self.home = None if read is None else Home(self, read)
        if feed is None and self.home is not None:
            self.home.open()
        self.stage: Stage | None = None
        self.notice = ""
        self._notice_until = 0.0
        self._dirty = True
        self._drawn = self._resized = 0.0
        self._full = False
        self._held: set[int] = set()
        self._size = USUAL
        self._corner = (0, 0)

    # -- for everybody who works at it

    def say(self, text: str) -> None:
        """Show a sentence for a while."""
        self.notice, self._notice_until = text, time.monotonic() + NOTICE_SECONDS
        self._dirty = True

    def refresh(self) -> None:
        """Something else is to be seen."""
        self._dirty = True

    def open(self, overlay: Overlay) -> None:
        self.overlays.append(overlay)
        self._dirty = True

    def close_overlay(self) -> None:
        if self.overlays:
            self.overlays.pop()
            self._dirty = True

    def take(self, feed: Feed, *, playing: bool) -> None:
        """Show another game."""
        self.desk.feed.close()
        self.stage, self.overlays, self.notice = None, [], ""
        self.desk = Desk(self, feed, playing=playing)

    def caption(self, text: str) -> None:
        """What the system shows of the window, and reads out."""
        if pygame.display.get_caption()[0] != text:
            pygame.display.set_caption(text)

    @property
    def screen(self) -> pygame.Surface:
        shown = pygame.display.get_surface()
        assert shown is not None, "nothing is drawn before the window is open"
        return shown

    # -- from opening to closing

    def run(self) -> None:
        """Until it is closed."""
        self.start()
        clock = pygame.time.Clock()
        try:
            while self.running:
                moving = self.desk.showing is not None and bool(self.desk.showing.steps)
                self.frame(clock.tick(FRAMES if moving else IDLE_FRAMES) / 1000)
        finally:
            self.close()

    def close(self) -> None:
        """Let everything go."""
        self.desk.feed.close()
        self.sounds.close()
        pygame.quit()

    def start(self, size: tuple[int, int] | None = None) -> None:
        """Open it, in this size or in one that suits the screen."""
        check_display()
        try:
            pygame.display.init()
            pygame.font.init()
            self._size = size or _suitable(pygame.display.get_desktop_sizes()[0])
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
        except pygame.error as error:
            raise NoDisplayError(f"no window can be opened: {error}") from None
        if pygame.display.get_driver() in UNSEEN and not os.environ.get("SDL_VIDEODRIVER"):
            pygame.display.quit()
            shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
            raise NoDisplayError(
                f"no window can be opened on the display {shown}; set DISPLAY to one that is there"
            )
        pygame.display.set_caption("quintet")
        pygame.key.set_repeat(400, 60)
        self.sounds.open()

    def frame(self, seconds: float) -> None:
        """What happened since the last one, heard and seen."""
        for event in pygame.event.get():
            self._hear(event)
        self._go_on(seconds * self.speed)
        self._draw_if_due()

    def _go_on(self, seconds: float) -> None:
        while (item := self.desk.feed.next()) is not None:
            self._take(item)
        showing = self.desk.showing
        if showing is not None:
            before = (showing.shown, showing.share, len(showing.steps))
            showing.pass_time(seconds)
            self._dirty |= before != (showing.shown, showing.share, len(showing.steps))
        self.desk.look()
        if self.notice and time.monotonic() > self._notice_until:
            self.notice, self._dirty = "", True

    def _take(self, item: Item) -> None:
        self._dirty = True
        self.desk.take(item)

    # -- what the person does

    def _hear(self, event: pygame.event.Event) -> None:
        self._dirty = True
        if event.type == pygame.QUIT:
            self.running = False
        elif event.type == pygame.VIDEORESIZE:
            self._resized = time.monotonic()
        elif event.type == pygame.KEYDOWN:
            if not self._is_held(event):
                self._key(event)
            self._held.add(event.key)
        elif event.type in (pygame.KEYUP, pygame.WINDOWFOCUSLOST):
            self._held -= {event.key} if event.type == pygame.KEYUP else self._held
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button in (1, 3):
            self._click(event.pos, event.button)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.bar.dragging = False
        elif event.type == pygame.MOUSEMOTION and self.bar.dragging and self.desk.showing is not None:
            self.bar.drag(event.pos[0], self.desk.showing)
        elif event.type == pygame.MOUSEWHEEL:
            if self.overlays:
                self.overlays[-1].scroll(-event.y)
            elif self.panel.moves.place.collidepoint(pygame.mouse.get_pos()):
                self.panel.moves.scroll(-event.y)

    def _is_held(self, event: pygame.event.Event) -> bool:
        """Has the key done what it does once?"""
        written = self.overlays and event.unicode and event.unicode.isprintable()
        return event.key in self._held and event.key not in AGAIN and not written

    def _key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_F11:
            self.full_screen()
        elif self.overlays:
            self.overlays[-1].key(event)
        elif event.key == pygame.K_F1 or event.unicode == "?":
            self.help()
        elif event.key == pygame.K_ESCAPE and self._full:
            self.full_screen()
        elif event.key in (pygame.K_ESCAPE, pygame.K_q):
            self.running = False
        elif event.unicode in ("+", "-", "v", "l", "f"):
            self._set(event.unicode)
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self.go_faster(1 if event.key == pygame.K_UP else -1)
        else:
            self.desk.key(event)

    def _click(self, point: tuple[int, int], button: int) -> None:
        if button == 1 and self.canvas.press_at(point):
            return
        if self.overlays:
            return
        showing = self.desk.showing
        if button == 1 and showing is not None and self.bar.track.collidepoint(point):
            self.bar.dragging = True
            self.bar.drag(point[0], showing)
            return
        place = self._places()
        on_board = place.board.collidepoint(point) and self.stage is not None
        at = None
        if on_board and self.stage is not None:
            share = self.stage.width / place.board.width
            at = self.stage.space_at(((point[0] - place.board.x) * share, (point[1] - place.board.y) * share))
        if place.board.collidepoint(point) or button == 3:
            self.desk.click(at, button)

    def _set(self, key: str) -> None:
        """Sound, light and size."""
        if key == "f":
            self.full_screen()
        elif key == "v":
            self.mute()
        elif key == "l":
            self.keep(replace(self.settings, theme="dark" if self.settings.theme == "light" else "light"))
        else:
            volume = max(1, min(LOUDEST, self.settings.volume + (1 if key == "+" else -1)))
            self.keep(replace(self.settings, volume=volume, sound=True))
            self.say(f"Sound: {self.settings.volume} of {LOUDEST}." if self.sounds.able else NO_SOUND)
            self.sounds.play("place")

    def keep(self, settings: Settings) -> None:
        """These are the settings from now on."""
        self.settings = settings
        self.sounds.volume, self.sounds.on = settings.volume / LOUDEST, settings.sound
        keep_settings(settings)

    def rename(self, name: str) -> None:
        """What whoever sits here is called on servers."""
        self.keep(replace(self.settings, name=name[:40]))

    def serve(self, server: str) -> None:
        """Where rooms are opened."""
        self.keep(replace(self.settings, server=server[:200]))

    def mute(self) -> None:
        self.keep(replace(self.settings, sound=not self.settings.sound))
        told = f"Sound is {'on' if self.settings.sound else 'off'}."
        self.say(told if self.sounds.able or not self.settings.sound else NO_SOUND)

    def go_faster(self, by: int = 0) -> None:
        """The next speed; with the mouse, after the fastest the slowest."""
        at = min(range(len(SPEEDS)), key=lambda number: abs(SPEEDS[number] - self.speed))
        if by:
            self.speed = SPEEDS[max(0, min(len(SPEEDS) - 1, at + by))]
            self.say(f"Speed: {self.speed:g} times the usual.")
        else:
            self.speed = SPEEDS[(at + 1) % len(SPEEDS)]

    def full_screen(self) -> None:
        self._full = not self._full
        if self._full:
            self._size, self._corner = pygame.display.get_window_size(), pygame.display.get_window_position()
            if (
                pygame.display.get_num_displays() == 1
            ):  # a screen without a window manager leaves it where it was
                pygame.display.set_window_position((0, 0))
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
            pygame.display.set_window_position(self._corner)
        self._resized = 0.0

    def help(self) -> None:
        self.open(Help(self.close_overlay))

    # -- what there is to see

    def _places(self) -> Places:
        width, height = self.screen.get_size()
        game = self.desk.beside.game
        return places(max(width, 200), max(height, 200), game.layout if game is not None else None)

    def _draw_if_due(self) -> None:
        """Nothing is drawn that is there already."""
        now = time.monotonic()
        beat = self.desk.ticking or bool(self.overlays) or self._resized > 0
        if self._dirty or (beat and now - self._drawn > BEAT_SECONDS):
            self._dirty, self._drawn = False, now
            self._draw()
            pygame.display.flip()

    def _draw(self) -> None:
        screen, canvas, desk = self.screen, self.canvas, self.desk
        place = self._places()
        canvas.clear(
            screen,
            self.settings.theme,
            place.scale,
            pygame.mouse.get_pos() if pygame.mouse.get_focused() else (-1, -1),
        )
        canvas.layout = desk.beside.game.layout if desk.beside.game is not None else None
        self._fit_stage(place)
        if self.stage is not None:
            self._draw_board(screen, place.board, self.stage)
            do = Doings(self.go_faster, self.mute, self.full_screen, self.help)
            self.bar.draw(place.bar, desk.showing, self.speed, self.settings.sound, do)
        desk.prepare()
        if desk.beside.game is not None or not self.overlays:
            self.panel.draw(place.panel, desk.beside, desk.feed.now())
        if self.notice:
            self._draw_notice(place)
        if self.overlays:
            self.overlays[-1].draw(canvas, screen.get_rect())

    def _fit_stage(self, place: Places) -> None:
        game = self.desk.beside.game
        if game is None:
            self.stage = None
            return
        wanted = (game.layout, max(place.board.size), self.settings.theme)
        made = None if self.stage is None else (self.stage.layout, self.stage.size, self.stage.theme)
        settling = time.monotonic() - self._resized < SETTLED_SECONDS
        if made == wanted or (made is not None and made[0] == wanted[0] and settling):
            return
        self.stage = Stage(*wanted)
        self._resized = 0.0

    def _draw_board(self, screen: pygame.Surface, rect: pygame.Rect, stage: Stage) -> None:
        if (stage.width, stage.height) == rect.size:
            self.desk.draw(screen.subsurface(rect), stage)
            return
        picture = pygame.Surface((stage.width, stage.height))
        self.desk.draw(picture, stage)
        screen.blit(pygame.transform.smoothscale(picture, rect.size), rect)

    def _draw_notice(self, place: Places) -> None:
        """Over the moves, and never over the board or over what can be pressed."""
        canvas, c = self.canvas, self.canvas.colours
        letters = canvas.letters(14)
        pad, wide = canvas.px(12), place.panel.width
        lines = letters.wrap(self.notice, wide - 2 * pad)
        rect = pygame.Rect(place.panel.x, 0, wide, len(lines) * letters.line + 2 * canvas.px(9))
        rect.bottom = max(place.panel.y + rect.height, self.panel.foot - canvas.px(4))
        canvas.box(rect, c.ink)
        canvas.box(pygame.Rect(rect.x, rect.y, canvas.px(5), rect.height), c.accent, radius=3)
        canvas.write(
            self.notice, rect.x + pad, rect.y + canvas.px(9), wide - 2 * pad, letters=letters, colour=c.paper
        )


def _suitable(screen: tuple[int, int]) -> tuple[int, int]:
    """As large as the screen allows, but no larger than is needed, in the proportions for which everything is made."""
    wide, high = screen
    scale = max(0.5, min(0.85 * wide / USUAL[0], 0.8 * high / USUAL[1]))
    scale = scale if scale < 1 or high > DENSE else min(scale, 1.15)
    return max(LEAST[0], round(USUAL[0] * scale)), max(LEAST[1], round(USUAL[1] * scale))


NO_SOUND = "This computer has no loudspeaker that can be used."

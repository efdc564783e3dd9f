"""A game before it begins: its options, the clock and who sits where, each a line that is changed by keys or clicks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame
from msgspec import Struct

from quintet.desktop.canvas import Button, Canvas, Press
from quintet.desktop.overlays import Line, Menu, sheet
from quintet.desktop.reading import Reading
from quintet.desktop.tables import TableFeed, open_room, sit_here
from quintet.games import game as make_game
from quintet.games.contract import AnyGame, GameError, Option
from quintet.say.clocks import clock_setting
from quintet.say.errors import error_text
from quintet.say.people import seats as seat_names
from quintet.table.bench import first_opponent, machines
from quintet.table.clock import USUAL
from quintet.table.commands import HERE, OPEN, Create

if TYPE_CHECKING:
    from quintet.desktop.window import Window

MOST_LISTED = 200
"""A longer range of numbers is offered by its ends and what is usual."""


class Field(Struct, frozen=True):
    """A line of the form: what it is called, and its choices with what they are called."""

    key: str
    label: str
    choices: tuple[tuple[Any, str], ...]


class Setup:
    """The form of a new game, in this window or as a room on a server."""

    def __init__(self, window: Window, usual: AnyGame, close: Press) -> None:
        self.window, self.usual, self._close = window, usual, close
        self.chosen: dict[str, Any] = {option.name: usual.settings[option.name] for option in usual.options}
        self.marked = 0
        self.said = ""
        """What is wrong with what was chosen."""
        self._first = 0

    # -- the form

    def game(self) -> AnyGame:
        """The game as chosen; GameError if there is none like that."""
        return make_game(self.usual.name, **{o.name: self.chosen[o.name] for o in self.usual.options})

    def fields(self) -> list[Field]:
        found = [Field(o.name, o.title, self._choices(o)) for o in self.usual.options]
        clocks = ((None, clock_setting(None)), *((clock, clock_setting(clock)) for clock in USUAL))
        found.append(Field("clock", "Clock", clocks))
        try:
            game = self.game()
        except GameError:
            game = self.usual
        able = [(one.player, one.label) for one in machines() if one.plays(game.name)]
        who = ((HERE, "You"), (OPEN, "Whoever comes (in a room)"), *able)
        names = seat_names(game, game.describe(game.start()))
        return found + [Field(f"seat-{seat}", name, who) for seat, name in enumerate(names)]

    def value(self, field: Field) -> Any:
        seat = field.key.removeprefix("seat-")
        usual = None if field.key == "clock" else HERE if seat == "0" else first_opponent()
        return self.chosen.get(field.key, usual)

    def _choices(self, option: Option) -> tuple[tuple[Any, str], ...]:
        span = range(option.low, option.high + 1)
        values: Sequence[Any] = option.choices or (
            span if len(span) <= MOST_LISTED else sorted({option.low, int(option.default), option.high})
        )
        kept = self.chosen[option.name]
        own = () if kept in values else ((kept, option.call(kept)),)
        return (*own, *((value, option.call(value)) for value in values))

    def choose(self, field: Field, value: Any) -> None:
        self.chosen[field.key] = value
        self.said = ""
        try:
            self.game()
        except GameError as error:
            self.said = error_text(error)

    # -- what it comes to

    def command(self, *, offline: bool) -> Create:
        """What was chosen, as a table; GameError with what is wrong with it."""
        game, name = self.game(), self.window.settings.name
        fields = {field.key: field for field in self.fields()}
        seats = tuple(self.value(fields[f"seat-{seat}"]) for seat in range(game.seats))
        if offline and OPEN in seats:
            raise GameError("An open seat needs a room; choose yourself or a machine for it.")
        if not offline:
            own = seats.index(HERE) if HERE in seats else -1
            seats = tuple(OPEN if holder == HERE and n != own else holder for n, holder in enumerate(seats))
        return Create(
            name=f"{name}'s table"[:40],
            game=game.name,
            options=game.settings,
            clock=self.value(fields["clock"]),
            offline=offline,
            host_name="You" if offline else name,
            seats=seats,
        )

    def play(self) -> None:
        self._begin(lambda: TableFeed(sit_here(self.command(offline=True)), playing=True))

    def open_room(self) -> None:
        def ask_server(name: str) -> None:
            self.window.rename(name)
            ask = Line("The address of the server", begin, close, self.window.settings.server)
            self.window.open(ask)

        def begin(server: str) -> None:
            self.window.serve(server)
            self._begin(lambda: TableFeed(open_room(server, self.command(offline=False)), playing=True))

        close = self.window.close_overlay
        self.window.open(Line("Your name", ask_server, close, self.window.settings.name))

    def _begin(self, make: Callable[[], TableFeed]) -> None:
        try:
            feed = make()
        except GameError as error:
            self.said = error_text(error)
            return
        self.window.take(feed, playing=True)

    # -- what is seen and done

    def draw(self, canvas: Canvas, rect: pygame.Rect) -> None:
        fields = self.fields()
        letters, high = canvas.letters(14.5), canvas.px(32)
        foot = canvas.px(44) + (canvas.px(40) if self.said else 0)
        place = sheet(canvas, rect, 520, len(fields) * high + foot, self.usual.title, self._close)
        room = max(1, (place.height - foot) // high)
        self._first = max(0, min(self._first, self.marked, len(fields) - room))
        self._first = max(self._first, min(self.marked, len(fields) - 1) - room + 1)
        for line, field in enumerate(fields[self._first : self._first + room]):
            spot = pygame.Rect(place.x, place.y + line * high, place.width, high - canvas.px(3))
            self._draw_field(canvas, spot, field, self._first + line)
        y = place.bottom - foot + canvas.px(8)
        if self.said:
            y = canvas.write(
                self.said, place.x, y, place.width, letters=letters, colour=canvas.colours.bad, most=2
            )
        buttons = [
            Button("Play here", self.play, "Return", "primary"),
            Button("Open a room", self.open_room, "r"),
            Button("Rules", self.rules, "i", "quiet"),
        ]
        canvas.row(buttons, place.x, y + canvas.px(4), place.width)

    def _draw_field(self, canvas: Canvas, spot: pygame.Rect, field: Field, number: int) -> None:
        letters, c = canvas.letters(14.5), canvas.colours
        marked = number == self.marked
        if marked or canvas.over(spot):
            canvas.box(spot, c.hover, edge=c.accent if marked else "", radius=6)
        half = spot.x + round(spot.width * 0.44)
        label = letters.shorten(field.label, half - spot.x - canvas.px(14))
        canvas.line(label, spot.x + canvas.px(8), spot.centery, letters=letters, colour=c.soft)
        value = self.value(field)
        text = next((name for choice, name in field.choices if choice == value), str(value))
        canvas.line(
            letters.shorten(text, spot.right - half - canvas.px(30)), half, spot.centery, letters=letters
        )
        x = spot.right - canvas.px(14)
        points = [
            (x - canvas.px(4), spot.centery - canvas.px(2)),
            (x + canvas.px(4), spot.centery - canvas.px(2)),
        ]
        pygame.draw.polygon(canvas.screen, c.soft, [*points, (x, spot.centery + canvas.px(3))])
        canvas.hot.append((spot, partial(self._open, number)))

    def _open(self, number: int) -> None:
        """The choices of a line, as a menu."""
        self.marked = number
        field = self.fields()[number]
        entries = [("", name, partial(self.choose, field, value)) for value, name in field.choices]
        now = [value for value, _ in field.choices].index(self.value(field)) if field.choices else 0
        self.window.open(Menu(field.label, entries, self.window.close_overlay, chosen=now))

    def key(self, event: pygame.event.Event) -> None:
        fields = self.fields()
        self.marked = min(self.marked, len(fields) - 1)
        if event.key in (pygame.K_ESCAPE, pygame.K_q):
            self._close()
        elif event.key in (pygame.K_UP, pygame.K_DOWN):
            self.marked = max(
                0, min(len(fields) - 1, self.marked + (1 if event.key == pygame.K_DOWN else -1))
            )
        elif event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            self._change(fields[self.marked], 1 if event.key == pygame.K_RIGHT else -1)
        elif event.key == pygame.K_SPACE:
            self._open(self.marked)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.play()
        elif event.unicode == "r":
            self.open_room()
        elif event.unicode == "i":
            self.rules()

    def rules(self) -> None:
        self.window.open(Reading(self.usual.name, self.usual.title, self.window.close_overlay))

    def _change(self, field: Field, by: int) -> None:
        values = [value for value, _ in field.choices]
        at = values.index(self.value(field)) if self.value(field) in values else 0
        self.choose(field, values[max(0, min(len(values) - 1, at + by))])

    def scroll(self, lines: int) -> None:
        self.marked = max(0, min(len(self.fields()) - 1, self.marked + lines))

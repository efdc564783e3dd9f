"""Who plays, beside the board: a card for each seat, with its pieces, its clock and what is counted for it."""

from __future__ import annotations

from enum import Enum, auto

from textual.content import Content

from quintet.games.contract import AnyGame, capital
from quintet.say.clocks import clock_text
from quintet.say.counts import Row, row_text, rows
from quintet.say.people import side
from quintet.say.state import badges
from quintet.table import View
from quintet.table.shapes import SeatView
from quintet.terminal.chips import chip, chips
from quintet.terminal.flow import ends, flow, join
from quintet.terminal.picture import Appearance
from quintet.wire.picture import columns, short_name

OPEN_SEAT = "open seat"


class SeatTold(Enum):
    """How much is told of every seat; the most first."""

    ALL = auto()
    COUNTS = auto()
    """Not its colours by their names: its pieces show them."""
    FIRST = auto()
    """Of what is counted only what comes first."""
    HOLDER = auto()


def seats_content(
    game: AnyGame, view: View, now: int, look: Appearance, width: int, told: SeatTold = SeatTold.ALL
) -> Content:
    """A card for each seat."""
    return join((card(game, view, seat, now, look, width, told) for seat in view.seats), "\n")


def card(
    game: AnyGame, view: View, seat: SeatView, now: int, look: Appearance, width: int, told: SeatTold
) -> Content:
    """The first line has the holder and the clock, which never breaks; the next what is counted."""
    codes = view.info.colours[seat.seat] or ""
    pieces = chips(game, codes, look)
    clock = Content("" if view.clock is None else clock_text(view.clock, seat.seat, now))
    turn = seat.seat in view.owing
    won = view.outcome is not None and seat.seat in view.outcome.winners
    head = Content(f"{_sign(turn, won, look)} ") + pieces + (" " if codes else "")
    named = called(game, view, seat)
    name = short_name(
        named,
        max(6, width - head.cell_length - clock.cell_length - 1),
    )
    strong = "bold" if turn or won else ""
    first = head + Content.styled(name, strong)
    signs = [text for _, text in badges(view, seat)]
    while signs and first.cell_length + 3 + columns(signs[0]) + clock.cell_length + 1 <= width:
        first = first + " · " + signs.pop(0)
    first = ends(first, clock.stylize("bold"), width) if clock.plain else first
    colours = side(game, view.info, seat.seat)
    counted = [row_content(game, row, look) for row in rows(view.info, seat.seat)]
    more = [Content(text) for text in signs]
    if told is SeatTold.ALL and named != capital(colours):
        more.append(Content(colours))
    most = {SeatTold.FIRST: 1, SeatTold.HOLDER: 0}.get(told, len(counted))
    return join([first, *([flow([*more, *counted[:most]], width)] if more or counted[:most] else [])], "\n")


def called(game: AnyGame, view: View, seat: SeatView) -> str:
    """Who sits there; the seat by its colours where one person has several."""
    if seat.kind == "open":
        return OPEN_SEAT
    shared = seat.guest and sum(other.guest == seat.guest for other in view.seats) > 1
    return capital(side(game, view.info, seat.seat)) if shared else seat.name


def _sign(turn: bool, won: bool, look: Appearance) -> str:
    if won:
        return "★" if look.colour else "*"
    if turn:
        return "▶" if look.colour else ">"
    return " "


def row_content(game: AnyGame, row: Row, look: Appearance) -> Content:
    """Something counted; numbers for pieces stand behind their pieces."""
    if not look.colour or not any(code for code, _ in row.values):
        return Content(row_text(game, row))
    values = [chip(game, code, look) + f" {value}" for code, value in row.values]
    return Content(f"{row.label} ".lstrip()) + join(values)

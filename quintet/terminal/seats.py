"""Who plays, beside the board: a card for each seat, with its pieces, its clock and what is counted for it."""

from __future__ import annotations

from textual.content import Content

from quintet.games.contract import AnyGame
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


def seats_content(game: AnyGame, view: View, now: int, look: Appearance, width: int) -> Content:
    """A card for each seat."""
    return join((card(game, view, seat, now, look, width) for seat in view.seats), "\n")


def card(game: AnyGame, view: View, seat: SeatView, now: int, look: Appearance, width: int) -> Content:
    """The first line has the holder and the clock, which never breaks; the next what is counted."""
    codes = view.info.colours[seat.seat] or ""
    pieces = chips(game, codes, look)
    clock = Content("" if view.clock is None else clock_text(view.clock, seat.seat, now))
    turn = seat.seat in view.owing
    won = view.outcome is not None and seat.seat in view.outcome.winners
    head = Content(f"{_sign(turn, won, look)} ") + pieces + (" " if codes else "")
    name = short_name(
        seat.name if seat.kind != "open" else OPEN_SEAT,
        max(6, width - head.cell_length - clock.cell_length - 1),
    )
    strong = "bold" if turn or won else ""
    first = head + Content.styled(name, strong)
    told = [text for _, text in badges(view, seat)]
    while told and first.cell_length + 3 + columns(told[0]) + clock.cell_length + 1 <= width:
        first = first + " · " + told.pop(0)
    first = ends(first, clock.stylize("bold"), width) if clock.plain else first
    counted = [row_content(game, row, look) for row in rows(view.info, seat.seat)]
    more = [*(Content(text) for text in told), Content(side(game, view.info, seat.seat)), *counted]
    return first + "\n" + flow(more, width)


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

"""What there is to say about a table, in Discord's Markdown. Everything comes from the view and the layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from msgspec.structs import replace

from quintet.draw import scene
from quintet.draw.png import paint_png
from quintet.draw.text import Canvas
from quintet.games.contract import capital
from quintet.games.title import unusual
from quintet.say.clocks import long_time, time_left
from quintet.say.counts import row_text, rows, seat_text, standing
from quintet.say.endings import account_lines, deciding, view_outcome
from quintet.say.log import last_text
from quintet.say.marks import marked
from quintet.say.people import holder, side, sides
from quintet.say.state import badges, offer_text
from quintet.table import View
from quintet.table.shapes import ClockView, SeatView
from quintet.wire.picture import game_of

Names: TypeAlias = Callable[[SeatView], str]
"""How the holder of a seat is addressed."""

LONGEST_CODE = 1800
PICTURE_SIZE = 560
HOUR = 3_600_000


def plain(text: str) -> str:
    """A name without Markdown or mentions in it."""
    return "".join(f"\\{letter}" if letter in "\\*_~`|>#[]()<@:-" else letter for letter in text)


# --- the table in lines ---------------------------------------------------------------------------------------------


def table_text(view: View, names: Names, now: int) -> str:
    """Everything that stands above the board."""
    where = standing(view.info) if view.status == "playing" else ()
    game = game_of(view)
    lines = [
        " · ".join((f"**{game.title}**", *unusual(game), f"room `{view.room}`", *where)),
        *seat_lines(view, names),
    ]
    if begun(view):
        lines += [last_text(game, view, lambda seat: called(view, names, seat), lambda move: f"`{move}`")]
    if view.status == "seating":
        lines += [seating_line(view)]
    elif view.status == "counting":
        lines += ["The game is about to start."]
    elif view.status == "playing":
        lines += list(turn_lines(view, names, now))
    if view.outcome is not None:
        lines += [outcome_line(view, names), *account_part(view)]
    if view.offer is not None:
        asked = ", ".join(names(view.seats[seat]) for seat in view.offer.waiting)
        told = offer_text(game_of(view), view, lambda seat: names(view.seats[seat]), plain)
        lines += [f"{told} Do you agree, {asked}?"]
    return "\n".join(line for line in lines if line)


def begun(view: View) -> bool:
    """Is there a game to tell of?"""
    return view.status == "playing" or view.outcome is not None


def called(view: View, names: Names, seat: int) -> str:
    """Who played a seat; who has left is still called by name."""
    if view.seats[seat].kind == "open":
        return plain(holder(game_of(view), view, seat))
    return names(view.seats[seat])


def seat_lines(view: View, names: Names) -> list[str]:
    """Who plays what, and what is counted for each."""
    game = game_of(view)
    counted = [seat_text(game, view.info, s.seat) if begun(view) else "" for s in view.seats]
    return [
        f"{capital(side(game, view.info, s.seat))}: {names(s)}{seat_state(view, s)}"
        + (f" · {told}" if told else "")
        for s, told in zip(view.seats, counted, strict=True)
    ]


def seat_state(view: View, seat: SeatView) -> str:
    """What is to be known of a player here, where nobody needs to be told who they are."""
    shown = [text for kind, text in badges(view, seat) if kind not in ("you", "host", "waiting")]
    return "".join(f" · {text}" for text in shown)


def seating_line(view: View) -> str:
    free = sum(seat.kind == "open" for seat in view.seats)
    if free:
        return (
            f"{free} of {len(view.seats)} seats {'is' if free == 1 else 'are'} free: press Join; "
            "`/quintet engine` gives one to the engine."
        )
    return "Every seat is taken: press Start, or choose the time with `/quintet start`."


def turn_lines(view: View, names: Names, now: int) -> Iterator[str]:
    owing = [view.seats[seat] for seat in view.owing]
    if len(view.turn) > 1:
        done = len(view.turn) - len(owing)
        yield f"{done} of {len(view.turn)} {'has' if done == 1 else 'have'} chosen."
    how = " Press Move, or type `/quintet move`." if any(seat.kind == "person" for seat in owing) else ""
    yield f"To move: {', '.join(map(names, owing))}.{how}"
    yield view.queue
    if view.clock is not None:
        for seat in owing:
            yield clock_line(view.clock, seat, names, now)


def clock_line(clock: ClockView, seat: SeatView, names: Names, now: int) -> str:
    """What is left now, and the moment it is gone, which Discord itself counts down to."""
    move, reserve = time_left(clock, seat.seat, now)
    runs = clock.since is not None and seat.seat in clock.running
    flag = f": out of time <t:{(now + move + reserve) // 1000}:R>" if runs else ""
    if not clock.move_ms or not clock.reserve_ms:  # there is only one to speak of
        return f"{names(seat)} has {long_time(move + reserve)}{flag}."
    return f"{names(seat)} has {long_time(move)} and {long_time(reserve)} in reserve{flag}."


def hurry(view: View, now: int) -> bool:
    """Is somebody's time so short that it is worth counting down?"""
    clock = view.clock
    return clock is not None and any(sum(time_left(clock, seat, now)) < HOUR for seat in view.owing)


def outcome_line(view: View, names: Names) -> str:
    """How it ended, the winner in bold."""

    def who(seat: int) -> str:
        return (
            called(view, names, seat).removeprefix("**").removesuffix("**")
        )  # bold within bold would end it

    told = view_outcome(game_of(view), view, who)
    verdict, colon, why = told.partition(":")
    return f"{'🏆 ' if view.outcome and view.outcome.winners else ''}**{verdict}**{colon}{why}"


def moment_of(view: View) -> str:
    """Two views with the same moment show the same board, and ask the same people."""
    stage = "before" if view.status in ("seating", "counting") else view.status
    return f"{stage} {view.turn_version if stage == 'playing' else len(view.plies)}"


def account_part(view: View) -> list[str]:
    """How the result comes about, a line for each thing that was counted and does not stand beside the seats already."""
    account = view.outcome.account if view.outcome is not None else None
    if account is None:
        return []
    shown = [[row_text(game_of(view), row) for row in rows(view.info, s.seat)] for s in view.seats]
    lines = tuple(
        line
        for line in account.lines
        if not all(f"{line.label} {value}" in there for value, there in zip(line.values, shown, strict=True))
    )
    heads = [capital(name) for name in sides(game_of(view), view.info)]
    return [f"-# {line}" for line in account_lines(replace(account, lines=lines), heads)]


def picture_size() -> int:
    """How wide a picture of a board is."""
    return PICTURE_SIZE


# --- the board ------------------------------------------------------------------------------------------------------


def last_of(view: View) -> tuple[str, ...]:
    """The spaces to mark: those of the last move, or what a game that is over was won by."""
    won_by = deciding(view.outcome.account, view.outcome.winners) if view.outcome is not None else ()
    return won_by or (marked(view.plies[-1].changes) if view.plies else ())


def board_png(view: View) -> bytes:
    """The board as a PNG file."""
    game = game_of(view)
    return paint_png(scene(game.layout, view.board, last=last_of(view), title=game.title), PICTURE_SIZE)


def board_text(view: View) -> str:
    """The board in letters, for weak connections and for who hears it."""
    return Canvas(game_of(view).layout, view.board, colour=False).draw(last_of(view))

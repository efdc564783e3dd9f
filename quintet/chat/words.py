"""What there is to say about a table, in Discord's Markdown. Everything comes from the view and the layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from quintet.draw import last_spaces, paint_png, scene
from quintet.draw.text import Canvas
from quintet.games import GAMES
from quintet.games.contract import AnyGame, Counter
from quintet.games.registry import game as make_game
from quintet.table import View
from quintet.table.shapes import ClockView, OfferView, OutcomeView, SeatView
from quintet.table.times import write_time

Names: TypeAlias = Callable[[SeatView], str]
"""How the holder of a seat is addressed."""

ASKS = {
    "undo": "to take the last move back",
    "hint": "for a hint",
    "restart": "to start again",
    "draw": "to end the game as a draw",
    "rematch": "for another game",
    "remove": "to remove {about} from the game",
    "close": "to close the table",
}
LONGEST_CODE = 1800
PICTURE_SIZE = 560


def game_of(view: View) -> AnyGame:
    return make_game(view.game, **view.options)


def plain(text: str) -> str:
    """A name without Markdown or mentions in it."""
    return "".join(f"\\{letter}" if letter in "\\*_~`|>#[]()<@:-" else letter for letter in text)


# --- the table in lines ---------------------------------------------------------------------------------------------


def table_text(view: View, names: Names, now: int) -> str:
    """Everything that stands above the board."""
    lines = [f"**{GAMES[view.game].title}** · room `{view.room}`", *seat_lines(view, names)]
    if view.status in ("playing", "finished"):
        lines += [state_line(view)]
    if view.status == "seating":
        lines += [seating_line(view)]
    elif view.status == "counting":
        lines += ["The game is about to start."]
    elif view.status == "playing":
        lines += list(turn_lines(view, names, now))
    if view.outcome is not None:
        lines += [outcome_text(view, view.outcome, names)]
    if view.offer is not None:
        lines += [offer_line(view, view.offer, names)]
    return "\n".join(line for line in lines if line)


def offer_line(view: View, offer: OfferView, names: Names) -> str:
    asked = ", ".join(names(view.seats[seat]) for seat in offer.waiting)
    asker = "The host" if offer.seat is None else names(view.seats[offer.seat])
    return f"{asker} asks {ASKS[offer.kind].format(about=plain(offer.about))}. Do you agree, {asked}?"


def seat_lines(view: View, names: Names) -> list[str]:
    game = game_of(view)
    return [f"{colour_name(game, view, s.seat)}: {names(s)}{seat_state(view, s)}" for s in view.seats]


def seat_state(view: View, seat: SeatView) -> str:
    if view.status == "playing" and seat.submitted:
        return " · move submitted"
    if seat.kind == "invited":
        return " · on its way"
    if seat.gone_at is not None:
        return " · away"
    return (
        " · ready" if seat.ready and view.status in ("seating", "counting") and seat.kind == "person" else ""
    )


def colour_name(game: AnyGame, view: View, seat: int) -> str:
    """`White`, `Black and purple`, or `Seat 1` before a colour is chosen."""
    names = [name.capitalize() if n == 0 else name for n, name in enumerate(colours_of(game, view, seat))]
    return " and ".join(names) or f"Seat {seat + 1}"


def colours_of(game: AnyGame, view: View, seat: int) -> list[str]:
    palette = {piece.code: piece.name for piece in game.layout.palette}
    return [palette.get(code, code) for code in view.info.colours[seat] or ""]


def state_line(view: View) -> str:
    game = game_of(view)
    return " · ".join(
        [view.info.phase.capitalize(), *(counter_text(game, view, c) for c in view.info.counters)]
    )


def counter_text(game: AnyGame, view: View, counter: Counter) -> str:
    values = counter.values
    if isinstance(values, int):
        return f"{counter.label}: {values}"
    if isinstance(values, dict):
        palette = {piece.code: piece.name for piece in game.layout.palette}
        each = [f"{palette.get(code, code)} {value}" for code, value in values.items()]
    else:
        each = [f"{colour_name(game, view, seat).lower()} {value}" for seat, value in enumerate(values)]
    return f"{counter.label}: {', '.join(each)}"


def seating_line(view: View) -> str:
    free = sum(seat.kind == "open" for seat in view.seats)
    if free:
        return f"{free} of {len(view.seats)} seats free: press Join, or `/join`; `/engine` gives one to the engine."
    return "Every seat is taken: `/start`, with time per move and reserve if you like."


def turn_lines(view: View, names: Names, now: int) -> Iterator[str]:
    owing = [view.seats[seat] for seat in view.turn if not view.seats[seat].submitted]
    if len(view.turn) > 1:
        yield f"{len(view.turn) - len(owing)} of {len(view.turn)} have submitted."
    yield f"To move: {', '.join(map(names, owing))}. `/move`, or the button."
    if view.clock is not None:
        for seat in owing:
            yield clock_line(view.clock, seat, names, now)


def clock_line(clock: ClockView, seat: SeatView, names: Names, now: int) -> str:
    """What is left now, and the moment it is gone, which Discord itself counts down to."""
    move, reserve = time_left(clock, seat.seat, now)
    runs = clock.since is not None and seat.seat in clock.running
    flag = f", gone <t:{(now + move + reserve) // 1000}:R>" if runs else ""
    return f"{names(seat)} has {write_time(move)} and {write_time(reserve)} in reserve{flag}."


def time_left(clock: ClockView, seat: int, now: int) -> tuple[int, int]:
    """Of the time for this move, and of the reserve."""
    gone = now - clock.since if clock.since is not None and seat in clock.running else 0
    move, reserve = clock.move_left[seat], clock.reserve_left[seat]
    return max(0, move - gone), max(0, reserve - max(0, gone - move))


def outcome_text(view: View, outcome: OutcomeView, names: Names) -> str:
    winners = " and ".join(names(view.seats[seat]) for seat in outcome.winners)
    scores = f" ({' : '.join(map(str, outcome.scores))})" if outcome.scores else ""
    if not winners:
        return f"**No winner**: {outcome.text}."
    if outcome.draw and len(outcome.winners) == len(view.seats):
        return f"**A draw**: {outcome.text}{scores}."
    verb = "share the win" if outcome.draw else "wins"
    return f"🏆 **{winners} {verb}**: {outcome.text}{scores}."


# --- the board ------------------------------------------------------------------------------------------------------


def last_of(view: View) -> tuple[str, ...]:
    return last_spaces(view.plies[-1].changes) if view.plies else ()


def board_png(view: View) -> bytes:
    """The board as a PNG file."""
    game = game_of(view)
    return paint_png(scene(game.layout, view.board, last=last_of(view), title=game.title), PICTURE_SIZE)


def board_text(view: View) -> str:
    """The board in letters, for weak connections and for who hears it."""
    return Canvas(game_of(view).layout, view.board, colour=False).draw(last_of(view))

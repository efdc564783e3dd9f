"""What happened at a table, one sentence an event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from quintet.games.contract import AnyGame, Change, capital
from quintet.say.clocks import clock_setting
from quintet.say.marks import deeds, move_text
from quintet.say.people import holder, side
from quintet.say.state import ASKS
from quintet.table import events as e
from quintet.table.events import Moves
from quintet.table.shapes import View
from quintet.table.table import BOT_MARK

Names: TypeAlias = Callable[[str], str]
"""What a guest was called before it happened; for who was not there yet, what the guest is called now."""

Deeds: TypeAlias = Mapping[Moves, tuple[Change, ...]]
"""What each round did, where that is known."""

MISSED = {"declined": "does not want to play", "gone": "is no longer there", "late": "did not come"}
NOTHING: Deeds = {}
SETTLED = {"denied": "denied", "expired": "not answered in time", "withdrawn": "withdrawn"}
PLAIN: dict[type[e.Event], str] = {
    e.Counting: "Everybody is ready: the game starts in three seconds.",
    e.Halted: "The start was called off.",
    e.Started: "The game begins.",
    e.HintDue: "The engine is looking for a hint.",
    e.TakenBack: "The last move was taken back.",
    e.Restarted: "The game starts again.",
    e.Rematched: "A new game: everybody moves one seat on.",
    e.Closed: "The room is closed.",
    e.Resumed: "The server was away for a while; nobody's clock ran.",
}
"""What is told in the same words each time."""


def log_lines(
    game: AnyGame, events: Iterable[e.AnyEvent], after: View, names: Names, done: Deeds = NOTHING
) -> tuple[str, ...]:
    """What these events, as a guest may see them, say to that guest; `after` is what the guest sees then."""
    lines = (event_text(game, event, after, names, done) for event in events)
    return tuple(line for line in lines if line)


def event_text(game: AnyGame, event: e.AnyEvent, after: View, names: Names, done: Deeds = NOTHING) -> str:
    """One event as a sentence; empty if it needs none."""
    if isinstance(event, e.Resumed) and event.seat is not None:
        return f"The server was away for {holder(game, after, event.seat)}, who has that time back."
    if type(event) in PLAIN:
        return PLAIN[type(event)]
    return _of_people(game, event, after, names) or _of_game(game, event, after, names, done)


def played_text(game: AnyGame, moves: Moves, after: View, changes: tuple[Change, ...]) -> str:
    """A round and what it did: "Ann: c3, turns d3 and e3."; where several moved at once, that is told after all moves."""
    told = [(holder(game, after, seat), move_text(game, move)) for seat, move in sorted(moves)]
    if len(told) == 1:
        did = deeds(changes, moves[0][1])
        return f"{told[0][0]}: {told[0][1]}{', ' if did else ''}{did}."
    did = deeds(changes)
    return " ".join(f"{name}: {text}." for name, text in told) + (f" That {did}." if did else "")


def last_text(game: AnyGame, view: View, who: Callable[[int], str], dress: Callable[[str], str] = str) -> str:
    """The last round at a table and what it did, for who sees no more of it than the board; empty where nobody has moved.

    `who` names seats, `dress` writes moves as a face writes them.
    """
    if not view.plies:
        return ""
    moves, changes = sorted(view.plies[-1].moves), view.plies[-1].changes
    told = [(who(seat), dress(move_text(game, move))) for seat, move in moves]
    if len(told) == 1:
        did = deeds(changes, moves[0][1])
        return f"Last move: {told[0][1]} by {told[0][0]}{', ' if did else ''}{did}."
    did = deeds(changes)
    return f"Last round: {', '.join(map(' '.join, told))}." + (f" That {did}." if did else "")


def _of_people(game: AnyGame, event: e.AnyEvent, after: View, names: Names) -> str:
    """Who came and went, and who sits where."""
    match event:
        case e.Entered():
            return f"{event.name} {BOT_MARK} came in." if event.bot else f"{event.name} came in."
        case e.Renamed():
            return f"{names(event.guest)} is now called {event.name}."
        case e.Left():
            return f"{names(event.guest)} left."
        case e.Kicked():
            return f"{names(event.guest)} was removed by the host."
        case e.Gone():
            return f"{names(event.guest)} lost the connection."
        case e.Returned():
            return f"{names(event.guest)} is back."
        case e.Seated():
            return f"{names(event.guest)} plays {side(game, after.info, event.seat)}."
        case e.Filled():
            return f"{after.seats[event.seat].name} plays {side(game, after.info, event.seat)}."
        case e.Invited():
            return f"{event.name} is asked to play {side(game, after.info, event.seat)}."
        case e.Missed():
            return f"{event.name} {MISSED[event.why]}; {side(game, after.info, event.seat)} is open."
        case e.Vacated():
            return f"{capital(side(game, after.info, event.seat))} is open."
    return ""


def _of_game(game: AnyGame, event: e.AnyEvent, after: View, names: Names, done: Deeds) -> str:
    """What the players did."""
    match event:
        case e.Clocked():
            return f"The host has set the clock: {clock_setting(event.clock)}."
        case e.Readied():
            return f"{holder(game, after, event.seat)} is {'ready' if event.ready else 'no longer ready'}."
        case e.Submitted():
            return (
                "Your move is changed."
                if event.again
                else f"{holder(game, after, event.seat)} has chosen a move."
            )
        case e.Played():
            return played_text(game, event.moves, after, done.get(event.moves, ()))
        case e.Offered():
            asker = "The host" if event.seat is None else holder(game, after, event.seat)
            return f"{asker} asks {ASKS[event.kind].format(about=names(event.guest))}."
        case e.Answered():
            return f"{holder(game, after, event.seat)} says {'yes' if event.accept else 'no'}."
        case e.Settled():
            asked = ASKS[event.kind].format(about="a player")
            return "" if event.how == "accepted" else f"The request {asked} was {SETTLED[event.how]}."
        case e.Hinted():
            if event.move:
                return f"Hint: {move_text(game, event.move)}."
            return f"{holder(game, after, event.seat)} got a hint."
        case e.Resigned():
            return f"{holder(game, after, event.seat)} resigned."
        case e.Flagged():
            return f"{holder(game, after, event.seat)} ran out of time."
    return ""

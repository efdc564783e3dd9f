"""Where a table stands and what is asked of whom, as sentences."""

from __future__ import annotations

from collections.abc import Callable

from quintet.games.contract import AnyGame, Prompt
from quintet.games.title import title
from quintet.say.clocks import clock_setting
from quintet.say.endings import view_outcome
from quintet.say.people import holder, listed
from quintet.table.events import OfferKind
from quintet.table.shapes import OfferView, SeatView, View
from quintet.table.table import Table

ASKS: dict[OfferKind, str] = {
    "undo": "to take back a move",
    "hint": "for a hint",
    "restart": "to start again",
    "draw": "for a draw",
    "rematch": "for a rematch",
    "remove": "to remove {about} from the game",
    "close": "to close the room",
}
"""What somebody asks of the others."""
CHANGING = "You are changing your move; the one you sealed stays until you seal another."
PATIENCE = "The very first move of an engine takes longer."
"""For who waits longer than usual."""


def state_text(game: AnyGame, view: View) -> str:
    """Where the game stands, for somebody who is not asked to move now."""
    coming = next((seat.name for seat in view.seats if seat.kind == "invited"), "")
    if view.status == "closed":
        return "This room is closed."
    if view.outcome is not None:
        return view_outcome(game, view)
    if coming:
        return f"{coming} is on its way."
    if view.status == "seating":
        if any(seat.kind == "open" for seat in view.seats):
            can = "send the link to a friend" if view.you else "take a seat, or send the link to a friend"
            return f"Waiting for players: {can}."
        return "The game starts when everybody is ready."
    if view.status == "counting":
        return "Everybody is ready: the game is about to start."
    return turn_text(game, view)


def turn_text(game: AnyGame, view: View) -> str:
    """Who is to move."""
    names = [holder(game, view, seat) for seat in view.owing]
    if len(names) > 1:
        return f"{listed(names)} choose together."
    if names and view.seats[view.owing[0]].kind == "machine":
        return f"{names[0]} is thinking."
    return f"{names[0]} is to move." if names else ""


def queue_text(before: int) -> str:
    """To who waits for a machine that has others to answer first."""
    return f"The machine has {before} other{'' if before == 1 else 's'} before you."


def ask_text(game: AnyGame, view: View, prompt: Prompt) -> str:
    """What is wanted of a seat; somebody who has several is told which."""
    return f"{holder(game, view, prompt.seat)}: {prompt.ask}" if len(view.you) > 1 else prompt.ask


def sealed_text(game: AnyGame, view: View) -> str:
    """To somebody whose move is sealed; empty where none is."""
    names = [holder(game, view, seat) for seat in view.owing]
    if not view.sealed or not names:
        return ""
    return f"Your move is sealed; you may change it until {listed(names)} {'have' if len(names) > 1 else 'has'} moved."


def hand_overs(game: AnyGame, view: View) -> dict[int, tuple[str, str]]:
    """By seat, for somebody who holds several that choose together, once one of them has: what is shown before anything
    of this seat's move is, and what its holder answers."""
    mine = [seat for seat in view.turn if seat in view.you]
    if len(mine) < 2 or not view.sealed:
        return {}
    return {seat: _hand_over(game, view, seat) for seat in mine}


def _hand_over(game: AnyGame, view: View, seat: int) -> tuple[str, str]:
    name = holder(game, view, seat)
    others = [holder(game, view, other) for other, _ in view.sealed if other != seat]
    chosen = f"{listed(others)} {'have' if len(others) > 1 else 'has'} chosen. " if others else ""
    return f"{chosen}Hand over to {name}.", f"I am {name}"


def asks(offer: OfferView, about: Callable[[str], str] = str) -> str:
    """What is asked: "to take back a move". `about` dresses the name of the one whom it is about."""
    return ASKS[offer.kind].format(about=about(offer.about))


def offer_text(
    game: AnyGame, view: View, who: Callable[[int], str] | None = None, about: Callable[[str], str] = str
) -> str:
    """What is asked of whom, to this guest; empty where nothing is. `who` names seats in another way than usual."""
    offer = view.offer
    if offer is None:
        return ""
    if offer.by == view.guest and who is None:
        return f"You ask {asks(offer)}."
    name = who or (lambda seat: holder(game, view, seat))
    asker = "The host" if offer.seat is None else name(offer.seat)
    return f"{asker} asks {asks(offer, about)}."


def gone_text(game: AnyGame, view: View, seat: int) -> str:
    """To the others, when a player's connection is lost."""
    return f"{holder(game, view, seat)} is gone. You may wait."


def room_text(table: Table) -> str:
    """A room in a list of rooms: "Reversi · 5:00 a game · 12 moves"."""
    moves = len(table.plies)
    told = [title(table.game), clock_setting(table.clock), f"{moves} move{'' if moves == 1 else 's'}"]
    return " · ".join(told if moves else told[:2])


def badges(view: View, seat: SeatView) -> tuple[tuple[str, str], ...]:
    """What is to be known of a seat's holder, each with a word by which a face may dress it."""
    found = []
    if seat.seat in view.you and len(view.you) < len(view.seats):
        found.append(("you", "you"))
    if seat.guest is not None and seat.guest == view.host and not view.offline:
        found.append(("host", "host"))
    if seat.kind == "bot":
        found.append(("bot", "bot"))
    if seat.gone_at is not None and not view.offline:
        found.append(("gone", "away"))
    if seat.kind == "invited":
        found.append(("invited", "on its way"))
    elif view.status in ("seating", "counting") and seat.kind != "open":
        ready = seat.ready or seat.kind == "machine"
        found.append(("ready", "ready") if ready else ("waiting", "not ready"))
    if view.status == "playing" and seat.submitted:
        found.append(("sealed", "has chosen"))
    return tuple(found)

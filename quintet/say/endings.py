"""How a game ended, as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from quintet.games.contract import AnyGame, Outcome, capital
from quintet.say.people import holder, listed
from quintet.table.shapes import View

DID = {"resigned": "resigned", "flagged": "ran out of time", "abandoned": "went away and did not come back"}


def ending(winners: Sequence[str], seats: int, reason: str, scores: Sequence[int] | None = None) -> str:
    """ "Ann wins: five in a row.", "A draw: equal scores (32 : 32).", "Ann and Bob share first place: …"."""
    told = reason + (f" ({' : '.join(map(str, scores))})" if scores else "")
    if not winners:
        return f"{capital(told)}."
    if len(winners) == seats > 1:
        return f"A draw: {told}."
    return f"{listed(winners)} {'share first place' if len(winners) > 1 else 'wins'}: {told}."


def outcome_text(game: AnyGame, outcome: Outcome, names: Sequence[str]) -> str:
    """How a game ended by its rules; `names` are those of the seats."""
    winners = [names[seat] for seat in outcome.winners]
    return ending(winners, game.seats, game.reasons.get(outcome.reason, outcome.reason), outcome.scores)


def view_outcome(game: AnyGame, view: View, who: Callable[[int], str] | None = None) -> str:
    """How the game at a table ended; empty while it goes on. `who` names seats in another way than usual."""
    outcome = view.outcome
    if outcome is None:
        return ""
    name = who or (lambda seat: holder(game, view, seat))
    names = [name(seat) for seat in range(len(view.seats))]
    return table_ending(names, outcome.winners, outcome.reason, outcome.text, outcome.scores, outcome.seat)


def table_ending(
    names: Sequence[str],
    winners: Sequence[int],
    reason: str,
    text: str,
    scores: Sequence[int] | None,
    down: int | None,
) -> str:
    """How a game ended for these seats, by its rules or at a table; `down` is the seat that resigned or ran out of time."""
    if down is not None and reason in DID:
        text = f"{names[down]} {DID[reason]}"
    return ending([names[seat] for seat in winners], len(names), text, scores)

"""How a game ended: as one sentence, as a verdict for who played, and how the result comes about."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from quintet.games.contract import Account, AnyGame, Group, Line, Outcome, capital
from quintet.say.people import holder, listed
from quintet.table.shapes import OutcomeView, View

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
    told = why(names, reason, text, down)
    return ending([names[seat] for seat in winners], len(names), told, scores)


def why(names: Sequence[str], reason: str, text: str, down: int | None) -> str:
    """Why it ended, in a few words: "five in a row", "Ann resigned"."""
    return f"{names[down]} {DID[reason]}" if down is not None and reason in DID else text


# --- the end, explained -----------------------------------------------------------------------------------------------

BY_SCORE = {"more-points": "The higher score wins.", "equal-points": "The scores are equal."}
"""Why, as a sentence for whoever won or lost, where scores decide."""


class ToldEnding(Struct, frozen=True, kw_only=True):
    """The end of a game, to one guest."""

    verdict: str
    """ "You won", "You lost", "A draw"; to who watches, or plays every side, "Ann won"."""
    mood: str
    """A word by which a face may dress it: `won`, `lost`, `draw` or `over`."""
    reason: str
    """Why, as a sentence."""
    seats: tuple[str, ...]
    """The heads of the columns."""
    lines: tuple[Line, ...] = ()
    groups: tuple[Group, ...] = ()
    spoken: tuple[str, ...] = ()
    """What is marked on the board, for somebody who hears it."""


def told_ending(game: AnyGame, view: View) -> ToldEnding | None:
    """How the game at a table ended, explained; None while it goes on."""
    outcome = view.outcome
    if outcome is None:
        return None
    names = tuple(holder(game, view, seat) for seat in range(len(view.seats)))
    verdict, mood = _verdict(view, outcome, names)
    account = outcome.account or Account()
    return ToldEnding(
        verdict=verdict,
        mood=mood,
        reason=BY_SCORE.get(outcome.reason)
        or f"{capital(why(names, outcome.reason, outcome.text, outcome.seat))}.",
        seats=names,
        lines=account.lines,
        groups=account.groups,
        spoken=spoken(account, names),
    )


def _verdict(view: View, outcome: OutcomeView, names: Sequence[str]) -> tuple[str, str]:
    winners, played = outcome.winners, 0 < len(view.you) < len(view.seats)
    if not winners:
        return "It is over", "over"
    if len(winners) == len(view.seats) > 1:
        return "A draw", "draw"
    if played and set(winners) & set(view.you):
        return ("You won", "won") if len(winners) == 1 else ("You share first place", "draw")
    if played:
        return "You lost", "lost"
    return (
        f"{listed([names[seat] for seat in winners])} {'won' if len(winners) == 1 else 'share first place'}",
        "over",
    )


def spoken(account: Account, names: Sequence[str]) -> tuple[str, ...]:
    """What is marked on the board, for somebody who hears it."""
    return tuple(f"{names[g.seat]}: {g.name}, {', '.join(g.spaces)}." for g in account.groups)


def account_lines(account: Account | None, names: Sequence[str]) -> list[str]:
    """How the result comes about, a line for each thing counted: "Groups: White 3 × 2, Black 5"."""
    lines = []
    for line in account.lines if account is not None else ():
        told = [f"{name} {value}" for name, value in zip(names, line.values, strict=True) if value]
        lines += [f"{line.label}: {', '.join(told)}"] if told else []
    return lines


def deciding(account: Account | None, winners: Sequence[int]) -> tuple[str, ...]:
    """The spaces to mark where a board can show one kind of mark only: what the winners won by; empty if it is no place."""
    groups = account.groups if account is not None else ()
    spaces = [space for g in groups if g.joined and g.seat in winners for space in g.spaces]
    return tuple(dict.fromkeys(spaces))

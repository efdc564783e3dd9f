"""What was played in a position, how often and with what result, as it is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from quintet.games.contract import AnyGame, Move, capital
from quintet.games.record import Replay
from quintet.games.title import unusual
from quintet.say.advice import percent
from quintet.say.marks import move_text
from quintet.say.people import between, sides

DRAWN, UNDECIDED = -1, -2
"""Results other than the seat that won: first place was shared, and the game counts for nobody."""
MOST_CHOICES = 30
"""Moves that are told."""
MOST_NAMED = 3
"""Of moves that are the same, so many others are named."""
OVER = "The game is over here."
NEVER = "Nobody has played from here yet."
NOT_YOURS = "You have not played from here yet."
ELSEWHERE = "Nothing of the kind was played from here; other games were."


class Choice(Struct, frozen=True):
    """A move, with all that are the same, and how many games ended how after it."""

    seat: int
    moves: tuple[Move, ...]
    results: Mapping[int, int]

    @property
    def games(self) -> int:
        return sum(self.results.values())


class Past(Struct, frozen=True):
    """One of the last games from here: who played, when, what was played, and how it ended."""

    names: tuple[str, ...]
    ended: int
    seat: int
    move: Move
    result: int
    link: str = ""
    """Where it can be looked at; empty for a game from a file."""
    collection: str = ""
    """Where that came from."""


class Explored(Struct, frozen=True):
    """What was played in a position, before it is put into words."""

    choices: tuple[Choice, ...]
    """What each seat chose most often."""
    last: tuple[Past, ...]
    sums: Mapping[int, Mapping[int, int]]
    """By seat, how many games ended how, those of choices that are left out too."""
    left: int
    """So many choices are left out."""


class ToldResult(Struct, frozen=True):
    """How a part of the games ended."""

    seat: int
    """Who won; -1: first place was shared, -2: it counts for nobody."""
    games: int
    part: float
    text: str


class ToldChoice(Struct, frozen=True):
    """A move as it is read."""

    seat: int
    moves: tuple[Move, ...]
    """The move, and others that are the same."""
    text: str
    same: str
    """The others in words."""
    games: int
    share: str
    """How often it was chosen: "43 %"."""
    results: tuple[ToldResult, ...]
    said: str
    """How those games ended: "Black won 61 %, 4 % drawn, White won 35 %"."""


class ToldPast(Struct, frozen=True):
    """One of the last games as it is read."""

    who: str
    what: str
    """What was played, and how it ended."""
    ended: int
    """In milliseconds; 0 where nobody knows."""
    link: str
    collection: str


class ToldExplored(Struct, frozen=True, kw_only=True):
    """What was played in a position."""

    said: str
    """How many games there were; or why there is nothing to tell."""
    game: str
    rules: tuple[str, ...]
    sides: tuple[str, ...]
    games: int
    choices: tuple[ToldChoice, ...]
    more: str
    """What is left out."""
    results: tuple[ToldResult, ...]
    """How all of them ended."""
    last: tuple[ToldPast, ...]


def told_explored(played: Replay, found: Explored, *, own: bool, others: bool) -> ToldExplored:
    """What was chosen, most often first; `own`: in one's own games. `others`: was there anything that is not asked for?"""
    game, position = played.game, played.position
    names = tuple(capital(side) for side in sides(game, game.describe(position)))
    of_seat = {seat: sum(results.values()) for seat, results in found.sums.items()}
    games = max(of_seat.values(), default=0)
    ordered = sorted(found.choices, key=lambda one: (one.seat, -one.games, one.moves))
    return ToldExplored(
        said=how_many(games, own) if games else why_none(played, own=own, others=others),
        game=game.title,
        rules=unusual(game),
        sides=names,
        games=games,
        choices=tuple(told_choice(game, names, one, of_seat[one.seat]) for one in ordered),
        more=f"and {found.left:,} more that were rarely played" if found.left else "",
        results=told_results(names, found.sums[min(found.sums)] if found.sums else {}),
        last=tuple(told_past(game, names, one) for one in found.last),
    )


def how_many(games: int, own: bool) -> str:
    whose = "of yours " if own else ""
    return f"One game {whose}came here." if games == 1 else f"{games:,} games {whose}came here."


def why_none(played: Replay, *, own: bool, others: bool) -> str:
    """Why nothing is counted here."""
    game = played.game
    if not played.owing and not played.pending:
        return OVER
    if not game.recurring:
        return "In this game positions hardly ever come again, so nothing is counted."
    if len(played.steps) >= game.recurring:
        many = f"the first {game.recurring} rounds are" if game.recurring > 1 else "the first round is"
        return f"So far into a game positions hardly ever come again: only {many} counted."
    return ELSEWHERE if others else NOT_YOURS if own else NEVER


def told_choice(game: AnyGame, names: tuple[str, ...], choice: Choice, of: int) -> ToldChoice:
    first, *rest = choice.moves
    results = told_results(names, choice.results)
    return ToldChoice(
        choice.seat,
        choice.moves,
        move_text(game, first),
        same_text(game, rest),
        choice.games,
        percent(choice.games / of),
        results,
        ", ".join(one.text for one in results),
    )


def same_text(game: AnyGame, moves: Sequence[Move]) -> str:
    """ "or c4, e6, f5"; where it are many, how many."""
    if len(moves) > MOST_NAMED:
        return f"or {len(moves)} like it"
    return f"or {', '.join(move_text(game, move) for move in moves)}" if moves else ""


def told_results(names: tuple[str, ...], results: Mapping[int, int]) -> tuple[ToldResult, ...]:
    """The first player's wins first, what was shared before the last player's."""
    games = sum(results.values())
    order = [*range(len(names) - 1), DRAWN, len(names) - 1, UNDECIDED]
    return tuple(
        ToldResult(
            seat, results[seat], results[seat] / games, result_part(names, seat, results[seat] / games)
        )
        for seat in order
        if results.get(seat)
    )


def result_part(names: tuple[str, ...], seat: int, part: float) -> str:
    if seat == DRAWN:
        return f"{percent(part)} drawn"
    return f"{percent(part)} without a result" if seat == UNDECIDED else f"{names[seat]} won {percent(part)}"


def told_past(game: AnyGame, names: tuple[str, ...], past: Past) -> ToldPast:
    ending = {DRAWN: "drawn", UNDECIDED: "without a result"}.get(past.result) or f"{names[past.result]} won"
    who = between(past.names or ("",) * len(names), names)
    return ToldPast(who, f"{move_text(game, past.move)}, {ending}", past.ended, past.link, past.collection)

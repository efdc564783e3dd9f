"""Everything that a face shows of a table in words and marks, ready made: what the server sends to one that makes none."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from quintet.games.contract import AnyGame, Info, Prompt
from quintet.games.title import unusual
from quintet.say.counts import Row, rows, standing
from quintet.say.endings import ToldEnding, told_ending, view_outcome
from quintet.say.log import NOTHING, Deeds, Names, log_lines
from quintet.say.marks import deeds, marked, move_text, put_down, whose
from quintet.say.people import holder, side
from quintet.say.state import (
    CHANGING,
    PATIENCE,
    ask_text,
    badges,
    gone_text,
    hand_overs,
    offer_text,
    sealed_text,
    state_text,
)
from quintet.table.events import AnyEvent, Finished
from quintet.table.shapes import PlyView, View
from quintet.table.table import Ply


class ToldMove(Struct, frozen=True, omit_defaults=True):
    """A move of a list of moves."""

    seat: int
    text: str
    pieces: str = ""
    """What it put down; nothing where several moved at once, or where it put down nothing."""


class ToldPly(Struct, frozen=True, omit_defaults=True):
    """A round: its moves in the order of the seats, and the spaces to mark after it."""

    moves: tuple[ToldMove, ...]
    marks: tuple[str, ...]
    whose: dict[str, tuple[int, ...]] = {}
    """Where several moved at once: the seats that put something on each space."""
    did: str = ""
    """What it did besides what the moves say: "turns d3 and e3"."""


class ToldSeat(Struct, frozen=True, omit_defaults=True):
    """A seat: who holds it, what it is called by its colours, and what is to be known of its holder."""

    name: str
    side: str
    badges: tuple[tuple[str, str], ...] = ()
    """Each a word by which it may be dressed, and its text."""
    gone: str = ""
    """To the others, when its holder is gone and the game may be claimed."""


class ToldCounts(Struct, frozen=True):
    """What is counted: for each seat, and what is to be said of the game as a whole."""

    seats: tuple[tuple[Row, ...], ...]
    standing: tuple[str, ...]


class Told(Struct, frozen=True, kw_only=True):
    """A table in words and marks, to one guest. In an update a field that is missing stayed as it was."""

    state: str
    """Where the game stands, for who is not asked to move."""
    sealed: str
    """The same for who has sealed a move, and …"""
    changing: str
    """… for who has begun to make another instead."""
    hand_over: dict[int, tuple[str, str]]
    """By seat, where one person holds several that choose together and one of them has: what is shown before its move is
    made, and what its holder answers."""
    patience: str
    """What may be added to it for who has waited a while; empty where nobody thinks."""
    outcome: str
    ending: ToldEnding | None
    """The end of the game, explained; null while it goes on."""
    offer: str
    seats: tuple[ToldSeat, ...]
    counts: ToldCounts | UnsetType = UNSET
    asks: dict[int, str] | UnsetType = UNSET
    """By seat, what is asked of those that are yours."""
    plies: tuple[ToldPly, ...] | UnsetType = UNSET
    """Every ply of a view, the new ones of an update."""
    lines: tuple[str, ...] = ()
    """Of an update: what happened, one sentence each."""
    rules: tuple[str, ...] | UnsetType = UNSET
    """Of a view: the rules in force as far as they are not the usual ones, each in a few words."""


def told_view(game: AnyGame, view: View) -> Told:
    """A whole table."""
    plies = tuple(told_ply(game, ply) for ply in view.plies)
    told = _told(game, view, counts(view.info), view.prompts, plies, ())
    return replace(told, rules=unusual(game))


def told_update(
    game: AnyGame,
    after: View,
    *,
    counted: ToldCounts | UnsetType,
    prompts: tuple[Prompt, ...] | None,
    plies: tuple[ToldPly, ...] | UnsetType,
    lines: tuple[str, ...],
) -> Told:
    """What is new at a table, of which `after` need not hold the plies; `prompts` are the new ones, None if there are none.

    The rest is the same for many, and made once for them: `counts`, `told_ply` and `new_lines`.
    """
    return _told(game, after, counted, prompts, plies, lines)


def new_lines(
    game: AnyGame, events: tuple[AnyEvent, ...], after: View, names: Names, done: Deeds = NOTHING
) -> tuple[str, ...]:
    """What happened, and how it ended if it did."""
    lines = log_lines(game, events, after, names, done)
    if after.outcome is not None and any(isinstance(event, Finished) for event in events):
        lines += (view_outcome(game, after),)
    return lines


def _told(
    game: AnyGame,
    view: View,
    counted: ToldCounts | UnsetType,
    prompts: tuple[Prompt, ...] | None,
    plies: tuple[ToldPly, ...] | UnsetType,
    lines: tuple[str, ...],
) -> Told:
    return Told(
        state=state_text(game, view),
        sealed=sealed_text(game, view),
        changing=CHANGING if view.sealed else "",
        hand_over=hand_overs(game, view),
        patience=PATIENCE if any(view.seats[seat].kind == "machine" for seat in view.owing) else "",
        outcome=view_outcome(game, view),
        ending=told_ending(game, view),
        offer=offer_text(game, view),
        seats=tuple(_seat(game, view, number) for number in range(len(view.seats))),
        counts=counted,
        asks=UNSET if prompts is None else {prompt.seat: ask_text(game, view, prompt) for prompt in prompts},
        plies=plies,
        lines=lines,
    )


def counts(info: Info) -> ToldCounts:
    """What is counted in a position."""
    return ToldCounts(tuple(rows(info, seat) for seat in range(len(info.colours))), standing(info))


def _seat(game: AnyGame, view: View, number: int) -> ToldSeat:
    seat = view.seats[number]
    name = "Open seat" if seat.kind == "open" else holder(game, view, number)
    gone = gone_text(game, view, number) if seat.claim_at is not None else ""
    return ToldSeat(name, side(game, view.info, number), badges(view, seat), gone)


def told_ply(game: AnyGame, ply: Ply | PlyView) -> ToldPly:
    """A round as lists of moves and boards show it."""
    alone = put_down(ply.changes) if len(ply.moves) == 1 else ""
    moves = tuple(ToldMove(seat, move_text(game, move), alone) for seat, move in sorted(ply.moves))
    did = deeds(ply.changes, ply.moves[0][1] if len(ply.moves) == 1 else "")
    return ToldPly(moves, marked(ply.changes), whose(ply.changes), did)

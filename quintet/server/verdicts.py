"""What an engine's thought means where a machine is asked something else than its move: a draw taken or not, a hint in words.

The thought may come from a worker or from a page that lends its engine: both are judged here, and alike.
"""

from __future__ import annotations

from typing import Any

from quintet.games.contract import AnyGame, MoveError
from quintet.players import plays_by_engine
from quintet.say.advice import advice
from quintet.table import Need, Table
from quintet.table.commands import AnyCommand, GiveHint, MachineAnswer
from quintet.table.refusal import RefusalError
from quintet.wire.messages import Advice


def asked_about(game: AnyGame, position: Any, need: Need) -> int | None:
    """For which seat an engine is to think; None where it is not asked at all.

    Whether a machine takes a draw the engine judges between two for whoever's turn it is. Where it cannot judge for the machine,
    the game's own count does.
    """
    if need.kind != "draw":
        return need.seat
    turn = game.turn(position)
    if not turn or not plays_by_engine(need.machine or ""):
        return None
    if need.seat in turn:
        return need.seat
    return turn[0] if game.seats == 2 else None


def takes_draw(value: float, *, own: bool) -> bool:
    """A machine takes a draw unless it stands better, by a value from its own side or from the other's."""
    return value <= 0 if own else value >= 0


def command(table: Table, need: Need, given: Advice) -> AnyCommand:
    """What the table is told; RefusalError where the advice is none for this position."""
    seat = asked_about(table.game, table.position, need)
    if seat is None:
        raise RefusalError("stale")
    try:
        move = table.game.check(table.position, seat, given.move)
        line = tuple(map(table.game.parse, given.line))
    except MoveError as error:
        raise RefusalError("illegal-move", str(error)) from None
    if need.kind == "draw":
        accept = takes_draw(given.value, own=seat == need.seat)
        return MachineAnswer(seat=need.seat, accept=accept, version=need.version)
    note = advice(
        table.game,
        value=given.value,
        exact=given.exact,
        expected=given.expected,
        line=line,
        drawn_from=given.drawn_from,
    )
    return GiveHint(seat=need.seat, version=need.version, move=move, note=note)

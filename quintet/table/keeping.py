"""The game at a table as a record, to be saved, shown elsewhere, or continued at a new table."""

from __future__ import annotations

from datetime import UTC, datetime

from quintet.games.record import Ending, Pace, Record, tidy_names
from quintet.table.clock import Clock
from quintet.table.shapes import ClockView
from quintet.table.table import Table
from quintet.table.view import begins_part


def record(table: Table) -> Record:
    """What has been played and revealed so far, with the outcome once there is one that counts."""
    result, ending = table.result, None
    if result is not None and result.winners:
        draw = len(result.winners) > 1
        ending = Ending(winners=result.winners, draw=draw, scores=result.scores, reason=result.reason)
    return Record(
        game=table.game.name,
        version=table.game.version,
        options=dict(table.game.settings),
        moves=tuple(move for ply in table.plies for move in ply.moves),
        start=begins_part(table),
        outcome=ending,
        players=tidy_names(table.players),
        date=moment(table.started_at),
        clock=pace(table.clock),
    )


def moment(at: int | None) -> str:
    """A time in milliseconds as a record writes it; empty for none."""
    return "" if at is None else datetime.fromtimestamp(at // 1000, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def pace(clock: Clock | ClockView | None) -> Pace | None:
    """A clock as a record writes it."""
    if clock is None:
        return None
    return Pace(move_ms=clock.move_ms, reserve_ms=clock.reserve_ms, increment_ms=clock.increment_ms)

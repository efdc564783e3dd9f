"""The game at a table as a record, to be saved, shown elsewhere, or continued at a new table."""

from __future__ import annotations

from quintet.games.record import Ending, Record
from quintet.table.room import Table


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
        outcome=ending,
    )

"""What a face reads off the picture of a table: the game, earlier boards, the record."""

from __future__ import annotations

import unicodedata
from typing import Any

from quintet.games.contract import AnyGame, Board, Info, apply_changes
from quintet.games.record import Ending, Record, replay, tidy_names
from quintet.games.registry import game as make_game
from quintet.table import View
from quintet.table.keeping import moment, pace
from quintet.table.table import BOT_MARK


def short_name(name: str, width: int = 24) -> str:
    """A name that fits into so many columns: what is too long ends in an ellipsis, and a bot is still marked as one."""
    if columns(name) <= width:
        return name
    mark = f" {BOT_MARK}" if name.endswith(f" {BOT_MARK}") else ""
    kept = name.removesuffix(mark)
    while kept and columns(kept) + 1 + len(mark) > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}…{mark}"


def columns(text: str) -> int:
    """How many columns of a terminal it takes: letters of East Asia take two, marks none."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(unicodedata.combining(letter) > 0 for letter in text)


def begun(view: View) -> bool:
    """Has anybody made or sealed a move?"""
    return bool(view.plies) or any(seat.submitted for seat in view.seats)


def game_of(view: View) -> AnyGame:
    """The game that is played, with its settings; UnknownGameError if this program does not have it."""
    return make_game(view.game, **view.options)


def alone(view: View) -> bool:
    """Is there nobody else to be asked?"""
    return view.offline or all(seat.seat in view.you or seat.kind == "machine" for seat in view.seats)


def board_after(view: View, plies: int) -> Board:
    """The board after so many plies of the game."""
    if plies >= len(view.plies):
        return view.board
    board = view.start
    for ply in view.plies[:plies]:
        board = apply_changes(board, ply.changes)
    return board


def info_after(view: View, plies: int) -> Info:
    """What was counted after so many plies of the game."""
    if plies >= len(view.plies):
        return view.info
    return game_of(view).describe(position_after(view, plies))


def position_after(view: View, plies: int) -> Any:
    """The position after so many plies of the game."""
    moves = tuple(move for ply in view.plies[:plies] for move in ply.moves)
    return replay(Record(game=view.game, options=dict(view.options), moves=moves, start=view.begins)).position


def record_of(view: View) -> Record:
    """The game as a record, as far as it has been played and revealed."""
    outcome, ending = view.outcome, None
    if outcome is not None and outcome.winners:
        ending = Ending(
            winners=outcome.winners, draw=outcome.draw, scores=outcome.scores, reason=outcome.reason
        )
    return Record(
        game=view.game,
        version=game_of(view).version,
        options=dict(view.options),
        moves=tuple(move for ply in view.plies for move in ply.moves),
        start=view.begins,
        outcome=ending,
        players=tidy_names(view.players),
        date=moment(view.started_at),
        clock=pace(view.clock),
    )

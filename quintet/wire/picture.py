"""What a face reads off the picture of a table: earlier boards, clocks that run, who is waited for, the record."""

from __future__ import annotations

import unicodedata

from quintet.games.contract import AnyGame, Board, Info, apply_changes
from quintet.games.record import Ending, Record, replay, tidy_names
from quintet.games.registry import game as make_game
from quintet.table import View
from quintet.table.events import OfferKind
from quintet.table.keeping import moment, pace
from quintet.table.room import BOT_MARK
from quintet.table.shapes import ClockView, OfferView

ASKS: dict[OfferKind, str] = {
    "undo": "to take back a move",
    "hint": "for a hint",
    "restart": "to start again",
    "draw": "for a draw",
    "rematch": "for a rematch",
    "remove": "to remove {about} from the game",
    "close": "to close the room",
}
"""What somebody asks of the others, in words."""


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


def asks(offer: OfferView) -> str:
    """What is asked, in words: `to take back a move`."""
    return ASKS[offer.kind].format(about=offer.about)


def begun(view: View) -> bool:
    """Has anybody made or sealed a move?"""
    return bool(view.plies) or any(seat.submitted for seat in view.seats)


def game_of(view: View) -> AnyGame:
    """The game that is played, with its settings; UnknownGameError if this program does not have it."""
    return make_game(view.game, **view.options)


def owing(view: View) -> tuple[int, ...]:
    """The seats that still owe a move in this round."""
    if view.status != "playing":
        return ()
    return tuple(seat for seat in view.turn if not view.seats[seat].submitted)


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
    moves = tuple(move for ply in view.plies[:plies] for move in ply.moves)
    played = replay(Record(game=view.game, options=dict(view.options), moves=moves, start=view.begins))
    return played.game.describe(played.position)


def time_left(clock: ClockView, seat: int, now: int) -> tuple[int, int]:
    """What a seat has left at this moment: of the time for its move, and of the reserve."""
    gone = max(0, now - clock.since) if clock.since is not None and seat in clock.running else 0
    move, reserve = clock.move_left[seat], clock.reserve_left[seat]
    return max(0, move - gone), max(0, reserve - max(0, gone - move))


def clock_text(milliseconds: int) -> str:
    """`0:07.3`, `4:59`, `1:02:03`."""
    seconds = milliseconds / 1000
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, second = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{second:02}" if hours else f"{minutes}:{second:02}"


def clock_words(clock: ClockView, seat: int, now: int) -> str:
    """What a seat has left, as people read it: `1:30+5:00` where a move has a time of its own."""
    move, reserve = time_left(clock, seat, now)
    return (f"{clock_text(move)}+" if clock.move_ms else "") + clock_text(reserve)


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

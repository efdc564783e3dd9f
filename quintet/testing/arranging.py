"""Does a game that lets positions be set up by hand take back what it shows, and refuse what is nothing?"""

from __future__ import annotations

from typing import Any

from quintet.games.contract import AnyGame, PositionError
from quintet.testing.fault import GameFault, expect


def check_arranging(game: AnyGame, position: Any, here: str) -> None:
    """The pieces and settings of a position make a position that looks the same."""
    offered = game.arranging(position)
    if offered is None:
        return
    board = game.board(position)
    values = {setting.name: setting.value for setting in offered.settings}
    try:
        again = game.arranged(board, values)
    except PositionError as error:
        raise GameFault(f"what stands on the board cannot be set up by hand ({error}): {here}") from error
    expect(game.board(again) == board, f"set up by hand, the board is another: {here}")
    for setting in offered.settings:
        named = not setting.names or len(setting.names) == setting.high - setting.low + 1
        expect(named, f"the setting {setting.name} must name each of its values, or none: {here}")
    for wrong, nothing in (({"no space": offered.pieces[0]}, {}), ({}, {"no setting": 1})):
        try:
            game.arranged(wrong, nothing)
        except PositionError:
            continue
        raise GameFault(f"a position with {wrong or nothing} can be set up by hand: {here}")

"""Where a table stands, told to somebody who sits there and to somebody who does not."""

from __future__ import annotations

from quintet.games import game
from quintet.say.state import state_text
from quintet.table import Refusal, create, view
from quintet.table.commands import Create


def test_whoever_sits_is_not_told_to_take_a_seat() -> None:
    made = create("room", "ann", Create(name="Ours", game="reversi", seats=("me", "open")), 0)
    assert not isinstance(made, Refusal)
    told = {guest: state_text(game("reversi"), view(made.table, guest)) for guest in ("ann", "ben")}
    assert told == {
        "ann": "Waiting for players: send the link to a friend.",
        "ben": "Waiting for players: take a seat, or send the link to a friend.",
    }

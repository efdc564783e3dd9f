"""What an engine thinks of its move, in words for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from quintet.games.contract import AnyGame, Move
from quintet.say.marks import move_text
from quintet.table.table import Hint


class Judged(Protocol):
    """What an engine says of a position: any `Thought`."""

    @property
    def value(self) -> float: ...

    @property
    def exact(self) -> bool: ...

    @property
    def line(self) -> tuple[Move, ...]: ...

    @property
    def policy(self) -> Mapping[Move, float] | None: ...


def hint_text(game: AnyGame, hint: Hint) -> str:
    """A hint, with what the engine thinks of it: "Hint: d3 (even; then c4)"."""
    return f"Hint: {move_text(game, hint.move)}" + (f" ({hint.note})" if hint.note else "")


def judgement(game: AnyGame, thought: Judged) -> str:
    """What is told beside a move: "3.2 discs ahead; then d3, c4". What is proven says so."""
    mixed = len(thought.policy or ())
    told = worth(game, thought.value, settled=thought.exact and mixed < 2)
    if thought.exact:
        told += ", proven"
    if mixed > 1:
        told += f"; drawn from {mixed} moves, to be hard to guess"
    follows = ", ".join(move_text(game, move) for move in thought.line[1:6])
    return told + (f"; then {follows}" if follows else "")


def worth(game: AnyGame, value: float, *, settled: bool = False) -> str:
    """How somebody stands: "13 discs ahead", "even", "72 % chance of winning"; a settled game is a win, a draw or a loss."""
    if game.unit is None:
        if settled and value in (-1, 0, 1):
            return {-1: "a loss", 0: "a draw", 1: "a win"}[int(value)]
        return f"{(1 + min(1.0, max(-1.0, value))) * 50:.0f} % chance of winning"
    amount = f"{abs(value):.1f}".removesuffix(".0")
    if amount == "0":
        return "even"
    one, many = game.unit
    return f"{amount} {one if amount == '1' else many} {'ahead' if value > 0 else 'behind'}"

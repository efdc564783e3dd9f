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
    def expected(self) -> float | None: ...

    @property
    def line(self) -> tuple[Move, ...]: ...

    @property
    def policy(self) -> Mapping[Move, float] | None: ...


class Weighed(Protocol):
    """One move of an analysis."""

    @property
    def move(self) -> Move: ...

    @property
    def expected(self) -> float: ...

    @property
    def line(self) -> tuple[Move, ...]: ...

    @property
    def probability(self) -> float | None: ...


class Analysed(Protocol):
    """What is known of a position: any `Analysis`."""

    @property
    def value(self) -> float: ...

    @property
    def proven(self) -> str | None: ...

    @property
    def expected(self) -> float: ...

    @property
    def policy(self) -> Mapping[Move, float] | None: ...


def hint_text(game: AnyGame, hint: Hint) -> str:
    """A hint, with what the engine thinks of it: "Hint: d3 (even; then c4)"."""
    return f"Hint: {move_text(game, hint.move)}" + (f" ({hint.note})" if hint.note else "")


def judgement(game: AnyGame, thought: Judged) -> str:
    """What is told beside a move: "3.2 discs ahead; then d3, c4". What is proven says so."""
    return advice(
        game,
        value=thought.value,
        exact=thought.exact,
        expected=thought.expected,
        line=thought.line,
        drawn_from=len(thought.policy or ()),
    )


def advice(
    game: AnyGame,
    *,
    value: float,
    exact: bool,
    expected: float | None,
    line: tuple[Move, ...],
    drawn_from: int,
) -> str:
    """The same of a thought by its parts, wherever it was thought."""
    mixed = drawn_from > 1
    told = worth(game, value, settled=exact and not mixed, expected=expected)
    if exact:
        told += ", proven"
    if mixed:
        told += f"; drawn from {drawn_from} moves, to be hard to guess"
    follows = ", ".join(move_text(game, move) for move in line[1:6])
    return told + (f"; then {follows}" if follows else "")


def standing(game: AnyGame, value: float, proven: str | None, *, mixed: bool) -> str:
    """How somebody stands and what is proven: "no worse than 2 discs ahead, proven"; empty where only the chances tell."""
    settled = proven == "equal" and not mixed
    if game.unit is None and not (settled and value in (-1, 0, 1)):
        return "proven" if proven else ""
    told = worth(game, value, settled=settled)
    if proven in ("at least", "at most"):
        told = ("no worse than " if proven == "at least" else "no better than ") + told
    return told + (" on the average" if mixed else "") + (", proven" if proven else "")


def expects(game: AnyGame, name: str, found: Analysed) -> str:
    """What a side can expect of the game: "Black expects 61 % of the game: 3 discs ahead"."""
    told = standing(game, found.value, found.proven, mixed=found.policy is not None)
    return f"{name} expects {percent(found.expected)} of the game" + (f": {told}." if told else ".")


def option_text(game: AnyGame, one: Weighed, *, follows: int = 4) -> str:
    """One of the best moves: "d3: 61 %, then c4, e3"; of a mixture, how often it is played."""
    told = f"{move_text(game, one.move)}: {percent(one.expected)}"
    if one.probability is not None:
        return f"{told}, played {percent(one.probability)} of the time"
    line = ", ".join(move_text(game, move) for move in one.line[1 : 1 + follows])
    return told + (f", then {line}" if line else "")


def percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def worth(game: AnyGame, value: float, *, settled: bool = False, expected: float | None = None) -> str:
    """How somebody stands: "13 discs ahead", "even", "72 % chance of winning"; a settled game is a win, a draw or a loss.

    Where a game counts nothing, `expected` is the chance, from 0 to 1; without it the value is taken for one.
    """
    if game.unit is None:
        if settled and value in (-1, 0, 1):
            return {-1: "a loss", 0: "a draw", 1: "a win"}[int(value)]
        chance = (1 + min(1.0, max(-1.0, value))) / 2 if expected is None else expected
        return f"{percent(chance)} chance of winning"
    amount = f"{abs(value):.1f}".removesuffix(".0")
    if amount == "0":
        return "even"
    one, many = game.unit
    return f"{amount} {one if amount == '1' else many} {'ahead' if value > 0 else 'behind'}"

"""What there is to say about a position, in lines of plain text. Everything comes from the contract."""

from __future__ import annotations

import itertools
import textwrap

from quintet.draw.last import last_spaces
from quintet.draw.text import draw_text
from quintet.games.contract import AnyGame, Change, Counter, Info, Outcome, Position, Prompt
from quintet.games.record import Replay
from quintet.games.title import title

WIDTH = 100
UNBROKEN = "\N{NO-BREAK SPACE}"
FEW = 60
"""So many moves are listed; of more, only some."""


def position_text(played: Replay, colour: bool = False) -> str:
    """The whole position: title, board, counters, and the moves or the outcome."""
    game, position = played.game, played.position
    lines = [title(game), "", board_text(played, colour), "", info_text(game, position)]
    outcome = game.outcome(position)
    if outcome:
        return "\n".join([*lines, outcome_text(game, position, outcome)])
    for seat in played.owing:
        prompt = game.prompt(position, seat)
        lines += ["", f"{seat_name(game, position, seat)}: {prompt.ask}", moves_text(prompt)]
    return "\n".join(lines)


def board_text(played: Replay, colour: bool = False) -> str:
    """The board, with what was placed last marked."""
    last = last_spaces(played.steps[-1].changes) if played.steps else ()
    return draw_text(played.game, played.position, last=last, colour=colour)


def colour_names(game: AnyGame, codes: str) -> str:
    """The pieces that codes stand for: `bp` is "black and purple"."""
    names = {piece.code: piece.name for piece in game.layout.palette}
    return " and ".join(names.get(code, code) for code in codes)


def seat_name(game: AnyGame, position: Position, seat: int) -> str:
    codes = game.describe(position).colours[seat]
    return f"Seat {seat} ({colour_names(game, codes)})" if codes else f"Seat {seat}"


def info_text(game: AnyGame, position: Position) -> str:
    """The phase and the counters."""
    info = game.describe(position)
    parts = [f"Phase: {info.phase}", *(counter_text(game, info, c) for c in info.counters)]
    return textwrap.fill("; ".join(parts), WIDTH)


def counter_text(game: AnyGame, info: Info, counter: Counter) -> str:
    """A number for each seat is told by the seat's colour, where it has one."""
    values = counter.values
    if isinstance(values, int):
        return f"{counter.label}: {values}"
    if isinstance(values, dict):
        each = [f"{colour_names(game, code)} {value}" for code, value in values.items()]
    else:
        names = [colour_names(game, c) if c else f"seat {seat} has" for seat, c in enumerate(info.colours)]
        each = [f"{name} {value}" for name, value in zip(names, values, strict=True)]
    return f"{counter.label}: {', '.join(each)}"


def outcome_text(game: AnyGame, position: Position, outcome: Outcome) -> str:
    """Who won, and by what."""
    names = [seat_name(game, position, seat) for seat in outcome.winners]
    scores = f" ({' : '.join(map(str, outcome.scores))})" if outcome.scores else ""
    if outcome.draw:
        return f"A draw between {' and '.join(names)}: {game.reasons[outcome.reason]}{scores}."
    return f"{names[0]} wins: {game.reasons[outcome.reason]}{scores}."


def moves_text(prompt: Prompt, limit: int = FEW) -> str:
    """The legal moves, all of them or the first."""
    count = prompt.count()
    shown = itertools.islice(prompt.moves(), limit if count <= limit else 8)
    some = ", ".join(move.replace(" ", UNBROKEN) for move in shown)
    head = f"{count:,} move{'s' if count != 1 else ''}"
    text = f"{head}: {some}" if count <= limit else f"{head}, such as: {some}"
    lines = textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return lines.replace(UNBROKEN, " ")


DONE = {"place": "placed", "remove": "removed", "turn": "turned", "fall": "fell", "burn": "burned"}


def changes_text(changes: tuple[Change, ...]) -> str:
    """What happened besides placing, which the move itself says: "turned d4, d5; removed a1"."""
    parts = []
    for kind, group in itertools.groupby((c for c in changes if c.kind != "place"), key=lambda c: c.kind):
        spaces = [f"{c.space} to {c.to}" if c.to else c.space for c in group]
        parts.append(f"{DONE[kind]} {', '.join(spaces)}")
    return "; ".join(parts)

"""A whole position in lines of plain text: the drawn board, and what is said of it."""

from __future__ import annotations

import itertools
import textwrap

from quintet.draw.text import draw_text
from quintet.games.contract import Prompt
from quintet.games.record import Replay
from quintet.games.title import title
from quintet.say.counts import info_text
from quintet.say.endings import outcome_text
from quintet.say.marks import marked
from quintet.say.people import seats

WIDTH = 100
UNBROKEN = "\N{NO-BREAK SPACE}"
FEW = 60
"""So many moves are listed; of more, only some."""


def position_text(played: Replay, colour: bool = False) -> str:
    """The whole position: title, board, counters, and the moves or the outcome."""
    game, position = played.game, played.position
    names = seats(game, game.describe(position))
    lines = [title(game), "", board_text(played, colour), "", counters_text(played)]
    outcome = game.outcome(position)
    if outcome:
        return "\n".join([*lines, outcome_text(game, outcome, names)])
    for seat in played.owing:
        prompt = game.prompt(position, seat)
        lines += ["", f"{names[seat]}: {prompt.ask}", moves_text(prompt)]
    return "\n".join(lines)


def board_text(played: Replay, colour: bool = False) -> str:
    """The board, with the last move marked."""
    last = marked(played.steps[-1].changes) if played.steps else ()
    return draw_text(played.game, played.position, last=last, colour=colour)


def counters_text(played: Replay) -> str:
    """The phase and the counters."""
    return textwrap.fill(info_text(played.game, played.game.describe(played.position)), WIDTH)


def moves_text(prompt: Prompt, limit: int = FEW) -> str:
    """The legal moves as they are typed, all of them or the first."""
    count = prompt.count()
    shown = itertools.islice(prompt.moves(), limit if count <= limit else 8)
    some = ", ".join(move.replace(" ", UNBROKEN) for move in shown)
    head = f"{count:,} move{'s' if count != 1 else ''}"
    text = f"{head}: {some}" if count <= limit else f"{head}, such as: {some}"
    lines = textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return lines.replace(UNBROKEN, " ")

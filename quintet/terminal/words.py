"""A whole position in lines of plain text: the drawn board, and what is said of it."""

from __future__ import annotations

import itertools
import textwrap

from quintet.draw.text import draw_text
from quintet.games.contract import Prompt, capital
from quintet.games.record import Replay
from quintet.games.title import title
from quintet.say.counts import info_text
from quintet.say.endings import account_lines, deciding, outcome_text
from quintet.say.marks import marked
from quintet.say.people import seats, sides

WIDTH = 100
UNBROKEN = "\N{NO-BREAK SPACE}"
FEW = 60
"""So many moves are listed; of more, only some."""


def position_text(played: Replay, colour: bool = False) -> str:
    """The whole position: title, board, counters, and the moves or the outcome."""
    game, position = played.game, played.position
    names = seats(game, game.describe(position))
    lines = [title(game), "", board_text(played, colour), "", *counters_lines(played)]
    if game.outcome(position):
        return "\n".join([*lines, ending_text(played)])
    for seat in played.owing:
        prompt = game.prompt(position, seat)
        lines += ["", f"{names[seat]}: {prompt.ask}", moves_text(prompt)]
    return "\n".join(lines)


def ending_text(played: Replay) -> str:
    """How a game that is over ended, and how the result comes about."""
    game, position = played.game, played.position
    outcome = game.outcome(position)
    if outcome is None:
        return ""
    info = game.describe(position)
    told = outcome_text(game, outcome, seats(game, info))
    counted = account_lines(game.account(position), [capital(side) for side in sides(game, info)])
    return "\n".join([told, *(textwrap.fill(line, WIDTH, subsequent_indent="  ") for line in counted)])


def board_text(played: Replay, colour: bool = False) -> str:
    """The board, with the last move marked, or what a game that is over was won by."""
    last = marked(played.steps[-1].changes) if played.steps else ()
    outcome = played.game.outcome(played.position)
    if outcome is not None:
        last = deciding(played.game.account(played.position), outcome.winners) or last
    return draw_text(played.game, played.position, last=last, colour=colour)


def counters_lines(played: Replay) -> list[str]:
    """The phase, where it tells anything, and the counters; nothing where the end of the game tells what was counted."""
    game, position = played.game, played.position
    if game.outcome(position) and game.account(position).lines:
        return []
    return textwrap.wrap(info_text(game, game.describe(position)), WIDTH)


def moves_text(prompt: Prompt, limit: int = FEW) -> str:
    """The legal moves as they are typed, all of them or the first."""
    count = prompt.count()
    shown = itertools.islice(prompt.moves(), limit if count <= limit else 8)
    some = ", ".join(move.replace(" ", UNBROKEN) for move in shown)
    head = f"{count:,} move{'s' if count != 1 else ''}"
    text = f"{head}: {some}" if count <= limit else f"{head}, such as: {some}"
    lines = textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
    return lines.replace(UNBROKEN, " ")

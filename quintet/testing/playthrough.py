"""A whole game as a readable text: what was played, what changed, and boards along the way.

The moves are read back and everything else is made from them, so that any difference in how a game plays shows as a
difference between two texts.
"""

from __future__ import annotations

import random
import re

from quintet.draw import draw_text
from quintet.games.contract import AnyGame, Change, Position
from quintet.games.record import Replay, Step
from quintet.say.marks import marked
from quintet.say.pages import read_header, write_header

BOARDS = 12
"""About how many boards a text shows."""
PLAYED = re.compile(r"^ *\d+\. seat (\d+): ([^|\n]*)", re.MULTILINE)


def read_playthrough(text: str) -> Replay:
    """The game that a text tells, every move checked."""
    header = text.partition("\n")[0]
    played = Replay(read_header(header))
    for seat, move in PLAYED.findall(text):
        played.submit(int(seat), move)
    return played


def write_playthrough(played: Replay) -> str:
    game = played.game
    every = max(1, len(played.steps) // BOARDS)
    lines = [write_header(game), "", draw_text(game, played.start), *facts(game, played.start), ""]
    for number, step in enumerate(played.steps, start=1):
        lines += move_lines(number, step)
        if number % every == 0 or number == len(played.steps):
            board = draw_text(game, step.position, last=marked(step.changes))
            lines += ["", board, *facts(game, step.position), ""]
    return "\n".join(lines).rstrip() + "\n"


def move_lines(number: int, step: Step) -> list[str]:
    lines = [f"{number:3}. seat {seat}: {move}" for seat, move in step.moves.items()]
    if step.changes:
        lines[-1] += " | " + ", ".join(map(in_words, step.changes))
    return lines


def in_words(change: Change) -> str:
    words = [change.kind, change.piece, change.space, f"to {change.to}" if change.to else ""]
    return " ".join(word for word in words if word)


def facts(game: AnyGame, position: Position) -> list[str]:
    """What is known beside the board, a line each."""
    data = game.describe(position).data()
    lines = [f"{name}: {plain(value)}" for name, value in data.items()]
    turn = game.turn(position)
    lines += [f"seat {seat} has {game.prompt(position, seat).count()} moves" for seat in turn]
    outcome = game.outcome(position)
    if outcome is not None:
        lines.append(f"{'draw' if outcome.draw else 'won'} by {plain(outcome.winners)}: {outcome.reason}")
    return lines


def plain(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {part}" for name, part in value.items())
    if isinstance(value, (tuple, list)):
        return ", ".join("none" if part is None else str(part) for part in value)
    return str(value)


def new_game(game: AnyGame, seed: int) -> Replay:
    """A whole game between players that often take what gains most at once, so that something happens."""
    rng = random.Random(seed)
    played = Replay(game)
    while owing := played.owing:
        position = played.position
        prompt = game.prompt(position, owing[0])
        choices = [prompt.vary(rng) for _ in range(12)]
        keen = rng.random() < 0.7
        gains = [game.gain(position, owing[0], move) for move in choices] if keen else [0.0]
        played.submit(owing[0], choices[gains.index(max(gains))])
    return played

"""A game for somebody who has never seen it: what it is, which settings it takes, how its moves are written."""

from __future__ import annotations

from typing import Any

import msgspec

from quintet.games.contract import AnyGame, Change, Option, Prompt
from quintet.games.outside import summary as one_line
from quintet.games.record import Replay
from quintet.say.people import sides

MANY = 10_000
"""Above this number of moves, only the prompt says what they are."""
GRAMMAR = (
    "A move is one text. The prompt of a seat generates all of its legal moves: a move is a walk through its `states` that begins "
    "at `start`. In a state, one of the `places` of one of its `steps` is chosen, which leads to the state `to`; without `to`, or "
    "in a state that is `whole`, the move may end. Its text is the texts of what was chosen, with blanks between. The spaces of all "
    "steps of the kind `put` in one move differ; a step of the kind `mark` takes any of its places, or none, in their order; a "
    "step that is `loose` only gives another order to a move that can be made without it."
)


def summary(game: AnyGame) -> dict[str, Any]:
    """What a game is and which settings it takes."""
    return {
        "name": game.name,
        "title": game.title,
        "summary": one_line(type(game)),
        "version": game.version,
        "seats": game.seats,
        "settings": game.settings,
        "options": [option_data(option) for option in game.options],
    }


def option_data(option: Option) -> dict[str, Any]:
    """An option with everything that a form needs; `names` has a name for each choice."""
    data: dict[str, Any] = {
        "name": option.name,
        "title": option.title,
        "default": option.default,
        "help": option.help,
    }
    if option.choices:
        data |= {"choices": option.choices, "names": [option.call(choice) for choice in option.choices]}
    else:
        data |= {"low": option.low, "high": option.high}
    return data | ({"document": option.document} if option.document else {})


def option_line(option: Option) -> str:
    """An option as a command line takes it."""
    return f"{option.name} = {option.default}: {option.help} ({option.allowed})"


def description(game: AnyGame, *, legal: bool = True) -> dict[str, Any]:
    """Everything a face or a program needs to know a game it has never seen; `legal` lists the first moves, too."""
    layout = msgspec.to_builtins(game.layout)
    palette = layout.pop("palette")
    return summary(game) | {
        "palette": palette,
        "layout": layout,
        "moves": {
            "notation": game.notation,
            "grammar": GRAMMAR,
            "prompt": msgspec.json.schema(Prompt),
            "change": msgspec.json.schema(Change),
        },
        "words": game.words,
        "reasons": game.reasons,
        "sides": sides(game, game.describe(game.start())),
        "start": position_data(Replay(game), legal=legal),
    }


def position_data(played: Replay, *, legal: bool = True) -> dict[str, Any]:
    """A position as plain JSON values. Within a simultaneous round, `turn` holds the seats that still owe a move.

    Without `legal` the moves are not listed: the prompts generate them.
    """
    game, position = played.game, played.position
    prompts = {seat: game.prompt(position, seat) for seat in played.owing}
    outcome = game.outcome(position)
    moves = {
        str(seat): sorted(prompt.moves()) if prompt.count() <= MANY else None
        for seat, prompt in (prompts.items() if legal else ())
    }
    return {
        "game": game.name,
        "options": game.settings,
        "turn": list(prompts),
        **({"legal": moves} if legal else {}),
        "prompt": {str(seat): msgspec.to_builtins(prompt) for seat, prompt in prompts.items()},
        "board": game.board(position),
        "info": game.describe(position).data(),
        "outcome": outcome and outcome.data(),
    }

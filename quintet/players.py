"""Programs that play any game through the contract, and the one list of the kinds of player there are.

A player is asked `choose(game, position, seat, rng)` and answers with a legal move. All chance comes from `rng`, so that
a game between programs can be played again from its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from quintet.games.contract import AnyGame, GameError, Move, Prompt, short


class Player(Protocol):
    """Anything that chooses moves."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move: ...


class PlayerError(GameError):
    """No player is called that."""


class RandomPlayer:
    """Every legal move is equally likely."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        return random_move(game.prompt(position, seat), rng)


class GreedyPlayer:
    """What improves its own standing most at once, by the game's own measure; chance decides between equals."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        best: list[Move] = []
        most = float("-inf")
        for move in game.candidates(position, seat):
            gain = game.gain(position, seat, move)
            if gain > most:
                most, best = gain, []
            if gain == most:
                best.append(move)
        return rng.choice(best)


def random_move(prompt: Prompt, rng: Random) -> Move:
    """One of the prompt's moves, each equally likely, without writing down all of them."""
    total = prompt.count()
    if not total:
        raise PlayerError(f"seat {prompt.seat} has no move to choose from")
    number = rng.randrange(total)  # in whole numbers: the subsets of a large board are beyond any float
    if number < len(prompt.words):
        return prompt.words[number]
    number -= len(prompt.words)
    for combo in prompt.combos:
        count = prompt.count_combo(combo)
        if number < count:
            return _random_combo(prompt, combo, rng)
        number -= count
    assert prompt.subset is not None, "what is left of the count are the subsets"
    chosen = [space for space in prompt.subset.spaces if rng.random() < 0.5]
    return " ".join((prompt.subset.word, *chosen))


def _random_combo(prompt: Prompt, combo: tuple[str, ...], rng: Random) -> Move:
    """Draw again while two pieces share a space: what is left is spread evenly over the legal moves."""
    while True:
        chosen = [rng.choice(prompt.targets[piece]) for piece in combo]
        if len({target.space for target in chosen}) == len(combo):
            return " ".join(target.text for target in chosen)


# --- the kinds of player ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of player: how it is written, what it is, and how one is made from what was written."""

    written: str
    help: str
    make: Callable[[str], Player | None]
    """A player, or None if the text is not of this kind."""


def _named(name: str, player: Player, help_: str) -> Kind:
    return Kind(name, help_, lambda text: player if text == name else None)


HUMAN = "human"
KINDS: list[Kind] = [
    _named("random", RandomPlayer(), "plays any legal move, all equally likely"),
    _named("greedy", GreedyPlayer(), "takes the largest immediate gain"),
]


def make_player(text: str) -> Player:
    """The player that is written like this; PlayerError naming the kinds there are."""
    for kind in KINDS:
        player = kind.make(text)
        if player is not None:
            return player
    kinds = ", ".join(kind.written for kind in KINDS)
    raise PlayerError(f"there is no player {short(text)}; the players are: {HUMAN}, {kinds}")


def seat_player(text: str) -> Player | None:
    """Who takes a seat: a program by its name, or None for a person."""
    return None if text == HUMAN else make_player(text)


def default_seat(seat: int) -> str:
    """A person in the first seat, and in the others a program that plays a little."""
    return HUMAN if seat == 0 else "greedy"

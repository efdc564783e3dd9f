"""A position as a page needs it to think by itself: packed, with how its moves are written and what values mean there.

This needs nothing compiled: a process without a compiler (NUMBA_DISABLE_JIT=1) packs for every page.
"""

from __future__ import annotations

import importlib
from random import Random
from typing import Any

from msgspec import Struct

from quintet.engine import levels, players
from quintet.engine.chances import Scale, scale
from quintet.engine.spelling import Spelling
from quintet.engine.think import check
from quintet.engine.thought import EngineError
from quintet.engine.wasm import manifest
from quintet.games.contract import AnyGame, Move


class Order(Struct, frozen=True):
    """How a machine of some level is asked for its move."""

    seconds: float
    nodes: int | None
    loss: float
    seed: int
    move: Move | None = None
    """What it plays without asking the engine, where it goes by first sight."""


class Packed(Struct, frozen=True, kw_only=True):
    """Everything a page needs to know of a position; its module knows the rest."""

    game: str
    """Whose module it is for, and …"""
    sources: str
    """… of which sources that must be made."""
    key: str
    """What is learned of a position helps with others of the same key."""
    seat: int
    seats: int
    state: bytes
    spelling: Spelling
    scale: Scale
    order: Order | None = None


def pack(game: AnyGame, position: Any, seat: int, *, level: int | None = None, seed: int = 0) -> Packed:
    """A position in which the seat has a move to make; with what a machine of that level is to be asked, if one is named.

    EngineError where no module plays the game with these settings.
    """
    check(game, position, seat)
    player: Any = None
    if game.name in manifest.written():
        player = importlib.import_module(f"{players.__name__}.{game.name}")
    if player is None or not player.plays(game):
        raise EngineError("no engine for pages plays this game with these settings; the server's engine does")
    order = None
    if level is not None:
        chosen = levels.level(level, player, game)
        lot = Random(seed).getrandbits(31)  # as an engine player draws it
        hasty = levels.hasty_move(chosen, game, position, seat, lot)
        order = Order(levels.THINKING, chosen.nodes, chosen.loss * player.LOSS, lot, hasty)
    return Packed(
        game=game.name,
        sources=manifest.sources(game.name),
        key=game.key,
        seat=seat,
        seats=game.seats,
        state=player.pack(game, position).tobytes(),
        spelling=player.spelling(game, position, seat),
        scale=scale(game, position),
        order=order,
    )

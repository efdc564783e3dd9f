"""Pure rules. Nothing here knows time, input or output, pixels or compiled code. Start with contract.py."""

from quintet.games.contract import Change, Game, Outcome, Position
from quintet.games.grammar import Move, Prompt
from quintet.games.registry import GAMES, game

__all__ = ["GAMES", "Change", "Game", "Move", "Outcome", "Position", "Prompt", "game"]

"""Choosing moves and understanding positions: `think` and `analyse` are the doors. It imports games, and neither table nor server."""

from quintet.engine.analysis import Analysis, Judged, analyse, deepening
from quintet.engine.memory import Memory, Stop
from quintet.engine.think import solve, think
from quintet.engine.thought import Budget, EngineError, Thought

__all__ = [
    "Analysis",
    "Budget",
    "EngineError",
    "Judged",
    "Memory",
    "Stop",
    "Thought",
    "analyse",
    "deepening",
    "solve",
    "think",
]

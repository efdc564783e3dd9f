"""Choosing moves: `think` is the one door. It imports games, and neither table nor server."""

from quintet.engine.think import solve, think
from quintet.engine.thought import Budget, EngineError, Thought

__all__ = ["Budget", "EngineError", "Thought", "solve", "think"]

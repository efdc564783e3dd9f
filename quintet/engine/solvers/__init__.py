"""Exact solutions: what the rest of a game is worth, proven."""

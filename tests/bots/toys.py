"""Bots for the tests of bots."""

from __future__ import annotations

from typing import Any

from quintet.bots import Bot
from quintet.games.contract import Prompt


class First(Bot):
    def choose(self, position: Any, prompt: Prompt) -> str:
        return next(prompt.moves())


class Cheat(Bot):
    def choose(self, position: Any, prompt: Prompt) -> str:
        return "z99"

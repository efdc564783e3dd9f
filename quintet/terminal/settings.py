"""What a player has chosen for this terminal, kept in a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import platformdirs
from msgspec import Struct

from quintet.table.bench import FIRST_LEVEL

SPEEDS = {"none": 0.0, "slow": 0.6, "normal": 1.0, "fast": 2.0}


class Settings(Struct, kw_only=True):
    """As in the browser, as far as a terminal has it."""

    name: str = "Guest"
    level: int = FIRST_LEVEL
    speed: str = "normal"
    """How fast moves are shown: one of SPEEDS."""
    coordinates: bool = True
    letters: bool = False
    """Every piece as its letter, for whoever cannot tell the colours."""
    theme: str = "dark"
    bell: bool = False
    confirm: bool = False
    """Ask before a move is played."""
    games: dict[str, dict[str, Any]] = {}
    """The options each game was last played with."""
    learned: list[str] = []
    """The games whose lessons were finished."""
    tokens: dict[str, str] = {}
    """By server, who we are there: it lets a player come back to a seat."""

    @property
    def pause(self) -> float:
        """Seconds between the steps of a move; 0 shows only the end."""
        speed = SPEEDS.get(self.speed, 1.0)
        return 0.25 / speed if speed else 0.0


def settings_file() -> Path:
    return platformdirs.user_config_path("quintet") / "terminal.json"


def load_settings() -> Settings:
    """What was kept; the usual settings where nothing was, or nothing readable."""
    try:
        return msgspec.json.decode(settings_file().read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError):
        return Settings()


def save_settings(settings: Settings) -> str:
    """Keep them; a sentence if that cannot be done."""
    file = settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_bytes(msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
    except OSError as error:
        return f"The settings cannot be kept: {(error.strerror or str(error)).lower()}."
    return ""

"""How somebody wants the window: kept in a file, so that it is the same the next time."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs
from msgspec import Struct

LOUDEST = 10


class Settings(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Light or dark, how loud, and what one is called."""

    theme: str = "light"
    sound: bool = True
    volume: int = 7
    """From 1 to LOUDEST."""
    name: str = "Guest"
    server: str = "http://127.0.0.1:8642"
    """Where rooms are opened."""


def settings_file() -> Path:
    return platformdirs.user_config_path("quintet") / "window-settings.json"


def read_settings() -> Settings:
    """What was kept; the usual where nothing readable was."""
    try:
        kept = msgspec.json.decode(settings_file().read_bytes(), type=Settings)
    except (OSError, msgspec.MsgspecError):
        return Settings()
    sound = kept.theme in ("light", "dark") and 1 <= kept.volume <= LOUDEST
    return kept if sound and 0 < len(kept.name) <= 40 else Settings()


def keep_settings(settings: Settings) -> None:
    with suppress(OSError):  # then they are for this time only
        file = settings_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(msgspec.json.encode(settings))

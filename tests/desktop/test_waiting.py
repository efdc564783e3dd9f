"""A window that is told nothing says what waits for it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.server.harness import serving
from tests.waiting import until

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""Where there is a screen, a window is opened that says it."""


async def test_the_way_back_is_named(tmp_path: Path) -> None:
    async with serving() as node, Client(node.address) as ann:
        room = await ann.create(
            Create(name="Ours", game="reversi", options={"size": 4}, seats=("me", "open"))
        )

        async def known() -> bool:
            return len(await ann.waiting()) == 1

        await until(known)
        tokens = tmp_path / "quintet" / "window.json"
        tokens.parent.mkdir()
        tokens.write_text(json.dumps({ann.address: ann.token}))
        window = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "quintet",
            "window",
            stderr=PIPE,
            env={name: value for name, value in os.environ.items() if name not in SCREENS}
            | {"XDG_CONFIG_HOME": str(tmp_path)},
        )
        _, told = await window.communicate()
    assert window.returncode == 2
    assert f"quintet window --room {node.address.rstrip('/')}/r/{room} --play" in told.decode()
    assert "Ours · Reversi (Board: 4 × 4)" in told.decode()

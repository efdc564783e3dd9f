"""Make the picture of a board as Discord shows it anew: `.venv/bin/python tools/discord_pictures.py`.

It is what the bot attaches to the message of a table, of a game that lies beside the pictures.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from quintet.chat.words import board_png
from quintet.games import game
from quintet.server.local import LocalMachines
from quintet.table.commands import Create
from quintet.wire.session import LocalSession

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
NAME = "onyx"


async def main() -> None:
    record = json.loads((PICTURES / f"{NAME}.json").read_text("utf-8"))
    moves = tuple((seat, move) for seat, move in record["moves"])
    people = ("me",) * game(NAME).seats
    command = Create(
        name="Here", game=NAME, options=record["options"], offline=True, seats=people, moves=moves
    )
    machines = LocalMachines()
    session = await LocalSession.open(command, machines)
    file = PICTURES / "discord.png"
    file.write_bytes(board_png(session.view))
    await session.close()
    await machines.close()
    print(f"docs/pictures/{file.name}")


if __name__ == "__main__":
    asyncio.run(main())

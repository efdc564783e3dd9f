"""What waits for somebody on the servers that know them: for the first screen of a face that runs as a program."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from quintet.games.contract import GameError
from quintet.say.waiting import Waiting
from quintet.wire.client import Client

MOST_SERVERS, PATIENCE_SECONDS = 4, 5.0
"""So many servers are asked, each for so long."""


async def what_waits(tokens: Mapping[str, str], program: str) -> list[tuple[str, Waiting]]:
    """By server, who we are there: all that waits, each with the link to its room, your move first.

    A server that does not answer is passed over.
    """
    found: list[tuple[str, Waiting]] = []
    for address, token in list(tokens.items())[:MOST_SERVERS]:
        client = Client(address, token=token, program=program)
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await client.open()
                rooms = await client.waiting()
            found += [(f"{client.home}/r/{one.room}", one) for one in rooms]
        except (GameError, OSError, TimeoutError):
            continue
        finally:
            await client.close()
    return sorted(found, key=lambda one: (not one[1].yours, -one[1].at))

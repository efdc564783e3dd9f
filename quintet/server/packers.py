"""Who packs positions for pages: one process that compiles nothing, so that a page need not wait until somebody has."""

from __future__ import annotations

from contextlib import suppress

from quintet.server.pool import Pool, PoolError
from quintet.server.worker import Question, Reply

PACK_WITHIN = 30.0
"""Seconds: the first time much is to be loaded."""
MOST_WAITING = 200


class Packers:
    """A pool of one, started when it is first needed."""

    def __init__(self) -> None:
        self._pool = Pool(1, PACK_WITHIN, plain=True)
        self._ready = False

    async def get_ready(self) -> None:
        """Load what is needed before anybody waits for it."""
        if not self._ready:
            self._ready = True
            with suppress(PoolError):
                await self._pool.ask(Question(kind="pack", game=""))

    async def ask(self, question: Question) -> Reply:
        """The answer; PoolError if there is none to be had."""
        if self._pool.waiting >= MOST_WAITING:
            raise PoolError("too many positions wait to be packed")
        return await self._pool.ask(question)

    async def close(self) -> None:
        await self._pool.close()

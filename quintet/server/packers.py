"""Who packs positions for pages: one process that compiles nothing, so that a page need not wait until somebody has."""

from __future__ import annotations

from quintet.server.pool import Pool, PoolError
from quintet.server.worker import Question, Reply

PACK_WITHIN = 30.0
"""Seconds: the first time much is to be loaded."""
MOST_WAITING = 200


class Packers:
    """A pool of one, started when it is first needed."""

    def __init__(self) -> None:
        self._pool = Pool(1, PACK_WITHIN, plain=True)

    def start(self) -> None:
        self._pool.start()

    async def ask(self, question: Question) -> Reply:
        """The answer; PoolError if there is none to be had."""
        if self._pool.waiting >= MOST_WAITING:
            raise PoolError("too many positions wait to be packed")
        return await self._pool.ask(question)

    async def close(self) -> None:
        await self._pool.close()

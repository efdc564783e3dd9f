"""Machines for a table in this process: worker processes think for it, so that whoever shows the table stays quick."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from quintet.extras import has, what_to_install
from quintet.players import plays_by_engine
from quintet.server.machines import answer, question
from quintet.server.pool import Pool, PoolError
from quintet.table import Need, Table
from quintet.table.commands import AnyCommand, Create
from quintet.wire.client import ServerError


class LocalMachines:
    """What a `LocalSession` asks: `LocalSession.open(command, machines)`. Close it in the end."""

    def __init__(self, size: int = 1) -> None:
        self._pool = Pool(size, quiet=True)
        self._pool.on_compiling = lambda _game, text: self._tell(text)
        self.tell: Callable[[str], object] = str
        """Called every second with how far the compiler is, while a machine waits for it."""
        self._key = secrets.token_bytes(32)

    def get_ready(self, command: Create) -> None:
        """Load the engine already if it has a seat at the table that is about to be opened; ServerError if there is none."""
        if any(map(plays_by_engine, command.seats)):
            if not has("engine"):
                raise ServerError("unavailable", f"{what_to_install('An engine player', ['engine'])}.")
            self._pool.get_ready(command.game)

    async def __call__(self, table: Table, need: Need) -> AnyCommand:
        """What the machine answers to this need, as a command."""
        try:
            return answer(need, await self._pool.ask(question(table, need, self._key)))
        except PoolError as error:
            raise ServerError("unavailable", str(error)) from error

    def _tell(self, text: str) -> None:
        self.tell(text)

    async def close(self) -> None:
        await self._pool.close()

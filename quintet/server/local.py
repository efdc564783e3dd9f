"""Machines for a table in this process: others think for it, so that whoever shows the table stays quick.

Ours think in worker processes. A player from outside has a process of its own already, which is asked in a thread.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from random import Random

from quintet.extras import has, what_to_install
from quintet.games import game
from quintet.games.contract import GameError, capital
from quintet.players import Player, at_home, make_player, plays_by_engine, title
from quintet.server.machines import answer, question, seed
from quintet.server.pool import Pool, PoolError
from quintet.table import Need, Table
from quintet.table.commands import AnyCommand, Create, Move
from quintet.wire.client import ServerError

PATIENCE = 600.0
"""Seconds that an answer may take here, where nobody else waits: a crowded machine is slow, and who was asked is to play,
not somebody weaker in its place. Who does not want to wait gives the seat to another."""


class LocalMachines:
    """What a `LocalSession` asks: `LocalSession.open(command, machines)`. Close it in the end."""

    def __init__(self, size: int = 1) -> None:
        self._pool = Pool(size, quiet=True, answer_within=PATIENCE)
        self._pool.on_compiling = self._hear
        self.tell: Callable[[str], object] = str
        """Called every second with how far the compiler is, while a machine of the table that was opened last waits for it."""
        self._game = ""
        self._key = secrets.token_bytes(32)
        self._outside: dict[str, _Outside] = {}

    def get_ready(self, command: Create) -> None:
        """Load what has a seat at the table that is about to be opened; ServerError if that cannot be had."""
        for machine in filter(at_home, command.seats):
            try:
                make_player(machine, game(command.game, **command.options))
            except GameError as error:
                raise ServerError("unavailable", f"{error}.") from error
        if any(map(plays_by_engine, command.seats)):
            if not has("engine"):
                raise ServerError("unavailable", f"{what_to_install('An engine player', ['engine'])}.")
            self._game = command.game
            self._pool.get_ready(command.game)

    async def __call__(self, table: Table, need: Need) -> AnyCommand:
        """What the machine answers to this need, as a command; ServerError if it does not."""
        if need.kind == "move" and need.machine is not None and at_home(need.machine):
            asked = self._outside.setdefault(need.machine, _Outside(need.machine))
            return await asked.move(table, need, seed(table.room, need, self._key))
        try:
            return answer(need, await self._pool.ask(question(table, need, self._key)))
        except PoolError as error:
            raise ServerError("unavailable", f"{capital(str(error)).rstrip('.')}.") from error

    def _hear(self, game: str, text: str) -> None:
        if game == self._game:  # at a table that was left a machine may wait still
            self.tell(text)

    async def close(self) -> None:
        for asked in self._outside.values():
            asked.close()
        await self._pool.close()


class _Outside:
    """A player from outside, who keeps what it has loaded from one move to the next."""

    def __init__(self, machine: str) -> None:
        self._machine = machine
        self._player: Player | None = None
        self._one_at_a_time = asyncio.Lock()

    async def move(self, table: Table, need: Need, seed: int) -> AnyCommand:
        async with self._one_at_a_time:
            try:
                if self._player is None:
                    self._player = make_player(self._machine, table.game)
                rng = Random(seed)
                text: object = await asyncio.to_thread(
                    self._player.choose, table.game, table.position, need.seat, rng
                )
            except GameError as error:
                raise ServerError("unavailable", f"{error}.") from error
            except (Exception, SystemExit) as error:  # in a program of the user's own
                told = f"{type(error).__name__}: {error}".removesuffix(": ")
                raise ServerError("unavailable", f"{title(self._machine)} broke down: {told}.") from error
        if not isinstance(text, str):
            raise ServerError(
                "unavailable", f"{title(self._machine)} answered {text!r:.40}, which is no move."
            )
        return Move(seat=need.seat, text=text, version=need.version)

    def close(self) -> None:
        end = getattr(self._player, "close", None)
        if end is not None:
            end()

"""Reviews of archived games: made by the workers a little at a time, so that nobody waits for them, and kept with the game.

A review goes on whoever looks, and when nobody does. What is kept is a projection: thrown away, it is made again, and so it
is when the measure has changed. The engine's side of it never runs in this process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from quintet.server.logs import note
from quintet.server.pool import PoolError
from quintet.server.worker import Question
from quintet.store import Store, StoreError
from quintet.store.archive import Kept

if TYPE_CHECKING:
    from quintet.server.machines import Workers

KEPT = "review/"
"""Under this and the id of its game a finished review is kept."""
EFFORT = "usual"
MOST_RUNNING = 40
"""Reviews of one node that are being made at once; they share the workers with everybody else's questions."""
MOST_OF_A_GUEST = 2
LONGEST_SECONDS = 1800.0
"""A review that has taken so long is given up."""


class NotNowError(Exception):
    """Too many reviews are being made; the sentence says whose."""


@dataclass(eq=False)
class Running:
    """A review being made."""

    guest: str
    taken: list[Any] = field(default_factory=list)
    latest: Any = None
    """The review as far as it is, as plain values."""
    before: int = 0
    """Questions of others that come before its next one."""


class Reviews:
    """The reviews that this node makes, and those that the store keeps."""

    def __init__(
        self, store: Store, workers: Workers, start: Callable[[Coroutine[Any, Any, None]], None]
    ) -> None:
        self._store, self._workers, self._start = store, workers, start
        self.running: dict[str, Running] = {}
        """By the id of the game."""
        self.failed: dict[str, str] = {}
        """Why the last try came to nothing, for the games of which that is so."""

    async def finished(self, game: str) -> bytes | None:
        """The kept review of a game, as JSON; None if there is none. It may be of an older measure."""
        return (await self._store.kept(KEPT + game)).get(KEPT + game)

    def begin(self, kept: Kept, guest: str) -> Running:
        """Have a review made, unless that is going on already. NotNowError if too many are."""
        game = kept.entry.id
        known = self.running.get(game)
        if known is not None:
            return known
        if sum(one.guest == guest for one in self.running.values()) >= MOST_OF_A_GUEST:
            raise NotNowError(
                "Two of the reviews you asked for are still being made; this one can begin after them."
            )
        if len(self.running) >= MOST_RUNNING:
            raise NotNowError("Many reviews are being made just now; try again in a minute.")
        made = self.running[game] = Running(guest)
        self.failed.pop(game, None)
        self._start(self._make(kept, made))
        return made

    async def _make(self, kept: Kept, made: Running) -> None:
        game = kept.entry.id
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                while made.latest is None or not made.latest["complete"]:
                    await self._go_on(kept, made)
            await self._store.keep(KEPT + game, msgspec.json.encode(made.latest))
        except (PoolError, StoreError, TimeoutError) as error:
            note("review given up", game=game, error=str(error))
            if len(self.failed) >= MOST_RUNNING:
                self.failed.clear()
            self.failed[game] = (
                f"This review could not be made: {str(error).rstrip('.') or 'it took too long'}."
            )
        finally:
            del self.running[game]

    async def _go_on(self, kept: Kept, made: Running) -> None:
        def told(before: int) -> None:
            made.before = before

        asked = Question(
            kind="review",
            game=kept.entry.game,
            record=kept.record.decode(),
            effort=EFFORT,
            taken=tuple(made.taken),
        )
        reply = await self._workers.ask(asked, made.guest, told)
        made.taken += reply.taken
        made.latest = reply.review

    async def judge(self, kept: Kept, mistake: Any, text: str, guest: str) -> tuple[Any, str]:
        """A second try, judged, as plain values; or why that move may not be played."""
        asked = Question(
            kind="try",
            game=kept.entry.game,
            record=kept.record.decode(),
            mistake=mistake,
            text=text,
        )
        reply = await self._workers.ask(asked, guest, lambda _: None)
        return reply.tried, reply.note

    async def forget(self, game: str) -> None:
        """The game is gone, and so is its review."""
        await self._store.keep(KEPT + game, None)

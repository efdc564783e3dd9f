"""Reviews of archived games: made by the workers a little at a time, so that nobody waits for them, and kept with the game.

A review goes on whoever looks, and when nobody does; a server that stops or dies leaves it to another (unfinished.py). What is kept is a projection: thrown away, it is made again, and so it
is when the measure has changed. The engine's side of it never runs in this process.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from quintet.server.logs import note
from quintet.server.pool import PoolError
from quintet.server.unfinished import Begun, SoFar, Unfinished
from quintet.server.worker import Question, Reply
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
MOST_OF_AN_ADDRESS = 10
"""Guests cost nothing: without this a stranger with a new name for every game would have all of them."""
SIGN_SECONDS = 5.0
"""How often a node says that it still makes them, and looks for those that nobody makes."""
TRIES = 3
"""How often the same part of a review is asked for before it is given up: a worker may be lost, or too busy for once."""
LONGEST_SECONDS = 1800.0
"""A review that has taken so long is given up."""


class NotNowError(Exception):
    """Too many reviews are being made; the sentence says whose."""


@dataclass(eq=False)
class Running:
    """A review being made."""

    guest: str
    begun: int
    """When it was asked for, in milliseconds."""
    taken: list[Any] = field(default_factory=list)
    latest: Any = None
    """The review as far as it is, as plain values."""
    before: int = 0
    """Questions of others that come before its next one."""
    address: str = ""
    """Where it was asked for; empty for one that was taken up."""


class Reviews:
    """The reviews that this node makes, and those that the store keeps."""

    def __init__(
        self,
        store: Store,
        workers: Workers,
        start: Callable[[Coroutine[Any, Any, None]], None],
        clock: Callable[[], int],
    ) -> None:
        self._store, self._workers, self._start, self._clock = store, workers, start, clock
        self.unfinished = Unfinished(store, secrets.token_hex(6), clock)
        self.running: dict[str, Running] = {}
        """By the id of the game."""
        self.failed: dict[str, str] = {}
        """Why the last try came to nothing, for the games of which that is so."""
        self._leaving = False

    async def finished(self, game: str) -> bytes | None:
        """The kept review of a game, as JSON; None if there is none. It may be of an older measure."""
        return (await self._store.kept(KEPT + game)).get(KEPT + game)

    async def elsewhere(self, game: str) -> Running | None:
        """A review that another node makes, as far as it has told."""
        begun = await self.unfinished.begun(game)
        if begun is None:
            return None
        so_far = await self.unfinished.so_far(game)
        return Running(begun.guest, begun.begun, so_far.taken, so_far.latest)

    def begin(self, kept: Kept, guest: str, address: str) -> Running:
        """Have a review made, unless that is going on already. NotNowError if too many are."""
        game = kept.entry.id
        known = self.running.get(game)
        if known is not None:
            return known
        if sum(one.guest == guest for one in self.running.values()) >= MOST_OF_A_GUEST:
            raise NotNowError(
                "Two of the reviews you asked for are still being made; this one can begin after them."
            )
        if sum(one.address == address for one in self.running.values()) >= MOST_OF_AN_ADDRESS:
            raise NotNowError(
                "Many reviews that were asked for from where you are are still being made; try again in a minute."
            )
        if len(self.running) >= MOST_RUNNING:
            raise NotNowError("Many reviews are being made just now; try again in a minute.")
        return self._take_up(kept, guest, self._clock(), address)

    def _take_up(self, kept: Kept, guest: str, begun: int, address: str = "") -> Running:
        made = self.running[kept.entry.id] = Running(guest, begun, address=address)
        self.failed.pop(kept.entry.id, None)
        self._start(self._make(kept, made))
        return made

    async def watch(self) -> None:
        """Sign for what is made here, and take up what nobody makes any more."""
        alone = not self._store.shared  # whatever was begun before this server came is for this server
        while not self._leaving:
            try:
                for game, made in list(self.running.items()):
                    await self.unfinished.sign(game, made.guest, made.begun)
                for game, begun in (await self.unfinished.deserted(alone=alone)).items():
                    await self._adopt(game, begun)
                alone = False
            except StoreError as error:  # there will be another look
                note("store failed", error=str(error))
            await asyncio.sleep(SIGN_SECONDS)

    async def _adopt(self, game: str, begun: Begun) -> None:
        if game in self.running or len(self.running) >= MOST_RUNNING:
            return
        kept = await self._store.archive.kept(game)
        if kept is None:
            await self.unfinished.clear(game)
        elif await self.unfinished.claim(game, begun) and game not in self.running:
            note("review taken up", game=game)
            self._take_up(kept, begun.guest, begun.begun)

    async def leave(self) -> None:
        """This server stops: what it makes is laid down for another, or for when it is back."""
        self._leaving = True
        for game, made in self.running.items():
            await self.unfinished.sign(game, made.guest, made.begun, leaving=True)

    async def _make(self, kept: Kept, made: Running) -> None:
        game = kept.entry.id
        try:
            await self.unfinished.sign(game, made.guest, made.begun)
            so_far = await self.unfinished.so_far(game)
            made.taken, made.latest = so_far.taken, so_far.latest
            async with asyncio.timeout(LONGEST_SECONDS):
                while made.latest is None or not made.latest["complete"]:
                    await self._go_on(kept, made)
                    await self.unfinished.keep(game, SoFar(made.taken, made.latest))
            await self._store.keep(KEPT + game, msgspec.json.encode(made.latest))
            await self.unfinished.tell(game, made.guest)
            await self.unfinished.clear(game)
        except (PoolError, StoreError, TimeoutError) as error:
            if not self._leaving:
                await self._give_up(game, error)
        finally:
            del self.running[game]

    async def _give_up(self, game: str, error: Exception) -> None:
        note("review given up", game=game, error=str(error))
        if len(self.failed) >= MOST_RUNNING:
            self.failed.clear()
        self.failed[game] = f"This review could not be made: {str(error).rstrip('.') or 'it took too long'}."
        with suppress(StoreError):
            await self.unfinished.clear(game)

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
        reply = await self._answer(asked, made.guest, told)
        if made.latest is not None and made.latest["measure"] != reply.review["measure"]:
            made.taken, made.latest = [], None  # it was begun by an older measure, and begins anew
            return
        made.taken = [*made.taken, *reply.taken]
        made.latest = reply.review

    async def _answer(self, asked: Question, guest: str, told: Callable[[int], None]) -> Reply:
        for _ in range(TRIES - 1):
            with suppress(PoolError):
                return await self._workers.ask(asked, guest, told)
        return await self._workers.ask(asked, guest, told)

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
        """The game is gone, and so is its review. Whoever asks for games that never were writes nothing."""
        if await self.finished(game) is not None:
            await self._store.keep(KEPT + game, None)

    async def of(self, guest: str) -> list[tuple[str, Running | None]]:
        """The reviews that a guest waits for, by game; None for one that is ready."""
        begun = await self.unfinished.all() if guest else {}
        found: list[tuple[str, Running | None]] = [
            (game, self.running.get(game) or await self.elsewhere(game))
            for game, one in begun.items()
            if one.guest == guest
        ]
        return [*found, *((game, None) for game in await self.unfinished.ready(guest))]

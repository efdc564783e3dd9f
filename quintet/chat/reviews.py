"""What every move of a finished game was worth, told in a message. A process of its own looks at the moves."""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import aiohttp
import msgspec

from quintet.chat.errors import ChatError
from quintet.chat.game import ChatGame
from quintet.chat.house import House
from quintet.chat.words import plain
from quintet.games.title import title
from quintet.say.people import holder
from quintet.say.review import ToldReview, player_text, told_review
from quintet.server.logs import note
from quintet.table import View
from quintet.wire.client import Client
from quintet.wire.picture import game_of

if TYPE_CHECKING:
    from quintet.study.review import Review

LONGEST_SECONDS = 600.0
"""After that Discord would no longer take the answer."""
WIDTH = 60
BLOCKS = "▁▂▃▄▅▆▇█"
NOT_NOW = "the game cannot be reviewed now; try again in a while"
COMMAND = (sys.executable, "-m", "quintet", "review", "--quick", "--json", "-")


class Reviews:
    """One game after the other; whoever asks for the same one gets the same review."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._turn = asyncio.Semaphore(1)
        self._made: dict[str, asyncio.Task[str]] = {}

    async def of(self, game: ChatGame) -> str:
        """The review of the game that is over at a table, as a message; ChatError if there is none."""
        view = game.view
        if view.status != "finished":
            raise ChatError("a game is reviewed when it is over; until then press Hint")
        if not view.plies:
            raise ChatError("nobody has moved in this game, so there is nothing to review")
        key = f"{view.room} {view.started_at}"
        if key not in self._made:
            self._made = {
                old: made for old, made in self._made.items() if not made.done()
            }  # only the last is kept
            self._made[key] = asyncio.create_task(self._make(view))
        try:
            return await asyncio.shield(self._made[key])
        except ChatError:
            self._made.pop(key, None)  # the next one may have more luck
            raise

    async def close(self) -> None:
        for making in self._made.values():
            making.cancel()
        await asyncio.gather(*self._made.values(), return_exceptions=True)

    async def _make(self, view: View) -> str:
        async with self._turn:
            found = await self._look(await self._record(view.room))
        game = game_of(view)
        names = [plain(holder(game, view, seat)) for seat in range(len(view.seats))]
        return review_text(title(game), told_review(game, found, names))

    async def _record(self, room: str) -> bytes:
        where = f"{Client(self._house.address).home}/api/rooms/{room}/record"
        try:
            async with aiohttp.ClientSession() as session, session.get(where) as answer:
                answer.raise_for_status()
                return await answer.read()
        except aiohttp.ClientError as error:
            note("record not found", room=room, error=str(error))
            raise ChatError(NOT_NOW) from error

    async def _look(self, record: bytes) -> Review:
        try:
            from quintet.study.review import Review
        except ImportError as error:  # rooms of another server can be shown without an engine
            raise ChatError("this bot has no engine beside it, so it cannot review games") from error
        process = await asyncio.create_subprocess_exec(
            *COMMAND,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(LONGEST_SECONDS):
                out, errors = await process.communicate(record)
            return msgspec.json.decode(out, type=Review)
        except (TimeoutError, msgspec.DecodeError) as error:
            said = errors.decode(errors="replace") if isinstance(error, msgspec.DecodeError) else "too long"
            note("game not reviewed", why=said.strip()[-300:])
            raise ChatError(NOT_NOW) from error
        finally:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def review_text(name: str, told: ToldReview) -> str:
    """The review as one message: how it went, what decided it, and everybody's account."""
    lines = [f"**Review** · {name} · {' – '.join(told.names)}"]
    course = [stood[0] for stood in told.expected]
    if any(share is not None for share in course):
        lines += [f"How {told.names[0]} stood, from the first move to the last:", f"`{graph(course)}`"]
    lines += [player_text(player) for player in told.players]
    if told.turning:
        lines += ["**What decided it**"]
        lines += [
            f"- Move {told.moves[number].round + 1}: {told.moves[number].said}" for number in told.turning[:5]
        ]
    return "\n".join([*lines, f"-# {told.note}"])


def graph(course: list[float | None]) -> str:
    """The result to expect as a line of blocks, a column a position; where there are more, some are left out."""
    if len(course) > WIDTH:
        course = [course[n * len(course) // WIDTH] for n in range(WIDTH)]
    return "".join(" " if share is None else BLOCKS[round(share * (len(BLOCKS) - 1))] for share in course)

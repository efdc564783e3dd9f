"""Puzzles on Discord: asked of the server for the same guest who plays in its rooms, told in a message, drawn as a picture."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence
from typing import Any, TypeVar

import aiohttp
import discord
import msgspec
from msgspec import Struct

from quintet.chat.errors import ChatError
from quintet.chat.house import House
from quintet.chat.words import picture_size
from quintet.draw import scene
from quintet.draw.png import paint_png
from quintet.draw.text import Canvas
from quintet.games.grammar import Choice
from quintet.games.registry import game as make_game
from quintet.say.marks import marked
from quintet.say.puzzles import ToldPuzzle, head_text, stands_text, streak_text
from quintet.server.logs import note
from quintet.wire.client import Client

NOT_NOW = "there are no puzzles to be had now; try again in a while"
T = TypeVar("T")


class Answered(Struct, frozen=True):
    """What the server says of a try."""

    right: bool
    text: str
    counted: str = ""
    streak: int = 0
    answer: str = ""
    """Once it was solved or given up."""
    shown: str = ""
    """The move that was right, then."""
    puzzle: ToldPuzzle | None = None
    """And the board with it."""

    @property
    def lines(self) -> list[str]:
        told = [self.text, self.answer, self.counted, streak_text(self.streak) if self.right else ""]
        return [line for line in told if line]


class Standing(Struct, frozen=True):
    """How somebody does in a game."""

    title: str
    count: int
    rating: str
    tried: int
    solved: int
    streak: int
    longest: int
    due: int


class Day(Struct, frozen=True):
    id: str
    title: str


class Overview(Struct, frozen=True):
    games: tuple[Standing, ...]
    day: Day | None


class Next(Struct, frozen=True):
    id: str
    again: bool = False


class Said(Struct, frozen=True):
    """A refusal."""

    text: str


class Puzzles:
    """The server's puzzles, for the users of Discord."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._home = Client(house.address).home

    async def question(self, identity: str) -> ToldPuzzle:
        return await self._ask("GET", f"/api/puzzles/{identity}", ToldPuzzle)

    async def overview(self, user: int) -> Overview:
        return await self._ask("GET", "/api/puzzles", Overview, user)

    async def today(self) -> Day:
        found = (await self._ask("GET", "/api/puzzles", Overview)).day
        if found is None:
            raise ChatError(NOT_NOW)
        return found

    async def following(self, user: int, game: str) -> str:
        """The id of what comes next for somebody: a mistake that comes back, or one of about their strength."""
        return (await self._ask("POST", f"/api/puzzles/next/{game}", Next, user)).id

    async def attempt(self, user: int, identity: str, move: str) -> Answered:
        """An answer; without a move, giving up."""
        body = {"move": move} if move else {}
        return await self._ask("POST", f"/api/puzzles/{identity}", Answered, user, body)

    async def standing(self, user: int) -> str:
        """How somebody does at puzzles, a line a game."""
        found = (await self.overview(user)).games
        return "\n".join(
            f"**{one.title}**: "
            + stands_text(one.count, one.rating, one.solved, one.tried, one.streak, one.longest, one.due)
            for one in found
        )

    async def _ask(
        self, method: str, path: str, kind: type[T], user: int | None = None, body: Any = None
    ) -> T:
        headers = {"Content-Type": "application/json"}
        if user is not None:
            headers["Authorization"] = f"Bearer {await self._house.token(str(user))}"
        sent = None if body is None else msgspec.json.encode(body)
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.request(method, self._home + path, data=sent, headers=headers) as answer,
            ):
                data, status = await answer.read(), answer.status
        except (aiohttp.ClientError, TimeoutError) as error:
            note("puzzles not found", error=str(error))
            raise ChatError(NOT_NOW) from error
        try:
            if status >= 400:
                raise ChatError(msgspec.json.decode(data, type=Said).text)
            return msgspec.json.decode(data, type=kind)
        except msgspec.DecodeError as error:  # a server of another version, or none of ours
            note("puzzles not understood", error=str(error))
            raise ChatError(NOT_NOW) from error


# --- what is shown ----------------------------------------------------------------------------------------------------


def question_text(told: ToldPuzzle, title: str = "") -> str:
    """The question, under what it is a puzzle of."""
    lines = [f"**{title or 'Puzzle'}** · {head_text(told)}", f"You are {told.side}. {told.ask}", *told.counts]
    return "\n".join(lines)


def puzzle_picture(told: ToldPuzzle, marks: Sequence[str]) -> bytes:
    """The board as a PNG file, with these spaces marked."""
    game = make_game(told.game, **told.options)
    return paint_png(scene(game.layout, told.board, last=marks, title=game.title), picture_size())


async def picture(told: ToldPuzzle, marks: Sequence[str] = ()) -> discord.File:
    """The same to be sent, with the board in letters for those who hear it; painted beside the event loop."""
    png = await asyncio.to_thread(puzzle_picture, told, marks)
    letters = Canvas(make_game(told.game, **told.options).layout, told.board, colour=False).draw(tuple(marks))
    return discord.File(io.BytesIO(png), "puzzle.png", description=letters[:1000])


def spaces_of(walk: Sequence[Choice]) -> tuple[str, ...]:
    """The spaces that a move being made has to do with."""
    return tuple(dict.fromkeys(choice.space for choice in walk if choice.space))


def answer_marks(question: ToldPuzzle, told: Answered) -> tuple[str, ...]:
    """The spaces of the right move: what it changed on the board or, where others move at once, what it names."""
    if told.puzzle is not None and told.puzzle.plies:
        return marked(told.puzzle.plies[-1].changes)
    walk = question.prompts[0].walk(told.shown.split(" ")) if question.prompts else None
    return spaces_of(walk or ())

"""Lessons by HTTP: the list, one lesson, and what is answered to a learner. The server keeps nothing: the learner brings the moves."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Struct

from quintet.games.contract import GameError
from quintet.say.lessons import lesson_outline, told_lessons, told_stage
from quintet.server.answers import Packed, pack
from quintet.server.replies import PACKED, Asked, packed_answer
from quintet.study.lessons import lesson
from quintet.study.teaching import answer, stage, why_closed

LARGEST = 16_000
"""Bytes of a question."""


class Picked(Struct, frozen=True, forbid_unknown_fields=True):
    """A space that was picked and meant nothing; the rules say why."""

    space: str
    piece: str = ""
    chosen: tuple[str, ...] = ()


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a learner is, and what the learner does there; without a move or a pick, nothing yet."""

    step: int
    made: tuple[str, ...] = ()
    """The moves made since the last new board."""
    move: str = ""
    picked: Picked | None = None


@cache
def all_lessons() -> Packed:
    return pack(told_lessons())


@cache
def outline(name: str) -> Packed:
    return pack(lesson_outline(lesson(name)))


def answered(name: str, body: bytes) -> bytes:
    """The answer to a question. GameError with a sentence for what is none."""
    if len(body) > LARGEST:
        raise GameError("this is longer than any question about a lesson")
    try:
        asked = msgspec.json.decode(body, type=Question)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise GameError(f"the body must say where you are in the lesson: {error}") from error
    taught = lesson(name)
    if asked.picked is not None:
        text = why_closed(
            taught, asked.step, asked.made, asked.picked.chosen, asked.picked.piece, asked.picked.space
        )
        return msgspec.json.encode({"right": False, "text": text})
    if asked.move:
        found = answer(taught, asked.step, asked.made, asked.move)
        told: dict[str, Any] = {"right": found.right, "text": found.text}
        if found.right:
            seat = found.stage.step.seat
            told |= {"made": dict(found.plies[0].moves)[seat], "stage": told_stage(found.stage)}
        return msgspec.json.encode(told)
    return msgspec.json.encode({"stage": told_stage(stage(taught, asked.step, asked.made))})


@get("/api/learn", opt=PACKED)
async def list_lessons(request: Asked, state: State) -> Response[bytes]:
    """Every lesson that there is."""
    return packed_answer(request, await state.hub.aside.do(all_lessons))


@get("/api/learn/{name:str}", opt=PACKED)
async def lesson_as_a_whole(name: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """One lesson: its steps by their titles."""
    return packed_answer(request, await state.hub.aside.do(lambda: outline(name)))


@post("/api/learn/{name:str}", status_code=200)
async def take_a_step(name: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """Where a step stands, what is answered to a move, or why a space cannot be picked: the body says where the learner is."""
    body = await request.body()
    made = await state.hub.aside.do(lambda: answered(name, body))
    return Response(made, media_type="application/json")


HANDLERS = [list_lessons, lesson_as_a_whole, take_a_step]

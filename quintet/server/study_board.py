"""The analysis board by HTTP: where a line of moves leads, why a space cannot be picked, and an engine's lines in words.

Nothing is kept: whoever asks brings the moves. The rules stay here, and the page shows what it is told.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Meta, Struct

from quintet.games import game as make_game
from quintet.games.contract import GameError, MoveError, PositionError, capital
from quintet.games.formats import FORMATS
from quintet.games.picking import sentence, why_closed
from quintet.games.record import Record, Replay, replay
from quintet.games.variations import MOST_BYTES
from quintet.say.people import sides
from quintet.say.study import Found, told_lines, told_position
from quintet.server.answers import Packed
from quintet.server.replies import PACKED, Asked, packed_answer
from quintet.table.commands import SeatNumber, Text, Word

MOST_MOVES = 1000
"""Of a line; no game of ours has half as many."""
LARGEST = 256 * 1024
"""Bytes of a question."""
KEPT_LINES = 64
MOST_SPACES = 4000
"""Of a board that is set up by hand."""


class Line(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line of moves from the start of a game, or from a position of it."""

    game: Word
    options: dict[Word, Any] = {}
    start: Any = None
    moves: Annotated[tuple[tuple[SeatNumber, Text], ...], Meta(max_length=MOST_MOVES)] = ()
    """Seat and move; a round that not all have chosen in may be the last."""


class Picked(Struct, frozen=True, forbid_unknown_fields=True):
    """A space that was picked and meant nothing; the rules say why."""

    seat: SeatNumber
    space: Word
    piece: Word = ""
    chosen: tuple[Word, ...] = ()


class Question(Line, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a line leads, with one more move if there is one; or why a space there cannot be picked."""

    move: tuple[SeatNumber, Text] | None = None
    picked: Picked | None = None


class Arranged(Line, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position to be set up: first as the line leads to it, then as somebody has changed it."""

    board: Annotated[dict[Word, Word], Meta(max_length=MOST_SPACES)] | None = None
    """By space, what stands there; None: as the line leaves it."""
    values: Annotated[dict[Word, int], Meta(max_length=64)] = {}


class Telling(Line, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an engine found where the line leads."""

    found: Found
    lines: Annotated[int, Meta(ge=1, le=32)] = 3


def read(body: bytes, kind: type[Any]) -> Any:
    if len(body) > LARGEST:
        raise GameError("this is longer than any question about a position")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise GameError(f"the body must name a game and its moves: {error}") from error


def line_of(asked: Line) -> Replay:
    """The line as it was played. It is kept for whoever asks again, so nobody may play on in it."""
    return _played(
        asked.game, msgspec.json.encode(asked.options), msgspec.json.encode(asked.start), asked.moves
    )


@lru_cache(maxsize=KEPT_LINES)
def _played(name: str, options: bytes, start: bytes, moves: tuple[tuple[int, str], ...]) -> Replay:
    settings = make_game(name, **msgspec.json.decode(options)).settings
    return replay(Record(game=name, options=settings, moves=moves, start=msgspec.json.decode(start)))


def answered(body: bytes) -> bytes:
    """The answer to a question about a line. GameError with a sentence for what is none."""
    asked = read(body, Question)
    played = line_of(asked)
    if asked.picked is not None:
        pick = asked.picked
        said = why_closed(played.game, played.position, pick.seat, pick.chosen, pick.piece, pick.space)
        return msgspec.json.encode({"refused": sentence(said)})
    if asked.move is not None:
        seat, text = asked.move
        if seat not in played.owing:
            return msgspec.json.encode({"refused": "That side has no move to make here."})
        try:
            move = played.game.check(played.position, seat, text)
        except MoveError as error:
            return msgspec.json.encode({"refused": sentence(str(error))})
        played = line_of(msgspec.structs.replace(asked, moves=(*played.submissions, (seat, move))))
    return msgspec.json.encode({"position": told_position(played), "files": files_for(played.game.name)})


@cache
def files_for(game: str) -> list[dict[str, str]]:
    """The formats in which a study of a game can be had: name, title and the ending of the file."""
    return [
        {"name": form.name, "title": form.title, "suffix": form.suffixes[0]}
        for form in FORMATS
        if form.writes_studies is not None and (not form.games or game in form.games)
    ]


def told(body: bytes) -> bytes:
    """An engine's lines in words."""
    asked = read(body, Telling)
    played = line_of(asked)
    game = played.game
    names = tuple(capital(side) for side in sides(game, game.describe(played.position)))
    if not {asked.found.seat, *asked.found.others} <= set(range(game.seats)):
        raise GameError("the engine's lines are of a side that this game does not have")
    return msgspec.json.encode(told_lines(game, asked.found, names, asked.lines))


def arranged(body: bytes) -> bytes:
    """How a position can be set up, the position as it is then, or why the game cannot come to it."""
    asked = read(body, Arranged)
    played = line_of(asked)
    game, position, refused = played.game, played.position, ""
    offered = game.arranging(position)
    if offered is None:
        raise GameError(f"positions of {game.title} cannot be set up by hand")
    if asked.board is not None:
        try:
            position = game.arranged(asked.board, asked.values)
        except PositionError as error:
            refused = sentence(capital(str(error)))
        else:
            offered = game.arranging(position) or offered
    told: dict[str, Any] = {"arranging": offered, "refused": refused}
    if not refused:
        told |= {"position": told_position(Replay(game, start=position)), "start": game.dump(position)}
    return msgspec.json.encode(told)


@post("/api/study/position", status_code=200)
async def position(request: Asked, state: State) -> Response[bytes]:
    """Where a line of moves leads: board, prompts, what is counted. The body brings the line."""
    body = await request.body()
    made = await state.hub.aside.do(lambda: answered(body))
    return Response(made, media_type="application/json")


@post("/api/study/tree", status_code=200, opt=PACKED)
async def tree(request: Asked, state: State) -> Response[bytes]:
    """Every round of a study as a list shows it. The body is the study, which is not kept."""
    made = await state.hub.beside.do("tree", await request.body())
    return packed_answer(request, Packed(*made))


@post("/api/study/lines", status_code=200)
async def lines(request: Asked, state: State) -> Response[bytes]:
    """What an engine found there, in words. The body brings the line and the analysis."""
    body = await request.body()
    made = await state.hub.aside.do(lambda: told(body))
    return Response(made, media_type="application/json")


@post("/api/study/arrange", status_code=200)
async def arrange(request: Asked, state: State) -> Response[bytes]:
    """A position that is set up by hand. The body brings the line that it comes from, or what stands where."""
    body = await request.body()
    made = await state.hub.aside.do(lambda: arranged(body))
    return Response(made, media_type="application/json")


@post("/api/study/file/{form:str}", status_code=200, request_max_body_size=MOST_BYTES)
async def file(form: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """A study as a file. The body is the study, which is not kept."""
    text, suffix = await state.hub.beside.do("study as a file", await request.body(), form.encode())
    headers = {"Content-Disposition": f'attachment; filename="study{suffix.decode()}"'}
    return Response(text, media_type="application/octet-stream", headers=headers)


HANDLERS = [position, tree, lines, arrange, file]

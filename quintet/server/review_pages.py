"""Reviews by HTTP: one is asked for, watched while it is made, read, and its mistakes are tried again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Struct

from quintet.extras import has
from quintet.games import game as make_game
from quintet.games.record import Replay, read_record, replay
from quintet.say.people import apart
from quintet.say.review import exercise_text
from quintet.say.told import told_ply
from quintet.server.answers import pack
from quintet.server.archive import find, nothing
from quintet.server.hub import Hub
from quintet.server.limits import Buckets
from quintet.server.pool import PoolError
from quintet.server.replies import PACKED, Asked, address_of, known_guest, packed_answer, refused
from quintet.server.reviews import NotNowError
from quintet.server.samples import short_change
from quintet.store.archive import Kept, is_id
from quintet.table.shapes import PlyView

TRIES = Buckets(20, 0.5)
"""Second tries of one guest: at once, and a second in the long run."""
TRIES_OF_AN_ADDRESS = Buckets(100, 2)
"""Anybody can be a new guest whenever they like."""
LONGEST_MOVE = 4000
LONGEST_GAME = 2000
"""Rounds. A longer one would take a worker seconds to play through alone."""


class Try(Struct, forbid_unknown_fields=True):
    """Another move than the one, counted from 0, that was a mistake."""

    move: int
    text: str


class Told(Struct, kw_only=True):
    """How it is with the review of a game."""

    state: Literal["none", "running", "done", "failed"]
    done: int = 0
    wanted: int = 0
    before: int = 0
    """Questions of others that come before its next one."""
    text: str = ""
    """What there is to say about that."""
    review: msgspec.Raw = msgspec.Raw(b"null")


def without_engine() -> Response[Any] | None:
    if has("engine"):
        return None
    return refused(503, "unavailable", "This server has no engine, and so no reviews.")


@get("/api/archive/{name:str}/review", opt=PACKED)
async def read_review(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """The review of a game, or how far it is."""
    hub: Hub = state.hub
    kept = await find(name, hub)
    if kept is None:
        if is_id(name):
            await hub.reviews.forget(name)
        return nothing()
    if (no := without_engine()) is not None:
        return no
    made = hub.reviews.running.get(name) or await hub.reviews.elsewhere(name)
    if made is not None:
        latest, before = made.latest, made.before
        return packed_answer(request, await hub.aside.do(lambda: pack(told(kept, "running", latest, before))))
    data = await hub.reviews.finished(name)
    if data is not None:
        found = await hub.aside.do(lambda: pack(told(kept, "done", data, 0)))
        await hub.reviews.unfinished.seen(name, known_guest(request, hub))
        if found is not None:
            return packed_answer(request, found)
    if (why := hub.reviews.failed.get(name)) is not None:
        return Response(Told(state="failed", text=why))
    return Response(Told(state="none"))


@post("/api/archive/{name:str}/review", status_code=202)
async def begin_review(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """Have a review made; it goes on whether or not anybody watches."""
    hub: Hub = state.hub
    kept = await find(name, hub)
    if kept is None:
        return nothing()
    if (no := without_engine()) is not None:
        return no
    data = await hub.reviews.finished(name)
    if data is not None and await hub.aside.do(lambda: current(data)):
        return Response(Told(state="done"))
    if kept.entry.plies == 0:
        return refused(
            409, "nothing-to-review", "No move was played in this game: there is nothing to review."
        )
    if kept.entry.plies > LONGEST_GAME:
        return refused(409, "too-long", f"A game of {kept.entry.plies:,} moves is too long for a review.")
    if await hub.reviews.elsewhere(name) is not None:
        return Response(Told(state="running"))
    try:
        address = address_of(request)
        hub.reviews.begin(kept, known_guest(request, hub) or address, address)
    except NotNowError as error:
        return refused(429, "too-many-reviews", str(error))
    return Response(Told(state="running"))


@post("/api/archive/{name:str}/try", status_code=200)
async def try_again(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """Judge another move than one that was a mistake."""
    hub: Hub = state.hub
    try:
        tried = msgspec.json.decode(await request.body(), type=Try)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return refused(400, "malformed", 'The body must be {"move": 12, "text": "d3"}.')
    kept = await find(name, hub)
    if kept is None:
        return nothing()
    if (no := without_engine()) is not None:
        return no
    address = address_of(request)
    guest = known_guest(request, hub) or address
    if not TRIES.take(guest) or not TRIES_OF_AN_ADDRESS.take(address):
        return refused(429, "too-many-tries", "That was quick; wait a moment before the next try.")
    data = await hub.reviews.finished(name)
    if data is None:
        return refused(409, "no-review", "This game has no review yet.")
    moves = (await hub.aside.do(lambda: msgspec.json.decode(data)))["moves"]
    if not 0 <= tried.move < len(moves) or len(tried.text) > LONGEST_MOVE:
        return refused(400, "malformed", "The review has no such move.")
    try:
        judged, why_not = await hub.reviews.judge(kept, moves[tried.move], tried.text, guest)
    except PoolError:
        return refused(503, "unavailable", "No worker could judge this move; try again in a moment.")
    if judged is None:
        return Response({"good": False, "legal": False, "said": why_not})
    return Response(await hub.aside.do(lambda: judged_text(kept, judged)))


@get("/api/archive/{name:str}/exercise/{number:int}", opt=PACKED)
async def exercise(name: FromPath[str], number: FromPath[int], request: Asked, state: State) -> Response[Any]:
    """A mistake to be tried again: what may be played in its place, and nothing of what would be better."""
    return await about_move(name, number, request, state, asked_again)


@get("/api/archive/{name:str}/line/{number:int}", opt=PACKED)
async def better_line(
    name: FromPath[str], number: FromPath[int], request: Asked, state: State
) -> Response[Any]:
    """How play would have gone on after the better move, as plies that a board can show."""
    return await about_move(name, number, request, state, shown_line)


async def about_move(
    name: str, number: int, request: Asked, state: State, tell: Callable[[Kept, Any], bytes]
) -> Response[Any]:
    hub: Hub = state.hub
    kept = await find(name, hub)
    if kept is None:
        return nothing()
    data = await hub.reviews.finished(name)
    if data is None:
        return refused(409, "no-review", "This game has no review yet.")

    def work() -> Any:
        moves = msgspec.json.decode(data)["moves"]
        return pack(tell(kept, moves[number])) if 0 <= number < len(moves) else None

    made = await hub.longer.do(work)  # a long game takes a while to be played through
    return (
        packed_answer(request, made) if made else refused(404, "no-such-page", "The review has no such move.")
    )


# --- what is told; all of it aside ------------------------------------------------------------------------------------


def rules_of(kept: Kept) -> Any:
    record = read_record(kept.record)
    return make_game(record.game, **record.options)


def current(data: bytes) -> bool:
    """Is this a review by today's measure?"""
    from quintet.study.review import MEASURE, Review

    try:
        found = msgspec.json.decode(data, type=Review)
    except msgspec.ValidationError:
        return False
    return found.complete and found.measure == MEASURE


def told(kept: Kept, state: Literal["running", "done"], found: Any, before: int) -> bytes:
    """A review as it is read by those who see this game, and how far it is."""
    from quintet.say.review import told_review
    from quintet.study.review import MEASURE, Review

    if found is None:
        return msgspec.json.encode(Told(state=state, before=before, text=waiting(before)))
    try:
        review = (
            msgspec.json.decode(found, type=Review)
            if isinstance(found, bytes)
            else msgspec.convert(found, Review)
        )
    except msgspec.ValidationError:  # kept by an older version
        return msgspec.json.encode(Told(state="none"))
    if review.measure != MEASURE:
        return msgspec.json.encode(Told(state="none"))
    names = apart([player.name for player in kept.entry.players], kept.entry.sides)
    body = msgspec.Raw(msgspec.json.encode(told_review(rules_of(kept), review, names)))
    return msgspec.json.encode(
        Told(
            state=state,
            done=review.done,
            wanted=review.wanted,
            before=before,
            text=waiting(before),
            review=body,
        )
    )


def waiting(before: int) -> str:
    return f"{before} others come first." if before > 1 else "One other comes first." if before else ""


def judged_text(kept: Kept, judged: Any) -> dict[str, Any]:
    from quintet.say.review import tried_text
    from quintet.study.retry import Tried

    tried = msgspec.convert(judged, Tried)
    return {"good": tried.good, "legal": True, "said": tried_text(rules_of(kept), tried)}


def replayed(kept: Kept, rounds: int) -> Replay:
    """The game up to before a round."""
    record = read_record(kept.record)
    played = replay(msgspec.structs.replace(record, moves=(), outcome=None))
    for seat, text in record.moves:
        if len(played.steps) == rounds and not played.pending:
            break
        played.submit(seat, text)
    return played


def asked_again(kept: Kept, move: Any) -> bytes:
    played = replayed(kept, move["round"])
    game, seat = played.game, move["seat"]
    names = apart([player.name for player in kept.entry.players], kept.entry.sides)
    told = {
        "seat": seat,
        "round": move["round"],
        "prompt": game.prompt(played.position, seat),
        "words": game.words,
        "ask": exercise_text(game, names[seat], move["move"]),
    }
    return msgspec.json.encode(told)


def shown_line(kept: Kept, move: Any) -> bytes:
    """The line from the position before the move. Where several move at once the others do what they did."""
    played = replayed(kept, move["round"])
    begin = len(played.steps)
    line = list((move.get("look") or {}).get("line", ()))
    others = {
        seat: text
        for seat, text in read_record(kept.record).moves[len(played.submissions) :][: played.game.seats]
        if seat != move["seat"] and seat in played.owing
    }
    for seat, text in sorted(({move["seat"]: line.pop(0)} if line else {}).items() | others.items()):
        played.submit(seat, text)
    for text in line:
        if len(played.owing) != 1:
            break
        played.submit(played.owing[0], text)
    steps = played.steps[begin:]
    return msgspec.json.encode(
        {
            "plies": [
                {"moves": sorted(step.moves.items()), "changes": [short_change(one) for one in step.changes]}
                for step in steps
            ],
            "told": [
                told_ply(played.game, PlyView(moves=tuple(step.moves.items()), changes=step.changes))
                for step in steps
            ],
        }
    )


HANDLERS = [read_review, begin_review, try_again, exercise, better_line]

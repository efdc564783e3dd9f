"""Positions to think about, by HTTP: packed for a page that thinks itself, or thought about by this server's workers.

The rules stay here: a page names a position, of a room or of a game of its own, and gets what its engine needs to know of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.datastructures import State
from msgspec import Meta, Struct

from quintet.games import game as make_game
from quintet.games.contract import AnyGame, GameError
from quintet.games.record import Record, replay
from quintet.players import STRONGEST
from quintet.server.hub import Hub
from quintet.server.limits import Places
from quintet.server.machines import MACHINES, seed
from quintet.server.pool import Pool, PoolError
from quintet.server.replies import Asked, address_of, known_guest, refused
from quintet.server.verdicts import asked_about
from quintet.server.worker import Question, Reply
from quintet.table import Table, may_watch, pending_machines
from quintet.table.commands import Count, SeatNumber, Text, Word
from quintet.table.machines import NeedKind

LONGEST_SECONDS = 2.0
"""What the workers may spend on one question; who wants to know more asks again."""
AT_ONCE = 2
"""Questions of one guest that may wait for an answer."""
AT_ONCE_OF_AN_ADDRESS = 8
"""Anybody can be a new guest whenever they like, so guests are not all that is counted."""
KEPT_GAMES = 32


class Position(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position: of a room after so many plies (all of them, if nothing is said), or of a game after its moves."""

    room: Word | None = None
    plies: Count | None = None
    game: Word | None = None
    options: dict[Word, Any] = {}
    start: Any = None
    moves: tuple[tuple[SeatNumber, Text], ...] = ()
    seat: SeatNumber | None = None
    """For whom; the first seat in turn if nothing is said."""
    machine: bool = False
    """For the machine that has this seat in a game on one screen: its order comes with the position."""
    need: NeedKind = "move"
    """What is to be thought about there: its move, whether it takes a draw, or a hint to whoever has the seat."""


class Wanted(Position, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position, and what is wanted to be known of it."""

    seconds: Annotated[float, Meta(gt=0)] | None = None
    nodes: Annotated[int, Meta(ge=1)] | None = None
    lines: Annotated[int, Meta(ge=1, le=32)] = 3
    also: Annotated[tuple[Text, ...], Meta(max_length=64)] = ()


class No(Exception):  # noqa: N818  (an answer, not an error of ours)
    """Why it is not analysed."""

    def __init__(self, status: int, code: str, text: str) -> None:
        self.answer = status, code, text


class Analyses:
    """Who is being answered, so that nobody asks for everything at once."""

    def __init__(self) -> None:
        self._guests, self._addresses = Places(AT_ONCE), Places(AT_ONCE_OF_AN_ADDRESS)

    @contextmanager
    def one_more(self, guest: str, address: str) -> Iterator[None]:
        if self._guests.full(guest):
            raise No(
                429, "too-fast", "Two positions of yours are being analysed already; wait for one of them."
            )
        if self._addresses.full(address):
            raise No(
                429, "too-fast", "Others where you are have positions analysed now; wait for one of them."
            )
        self._guests.take(guest)
        self._addresses.take(address)
        try:
            yield
        finally:
            self._guests.give_back(guest)
            self._addresses.give_back(address)


@post("/api/analysis/position", status_code=200)
async def pack_position(request: Asked, state: State) -> Response[Any]:
    """A position as the engine of a page takes it. The body names it; `unable` where only the server can think about it."""
    hub: Hub = state.hub
    try:
        asked = await question(hub, known_guest(request, hub), await request.body(), Position)
        reply = await hub.packers.ask(msgspec.structs.replace(asked, kind="pack"))
    except No as no:
        return refused(*no.answer)
    except PoolError:
        return refused(503, "no-module", "Positions cannot be packed for pages now.")
    if reply.error:  # no refusal: a page asks this of every game
        return Response({"unable": f"{reply.error[0].upper()}{reply.error[1:]}."})
    return told(reply, 400, "refused")


@post("/api/analysis", status_code=200)
async def analyse_position(request: Asked, state: State) -> Response[Any]:
    """What this server's engine finds in a position, within two seconds at most."""
    hub: Hub = state.hub
    pool: Pool | None = state.pool
    guest = known_guest(request, hub)
    try:
        asked = await question(hub, guest, await request.body(), Wanted)
        if pool is None:
            raise No(
                503,
                "unavailable",
                "This server has no engine of its own; use a newer browser, which has one.",
            )
        address = address_of(request)
        with state.analyses.one_more(guest or address, address):
            reply = await pool.ask(asked, guest or address)
    except No as no:
        return refused(*no.answer)
    except PoolError:
        return refused(503, "unavailable", "No engine could answer; try again in a moment.")
    return told(reply, 400, "refused")


def told(reply: Reply, status: int, code: str) -> Response[Any]:
    if reply.error:
        return refused(status, code, f"{reply.error[0].upper()}{reply.error[1:]}.")
    return Response(msgspec.json.encode(reply.data), media_type="application/json")


# --- which position ---------------------------------------------------------------------------------------------------


async def question(hub: Hub, guest: str, body: bytes, kind: type[Position]) -> Question:
    """What a worker is asked; No, or GameError, where the body names no position that may be analysed."""
    try:
        wanted = await hub.aside.do(lambda: msgspec.json.decode(body, type=kind))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise No(400, "malformed", f"The body must name a position: {error}.") from None
    if (wanted.room is None) == (wanted.game is None):
        raise No(400, "malformed", "The body must name a room, or a game with its moves.")
    if wanted.room is not None:
        table = await hub.table(wanted.room)
        if table is None or not may_watch(table, guest):
            raise No(404, "no-such-room", "There is no such room.")
        return await hub.aside.do(lambda: in_room(hub, table, guest, wanted))
    return await hub.aside.do(lambda: in_game(wanted))


def in_room(hub: Hub, table: Table, guest: str, wanted: Position) -> Question:
    if table.status == "playing" and not table.offline:
        raise No(403, "not-finished", "This game is still being played; it can be analysed when it is over.")
    plies = len(table.plies) if wanted.plies is None else wanted.plies
    if plies > len(table.plies):
        raise No(404, "no-such-page", f"The game has {len(table.plies)} plies.")
    position = table.plies[plies - 1].position if plies else table.start
    if not wanted.machine:
        return about(table.game, position, wanted)
    for need in pending_machines(table):
        if (need.kind, need.seat) == (wanted.need, wanted.seat) and table.offline and guest == table.host:
            seat = asked_about(table.game, table.position, need)
            if seat is None:
                break
            lot = seed(table.room, need, hub.identity.key(MACHINES))
            asked = about(table.game, table.position, msgspec.structs.replace(wanted, seat=seat))
            machine = need.machine if need.kind == "move" else f"level-{STRONGEST}"
            return msgspec.structs.replace(asked, machine=machine, seed=lot)
    raise No(409, "stale", "No engine is asked anything there.")


def in_game(wanted: Position) -> Question:
    options = msgspec.json.encode(wanted.options)
    game, positions = positions_of(
        wanted.game or "", options, msgspec.json.encode(wanted.start), wanted.moves
    )
    plies = len(positions) - 1 if wanted.plies is None else wanted.plies
    if plies >= len(positions):
        raise No(404, "no-such-page", f"The game has {len(positions) - 1} plies.")
    return about(game, positions[plies], wanted)


@lru_cache(maxsize=KEPT_GAMES)
def positions_of(
    name: str, options: bytes, start: bytes, moves: tuple[tuple[int, str], ...]
) -> tuple[AnyGame, list[Any]]:
    """A game and every position of it. Kept: who looks at one of them looks at others."""
    settings = msgspec.json.decode(options)
    record = Record(
        game=name,
        options=make_game(name, **settings).settings,
        moves=moves,
        start=msgspec.json.decode(start),
    )
    played = replay(record)
    return played.game, [played.start, *(step.position for step in played.steps)]


def about(game: AnyGame, position: Any, wanted: Position) -> Question:
    turn = game.turn(position)
    if not turn:
        raise GameError("The game is over there: there is no move to think about.")
    seat = turn[0] if wanted.seat is None else wanted.seat
    if seat not in turn:
        raise GameError("That seat has no move to make there.")
    asked = Question(
        kind="analyse", game=game.name, options=dict(game.settings), position=game.dump(position), seat=seat
    )
    if not isinstance(wanted, Wanted):
        return asked
    seconds = min(wanted.seconds or LONGEST_SECONDS, LONGEST_SECONDS)
    return msgspec.structs.replace(
        asked, seconds=seconds, nodes=wanted.nodes, lines=wanted.lines, also=wanted.also
    )

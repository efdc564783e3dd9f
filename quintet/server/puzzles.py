"""Puzzles by HTTP: which there are, one to solve, and what is said of a try. What somebody has solved is kept with their guest."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Struct

from quintet.games.contract import GameError, MoveError
from quintet.games.picking import sentence, why_closed
from quintet.games.record import Replay
from quintet.games.registry import GAMES
from quintet.say.puzzles import (
    answer_text,
    counted_text,
    head_text,
    shared_text,
    standing_text,
    told_puzzle,
    tried_text,
)
from quintet.server.hub import Hub
from quintet.server.limits import Buckets
from quintet.server.links import Card, board_picture, shared_page
from quintet.server.replies import PACKED, Asked, address_of, guest_of, known_guest, refused
from quintet.store.contract import Store, StoreError
from quintet.study import puzzles, solving
from quintet.study.glicko import Standing
from quintet.study.puzzles import Puzzle, PuzzleError, game_of

KEPT = "puzzles/"
"""Kept values: `puzzles/of/GUEST/GAME/` a solver, `puzzles/by/ID/` how people do at a puzzle."""
TRIES = Buckets(60, 4.0)
"""Answers of one address: at once, and a second in the long run. Behind one address may be a house, or a bot on Discord."""
LARGEST = 16_000
"""Bytes of an answer."""
RECENT = 12
MOST_AT_ONCE = 100
"""Answers at the same moment that are counted one after the other."""
PICTURE_SECONDS = 86_400
"""How long the picture of a puzzle may be kept elsewhere."""

T = TypeVar("T")


class Picked(Struct, frozen=True, forbid_unknown_fields=True):
    """A space that was picked and meant nothing; the rules say why."""

    space: str
    piece: str = ""
    chosen: tuple[str, ...] = ()


class Try(Struct, frozen=True, forbid_unknown_fields=True):
    """A move; or a pick that meant nothing; or, with neither, giving up."""

    move: str = ""
    picked: Picked | None = None


# --- what is kept -----------------------------------------------------------------------------------------------------


def solver_key(guest: str, name: str) -> str:
    return f"{KEPT}of/{guest}/{name}/"


def puzzle_key(puzzle: Puzzle) -> str:
    return f"{KEPT}by/{puzzle.id}/"


async def solver_of(store: Store, guest: str, name: str) -> solving.Solver:
    """How somebody stands in a game."""
    return _solver(await _kept(store, solver_key(guest, name))) if guest else solving.Solver()


async def standing_of(store: Store, puzzle: Puzzle) -> Standing:
    """How people do at a puzzle; before anybody has tried, how hard it seems."""
    return _standing(puzzle, await _kept(store, puzzle_key(puzzle)))


async def _kept(store: Store, key: str) -> bytes | None:
    return (await store.kept(key)).get(key)


def _solver(data: bytes | None) -> solving.Solver:
    """What cannot be read any more is begun anew."""
    return _read(data, solving.Solver) or solving.Solver()


def _standing(puzzle: Puzzle, data: bytes | None) -> Standing:
    return _read(data, Standing) or solving.standing_of(puzzle)


async def ratings(store: Store) -> dict[str, float]:
    """How hard puzzles have turned out, by their ids: those that people have tried."""
    kept = await store.kept(f"{KEPT}by/")
    found = {name.split("/")[-2]: _read(data, Standing) for name, data in kept.items()}
    return {name: standing.rating for name, standing in found.items() if standing is not None}


def _read(data: bytes | None, kind: Any) -> Any:
    try:
        return None if data is None else msgspec.json.decode(data, type=kind)
    except msgspec.DecodeError:
        return None


async def count(hub: Hub, guest: str, puzzle: Puzzle, right: bool) -> tuple[solving.Solver, solving.Counted]:
    """Let an answer count, and keep what follows: how it was before, and what it changed.

    Of answers at once, on this node or another, each is added to what the one before has left.
    """
    store, now = hub.store, hub.clock()
    standing = await standing_of(store, puzzle)

    def for_solver(data: bytes | None) -> tuple[tuple[solving.Solver, solving.Counted], bytes | None]:
        before = _solver(data)
        found = solving.answered(before, puzzle, standing, right, now)
        return (before, found), msgspec.json.encode(found.solver) if found.solver != before else None

    def for_puzzle(data: bytes | None) -> tuple[None, bytes]:
        found = solving.answered(before, puzzle, _standing(puzzle, data), right, now)
        return None, msgspec.json.encode(found.puzzle)

    before, found = await _change(store, solver_key(guest, puzzle.game), for_solver)
    if found.counts:
        await _change(store, puzzle_key(puzzle), for_puzzle)
    return before, found


async def _change(store: Store, key: str, make: Callable[[bytes | None], tuple[T, bytes | None]]) -> T:
    """Make something of what is kept, and keep what that gives instead, if anything; again, if it has changed meanwhile."""
    for _ in range(MOST_AT_ONCE):
        data = await _kept(store, key)
        made, value = make(data)
        if value is None or await store.replace_kept(key, data, value):
            return made
    raise StoreError(f"what is kept under {key} cannot be replaced")


# --- what is told -----------------------------------------------------------------------------------------------------


def overview(name: str, solver: solving.Solver, now: int) -> dict[str, Any]:
    """A game in the list of puzzles: how many there are, and how somebody stands in it."""
    latest = sorted(solver.seen.items(), key=lambda pair: -pair[1].at)
    return {
        "name": name,
        "title": GAMES[name].title,
        "count": len(puzzles.shipped(name)),
        "rating": standing_text(solver.standing) if solver.seen else "",
        "tried": len(solver.seen),
        "solved": solver.solved,
        "streak": solver.streak,
        "longest": solver.longest,
        "due": len(solving.due(solver, now)),
        "recent": [{"id": one, "right": seen.right} for one, seen in latest if one in puzzles.by_id()][
            :RECENT
        ],
    }


def judged(puzzle: Puzzle, body: bytes) -> tuple[dict[str, Any], bool | None]:
    """What is said of a try, and whether it was right; None where nothing was tried. MoveError for no move at all."""
    if len(body) > LARGEST:
        raise GameError("this is longer than any answer to a puzzle")
    try:
        tried = msgspec.json.decode(body or b"{}", type=Try)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise GameError(f"the body must be a move, or nothing to see the answer: {error}") from error
    game = game_of(puzzle)
    if tried.picked is not None:
        pick, position = tried.picked, game.load(puzzle.position)
        said = why_closed(game, position, puzzle.seat, pick.chosen, pick.piece, pick.space)
        return {"right": False, "text": sentence(said)}, None
    if tried.move:
        right = puzzles.solves(puzzle, tried.move)
        told: dict[str, Any] = {
            "right": right,
            "text": tried_text(game, puzzle.goal, game.parse(tried.move), right),
        }
    else:
        right, told = False, {"right": False, "text": ""}
    if right or not tried.move:
        told["answer"] = answer_text(game, puzzle.right, puzzle.line)
        told["shown"] = puzzle.line[0]
        told["puzzle"] = told_puzzle(puzzle, solved=True)
    return told, right


def no_puzzle() -> Response[Any]:
    return refused(404, "no-such-puzzle", "There is no such puzzle, or not any more: there are others.")


# --- the doors --------------------------------------------------------------------------------------------------------


@get("/api/puzzles")
async def all_puzzles(request: Asked, state: State) -> Response[Any]:
    """Every game that has puzzles, how the guest stands in each, and the puzzle of the day."""
    hub: Hub = state.hub
    guest, now = known_guest(request, hub), hub.clock()
    names = [name for name in GAMES if name in puzzles.games()]
    today = puzzles.of_the_day(datetime.now(UTC).date()) if names else None
    return Response(
        {
            "games": [overview(name, await solver_of(hub.store, guest, name), now) for name in names],
            "day": None if today is None else {"id": today.id, "title": GAMES[today.game].title},
        }
    )


@post("/api/puzzles/next/{name:str}", status_code=200)
async def next_puzzle(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """Which puzzle of a game comes next for the guest: a mistake that comes back, or a new one of about their strength."""
    hub: Hub = state.hub
    if name not in puzzles.games():
        return refused(404, "no-such-puzzle", f"There are no puzzles of {name[:40]!r} here.")
    solver = await solver_of(hub.store, known_guest(request, hub), name)
    found = solving.next_for(name, solver, hub.clock(), await ratings(hub.store))
    if found is None:
        return refused(
            404, "no-more", "You have seen them all. Those you got wrong come back after some days."
        )
    return Response({"id": found.id, "again": found.id in solver.seen})


@get("/api/puzzles/{name:str}")
async def one_puzzle(name: FromPath[str], state: State) -> Response[Any]:
    """A puzzle to be solved; nothing of its answer."""
    hub: Hub = state.hub
    try:
        puzzle = puzzles.find(name)
    except PuzzleError:
        return no_puzzle()
    standing = await standing_of(hub.store, puzzle)
    made = await hub.aside.do(lambda: msgspec.json.encode(told_puzzle(puzzle, standing=standing)))
    return Response(made, media_type="application/json")


@post("/api/puzzles/{name:str}", status_code=200)
async def try_puzzle(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """What is said of a try. The first answer counts; an empty body gives up and shows the answer."""
    hub: Hub = state.hub
    try:
        puzzle = puzzles.find(name)
    except PuzzleError:
        return no_puzzle()
    if not TRIES.take(address_of(request)):
        return refused(429, "too-many", "That is more answers than anybody can think of; wait a moment.")
    body = await request.body()
    try:
        told, right = await hub.aside.do(lambda: judged(puzzle, body))
    except MoveError as error:
        return Response({"right": False, "text": f"{str(error)[:1].upper()}{str(error)[1:]}."})
    guest, headers = guest_of(request, hub)
    if right is not None and guest is not None:
        before, found = await count(hub, guest, puzzle, right)
        told["streak"] = found.solver.streak
        if found.counts:
            told["counted"] = counted_text(before.standing, found.solver.standing)
    return Response(msgspec.json.encode(told), media_type="application/json", headers=headers)


# --- for whoever is sent the link -------------------------------------------------------------------------------------


@get("/puzzles/{name:str}", opt=PACKED)
async def puzzle_page(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """The web client on a puzzle, with what others show of a link; with `.png` behind it, the picture of its board."""
    hub: Hub = state.hub
    wanted = name.removesuffix(".png")
    try:
        puzzle = puzzles.find(wanted)
    except PuzzleError:
        return shared_page(None, request, state) if wanted == name else no_puzzle()
    if wanted == name:
        standing = await standing_of(hub.store, puzzle)
        return shared_page(await hub.aside.do(lambda: card(puzzle, standing)), request, state)
    return await board_picture(
        state, ("puzzle", puzzle.id), lambda: asked(puzzle), PICTURE_SECONDS, listed=True
    )


def card(puzzle: Puzzle, standing: Standing) -> Card:
    """What a link to the puzzle looks like elsewhere: the question, and nothing of its answer."""
    told = told_puzzle(puzzle, standing=standing)
    return Card(
        path=f"/puzzles/{puzzle.id}",
        title=f"A puzzle: {told.title}",
        about=f"{shared_text(told)} {head_text(told)}",
        picture=f"The position of a puzzle: {told.title}",
        listed=True,
    )


def asked(puzzle: Puzzle) -> Replay:
    """Where the puzzle begins."""
    game = game_of(puzzle)
    return Replay(game, start=game.load(puzzle.position))


HANDLERS = [puzzle_page, all_puzzles, next_puzzle, one_puzzle, try_puzzle]

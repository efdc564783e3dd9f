"""Everything the server answers by HTTP: the web client's files, games and rules as data, rooms, health and metrics."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from litestar import Litestar, Response, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp

from quintet import __version__
from quintet.games import GAMES
from quintet.games.contract import GameError
from quintet.games.record import MAX_BYTES
from quintet.inputs import UsageError
from quintet.say.told import counts
from quintet.server.analysis import Analyses, analyse_position, pack_position
from quintet.server.answers import (
    Answers,
    Packed,
    Ready,
    all_games,
    described,
    pack,
    protocol,
    protocol_page,
    recorded,
    ruled,
    sampled,
)
from quintet.server.archive import HANDLERS as ARCHIVE
from quintet.server.aside import BusyError
from quintet.server.assets import Assets
from quintet.server.coach import HANDLERS as COACH
from quintet.server.docs import STYLE
from quintet.server.edge import Edge
from quintet.server.explorer import HANDLERS as EXPLORER
from quintet.server.guard import ENGINE_POLICY, STOPPING, Answer, Guard, guarded
from quintet.server.hub import Hub
from quintet.server.identity import cookie_header
from quintet.server.lessons import HANDLERS as LESSONS
from quintet.server.limits import UNLIMITED, Buckets, Doorkeeper, Proxies
from quintet.server.links import shared_page
from quintet.server.logs import log, note
from quintet.server.metrics import metrics
from quintet.server.packing import KeptJson, Packing
from quintet.server.puzzles import HANDLERS as PUZZLES
from quintet.server.replies import (
    NO_SUCH_PAGE,
    PACKED,
    WHERE_TO_LOOK,
    Asked,
    address_of,
    file_answer,
    guest_of,
    is_secure,
    packed_answer,
    refused,
)
from quintet.server.review_pages import HANDLERS as REVIEWS
from quintet.server.studies import HANDLERS as STUDIES
from quintet.server.studies import KILOBYTES_BURST, KILOBYTES_PER_SECOND, SAVES_BURST, SAVES_PER_SECOND
from quintet.server.study_board import HANDLERS as STUDY_BOARD
from quintet.store import DamageError, StoreError
from quintet.study.puzzles import by_id
from quintet.table.commands import Create
from quintet.wire import WIRE_SENTENCES, WireCode

LARGEST_BODY = 1024 * 1024
"""A room may be made from a long record."""
TOO_LARGE = (
    f"That is too long: a file of games may have {MAX_BYTES // 1_000_000} MB, everything else 1 MB at most."
)
PAGES = re.compile(
    r"/*((analysis|g|games|learn|lessons|play|puzzles|r|rooms|rules|settings|study|view)(/.*)?)?"
)
"""How the addresses begin at which the web client has something to show."""
ENGINE_WORKER = "engine/worker.js"
"""The only script that runs compiled code; no page does."""
WEB = Path(__file__).resolve().parent.parent / "web"
MEASURED_SECONDS = 0.1
"""How long metrics are good for: making them takes milliseconds of the loop's time."""

# --- games and rules --------------------------------------------------------------------------------------------------


@get("/api/games", opt=PACKED)
async def list_games(request: Asked, state: State) -> Response[bytes]:
    """Every game with its options."""
    return packed_answer(request, await state.answers.get("games", all_games))


@get("/api/games/{name:str}", opt=PACKED)
async def describe_game(
    name: FromPath[str], request: Asked, state: State, options: FromQuery[str] = "{}"
) -> Response[bytes]:
    """Everything about one game: layout, palette, start position. `options` is a JSON object of settings."""
    return packed_answer(request, await state.hub.aside.do(lambda: described(name, options)))


@post("/api/games/{name:str}", status_code=200, opt=PACKED)
async def describe_large_game(name: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """The same, for settings that are too long for an address: they are the body."""
    body = await request.body()

    def work() -> Packed:
        try:
            return described(name, body.decode())
        except UnicodeDecodeError:
            raise GameError("options must be a JSON object in UTF-8") from None

    return packed_answer(request, await state.hub.aside.do(work))


@get("/api/games/{name:str}/sample", opt=PACKED)
async def sample_game(name: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """A short game to look at: the board it starts from, and the moves and changes of each ply."""
    known = GAMES.get(name)  # what is kept is kept for games that there are
    return packed_answer(request, await state.answers.get(("sample", known), lambda: sampled(name)))


@get("/api/rules/{name:str}", opt=PACKED)
async def rule_page(name: FromPath[str], request: Asked, state: State) -> Response[bytes]:
    """The rule page as Markdown, and its examples as data."""
    known = GAMES.get(name)
    return packed_answer(request, await state.answers.get(("rules", known), lambda: ruled(name)))


# --- rooms ------------------------------------------------------------------------------------------------------------


@get("/api/rooms", opt=PACKED)
async def list_rooms(request: Asked, state: State) -> Response[bytes]:
    """The rooms on the list, newest first."""
    rooms = state.hub.lobby.rooms()  # the same ones until the list changes
    return packed_answer(request, await state.answers.get("rooms", lambda: pack(rooms), of=rooms))


@get("/api/players", sync_to_thread=False)
def list_players(state: State) -> Response[bytes]:
    """Everybody who can be given a seat: machines, and the bots that are signed on now."""
    hub: Hub = state.hub
    return Response(msgspec.json.encode(hub.bench.candidates()), media_type="application/json")


@post("/api/rooms", status_code=201)
async def open_room(request: Asked, state: State) -> Response[Any]:
    """Open a room: the body is a `create` message; the answer is `{"room": id, "path": "/r/id"}`."""
    hub: Hub = state.hub
    body = await request.body()
    try:
        command = await hub.aside.do(lambda: msgspec.json.decode(body, type=Create))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        return refused(400, "malformed", f"The body must be a create message: {error}.")
    guest, cookie = guest_of(request, hub)
    if guest is None:
        return refused(403, "wrong-token", "This server did not sign that guest; come without one.")
    made = await hub.create(guest, address_of(request), command)
    if not isinstance(made, str):
        status = {"too-many-rooms": 429, "unavailable": 503}.get(made.code, 400)
        return refused(status, made.code, made.text)
    return Response({"room": made, "path": f"/r/{made}"}, status_code=201, headers=cookie)


@get("/api/rooms/{name:str}/record", opt=PACKED)
async def download_record(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """What has been played in a room so far, as a record."""
    hub: Hub = state.hub
    table = await hub.table(name)
    if table is None:
        return refused(404, "no-such-room", "There is no such room.")
    made = await hub.aside.do(lambda: recorded(table))
    name = f"{table.game.name}-{table.room}.json"
    return packed_answer(request, made, **{"Content-Disposition": f'attachment; filename="{name}"'})


@post("/api/records", status_code=200, request_max_body_size=MAX_BYTES, opt=PACKED)
async def read_records(request: Asked, state: State) -> Response[Any]:
    """What a file of games holds, in any format that we read: the body is the file as it is."""
    made = await state.hub.beside.do("file of games", await request.body())
    return packed_answer(request, Packed(*made))


@get("/api/rooms/{name:str}/info/{plies:int}")
async def info_at(name: FromPath[str], plies: FromPath[int], state: State) -> Response[Any]:
    """What was counted in a room's game after so many plies, as data and as it is told, for who steps back through it."""
    hub: Hub = state.hub
    table = await hub.table(name)
    if table is None:
        return refused(404, "no-such-room", "There is no such room.")
    if not 0 <= plies <= len(table.plies):
        return refused(404, "no-such-page", f"The game has {len(table.plies)} plies.")
    position = table.plies[plies - 1].position if plies else table.start
    info = table.game.describe(position)
    return Response(
        msgspec.json.encode({"info": info, "counts": counts(info)}), media_type="application/json"
    )


# --- the web client ---------------------------------------------------------------------------------------------------


@get("/static/{name:path}", sync_to_thread=False, opt=PACKED)
def static_file(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """A file of the web client."""
    name = name.lstrip("/")
    policy = {"Content-Security-Policy": ENGINE_POLICY} if name == ENGINE_WORKER else {}
    return file_answer(state.assets, name, request, policy)


@get(["/", "/puzzles", "/study", "/{page:path}"], sync_to_thread=False, opt=PACKED)
def client_page(request: Asked, state: State, page: FromPath[str] = "") -> Response[Any]:
    """The web client itself; it finds out from the address what to show. `/r/ROOM` is the link to a room.

    Pages below which there are others that are made by the server have to be named.
    """
    if "." in page.rpartition("/")[2] or page.startswith("/api/"):
        return refused(404, "no-such-page", NO_SUCH_PAGE)
    if not PAGES.fullmatch(page):
        return shared_page(None, request, state)
    guest, cookie = guest_of(request, state.hub)
    if guest is None:  # signed with another secret: start afresh
        token = state.hub.identity.new_token()
        cookie = {"Set-Cookie": cookie_header(token, is_secure(request))}
    return file_answer(state.assets, "index.html", request, cookie)


# --- the protocol, health and metrics ---------------------------------------------------------------------------------


@get("/docs", media_type="text/html", opt=PACKED)
async def protocol_for_people(request: Asked, state: State) -> Response[bytes]:
    """Every message of the protocol, for people."""
    return packed_answer(
        request, await state.answers.get("protocol page", protocol_page), "text/html; charset=utf-8"
    )


@get("/docs/style.css", media_type="text/css", sync_to_thread=False)
def protocol_style() -> str:
    return STYLE


@get("/docs/schema.json", opt=PACKED)
async def protocol_schema(request: Asked, state: State) -> Response[bytes]:
    """Every message of the protocol, as JSON Schema."""
    return packed_answer(request, await state.answers.get("protocol", protocol))


@get("/health", sync_to_thread=False)
def health() -> dict[str, str]:
    """The process runs."""
    return {"status": "ok"}


@get("/ready")
async def ready(state: State) -> Response[Any]:
    """The store can be written to, and the server is not stopping: send players here."""
    hub: Hub = state.hub
    trouble = STOPPING if hub.closing else await hub.upkeep.trouble()
    if trouble is not None:
        return refused(503, "unavailable", trouble)
    return Response({"status": "ready"})


@get("/metrics", sync_to_thread=False)
def metrics_page(state: State) -> Response[bytes]:
    """Counters and gauges in the format of Prometheus, as they were within the last moment."""
    now = monotonic()
    if now - state.measured[0] > MEASURED_SECONDS:
        state.measured = now, metrics(state.hub, state.pool, state.edge)
    return Response(state.measured[1], media_type="text/plain; version=0.0.4; charset=utf-8")


# --- the application --------------------------------------------------------------------------------------------------


def on_game_error(_: Asked, error: Exception) -> Response[Answer]:
    return refused(400, "refused", str(error))


def on_http_error(request: Asked, error: HTTPException) -> Response[Answer]:
    """What the framework refuses is told in our words, where we know what would be right."""
    status = error.status_code
    if status == 404:
        return refused(status, "no-such-page", NO_SUCH_PAGE)
    if status == 405:
        return refused(status, "no-such-page", f"{request.method} does nothing here; {WHERE_TO_LOOK}")
    if status == 413:
        return refused(status, "too-large", TOO_LARGE)
    return refused(status, "refused", error.detail)


def on_store_error(_: Asked, error: Exception) -> Response[Answer]:
    note("store failed", error=str(error))
    code: WireCode = "damaged" if isinstance(error, DamageError) else "unavailable"
    return refused(410 if code == "damaged" else 503, code, WIRE_SENTENCES[code])


def on_busy(_: Asked, error: Exception) -> Response[Answer]:
    return refused(503, "unavailable", str(error))


def on_error(request: Asked, error: Exception) -> Response[Answer]:
    """A mistake of ours: the log has it all, and the client is told no more than that."""
    log.error("request failed", exc_info=error, extra={"data": {"path": request.scope["path"]}})
    return refused(500, "broken", "The server failed at this request; the fault is not yours.")


def made_ahead(app: Litestar) -> None:
    """What is made once, and takes longer than others should wait: the first who asked would have it made in the loop."""
    assert app.openapi_schema
    by_id()


def make_app(
    hub: Hub,
    pool: Any,
    doorkeeper: Doorkeeper,
    proxies: Proxies,
    edge: Edge,
    *,
    limited: bool = True,
    lazy: bool = True,
    web: Path = WEB,
) -> ASGIApp:
    """The HTTP side of the server, as an ASGI application; unless it is lazy, what its first guests need is made before they come."""
    app = Litestar(
        route_handlers=[
            list_games, describe_game, describe_large_game, sample_game, rule_page, list_rooms, list_players, open_room, download_record, info_at, read_records, pack_position, analyse_position,
            *ARCHIVE, *REVIEWS, *LESSONS, *STUDY_BOARD, *STUDIES, *COACH, *EXPLORER, *PUZZLES, static_file, client_page,
            protocol_for_people, protocol_style, protocol_schema, health, ready, metrics_page,
        ],
        state=State({"hub": hub, "pool": pool, "assets": Assets(web), "proxies": proxies, "edge": edge, "answers": Answers(hub.aside), "measured": (0.0, b""), "steps": Ready(hub.longer), "pictures": Ready(hub.longer), "analyses": Analyses(), "saves": Buckets(SAVES_BURST if limited else UNLIMITED, SAVES_PER_SECOND), "saved_kilobytes": Buckets(KILOBYTES_BURST if limited else UNLIMITED, KILOBYTES_PER_SECOND)}),
        exception_handlers={
            GameError: on_game_error, UsageError: on_game_error, HTTPException: on_http_error,
            StoreError: on_store_error, BusyError: on_busy, Exception: on_error,
        },
        openapi_config=OpenAPIConfig(
            title="quintet", version=__version__, path="/docs/http/openapi.json",
            render_plugins=[KeptJson(path="/")],
        ),
        request_max_body_size=LARGEST_BODY,
        middleware=[Packing(hub.aside)],
        logging_config=None,
    )  # fmt: skip
    if not lazy:
        hub.start(hub.longer.do(lambda: made_ahead(app)))
    return guarded(app, Guard(doorkeeper, hub.identity, proxies, limited=limited))

"""The archive by HTTP: lists, one game and its files, its picture, its page for whoever is sent the link, and for a frame."""

from __future__ import annotations

import html
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from quintet.games.contract import GameError
from quintet.games.formats import FORMATS
from quintet.games.record import MAX_BYTES, read_record, replay
from quintet.inputs import UsageError
from quintet.say.study import some
from quintet.server.answers import Packed, Ready, pack
from quintet.server.hub import Hub
from quintet.server.links import Card, board_picture, shared_page
from quintet.server.replies import (
    PACKED,
    Asked,
    known_guest,
    packed_answer,
    refused,
)
from quintet.server.shown import named, shown, summary
from quintet.server.waiting import boards_for, reviews_for, tables_for
from quintet.store.archive import MOST_FOUND, Entry, Kept, Search, is_id

PAGE = 20
LARGEST_NUMBER = 2**53
PICTURE_SECONDS = 86_400
"""How long the picture of a game may be kept elsewhere."""


class Wished(Struct, forbid_unknown_fields=True):
    """What a player wants of a game."""

    wish: Literal["public", "private", "gone"]


# --- lists ------------------------------------------------------------------------------------------------------------


@get("/api/archive")
async def list_archive(
    request: Asked,
    state: State,
    mine: FromQuery[bool] = False,
    game: FromQuery[str] = "",
    name: FromQuery[str] = "",
    result: FromQuery[str] = "",
    since: FromQuery[str] = "",
    until: FromQuery[str] = "",
    options: FromQuery[str] = "{}",
    after: FromQuery[str] = "",
) -> Response[Any]:
    """Finished games, latest first: those that are public, or one's own. `after` is the `next` of the page before."""
    hub: Hub = state.hub
    guest = known_guest(request, hub)
    if mine and not guest:
        return Response({"games": [], "next": None})
    search = Search(
        guest=guest if mine else "",
        game=game[:100],
        name=name[:80],
        result=one_of(result, ("won", "lost", "drawn") if mine else ("decided", "drawn")),
        since=day(since),
        until=day(until, later=1),
        settings=settings_from(options),
        after=cursor(after),
        limit=PAGE + 1,
    )
    if name and not search.name.strip():
        return Response({"games": [], "next": None})
    found = await hub.store.archive.find(search)
    more = found[PAGE - 1] if len(found) > PAGE else None
    body = {
        "games": [summary(entry, guest) for entry in found[:PAGE]],
        "next": f"{more.ended}-{more.id}" if more else None,
    }
    return Response(msgspec.json.encode(body), media_type="application/json")


def one_of(text: str, allowed: tuple[str, ...]) -> Any:
    if text and text not in allowed:
        raise UsageError(f"result can be {', '.join(allowed[:-1])} or {allowed[-1]}, not {text[:40]!r}")
    return text


def day(text: str, later: int = 0) -> int | None:
    """A day, in milliseconds at its beginning, or so many days later; None if none is named."""
    if not text:
        return None
    try:
        begin = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC) + timedelta(days=later)
    except (ValueError, OverflowError):
        raise UsageError(f"a day is written as 2026-11-17, not {text[:40]!r}") from None
    return round(begin.timestamp() * 1000)


def settings_from(text: str) -> dict[str, Any]:
    """Settings to search for: plain values, and not many."""
    try:
        found = msgspec.json.decode(text[:4000], type=dict[str, int | str])
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise UsageError('options must be a JSON object of plain values, such as {"size": 6}') from None
    sound = all(name.isidentifier() and len(name) <= 40 for name in found)
    if (
        len(found) > 20
        or not sound
        or any(isinstance(v, int) and abs(v) > LARGEST_NUMBER for v in found.values())
    ):
        raise UsageError("options name settings of the game that no game has")
    return found


def cursor(text: str) -> tuple[int, str] | None:
    ended, _, game = text.partition("-")
    if not text:
        return None
    if not (ended.isascii() and ended.isdecimal() and len(ended) < 16 and is_id(game)):
        raise UsageError("after must be the `next` of the page before")
    return int(ended), game


@get("/api/rooms/{name:str}/games")
async def games_of_room(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """The games that were finished in a room, for who knows the room."""
    hub: Hub = state.hub
    await hub.archivist.settled(name)
    guest = known_guest(request, hub)
    entries = (await hub.store.archive.of_room(name))[-MOST_FOUND:] if len(name) <= 100 else []
    body = msgspec.json.encode([summary(entry, guest) for entry in entries])
    return Response(body, media_type="application/json")


@get("/api/mine")
async def list_mine(request: Asked, state: State) -> Response[Any]:
    """What waits for the one who asks: games that run and rooms of theirs, each with a small board, and reviews."""
    hub: Hub = state.hub
    guest = known_guest(request, hub)
    tables, reviews = await tables_for(hub, guest), await reviews_for(hub, guest)
    if not tables:
        return Response({"rooms": [], "reviews": reviews})
    made = await hub.aside.do(lambda: msgspec.json.encode(boards_for(tables, guest) | {"reviews": reviews}))
    return Response(made, media_type="application/json")


# --- one game ---------------------------------------------------------------------------------------------------------


async def find(name: str, hub: Hub) -> Kept | None:
    return await hub.store.archive.kept(name) if is_id(name) else None


def nothing() -> Response[Any]:
    return refused(404, "no-such-game", "There is no such game; it may have been deleted.")


@get("/api/archive/{name:str}", opt=PACKED)
async def one_game(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """A game, to be stepped through: `game` as in a list, and `show`, its boards and moves."""
    hub: Hub = state.hub
    kept = await find(name, hub)
    if kept is None:
        return nothing()
    told = summary(kept.entry, known_guest(request, hub))
    ready: Ready = state.steps
    try:
        made = await ready.get(name, lambda: pack(shown(read_record(kept.record))))
    except GameError as error:
        return refused(410, "cannot-be-shown", f"This game cannot be played through any more: {error}.")
    whole = b'{"game":' + msgspec.json.encode(told) + b',"show":' + made.plain + b"}"
    return packed_answer(request, await ready.aside.do(lambda: pack(whole)))


@get("/api/archive/{name:str}/{form:str}")
async def one_file(name: FromPath[str], form: FromPath[str], state: State) -> Response[Any]:
    """A game as a file, in any format that can hold it."""
    hub: Hub = state.hub
    kept = await find(name, hub)
    if kept is None:
        return nothing()
    played = [one for one in FORMATS if not one.for_studies]
    wanted = next((one for one in played if one.name == form), None)
    if wanted is None or (wanted.games and kept.entry.game not in wanted.games):
        fitting = ", ".join(one.name for one in played if not one.games or kept.entry.game in one.games)
        return refused(404, "no-such-format", f"This game can be had as {fitting}.")
    record = named(kept.record, kept.entry)
    ready: Ready = state.steps
    text = await ready.aside.do(lambda: wanted.writes([record]).encode())
    file = f"{kept.entry.game}-{name}{wanted.suffixes[0]}"
    headers = {"Content-Disposition": f'attachment; filename="{file}"'}
    return Response(text, media_type="application/octet-stream", headers=headers)


@post("/api/archive/{name:str}", status_code=200)
async def wish_for(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """A player wants a game to be public, private or gone."""
    hub: Hub = state.hub
    try:
        wished = msgspec.json.decode(await request.body(), type=Wished)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return refused(400, "malformed", 'The body must be {"wish": "public"}, "private" or "gone".')
    guest = known_guest(request, hub)
    kept = await find(name, hub)
    if kept is None:
        return nothing()
    if not kept.entry.seats_of(guest):
        return refused(403, "not-yours", "Only those who played a game may change who sees it.")
    now = await hub.archivist.wish(kept.entry, guest, wished.wish)
    if now is None:
        await hub.reviews.forget(name)
    return Response({"game": None if now is None else summary(now, guest)})


@post("/api/replay", status_code=200, request_max_body_size=MAX_BYTES, opt=PACKED)
async def replay_record(request: Asked, state: State) -> Response[Any]:
    """A record that somebody brings, to be stepped through: the body is the record."""
    made = await state.hub.beside.do("record", await request.body())
    return packed_answer(request, Packed(*made))


# --- for whoever is sent the link -------------------------------------------------------------------------------------


@get("/g/{name:str}", opt=PACKED)
async def game_page(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """The web client on a game, with what others show of a link; with `.png` behind it, the picture of its last board."""
    hub: Hub = state.hub
    if name.endswith(".png"):
        return await picture(name.removesuffix(".png"), state)
    kept = await find(name, hub)
    return shared_page(None if kept is None else card(kept.entry), request, state)


def card(entry: Entry) -> Card:
    """What a link to the game looks like elsewhere."""
    told = summary(entry, "")
    title = f"{entry.title}: {told['who']}"
    return Card(
        path=f"/g/{entry.id}",
        title=title,
        about=" · ".join([told["result"], *entry.rules, told["clock"], some(entry.plies, "move")]),
        picture=f"The last position of {title}",
        listed=entry.public,
    )


async def picture(name: str, state: State) -> Response[Any]:
    kept = await find(name, state.hub)
    if kept is None:
        return nothing()
    listed = kept.entry.public
    return await board_picture(
        state, name, lambda: replay(read_record(kept.record)), PICTURE_SECONDS, listed=listed
    )


FRAME = """<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>{title}</title>
    <link rel="icon" href="/static/art/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/static/style/type.css">
    <link rel="stylesheet" href="/static/style/page.css">
    <link rel="stylesheet" href="/static/style/board.css">
    <link rel="stylesheet" href="/static/style/table.css">
    <link rel="stylesheet" href="/static/style/game.css">
    <script type="module" src="/static/embed.js"></script>
  </head>
  <body class="framed" data-game="{game}">
    <noscript>{alone}</noscript>
  </body>
</html>
"""


@get("/embed/{name:str}", media_type="text/html")
async def frame_page(name: FromPath[str], state: State) -> Response[Any]:
    """A game for a frame in a page of somebody else's: nothing of theirs is needed, and nobody becomes a guest by it."""
    kept = await find(name, state.hub)
    title, alone = "No such game", "<p>There is no such game; it may have been deleted.</p>"
    if kept is not None:
        told = summary(kept.entry, "")
        title = html.escape(f"{kept.entry.title}: {told['who']}")
        alone = (
            f'<a href="/g/{name}" target="_blank"><img src="/g/{name}.png" width="400" alt="{title}"></a>'
            f"<p><b>{html.escape(told['who'])}</b> {html.escape(told['result'])}</p>"
        )
    page = FRAME.format(title=title, game=name if kept is not None else "", alone=alone)
    return Response(page, status_code=200 if kept else 404, media_type="text/html")


HANDLERS = [
    list_archive, games_of_room, list_mine, one_game, one_file, wish_for, replay_record, game_page, frame_page,
]  # fmt: skip

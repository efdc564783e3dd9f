"""Studies that people keep: saved under a name, shared by a link, and never overwritten by who had not seen the last version.

A version is kept under a key of its own and is written once, so that of two who save at the same time one comes first and
the other's becomes a study beside it. Only the last few versions stay.
"""

from __future__ import annotations

import re
import secrets
import time
from typing import Any, Literal

import msgspec
from litestar import Response, get, post
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Struct

from quintet.games.contract import GameError
from quintet.games.record import Replay, replay
from quintet.games.registry import game as make_game
from quintet.games.variations import MOST_BYTES, Study, StudyError, main_line
from quintet.say.study import study_about, study_title
from quintet.server.answers import Packed
from quintet.server.hub import Hub
from quintet.server.limits import Buckets
from quintet.server.links import Card, board_picture, shared_page
from quintet.server.replies import PACKED, Asked, address_of, guest_of, known_guest, packed_answer, refused
from quintet.server.study_reading import DAMAGED, Head, Written, kept_study
from quintet.store import Store

VERSIONS, LATEST, OWN = "study/", "study-latest/", "study-of/"
"""Kept under these: a version by study and number, the number of the latest, and by guest and study what a list shows."""
MOST_VERSIONS = 10
MOST_OF_A_GUEST = 200
SAVES_BURST, SAVES_PER_SECOND = 60, 0.2
"""How often one address may save."""
KILOBYTES_BURST, KILOBYTES_PER_SECOND = 8192, 3
"""And how much: a study has some kilobytes, and a stranger all day."""
PICTURE_SECONDS = 600
"""How long the picture of a study may be kept elsewhere: it may be saved again."""
ID = re.compile(r"[0-9a-f]{16}")
SAVED = "Saved."
TAKEN_OVER = "Saved as a study of your own: the one it comes from belongs to somebody else."
MEANWHILE = (
    "Saved beside it: this study was saved elsewhere since you opened it, and nothing of that is lost."
)


class Version(Struct, frozen=True, kw_only=True):
    """A study as it was saved once. The maker is never told to anybody."""

    number: int
    maker: str
    saved: int
    """In milliseconds."""
    study: msgspec.Raw
    """A `Study` as it was written: reading one may take a while."""


class Wished(Struct, forbid_unknown_fields=True):
    """What the maker wants of a study."""

    wish: Literal["gone"]


def under(study: str, number: int) -> str:
    return f"{VERSIONS}{study}/{number:09}"


async def latest(store: Store, study: str) -> Version | None:
    """The last version of a study; None if there is no such study, StudyError if it is damaged."""
    if not ID.fullmatch(study):
        return None
    number = int((await store.kept(LATEST + study)).get(LATEST + study, b"0"))
    found = await version(store, study, number)
    while found is not None and (later := await version(store, study, found.number + 1)) is not None:
        found = later  # saved by somebody who has not come to say so yet
    return found


async def version(store: Store, study: str, number: int) -> Version | None:
    key = under(study, number)
    data = (await store.kept(key)).get(key)
    try:
        return None if data is None else msgspec.json.decode(data, type=Version)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise StudyError(DAMAGED) from error


async def put(store: Store, study: str, wanted: Version, game: str, name: str) -> bool:
    """Keep a version of a study of this game and name, unless another has its number already."""
    data = msgspec.json.encode(wanted)
    if await store.first_kept(under(study, wanted.number), data) != data:
        return False
    await store.keep(LATEST + study, str(wanted.number).encode())
    if wanted.number > MOST_VERSIONS:
        await store.keep(under(study, wanted.number - MOST_VERSIONS), None)
    entry = {"id": study, "name": name, "game": game, "saved": wanted.saved}
    await store.keep(f"{OWN}{wanted.maker}/{study}", msgspec.json.encode(entry))
    return True


async def save(store: Store, guest: str, wanted: Written) -> tuple[str, Version, str]:
    """Keep a study: its id, the version and what became of it. It is a new one where the last version is not its base.

    GameError if that would be one too many.
    """
    now, study, base = time.time_ns() // 1_000_000, msgspec.Raw(wanted.study), wanted.id
    before = await latest(store, base)
    text = SAVED
    if before is not None:
        made = Version(number=before.number + 1, maker=guest, saved=now, study=study)
        own = before.maker == guest and before.number == wanted.version
        if own and await put(store, base, made, wanted.game, wanted.name):
            return base, made, SAVED
        text = MEANWHILE if before.maker == guest else TAKEN_OVER
    if len(await store.kept(f"{OWN}{guest}/")) >= MOST_OF_A_GUEST:
        raise GameError(f"You have {MOST_OF_A_GUEST} studies; delete one before you keep another.")
    new = secrets.token_hex(8)
    made = Version(number=1, maker=guest, saved=now, study=study)
    await put(store, new, made, wanted.game, wanted.name)
    return new, made, text


# --- by HTTP ----------------------------------------------------------------------------------------------------------


def nothing() -> Response[Any]:
    return refused(404, "no-such-study", "There is no such study; it may have been deleted.")


@post("/api/studies", status_code=200, request_max_body_size=MOST_BYTES + 1024)
async def save_study(request: Asked, state: State) -> Response[Any]:
    """Keep a study, or a new version of one: the body is `{"study", "id", "version"}`."""
    hub: Hub = state.hub
    guest, cookie = guest_of(request, hub)
    if guest is None:
        return refused(403, "wrong-token", "This server did not sign that guest; come without one.")
    saves: Buckets = state.saves
    if not saves.take(address_of(request)):
        return refused(429, "too-fast", "Many studies were saved from here just now; try again in a minute.")
    body = await request.body()
    room: Buckets = state.saved_kilobytes
    if not room.take(address_of(request), len(body) / 1024):
        return refused(429, "too-much", "Very large studies were saved from here; try again in some minutes.")
    (written,) = await hub.beside.do("study to be kept", body)
    name, made, text = await save(hub.store, guest, msgspec.msgpack.decode(written, type=Written))
    told = {"id": name, "version": made.number, "yours": True, "path": f"/study/{name}", "text": text}
    return Response(told, headers=cookie)


@get("/api/studies")
async def list_studies(request: Asked, state: State) -> Response[Any]:
    """The studies of the one who asks, latest first."""
    hub: Hub = state.hub
    guest = known_guest(request, hub)
    kept = await hub.store.kept(f"{OWN}{guest}/") if guest else {}
    found = [msgspec.json.decode(entry) for entry in kept.values()]
    return Response({"studies": sorted(found, key=lambda entry: -entry["saved"])})


@get("/api/studies/{name:str}", opt=PACKED)
async def one_study(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """A study as it was saved last, and its rounds as a list shows them."""
    hub: Hub = state.hub
    found = await latest(hub.store, name)
    if found is None:
        return nothing()
    yours = found.maker == known_guest(request, hub)
    head = msgspec.msgpack.encode(Head(name, found.number, yours, found.saved))
    return packed_answer(request, Packed(*await hub.beside.do("study", head, bytes(found.study))))


@post("/api/studies/{name:str}", status_code=200)
async def wish_for_study(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """The maker wants a study to be gone."""
    hub: Hub = state.hub
    try:
        msgspec.json.decode(await request.body(), type=Wished)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return refused(400, "malformed", 'The body must be {"wish": "gone"}.')
    found = await latest(hub.store, name)
    if found is None:
        return nothing()
    if found.maker != known_guest(request, hub):
        return refused(403, "not-yours", "Only who made a study may delete it.")
    for number in range(max(1, found.number - MOST_VERSIONS), found.number + 1):
        await hub.store.keep(under(name, number), None)
    await hub.store.keep(LATEST + name, None)
    await hub.store.keep(f"{OWN}{found.maker}/{name}", None)
    return Response({"id": name})


# --- for whoever is sent the link -------------------------------------------------------------------------------------


@get("/study/{name:str}", opt=PACKED)
async def study_page(name: FromPath[str], request: Asked, state: State) -> Response[Any]:
    """The web client on a study, with what others show of a link; with `.png` behind it, a picture of it."""
    if name.endswith(".png"):
        return await study_picture(name.removesuffix(".png"), state)
    hub: Hub = state.hub
    shown: Card | None = None
    try:
        found = await latest(hub.store, name)
        if found is not None:
            shown = await hub.aside.do(lambda: card(name, kept_study(bytes(found.study))))
    except GameError:
        pass  # the client asks for the study, and is told what is wrong with it
    return shared_page(shown, request, state)


async def study_picture(name: str, state: State) -> Response[Any]:
    found = await latest(state.hub.store, name)
    if found is None:
        return nothing()
    key = ("study", name, found.number)
    return await board_picture(
        state, key, lambda: pictured(kept_study(bytes(found.study))), PICTURE_SECONDS, listed=False
    )


def card(name: str, study: Study) -> Card:
    """What a link to the study looks like elsewhere. It is for those who were sent it."""
    game = make_game(study.game, **study.options)
    title = study_title(study, game)
    return Card(
        path=f"/study/{name}",
        title=title,
        about=study_about(study, game),
        picture=f"A position of {title}",
        listed=False,
    )


def pictured(study: Study) -> Replay:
    """Where it begins, if somebody has set that up; otherwise where its main line leads."""
    line = main_line(study)
    return replay(msgspec.structs.replace(line, moves=()) if line.start is not None else line)


HANDLERS = [study_page, save_study, list_studies, one_study, wish_for_study]

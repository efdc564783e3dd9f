"""The explorer by HTTP: what was played in a position, by whom, how often and with what result."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.datastructures import State
from msgspec import Meta

from quintet.games.record import Replay
from quintet.server.hub import Hub
from quintet.server.replies import Asked, known_guest
from quintet.server.study_board import Line, line_of, read
from quintet.store.explorer import SOURCES, Source
from quintet.store.exploring import Wanted, explore


class Explored(Line, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was played where a line leads: in whose games, and whether only in one's own."""

    sources: Annotated[tuple[Source, ...], Meta(max_length=len(SOURCES))] = SOURCES
    mine: bool = False


def asked_for(body: bytes) -> tuple[Explored, Replay]:
    asked: Explored = read(body, Explored)
    return asked, line_of(asked)


@post("/api/explorer", status_code=200)
async def explored(request: Asked, state: State) -> Response[Any]:
    """What was played where a line of moves leads. The body brings the line, and may name `sources` and `mine`."""
    hub: Hub = state.hub
    body = await request.body()
    asked, played = await hub.aside.do(lambda: asked_for(body))
    guest = known_guest(request, hub)
    # Whoever has never been here has no games: nobody's are asked for.
    wanted = Wanted(asked.sources, guest or "nobody" if asked.mine else "")
    told = await explore(hub.store, played, wanted, hub.aside.do)
    return Response(msgspec.json.encode(told), media_type="application/json")


HANDLERS = [explored]

"""What a link looks like where it is shared: the web client's page with a title, a few words and the picture of a board."""

from __future__ import annotations

import html
from collections.abc import Callable
from typing import Any

from litestar import Response
from litestar.datastructures import State
from msgspec import Struct

from quintet.games.record import Replay
from quintet.inputs import UsageError
from quintet.say.marks import marked
from quintet.server.answers import Packed, Ready
from quintet.server.identity import cookie_header
from quintet.server.replies import Asked, guest_of, is_secure

PICTURE = 640
"""Pixels."""


class Card(Struct, frozen=True, kw_only=True):
    """What others show of a link."""

    path: str
    """Where it leads; with `.png` behind it, its picture."""
    title: str
    about: str
    picture: str
    """What is to be seen in the picture."""
    listed: bool
    """May it be found by those who were not sent the link?"""

    def lines(self, where: str) -> str:
        """For the head of a page that was found there."""
        link = where + self.path
        tags = {
            "og:type": "article", "og:site_name": "quintet", "og:title": self.title, "og:description": self.about,
            "og:url": link, "og:image": f"{link}.png", "og:image:alt": self.picture,
            "twitter:card": "summary_large_image",
        }  # fmt: skip
        lines = [f"<title>{html.escape(self.title)} · quintet</title>"]
        lines += [f'<meta property="{name}" content="{html.escape(text)}">' for name, text in tags.items()]
        if not self.listed:
            lines.append('<meta name="robots" content="noindex">')
        return "\n    ".join(lines)


def address(request: Asked) -> str:
    """Where the one who asks has found this server."""
    return f"{'https' if is_secure(request) else 'http'}://{request.headers.get('host', '')}"


def shared_page(card: Card | None, request: Asked, state: State) -> Response[Any]:
    """The web client, with what others show of the link; without a card there is nothing at the address, and the client says so."""
    page: str = state.assets.get("index.html").body.decode()
    if card is not None:
        page = page.replace("<title>quintet</title>", card.lines(address(request)))
    guest, cookie = guest_of(request, state.hub)
    if guest is None:
        cookie = {"Set-Cookie": cookie_header(state.hub.identity.new_token(), is_secure(request))}
    headers = cookie | {"Cache-Control": "no-cache"}
    return Response(page.encode(), status_code=200 if card else 404, media_type="text/html", headers=headers)


async def board_picture(
    state: State, key: Any, played: Callable[[], Replay], seconds: int, *, listed: bool
) -> Response[Any]:
    """The picture of where something has led. It may be kept for so long by whoever asked for it, and by what stands between if it
    is for everybody."""
    ready: Ready = state.pictures
    made = await ready.get(key, lambda: _draw(played()))
    headers = {"Cache-Control": f"{'public' if listed else 'private'}, max-age={seconds}"}
    return Response(made.plain, media_type="image/png", headers=headers)


def _draw(played: Replay) -> Packed:
    """The last board, as a PNG."""
    from quintet.draw import draw_png

    last = marked(played.steps[-1].changes) if played.steps else ()
    try:
        return Packed(draw_png(played.game, played.position, last=last, size=PICTURE), b"")
    except ImportError:
        raise UsageError("pictures need Pillow, which is not installed on this server") from None

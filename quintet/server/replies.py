"""Answers by HTTP that several parts of the server give: refusals, packed data, files, and who it is that asks."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response
from litestar.datastructures import State

from quintet.server.answers import Packed
from quintet.server.assets import Assets
from quintet.server.guard import Answer
from quintet.server.hub import Hub
from quintet.server.identity import cookie_header, token_of
from quintet.server.limits import Proxies, address_key

PACKED = {"packed": True}
"""Data is compressed as it is sent; the files of the web client lie ready compressed."""
WHERE_TO_LOOK = "/docs/http/openapi.json has every address and what it takes."
NO_SUCH_PAGE = f"There is no such page; {WHERE_TO_LOOK}"

Asked = Request[Any, Any, State]


def refused(status: int, code: str, text: str) -> Response[Answer]:
    return Response(Answer(code, text), status_code=status, media_type="application/json")


def packed_answer(
    request: Asked, made: Packed, kind: str = "application/json", **headers: str
) -> Response[bytes]:
    headers["Vary"] = "Accept-Encoding"
    if takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        return Response(made.packed, media_type=kind, headers=headers)
    return Response(made.plain, media_type=kind, headers=headers)


def takes_gzip(request: Asked) -> bool:
    """Does the client read what is packed?"""
    return gzip_taken(request.headers.get("accept-encoding", ""))


def gzip_taken(accepted: str) -> bool:
    """Does somebody who says this read what is packed? It may also say that it does not."""
    for one in accepted.lower().split(","):
        name, _, weight = one.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.strip("0") not in ("", ".") or not weight
    return False


def guest_of(request: Asked, hub: Hub) -> tuple[str | None, dict[str, str]]:
    """Who asks, and the header that makes a new guest known to the browser."""
    token = token_of(request.headers.get("cookie", ""), request.headers.get("authorization", ""))
    if token is not None:
        return hub.identity.guest(token), {}
    token = hub.identity.new_token()
    return hub.identity.guest(token), {"Set-Cookie": cookie_header(token, is_secure(request))}


def known_guest(request: Asked, hub: Hub) -> str:
    """Who asks; empty for somebody who has never been here, and who need not become anybody for this."""
    token = token_of(request.headers.get("cookie", ""), request.headers.get("authorization", ""))
    return "" if token is None else hub.identity.guest(token) or ""


def is_secure(request: Asked) -> bool:
    """Did the client come by TLS?"""
    proxies: Proxies = request.app.state.proxies
    peer = request.client.host if request.client else ""
    return proxies.secure(peer, request.scope["scheme"], request.headers.get("x-forwarded-proto", ""))


def address_of(request: Asked) -> str:
    proxies: Proxies = request.app.state.proxies
    peer = request.client.host if request.client else ""
    return address_key(proxies.client(peer, request.headers.get("x-forwarded-for", "")))


def file_answer(assets: Assets, name: str, request: Asked, headers: dict[str, str]) -> Response[Any]:
    asset = assets.get(name)
    if asset is None:
        return refused(404, "no-such-page", NO_SUCH_PAGE)
    headers |= {"ETag": asset.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    known = request.headers.get("if-none-match", "").split(",")
    if any(tag.strip().removeprefix("W/") in (asset.tag, "*") for tag in known):
        return Response(None, status_code=304, headers=headers)
    body = asset.body
    if asset.packed is not None and takes_gzip(request):
        headers["Content-Encoding"] = "gzip"
        body = asset.packed
    return Response(body, media_type=asset.content_type, headers=headers)

"""Who may connect: every WebSocket request passes here before it is accepted."""

from __future__ import annotations

from http import HTTPStatus

from picows import WSUpgradeRequest

from quintet.server.conversation import Conversation
from quintet.server.edge import Edge
from quintet.server.guard import STOPPING
from quintet.server.hub import Hub
from quintet.server.identity import cookie_header, token_of
from quintet.server.limits import Doorkeeper, Proxies, address_key
from quintet.server.sockets import Connection, RefusedError

PATH = b"/ws"


class Welcomed:
    """A client that may connect."""

    def __init__(self, hub: Hub, guest: str, address: str, headers: dict[str, str]) -> None:
        self.headers = headers
        self.messages_per_second = hub.messages_per_second
        self._hub, self._guest, self._address = hub, guest, address

    def open(self, connection: Connection) -> Conversation:
        return self._hub.connected(self._guest, self._address, connection)


class FrontDoor:
    """Checks path, host, origin, token and numbers, in that order."""

    def __init__(self, hub: Hub, doorkeeper: Doorkeeper, edge: Edge, proxies: Proxies) -> None:
        self._hub, self._doorkeeper, self._edge, self._proxies = hub, doorkeeper, edge, proxies
        self.came, self.left = edge.upgraded, edge.gone

    def admit(self, request: WSUpgradeRequest, address: str, secure: bool) -> Welcomed:
        headers = request.headers
        host = headers.get("Host", "")
        if request.path.partition(b"?")[0] != PATH:
            raise RefusedError(HTTPStatus.NOT_FOUND, "no-such-page", "WebSockets are at /ws.")
        if not self._doorkeeper.host_allowed(host):
            raise RefusedError(HTTPStatus.BAD_REQUEST, "wrong-host", "This server does not go by that name.")
        if not self._doorkeeper.origin_allowed(headers.get("Origin", ""), host):
            raise RefusedError(
                HTTPStatus.FORBIDDEN, "foreign-origin", "Pages of other sites may not connect."
            )
        scheme = "https" if secure else "http"
        secure = self._proxies.secure(address, scheme, headers.get("X-Forwarded-Proto", ""))
        address = address_key(self._proxies.client(address, headers.get("X-Forwarded-For", "")))
        return self._welcome(headers.get("Cookie", ""), headers.get("Authorization", ""), address, secure)

    def _welcome(self, cookies: str, authorization: str, address: str, secure: bool) -> Welcomed:
        hub = self._hub
        token, answer = token_of(cookies, authorization), {}
        if token is None:
            token = hub.identity.new_token()
            answer["Set-Cookie"] = cookie_header(token, secure)
        guest = hub.identity.guest(token)
        if guest is None:
            raise RefusedError(
                HTTPStatus.FORBIDDEN, "wrong-token", "This server did not sign that guest; come without one."
            )
        if hub.closing:
            raise RefusedError(HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", STOPPING)
        if self._edge.sockets > self._edge.most_sockets:
            raise RefusedError(
                HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", "The server is full; try again later."
            )
        if hub.per_guest.full(guest) or hub.per_address.full(address):
            raise RefusedError(
                HTTPStatus.TOO_MANY_REQUESTS, "too-many-connections", "Too many connections; close some."
            )
        return Welcomed(hub, guest, address, answer)

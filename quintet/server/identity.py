"""Who a guest is: an id that only this server can sign. No passwords, no accounts.

A token is `ID.SIGNATURE`. Browsers carry it in an HttpOnly cookie, programs in an Authorization header. All servers of
one store share the secret, so a guest keeps the seat whichever of them answers.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import secrets

from quintet.inputs import UsageError
from quintet.store import Store

COOKIE = "quintet_guest"
COOKIE_SECONDS = 400 * 24 * 3600
SECRET_KEY = "secret"
SHORTEST_SECRET = 16
_ID_BYTES = 9


class Identity:
    """Makes and checks guests' tokens."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    async def open(cls, store: Store) -> Identity:
        """With the secret from QUINTET_SECRET, else the one that the store keeps for all its servers."""
        given = os.environ.get("QUINTET_SECRET", "")
        if given and len(given) < SHORTEST_SECRET:
            raise UsageError(f"QUINTET_SECRET must have at least {SHORTEST_SECRET} characters")
        return cls(given.encode() or await store.first_kept(SECRET_KEY, secrets.token_bytes(32)))

    def key(self, purpose: str) -> bytes:
        """A secret for another purpose, which tells nothing about this one; all servers of one store have the same."""
        return hmac.digest(self._secret, b"key:" + purpose.encode(), hashlib.sha256)

    def new_token(self) -> str:
        """A token for a guest nobody has been yet."""
        return self.token(secrets.token_urlsafe(_ID_BYTES))

    def token(self, guest: str) -> str:
        return f"{guest}.{self._signature(guest)}"

    def guest(self, token: str) -> str | None:
        """The guest whom a token names; None if this server never signed it."""
        guest, _, signature = token.partition(".")
        if len(token) > 100 or not token.isascii():
            return None
        return guest if hmac.compare_digest(signature, self._signature(guest)) else None

    def _signature(self, guest: str) -> str:
        digest = hmac.digest(self._secret, b"guest:" + guest.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def cookie_header(token: str, secure: bool) -> str:
    """The Set-Cookie header that hands a browser its token."""
    tail = "; Secure" if secure else ""
    return f"{COOKIE}={token}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{tail}"


def token_of(cookies: str, authorization: str) -> str | None:
    """The token a request carries, in its Authorization or Cookie header; None if it carries none.

    Only `Bearer` is ours: another scheme is for a proxy in front that asks for a password.
    """
    scheme, _, token = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return token.strip()
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return value
    return None

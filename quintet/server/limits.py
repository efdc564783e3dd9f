"""What one guest or one address may use, so that nobody spoils the table for the others."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from urllib.parse import urlsplit

MESSAGE_BYTES = 16 * 1024
"""The largest message a client may send."""
CLIENT_BYTES = 512 * 1024
"""What may wait to be sent to one client. One that reads more slowly is dropped, and starts again from the version it has."""
BURST, PER_SECOND = 20, 10
"""Messages at once, and messages a second in the long run, from one connection."""
CONNECTIONS_PER_GUEST = 20
CONNECTIONS_PER_ADDRESS = 200
ROOMS_BURST, ROOMS_PER_SECOND = 60, 1
"""Rooms that one address may open."""
UNLIMITED = 1_000_000_000
STALLED_SECONDS = 10
"""How long the other side may leave sent bytes unacknowledged before the connection is given up."""


class Bucket:
    """A token bucket: `burst` at once, `rate` a second in the long run."""

    __slots__ = ("_at", "_clock", "_left", "burst", "rate")

    def __init__(
        self, burst: float = BURST, rate: float = PER_SECOND, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.burst, self.rate = burst, rate
        self._left, self._clock, self._at = burst, clock, clock()

    def take(self) -> bool:
        """One more: is it still within the limit?"""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    @property
    def full(self) -> bool:
        return self._left + (self._clock() - self._at) * self.rate >= self.burst


class Buckets:
    """A bucket for each key, forgotten when it is full again."""

    MOST = 10_000

    def __init__(self, burst: float, rate: float) -> None:
        self._burst, self._rate = burst, rate
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> bool:
        if len(self._buckets) >= self.MOST:
            self._buckets = {k: bucket for k, bucket in self._buckets.items() if not bucket.full}
        return self._buckets.setdefault(key, Bucket(self._burst, self._rate)).take()


class Places:
    """Counts what each key holds at once, up to a cap."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self._held: Counter[str] = Counter()

    def full(self, key: str) -> bool:
        return self._held[key] >= self.cap

    def take(self, key: str) -> None:
        self._held[key] += 1

    def give_back(self, key: str) -> None:
        self._held[key] -= 1
        if not self._held[key]:
            del self._held[key]


class Doorkeeper:
    """Checks the Host and Origin of a request before anything else looks at it.

    Without a list of hosts, a server that listens on this machine alone answers to this machine's names, which keeps
    a foreign page from reaching it under a name of its own; one that listens to the network answers to any name.
    """

    LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})

    def __init__(self, listens_on: str, hosts: tuple[str, ...] = ()) -> None:
        self._hosts = frozenset(host.lower() for host in hosts)
        if not hosts and listens_on in self.LOCAL:
            self._hosts = self.LOCAL

    def host_allowed(self, host: str) -> bool:
        return bool(host) and (not self._hosts or _hostname(f"//{host}") in self._hosts)

    def origin_allowed(self, origin: str, host: str) -> bool:
        """A browser names the page it acts for: it must be one of ours. Programs name none."""
        return not origin or (
            origin.lower().startswith(("http://", "https://")) and _netloc(origin) == host.lower()
        )


def _netloc(url: str) -> str:
    try:
        return urlsplit(url).netloc.lower()
    except ValueError:
        return ""


def _hostname(url: str) -> str:
    try:
        return (urlsplit(url).hostname or "").lower()
    except ValueError:
        return ""

"""What one guest or one address may use, so that nobody spoils the table for the others."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from ipaddress import ip_address, ip_network
from typing import ClassVar
from urllib.parse import urlsplit
from weakref import WeakSet

MESSAGE_BYTES = 16 * 1024
"""The largest message a client may send."""
MESSAGE_PARTS = 64
"""How many frames it may come in."""
CLIENT_BYTES = 512 * 1024
"""What may wait to be sent to one client. One that reads more slowly is dropped, and starts again from the version it has."""
BURST, PER_SECOND = 20, 10
"""Messages at once, and messages a second in the long run, from one connection."""
CONNECTIONS_PER_GUEST = 20
CONNECTIONS_PER_ADDRESS = 200
"""Of any kind; among those that are no WebSockets the one that has been still longest makes room for a new one."""
HEAD_BYTES, HEAD_FIELDS = 16 * 1024, 100
"""The first line and the headers of a request: what they may have in all, and how many headers there may be."""
HEAD_SECONDS = 10
"""How long they may take to arrive, from the moment the client connects or begins to send them."""
REQUEST_SECONDS = 60
"""How long the rest may take: the body to arrive, and the client to read the answer."""
IDLE_SECONDS = 15
"""How long a connection is kept for the client's next request."""
REQUESTS_AT_ONCE = 20
"""Requests that one connection may send without waiting for the answers."""
PIECES_AT_ONCE = 1000
"""Pieces of a body that may arrive together: a body in pieces of one byte is no body but a nuisance."""
GUEST_REQUESTS, ADDRESS_REQUESTS = (300, 20), (1500, 100)
"""Requests by HTTP: at once, and a second in the long run. A page takes some forty, and an address may be a whole school."""
REQUESTS_AT_A_TIME = 4
"""Requests of all clients that are begun before moves have their turn; one takes half a millisecond."""
FILES_KEPT = 128
"""Files that are not for connections: store, workers, what libraries open."""
MOST_FILES = 65_536
SOCKETS_SHARE = 0.8
"""How much of what is left WebSockets may take, so that a page can always be asked for."""
ROOMS_BURST, ROOMS_PER_SECOND = 60, 1
"""Rooms that one address may open."""
ROOM_KILOBYTES_BURST, ROOM_KILOBYTES_PER_SECOND = 8192, 3
"""What they may begin with: an ordinary room has less than one, a board of one's own or a long record a hundred or more. All of it is kept."""
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

    def take(self, amount: float = 1) -> bool:
        """One more, or so many: is it still within the limit?"""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < amount:
            return False
        self._left -= amount
        return True

    @property
    def full(self) -> bool:
        return self._left + (self._clock() - self._at) * self.rate >= self.burst


class Buckets:
    """A bucket for each key, forgotten when it is full again, or when there are too many newer ones."""

    FEW, MOST = 100, 10_000
    everywhere: ClassVar[WeakSet[Buckets]] = WeakSet()

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._buckets: dict[str, Bucket] = {}
        self._room = self.FEW
        """How many there may be before the next look for full ones: that is not done for every one that comes."""
        self.everywhere.add(self)

    def __len__(self) -> int:
        return len(self._buckets)

    def take(self, key: str, amount: float = 1) -> bool:
        if len(self._buckets) >= self._room:
            self.forget_full()
        return self._buckets.setdefault(key, Bucket(self._burst, self._rate, self._clock)).take(amount)

    def forget_full(self) -> None:
        """Whoever has a full one need not be remembered."""
        left = [(known, bucket) for known, bucket in self._buckets.items() if not bucket.full]
        self._buckets = dict(left[-self.MOST // 2 :])  # the newest
        self._room = max(self.FEW, 2 * len(self._buckets))


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


def address_key(address: str) -> str:
    """The address as limits count it: of IPv6 the part that a provider gives to one household."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if ip.version == 4:
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((int(ip) >> 64 << 64, 64)))


class Proxies:
    """The proxies in front of us, which say for whom they ask.

    Whoever connects is a proxy if `everybody` is; otherwise those in the named networks are, and an address that one of
    them names is a proxy too if it is in them.
    """

    def __init__(self, *, everybody: bool = False, networks: Iterable[str] = ()) -> None:
        self._networks = tuple(ip_network(network, strict=False) for network in networks)
        self._everybody = everybody and not self._networks

    def trusts(self, address: str) -> bool:
        return self._everybody or self._named(address)

    def client(self, address: str, forwarded_for: str) -> str:
        """Who asks, when `address` connects and says `forwarded_for`."""
        if not self.trusts(address):
            return address
        for name in reversed(forwarded_for.split(",")):
            address = name.strip() or address
            if not self._named(address):
                break
        return address

    def secure(self, address: str, scheme: str, forwarded_scheme: str) -> bool:
        """Did the client come by TLS?"""
        return (forwarded_scheme if self.trusts(address) and forwarded_scheme else scheme) == "https"

    def _named(self, address: str) -> bool:
        if not self._networks:
            return False
        try:
            ip = ip_address(address)
        except ValueError:
            return False
        ip = getattr(ip, "ipv4_mapped", None) or ip
        return any(ip in network for network in self._networks)


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

"""Ports for programs that cannot choose one themselves, or that have to find the same one again."""

from __future__ import annotations

import socket
from random import SystemRandom

FIRST, LAST = 20_000, 32_000
"""Below what the system gives to connections of its own accord, so that nobody gets it between two programs."""


def free_port() -> int:
    for _ in range(100):
        port = SystemRandom().randint(FIRST, LAST)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise AssertionError("there is no free port")

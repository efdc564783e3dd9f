"""Why nobody answers, in words."""

from __future__ import annotations

import errno
import socket
from urllib.error import URLError

import pytest

from quintet.wire.unreachable import why_unreachable


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (ConnectionRefusedError(111, "Connect call failed ('127.0.0.1', 1)"), "no server runs there"),
        (URLError(ConnectionRefusedError(111, "Connection refused")), "no server runs there"),
        (
            OSError("Multiple exceptions: [Errno 111] Connect call failed, [Errno 111] Connect"),
            "no server runs there",
        ),
        (socket.gaierror(-2, "Name or service not known"), "there is no machine of that name"),
        (OSError(errno.ENETUNREACH, "Connect call failed ('10.9.9.9', 1)"), "network is unreachable"),
        (TimeoutError(), "it does not answer in time"),
        (ValueError("did not receive a valid HTTP response"), "did not receive a valid HTTP response"),
    ],
)
def test_why_nobody_answers(error: Exception, told: str) -> None:
    assert why_unreachable(error) == told

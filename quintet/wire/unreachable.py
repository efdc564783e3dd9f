"""Why nobody answers at an address, for people: without the numbers and the calls of the system."""

from __future__ import annotations

import os
from socket import gaierror


def why_unreachable(error: BaseException) -> str:
    """The end of a sentence that begins with the address."""
    reason = getattr(error, "reason", error)  # urllib wraps what happened
    if isinstance(reason, TimeoutError):
        return "it does not answer in time"
    if isinstance(reason, gaierror):
        return "there is no machine of that name"
    if isinstance(reason, ConnectionRefusedError) or str(reason).startswith("Multiple exceptions"):
        return "no server runs there"  # a name may stand for several addresses, of which none answered
    if isinstance(reason, OSError) and reason.errno:
        return os.strerror(reason.errno).lower()  # what the error says itself may be the call that failed
    return getattr(reason, "strerror", None) or str(reason) or type(reason).__name__

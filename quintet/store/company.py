"""How long a commit waits for company. A flush to disk costs the same for one move and for fifty, and when many have just moved many will."""

from __future__ import annotations

FEW = 4
"""Nobody waits for company where so few are under way."""
EACH, LONGEST = 0.0001, 0.002
"""Seconds: for each that was in the last commit, and in all."""


def wait_for_company(last: int) -> float:
    """Seconds to wait after a commit of so many."""
    return min(last * EACH, LONGEST) if last >= FEW else 0.0

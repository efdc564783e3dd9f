"""What the engine thinks of its move, in words for people."""

from __future__ import annotations

from quintet.engine.thought import Thought


def judgement(thought: Thought) -> str:
    """What the engine says beside its move: `worth +0.45; then d3, c4`. What is proven says so."""
    if thought.exact:
        value = f"{thought.value:+.2f}".rstrip("0").rstrip(".")
    else:
        value = f"{thought.value:+.{1 if abs(thought.value) >= 1 else 2}f}"
    told = "worth " + ("0" if not float(value) else value.replace("-", "−"))
    if thought.exact:
        told += ", proven"
    if thought.policy is not None and len(thought.policy) > 1:
        told += f"; drawn from {len(thought.policy)} moves, to be hard to guess"
    follows = ", ".join(thought.line[1:6])
    return told + (f"; then {follows}" if follows else "")

"""Keys of a screen with a board. They are looked at one after the other as they come, however quickly somebody types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from textual.binding import ActiveBinding, Binding


def shown(key: str, action: str, name: str, display: str | None = None) -> Binding:
    """A key that the last line names."""
    # One without priority goes all the way up from the widget that has the focus, and later ones pass it.
    return Binding(key, action, name, key_display=display, priority=True)


def hidden(key: str, action: str, name: str = "") -> Binding:
    """A key that is not named there, or only when it is the time for it."""
    return Binding(key, action, name, show=False, priority=True)


def fitting(found: dict[str, ActiveBinding], width: int, spare: Sequence[str]) -> dict[str, ActiveBinding]:
    """As many keys in a line of this width as there is room for, whole; first those go whose actions are `spare`."""
    kept = dict(found)
    for action in spare:
        named = {each.binding.action: each.binding for each in reversed(kept.values()) if each.binding.show}
        if sum(len(one.key_display or one.key) + len(one.description) + 2 for one in named.values()) <= width:
            break
        for key, each in kept.items():
            if each.binding.action == action:
                kept[key] = each._replace(binding=replace(each.binding, show=False))
    return kept

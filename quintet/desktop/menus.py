"""What can be done at a table, as menus: everything at once, or what is about one seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from quintet.desktop.canvas import Button, Press
from quintet.desktop.items import Card
from quintet.desktop.overlays import Menu
from quintet.table.commands import Cycle, Fill, Kick, Sit, Stand
from quintet.wire.actions import Action

ON_THE_PANEL = frozenset("yngomutc")
"""What is wanted often enough for a button of its own; all else is a menu away, and its key does it too."""


def buttons(actions: Sequence[Action], do: Callable[[Action], None], more: Press) -> list[Button]:
    """The buttons beside the board, and one for the rest."""
    first = {action.key: action for action in reversed(actions) if action.key in ON_THE_PANEL}
    shown = [
        action for action in actions if first.get(action.key) is action
    ]  # a key does the first that it stands for
    found = [
        Button(
            short(action.label), partial(do, action), action.key, "primary" if action.key in "yg" else "plain"
        )
        for action in shown
    ]
    if len(shown) < len(actions):
        found.append(Button("More", more, "a", "quiet"))
    return found


def short(label: str) -> str:
    """A label as it fits on a button: without what explains it."""
    return re.split("[:,]", label)[0]


def everything(
    actions: Sequence[Action], do: Callable[[Action], None], about: Callable[[int], None], close: Press
) -> Menu:
    """All that can be done now; seats that can be given away have menus of their own."""
    entries: list[tuple[str, str, Press]] = []
    given: list[int] = []
    for action in actions:
        if not isinstance(action.command, Fill):
            known = any(key == action.key for key, _, _ in entries)  # a key does the first that it stands for
            entries.append(("" if known else action.key, action.label, partial(do, action)))
        elif action.command.seat not in given:
            given.append(action.command.seat)
    entries += [("", f"Seat {seat + 1}: who plays …", partial(about, seat)) for seat in given]
    return Menu("What can be done now", entries, close)


def of_seat(
    seat: int, card: Card, actions: Sequence[Action], do: Callable[[Action], None], close: Press
) -> Menu:
    """Who can have a seat, and what can be done with whoever has it."""
    entries = [(action.key, action.label, partial(do, action)) for action in about_seat(seat, card, actions)]
    return Menu(f"Seat {seat + 1}: {card.name}", entries, close)


def about_seat(seat: int, card: Card, actions: Sequence[Action]) -> list[Action]:
    """Those actions that are about a seat or its holder."""
    mine = "you" in card.badges
    return [action for action in actions if _is_about(action, seat, card, mine)]


def _is_about(action: Action, seat: int, card: Card, mine: bool) -> bool:
    command = action.command
    if isinstance(command, (Fill, Sit)):
        return command.seat == seat
    if isinstance(command, Kick):
        return bool(card.guest) and command.guest == card.guest
    return mine and isinstance(command, (Cycle, Stand))

"""What the machines of a room wait for before they answer, told to its people: the compiler, or more than a few others."""

from __future__ import annotations

from quintet.say.state import queue_text
from quintet.table import Need, Table, pending_machines
from quintet.wire import encode
from quintet.wire.messages import Queue

FEW = 3
"""Nobody needs to be told of so many: they are answered in a moment."""


class Turns:
    """The places of one room's needs among all that machines are asked, and what these wait for themselves."""

    def __init__(self, room: str) -> None:
        self.text = ""
        """What is said of it now; empty where few come before."""
        self._room = room
        self._preparing = ""
        self._before: dict[Need, int] = {}

    def place(self, need: Need, before: int, table: Table) -> bytes | None:
        """So many others come before this need; the message to send if that changes what is said."""
        if before > FEW:
            self._before[need] = before
        else:
            self._before.pop(need, None)
        return self.look(table)

    def prepare(self, text: str, table: Table) -> bytes | None:
        """Until its machines can think, this is what they wait for; empty when they can."""
        self._preparing = text
        return self.look(table)

    def look(self, table: Table) -> bytes | None:
        """The same after something happened at the table: what it needs no longer, nobody waits for."""
        if not (self._before or self.text or self._preparing):
            return None
        owed = pending_machines(table)
        self._preparing = self._preparing if owed else ""
        self._before = {need: before for need, before in self._before.items() if need in owed}
        before = max(self._before.values(), default=0)
        said, self.text = self.text, self._preparing or (queue_text(before) if before else "")
        if said == self.text:
            return None
        return encode(Queue(room=self._room, before=before, text=self.text))

"""An event log in memory: for tests, and for a server that should forget."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from quintet.store.archive_memory import MemoryArchive
from quintet.store.contract import Store, Then, check_append, check_name, conflict


class MemoryStore(Store):
    """Lost on exit. `other` opens a second user of the same data, as another node would."""

    def __init__(self, other: MemoryStore | None = None) -> None:
        self._rooms: dict[str, list[bytes]] = other._rooms if other else {}
        self._values: dict[str, bytes] = other._values if other else {}
        self.archive: MemoryArchive = other.archive if other else MemoryArchive(self._values)
        self.explorer = self.archive.explorer
        self._users: list[MemoryStore] = other._users if other else []
        self._users.append(self)

    def append_then(self, room: str, expected: int, events: Sequence[bytes], then: Then) -> None:
        check_append(room, expected, events)
        log = self._rooms.get(room, [])
        loop = asyncio.get_running_loop()
        if len(log) != expected:
            loop.call_soon(then, conflict(room, expected, len(log)))
            return
        log.extend(events)
        self._rooms[room] = log
        loop.call_soon(then, len(log))
        self._tell_others(room, len(log))

    async def read(self, room: str, after: int = 0) -> list[bytes]:
        return self._rooms.get(room, [])[after:]

    async def salvage(self, room: str) -> dict[int, bytes]:
        return dict(enumerate(self._rooms.get(room, []), 1))

    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        return {room: len(self._rooms.get(room, ())) for room in rooms}

    async def rooms(self) -> list[tuple[str, int]]:
        return sorted((room, len(log)) for room, log in self._rooms.items())

    async def keep(self, key: str, value: bytes | None) -> None:
        check_name(key)
        if value is None:
            self._values.pop(key, None)
        else:
            self._values[key] = value
        self._tell_others(key, 0)

    async def kept(self, prefix: str) -> dict[str, bytes]:
        return {key: value for key, value in sorted(self._values.items()) if key.startswith(prefix)}

    async def first_kept(self, key: str, value: bytes) -> bytes:
        check_name(key)
        return self._values.setdefault(key, value)

    async def replace_kept(self, key: str, before: bytes | None, value: bytes) -> bool:
        check_name(key)
        if self._values.get(key) != before:
            return False
        await self.keep(key, value)
        return True

    async def forget(self, room: str, expected: int) -> bool:
        if expected < 1 or len(self._rooms.get(room, ())) != expected:
            return False
        del self._rooms[room]
        await self.archive.forget([room])
        return True

    async def probe(self) -> None:
        """There is always room in memory."""

    async def check(self) -> list[str]:
        return []

    async def close(self) -> None:
        if self in self._users:
            self._users.remove(self)

    def _tell_others(self, name: str, version: int) -> None:
        loop = asyncio.get_running_loop()
        for user in self._users:
            if user is not self:
                loop.call_soon(user._tell, name, version)

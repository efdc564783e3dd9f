"""One suite over every back end, a real PostgreSQL included."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from quintet.store import Store, StoreError, open_store
from quintet.store.memory import MemoryStore
from quintet.store.transfer import export_lines, import_lines
from quintet.testing.store import Opener, check_store


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def opener(request: pytest.FixtureRequest, tmp_path: Path) -> Opener:
    """Opens the same store, of one kind, any number of times."""
    if request.param == "memory":
        first = MemoryStore()

        async def open_memory() -> Store:
            return MemoryStore(first)

        return open_memory
    url = (
        f"sqlite:{tmp_path / 'new' / 'store.sqlite3'}"
        if request.param == "sqlite"
        else request.getfixturevalue("postgres_url")
    )

    async def open_url() -> Store:
        return await open_store(url)

    return open_url


async def test_a_store_keeps_every_promise(opener: Opener) -> None:
    await check_store(opener)


async def test_a_store_travels_as_json_lines(opener: Opener) -> None:
    store = await opener()
    await store.append("a", 0, [b'{"n":1}', b"\xff\0"])
    await store.append("b", 0, [b"x"] * 1200)
    await store.keep("secret", b"\0\1")
    lines = [line async for line in export_lines(store)]
    copy = MemoryStore()
    assert await import_lines(copy, lines) == (2, 1202, 0)
    assert [line async for line in export_lines(copy)] == lines
    assert await import_lines(store, lines) == (0, 0, 0)
    await store.append("a", 2, [b"more"])
    assert await import_lines(store, lines) == (0, 0, 0)
    await store.close()


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ([], "first line must be"),
        ([b"junk"], "first line must be"),
        ([b"junk", b"x"], "first line must be"),
        ([b'{"quintet":"store","format":1}', b"junk"], "line 2 is no event"),
        ([b'{"quintet":"store","format":1}', b'{"room":"a","version":2,"text":"x"}'], "line 2 should hold event 1 of room a"),
        ([b'{"quintet":"store","format":1}', b'{"room":"a","version":1,"base64":"?"}'], "line 2 is no event"),
        ([b'{"quintet":"store","format":1}', b'{"room":"a b","version":1,"text":"x"}'], "cannot be imported"),
        ([b'{"quintet":"store","format":1}', b'{"room":"old","version":1,"text":"x"}'], "differs at event 1"),
    ],
)  # fmt: skip
async def test_a_wrong_import_is_refused_with_the_line(lines: list[bytes], sentence: str) -> None:
    store = MemoryStore()
    await store.append("old", 0, [b"event"])
    with pytest.raises(StoreError, match=sentence):
        await import_lines(store, lines)


WRITER = """
import asyncio, sys
from quintet.store import ConflictError, open_store

async def main():
    store = await open_store(sys.argv[1])
    async def room(name):
        version = (await store.versions([name]))[name]
        while True:
            events = [b"%d" % (version + n) for n in range(1, 2 + version % 3)]
            version = await store.append(name, version, events)
            sys.stdout.write(f"{name} {version}\\n")
            sys.stdout.flush()
    await asyncio.gather(*(room(f"room{n}") for n in range(8)))

asyncio.run(main())
"""


def write_and_kill(url: str) -> dict[str, int]:
    """The last acknowledged version of each room, from a process killed while it wrote."""
    with subprocess.Popen([sys.executable, "-c", WRITER, url], stdout=subprocess.PIPE) as writer:
        assert writer.stdout
        lines = [writer.stdout.readline() for _ in range(150)]
        os.kill(writer.pid, signal.SIGKILL)
        lines += writer.stdout.readlines()
    whole = [line.decode().split() for line in lines if line.endswith(b"\n")]
    return {room: int(version) for room, version in whole}


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_kill_in_the_middle_of_writing_loses_nothing_acknowledged(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:{tmp_path / 's'}" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    for _ in range(4):
        acknowledged = await asyncio.to_thread(write_and_kill, url)
        assert len(acknowledged) == 8
        store = await open_store(url)
        assert await store.check() == []
        for room, version in acknowledged.items():
            events = await store.read(room)
            assert len(events) >= version
            assert events == [b"%d" % n for n in range(1, len(events) + 1)]
        await store.close()

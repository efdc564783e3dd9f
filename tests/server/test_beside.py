"""What strangers bring is read in a process of its own, whatever becomes of it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintet.server import beside, reading
from quintet.server.beside import QUICKLY_READ
from tests.server.harness import Node, Process, serving
from tests.server.test_http import Answer, ask
from tests.waiting import until

GAME = b"(;GM[4]SZ[15];B[hh];W[gg])"
FILE = GAME + b" " * QUICKLY_READ
STUDY = {"game": "reversi", "options": {"size": 4}, "nodes": [{}, {"moves": [[0, "b1"]]}]}
LARGE_STUDY = msgspec.json.encode(STUDY) + b" " * QUICKLY_READ
RECORD = b'{"game":"reversi","options":{"size":4},"moves":[[0,"b1"]]}' + b" " * QUICKLY_READ


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


def number_of(node: Node) -> int:
    """The process that reads."""
    process = node.hub.beside._process
    assert process is not None
    return process.pid


@pytest.fixture
def nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process nothing that is brought can be read."""

    def work(*_: bytes) -> Any:
        raise AssertionError("this was read in the server")

    for task in reading.TASKS:
        monkeypatch.setitem(reading.TASKS, task, work)


async def read(node: Node, file: bytes = FILE) -> Answer:
    return await ask(node, "/api/records", "POST", file)


@pytest.mark.usefixtures("nothing_here")
async def test_whatever_is_large_is_read_in_another_process(node: Node) -> None:
    found = await read(node)
    assert found.json["games"][0]["text"].startswith("Gomoku")
    packed = await ask(node, "/api/records", "POST", FILE, Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len((await ask(node, "/api/replay", "POST", RECORD)).json["show"]["plies"]) == 1
    assert len((await ask(node, "/api/study/tree", "POST", LARGE_STUDY)).json["told"]) == 2
    file = await ask(node, "/api/study/file/study", "POST", LARGE_STUDY)
    assert msgspec.json.decode(file.body)["nodes"] == STUDY["nodes"]
    assert file.headers["Content-Disposition"] == 'attachment; filename="study.study"'
    kept = await ask(node, "/api/studies", "POST", b'{"study":' + LARGE_STUDY + b"}")
    assert kept.json["version"] == 1
    assert (await read(node, GAME)).status == 500, "what is small is read here"


async def test_who_brings_something_wrong_is_told_what(node: Node) -> None:
    wrong = await read(node, b"(;GM[4]SZ[15];B[zz])" + b" " * QUICKLY_READ)
    assert "zz" in wrong.json["error"]
    for path, body in (
        ("/api/replay", b'{"game":"chess"}'),
        ("/api/study/tree", b"{}"),
        ("/api/studies", b"{}"),
    ):
        answer = await ask(node, path, "POST", body + b" " * QUICKLY_READ)
        assert (answer.status, answer.json["code"]) == (400, "refused")
        assert len(answer.json["text"]) > 10


async def test_a_reader_that_dies_is_replaced(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await read(node)).status == 200
    first = number_of(node)
    os.kill(first, signal.SIGKILL)
    await until(lambda: not node.hub.beside.running)
    assert (await read(node)).status == 200
    asked, framed = asyncio.Event(), reading.framed

    def stopped(message: Any) -> bytes:
        os.kill(number_of(node), signal.SIGSTOP)
        asked.set()
        return framed(message)

    monkeypatch.setattr(reading, "framed", stopped)
    answer = asyncio.create_task(read(node))
    await asked.wait()
    os.kill(number_of(node), signal.SIGKILL)  # in the middle of it
    lost = await answer
    assert (lost.status, lost.json["code"]) == (503, "unavailable")
    monkeypatch.undo()
    assert (await read(node)).status == 200
    assert number_of(node) != first


async def test_what_takes_too_long_is_refused_and_the_next_is_read(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(beside, "WITHIN", 0.0)
    late = await read(node)
    assert (late.status, late.json["text"]) == (400, beside.TOO_LONG)
    assert not node.hub.beside.running
    monkeypatch.undo()
    assert (await read(node)).status == 200


async def test_it_goes_when_nothing_is_brought(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "IDLE_SECONDS", 0.01)
    assert (await read(node)).status == 200
    await until(lambda: not node.hub.beside.running)
    assert (await read(node)).status == 200


def test_what_is_too_much_for_it_is_refused_and_what_is_our_fault_is_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hungry(*_: bytes) -> Any:
        raise MemoryError

    def wrong(*_: bytes) -> Any:
        raise KeyError("x")

    monkeypatch.setitem(reading.TASKS, "tree", hungry)
    assert reading.done(reading.Asked("tree", (b"",))) == reading.Told(refused=reading.TOO_HUNGRY)
    monkeypatch.setitem(reading.TASKS, "tree", wrong)
    assert reading.done(reading.Asked("tree", (b"",))).broken.startswith("KeyError: 'x' (test_beside.py:")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks at processes by /proc")
async def test_it_does_not_outlive_its_server(tmp_path: Path) -> None:
    server = await Process.start(f"sqlite:{tmp_path / 'store'}")
    try:
        assert (await ask(server, "/api/records", "POST", FILE)).status == 200
        (child,) = readers_of(server.number)
    finally:
        await server.kill()
    await until(lambda: gone(child))


def readers_of(server: int) -> set[int]:
    """The processes that read for a server."""
    children = {
        int(child)
        for task in Path(f"/proc/{server}/task").glob("*/children")
        for child in task.read_text().split()
    }
    return {
        child
        for child in children
        if b"quintet.server.reading" in Path(f"/proc/{child}/cmdline").read_bytes()
    }


def gone(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True

"""The pool of worker processes: it is ready before anybody asks, and workers that die or hang are replaced."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintet.engine.warm import count_parts
from quintet.games import GAMES, game
from quintet.server.pool import ANSWER_WITHIN, Pool, PoolError
from quintet.server.worker import Question, answer
from quintet.table import Update
from quintet.table.commands import Ask, Create
from quintet.wire.client import Client
from quintet.wire.messages import Queue
from tests.server.harness import Node, Process, serving
from tests.server.test_machines import ask_about
from tests.server.test_play import picture
from tests.waiting import PATIENCE, until

COMPILED_WITHIN = 400
"""Seconds: these tests may be the first to use an engine on this machine."""
LOADED_WITHIN = 120
"""Seconds, where another process has to load them first."""
LARGEST = 256 * 1024
"""KiB: a worker with every engine has about 200 MB, one that compiled them 690."""


@asynccontextmanager
async def pool_of(size: int, **settings: Any) -> AsyncIterator[Pool]:
    pool = Pool(size, **settings)
    try:
        yield pool
    finally:
        await pool.close()


@asynccontextmanager
async def warm_pool(*games: str, answer_within: float = 60.0) -> AsyncIterator[Pool]:
    """One process with these engines."""
    async with pool_of(1, answer_within=answer_within, games=games) as pool:
        pool.start()
        await until(lambda: pool.ready, COMPILED_WITHIN)
        yield pool


def workers(parent: int | None = None) -> list[int]:
    """The processes in which machines think that a process, this one by default, has started: not the one that packs for pages."""
    parent = parent or os.getpid()
    numbers = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [
        int(number)
        for number in numbers
        if "quintet.server.worker" in Path(f"/proc/{number}/cmdline").read_text()
        and "NUMBA_DISABLE_JIT" not in Path(f"/proc/{number}/environ").read_text()
    ]


def tell_workers(number: int) -> None:
    for process in workers():
        os.kill(process, number)


def kilobytes(process: int) -> int:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def events(log: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in log.records if record.name == "quintet.server"]


@pytest.fixture(autouse=True)
def all_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="quintet.server")


# --- ready before anybody asks ----------------------------------------------------------------------------------------


async def test_a_server_listens_at_once_and_loads_every_engine_unasked(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = await Process.start("memory:", 0, log, "--workers", "1")
    await until(lambda: "engines loaded" in log.read_text(), COMPILED_WITHIN)
    (worker,) = workers(server.number)
    assert kilobytes(worker) < LARGEST
    assert await server.stop() == 0
    lines = {line["event"]: line for line in map(json.loads, log.read_text().splitlines())}
    assert next(iter(lines)) == "serving"
    assert set(lines["engines loaded"]["games"]) == set(GAMES)


async def test_a_lazy_server_starts_no_process_until_one_is_needed() -> None:
    async with serving(lazy=True) as node:
        assert node.pool is not None
        assert not workers()
        assert (await node.pool.ask(ask_about("reversi", machine="random"))).move
        assert len(workers()) == 1


async def test_a_question_that_comes_early_waits_for_its_engine_only() -> None:
    async with pool_of(1, games=("onyx", "best")) as pool:
        pool.start()
        reply = await asyncio.wait_for(pool.ask(ask_about("best", machine="level-1")), COMPILED_WITHIN)
        assert reply.move
        assert not pool.replaced


async def test_an_engine_that_was_never_compiled_keeps_nobody_else_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("QUINTET_CACHE_DIR", str(tmp_path))
    async with pool_of(1, games=("best",)) as pool:
        pool.start()
        engine = asyncio.create_task(pool.ask(ask_about("best", machine="level-1")))
        await until(lambda: "compiling the engine" in events(caplog), LOADED_WITHIN)
        assert (await pool.ask(ask_about("best", machine="greedy"))).move
        assert pool.waiting == 1
        assert (await asyncio.wait_for(engine, COMPILED_WITHIN)).move
        await until(lambda: pool.ready)
        assert events(caplog) == ["compiling the engine", "engine compiled", "engines loaded"]
        (worker,) = workers()
        assert kilobytes(worker) < LARGEST


async def test_a_room_that_waits_for_the_compiler_is_told_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUINTET_CACHE_DIR", str(tmp_path))
    async with serving(workers=1) as node, Client(node.address) as ann, Client(node.address) as eve:
        create = Create(name="Cold", game="reversi", seats=("level-1", "me"), offline=True)
        room = await ann.create(create)
        await ann.join(room)
        await eve.join(room)
        told: list[str] = []
        async with asyncio.timeout(COMPILED_WITHIN):
            async for message in ann.news():
                if isinstance(message, Queue) and message.text:
                    assert message.room == room
                    assert picture(ann).queue == message.text
                    told.append(message.text)
                elif isinstance(message, Update):
                    break  # the engine has chosen
        await until(lambda: picture(ann).queue == picture(eve).queue == "")
        parts = [re.findall(r"(\d+) of (\d+) parts are done", text) for text in told]
        counts = [(int(done), int(total)) for ((done, total),) in filter(None, parts)]
        assert counts == sorted(counts)
        assert len(dict(counts)) > 1, "it goes on counting while it compiles"
        assert counts[-1][0] > counts[-1][1] / 2, "and counts what there is to do"
        assert {total for _, total in counts} == {count_parts(["reversi"])}


# --- workers that die or hang -----------------------------------------------------------------------------------------


async def test_a_worker_that_dies_while_it_thinks_is_replaced_and_the_engine_asked_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with warm_pool("reversi") as pool:
        tell_workers(signal.SIGSTOP)  # or it might have answered before it dies
        asking = asyncio.create_task(pool.ask(ask_about("reversi", machine="level-10")))
        await until(lambda: pool.busy == 1)
        tell_workers(signal.SIGKILL)
        assert (await asyncio.wait_for(asking, LOADED_WITHIN)).move
        assert pool.replaced == 1
        assert pool.ready
        (lost,) = [record for record in caplog.records if record.levelname != "INFO"]
        assert lost.getMessage() == "worker replaced"
        assert lost.__dict__["data"] == {
            "why": "it died (signal 9)", "kind": "move", "game": "reversi", "machine": "level-10", "then": "asked again",
        }  # fmt: skip


async def test_a_worker_that_hangs_while_it_thinks_is_replaced_and_greedy_answers(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with warm_pool("reversi", answer_within=ANSWER_WITHIN) as pool:
        question = ask_about("reversi", machine="level-10", seed=5)
        tell_workers(signal.SIGSTOP)
        asking = asyncio.create_task(pool.ask(question))
        await until(lambda: pool.busy == 1)
        reply = await asyncio.wait_for(asking, LOADED_WITHIN)
        assert reply == answer(ask_about("reversi", machine="greedy", seed=5))
        assert pool.replaced == 1
        assert events(caplog)[-2:] == ["worker replaced", "greedy answers instead"]
        await until(lambda: pool.ready, LOADED_WITHIN)  # the next one is loaded without being asked
        assert (await pool.ask(question)).move
        assert pool.replaced == 1


async def test_a_worker_that_dies_unasked_is_replaced_at_once() -> None:
    async with warm_pool("best") as pool:
        (first,) = workers()
        os.kill(first, signal.SIGKILL)
        await until(lambda: pool.replaced == 1 and pool.ready, LOADED_WITHIN)
        assert first not in workers()


async def test_a_worker_that_is_slow_to_start_is_not_late(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where others have the processor, that takes longer than any answer may."""
    slow = tmp_path / "python"
    slow.write_text(f'#!/bin/sh\nsleep 1\nexec {shlex.quote(sys.executable)} "$@"\n')
    slow.chmod(0o755)
    monkeypatch.setattr("quintet.server.process.sys.executable", str(slow))
    async with pool_of(1, answer_within=0.5) as pool:
        assert (await pool.ask(ask_about("reversi", machine="random"))).move
        assert not pool.replaced


async def test_a_worker_does_not_end_before_its_server_does() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "quintet.server.worker", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            for _ in range(2):
                process.stdin.write(msgspec.json.encode(Question(kind="pack", game="")) + b"\n")
                assert await process.stdout.readline()
                for number in (signal.SIGINT, signal.SIGTERM):  # as everybody in a service gets them
                    process.send_signal(number)
            process.stdin.close()
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_other_workers_answer_while_one_hangs() -> None:
    async with pool_of(2, answer_within=2 * PATIENCE) as pool:
        question = ask_about("reversi", machine="random")
        await asyncio.gather(pool.ask(question), pool.ask(question))
        os.kill(workers()[0], signal.SIGSTOP)
        done, _ = await asyncio.wait(
            [asyncio.create_task(pool.ask(question)) for _ in range(2)], timeout=PATIENCE,
            return_when=asyncio.FIRST_COMPLETED,
        )  # fmt: skip
        assert len(done) == 1


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving(workers=1) as running:
        assert running.pool is not None
        running.pool.get_ready("onyx")
        yield running


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
async def test_no_table_waits_long_for_a_search_that_fails(node: Node, number: signal.Signals) -> None:
    async with Client(node.address) as ann:
        create = Create(name="Alone", game="onyx", seats=("me", "level-10"), offline=True)
        await ann.join(await ann.create(create))
        pool = node.pool
        assert pool is not None
        await until(lambda: pool.ready, COMPILED_WITHIN)
        tell_workers(signal.SIGSTOP)
        await ann.move(next(picture(ann).prompts[0].moves()))
        await until(lambda: pool.busy == 1)
        tell_workers(number)
        await until(lambda: len(picture(ann).plies) == 2, LOADED_WITHIN)
        assert pool.replaced == 1


async def test_a_hint_that_is_not_the_engines_says_so(node: Node) -> None:
    async with Client(node.address) as ann:
        await ann.join(await ann.create(Create(name="Alone", game="onyx", seats=("me", "me"), offline=True)))
        pool = node.pool
        assert pool is not None
        await until(lambda: pool.ready, COMPILED_WITHIN)
        tell_workers(signal.SIGSTOP)
        await ann.ask(Ask(kind="hint"))
        await until(lambda: picture(ann).hint is not None, LOADED_WITHIN)
        hint = picture(ann).hint
        assert hint is not None
        assert hint.note == "not from the engine, which did not answer, but from the greedy player"


# --- questions without an answer --------------------------------------------------------------------------------------


async def test_a_machine_that_cannot_answer_is_stood_in_for_by_greedy() -> None:
    async with pool_of(1) as pool:
        reply = await pool.ask(ask_about("reversi", machine="level-99", seed=2))
        assert reply == answer(ask_about("reversi", machine="greedy", seed=2))
        assert not pool.replaced


async def test_where_nobody_can_answer_the_one_who_asked_is_told_why() -> None:
    async with pool_of(1) as pool:
        with pytest.raises(PoolError, match=r"no worker could answer: .*`squares`"):
            await pool.ask(ask_about("reversi", machine="greedy", position={"x": 1}))


def test_a_mistake_in_a_player_is_an_answer_and_not_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(game("reversi")), "gain", lambda *_: 1 / 0)
    reply = answer(ask_about("reversi", machine="greedy"))
    assert reply.error.startswith("ZeroDivisionError: division by zero (test_pool.py:")

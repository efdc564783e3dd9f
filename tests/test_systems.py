"""Players on macOS and Windows are not shut out: nothing that only Linux has is needed to import or to serve."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess

import pytest

from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.hiding import ROOT, without
from tests.waiting import PATIENCE

LINUX_ONLY = {"uvloop", "resource", "fcntl", "pwd", "grp", "syslog"}
"""What Windows has none of. Of our own; textual uses termios where there is one."""
IMPORT_EVERYTHING = """
import importlib, pkgutil, signal
import quintet
del signal.SIGKILL
for module in pkgutil.walk_packages(quintet.__path__, "quintet."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print("all of it")
"""
SERVE = """
import asyncio
def unknown(*_):
    raise NotImplementedError
asyncio.SelectorEventLoop.add_signal_handler = unknown
asyncio.SelectorEventLoop.remove_signal_handler = unknown
from quintet.cli import main
main(["serve", "--port", "0", "--store", "memory:", "--lazy"])
"""


def test_every_module_can_be_imported_where_linux_is_not() -> None:
    ran = subprocess.run(
        without(LINUX_ONLY, IMPORT_EVERYTHING),
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},  # to import an engine is to compile it
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.stdout.endswith("all of it\n"), ran.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_server_without_them_serves_and_stops_when_asked(number: signal.Signals) -> None:
    process = await asyncio.create_subprocess_exec(
        *without(LINUX_ONLY, SERVE), cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            address = (await process.stdout.readline()).decode().split()[-1]
            async with Client(address) as ann:
                seats = ("me", "greedy")
                room = await ann.create(Create(name="Here", game="reversi", offline=True, seats=seats))
                await ann.join(room)
                await ann.move("d3")
            process.send_signal(number)
            _, log = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0
    assert b'"event":"stopped"' in log
    assert b"Traceback" not in log

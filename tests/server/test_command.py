"""`quintet serve` and `quintet worker` from the command line."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.harness import Process


def quintet(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "quintet", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["serve", "--port", "70000"], "a port is a number from 0 to 65535"),
        (["serve", "--port", "x"], "a port is a number from 0 to 65535"),
        (["serve", "--workers", "-1"], "a number from 0 to 256"),
        (["serve", "--messages-per-second", "many"], "a number from 0 to 1000000"),
        (["serve", "--host", "no.such.host.invalid"], "cannot listen on no.such.host.invalid"),
        (["serve", "--port", "0", "--store", "redis://x"], "redis: is no store"),
        (["serve", "--port", "0", "--store", "memory:", "--workers", "0"], "need a PostgreSQL store"),
        (["worker", "--store", "memory:"], "need a PostgreSQL store"),
        (["worker", "--store", "postgres://nobody@localhost:1/x"], "cannot be opened"),
    ],
)
def test_wrong_use_ends_in_a_sentence(arguments: list[str], sentence: str) -> None:
    done = quintet(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_named() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = quintet("serve", "--port", str(port), "--store", "memory:")
    assert done.returncode == 2
    assert f"port {port}" in done.stderr
    assert "try another --port" in done.stderr


async def test_the_log_is_json_lines_and_the_server_stops_when_asked(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = await Process.start(f"sqlite:{tmp_path / 's'}", 0, log=log)
    assert await server.stop() == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["event"] for line in lines] == ["serving", "stopped"]
    assert lines[0]["store"] == "SqliteStore"


def test_every_option_is_documented() -> None:
    page = Path("docs/server.md").read_text()
    for command in ("serve", "worker"):
        for word in quintet(command, "--help").stdout.split():
            if word.startswith("--") and word != "--help":
                assert word.strip(",[]()") in page

"""The cache of compiled code, in fresh processes: what a user's second start, a damaged file or a full disk does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quintet.cli import main
from quintet.engine import _cache, warm
from quintet.engine._jit import UNRESOLVED

PERFT = """
import json, sys
from quintet.engine.boards import reversi
from quintet.games import game
rules = game("reversi")
state = reversi.load(rules, rules.start())
tools = (reversi.list_moves, reversi.make_move, reversi.leaves)
hits = sum(sum(tool.entry().stats.cache_hits.values()) for tool in tools)
print(json.dumps({"perft": reversi.perft(rules, state, 6), "hits": hits}))
"""
RIGHT = 8200


def run(program: str, **environment: str) -> Any:
    """What a program prints as JSON."""
    done = start(program, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def start(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        env=os.environ | {"PYTHONPATH": str(_cache.PACKAGE.parent)} | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_second_process_compiles_nothing_and_damage_is_compiled_again(tmp_path: Path) -> None:
    cache = {"QUINTET_CACHE_DIR": str(tmp_path)}
    assert run(PERFT, **cache) == {"perft": RIGHT, "hits": 0}
    code = sorted(tmp_path.rglob("*.nbc"))
    assert code
    for path in code:
        os.utime(path, (0, 0))
    assert run(PERFT, **cache) == {"perft": RIGHT, "hits": 3}
    assert all(path.stat().st_mtime > 0 for path in code), "what is loaded is in use"
    assert not [path for path in code if UNRESOLVED.encode() in path.read_bytes()]

    for number, path in enumerate(code):  # cut one short, change a byte in the next
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 255
        path.write_bytes(data[: len(data) // 3] if number % 2 else data)
    for path in list(tmp_path.rglob("*.nbi"))[::2]:
        path.write_bytes(b"nonsense")
    assert run(PERFT, **cache) == {"perft": RIGHT, "hits": 0}
    assert run(PERFT, **cache) == {"perft": RIGHT, "hits": 3}


def test_nothing_is_written_into_the_package(tmp_path: Path) -> None:
    assert not list(_cache.PACKAGE.rglob("*.nb[ci]"))


def test_without_any_writable_folder_it_compiles_in_memory(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    nowhere = f"import tempfile; tempfile.tempdir = {str(file)!r}\n"
    assert run(nowhere + PERFT, QUINTET_CACHE_DIR=str(file)) == {"perft": RIGHT, "hits": 0}


def test_a_disk_that_takes_nothing_more_is_told_of_once(tmp_path: Path) -> None:
    program = """
import resource, sys
from quintet.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))  # as a full disk: files cannot grow
main(["warm", "best"])
"""
    done = start(program, QUINTET_CACHE_DIR=str(tmp_path))
    assert done.returncode == 0
    assert done.stdout == ""
    said = f"compiled code cannot be kept in {tmp_path / 'compiled'} (File too large), so the next start compiles it again"
    assert done.stderr.splitlines() == [said]
    assert not list(tmp_path.rglob("*.nbc"))


def test_what_was_not_used_for_a_fortnight_is_swept_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_cache, "cache_root", lambda: tmp_path)
    for name, days in (("old", 15), ("recent", 13), ("used", 15)):
        (tmp_path / name).mkdir()
        for file in ("a.nbi", "b.nbc"):
            (tmp_path / name / file).touch()
            used = time.time() - days * 24 * 3600
            os.utime(tmp_path / name / file, (used, used))
        os.utime(tmp_path / name, (used, used))
    (tmp_path / "old" / "gone").symlink_to(
        tmp_path / "nowhere"
    )  # as a file that another process removes meanwhile
    os.utime(tmp_path / "old", (used, used))
    os.utime(tmp_path / "used" / "b.nbc", (0, time.time()))
    warm.sweep()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["recent", "used"]


@pytest.fixture
def root(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Path | None]]:
    """Where the cache would lie with this QUINTET_CACHE_DIR and this folder of temporary files."""

    def found(named: Path, temporary: Path) -> Path | None:
        monkeypatch.setenv("QUINTET_CACHE_DIR", str(named))
        monkeypatch.setattr("tempfile.tempdir", str(temporary))
        return _cache.cache_root()

    _cache.cache_root.cache_clear()
    yield found
    _cache.cache_root.cache_clear()


def test_a_cache_folder_that_cannot_be_used_is_told_of(
    root: Callable[..., Path | None], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "file"
    file.touch()
    place = root(file, tmp_path)
    assert place is not None
    assert place.is_relative_to(tmp_path)
    (said,) = [one.getMessage() for one in caplog.records]
    assert (
        f"QUINTET_CACHE_DIR names {file}, which cannot be used; compiled code is kept in {tmp_path}" in said
    )


def test_warm_says_that_nothing_can_be_kept(
    root: Callable[..., Path | None], tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: Any
) -> None:
    file = tmp_path / "file"
    file.touch()
    assert root(file, file) is None
    with pytest.raises(SystemExit) as stop:
        main(["warm", "reversi"])
    assert stop.value.code == 0
    assert capsys.readouterr().out == ""
    (said,) = [one.getMessage() for one in caplog.records]
    assert said.startswith("no folder to keep compiled code in")


def test_the_cache_is_named_after_everything_the_code_depends_on() -> None:
    used = _cache.sources("quintet.engine.players.reversi")
    wanted = {"boards.reversi", "evals.reversi", "players.reversi", "search", "_jit"}
    assert {f"quintet.engine.{name}" for name in wanted} <= used
    assert "quintet.games.reversi" not in used  # imported for the type checker alone

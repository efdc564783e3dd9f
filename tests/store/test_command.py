"""`quintet store` from the command line."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from quintet.store import open_store

CREATED = (
    b'{"type":"created","at":1,"room":"%b","name":"A","host":"h","game":"reversi","rules":1,"options":{}}'
)
CLOSED = b'{"type":"closed","at":2}'


def quintet(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "quintet", "store", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60)


@pytest.fixture
def filled(tmp_path: Path) -> str:
    url = f"sqlite:{tmp_path / 'full'}"

    async def fill() -> None:
        store = await open_store(url)
        await store.append("a", 0, [CREATED % b"a", CLOSED])
        await store.append("b", 0, [CREATED % b"b"])
        await store.close()

    asyncio.run(fill())
    return url


def test_export_and_import_move_a_store(filled: str, tmp_path: Path) -> None:
    target = f"sqlite:{tmp_path / 'copy'}"
    exported = quintet("export", "--store", filled)
    assert exported.returncode == 0
    assert len(exported.stdout.splitlines()) == 4
    imported = quintet("import", "--store", target, stdin=exported.stdout)
    assert imported.stdout == b"2 new rooms, 3 new events\n"
    assert quintet("export", str(tmp_path / "lines"), "--store", target).returncode == 0
    assert (tmp_path / "lines").read_bytes() == exported.stdout
    assert (
        quintet("import", str(tmp_path / "lines"), "--store", filled).stdout == b"0 new rooms, 0 new events\n"
    )


def test_check_counts_or_complains(filled: str, tmp_path: Path) -> None:
    sound = quintet("check", "--store", filled)
    assert (sound.returncode, sound.stdout) == (0, b"2 rooms, 3 events: sound\n")
    connection = sqlite3.connect(tmp_path / "full", isolation_level=None)
    connection.execute("DELETE FROM event WHERE room = 'a' AND version = 1")
    connection.execute("UPDATE event SET data = 'nonsense' WHERE room = 'b'")
    connection.close()
    broken = quintet("check", "--store", filled)
    assert broken.returncode == 1
    for sentence in (
        b"1 rows of the file are no events",
        b"room a is damaged: its event 1 is missing",
        b"room b is damaged: its event 1 is none",
        b"2 rooms, 3 events: 3 problems",
    ):
        assert sentence in broken.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check", "file"], b"takes no file"),
        (["import", "/nonexistent"], b"no such file"),
        (["check", "--store", "redis://x"], b"redis: is no store"),
        (["mend"], b"invalid choice"),
    ],
)
def test_wrong_use_ends_in_a_sentence(arguments: list[str], sentence: bytes) -> None:
    done = quintet(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert b"Traceback" not in done.stderr


def test_importing_what_is_no_export_is_refused(tmp_path: Path) -> None:
    done = quintet("import", "--store", str(tmp_path / "x"), stdin=b"hello\n")
    assert done.returncode == 2
    assert b"first line must be" in done.stderr

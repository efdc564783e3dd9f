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


@pytest.mark.parametrize("action", ["check", "export", "prune", "archive"])
def test_a_store_that_is_not_there_is_not_made_and_not_sound(action: str, tmp_path: Path) -> None:
    done = quintet(action, "--store", f"sqlite:{tmp_path / 'misspelt'}")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"there is no store at" in done.stderr
    assert list(tmp_path.iterdir()) == []


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


def test_options_may_stand_before_and_after_the_file(filled: str, tmp_path: Path) -> None:
    file = str(tmp_path / "lines")
    for arguments in (
        ("export", file, "--store", filled),
        ("export", "--store", filled, file),
        ("--store", filled, "export", file),
    ):
        assert quintet(*arguments).returncode == 0
        assert len(Path(file).read_bytes().splitlines()) == 4
        Path(file).unlink()


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_stores_and_exports_are_for_their_owner_only(filled: str, tmp_path: Path) -> None:
    store, file = tmp_path / "full", tmp_path / "lines"
    assert mode(store) == 0o600
    assert quintet("export", str(file), "--store", filled).stderr == b""
    assert mode(file) == 0o600
    for path in (store, file):
        path.chmod(0o644)
    told = quintet("export", str(file), "--store", filled).stderr.decode()
    assert (mode(store), mode(file)) == (0o600, 0o600)
    for path in (store, file):
        assert f"{path} could be read by others (mode 644); now its owner alone can" in told
    assert quintet("export", "/dev/null", "--store", filled).returncode == 0
    assert mode(Path("/dev/null")) == 0o666


def test_what_lies_beside_an_open_store_is_for_its_owner_only(tmp_path: Path) -> None:
    def look_at_files() -> None:
        files = sorted(tmp_path.iterdir())
        assert [path.name for path in files] == ["s", "s-shm", "s-wal"]
        assert [mode(path) for path in files] == [0o600] * 3

    async def look() -> None:
        store = await open_store(str(tmp_path / "s"))
        await store.append("a", 0, [b"x"])
        look_at_files()
        await store.close()

    asyncio.run(look())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["check", "file"], b"takes no file"),
        (["import", "/nonexistent"], b"no such file"),
        (["check", "--store", "redis://x"], b"redis: is no store"),
        (["mend"], b"action cannot be 'mend'; it is one of: check, export"),
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

"""What only the SQLite store does."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from pathlib import Path
from weakref import ReferenceType

import pytest

from quintet.store import ConflictError, DamageError, Store, StoreError, default_path, open_store
from quintet.store import sqlite as module
from quintet.store.sqlite import MIGRATIONS, SqliteStore
from quintet.testing.store import check_store
from tests.waiting import until


async def test_the_default_store_lies_in_the_data_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("QUINTET_STORE", raising=False)
    store = await open_store()
    await store.append("a", 0, [b"x"])
    await store.close()
    assert default_path().is_file()
    assert default_path().is_relative_to(tmp_path)


async def test_the_environment_names_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUINTET_STORE", str(tmp_path / "mine"))
    await (await open_store()).close()
    assert (tmp_path / "mine").is_file()


async def test_it_is_durable_by_its_settings(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:{tmp_path / 'a'}")
    await store.close()
    connection = sqlite3.connect(tmp_path / "a")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()


async def test_a_file_of_the_first_schema_is_brought_to_todays(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "s")
    connection.executescript(
        MIGRATIONS[0]
        + "CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (1);"
    )
    rows = [(room, version, f"{room}{version}".encode()) for room in ("b", "a") for version in (1, 2)]
    connection.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
    connection.commit()
    connection.close()
    store = await open_store(f"sqlite:{tmp_path / 's'}")
    assert await store.rooms() == [("a", 2), ("b", 2)]
    assert await store.append("a", 2, [b"a3"]) == 3
    assert await store.read("a") == [b"a1", b"a2", b"a3"]
    assert await store.check() == []
    await store.close()


async def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    await (await open_store(str(tmp_path / "a"))).close()
    connection = sqlite3.connect(tmp_path / "a")
    connection.execute("INSERT INTO schema_version VALUES (?)", (len(MIGRATIONS) + 1,))
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match="use a newer quintet"):
        await open_store(str(tmp_path / "a"))


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://x", "mysql: is no store; it takes memory:"),
        ("sqlite:", "needs the path of a file"),
        ("sqlite:/dev/null/x", "cannot be opened"),
        ("sqlite:/proc/nope/x", "cannot be opened"),
    ],
)
async def test_a_wrong_address_is_refused(url: str, sentence: str) -> None:
    with pytest.raises(StoreError, match=sentence):
        await open_store(url)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a diary, not a database " * 100)
    with pytest.raises(StoreError, match="file is not a database"):
        await open_store(str(tmp_path / "a"))


async def test_a_room_with_a_missing_event_cannot_be_read(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "a"))
    await store.append("r", 0, [b"1", b"2", b"3"])
    connection = sqlite3.connect(tmp_path / "a")
    connection.execute("DELETE FROM recent WHERE version = 2")
    connection.commit()
    connection.close()
    with pytest.raises(DamageError, match="room r is damaged: its event 2 is missing"):
        await store.read("r")
    assert await store.salvage("r") == {1: b"1", 3: b"3"}
    await store.close()


async def test_what_waits_is_written_before_closing(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "a"))
    asked = [store.append(f"r{n}", 0, [b"x"]) for n in range(100)]
    await store.close()
    assert await asyncio.gather(*asked) == [1] * 100
    with pytest.raises(StoreError, match="closed"):
        await store.append("late", 0, [b"x"])
    with pytest.raises(StoreError, match="closed"):
        await store.read("late")


async def test_a_store_that_cannot_be_written_says_so_and_recovers(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "a"))
    await store.append("r", 0, [b"1"])
    connection = sqlite3.connect(tmp_path / "a", isolation_level=None)
    connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON recent BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    )
    with pytest.raises(StoreError, match="cannot be written: disk is full"):
        await store.append("r", 1, [b"2"])
    connection.execute("DROP TRIGGER full")
    connection.close()
    assert await store.append("r", 1, [b"2"]) == 2
    await store.close()


def kept_in(path: Path) -> tuple[int, int]:
    """How many events are sorted in, and how many are still to be."""
    connection = sqlite3.connect(path)
    query = "SELECT (SELECT count(*) FROM event), (SELECT count(*) FROM recent)"
    counts: tuple[int, int] = connection.execute(query).fetchone()
    connection.close()
    return counts


@pytest.mark.parametrize("most_recent", [1, 30])
async def test_every_promise_holds_while_events_are_sorted_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most_recent: int
) -> None:
    monkeypatch.setattr(module, "MOST_RECENT", most_recent)

    async def opener() -> Store:
        return await open_store(str(tmp_path / "a"))

    await check_store(opener)
    assert kept_in(tmp_path / "a")[1] == 0


async def test_events_that_a_killed_server_left_unsorted_are_there_and_sorted_in_by_the_next(
    tmp_path: Path,
) -> None:
    store = await open_store(str(tmp_path / "a"))
    await store.append("r", 0, [b"1", b"2"])
    await store.append("s", 0, [b"3"])
    await store.close()
    connection = sqlite3.connect(tmp_path / "a", isolation_level=None)
    connection.execute("INSERT INTO recent SELECT * FROM event WHERE room = 'r' AND version = 2")
    connection.execute("DELETE FROM event WHERE room = 'r' AND version = 2")
    assert kept_in(tmp_path / "a") == (2, 1)
    connection.close()
    again = await open_store(str(tmp_path / "a"))
    assert await again.read("r") == [b"1", b"2"]
    assert await again.rooms() == [("r", 2), ("s", 1)]
    assert await again.versions(["r", "s", "t"]) == {"r": 2, "s": 1, "t": 0}
    assert await again.append("r", 2, [b"4"]) == 3
    await again.close()
    assert kept_in(tmp_path / "a") == (4, 0)


async def test_sorting_in_that_fails_is_done_the_next_time(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "a"))
    connection = sqlite3.connect(tmp_path / "a", isolation_level=None)
    connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON event BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    )
    await store.append("r", 0, [b"1"])
    await store.close()
    assert kept_in(tmp_path / "a") == (0, 1)
    connection.execute("DROP TRIGGER full")
    connection.close()
    again = await open_store(str(tmp_path / "a"))
    assert await again.append("r", 1, [b"2"]) == 2
    await again.close()
    assert kept_in(tmp_path / "a") == (2, 0)


async def test_a_room_that_begins_with_something_large_is_sorted_in_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LISTEN_EVERY", 1000.0)  # no idle moment in which others are sorted in
    large = b"x" * (module.LARGE + 1)
    store = await open_store(str(tmp_path / "a"))
    both = [store.append("r", 0, [large, b"2"]), store.append("s", 0, [b"1"])]
    assert await asyncio.gather(*both) == [2, 1]
    assert kept_in(tmp_path / "a") == (2, 1)
    assert await store.append("r", 2, [large]) == 3  # a later one would be far from where the last ones are
    assert kept_in(tmp_path / "a") == (2, 2)
    with pytest.raises(ConflictError):
        await store.append("r", 0, [large])
    assert await store.read("r") == [large, b"2", large]
    assert await store.salvage("r") == {1: large, 2: b"2", 3: large}
    assert await store.rooms() == [("r", 3), ("s", 1)]
    assert await store.versions(["r", "s"]) == {"r": 3, "s": 1}
    assert await store.check() == []
    await store.close()
    assert kept_in(tmp_path / "a") == (4, 0)


async def test_of_a_room_that_cannot_be_sorted_in_at_once_nothing_is_written(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "a"))
    connection = sqlite3.connect(tmp_path / "a", isolation_level=None)
    connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON event WHEN new.version = 2 BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    )
    large = b"x" * (module.LARGE + 1)
    both = [store.append("s", 0, [b"1"]), store.append("r", 0, [large, b"2"])]
    for answer in await asyncio.gather(*both, return_exceptions=True):
        assert isinstance(answer, StoreError)
    assert await store.rooms() == []
    connection.execute("DROP TRIGGER full")
    connection.close()
    assert await store.append("r", 0, [large, b"2"]) == 2
    assert await store.read("r") == [large, b"2"]
    await store.close()


async def test_what_is_long_is_sorted_in_sooner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LISTEN_EVERY", 1000.0)
    store = await open_store(str(tmp_path / "a"))
    await store.append("r", 0, [b"1"])
    await store.append("r", 1, [b"2"])
    assert kept_in(tmp_path / "a") == (0, 2)
    await store.keep("long", b"x" * module.BYTES * module.MOST_RECENT)
    await store.append("r", 2, [b"3"])  # which is written after the others are sorted in
    assert kept_in(tmp_path / "a") == (2, 1)
    await store.append("r", 3, [b"x" * module.BYTES * module.MOST_RECENT])
    await store.append("r", 4, [b"5"])
    assert kept_in(tmp_path / "a") == (4, 1)
    await store.close()


async def test_only_rooms_in_which_something_happens_are_remembered(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "games.db")
    for number in range(20):
        await store.append(f"room{number}", 0, [b"{}"])
    await until(lambda: not store._written)  # it has had an idle moment
    await store.append("room3", 1, [b"{}"])
    await until(lambda: set(store._versions or ()) == {"room3"})
    with pytest.raises(ConflictError):
        await store.append("room5", 0, [b"{}"])
    await store.append("room5", 1, [b"{}"])
    await store.close()


async def test_when_it_rests_it_remembers_no_cursor_of_what_it_did(tmp_path: Path) -> None:
    store = await open_store(f"sqlite:{tmp_path / 's'}")
    assert isinstance(store, SqliteStore)
    await store.append("a", 0, [b"x"])
    await store.read("a")
    await store.archive.looked_at()
    connections = (store._writer, store._reader, store._archive._reader)
    before = [cursors_of(connection) for connection in connections]
    await store.rest()
    for connection, cursors in zip(connections, before, strict=True):
        assert cursors
        assert not any(one is other for one in cursors for other in cursors_of(connection))
    assert await store.read("a") == [b"x"]
    await store.close()


def cursors_of(connection: sqlite3.Connection) -> list[ReferenceType[sqlite3.Cursor]]:
    """The references to its cursors that a connection holds, also to those that are gone."""
    lists = [found for found in gc.get_referents(connection) if isinstance(found, list)]
    return [one for found in lists for one in found if isinstance(one, ReferenceType)]

"""Stores that are hurt: files cut off, pages overwritten, rows of garbage, events missing, moves that never were legal."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from quintet.games import game
from quintet.store import Store, open_store
from quintet.store.health import examine, hurt_rooms
from quintet.store.memory import MemoryStore
from quintet.store.transfer import export_lines, import_lines

PAGE = 4096
ROOMS = 60


def some_moves() -> tuple[str, ...]:
    reversi = game("reversi")
    position, moves = reversi.start(), []
    for _ in range(10):
        (seat,) = reversi.turn(position)
        moves.append(next(reversi.prompt(position, seat).moves()))
        position, _ = reversi.play(position, {seat: moves[-1]})
    return tuple(moves)


MOVES = some_moves()


def events(room: str) -> list[bytes]:
    """A game of some moves, as a server stores it."""
    first = (
        '{"type":"created","at":1,"room":"%s","name":"A","host":"h","game":"reversi","rules":1,"options":{}}'
    )
    started = '{"type":"started","at":2,"players":["Ann","Ben"]}'
    moves = [
        f'{{"type":"played","at":{number + 3},"moves":[[{number % 2},"{move}"]]}}'
        for number, move in enumerate(MOVES)
    ]
    return [text.encode() for text in (first % room, started, *moves)]


def quintet(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "quintet", "store", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=120)


async def fill(store: Store) -> None:
    for number in range(ROOMS):
        room = f"room{number:02}"
        await store.append(room, 0, events(room))
    await store.keep("secret", b"s" * 32)


@pytest.fixture
async def file(tmp_path: Path) -> Path:
    store = await open_store(str(tmp_path / "s"))
    await fill(store)
    await store.close()
    return tmp_path / "s"


def test_the_game_of_these_tests_is_sound() -> None:
    assert examine("room00", events("room00")) is None


@pytest.mark.parametrize(
    ("version", "data", "sentence"),
    [
        (4, b'{"type":"played","at":1,"moves":[[1,"h8"]]}', "its event 4 cannot be: h8"),
        (4, b'{"type":"played","at":1,"moves":[[0,"c3"]]}', "its event 4 cannot be: it is not seat 1's turn"),
        (4, b'{"type":"played","at":1,"moves":[]}', "its event 4 cannot be: "),
        (5, b"\xff\x00", "its event 5 cannot be: "),
        (5, b'{"type":"seated","at":1,"guest":"x","seat":99}', "its event 5 cannot be: "),
        (5, b'{"type":"renamed","at":1,"guest":"x","name":"y"}', "its event 5 cannot be: "),
        (1, b'{"type":"closed","at":1}', "its event 1 cannot be: the first event of a table must be"),
        (1, events("other")[0], "its event 1 cannot be: it is of room other"),
        (1, events("r")[0].replace(b"reversi", b"chess"), "its event 1 cannot be: "),
        (1, events("r")[0].replace(b'"options":{}', b'"options":{},"moves":[[0,"a1"]]'), "its event 1 cannot be: "),
    ],
)  # fmt: skip
def test_an_event_that_cannot_be_is_found(version: int, data: bytes, sentence: str) -> None:
    log = events("r")
    log[version - 1] = data
    problem = examine("r", log)
    assert problem is not None
    assert problem.startswith("room r is damaged: " + sentence)


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_check_names_every_hurt_room_and_goes_on(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = f"sqlite:{tmp_path / 's'}" if kind == "sqlite" else request.getfixturevalue("postgres_url")
    store = await open_store(url)
    await fill(store)
    await store.append("bad-move", 0, [*events("bad-move"), b'{"type":"played","at":1,"moves":[[0,"a1"]]}'])
    await store.append("nonsense", 0, [b"nonsense"])
    for event in events("gap"):
        version = (await store.versions(["gap"]))["gap"]
        await store.append("gap", version, [event])
    await store.close()
    if kind == "sqlite":
        connection = sqlite3.connect(tmp_path / "s")
        connection.execute("DELETE FROM event WHERE room = 'gap' AND version = 5")
        connection.commit()
        connection.close()
    else:
        database = await asyncpg.connect(url)
        await database.execute("DELETE FROM quintet_event WHERE room = 'gap' AND version = 5")
        await database.close()
    done = await asyncio.to_thread(quintet, "check", "--store", url)
    assert done.returncode == 1, done.stderr
    lines = done.stdout.decode().splitlines()
    assert [line.partition(" is damaged")[0] for line in lines[:3]] == [
        "room bad-move",
        "room gap",
        "room nonsense",
    ]
    assert "63 rooms, 746 events: 3 problems" in lines[3]
    saved = await asyncio.to_thread(quintet, "export", "--store", url)
    assert saved.returncode == 1
    assert b"room gap is damaged: its event 5 is missing, or there twice; 11 events are saved" in saved.stderr
    brought = await asyncio.to_thread(quintet, "import", "--store", str(tmp_path / "new"), stdin=saved.stdout)
    assert brought.stdout.decode().splitlines() == [
        "63 new rooms, 738 new events",
        "7 events were left out: others before them are lost",
    ]
    copy = await open_store(str(tmp_path / "new"))
    assert await copy.read("gap") == events("gap")[:4]
    assert await copy.read("room00") == events("room00")
    await copy.close()


async def rescued(path: Path) -> tuple[Store, list[str]]:
    """What an export of a damaged file brings into another store, and what it says."""
    told: list[str] = []
    store = await open_store(str(path), rescue=True)
    lines = [line async for line in export_lines(store, told.append)]
    await store.close()
    copy = MemoryStore()
    await import_lines(copy, lines)
    return copy, told


async def whole_rooms(store: Store) -> set[str]:
    return {room for room, _ in await store.rooms() if await store.read(room) == events(room)}


def pages_of(path: Path, table: str) -> list[int]:
    """The leaves of a table or index by their first byte: a table's is 13, an index's 10."""
    data, leaf = path.read_bytes(), 13 if table == "event" else 10
    return [
        n
        for n in range(1, len(data) // PAGE)
        if data[n * PAGE] == leaf and b"room" in data[n * PAGE :][:PAGE]
    ]


def page_of(path: Path, page: int) -> bytes:
    return path.read_bytes()[page * PAGE :][:PAGE]


def cut(path: Path, pages: int) -> None:
    with path.open("r+b") as file:
        file.truncate(pages * PAGE)


def spoil(path: Path, chance: random.Random, first: int) -> None:
    """Random bytes in some places from the first on, and perhaps an end that is missing."""
    data = bytearray(path.read_bytes())
    for _ in range(chance.choice((1, 3, 20))):
        start = chance.randrange(first, len(data))
        length = len(data[start : start + chance.choice((1, 40, PAGE))])
        data[start : start + length] = chance.randbytes(length)
    if chance.random() < 0.25:
        del data[chance.randrange(PAGE, len(data)) :]
    path.write_bytes(data)


def overwrite(path: Path, page: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(page * PAGE)
        file.write(data)


@pytest.mark.parametrize("garbage", [b"\0" * PAGE, b"\xff" * PAGE, random.Random(5).randbytes(PAGE)])
async def test_a_lost_page_costs_the_rooms_on_it_and_no_others(file: Path, garbage: bytes) -> None:
    leaves = pages_of(file, "event")
    assert len(leaves) > 8
    on_it = page_of(file, leaves[3])
    overwrite(file, leaves[3], garbage)
    copy, told = await rescued(file)
    whole = await whole_rooms(copy)
    lost = {f"room{number:02}" for number in range(ROOMS)} - whole
    assert lost
    assert all(room.encode() in on_it for room in lost)
    assert len(told) == len(lost)
    for room, version in await copy.rooms():
        assert await copy.read(room) == events(room)[:version]
    assert (await copy.kept("secret"))["secret"] == b"s" * 32
    done = await asyncio.to_thread(quintet, "check", "--store", str(file))
    assert done.returncode == 1
    assert b"the file is damaged: " in done.stdout
    for room in lost:
        assert room.encode() in done.stdout


async def test_a_lost_page_of_the_index_costs_nothing(file: Path) -> None:
    overwrite(file, pages_of(file, "index")[1], b"\0" * PAGE)
    copy, told = await rescued(file)
    assert len(await whole_rooms(copy)) == ROOMS
    assert told


async def test_a_file_that_is_cut_off_gives_what_is_left(file: Path) -> None:
    leaves = pages_of(file, "event")
    cut(file, leaves[len(leaves) // 2])
    copy, _ = await rescued(file)
    assert len(await whole_rooms(copy)) >= ROOMS // 3
    for room, version in await copy.rooms():
        assert await copy.read(room) == events(room)[:version]


async def test_rows_are_found_where_the_way_to_them_is_lost(file: Path) -> None:
    connection = sqlite3.connect(file)
    roots = [
        row[0]
        for row in connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name IN ('event', 'event_of_room', 'kept')"
        )
    ]
    connection.close()
    for root in roots:
        inner = page_of(file, root - 1)[0] in (2, 5)
        if inner:
            overwrite(file, root - 1, b"\0" * PAGE)
    assert any(page_of(file, root - 1) == b"\0" * PAGE for root in roots)
    copy, _ = await rescued(file)
    assert len(await whole_rooms(copy)) == ROOMS
    done = await asyncio.to_thread(quintet, "export", "--store", str(file))
    assert done.returncode == 1
    assert b"the store is damaged: " in done.stderr


async def test_a_file_without_its_first_page_gives_the_others(file: Path) -> None:
    overwrite(file, 0, b"\0" * PAGE)
    copy, _ = await rescued(file)
    assert len(await whole_rooms(copy)) == ROOMS
    assert (await copy.kept("secret"))["secret"] == b"s" * 32


async def test_what_was_let_go_does_not_come_back(file: Path) -> None:
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA secure_delete = OFF")  # some systems overwrite what is let go
    connection.execute("DELETE FROM event WHERE room <> 'room01'")
    root = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'recent'").fetchone()[0]
    connection.commit()
    connection.close()
    overwrite(file, root - 1, b"\0" * PAGE)  # so that everything is looked for that there may be
    copy, _ = await rescued(file)
    assert [room for room, _ in await copy.rooms()] == ["room01"]


async def test_of_what_is_no_store_nothing_is_saved_and_that_is_told(tmp_path: Path) -> None:
    file = tmp_path / "none.sqlite"
    file.write_bytes(random.Random(1).randbytes(5 * PAGE))
    done = await asyncio.to_thread(quintet, "export", "--store", str(file))
    assert done.returncode == 1
    assert b"0 events and kept values of it are saved" in done.stderr


async def test_a_file_that_quotes_no_text_is_told_in_a_sentence(file: Path) -> None:
    spoilt = page_of(file, 0).replace(b"CREATE TABLE event (room TEXT", b"CREATE TABLE event \x83room TEXT")
    overwrite(file, 0, spoilt)
    for action in ("check", "export", "prune"):
        done = await asyncio.to_thread(quintet, action, "--store", str(file))
        assert done.returncode in (1, 2)
        assert b"Traceback" not in done.stderr
        assert done.stdout or done.stderr


async def test_rows_of_garbage_are_told_and_hurt_nobody_else(file: Path) -> None:
    connection = sqlite3.connect(file)
    rows = [
        (b"\xff\xfe", 1, b"x"),
        ("room01", "many", b"x"),
        ("room02", 99, 5),
        ("a b", 1, b"x"),
        ("", 3, "y"),
    ]
    connection.executemany("INSERT INTO event VALUES (?, ?, ?)", rows)
    connection.execute("INSERT INTO event VALUES (CAST(x'ff41' AS TEXT), 1, x'00')")
    connection.execute("INSERT INTO kept VALUES (CAST(x'ff41' AS TEXT), 'text')")
    connection.commit()
    connection.close()
    done = await asyncio.to_thread(quintet, "check", "--store", str(file))
    assert done.returncode == 1
    assert b"rows of the file are no events" in done.stdout
    store = await open_store(str(file))
    hurt = {room async for room, problem in hurt_rooms(store) if problem is not None}
    await store.close()
    assert hurt == {"room01", "room02"}
    copy, _ = await rescued(file)
    assert len(await whole_rooms(copy)) == ROOMS


@pytest.mark.parametrize("seed", range(12))
async def test_no_damage_ends_in_anything_but_a_sentence(file: Path, seed: int) -> None:
    spoil(file, random.Random(seed), PAGE if seed % 3 else 100)
    for action in ("check", "export"):
        done = await asyncio.to_thread(quintet, action, "--store", str(file))
        assert done.returncode in (0, 1, 2)
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        assert done.stdout or done.stderr

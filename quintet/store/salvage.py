"""Reading a damaged SQLite file: everything that can still be read, row by row, past the pages that cannot.

A page that is gone takes down every statement that touches it. So rows are asked for in ranges of their numbers, and a
range that fails is halved until only the rows on the bad page are left out. That goes by the table itself; a room
whose entry in the index is lost is found all the same. What SQLite cannot reach any more is looked for page by page (`pages.py`).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

from quintet.store.contract import is_name
from quintet.store.pages import INDEX_INNER, INDEX_LEAF, TABLE_LEAF, rows_on_pages
from quintet.store.schema import READ_ANYHOW

Found: TypeAlias = dict[str, dict[int, bytes]]
"""Events by room and version."""

TABLES = ("recent", "event")
"""In this order: what is sorted in meanwhile goes from the first to the second, and is then met twice rather than never."""
SMALLEST_ROW = 16
"""Bytes, about: no file has more rows than its size divided by this."""
MOST_PROBLEMS = 10
NO_EVENTS = """SELECT count(*) FROM every_event
               WHERE typeof(room) <> 'text' OR typeof(version) <> 'integer' OR typeof(data) <> 'blob'"""


UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What a damaged file is told by: SQLite's own words may quote what is no text any more. (`SQLITE_ERROR` to a statement of ours,
which are always the same, means that a table of ours is gone.)"""


def is_damage(error: Exception) -> bool:
    """Is it the file that is hurt, rather than something that passes, such as a full disk?"""
    if isinstance(error, UnicodeDecodeError):
        return True
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_ERROR,
    )


def save_rooms(path: Path) -> Found:
    """Every event that can be read."""
    connection = _open(path)
    found: Found = {}
    try:
        for table in TABLES:
            for room, version, data in _rows(connection, table, path.stat().st_size):
                if is_name(str(room)) and isinstance(version, int) and isinstance(data, bytes):
                    found.setdefault(str(room), {})[version] = data
    finally:
        connection.close()
    for row in rows_on_pages(path, (TABLE_LEAF,)):
        match row:
            case [str(room), int(version), bytes(data)] if is_name(room) and version > 0:
                found.setdefault(room, {}).setdefault(version, data)
    return found


def save_kept(path: Path) -> dict[str, bytes]:
    """Every kept value that can be read: from the first on, and from the last back, up to where it breaks."""
    connection = _open(path)
    found: dict[str, Any] = {}
    for row in rows_on_pages(path, (INDEX_LEAF, INDEX_INNER)):
        match row:
            case [str(key), bytes(value)]:
                found[key] = value
    try:
        for order in ("ASC", "DESC"):
            query = f"SELECT key, value FROM kept ORDER BY key {order}"  # noqa: S608  (nobody's words)
            found |= dict(_until_it_breaks(connection, query))
    finally:
        connection.close()
    return {key: value for key, value in sorted(found.items()) if is_name(key) and isinstance(value, bytes)}


def problems(path: Path) -> list[str]:
    """What SQLite finds wrong with the file, a sentence each; not all of it if it is much."""
    connection = _open(path)
    try:
        rows = connection.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})").fetchall()
        told = [f"the file is damaged: {' '.join(str(row[0]).split())}" for row in rows if row[0] != "ok"]
        garbage = connection.execute(NO_EVENTS).fetchone()[0]
        return told + ([f"{garbage} rows of the file are no events"] if garbage else [])
    except UNREADABLE as error:
        return [f"the file is damaged: {error}"]
    finally:
        connection.close()


def _open(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None)
    connection.execute(READ_ANYHOW)
    connection.execute("PRAGMA cell_size_check = ON")
    connection.text_factory = lambda data: data.decode(errors="replace")
    return connection


def _rows(connection: sqlite3.Connection, table: str, size: int) -> Iterator[Any]:
    low, high = _ends(connection, table, size)
    query = f"SELECT room, version, data FROM {table} WHERE rowid BETWEEN ? AND ?"  # noqa: S608  (one of ours)
    ranges = [(low, high)]
    while ranges:
        low, high = ranges.pop()
        if low > high:
            continue
        try:
            yield from connection.execute(query, (low, high)).fetchall()
        except UNREADABLE:
            if low < high:
                middle = (low + high) // 2
                ranges += [(middle + 1, high), (low, middle)]


def _ends(connection: sqlite3.Connection, table: str, size: int) -> tuple[int, int]:
    """The numbers of the first and last row, or numbers beyond them."""
    ends = []
    for end, otherwise in (("min", 1), ("max", size // SMALLEST_ROW)):
        try:
            query = f"SELECT {end}(rowid) FROM {table}"  # noqa: S608  (one of ours)
            ends.append(connection.execute(query).fetchone()[0] or 0)
        except UNREADABLE:
            ends.append(otherwise)
    return ends[0], ends[1]


def _until_it_breaks(connection: sqlite3.Connection, query: str) -> Iterator[Any]:
    try:
        yield from connection.execute(query)
    except UNREADABLE:
        return

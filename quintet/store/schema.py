"""The SQLite file itself: its schema and statements, how it is opened, and who may read it."""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import suppress
from pathlib import Path
from typing import Any

from quintet.store.contract import StoreError

log = logging.getLogger("quintet.store")

MIGRATIONS = (
    """CREATE TABLE event (
           room TEXT NOT NULL, version INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (room, version)
       ) WITHOUT ROWID;
       CREATE TABLE kept (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;""",
    # Events in the order they came: a commit writes whole pages, and so writes few, whatever rooms they are for.
    """ALTER TABLE event RENAME TO old_event;
       CREATE TABLE event (room TEXT NOT NULL, version INTEGER NOT NULL, data BLOB NOT NULL);
       INSERT INTO event SELECT room, version, data FROM old_event ORDER BY room, version;
       DROP TABLE old_event;
       CREATE UNIQUE INDEX event_of_room ON event (room, version);""",
    # Where events wait to be sorted into the other table, many of a room at a time.
    """CREATE TABLE recent (room TEXT NOT NULL, version INTEGER NOT NULL, data BLOB NOT NULL);
       CREATE VIEW every_event AS
           SELECT room, version, data FROM event UNION ALL SELECT room, version, data FROM recent;""",
    # The archive: games that were finished, who played them, and the rooms that wait for somebody.
    """CREATE TABLE game (
           id TEXT PRIMARY KEY, room TEXT NOT NULL, number INTEGER NOT NULL, ended INTEGER NOT NULL, kind TEXT NOT NULL,
           public INTEGER NOT NULL, drawn INTEGER, settings TEXT NOT NULL, data BLOB NOT NULL, record BLOB NOT NULL);
       CREATE INDEX game_of_room ON game (room, number);
       CREATE INDEX game_of_all ON game (public, ended, id);
       CREATE INDEX game_of_kind ON game (public, kind, ended, id);
       CREATE INDEX game_of_result ON game (public, drawn, ended, id);
       CREATE TABLE player (
           game TEXT NOT NULL, seat INTEGER NOT NULL, guest TEXT NOT NULL, called TEXT NOT NULL, result TEXT NOT NULL,
           ended INTEGER NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID;
       CREATE INDEX player_as_guest ON player (guest, ended, game);
       CREATE INDEX player_as_called ON player (called, ended, game);
       CREATE TABLE looked_at (room TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
       CREATE TABLE waiting (room TEXT NOT NULL, guest TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (room, guest)) WITHOUT ROWID;
       CREATE INDEX waiting_for ON waiting (guest, at);""",
    # The explorer: what was played where, and games from files. Every room is looked at again, for the ways its games took.
    """ALTER TABLE game ADD COLUMN line BLOB NOT NULL DEFAULT x'';
       CREATE TABLE explored (
           position INTEGER NOT NULL, source INTEGER NOT NULL, seat INTEGER NOT NULL, move TEXT NOT NULL, result INTEGER NOT NULL,
           games INTEGER NOT NULL, last TEXT NOT NULL, ended INTEGER NOT NULL,
           PRIMARY KEY (position, source, seat, move, result)) WITHOUT ROWID;
       CREATE TABLE brought (
           id TEXT PRIMARY KEY, collection TEXT NOT NULL, ended INTEGER NOT NULL, names BLOB NOT NULL, line BLOB NOT NULL) WITHOUT ROWID;
       CREATE INDEX brought_of ON brought (collection);
       DELETE FROM looked_at;""",
)
"""Each entry brings the schema from its index to the next; never edit one that was released, add another."""

INSERT = {
    size: "INSERT OR ROLLBACK INTO recent VALUES " + ", ".join(["(?, ?, ?)"] * size)  # noqa: S608  (nobody's words)
    for size in (128, 64, 32, 16, 8, 4, 2, 1)
}
"""Statements that add so many rows. `OR ROLLBACK` spares SQLite a copy of every page it would need to undo just one."""
INSERT_SORTED = "INSERT OR ROLLBACK INTO event VALUES (?, ?, ?)"
"""For a row that goes at once to where it stays."""

SORTED_ROOMS = """
    WITH RECURSIVE step(room) AS (
        SELECT min(room) FROM event
        UNION ALL SELECT (SELECT min(room) FROM event WHERE room > step.room) FROM step WHERE step.room IS NOT NULL)
    SELECT room, (SELECT max(version) FROM event WHERE room = step.room) FROM step WHERE room IS NOT NULL"""
"""One step through the index for each room, however many events it has."""
RECENT_VERSIONS = "SELECT room, max(version) FROM recent GROUP BY room"
ONE_VERSION = "SELECT max(version) FROM every_event WHERE room = ?"
SORTED_VERSION = "SELECT max(version) FROM event WHERE room = ?"
CURSORS = 201
READ_ANYHOW = "PRAGMA writable_schema = ON"
"""Without it SQLite reads nothing of a file that was cut off."""
OWNER_ONLY = 0o600
"""The store holds the secret that signs guests, and moves that are still sealed."""


def make_private(path: Path) -> None:
    """See that only its owner can read a file, made now if there is none; say so if that was different."""
    if path.exists() and not path.is_file():  # such as /dev/null
        return
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
    beside = (path.with_name(path.name + ending) for ending in ("-wal", "-shm"))
    for file in (path, *beside):
        with suppress(FileNotFoundError):
            mode = file.stat().st_mode & 0o777
            if mode & ~OWNER_ONLY:
                _narrow(file, mode)


def _narrow(file: Path, mode: int) -> None:
    try:
        file.chmod(mode & OWNER_ONLY)
        log.warning("%s could be read by others (mode %03o); now its owner alone can", file, mode)
    except OSError as error:
        log.warning("%s can be read by others (mode %03o), and that cannot be changed: %s", file, mode, error)


def connect(path: Path, timeout: float = 10, rescue: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=timeout)
    try:
        for pragma in (
            (READ_ANYHOW,) if rescue else ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL")
        ):
            connection.execute(pragma)
    except BaseException:
        connection.close()
        raise
    return connection


def forget_cursors(connection: sqlite3.Connection) -> None:
    """A connection remembers its cursors, of which every statement makes one, until there are 200 more: among them those of a
    crowd that has gone, in whose place in memory nothing else could go back to the system (`server/leftovers.py`)."""
    for _ in range(CURSORS):
        connection.cursor()


def migrate(path: Path) -> None:
    """Bring the file to today's schema, in one transaction."""
    connection = connect(path)
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        row = connection.execute("SELECT max(version) FROM schema_version").fetchone()
        version = row[0] or 0
        if version > len(MIGRATIONS):
            raise StoreError(
                f"its schema is version {version} and this quintet knows up to {len(MIGRATIONS)}; "
                "use a newer quintet"
            )
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            for statement in filter(str.strip, script.split(";")):
                connection.execute(statement)
            connection.execute("INSERT INTO schema_version VALUES (?)", (number,))
        connection.execute("COMMIT")
    finally:
        connection.close()


def insert(writer: sqlite3.Connection, values: list[Any]) -> None:
    """Room, version and data of each row, one after the other: many rows by one statement.

    Each statement gives way to the event loop once and has to wait for its turn again.
    """
    done = 0
    for size, statement in INSERT.items():
        while len(values) - done >= 3 * size:
            writer.execute(statement, values[done : done + 3 * size])
            done += 3 * size

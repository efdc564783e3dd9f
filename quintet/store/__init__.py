"""The event log: everything that ever happened at a table. One contract, three back ends."""

from __future__ import annotations

import os
from pathlib import Path

from quintet.store.contract import ConflictError, DamageError, Heard, Store, StoreError

__all__ = ["ConflictError", "DamageError", "Heard", "Store", "StoreError", "default_path", "open_store"]


def default_path() -> Path:
    """Where the store lies when nothing else is said: in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("quintet") / "quintet.sqlite3"


async def open_store(url: str | None = None, *, rescue: bool = False, there: bool = False) -> Store:
    """The store at `memory:`, `sqlite:PATH`, a plain path, or `postgres://...`; else the one that QUINTET_STORE names,
    else the user's own SQLite file. A `rescue` opens a file even if it is damaged, to look at and read what is left. A file that must be `there` is not made."""
    url = url or os.environ.get("QUINTET_STORE") or f"sqlite:{default_path()}"
    scheme, colon, rest = url.partition(":")
    if scheme in ("postgres", "postgresql"):
        from quintet.store.postgres import PostgresStore

        return await PostgresStore.open(url)
    if url == "memory:":
        from quintet.store.memory import MemoryStore

        return MemoryStore()
    if colon and scheme != "sqlite" and "/" not in scheme and len(scheme) > 1:
        raise StoreError(
            f"{scheme}: is no store; it takes memory:, sqlite:PATH, a path, or postgres://USER@HOST/DATABASE"
        )
    from quintet.store.sqlite import SqliteStore

    path = rest.removeprefix("//") if scheme == "sqlite" else url
    if not path:
        raise StoreError("sqlite: needs the path of a file, as in sqlite:games.sqlite3")
    return await SqliteStore.open(found(path) if there else Path(path), rescue)


def found(path: str) -> Path:
    """The file, which must be there: who misspells a name would otherwise be told that all is well with it."""
    file = Path(path)
    if not file.is_file():
        raise StoreError(f"there is no store at {path}; name it with --store, or in QUINTET_STORE")
    return file

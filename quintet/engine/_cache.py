# mypy: disable-error-code="no-untyped-call,attr-defined"
# Numba carries no types; this file, with _jit.py, is where that ends.
"""Where compiled code is kept between starts.

An entry's cache folder is named after the hash of everything its code can depend on: its module, every quintet module
that one imports (except under `if TYPE_CHECKING`), the versions of Numba and NumPy, and the flags. So a cache is never
stale, and editing one game's files leaves the others' caches alone. Data files are sealed with a checksum: a damaged
one is compiled again. Where nothing can be written, compiling happens in memory.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import logging
import os
import pickle
import stat
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from numba import config
from numba.core import caching

PACKAGE = Path(__file__).parent.parent
_setting = threading.Lock()
_may_compile = True
not_kept: list[str] = []
"""The folders that were to take compiled code and could not, on a full disk, say: told once, by a warning."""
warn = logging.getLogger(__name__).warning


class NotCompiledError(Exception):
    """The cache lacks an entry, and nothing may be compiled now."""


@contextmanager
def only_from_cache() -> Iterator[None]:
    """Within this, an entry that the cache lacks is not compiled: NotCompiledError. Where no cache can be, it is."""
    global _may_compile
    before, _may_compile = _may_compile, False
    try:
        yield
    finally:
        _may_compile = before


def keep_in(folder: Path, dispatcher: Any) -> None:
    """Load what a function compiles to from this folder, or keep it there."""
    with _setting:  # the setting is Numba's own and global: leave it as it was
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            dispatcher.enable_caching()
        except (OSError, RuntimeError):  # the folder went away: compile in memory
            return
        finally:
            config.CACHE_DIR = before
    dispatcher._cache._cache_file.__class__ = _SealedFile


class _SealedFile(caching.IndexDataCacheFile):
    """Numba's cache files, each sealed with its checksum. A damaged or unwritable one counts as missing."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except Exception:  # any damage at all: unpickling raises nearly anything
            return {}

    def load(self, key: Any) -> Any:
        found = super().load(key)
        if found is None and not _may_compile:
            raise NotCompiledError
        return found

    def _load_data(self, name: str) -> Any:
        sealed = Path(self._data_path(name)).read_bytes()
        data, seal = sealed[:-32], sealed[-32:]
        if hashlib.sha256(data).digest() != seal:
            raise OSError(f"{name} is damaged")  # Numba compiles it again and replaces the file
        with suppress(OSError):
            os.utime(self._data_path(name))  # in use: `warm` sweeps away what is not
        return pickle.loads(data)  # noqa: S301  (our own file, in a folder only we can write)

    def _save_data(self, name: str, data: Any) -> None:
        plain = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(plain + hashlib.sha256(plain).digest())

    def save(self, key: Any, data: Any) -> None:
        try:
            super().save(key, data)
        except OSError as error:  # what was compiled still runs
            if not not_kept:
                words = "compiled code cannot be kept in %s (%s), so the next start compiles it again"
                warn(words, cache_root(), error.strerror or error)
            not_kept.append(self._cache_path)


# --- where it lies ----------------------------------------------------------------------------------------------------


@functools.cache
def cache_root() -> Path | None:
    """The first folder of ours that can be written and belongs to us; None, after one warning, when there is none."""
    named = os.environ.get("QUINTET_CACHE_DIR")
    wanted = Path(named) if named else platformdirs.user_cache_path("quintet")
    folder = wanted if _usable(wanted / "compiled") else _temporary_folder()
    if folder is None:
        warn("no folder to keep compiled code in: %s cannot be used, so every start compiles anew", wanted)
        return None
    if named and folder != wanted:
        warn("QUINTET_CACHE_DIR names %s, which cannot be used; compiled code is kept in %s", wanted, folder)
    return folder / "compiled"


def _temporary_folder() -> Path | None:
    """Our private place among temporary files; None where it cannot be used."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    try:
        folder = Path(tempfile.gettempdir()) / f"quintet-{user}"
    except OSError:  # not even that
        return None
    return folder if _usable(folder / "compiled") else None


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & stat.S_IWOTH):
            return False  # whoever can write there can make us run anything
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@functools.cache
def cache_folder(module: str) -> Path | None:
    """The cache folder of a module's entries: its name changes with everything the code depends on."""
    root = cache_root()
    if root is None or _file_of(module) is None:  # only our own modules: of others we do not know the sources
        return None
    digest = hashlib.sha256()
    for name in sorted(sources(module)):
        digest.update(name.encode() + b"\0" + source(name).encode() + b"\0")
    flags = (config.BOUNDSCHECK, config.OPT, config.CPU_NAME, config.CPU_FEATURES, config.DEBUG)
    digest.update(repr((numba.__version__, np.__version__, flags)).encode())
    return root / f"{module.removeprefix('quintet.engine.')}-{digest.hexdigest()[:16]}"


# --- what it depends on -----------------------------------------------------------------------------------------------


def sources(module: str) -> set[str]:
    """A module and every quintet module that it imports, and that those import."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imported(name)
    return found


@functools.cache
def source(module: str) -> str:
    path = _file_of(module)
    assert path is not None
    return path.read_text(encoding="utf-8")


def _file_of(module: str) -> Path | None:
    """The file of a quintet module, found without importing it; None for a name that is no module."""
    package, *path = module.split(".")
    if package != PACKAGE.name:
        return None
    place = PACKAGE.joinpath(*path)
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


@functools.cache
def imported(module: str) -> tuple[str, ...]:
    """The quintet modules whose values a module can see; what only the type checker imports does not count."""
    names: list[str] = []
    for node in _statements(ast.parse(source(module))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(name for name in names if _file_of(name))


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from _statements(node)

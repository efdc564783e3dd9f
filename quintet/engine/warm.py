"""Compiling everything once, so that no move ever waits for it.

`python -m quintet.engine.warm GAME` does it for whoever started it, and writes `DONE TOTAL` on a line after each function.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from quintet.engine import registry

STALE_AFTER = 14 * 24 * 3600


def warm(games: Iterable[str] | None = None, ready: Callable[[str], object] = str) -> None:
    """Load the engines of these games (all by default), compiling what the cache lacks; `ready` hears of each function."""
    from quintet.engine import _jit

    _jit.on_part.append(ready)
    try:
        for name in registry.compiled() if games is None else games:
            registry.load(name)
    finally:
        _jit.on_part.remove(ready)


def load_compiled(game: str) -> bool:
    """Load a game's engine unless something would have to be compiled and kept for it; False then."""
    from quintet.engine import _cache

    try:
        with _cache.only_from_cache():
            registry.load(game)
    except _cache.NotCompiledError:
        return False
    return True


def can_keep() -> bool:
    """Is what is compiled kept, as far as is known? If not, that has been said by a warning."""
    from quintet.engine import _cache

    return _cache.cache_root() is not None and not _cache.not_kept


def count_parts(games: Iterable[str] | None = None) -> int:
    """About how many functions `warm` will report if nothing is compiled yet: as many as the page's modules were made of."""
    from quintet.engine.wasm import manifest

    wanted = registry.compiled() if games is None else set(games) & set(registry.compiled())
    return sum(made.functions for made in map(manifest.read, wanted) if made is not None)


def sweep() -> None:
    """Remove cache folders that belong to older sources and have not been used for a fortnight."""
    from quintet.engine import _cache

    root = _cache.cache_root()
    if root is None:
        return
    for folder in root.iterdir():
        if time.time() - last_used(folder) > STALE_AFTER:
            shutil.rmtree(folder, ignore_errors=True)


def last_used(folder: Path) -> float:
    """When a file was last written or loaded (loading sets its time); whatever vanishes meanwhile does not count."""
    newest = 0.0
    for place, _, names in os.walk(folder):
        for path in (Path(place), *(Path(place, name) for name in names)):
            with suppress(OSError):
                newest = max(newest, path.stat().st_mtime)
    return newest


def main(games: list[str]) -> None:
    if not can_keep():
        return  # compiling would help nobody
    done, total = 0, count_parts(games)
    print(done, total, flush=True)

    def ready(_name: str) -> None:
        nonlocal done
        done += 1
        print(done, total, flush=True)

    warm(games, ready)
    sweep()


if __name__ == "__main__":
    main(sys.argv[1:])

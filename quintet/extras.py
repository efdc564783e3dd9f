"""What is installed beside the base, by choice: `pip install 'quintet[server]'` brings what the server needs.

The base plays every game in a plain terminal. Whatever needs more imports it when it is asked for, and says what to install
where that is missing.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterable

from quintet.games.contract import GameError

EXTRAS: dict[str, tuple[str, ...]] = {
    "engine": ("numba", "llvmlite", "numpy", "rich"),
    "server": ("litestar", "uvicorn", "httptools", "picows", "prometheus_client"),
    "postgres": ("asyncpg", "psycopg", "procrastinate"),
    "terminal": ("textual", "rich", "websockets"),
    "window": ("pygame", "PIL", "websockets"),
    "discord": ("discord", "aiohttp", "PIL", "websockets"),
    "bot": ("websockets",),
    "cluster": ("dask", "distributed", "numba", "numpy", "rich"),
}
"""The modules that each extra brings, as they are imported. pyproject.toml has the packages that they come from."""


class MissingExtraError(GameError):
    """Something was asked for that needs more than is installed; the text says what to install."""


def has(extra: str) -> bool:
    """Is everything there that this extra brings?"""
    return all(importlib.util.find_spec(module) is not None for module in EXTRAS[extra])


def need(extra: str, what: str) -> None:
    """MissingExtraError, naming `what` needs it, unless the extra is there."""
    if not has(extra):
        raise MissingExtraError(what_to_install(what, [extra]))


def what_to_install(what: str, extras: Iterable[str]) -> str:
    names = sorted(extras)
    first = ", ".join(names[:-1])
    which = f"the extras {first} and {names[-1]}" if first else f"the {names[-1]} extra"
    return f"{what} needs {which}: pip install 'quintet[{','.join(names)}]'"


def told(module: str | None, what: str, wanted: Iterable[str]) -> str | None:
    """What to install so that `what`, which wants these extras, finds this module; None if no extra brings it."""
    top = (module or "").partition(".")[0]
    bringing = [extra for extra, modules in EXTRAS.items() if top in modules]
    if not bringing:
        return None
    lacking = {extra for extra in wanted if not has(extra)}
    return what_to_install(what, lacking if lacking.intersection(bringing) else bringing[:1])

"""Games that others bring: in a file, or in an installed package that declares the entry point `quintet.games`.

Whoever names a file runs it, so files are taken from the command line and the environment only, never from a record
or a message. A game brings its rule page as its attribute `rules`, or in a file of its name beside its module.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from quintet.games.contract import AnyGame, Game, GameError, short

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "quintet.games"
NAME = re.compile(r"[a-z][a-z0-9-]{0,39}")
SUFFIX = ".py"


class OutsideError(GameError):
    """A game from outside that cannot be taken; the sentence says why."""


def is_file(text: str) -> bool:
    """Does this name a file, `FILE.py:Class` or `FILE.py`, and not a game?"""
    return text.endswith(SUFFIX) or f"{SUFFIX}:" in text


def load_file(text: str) -> type[AnyGame]:
    """The game in a file: the class that is named, or the only one there is."""
    path, name = split(text)
    if not path.is_file():
        raise OutsideError(f"there is no file {short(str(path))}")
    module = _module(path.resolve(), text)
    found = getattr(module, name, None) if name else _only_game(module, str(path))
    if found is None:
        raise OutsideError(f"{short(str(path))} has no class {short(name)}")
    return checked(found, text)


def split(text: str) -> tuple[Path, str]:
    """The file and the class that `FILE.py:Class` names; no class for `FILE.py`."""
    file, colon, name = text.rpartition(":")
    return (Path(file), name) if colon and file.endswith(SUFFIX) else (Path(text), "")


def _module(path: Path, text: str) -> ModuleType:
    """The module in a file, run once however often it is named."""
    name = f"quintet_game_{path.stem}_{abs(hash(str(path))):x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None, "a name that ends in .py always has a loader"
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # a Struct looks its module up there
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise OutsideError(f"{short(text)} cannot be loaded: {type(error).__name__}: {error}") from error
    return module


def _only_game(module: ModuleType, file: str) -> type[AnyGame]:
    """The game that a module defines, if it defines one."""
    games = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Game) and value.__module__ == module.__name__
    ]
    if len(games) != 1:
        count = "several games" if games else "no game"
        raise OutsideError(
            f"{short(file)} has {count}: name a class that inherits from Game, as in FILE.py:Class"
        )
    return games[0]


def installed() -> list[EntryPoint]:
    """What installed packages declare, in the order of the games' names there."""
    if not any(map(_may_declare, sys.path)):
        return []
    from importlib.metadata import entry_points  # it imports more than a short command needs in all

    return sorted(entry_points(group=GROUP), key=lambda entry: entry.name)


def _may_declare(place: str) -> bool:
    """Might a package in this place of the path declare a game? A look at the files that do, without understanding them."""
    folder = Path(place)
    if not folder.is_dir():
        return folder.exists()  # packed: not for us to look into
    try:
        return any(GROUP.encode() in file.read_bytes() for file in folder.glob("*-info/entry_points.txt"))
    except OSError:
        return True


def load_entry(entry: EntryPoint) -> type[AnyGame]:
    """The game that a package brings."""
    package = entry.dist.name if entry.dist else "a package"
    text = f"the package {package} ({entry.value})"
    try:
        found = entry.load()
    except Exception as error:  # whatever is wrong with it, it is not to take the rest with it
        raise OutsideError(f"{text} brings no game: {type(error).__name__}: {error}") from error
    return checked(found, text)


def checked(found: Any, whence: str) -> type[AnyGame]:
    """The class, if it is a game that can be made as it comes."""
    if not (isinstance(found, type) and issubclass(found, Game)):
        raise OutsideError(f"{whence} is no game: it must be a class that inherits from quintet.games.Game")
    name = getattr(found, "name", None)
    if not (isinstance(name, str) and NAME.fullmatch(name)):
        raise OutsideError(
            f"{whence} needs a name of small letters, digits and hyphens, such as my-game, not {short(name)}"
        )
    try:
        made = found()
        made.load(made.dump(made.start()))
        made.layout  # noqa: B018  (it is made when it is first asked for)
    except Exception as error:
        raise OutsideError(f"{whence} cannot be played: {type(error).__name__}: {error}") from error
    return found


# --- its pages --------------------------------------------------------------------------------------------------------


def own_page(kind: type[AnyGame]) -> str:
    """The rule page that a game brings itself: its attribute, the file beside its module, or what can be told without."""
    if kind.rules:
        import inspect

        return inspect.cleandoc(kind.rules) + "\n"
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    page = Path(file).with_name(f"{kind.name}.md") if file else None
    if page is not None and page.is_file():
        return page.read_text("utf-8")
    options = "".join(f"- `{option.name}`: {option.help}\n" for option in kind.options)
    told = [f"# {kind.title}", summary(kind), f"**Moves.** {kind.notation}" if kind.notation else ""]
    return (
        "\n\n".join(part for part in told if part) + "\n" + (f"\n## Options\n\n{options}" if options else "")
    )


def summary(kind: type[AnyGame]) -> str:
    """The game in one line: what it says of itself, or else the first line of its module or class."""
    module = sys.modules.get(kind.__module__)
    documented = kind.__dict__.get("__doc__") or (module.__doc__ if module else "") or ""
    line = documented.strip().partition("\n")[0].removeprefix(f"{kind.title}: ")
    return kind.summary or line[:1].upper() + line[1:]

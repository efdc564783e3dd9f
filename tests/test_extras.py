"""The base needs little; whatever needs more says in one sentence what to install."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path
from typing import Any

import pytest

from quintet.extras import EXTRAS
from tests.hiding import ROOT, quintet_without

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BASE = ("msgspec", "platformdirs")
ALL = {module for modules in EXTRAS.values() for module in modules} | {"uvloop"}
BOT = "tests/bots/toys.py:First"


def plain(requirement: str) -> str:
    """The name of a package, as everybody writes it."""
    return re.split(r"[^\w.-]", requirement)[0].lower().replace("_", "-").replace(".", "-")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["games"], "Thwart Omega"),
        (["rules", "reversi"], "# Reversi"),
        (["describe", "omega", "--json"], '"layout"'),
        (["show", "gomoku", "--moves", "k10"], "Gomoku"),
        (["perft", "reversi", "3"], "56"),
        (["engines"], ""),
        (["play", "reversi"], "plays d3"),
        (["check-bot", BOT, "--game", "best"], "Nothing is wrong"),
        (["store", "check", "--store", "memory:"], "0"),
    ],
)
def test_the_base_is_enough_for_the_games_themselves(arguments: list[str], said: str) -> None:
    ran = quintet_without(ALL, *arguments, stdin="d3\nhint\nquit\n")
    assert (ran.returncode, ran.stderr) == (0, "")
    assert said in ran.stdout


def test_pictures_that_can_be_scaled_need_no_more(tmp_path: Path) -> None:
    picture = tmp_path / "onyx.svg"
    assert quintet_without(ALL, "draw", "onyx", "-o", str(picture)).returncode == 0
    assert picture.read_text("utf-8").startswith("<svg")


def test_a_hint_that_cannot_be_had_does_not_end_the_game() -> None:
    ran = quintet_without(ALL, "play", "reversi", stdin="hint\nd3\nquit\n")
    assert "A hint needs the engine extra: pip install 'quintet[engine]'." in ran.stdout
    assert "plays d3" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "what", "extras"),
    [
        (["serve"], "quintet serve", ["engine", "server"]),
        (["worker"], "quintet worker", ["engine", "postgres", "server"]),
        (["terminal"], "quintet terminal", ["terminal"]),
        (["window", "reversi"], "quintet window", ["window"]),
        (["referee", "reversi"], "quintet referee", ["window"]),
        (["referee", "reversi", "--no-window", "--classroom"], "quintet referee", ["engine"]),
        (["discord"], "quintet discord", ["discord", "engine", "server"]),
        (["draw", "reversi", "-o", "never.png"], "quintet draw", ["window"]),
        (["think", "reversi"], "quintet think", ["engine"]),
        (["solve", "reversi", "--set", "size=4"], "quintet solve", ["engine"]),
        (["warm"], "quintet warm", ["engine"]),
        (["analyse", "reversi"], "quintet analyse", ["engine"]),
        (["engine", "--protocol", "gtp"], "quintet engine", ["engine"]),
        (["arena", "greedy", "random", "--game", "best"], "quintet arena", ["engine"]),
        (["bot", BOT, "--room", "http://localhost:1/r/x"], "quintet bot", ["bot"]),
        (["play", "reversi", "--seat", "0=level-3"], "an engine player", ["engine"]),
        (["play", "reversi", "--seat", "0=seconds-1"], "seconds-1", ["engine"]),
        (["play", "reversi", "--seat", "0=frozen:x"], "frozen:x", ["engine"]),
    ],
)
def test_what_the_base_lacks_is_named(arguments: list[str], what: str, extras: list[str]) -> None:
    ran = quintet_without(ALL, *arguments)
    which = (
        f"the extras {', '.join(extras[:-1])} and {extras[-1]}"
        if len(extras) > 1
        else f"the {extras[0]} extra"
    )
    assert ran.stderr == f"quintet: {what} needs {which}: pip install 'quintet[{','.join(extras)}]'\n"
    assert ran.returncode == 2


@pytest.mark.parametrize(
    ("hidden", "arguments", "sentence"),
    [
        ("server", ["serve"], "quintet serve needs the server extra: pip install 'quintet[server]'"),
        (
            "engine",
            ["serve", "--store", "memory:", "--port", "0"],
            "quintet serve with workers of its own needs the engine extra: pip install 'quintet[engine]'",
        ),
        (
            "postgres",
            ["serve", "--store", "postgres://nobody@localhost:1/none", "--port", "0"],
            "quintet serve needs the postgres extra: pip install 'quintet[postgres]'",
        ),
        (
            "engine",
            ["discord"],
            "quintet discord with rooms of its own needs the engine extra: pip install 'quintet[engine]'",
        ),
    ],
)
def test_only_what_is_missing_is_named(hidden: str, arguments: list[str], sentence: str) -> None:
    ran = quintet_without(EXTRAS[hidden], *arguments)
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1] == f"quintet: {sentence}"
    assert "Traceback" not in ran.stderr


def test_a_player_that_does_not_exist_is_no_question_of_extras() -> None:
    ran = quintet_without(ALL, "play", "reversi", "--seat", "0=nobody")
    assert "there is no player 'nobody'" in ran.stderr


# --- the table and the package ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("extra", EXTRAS)
def test_every_extra_of_the_table_is_one_of_the_package_and_brings_those_modules(extra: str) -> None:
    wanted = PROJECT["optional-dependencies"][extra]
    always = {plain(requirement) for requirement in wanted if ";" not in requirement}
    comes_from = packages_distributions()
    brought = {plain(name) for module in EXTRAS[extra] for name in comes_from[module]}
    assert always <= brought | {"psycopg"}
    assert brought - always <= {"llvmlite", "aiohttp", "psycopg-binary"}, "those come with another"


def test_all_is_every_extra() -> None:
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert everything == f"quintet[{','.join(sorted(EXTRAS))}]"
    assert set(PROJECT["optional-dependencies"]) == {*EXTRAS, "all", "dev"}
    assert tuple(map(plain, PROJECT["dependencies"])) == BASE


def test_whatever_is_imported_comes_with_the_base_or_an_extra() -> None:
    ours = {*sys.stdlib_module_names, "quintet", *BASE, *ALL}
    for path in sorted((ROOT / "quintet").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            foreign = {name.partition(".")[0] for name in names} - ours
            assert not foreign, f"{path.relative_to(ROOT)} imports {foreign}"


def test_the_readme_names_every_extra() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for extra in EXTRAS:
        assert re.search(rf"`{extra}`", readme), extra


def test_the_list_of_games_loads_nothing_heavy() -> None:
    ran = quintet_without(
        {*ALL, "quintet.table", "asyncio", "statistics", "concurrent", "lzma", "platformdirs"}, "games"
    )
    assert (ran.returncode, ran.stderr) == (0, "")

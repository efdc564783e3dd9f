"""Imports point one way, and no game's name is written where any game can be played."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quintet.games import GAMES

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "quintet"

MAY_IMPORT = {
    "games": set(),
    "draw": {"games"},
    "engine": {"games", "players"},
    "table": {"games", "players"},
    "study": {"games", "engine"},
    "say": {"games", "table", "study"},
    "wire": {"games", "table", "say"},
    "store": {"games", "table", "say", "wire"},
}
"""For the parts that others stand on: which other parts they may use. The rest may use all of these."""
NOT_FOR_FACES = {"commands", "players", "testing"}
"""What no face may use: the command line starts faces, and hands them what they need of the rest."""
FACES = ("terminal", "desktop", "chat", "web")
TOP = {"server", "web", "terminal", "desktop", "chat", "bots", "arena"}
ANY_GAME = (
    "draw",
    "table",
    "study",
    "say",
    "wire",
    "store",
    "server",
    "web",
    "terminal",
    "desktop",
    "chat",
    "arena",
)
"""The parts that play every game and know none."""
ORDINARY_WORDS = {"best"}
"""Games whose name is a word that any code may use."""


def sources(part: str, *endings: str) -> list[Path]:
    return [path for ending in endings for path in sorted((HOUSE / part).rglob(f"*{ending}"))]


def imported(tree: ast.AST) -> Iterator[str]:
    """The parts of the house that a module uses, also inside its functions."""
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = (
                [f"{node.module}.{alias.name}" for alias in node.names]
                if node.module == "quintet"
                else [node.module]
            )
        for name in names:
            if name.startswith("quintet."):
                yield name.split(".")[1]


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_imports_point_one_way(part: str) -> None:
    for path in sources(part, ".py"):
        foreign = set(imported(ast.parse(path.read_text("utf-8")))) - {part, "__version__"}
        assert foreign <= MAY_IMPORT[part], (
            f"{path.relative_to(ROOT)} must not import {foreign - MAY_IMPORT[part]}"
        )


def test_no_face_needs_another_face() -> None:
    for part in TOP - {"server", "web", "bots", "arena"}:
        for path in sources(part, ".py"):
            foreign = set(imported(ast.parse(path.read_text("utf-8")))) & (TOP - {part, "bots", "server"})
            assert not foreign, f"{path.relative_to(ROOT)} must not import {foreign}"


@pytest.mark.parametrize("part", [*FACES, "server", "bots", "arena", "say"])
def test_nobody_imports_the_command_line_or_the_kit(part: str) -> None:
    for path in sources(part, ".py"):
        foreign = set(imported(ast.parse(path.read_text("utf-8")))) & {"commands", "testing"}
        assert not foreign, f"{path.relative_to(ROOT)} must not import {foreign}"


@pytest.mark.parametrize("part", FACES)
def test_a_face_is_handed_its_players(part: str) -> None:
    for path in sources(part, ".py"):
        foreign = set(imported(ast.parse(path.read_text("utf-8")))) & NOT_FOR_FACES
        assert not foreign, f"{path.relative_to(ROOT)} must not import {foreign}"


def test_only_the_engine_compiles() -> None:
    for path in sorted(HOUSE.rglob("*.py")):
        if path.relative_to(HOUSE).parts[0] != "engine":
            assert not re.search(r"^\s*(import|from) numba", path.read_text("utf-8"), re.MULTILINE), path


def words(tree: ast.AST) -> Iterator[str]:
    """Every name and every text in a module, except its documentation: an example there may be of some game."""
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in prose:
                yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, (ast.Attribute, ast.FunctionDef, ast.ClassDef, ast.alias)):
            yield node.attr if isinstance(node, ast.Attribute) else node.name


def names_a_game(text: str) -> str | None:
    for name, kind in GAMES.items():
        if text == name and name not in ORDINARY_WORDS:
            return name
        pattern = (
            rf"\b{kind.title}\b" if name in ORDINARY_WORDS else rf"(?<![a-z]){name}(?![a-z])|\b{kind.title}\b"
        )
        if re.search(pattern, text, re.IGNORECASE):
            return name
    return None


@pytest.mark.parametrize("part", ANY_GAME)
def test_no_game_is_named_where_every_game_is_played(part: str) -> None:
    for path in sources(part, ".py"):
        for text in words(ast.parse(path.read_text("utf-8"))):
            found = names_a_game(text)
            assert not found, f"{path.relative_to(ROOT)} names {found}: {text[:60]!r}"
    for path in sources(part, ".js", ".mjs", ".css", ".html"):
        found = names_a_game(path.read_text("utf-8"))
        assert not found, f"{path.relative_to(ROOT)} names {found}"


PATHS = re.compile(r"`((?:[\w]+/)+[\w.]*|[\w]+\.(?:py|js))`")


def test_the_map_of_the_house_names_every_part_and_nothing_else() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    parts = {path.name for path in HOUSE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    missing = {part for part in parts if f"`{part}/`" not in page}
    assert not missing, f"docs/architecture.md does not say what lives in {missing}"
    for name in PATHS.findall(page):
        if "NAME" not in name:
            places = [
                ROOT / name,
                HOUSE / name,
                *HOUSE.glob(f"*/{name}"),
                *HOUSE.glob(f"*/*/{name}"),
                ROOT / "tests" / name,
            ]
            assert any(place.exists() for place in places), (
                f"docs/architecture.md names {name}, which is not there"
            )

"""The syntax that SGF and GGF share: `(;GM[2]SZ[8];B[d3];W[c3](;B[c4])(;B[e6]))`.

A file holds games between brackets; a game is nodes after semicolons; a node is properties with values in square
brackets. A game is a tree of nodes; its main line goes on with the first of the variations: the game as it was played.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from quintet.games.contract import short
from quintet.games.formats.common import FormatError

MAX_DEPTH = 1000
MAX_PARTS = 200_000
"""Brackets, semicolons and properties that one game may have."""
START = re.compile(r"\(\s*;")
MARK = re.compile(r"\s*([();])")
VALUE = re.compile(r"\s*\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)
PROPERTY = re.compile(rf"\s*([A-Za-z]+)((?:{VALUE.pattern.replace('([', '(?:[')})+)", re.DOTALL)


class Property(NamedTuple):
    name: str
    values: list[str]
    offset: int


Nodes: TypeAlias = list[list[Property]]


class Branch(NamedTuple):
    """A node of a game, and the number of the one that it goes on from (the first goes on from none: -1)."""

    before: int
    entries: list[Property]


class Place:
    """Where in a text something stands, for the sentence that refuses it."""

    def __init__(self, text: str) -> None:
        self.breaks = [found.start() for found in re.finditer("\n", text)]

    def __call__(self, offset: int) -> str:
        line = bisect_left(self.breaks, offset)
        column = offset - (self.breaks[line - 1] if line else -1)
        return f"line {line + 1}, column {column}"


def read_trees(text: str) -> Iterator[list[Branch]]:
    """The games of a file, each as its nodes. What stands outside the brackets is no part of any."""
    place = Place(text)
    found = START.search(text)
    while found:
        nodes, end = _read_tree(text, found.start(), place)
        yield nodes
        found = START.search(text, end)


def main_line(branches: list[Branch]) -> Nodes:
    """The game as it was played: the first variation everywhere."""
    first: dict[int, int] = {}
    for number, branch in enumerate(branches):
        first.setdefault(branch.before, number)
    nodes: Nodes = []
    at = -1
    while at in first:
        at = first[at]
        nodes.append(branches[at].entries)
    return nodes


def _read_tree(text: str, start: int, place: Place) -> tuple[list[Branch], int]:
    """The game that begins there, and where it ends."""
    at = start
    nodes: list[Branch] = []
    ends: list[int] = []
    """By open bracket, the last node inside it."""
    for _ in range(MAX_PARTS):
        if found := MARK.match(text, at):
            if _read_mark(found[1], nodes, ends):
                return nodes, found.end()
            if len(ends) > MAX_DEPTH:
                raise FormatError(f"{place(at)}: variations are nested more than {MAX_DEPTH:,} deep")
        elif (found := PROPERTY.match(text, at)) and nodes:
            # Lower-case letters in a name are an older writing of the same name.
            name = "".join(letter for letter in found[1] if letter.isupper())
            values = [_plain(value) for value in VALUE.findall(found[2])]
            nodes[max(0, ends[-1])].entries.append(Property(name, values, found.start(1)))
        else:
            rest = text[at : at + 20].strip()
            what = f"{short(rest)} is no node or property" if rest else "the text ends inside a game"
            raise FormatError(f"{place(at)}: {what}")
        at = found.end()
    raise FormatError(
        f"{place(start)}: a game may have {MAX_PARTS:,} nodes and properties, and this has more"
    )


def _read_mark(mark: str, nodes: list[Branch], ends: list[int]) -> bool:
    """Take a bracket or a semicolon; True if it closes the game."""
    if mark == "(":
        ends.append(ends[-1] if ends else -1)
    elif mark == ")":
        ends.pop()
    else:
        nodes.append(Branch(ends[-1], []))
        ends[-1] = len(nodes) - 1
    return not ends


def _plain(value: str) -> str:
    """A value without its escapes; an escaped line break is none."""
    return re.sub(r"\\(\r\n|\n\r|.)", lambda m: "" if m[1] in "\r\n\n\r" else m[1], value, flags=re.DOTALL)


def write_property(name: str, *values: str) -> str:
    escaped = (value.replace("\\", "\\\\").replace("]", "\\]") for value in values)
    return name + "".join(f"[{value}]" for value in escaped)

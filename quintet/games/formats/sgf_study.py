"""Studies in Smart Game Format: trees with comments (C), signs (TE, BM, IT, DO, DM) and marks (CR, SQ, TR, MA, LB)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from quintet.games.contract import AnyGame
from quintet.games.formats.branching import LABEL, MARKS, SIGNS, Growing, grow, says_more
from quintet.games.formats.common import FormatError, to_move
from quintet.games.formats.sgf import (
    CHOICE,
    COLOURS,
    NUMBERS,
    SET_UP,
    begin,
    point,
    read_told,
    write_head,
    write_move,
    write_point,
)
from quintet.games.formats.tree import Branch, Place, Property, main_line, read_trees, write_property
from quintet.games.record import Step
from quintet.games.variations import SHAPES, Node, Study, play_through

SHAPE_NAMES = {shape: name for name, shape in reversed(MARKS.items())}
SIGN_NAMES = {
    sign: (name, "" if name in ("IT", "DO") else str(emphasis))
    for name, (once, twice) in SIGNS.items()
    for sign, emphasis in ((twice, 2), (once, 1))
}
"""The property that says so, and its value: none where there is no emphasis."""


def read_studies(text: str) -> Iterator[Study | None]:
    """Each game with its variations, comments, signs and marks; None for one that is a line of moves and nothing else."""
    place = Place(text)
    return (_read_study(branches, place) if says_more(branches) else None for branches in read_trees(text))


def _read_study(branches: list[Branch], place: Place) -> Study:
    reader, root = begin(main_line(branches), place)
    game, start = reader.game, reader.played.start
    first = {entry.offset for entry in branches[0].entries}
    spaces = {space.name for space in game.layout.spaces}

    def move(entry: Property, where: str) -> tuple[str, str | None] | None:
        if entry.name in SET_UP and entry.offset not in first:
            raise FormatError(f"{where}: {entry.name} sets stones up in the middle of a game")
        if entry.name == CHOICE:
            return entry.values[0], None
        if entry.name in COLOURS:
            return point(game, entry.values[0], where), COLOURS[entry.name]
        return None

    def space(value: str) -> str | None:
        try:
            found = point(game, value, "")
        except FormatError:
            return None  # a mark beside the board is no mark
        return found if found in spaces else None

    growing = Growing(game, start)
    grow(growing, branches, place, move, space)
    told = read_told(root)
    name = root["GN"].values[0] if "GN" in root else " – ".join(filter(None, (told.black, told.white)))
    return growing.study(start, name)


def write_studies(studies: Sequence[Study]) -> str:
    return "".join(_write_study(study) + "\n" for study in studies)


def _write_study(study: Study) -> str:
    if study.game not in NUMBERS:
        raise FormatError(f"sgf holds games of {' or '.join(NUMBERS)}, not of {study.game}")
    game, steps, study = play_through(study)
    start: Any = game.start() if study.start is None else game.load(study.start)
    seats = game.turn(start)
    begins = to_move(game, start, seats[0])[0] or "b" if seats else "b"
    head = write_head(game, {"GN": study.name}, start, begins)
    texts = [head + _notes(game, study.nodes[0])]
    positions = [start]
    for node, step in zip(study.nodes[1:], steps[1:], strict=True):
        assert step is not None, "only the first node has no moves"
        texts.append(_write_node(game, positions[node.before], node, step))
        positions.append(step.position)
    return _nested(study.nodes, texts)


def _write_node(game: AnyGame, before: Any, node: Node, step: Step) -> str:
    ((seat, move),) = step.moves.items()
    return write_move(game, to_move(game, before, seat)[0], move) + _notes(game, node)


def _notes(game: AnyGame, node: Node) -> str:
    text = write_property(*SIGN_NAMES[node.sign]) if node.sign else ""
    for shape in SHAPES:
        marked = [write_point(game, space) for space, mark in sorted(node.marks.items()) if mark == shape]
        text += write_property(SHAPE_NAMES[shape], *marked) if marked else ""
    labels = [
        f"{write_point(game, space)}:{mark}"
        for space, mark in sorted(node.marks.items())
        if mark not in SHAPES
    ]
    text += write_property(LABEL, *labels) if labels else ""
    return text + (write_property("C", node.comment) if node.comment else "")


def _nested(nodes: Sequence[Node], texts: list[str]) -> str:
    """The tree between brackets. Nothing here calls itself: a tree may be as deep as a game is long."""
    children: dict[int, list[int]] = {}
    for number, node in enumerate(nodes[1:], start=1):
        children.setdefault(node.before, []).append(number)
    written: list[str] = []
    todo: list[int | str] = [")", 0, "("]
    while todo:
        at = todo.pop()
        if isinstance(at, str):
            written.append(at)
            continue
        written.append(f";{texts[at]}\n")
        after = children.get(at, [])
        for child in reversed(after):
            todo += [")", child, "("] if len(after) > 1 else [child]
    return "".join(written)

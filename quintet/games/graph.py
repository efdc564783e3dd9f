"""Boards that are any graph of spaces: the built ones (king, square, hex) and one that a person wrote as JSON."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from quintet.games.contract import Document, Label, Layout, OptionError, Space, short, space_name
from quintet.games.document import read_document
from quintet.games.grid import EIGHT, FOUR, Grid

SIZES = {"king": range(2, 13), "square": range(2, 13), "hex": range(2, 8)}
NAMES = tuple(f"{kind}-{size}" for kind, sizes in SIZES.items() for size in sizes)
"""The built boards as they are written, and …"""
TITLES: dict[int | str, str] = {
    f"{kind}-{size}": f"Hexagon of side {size}"
    if kind == "hex"
    else f"{kind.capitalize()} board, {size} × {size}"
    for kind, sizes in SIZES.items()
    for size in sizes
}
"""… as people call them."""

SHAPE = '{"spaces": {"a1": [x, y], …}, "edges": [["a1", "b1"], …]}'
SPACE = re.compile(r"([a-z]{1,4})(0|[1-9][0-9]{0,3})")
MOST_SPACES = 400
MOST_EDGES = 4000
MOST_COORDINATE = 1_000_000
MOST_WIDE = 400
"""No board is drawn wider than this many typical edges."""
KEPT_REGIONS = 256


class Graph:
    """Named spaces, which of them are neighbours, and how they are drawn."""

    def __init__(self, layout: Layout, edges: Iterable[tuple[str, str]]) -> None:
        self.layout = layout
        self.names = tuple(space.name for space in layout.spaces)
        self.index = {name: index for index, name in enumerate(self.names)}
        near: list[set[int]] = [set() for _ in self.names]
        for one, other in edges:
            near[self.index[one]].add(self.index[other])
            near[self.index[other]].add(self.index[one])
        self.neighbours = tuple(tuple(sorted(found)) for found in near)
        self._near = tuple(sum(1 << index for index in found) for found in near)
        self._regions: dict[int, tuple[tuple[int, int], ...]] = {}

    def regions(self, spaces: int) -> tuple[tuple[int, int], ...]:
        """The connected parts of a set of spaces: for each its size, and the set of all neighbours of its spaces.

        Sets of spaces are whole numbers here, one bit a space. A greedy player asks for thousands of sets, most of
        them twice within a moment, so the last answers are kept.
        """
        known = self._regions.get(spaces)
        if known is None:
            if len(self._regions) >= KEPT_REGIONS:
                self._regions.clear()
            known = self._regions[spaces] = tuple(self._find_regions(spaces))
        return known

    def _find_regions(self, spaces: int) -> Iterable[tuple[int, int]]:
        while spaces:
            region = unvisited = spaces & -spaces
            around = 0
            while unvisited:
                index = unvisited.bit_length() - 1
                near = self._near[index]
                fresh = near & spaces & ~region
                region |= fresh
                unvisited = (unvisited ^ (1 << index)) | fresh
                around |= near
            spaces ^= region
            yield region.bit_count(), around


def space_order(name: str) -> tuple[str, int]:
    """Spaces are listed by letter, then number: a2 before a10 before b1."""
    match = SPACE.fullmatch(name)
    assert match, name
    return match[1], int(match[2])


# --- the built boards -------------------------------------------------------------------------------------------------


def built_board(name: str) -> Graph:
    """A board by its name, such as `king-8`."""
    kind, _, size = name.partition("-")
    if kind == "hex":
        return hexagon(int(size))
    grid = Grid(int(size), int(size), first_row="bottom")
    directions = EIGHT if kind == "king" else FOUR
    edges = [(a, grid.names[i]) for n, a in enumerate(grid.names) for i in grid.neighbours(n, directions)]
    # Crossing lines show four neighbours each; tiles suggest that corners touch too.
    return Graph(grid.layout("square" if kind == "king" else "point", "slate", ()), edges)


def hexagon(side: int) -> Graph:
    """A hexagon of hexagons: the letter counts along one axis, the number along another at 60° to it."""
    span = range(2 * side - 1)
    cells = [(q, r) for r in span for q in span if side - 1 <= q + r <= 3 * side - 3]
    edges = [
        (space_name(q, r), space_name(q + dq, r + dr))
        for q, r in cells
        for dq, dr in ((1, 0), (0, 1), (1, -1))
        if (q + dq, r + dr) in cells
    ]

    def x(q: int, r: int) -> float:
        return q + r / 2 - (side - 1) / 2

    def y(r: int) -> float:
        return (2 * side - 2 - r) * math.sqrt(3) / 2

    spaces = tuple(Space(space_name(q, r), x(q, r), y(r)) for q, r in cells)
    labels = [Label(str(r + 1), x(max(side - 1 - r, 0) - 1, r), y(r)) for r in span]
    for q in span:
        above = min(2 * side - 2, 3 * side - 3 - q) + 1
        labels.append(Label(space_name(q, 0)[0], x(q, above), y(above)))
    return Graph(Layout(spaces=spaces, shape="hex", surface="slate", labels=tuple(labels)), edges)


# --- a board of one's own ---------------------------------------------------------------------------------------------


def read_graph(text: str) -> Document:
    """The graph in a JSON text, checked; a GameError with one sentence otherwise."""
    return check_graph(read_document(text))


def check_graph(document: object) -> Document:
    """The graph in its one canonical form: lower-case names in order, each edge once. OptionError if it is none."""
    if not isinstance(document, dict) or set(document) != {"spaces", "edges"}:
        raise OptionError(f"a graph has exactly two parts, spaces and edges: {SHAPE}")
    spaces, edges = document["spaces"], document["edges"]
    if not isinstance(spaces, dict) or not isinstance(edges, (list, tuple)):
        raise OptionError(f"in a graph, spaces is an object and edges is a list: {SHAPE}")
    if not 1 <= len(spaces) <= MOST_SPACES:
        raise OptionError(f"a graph has 1 to {MOST_SPACES} spaces, not {len(spaces)}")
    if len(edges) > MOST_EDGES:
        raise OptionError(f"a graph has at most {MOST_EDGES} edges, not {len(edges)}")
    points: dict[str, list[float]] = {}
    for given, point in spaces.items():
        name = _check_name(given)
        if name in points:
            raise OptionError(f"the graph has the space {name} twice, in capitals and in small letters")
        points[name] = _check_point(name, point)
    names = sorted(points, key=space_order)
    place = {name: number for number, name in enumerate(names)}
    joined = sorted({_check_edge(edge, place) for edge in edges})
    return {
        "spaces": {name: points[name] for name in names},
        "edges": [[names[one], names[other]] for one, other in joined],
    }


def _check_name(name: object) -> str:
    if not isinstance(name, str) or not name.isascii() or not SPACE.fullmatch(name.lower()):
        raise OptionError(
            f"{short(name)} cannot name a space; a name is one to four letters a to z and then"
            " a number of up to four digits, such as a1"
        )
    return name.lower()


def _check_point(name: str, point: object) -> list[float]:
    fits = isinstance(point, (list, tuple)) and len(point) == 2 and all(map(_is_coordinate, point))
    if not isinstance(point, (list, tuple)) or not fits:
        raise OptionError(
            f"the space {name} needs two coordinates [x, y], numbers from"
            f" -{MOST_COORDINATE:,} to {MOST_COORDINATE:,}, not {short(point)}"
        )
    return list(point)


def _is_coordinate(value: object) -> bool:
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return number and -MOST_COORDINATE <= value <= MOST_COORDINATE  # type: ignore[operator]  # known to be a number


def _check_edge(edge: object, place: dict[str, int]) -> tuple[int, int]:
    """The two ends by their place among the names, the first one first."""
    if not isinstance(edge, (list, tuple)) or len(edge) != 2:
        raise OptionError(f'an edge is a list of two spaces, such as ["a1", "b1"], not {short(edge)}')
    one, other = (_check_end(end, edge, place) for end in edge)
    if one == other:
        raise OptionError(f"the edge {short(list(edge))} joins a space to itself")
    return (one, other) if one < other else (other, one)


def _check_end(end: object, edge: Sequence[object], place: dict[str, int]) -> int:
    number = place.get(end.lower()) if isinstance(end, str) and end.isascii() else None
    if number is None:
        raise OptionError(f"the edge {short(list(edge))} leads to {short(end)}, which is not a space")
    return number


def closest_of(points: Iterable[Sequence[float]]) -> float:
    """How far the two points that are nearest to one another are apart; infinitely, if there are not two.

    From left to right: a point need only be compared with those that are not further to the right than the best so far.
    """
    ordered, best = sorted(map(tuple, points)), math.inf
    first = 0
    for number, point in enumerate(ordered):
        while point[0] - ordered[first][0] >= best:
            first += 1
        for other in ordered[first:number]:
            best = min(best, math.dist(point, other))
    return best


def drawn_graph(document: Document) -> Graph:
    """The board of a checked document: points joined by lines, scaled so that a typical edge has length 1.

    It has no labels around it, so a face writes each space's own name.
    """
    points: dict[str, list[float]] = document["spaces"]
    edges: list[tuple[str, str]] = [(one, other) for one, other in document["edges"]]
    left, top = (min(point[axis] for point in points.values()) for axis in (0, 1))
    wide = max(max(x - left, y - top) for x, y in points.values())
    lengths = [math.dist(points[a], points[b]) for a, b in edges] or [wide / math.sqrt(len(points))]
    closest = closest_of(points.values()) if len(points) > 1 else 1.0
    # A short edge is not drawn so short that the pieces at its ends would cover one another.
    from statistics import median  # it brings much else along, and few boards are drawn

    unit = max(min(median(lengths), closest / 0.9), wide / MOST_WIDE) or 1.0
    at = {name: (round((x - left) / unit, 4), round((y - top) / unit, 4)) for name, (x, y) in points.items()}
    taken: dict[tuple[float, float], str] = {}
    for name, point in at.items():
        if point in taken:
            raise OptionError(f"the spaces {taken[point]} and {name} lie on the same point; move one of them")
        taken[point] = name
    layout = Layout(
        spaces=tuple(Space(name, x, y) for name, (x, y) in at.items()),
        shape="point",
        surface="slate",
        lines=tuple((*at[a], *at[b]) for a, b in edges),
    )
    return Graph(layout, edges)

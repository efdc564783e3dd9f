"""A study: a game with every line that somebody looked at, as a tree of rounds with comments and signs.

The tree is a list: each node names the one before it, which stands before it in the list, so that nothing is nested and ten
thousand branches are as plain as one. Node 0 is where the study begins; the first node that goes on from another is the
main line, and the others are variations.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from quintet.games import game as make_game
from quintet.games.contract import AnyGame, GameError, Move, MoveError, short
from quintet.games.record import Record, Step, read_start, replay

MOST_NODES = 10_000
MOST_BYTES = 512 * 1024
"""A study as it is kept."""
MOST_WORK = 5_000_000
"""Nodes times spaces of the board: what is checked at a time."""
LONGEST_NAME, LONGEST_COMMENT, LONGEST_LABEL = 80, 2000, 3

UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters, and those that write everything after them from right to left: not in a name, which stands among others."""
Sign = Literal["", "!", "!!", "?", "??", "!?", "?!", "="]
SHAPES = ("circle", "square", "triangle", "cross")
"""What can be drawn on a space of a position; any other mark is a label of a few characters."""


class StudyError(GameError):
    """A study that cannot be kept or shown; the sentence says what is wrong with it."""


class Node(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A round that was looked at."""

    before: Annotated[int, Meta(ge=0, lt=MOST_NODES)] = 0
    """The number of the node that it goes on from."""
    moves: Annotated[tuple[tuple[int, Move], ...], Meta(max_length=64)] = ()
    """The move of each seat; none in node 0."""
    sign: Sign = ""
    comment: Annotated[str, Meta(max_length=LONGEST_COMMENT)] = ""
    marks: Annotated[dict[str, str], Meta(max_length=400)] = {}
    """By space, what is drawn on it: one of `SHAPES`, or a label."""

    @property
    def plain(self) -> bool:
        """Has nobody written anything about it?"""
        return not (self.sign or self.comment or self.marks)


class Study(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tree of rounds from one position of one game."""

    game: Annotated[str, Meta(max_length=80)]
    nodes: Annotated[tuple[Node, ...], Meta(min_length=1)]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    options: dict[str, Any] = {}
    start: Any = None
    """The position to begin from, as the game writes it; the game's own start otherwise."""

    @property
    def plain(self) -> bool:
        """Is it one line of moves, and nothing else?"""
        return all(node.plain and node.before == max(0, number - 1) for number, node in enumerate(self.nodes))


def study_of(record: Record, name: str = "") -> Study:
    """A game that was played, as a study: its complete rounds are the main line. GameError if it cannot be played."""
    played = replay(record)
    rounds = (
        Node(before=number, moves=tuple(step.moves.items())) for number, step in enumerate(played.steps)
    )
    told = " – ".join(who or "?" for who in record.players)
    return Study(
        game=record.game,
        options=dict(played.game.settings),
        start=record.start,
        name=(name or told)[:LONGEST_NAME],
        nodes=(Node(), *rounds),
    )


def main_line(study: Study) -> Record:
    """The main line of a study as a record."""
    first: dict[int, int] = {}
    for number, node in enumerate(study.nodes[1:], start=1):
        first.setdefault(node.before, number)
    moves: list[tuple[int, Move]] = []
    at = 0
    while at in first and first[at] > at:
        at = first[at]
        moves += study.nodes[at].moves
    return Record(game=study.game, options=study.options, start=study.start, moves=tuple(moves))


def read_study(data: bytes) -> Study:
    """A study from its JSON. StudyError if it is none; its moves are not played yet."""
    if len(data) > MOST_BYTES:
        raise StudyError(f"a study may have {MOST_BYTES // 1024} kB, and this has more")
    try:
        return msgspec.json.decode(data, type=Study)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise StudyError(f"this is not written as a study: {error}") from error


def write_study(study: Study) -> bytes:
    return msgspec.json.encode(study)


def play_through(study: Study) -> tuple[AnyGame, list[Step | None], Study]:
    """The game, what each round did (nothing for node 0), and the study with its moves in canonical writing.

    StudyError if there are too many nodes or if one of them cannot be played.
    """
    game = make_game(study.game, **study.options)
    nodes = study.nodes
    if len(nodes) > most_nodes(game):
        raise StudyError(
            f"a study on this board may have {most_nodes(game):,} moves, and this has {len(nodes):,}"
        )
    _check_marks(game, nodes)
    if nodes[0].moves:
        raise StudyError("a study begins with a node that has no moves")
    start = read_start(game, study.start)
    positions: list[Any] = [game.start() if start is None else start]
    steps: list[Step | None] = [None]
    for number, node in enumerate(nodes[1:], start=1):
        if node.before >= number:
            raise StudyError(f"node {number} of the study goes on from one that comes later")
        step = _play(game, positions[node.before], node, number)
        positions.append(step.position)
        steps.append(step)
    written = (
        node if step is None else msgspec.structs.replace(node, moves=tuple(step.moves.items()))
        for node, step in zip(nodes, steps, strict=True)
    )
    name, options = UNSEEN.sub("", study.name), dict(game.settings)
    return game, steps, msgspec.structs.replace(study, nodes=tuple(written), options=options, name=name)


def most_nodes(game: AnyGame) -> int:
    """How large a study of this game may be."""
    return min(MOST_NODES, MOST_WORK // len(game.layout.spaces))


def _check_marks(game: AnyGame, nodes: tuple[Node, ...]) -> None:
    spaces = {space.name for space in game.layout.spaces}
    for number, node in enumerate(nodes):
        for space, mark in node.marks.items():
            if space not in spaces:
                raise StudyError(f"node {number} of the study marks {short(space)}, which is no space")
            if mark not in SHAPES and not is_label(mark):
                shapes = ", ".join(SHAPES)
                raise StudyError(
                    f"a mark is {shapes} or a label of {LONGEST_LABEL} characters, not {short(mark)}"
                )


def is_label(mark: str) -> bool:
    return 0 < len(mark) <= LONGEST_LABEL and mark.isprintable() and bool(mark.strip())


def _play(game: AnyGame, position: Any, node: Node, number: int) -> Step:
    moves = dict(node.moves)
    if len(moves) != len(node.moves) or sorted(moves) != sorted(game.turn(position)):
        raise StudyError(f"node {number} of the study must have one move of each side that is to move there")
    try:
        checked = {seat: game.check(position, seat, text) for seat, text in sorted(moves.items())}
    except MoveError as error:
        told = short(" ".join(moves.values()))
        raise StudyError(f"node {number} of the study ({told}) cannot be played: {error}") from error
    after, changes = game.apply(position, checked)
    return Step(moves=checked, changes=changes, position=after)

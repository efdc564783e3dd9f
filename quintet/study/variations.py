"""A study: a game with every line that somebody looked at, as a tree of rounds with comments and signs.

The tree is a list: each node names the one before it, which stands before it in the list, so that nothing is nested and ten
thousand branches are as plain as one. Node 0 is where the study begins; the first node that goes on from another is the
main line, and the others are variations.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from quintet.games import game as make_game
from quintet.games.contract import AnyGame, GameError, Move, MoveError, short
from quintet.games.record import Step, read_start

MOST_NODES = 10_000
MOST_BYTES = 512 * 1024
"""A study as it is kept."""
MOST_WORK = 5_000_000
"""Nodes times spaces of the board: what is checked at a time."""
LONGEST_NAME, LONGEST_COMMENT = 80, 2000

Sign = Literal["", "!", "!!", "?", "??", "!?", "?!", "="]


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


class Study(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tree of rounds from one position of one game."""

    game: Annotated[str, Meta(max_length=80)]
    nodes: Annotated[tuple[Node, ...], Meta(min_length=1)]
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    options: dict[str, Any] = {}
    start: Any = None
    """The position to begin from, as the game writes it; the game's own start otherwise."""


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
    if len(nodes) > MOST_NODES or len(nodes) * len(game.layout.spaces) > MOST_WORK:
        most = min(MOST_NODES, MOST_WORK // len(game.layout.spaces))
        raise StudyError(f"a study on this board may have {most:,} moves, and this has {len(nodes):,}")
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
    return game, steps, msgspec.structs.replace(study, nodes=tuple(written), options=dict(game.settings))


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

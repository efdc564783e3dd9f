"""Smart Game Format (FF[4]) for Reversi, GM[2], and Gomoku, GM[4].

Reversi's squares are written as everywhere in Othello (`B[d3]`, `W[PA]`); Go's letters (`B[dc]`) are read too. Gomoku's
points are written with Go's letters, whose first row is the top one. Settings of Gomoku stand in RU, and the choices of
a swap opening in a property of our own, QT.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from quintet import __version__
from quintet.games.contract import LETTERS, AnyGame, OptionValue, short, space_name
from quintet.games.formats.common import (
    RULES,
    FormatError,
    Played,
    Reader,
    Told,
    discs_position,
    quoted,
    read_rules,
    rules_text,
)
from quintet.games.formats.times import read_date, read_times, write_times
from quintet.games.formats.tree import (
    Nodes,
    Place,
    Property,
    main_line,
    read_trees,
    write_property,
)
from quintet.games.gomoku import Gomoku, GomokuPosition
from quintet.games.record import Record

GAMES = {"2": "reversi", "4": "gomoku"}
NUMBERS = {name: number for number, name in GAMES.items()}
COLOURS = {"B": "b", "W": "w"}
FIRST = {"b": "black", "w": "white"}
CHOICE = "QT"
SET_UP = ("AB", "AW", "AE")
ENDINGS = {"R": "resigned", "T": "flagged", "F": "abandoned"}
"""How RE says that no rule ended a game: `B+R`."""
ROW = 10
"""Moves on a line."""


# --- reading ----------------------------------------------------------------------------------------------------------


def read(text: str) -> Iterator[Record]:
    place = Place(text)
    return (_read_game(main_line(branches), place) for branches in read_trees(text))


def _read_game(nodes: Nodes, place: Place) -> Record:
    reader, root = begin(nodes, place)
    _play(reader, nodes, place)
    told = read_told(root)
    if "RE" not in root:
        return reader.record(told=told)
    winner, reason = _result(root["RE"].values[0].strip())
    return reader.record(place(root["RE"].offset), winner, reason, told)


def begin(nodes: Nodes, place: Place) -> tuple[Reader, dict[str, Property]]:
    """The game with its rules and the position that it begins from, and what its first node says."""
    root = {entry.name: entry for entry in reversed(nodes[0])} if nodes else {}
    where = place(nodes[0][0].offset) if nodes and nodes[0] else "an empty game"
    number = root["GM"].values[0].strip() if "GM" in root else "1"
    if number not in GAMES:
        raise FormatError(
            f"{where}: GM[{quoted(number)}] is another game; reversi is GM[2] and gomoku is GM[4]"
        )
    name = GAMES[number]
    begins = _first_colour(root, nodes)
    settings = _gomoku_settings(root, place) if name == "gomoku" else {"first": FIRST[begins or "b"]}
    reader = Reader(name, where, **_size(root, place), **settings)
    return _set_up(reader, nodes, begins, place), root


def read_told(root: dict[str, Property]) -> Told:
    values = {n: root[n].values[0] if n in root else "" for n in ("PB", "PW", "DT", "TM", "OT")}
    return Told(
        black=values["PB"],
        white=values["PW"],
        date=read_date(values["DT"]),
        clock=read_times(values["TM"], values["OT"]),
    )


def _size(root: dict[str, Property], place: Place) -> dict[str, int]:
    if "SZ" not in root:
        return {}
    found = re.fullmatch(r"(\d{1,3})(?::(\d{1,3}))?", root["SZ"].values[0].strip())
    if not found or found[1] != (found[2] or found[1]):
        where = place(root["SZ"].offset)
        raise FormatError(
            f"{where}: the board must be a square such as SZ[8], not {short(root['SZ'].values[0])}"
        )
    return {"size": int(found[1])}


def _first_colour(root: dict[str, Property], nodes: Nodes) -> str | None:
    """Who begins by PL, or if it is silent by the first move; None if neither tells."""
    colours = [entry.name for node in nodes for entry in node if entry.name in COLOURS]
    begins = root["PL"].values[0].strip().upper()[:1] if "PL" in root else "".join(colours[:1])
    return COLOURS.get(begins)


def _gomoku_settings(root: dict[str, Property], place: Place) -> dict[str, OptionValue]:
    """Our own rules where RU holds them; any other file is of plain five in a row."""
    rules = root["RU"].values[0] if "RU" in root else ""
    if rules.split()[:1] != [RULES]:
        return {"captures": "off"}
    return read_rules("gomoku", rules, place(root["RU"].offset))


def _set_up(reader: Reader, nodes: Nodes, begins: str | None, place: Place) -> Reader:
    """The game, begun from the stones that are set up before the first move where these are not the game's own."""
    found = dict[str, str]()
    entries = [(number, entry) for number, node in enumerate(nodes) for entry in node if entry.name in SET_UP]
    for number, entry in entries:
        where = place(entry.offset)
        if number:
            raise FormatError(f"{where}: {entry.name} sets stones up in the middle of a game")
        for value in entry.values:
            found[point(reader.game, value, where)] = COLOURS.get(entry.name[1], "")
    stones = {space: stone for space, stone in found.items() if stone}
    if not entries or stones == reader.game.board(reader.played.start):
        return reader
    where, game = place(entries[0][1].offset), reader.game
    squares = "".join(stones.get(space.name, ".") for space in game.layout.spaces)
    if isinstance(game, Gomoku):
        reader.begin_from(stones_position(game, squares, begins), where)
        return reader
    reader = Reader(game.name, where, size=game.settings["size"])
    reader.begin_from(discs_position(reader.game, squares, begins or "b"), where)
    return reader


def stones_position(game: Gomoku, points: str, begins: str | None) -> GomokuPosition:
    """A position of Gomoku with these stones; black is to move unless it has more of them, or a colour is named."""
    colour = begins or ("w" if points.count("b") > points.count("w") else "b")
    placed = len(points) - points.count(".")
    start = game.start()
    early = start.phase == "opening" and placed < 3
    return GomokuPosition(
        points=points,
        phase="opening" if early else "play",
        mover=0 if colour == "b" else 1,
        colour=colour,
        black=start.black,
        placed=placed,
    )


def _play(reader: Reader, nodes: Nodes, place: Place) -> None:
    count = 0
    for node in nodes:
        for entry in node:
            if entry.name in COLOURS or entry.name == CHOICE:
                count += 1
                value = entry.values[0]
                where = f"move {count}, {entry.name}[{quoted(value)}] at {place(entry.offset)}"
                text = value if entry.name == CHOICE else point(reader.game, value, where)
                reader.play(text, where, COLOURS.get(entry.name))


def point(game: AnyGame, value: str, where: str) -> str:
    """A space of ours, or `pass`."""
    mark, reversi = value.strip().lower(), game.name == "reversi"
    if reversi and mark in ("", "pa", "pass"):
        return "pass"
    if reversi and re.fullmatch(r"[a-h][1-8]", mark):
        return mark
    if not re.fullmatch(r"[a-z]{2}", mark):
        example = "d3" if reversi else "jj"
        raise FormatError(f"{where}: {short(value)} is not a point: write two characters such as {example}")
    column, row = LETTERS.index(mark[0]), LETTERS.index(mark[1])
    size = int(str(game.settings["size"]))
    if max(column, row) >= size:
        raise FormatError(f"{where}: {short(value)} is not on a board of {size}x{size}")
    return space_name(column, row if reversi else size - 1 - row)


def _result(text: str) -> tuple[str | None, str]:
    """Who won by RE, and how if no rule of the game did it."""
    if text.upper() in ("0", "DRAW", "JIGO"):
        return "draw", "agreed"
    if text.upper() == "VOID":
        return "nobody", "aborted"
    found = re.fullmatch(r"([BW])\+(.?).*", text, re.IGNORECASE | re.DOTALL)
    if not found:
        return None, ""
    return COLOURS[found[1].upper()], ENDINGS.get(found[2].upper(), "")


# --- writing ----------------------------------------------------------------------------------------------------------


def write(records: Sequence[Record]) -> str:
    return "".join(_write(Played(record, tuple(NUMBERS), "sgf")) + "\n" for record in records)


def _write(played: Played) -> str:
    game, told = played.game, played.told
    facts = {"PB": told.black, "PW": told.white, "DT": told.date.replace("T", " ")}
    if told.clock:
        facts["TM"], facts["OT"] = write_times(told.clock)
    if played.winner:
        facts["RE"] = _write_result(played)
    head = write_head(game, facts, played.replay.start, played.first_colour)
    nodes = [";" + write_move(game, colour, move) for colour, move in played.moves()]
    rows = ["".join(nodes[at : at + ROW]) for at in range(0, len(nodes), ROW)]
    return "\n".join(["(;" + head, *rows]) + ")"


def write_head(game: AnyGame, facts: dict[str, str], start: Any, begins: str) -> str:
    """The first node: which game by which rules, what there is to tell of it, and the stones that it begins from."""
    head = (
        write_property("FF", "4") + write_property("GM", NUMBERS[game.name]) + write_property("CA", "UTF-8")
    )
    head += write_property("AP", f"quintet:{__version__}") + write_property("SZ", str(game.settings["size"]))
    if game.name == "gomoku":
        head += write_property("RU", rules_text(game.settings, "size"))
    head += "".join(write_property(key, value) for key, value in facts.items() if value)
    if game.name == "reversi" or start != game.start():
        head += _write_start(game, start, begins)
    return head


def _write_start(game: AnyGame, start: Any, begins: str) -> str:
    """The stones before the first move, and who begins."""
    if isinstance(game, Gomoku) and stones_position(game, start.points, begins) != start:
        raise FormatError("sgf shows only the stones of a start, and there is more to this one: write record")
    text = ""
    for side in ("b", "w"):
        stones = sorted(space for space, stone in game.board(start).items() if stone == side)
        points = [write_point(game, space) for space in stones]
        text += write_property(f"A{side.upper()}", *points) if points else ""
    return text + write_property("PL", begins.upper())


def write_point(game: AnyGame, space: str) -> str:
    """A space as the file has it: by its name in Reversi, else in Go's letters, whose first row is the top one."""
    if game.name == "reversi":
        return space
    return space[0] + LETTERS[int(str(game.settings["size"])) - int(space[1:])]


def write_move(game: AnyGame, colour: str | None, move: str) -> str:
    if colour is None:
        return write_property(CHOICE, move)
    return write_property(colour.upper(), "PA" if move == "pass" else write_point(game, move))


def _write_result(played: Played) -> str:
    if played.winner in ("draw", "nobody"):
        return "Draw" if played.winner == "draw" else "Void"
    how = next((letter for letter, reason in ENDINGS.items() if reason == played.reason), "")
    if played.outcome and played.outcome.scores:
        how = str(abs(played.outcome.scores[0] - played.outcome.scores[1]))
    return f"{str(played.winner).upper()}+{how}"

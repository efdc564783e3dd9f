"""Generic Game Format, as Othello servers write it: `(;GM[Othello]...BO[8 --- *]B[F5/eval/time]W[D6];)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quintet.games.contract import short
from quintet.games.formats.branching import Growing, grow, says_more
from quintet.games.formats.common import FormatError, Played, Reader, Told, discs_position, quoted
from quintet.games.formats.times import read_date, read_spans, write_moment, write_spans
from quintet.games.formats.tree import Branch, Place, Property, main_line, read_trees, write_property
from quintet.games.record import Record
from quintet.games.variations import Study

DISCS = {"b": "*", "w": "O"}
FIRST = {"*": "black", "O": "white"}
OURS = str.maketrans("*O-", "bw.")
COLOURS = {"B": "b", "W": "w"}
FLAGS = {"r": "resigned", "t": "flagged", "s": "agreed"}
"""How RE says that no rule ended a game: `+12.00:r`."""


def read(text: str) -> Iterator[Record]:
    place = Place(text)
    for branches in read_trees(text):
        yield _read_game([entry for node in main_line(branches) for entry in node], place)


def read_studies(text: str) -> Iterator[Study | None]:
    """Each game with its variations and comments; None for one that is a line of moves and nothing else."""
    place = Place(text)
    return (_read_study(branches, place) if says_more(branches) else None for branches in read_trees(text))


def _read_study(branches: list[Branch], place: Place) -> Study:
    reader, root = _begin([entry for node in main_line(branches) for entry in node], place)
    growing = Growing(reader.game, reader.played.start)
    spaces = {space.name for space in reader.game.layout.spaces}

    def move(entry: Property, _where: str) -> tuple[str, str | None] | None:
        return (_move(entry), COLOURS[entry.name]) if entry.name in COLOURS else None

    def space(value: str) -> str | None:
        name = value.strip().lower()
        return name if name in spaces else None

    grow(growing, branches, place, move, space)
    told = _told(root)
    return growing.study(reader.played.start, " – ".join(filter(None, (told.black, told.white))))


def _read_game(entries: list[Property], place: Place) -> Record:
    reader, root = _begin(entries, place)
    count = 0
    for entry in entries:
        if entry.name in COLOURS:
            count += 1
            at = f"move {count}, {entry.name}[{quoted(entry.values[0])}] at {place(entry.offset)}"
            reader.play(_move(entry), at, COLOURS[entry.name])
    told = _told(root)
    if "RE" not in root:
        return reader.record(told=told)
    winner, reason = _result(root["RE"].values[0].strip())
    return reader.record(place(root["RE"].offset), winner, reason, told)


def _move(entry: Property) -> str:
    mark = entry.values[0].split("/")[0].strip().lower()
    return "pass" if mark in ("pa", "pass") else mark


def _begin(entries: list[Property], place: Place) -> tuple[Reader, dict[str, Property]]:
    """The game with the position that it begins from, and everything that is said of it."""
    root = {entry.name: entry for entry in reversed(entries)}
    where = place(entries[0].offset) if entries else "an empty game"
    name = root["GM"].values[0].strip() if "GM" in root else "none"
    if name.lower() not in ("othello", "reversi"):
        raise FormatError(f"{where}: GM must be Othello, not {short(name)}")
    if "KM" in root and root["KM"].values[0].strip(" +-0."):
        raise FormatError(f"{place(root['KM'].offset)}: games with komi are not played here")
    return _start(root, where, place), root


def _told(root: dict[str, Property]) -> Told:
    values = {name: root[name].values[0] if name in root else "" for name in ("PB", "PW", "DT", "TI")}
    return Told(
        black=values["PB"],
        white=values["PW"],
        date=read_date(values["DT"]),
        clock=read_spans(values["TI"]),
    )


def _start(root: dict[str, Property], where: str, place: Place) -> Reader:
    """The game with the size and the first mover that BO shows, or one that begins from the position there."""
    kind = root["TY"].values[0].strip() if "TY" in root else ""
    if "a" in kind.lower():
        raise FormatError(
            f"{place(root['TY'].offset)}: TY {short(kind)} is an anti game, which is not played here"
        )
    if "BO" not in root:
        found = re.search(r"\d{1,2}", kind)
        return Reader("reversi", where, **({"size": int(found[0])} if found else {}))
    where = place(root["BO"].offset)
    size, *rest = root["BO"].values[0].split() or [""]
    discs = "".join(rest)
    if (
        not re.fullmatch(r"[1-9]\d?", size)
        or not re.fullmatch(r"[-*O]+", discs)
        or len(discs) != int(size) ** 2 + 1
    ):
        raise FormatError(f"{where}: BO must be a size, that many rows of -, * and O, and the side to move")
    reader = Reader("reversi", where, size=int(size), first=FIRST.get(discs[-1], "neither"))
    if discs[:-1] != drawn(reader.game.board(reader.played.start), int(size)).replace(" ", ""):
        reader = Reader("reversi", where, size=int(size))
        squares = discs[:-1].translate(OURS)
        reader.begin_from(discs_position(reader.game, squares, FIRST[discs[-1]][0]), where)
    return reader


def drawn(board: dict[str, str], size: int) -> str:
    """The board as BO shows it, row by row."""
    rows = ([f"{column}{row + 1}" for column in "abcdefgh"[:size]] for row in range(size))
    return " ".join("".join(DISCS.get(board.get(space, ""), "-") for space in row) for row in rows)


def _result(text: str) -> tuple[str | None, str]:
    found = re.fullmatch(r"([+-]?)(\d{1,4}(?:\.\d{0,4})?)(?::([a-z]))?", text)
    if not found:
        return None, ""
    reason = FLAGS.get(found[3] or "", "")
    if float(found[2]) == 0:
        return "draw", reason
    return "w" if found[1] == "-" else "b", reason


def write(records: Sequence[Record]) -> str:
    return "".join(_write(Played(record, ("reversi",), "ggf")) + "\n" for record in records)


def _write(played: Played) -> str:
    size, told = int(str(played.settings["size"])), played.told
    start = drawn(played.game.board(played.replay.start), size)
    head = write_property("GM", "Othello") + write_property("PC", "quintet")
    facts = {
        "DT": write_moment(told.date),
        "PB": told.black,
        "PW": told.white,
        "TI": write_spans(told.clock) if told.clock else "",
        "TY": str(size),
        "RE": _write_result(played),
        "BO": f"{size} {start} {DISCS[played.first_colour]}",
    }
    head += "".join(write_property(name, value) for name, value in facts.items() if value)
    moves = ((str(colour).upper(), "PA" if m == "pass" else m.upper()) for colour, m in played.moves())
    return "(;" + head + "".join(write_property(*move) for move in moves) + ";)"


def _write_result(played: Played) -> str:
    """The difference in discs as black sees it; a game that no rule ended counts as all or nothing."""
    if played.outcome and played.outcome.scores:
        black = 0 if played.settings["first"] == "black" else 1
        return f"{played.outcome.scores[black] - played.outcome.scores[1 - black]:+.2f}"
    flag = next((flag for flag, reason in FLAGS.items() if reason == played.reason), "")
    scores = {"b": "+64.00", "w": "-64.00", "draw": "+0.00"}
    return f"{scores[played.winner]}:{flag}" if flag and played.winner in scores else ""

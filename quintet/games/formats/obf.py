"""OBF: Othello positions with the scores of their moves, one on each line.

    <64 of X, O and - from a1 along the rows> X; A2:+38; C7:+36;

X is black, O is white, and the last letter is the side to move. A position becomes a game that begins there; the scores of
its moves stay with `Problem`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from quintet.games.contract import short
from quintet.games.formats.common import FormatError, Played, discs_position
from quintet.games.record import Record, Replay
from quintet.games.reversi import Reversi, ReversiPosition

REVERSI = Reversi()
OURS = str.maketrans("XxOo-.", "bbww..")
THEIRS = str.maketrans("bw.", "XO-")
BOARD = re.compile(r"[XxOo.-]{64}(?![XxOo.-])")
LINE = re.compile(r"([XxOo.-]{64})\s+([XxOo])\s*(?:;(.*))?")
REMARK = "%#"
SCORE = re.compile(r"([A-Ha-h][1-8]|pa|ps|pass)\s*:\s*([+-]?\d{1,3})", re.IGNORECASE)


class Problem(Struct, frozen=True, kw_only=True):
    """A position of Reversi, and what its moves are worth to the side to move where the file says."""

    position: ReversiPosition
    scores: tuple[tuple[str, int], ...] = ()


def read(text: str) -> list[Problem]:
    """The positions of a file. Blank lines, and lines that begin with % or #, do not count."""
    return list(problems(text))


def problems(text: str) -> Iterator[Problem]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and line.strip()[0] not in REMARK:
            yield _read_line(number, line.strip())


def read_games(text: str) -> Iterator[Record]:
    """Each position as a game that begins there."""
    return (Replay(REVERSI, start=problem.position).record() for problem in problems(text))


def _read_line(number: int, line: str) -> Problem:
    found = LINE.fullmatch(line)
    if not found:
        raise FormatError(
            f"line {number}: a position is 64 of X, O and -, a blank, and X or O, not {short(line)}"
        )
    position = discs_position(REVERSI, found[1].translate(OURS), found[2].translate(OURS))
    scores = []
    for part in (part.strip() for part in (found[3] or "").split(";")):
        score = SCORE.fullmatch(part)
        if part and not score:
            raise FormatError(f"line {number}: a scored move is written A2:+38, not {short(part)}")
        if score:
            move = "pass" if score[1][0] in "pP" else score[1].lower()
            if position.mover is None or not REVERSI.legal(position, position.mover, move):
                raise FormatError(f"line {number}: {score[1]} is not a legal move there")
            scores.append((move, int(score[2])))
    return Problem(position=position, scores=tuple(scores))


def write(problems: Sequence[Problem]) -> str:
    return "".join(_write(problem) + "\n" for problem in problems)


def _write(problem: Problem) -> str:
    position = problem.position
    side = "bw"[position.mover or 0].translate(THEIRS)
    scores = ((("PA" if move == "pass" else move.upper()), score) for move, score in problem.scores)
    return f"{position.squares.translate(THEIRS)} {side};" + "".join(
        f" {m}:{score:+d};" for m, score in scores
    )


def write_games(records: Sequence[Record]) -> str:
    """The position that each game has come to."""
    return write([_last_position(Played(record, ("reversi",), "obf")) for record in records])


def _last_position(played: Played) -> Problem:
    squares, mover = played.position.squares, played.position.mover
    if len(squares) != 64:
        raise FormatError("obf holds positions on 8x8 squares only")
    colour = "b" if mover is None else played.game.describe(played.position).colours[mover]
    return Problem(position=discs_position(REVERSI, squares, str(colour)))

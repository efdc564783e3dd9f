"""The protocol of the classroom in which Reversi was played before: pickled lists over a socket.

The referee sends `[turn, board]`: turn 1 (white) or -1 (black), board an 8×8 array of floats indexed [x, y], x the column
and y the row, with 1 for white and -1 for black. The program answers `[x, y]`, or `[-1, -1]` when it has no move. A turn of
0 ends the game. Whoever connects first is white and moves first.

A pickle can run code when it is read. So nothing here is read by `pickle.loads`: `read_answer` takes plain numbers, lists,
tuples, and the numpy scalars and small arrays that programs send, which it puts together itself; all else is refused.
"""

from __future__ import annotations

import asyncio
import io
import pickle
import pickletools
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quintet.bots.match import Fault
from quintet.draw import draw_text
from quintet.games.contract import AnyGame, GameError, space_name
from quintet.games.record import Replay
from quintet.games.registry import game as find_game
from quintet.games.reversi import PASS, ReversiPosition
from quintet.players import Player

MOST_BYTES = 4096
NUMBERS = {"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"}
NO_MOVE = [-1, -1]
HANDS = {"w": 1.0, "b": -1.0}


class AnswerError(ValueError):
    """A pickle that is no answer; the text says why."""


# --- reading pickles without running them -----------------------------------------------------------------------------


class _Number:
    """Stands in for numpy's dtype: remembers which kind of number is meant, and does nothing."""

    def __init__(self, kind: object, *_: object) -> None:
        if kind not in NUMBERS:
            raise AnswerError("it holds an array of something other than numbers")
        self.dtype = np.dtype(str(kind))

    def __setstate__(self, state: object) -> None:
        if isinstance(state, tuple) and len(state) > 1 and state[1] == ">":
            self.dtype = self.dtype.newbyteorder(">")


class _Array:
    """Stands in for numpy's array while it is put together."""

    def __init__(self, *_: object) -> None:
        self.values: list[Any] = []

    def __setstate__(self, state: Any) -> None:
        _, _, number, _, data = state
        self.values = _numbers(data, number)


class _Nothing:
    """Stands in for a class that is only named."""


def _numbers(data: object, number: object) -> list[Any]:
    if not isinstance(data, (bytes, bytearray, memoryview)) or not isinstance(number, _Number):
        raise AnswerError("it holds an array of something other than numbers")
    values: list[Any] = np.frombuffer(bytes(data), number.dtype).tolist()
    return values


def _scalar(number: object, data: object) -> Any:
    (value,) = _numbers(data, number)
    return value


def _from_buffer(data: object, number: object, *_: object) -> _Array:
    array = _Array()
    array.values = _numbers(data, number)
    return array


def _latin(text: object, encoding: object) -> bytes:
    if not isinstance(text, str) or encoding != "latin1":
        raise AnswerError("it holds text in an unknown writing")
    return text.encode("latin-1")


ALLOWED: dict[tuple[str, str], Any] = {
    ("numpy", "dtype"): _Number,
    ("numpy", "ndarray"): _Nothing,
    ("_codecs", "encode"): _latin,
}
for _home in ("numpy.core", "numpy._core"):
    ALLOWED[f"{_home}.multiarray", "scalar"] = _scalar
    ALLOWED[f"{_home}.multiarray", "_reconstruct"] = _Array
    ALLOWED[f"{_home}.numeric", "_frombuffer"] = _from_buffer


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        try:
            return ALLOWED[module, name]
        except KeyError:
            raise AnswerError(f"it names {module}.{name}, and only plain numbers are read") from None

    def persistent_load(self, pid: object) -> Any:
        raise AnswerError("it refers to something outside itself")


REMEMBERING = ("PUT", "BINPUT", "LONG_BINPUT")
"""What gives a value a number; Python makes room for all numbers up to that, which may be the whole memory for ten bytes."""
CUT_SHORT = ("exhausted", "remain", "not enough data", "no newline")
"""How Python says that a pickle goes on where there is nothing."""


def look_through(data: bytes) -> None:
    """Nothing is read before it is whole, and asks for no more memory than it brings."""
    try:
        for step, value, _ in pickletools.genops(data):
            if step.name in REMEMBERING and not 0 <= int(value or 0) <= len(data):
                raise AnswerError("it is no pickle")
    except ValueError as error:
        if any(words in str(error) for words in CUT_SHORT):
            raise EOFError from None
        raise AnswerError("it is no pickle") from None


def read_pickle(data: bytes) -> Any:
    """The plain value in a pickle. AnswerError for anything else, EOFError where it is cut short."""
    look_through(data)
    try:
        return _Reader(io.BytesIO(data)).load()
    except (AnswerError, EOFError):
        raise
    except pickle.UnpicklingError as error:
        if "truncated" in str(error):
            raise EOFError from None
        raise AnswerError("it is no pickle") from None
    except Exception:
        raise AnswerError("it is no pickle of plain numbers") from None


def read_answer(data: bytes) -> list[int]:
    """The two numbers of an answer."""
    value = read_pickle(data)
    if isinstance(value, _Array):
        value = value.values
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise AnswerError("it is not a list of two numbers")
    numbers = [
        part.values[0] if isinstance(part, _Array) and len(part.values) == 1 else part for part in value
    ]
    if not all(isinstance(part, (int, float)) and part == part and abs(part) < 100 for part in numbers):
        raise AnswerError("it is not a list of two numbers")
    if any(int(part) != part for part in numbers):
        raise AnswerError("its numbers are not whole")
    return [int(part) for part in numbers]


# --- the referee's side -----------------------------------------------------------------------------------------------


def classroom_game() -> AnyGame:
    """What the classroom plays: white has seat 0 and moves first."""
    return find_game("reversi", first="white")


def board_array(position: ReversiPosition) -> NDArray[np.float64]:
    rows = np.array([HANDS.get(disc, 0.0) for disc in position.squares]).reshape(8, 8)
    return np.ascontiguousarray(rows.T)


def as_move(answer: list[int]) -> str:
    """An answer as a move; a Fault where it points off the board."""
    if answer == NO_MOVE:
        return PASS
    x, y = answer
    if not (0 <= x < 8 and 0 <= y < 8):
        raise Fault(f"answered [{x}, {y}], which is not on the board")
    return space_name(x, y)


class ClassroomChair:
    """A program that speaks the classroom's protocol."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> None:
        self.reader, self.writer = reader, writer
        self.name = ("white", "black")[number - 1]

    async def greet(self, game: AnyGame, seat: int, limit: float) -> None:
        """Nothing is said before the first turn."""

    async def ask(self, played: Replay, seat: int) -> str:
        await self._send(1 if seat == 0 else -1, played.position)
        data = b""
        while True:
            chunk = await self.reader.read(MOST_BYTES)
            if not chunk:
                raise Fault("has gone away")
            data += chunk
            try:
                return as_move(read_answer(data))
            except EOFError:
                if len(data) > MOST_BYTES:
                    raise Fault("sent an answer that does not end") from None
            except AnswerError as error:
                raise Fault(f"sent an answer that is refused: {error}") from None

    async def tell(self, played: Replay) -> None:
        """A program hears of a move when it is its turn."""

    async def end(self, played: Replay, sentence: str, winners: tuple[int, ...]) -> None:
        await self._send(0, played.position)
        self.writer.close()

    async def _send(self, turn: int, position: ReversiPosition) -> None:
        self.writer.write(pickle.dumps([turn, board_array(position)]))
        await self.writer.drain()


# --- a program's side: any player of ours -----------------------------------------------------------------------------


async def play_classroom(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, player: Player, rng: Random
) -> str:
    """Play a whole match for a player of ours, telling it on the standard output; how it ended."""
    game = classroom_game()
    while True:
        turn, position = await _read_turn(reader)
        if turn == 0:
            return "The game is over."
        seat = 0 if turn == 1 else 1
        position = ReversiPosition(position.squares, seat)
        print(draw_text(game, position), turn, sep="\n", flush=True)
        move = player.choose(game, position, seat, rng)
        square = (
            game.layout.spaces[0] if move == PASS else next(s for s in game.layout.spaces if s.name == move)
        )
        answer = NO_MOVE if move == PASS else [int(square.x), int(square.y)]
        writer.write(pickle.dumps(answer))
        await writer.drain()


async def _read_turn(reader: asyncio.StreamReader) -> tuple[int, ReversiPosition]:
    data = b""
    while True:
        chunk = await reader.read(MOST_BYTES)
        if not chunk:
            raise GameError("the referee has gone away")
        data += chunk
        try:
            turn, board = read_pickle(data)
        except EOFError:
            continue
        except ValueError:
            raise GameError("the referee does not speak the classroom's protocol") from None
        if not isinstance(board, _Array) or len(board.values) != 64:
            raise GameError("the referee does not speak the classroom's protocol")
        discs = {1.0: "w", -1.0: "b"}
        squares = "".join(discs.get(board.values[x * 8 + y], ".") for y in range(8) for x in range(8))
        return int(turn), ReversiPosition(squares, 0)

"""Matches between programs over real sockets: whole games, and programs that behave badly."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import socket
import subprocess
import sys
import tracemalloc
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from quintet.bots.classroom import AnswerError, read_answer
from quintet.bots.socket_match import TextWatcher, hold_match, send_player
from quintet.cli import main
from quintet.games import game
from quintet.games.contract import AnyGame
from quintet.games.record import Record, replay
from quintet.players import make_player
from tests.ports import free_port
from tests.waiting import PATIENCE

Program = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[object]]


async def match(
    chosen: AnyGame, programs: Sequence[Program | str], *, classroom: bool = False, limit: float = 20
) -> Record:
    """A match between players of ours, by name, and programs of the test's own, in this order of coming."""
    port, watcher = free_port(), Door()
    held = asyncio.create_task(hold_match(chosen, "127.0.0.1", port, limit, watcher, classroom=classroom))
    playing = []
    for number, program in enumerate(programs):
        playing.append(asyncio.create_task(take_seat(program, port, number, classroom)))
        await watcher.came.wait()
        watcher.came.clear()
    record = await held
    await asyncio.gather(*playing, return_exceptions=True)
    return record


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("reversi", {"size": 6}),
        ("gomoku", {"size": 9}),
        ("onyx", {}),
        ("omega", {"players": 3}),
        ("best", {}),
    ],
)
async def test_the_program_of_the_page_plays_every_game(
    name: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    """A newcomer copies it: it must know every kind of prompt that a game of ours has."""
    page = (Path(__file__).parents[2] / "docs" / "socket-match.md").read_text("utf-8")
    chosen, port, listens = game(name, **settings), free_port(), asyncio.Event()
    file = tmp_path / "bot.js"
    file.write_text(page.split("```js\n")[1].split("```")[0].replace("33333", str(port)), "utf-8")

    class Opens(TextWatcher):
        def waiting(self, names: Sequence[str], seats: int) -> None:
            listens.set()

    held = asyncio.create_task(hold_match(chosen, "127.0.0.1", port, 60, Opens()))
    await listens.wait()
    programs = [
        await asyncio.create_subprocess_exec("node", str(file), stdout=subprocess.PIPE)
        for _ in range(chosen.seats)
    ]
    record = await held
    told = {(await program.communicate())[0].decode() for program in programs}
    assert len(told) == 1
    assert not replay(record).owing, told
    assert "loses" not in told.pop()


class Door(TextWatcher):
    """Knows how many have come: the order of coming decides the seats."""

    def __init__(self) -> None:
        super().__init__()
        self.came = asyncio.Event()

    def waiting(self, names: Sequence[str], seats: int) -> None:
        super().waiting(names, seats)
        if names:
            self.came.set()


async def take_seat(program: Program | str, port: int, number: int, classroom: bool) -> None:
    if isinstance(program, str):
        player = make_player(program)
        await send_player(
            "127.0.0.1", port, f"{program} {number}", player, Random(number), classroom=classroom
        )
        return
    reader, writer = await asyncio.wait_for(connected(port), PATIENCE)
    try:
        await program(reader, writer)
    finally:
        writer.close()


async def connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection to the match, as soon as it listens."""
    while True:
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.05)


def answers(*lines: bytes) -> Program:
    """A program that answers whatever it hears with these lines, one after the other, and then only listens."""

    async def program(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        left = list(lines)
        while await reader.readline():
            if left:
                writer.write(left.pop(0))
                await writer.drain()

    return program


NAME = b'{"type": "name", "name": "Mallory"}\n'


@pytest.mark.parametrize(
    ("name", "settings", "seats"), [("reversi", {"size": 6}, 2), ("omega", {"size": 3, "players": 3}, 3)]
)
async def test_a_whole_match_is_played_and_recorded(name: str, settings: dict[str, Any], seats: int) -> None:
    record = await match(game(name, **settings), ["greedy", "random", "greedy"][:seats])
    assert record.outcome
    assert record.outcome.winners is not None
    played = replay(record)
    assert not played.owing


@pytest.mark.parametrize(
    ("program", "what"),
    [
        (answers(NAME, b'{"type": "move", "move": "a1"}\n'), "Mallory (seat 1) played 'a1': a1 outflanks no"),
        (answers(NAME, b'{"type": "move", "move": 7}\n'), "Mallory (seat 1) answered without a move"),
        (answers(NAME, b"d3\n"), "Mallory (seat 1) sent something that is no move"),
        (answers(NAME, b"[" * 9000 + b"\n"), "Mallory (seat 1) sent something that is no move"),
        (answers(NAME, b"x" * 50_000 + b"\n"), "Mallory (seat 1) sent a line of more than 20,000 bytes"),
        (answers(b'{"type": "name", "name": ""}\n'), "player 1 (seat 1) gave no name"),
        (answers(NAME), "Mallory (seat 1) did not answer within 2 seconds"),
    ],
)
async def test_a_program_that_behaves_badly_loses_by_name_and_the_other_is_told(
    program: Program, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    record = await match(game("reversi"), [program, "random"], limit=2 if "within 2 seconds" in what else 20)
    assert record.outcome
    assert (record.outcome.winners, record.outcome.reason) == ((1,), "forfeited")
    assert what in capsys.readouterr().out


async def test_a_program_that_goes_away_loses(capsys: pytest.CaptureFixture[str]) -> None:
    async def leave(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(NAME)
        await reader.readline()

    record = await match(game("best"), ["greedy", leave])
    assert record.outcome
    assert record.outcome.winners == (0,)
    assert "Mallory (seat 2) has gone away" in capsys.readouterr().out


STUDENT = """
import pickle, socket, sys
import numpy as np

connection = socket.socket()
connection.connect(("127.0.0.1", int(sys.argv[1])))
while True:
    turn, board = pickle.loads(connection.recv(4096))
    if turn == 0:
        break
    assert board.shape == (8, 8) and board.dtype == float
    best = (-1, -1)
    for x in range(8):
        for y in range(8):
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    i, j, seen = x + dx, y + dy, 0
                    while (dx or dy) and 0 <= i < 8 and 0 <= j < 8 and board[i, j] == -turn:
                        i, j, seen = i + dx, j + dy, seen + 1
                    if board[x, y] == 0 and seen and 0 <= i < 8 and 0 <= j < 8 and board[i, j] == turn:
                        best = (x, y)
    connection.send(pickle.dumps([np.int64(best[0]), best[1]]))
print("the end")
"""


def test_programs_written_for_the_classroom_play_unchanged(tmp_path: Path) -> None:
    port, student = free_port(), tmp_path / "student.py"
    student.write_text(STUDENT)
    command = [sys.executable, "-m", "quintet", "referee", "reversi", "--classroom", "--no-window"]
    held = subprocess.Popen(
        [*command, "--port", str(port), "--record", str(tmp_path / "game.json")],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert held.stdout
    held.stdout.readline()
    first = subprocess.Popen([sys.executable, str(student), str(port)], stdout=subprocess.PIPE, text=True)
    held.stdout.readline()
    ours = [sys.executable, "-m", "quintet", "player", "greedy", "--classroom", "--port", str(port)]
    second = subprocess.run(ours, capture_output=True, text=True, timeout=120, check=True)
    told, said = held.communicate(timeout=60)[0], first.communicate(timeout=60)[0]
    assert said == "the end\n"
    assert " wins: " in told or "A draw: " in told
    assert "\nblack: " in told
    assert "hand" not in told, "that is for programs"
    assert "\n-1\n" in second.stdout
    record = json.loads((tmp_path / "game.json").read_text())
    assert record["options"] == {"size": 8, "first": "white"}


def test_three_terminals_play_by_lines(tmp_path: Path) -> None:
    port = str(free_port())
    quintet = [sys.executable, "-m", "quintet"]
    held = subprocess.Popen(
        [*quintet, "referee", "reversi", "--no-window", "--port", port], stdout=subprocess.PIPE, text=True
    )
    players = [
        subprocess.Popen([*quintet, "player", "greedy", "--port", port], stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    outputs = [program.communicate(timeout=120)[0] for program in (*players, held)]
    assert {"\n1\n" in outputs[0], "\n-1\n" in outputs[0]} == {True, False}
    assert outputs[0].splitlines()[-1] == outputs[1].splitlines()[-1] == outputs[2].splitlines()[-1]


class Evil:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.system, ("touch /tmp/quintet-was-here",)


@pytest.mark.parametrize(
    "hostile",
    [
        pickle.dumps(Evil()),
        pickle.dumps([Evil(), 1]),
        pickle.dumps(os.system),
        pickle.dumps([1, 2, 3]),
        pickle.dumps("d3"),
        pickle.dumps([1.5, 2]),
        pickle.dumps([float("nan"), 2]),
        pickle.dumps(np.array(["a", "b"])),
        pickle.dumps(np.array([None, 1])),
        b"cos\nsystem\n(S'true'\ntR.",
        b"d3",
    ],
)
def test_a_pickle_that_is_no_answer_is_refused_and_never_run(hostile: bytes) -> None:
    mark = Path("/tmp/quintet-was-here")
    with pytest.raises(AnswerError):
        read_answer(hostile)
    assert not mark.exists()


@pytest.mark.parametrize(
    "hostile",
    [
        b"\x80\x04]r\x00\x00\x00\x01.",  # a list, to be remembered as the sixteen millionth
        b"]p16777216\n.",
        b"\x80\x05\x96\x00\x00\x00\x10\x00\x00\x00\x00ab.",  # bytes that are said to be 256 MB
    ],
    ids=range(3),
)
def test_a_short_pickle_takes_little_memory(hostile: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises((AnswerError, EOFError)):
            read_answer(hostile)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
@pytest.mark.parametrize(
    "answer",
    [
        [2, 3],
        (2, 3),
        [np.int64(2), np.int32(3)],
        np.array([2, 3]),
        np.array([2.0, 3.0]),
        [2.0, np.float64(3)],
    ],
)
def test_the_answers_that_programs_send_are_read(answer: Any, protocol: int) -> None:
    assert read_answer(pickle.dumps(answer, protocol=protocol)) == [2, 3]


async def test_a_malicious_pickle_loses_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    async def attack(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(4096)
        writer.write(pickle.dumps(Evil()))
        await reader.read()

    record = await match(game("reversi", first="white"), [attack, "greedy"], classroom=True)
    assert record.outcome
    assert record.outcome.winners == (1,)
    assert "white (seat 1) sent an answer that is refused" in capsys.readouterr().out
    assert not os.access("/tmp/quintet-was-here", os.F_OK)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["referee", "gomoku", "--classroom"], "the classroom plays"),
        (["referee", "reversi", "--time", "0"], "above 0"),
        (["referee", "reversi", "--port", "99999"], "1 to 65535"),
        (["player", "nobody"], "nobody"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err


def test_why_it_cannot_listen_is_told_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for arguments in (["referee", "best", "--no-window", "--port", port], ["serve", "--port", port]):
            with pytest.raises(SystemExit) as stop:
                main([*arguments, *(["--store", "memory:", "--lazy"] if arguments[0] == "serve" else [])])
            assert stop.value.code == 2
            (line,) = capsys.readouterr().err.splitlines()[-1:]
            assert ": address already in use;" in line

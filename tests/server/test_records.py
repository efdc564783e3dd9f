"""Files of games that guests bring to a server, and rooms that begin where a file says."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintet.games.record import load
from quintet.server.records import MOST_MOVES
from tests.server.harness import Node, serving
from tests.server.test_http import ask

FFO = (Path(__file__).parents[1] / "games" / "formats" / "ffo-40-44.obf").read_bytes()


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


async def bring(node: Node, data: bytes) -> Any:
    answer = await ask(node, "/api/records", "POST", data)
    assert answer.status == 200
    return answer.json


async def test_a_file_is_answered_with_what_it_holds(node: Node) -> None:
    told = await bring(node, b"(;GM[4]SZ[9]PB[Ann]PW[Bo]DT[2024-01-02];B[aa];W[bb])(;GM[2]PB[Cy];B[d3])")
    assert told["format"] == "sgf"
    assert [game["text"] for game in told["games"]] == [
        "Gomoku, Ann – Bo, 2024-01-02, 2 moves",
        "Reversi, Cy – White, 1 move",
    ]
    assert [game["seats"] for game in told["games"]] == [2, 2]
    assert load(msgspec.json.encode(told["games"][0]["record"])).record().players == ("Ann", "Bo")


async def test_a_room_begins_at_a_position_of_a_file(node: Node) -> None:
    told = await bring(node, FFO)
    assert [game["text"] for game in told["games"]] == ["Reversi, a position"] * 5
    record = told["games"][3]["record"]
    create = {"type": "create", "name": "Ours", "offline": True, "seats": ["me", "me"], "host_name": "Ann"}
    create |= {name: record[name] for name in ("game", "options", "moves", "start")}
    made = await ask(node, "/api/rooms", "POST", msgspec.json.encode(create))
    assert made.status == 201
    kept = (await ask(node, f"/api/rooms/{made.json['room']}/record")).json
    assert (kept["start"], kept["players"]) == (record["start"], ["Ann", "Ann"])
    assert kept["date"]
    played = load(msgspec.json.encode(kept))
    assert played.owing == (1,)


async def test_a_room_does_not_begin_where_nothing_can_be_played(node: Node) -> None:
    create = b'{"type":"create","name":"Ours","game":"reversi","start":{"squares":"b","mover":0}}'
    made = await ask(node, "/api/rooms", "POST", create)
    assert (made.status, made.json["code"]) == (400, "bad-record")
    assert "this is no position of Reversi: the board has 8x8 squares, not 1" in made.json["text"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "This file cannot be read: the file is empty."),
        (b"hello", "This file cannot be read: this is no game file that we know"),
        (b"f5d6" * 900_000, "line 1, move 3 (f5): f5 is occupied."),
        (b"[" * 1_000_000, "nested too deeply"),
        (b"f5d6c3\n" * (MOST_MOVES // 3), "have more than 5,000 moves: bring fewer of them."),
        (b"\0" * 1000, "the file is not a text"),
    ],
    ids=["empty", "words", "endless", "deep", "many", "zeros"],
)
async def test_a_file_that_cannot_be_read_gets_one_sentence(node: Node, data: bytes, sentence: str) -> None:
    told = await bring(node, data)
    assert set(told) == {"error"}
    assert sentence in told["error"]
    assert told["error"].startswith("This file cannot be read: ")
    assert len(told["error"]) < 300


async def test_a_file_over_four_megabytes_is_not_read(node: Node) -> None:
    answer = await ask(node, "/api/records", "POST", b"x" * 4_000_001)
    assert (answer.status, answer.json["code"]) == (413, "too-large")
    other = await ask(node, "/api/rooms", "POST", b"x" * 1_100_000)
    assert other.status == 413


async def test_many_files_at_once_are_all_answered(node: Node) -> None:
    told = await asyncio.gather(*(bring(node, b"f5d6c3\n" * 100) for _ in range(8)))
    assert [len(answer["games"]) for answer in told] == [100] * 8


async def test_a_file_with_variations_is_answered_with_a_study_and_a_wrong_one_with_the_game(
    node: Node,
) -> None:
    told = await bring(node, b"(;GM[2];B[d3](;W[c3]C[good])(;W[c5]))(;GM[2];B[d3])")
    first, second = told["games"]
    assert [one["moves"] for one in first["study"]["nodes"][1:]] == [[[0, "d3"]], [[1, "c3"]], [[1, "c5"]]]
    assert first["text"] == "Reversi, 3 moves with variations and comments"
    assert "study" not in second
    wrong = await bring(node, b"(;GM[2];B[d3](;W[c3])(;W[a1]))")
    assert wrong["note"].startswith("The variations and comments of this file are left out: W[a1] at line 1")
    assert len(wrong["games"][0]["record"]["moves"]) == 2


async def test_a_study_is_written_as_a_file(node: Node) -> None:
    study = {"game": "reversi", "nodes": [{}, {"moves": [[0, "d3"]], "comment": "x"}]}
    sgf = await ask(node, "/api/study/file/sgf", "POST", msgspec.json.encode(study))
    assert sgf.status == 200
    assert b";B[d3]C[x]" in sgf.body
    onyx = {"game": "onyx", "nodes": [{}]}
    refused = await ask(node, "/api/study/file/sgf", "POST", msgspec.json.encode(onyx))
    assert refused.status == 400
    assert "not of onyx" in refused.json["text"]
    nothing = await ask(node, "/api/study/file/psq", "POST", msgspec.json.encode(study))
    assert "a study is written as study or sgf" in nothing.json["text"]

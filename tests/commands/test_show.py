"""`quintet show`: positions as text and as JSON, from moves and from records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quintet.games import GAMES
from quintet.games.contract import GameError
from quintet.games.record import load
from tests.commands.conftest import Quintet

KEYS = ["game", "options", "turn", "legal", "prompt", "board", "info", "outcome"]
GOOD = {"game": "reversi", "version": 1, "options": {"size": 4}, "moves": [[0, "b1"]]}
BAD = GOOD | {"moves": [[0, "b1"], [1, "b1"]]}


def lines(*records: Any) -> str:
    return "".join(json.dumps(record) + "\n" for record in records)


@pytest.mark.parametrize("name", GAMES)
def test_the_start_of_every_game_as_json(quintet: Quintet, name: str) -> None:
    (told,) = quintet("show", name, "--json").json
    assert list(told) == KEYS
    assert told["game"] == name
    assert told["outcome"] is None
    assert list(told["legal"]) == list(told["prompt"]) == [str(seat) for seat in told["turn"]]
    assert {"phase", "colours"} <= set(told["info"])


def test_a_position_as_json(quintet: Quintet) -> None:
    (told,) = quintet("show", "reversi", "--moves", "D3; c3;", "--json").json
    assert told["options"] == {"size": 8, "first": "black"}
    assert told["turn"] == [0]
    assert told["legal"] == {"0": ["b3", "c4", "e6", "f5"]}
    assert told["board"] == {"c3": "w", "d3": "b", "d4": "w", "e4": "b", "d5": "b", "e5": "w"}
    assert told["info"] == {"phase": "play", "colours": ["b", "w"], "scores": [3, 3]}


def test_a_finished_game_has_an_outcome_and_nobody_in_turn(quintet: Quintet) -> None:
    # Column after column until three in a row have scored and the only token of each side is used up.
    (told,) = quintet("show", "best", "--set", "tokens=1", "--moves", "1; 2", "--json").json
    assert (told["turn"], told["legal"], told["prompt"]) == ([], {}, {})
    assert told["outcome"] == {"winners": [0, 1], "draw": True, "scores": [0, 0], "reason": "equal-points"}
    assert "A draw: equal scores (0 : 0)." in (
        quintet("show", "best", "--set", "tokens=1", "--moves", "1; 2").out
    )


def test_a_simultaneous_round_is_written_seat_by_seat(quintet: Quintet) -> None:
    (half,) = quintet("show", "omega", "--moves", "wa1 bb1", "--json").json
    assert half["turn"] == [1]
    assert list(half["legal"]) == ["1"]
    assert half["board"] == {}
    (whole,) = quintet("show", "omega", "--moves", "wa1 bb1; wa1 bc1", "--json").json
    assert whole["turn"] == [0, 1]
    assert whole["board"] == {"a1": "ww", "b1": "b", "c1": "b"}


def test_more_than_ten_thousand_moves_are_not_listed(quintet: Quintet) -> None:
    (told,) = quintet("show", "omega", "--set", "players=3", "--json").json
    assert told["legal"] == {"0": None, "1": None, "2": None}
    assert list(told["prompt"]["0"]["places"]) == ["w", "b", "g"]


def test_a_position_as_text_holds_board_counters_and_moves(quintet: Quintet) -> None:
    ran = quintet("show", "reversi", "--moves", "d3")
    assert ran.code == 0
    for part in (
        "Reversi\n",
        "a b c d",
        "Discs: black 4, white 1",
        "3 moves: c3, e3, c5",
    ):
        assert part in ran.out
    assert "110,544 moves, such as:" in quintet("show", "omega", "--set", "players=3").out


@pytest.mark.parametrize("indent", [None, 2])
def test_one_record_from_a_file(quintet: Quintet, tmp_path: Path, indent: int | None) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(GOOD, indent=indent))
    (told,) = quintet("show", "--record", str(file), "--json").json
    assert told["turn"] == [1]
    assert "Seat 2 (white)" in quintet("show", "--record", str(file)).out


def test_each_of_many_records_gets_its_own_answer(quintet: Quintet) -> None:
    text = lines(GOOD, BAD) + '{"game": "rev\n' + lines(GOOD, GOOD | {"outcome": {"winners": [0]}})
    ran = quintet("show", "--record", "-", "--json", stdin=text)
    assert ran.code == 2
    assert [list(told) == KEYS for told in ran.json] == [True, False, False, True, False]
    assert ran.json[1] == {"error": "move 2 ('b1'): b1 is occupied"}
    assert "is not JSON" in ran.json[2]["error"]
    assert "the game is not over" in ran.json[4]["error"]
    assert ran.err == "quintet: 3 of 5 records were refused\n"


def test_for_people_a_wrong_record_is_named_on_stderr(quintet: Quintet) -> None:
    ran = quintet("show", "--record", "-", stdin=lines(GOOD, BAD))
    assert ran.code == 2
    assert ran.out.count("Reversi (") == 1
    assert ran.err == "quintet: record 2: move 2 ('b1'): b1 is occupied\n"


def test_all_good_records_end_with_exit_code_0(quintet: Quintet) -> None:
    ran = quintet("show", "--record", "-", "--json", stdin=lines(GOOD, GOOD))
    assert (ran.code, len(ran.json), ran.err) == (0, 2, "")


@pytest.mark.parametrize(
    "text", [b"", b"\xff\xff", b"[" * 100_000, b"null", b'{"game": "reversi", "moves": [[0, "\xff"]]}']
)
def test_hostile_input_is_answered(quintet: Quintet, text: bytes) -> None:
    ran = quintet("show", "--record", "-", "--json", stdin=text)
    assert ran.code == 2
    assert [list(told) for told in ran.json] == [["error"]]


# --- options that take a document -------------------------------------------------------------------------------------

GRAPH = {"spaces": {"a1": [0, 0], "b1": [1, 0], "c1": [2, 0]}, "edges": [["a1", "b1"], ["b1", "c1"]]}


def test_a_document_is_given_by_file_or_inline(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "path.json"
    file.write_text(json.dumps(GRAPH))
    (by_file,) = quintet("show", "onyx", "--set", f"board={file}", "--json").json
    (inline,) = quintet("show", "onyx", "--set", f"board={json.dumps(GRAPH)}", "--json").json
    assert by_file == inline
    assert by_file["options"] == {"board": GRAPH}
    assert "b@c1" in by_file["legal"]["0"]


def test_a_record_on_the_command_line_may_name_a_document_beside_it(quintet: Quintet, tmp_path: Path) -> None:
    (tmp_path / "path.json").write_text(json.dumps(GRAPH))
    record = {"game": "onyx", "options": {"board": "path.json"}, "moves": [[0, "b@c1"]]}
    (tmp_path / "game.json").write_text(json.dumps(record))
    (told,) = quintet("show", "--record", str(tmp_path / "game.json"), "--json").json
    assert told["board"] == {"c1": "b"}
    with pytest.raises(GameError, match="board cannot be"):
        load(json.dumps(record))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"spaces": {"a1": [0, 0]}, "edges": [["a1", "z9"]]}', "z9"),
        ('{"spaces": {"a1": [0, 0], "a1": [1, 0]}, "edges": []}', "'a1' twice"),
        ('{"spaces": {"a1": [NaN, 0]}, "edges": []}', "NaN is not a number"),
        ('{"spaces": {}, "edges": []}', "space"),
        ('{"spaces": ' + "[" * 50_000, "nested too deeply"),
        ("[1, 2]", "it takes"),
        ("{", "not JSON"),
    ],
)
def test_a_wrong_document_gets_a_sentence(quintet: Quintet, tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "board.json"
    file.write_text(text)
    ran = quintet("show", "onyx", "--set", f"board={file}")
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert len(ran.err.splitlines()) == 1


def test_a_document_that_is_not_there_gets_a_sentence(quintet: Quintet) -> None:
    ran = quintet("show", "onyx", "--set", "board=nowhere.json")
    assert (ran.code, ran.err) == (2, "quintet: cannot read 'nowhere.json': no such file or directory\n")
    record = json.dumps({"game": "onyx", "options": {"board": "nowhere.json"}, "moves": []})
    assert "cannot read" in quintet("show", "--record", "-", "--json", stdin=record).json[0]["error"]


def test_choices_that_count_on_are_told_by_their_ends(quintet: Quintet) -> None:
    err = quintet("show", "onyx", "--set", "board=king-99").err
    assert "it takes king-2 to king-12, square-2 to square-12 or hex-2 to hex-7, or a graph" in err

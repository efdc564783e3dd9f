"""`quintet analyse`: for people, and as JSON."""

from __future__ import annotations

import json
import re

import pytest

from tests.commands.conftest import Quintet

FIELDS = [
    *("seat", "value", "proven", "expected", "moves", "also", "depth", "nodes", "seconds", "policy", "others")
]
MOVE = ["move", "value", "proven", "expected", "line", "probability"]


def test_it_tells_the_best_moves_and_what_another_one_loses(quintet: Quintet) -> None:
    ran = quintet(
        *("analyse", "reversi", "--set", "size=4", "--moves", "b1", "--lines", "2", "--nodes", "100000"),
        *("--also", "a1; C1"),
    )
    lines = ran.out.splitlines()
    assert ran.code == 0
    assert re.search(r"white.* expects 100 % of the game: 8 discs ahead, proven\.", lines[1])
    assert lines[3].split() == ["move", "expects", "worth", "then"]
    rows = [line.split() for line in lines[4:] if line.startswith("  ")]
    assert [row[0] for row in rows] == ["a1", "c1"]
    assert " ".join(rows[1][1:7]) == "0 % 8 discs behind, proven"
    assert lines[-4:-2] == ["a1 loses nothing.", "c1 loses 100 % of the game."]
    assert re.fullmatch(r"Looked at [\d,]+ positions, \d+ moves ahead, in [\d.]+ s\.", lines[-2])


def test_a_mixture_is_told_with_its_chances(quintet: Quintet) -> None:
    ran = quintet("analyse", "omega", "--nodes", "3000")
    assert ran.out.count("chance  expects") == 2
    assert ran.out.count("the best play is a mixture") == 2


def test_programs_get_every_field_and_the_same_answer_for_the_same_nodes(quintet: Quintet) -> None:
    command = ("analyse", "gomoku", "--moves", "j10; k10", "--nodes", "2000", "--also", "a1", "--json")
    (first,), (second,) = quintet(*command).json, quintet(*command).json
    assert list(first) == FIELDS
    assert list(first["moves"][0]) == list(first["also"][0]) == MOVE
    assert [one["move"] for one in first["also"]] == ["a1"]
    assert first | {"seconds": 0} == second | {"seconds": 0}


def test_records_are_answered_one_by_one(quintet: Quintet) -> None:
    over = {"game": "reversi", "options": {"size": 4}, "moves": ["b1", "a1"]}
    fine = {"game": "best", "moves": []}
    records = "".join(json.dumps(record) + "\n" for record in (over | {"moves": ["z9"]}, fine))
    ran = quintet("analyse", "--record", "-", "--nodes", "500", "--json", stdin=records)
    refused, told = ran.json
    assert "error" in refused
    assert told["moves"]
    assert ran.code == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("reversi", "--also", "a1"), "a1 outflanks no"),
        (("reversi", "--lines", "0"), "--lines is a whole number from 1 to 32, not 0"),
        (("reversi", "--nodes", "x"), "--nodes is a whole number from 1, not 'x'"),
        (("reversi", "--seconds", "-1"), "--seconds is a number of seconds above 0"),
        ((), "give the name of a GAME"),
    ],
)
def test_what_is_wrong_gets_one_sentence(quintet: Quintet, arguments: tuple[str, ...], sentence: str) -> None:
    ran = quintet("analyse", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert sentence in ran.err
    assert "Traceback" not in ran.err

"""`quintet explore` and `quintet collect`: games from files are counted, told and taken out again."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quintet.games import game
from quintet.games.record import Replay, write_record
from tests.commands.conftest import Quintet


@pytest.fixture
def store(tmp_path: Path) -> str:
    return f"sqlite:{tmp_path / 'store.sqlite3'}"


def match(games: int = 3, **fields: Any) -> str:
    """Games of chance on a small board, one on each line."""
    rules, rng, lines = game("reversi", size=4), Random(3), []
    for _ in range(games):
        played = Replay(rules)
        while played.owing:
            played.submit(played.owing[0], rules.prompt(played.position, played.owing[0]).sample(rng))
        lines.append(
            json.dumps(json.loads(write_record(played.record())) | {"players": ["one", "other"]} | fields)
        )
    return "\n".join(lines) + "\n"


def test_a_match_is_counted_once_told_and_taken_out(quintet: Quintet, store: str, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    file.write_text(match() + match(1), "utf-8")  # one of them twice
    assert "there is no store at" in quintet("collect", "--store", store).err  # nor is one made by looking
    ran = quintet("collect", str(file), "--store", store)
    assert (ran.code, ran.out) == (
        0, "4 games are counted now as 'match.jsonl'; 0 there already, 0 refused\n",
    )  # fmt: skip
    file.write_text(match() + match(1) + match(1, date="2026-11-17"), "utf-8")
    again = quintet("collect", str(file), "--as", "more", "--by", "people", "--store", store)
    assert "One game is counted now as 'more'; 4 there already" in again.out
    assert quintet("collect", "--store", store).out.split() == ["4", "match.jsonl", "1", "more"]
    place = ("explore", "reversi", "--set", "size=4", "--store", store)
    ran = quintet(*place)
    assert ran.out.startswith("Reversi (Board: 4 × 4)\n5 games came here. ")
    assert "\nBlack:\n" in ran.out
    assert " or " in ran.out
    assert "2026-11-17  one – other: " in ran.out
    (told,) = quintet(*place, "--json", "--people").json
    assert (told["games"], told["last"][0]["collection"]) == (1, "more")
    (told,) = quintet(*place, "--json", "--arena", "--people").json
    assert sum(one["games"] for one in told["choices"]) == told["games"] == 5
    assert "other games were." in quintet(*place, "--machines").out
    wrong = quintet("collect", "--take-out", "nothing", "--store", store)
    assert (wrong.code, "the collections are: match.jsonl, more" in wrong.err) == (2, True)
    assert quintet("collect", "--take-out", "match.jsonl", "--store", store).out.startswith("4 games")
    assert quintet(*place, "--json").json[0]["games"] == 1
    quintet("collect", "--take-out", "more", "--store", store)
    assert "Nothing was collected yet" in quintet("collect", "--store", store).out


def test_what_cannot_be_counted_is_named_and_stops_nothing(quintet: Quintet, store: str) -> None:
    good = match(1)
    whole = json.loads(good)
    wrong = [
        "{broken",
        json.dumps(whole | {"game": "chess"}),
        json.dumps(whole | {"moves": [[0, "z9"]]}),
        json.dumps(whole | {"outcome": {"winners": [7]}}),
        json.dumps(whole | {"moves": [], "outcome": None}),
    ]
    ran = quintet("collect", "-", "--store", store, stdin="\n".join([*wrong, good]))
    assert ran.code == 2
    assert "One game is counted now as 'the standard input'; 0 there already, 5 refused" in ran.out
    assert ran.err.startswith("quintet: not counted: ")
    for arguments in (
        ("collect", "x", "--take-out", "y"),
        ("collect", "-", "--as", "\n"),
        ("collect", "/none"),
    ):
        assert quintet(*arguments, "--store", store).code == 2


def test_an_unfinished_game_counts_without_a_result(quintet: Quintet, store: str) -> None:
    begun = json.dumps({"game": "omega", "options": {"size": 3}, "moves": [[0, "wa1 ba2"], [1, "wc3 bc2"]]})
    assert quintet("collect", "-", "--store", store, stdin=begun).code == 0
    ran = quintet("explore", "omega", "--set", "size=3", "--store", store)
    assert "One game came here. 100 % without a result." in ran.out
    assert "\nWhite:\n" in ran.out
    assert "\nBlack:\n" in ran.out, "where all move at once, each side's choice"


def test_the_engine_says_what_the_moves_are_worth(quintet: Quintet, store: str) -> None:
    quintet("collect", "-", "--store", store, stdin=match())
    place = ("explore", "reversi", "--set", "size=4", "--store", store, "--seconds", "0.1")
    assert "engine: " in quintet(*place).out
    (told,) = quintet(*place, "--json").json
    assert all(one["engine"]["move"] == one["moves"][0] for one in told["choices"])


def test_a_server_that_does_not_answer_is_named(quintet: Quintet) -> None:
    ran = quintet("explore", "reversi", "--server", "http://127.0.0.1:1")
    assert (ran.code, "no server answers at http://127.0.0.1:1: no server runs there" in ran.err) == (2, True)

"""`quintet think`, `solve` and `warm`."""

from __future__ import annotations

import json
import math
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from quintet.cli import main
from quintet.commands.think import standing
from quintet.engine import Budget, EngineError, think
from quintet.engine.thought import Proof
from quintet.games import game

FIELDS = ["seat", "move", "value", "exact", "line", "depth", "nodes", "seconds", "policy", "expected"]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert isinstance(stop.value.code, int)
    return stop.value.code, out, err


def test_think_prints_one_line_for_each_seat_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "think", "reversi", "--moves", "d3", "--nodes", "500", "--json")
    (line,) = map(json.loads, out.splitlines())
    assert code == 0
    assert list(line) == FIELDS
    assert line["seat"] == 1
    assert line["move"] in ("c3", "c5", "e3")

    code, out, _ = run(capsys, "think", "omega", "--nodes", "50", "--json")
    lines = [json.loads(text) for text in out.splitlines()]
    assert [line["seat"] for line in lines] == [0, 1]
    assert all(sum(line["policy"].values()) == pytest.approx(1) for line in lines)


def test_think_and_solve_speak_to_people(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "think", "reversi", "--moves", "d3", "--nodes", "500")
    name, worth, follows, effort = out.splitlines()
    assert code == 0
    assert re.fullmatch(r".*white.*: (c3|c5|e3)", name)
    assert re.fullmatch(r"  expects \d+ % of the game: (even|[\d.]+ discs? (ahead|behind))", worth)
    assert follows.startswith("  then ")
    assert re.fullmatch(r"  Looked at [\d,]+ positions, \d+ moves ahead, in [\d.]+ s\.", effort)
    _, out, _ = run(capsys, "solve", "reversi", "--set", "size=4")
    assert "  expects 0 % of the game: 8 discs behind, proven\n" in out
    _, out, _ = run(capsys, "think", "omega", "--nodes", "500")
    assert "drawn from" in out


def test_solve_takes_records_and_one_that_cannot_be_solved_stops_no_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    large, small = ({"game": "reversi", "options": {"size": size}, "moves": []} for size in (8, 4))
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in (large, small)))
    code, out, err = run(capsys, "solve", "--json", "--record", str(file))
    refused, solved = map(json.loads, out.splitlines())
    assert code == 2
    assert "cannot be solved" in refused["error"]
    assert list(solved) == FIELDS
    assert (solved["value"], solved["exact"]) == (-8, True)
    assert err == "quintet: 1 of 2 records were refused\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("think", "reversi", "--level", "11"),
        ("think", "reversi", "--seconds", "0"),
        ("think", "reversi", "--seconds", "-2"),
        ("think", "reversi", "--nodes", "0"),
        ("think", "reversi", "--nodes", "5", "--level", "3"),
        ("think", "chess"),
        ("think",),
        ("solve", "gomoku"),
        ("warm", "chess"),
    ],
)
def test_a_wrong_question_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert err.startswith("quintet")


def test_warm_makes_the_engine_ready(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "warm", "reversi") == (0, "the engine is ready\n", "")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ((), "or fewer empty squares can be solved; 'quintet think' looks as far as it can"),
        (("--set", "players=3"), "has no single solution; 'quintet think' finds a good move"),
    ],
)
def test_what_cannot_be_solved_can_be_thought_about(
    capsys: pytest.CaptureFixture[str], settings: tuple[str, ...], told: str
) -> None:
    code, out, err = run(capsys, "solve", "omega", *settings)
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.parametrize("seconds", [0.0, -1.0, math.inf, math.nan, 1e300])
def test_a_budget_that_cannot_be_spent_says_what_can(seconds: float) -> None:
    chosen = game("best")
    with pytest.raises(EngineError, match="give more than 0 and less than 1,000,000,000"):
        think(chosen, chosen.start(), 0, budget=Budget(seconds=seconds))


def test_solve_prints_the_proven_value(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "solve", "best", "--set", "tokens=3", "--json")
    (line,) = map(json.loads, out.splitlines())
    assert (code, err) == (0, "")
    assert list(line) == FIELDS
    assert line["exact"]
    assert len(line["line"]) == 6


def test_ctrl_c_ends_a_solution_with_what_was_found_before_the_proof() -> None:
    terminal, theirs = os.openpty()  # the progress shows that it is at work
    with subprocess.Popen(
        [sys.executable, "-m", "quintet", "solve", "reversi", "--set", "size=6", "--json"],
        stdout=subprocess.PIPE,
        stderr=theirs,
        preexec_fn=hear_ctrl_c,
    ) as process:
        os.close(theirs)
        told = b""
        while b"positions" not in told:
            told += os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        found = json.loads(process.stdout.read())
        with suppress(OSError):  # how a terminal tells that the other side is gone
            while more := os.read(terminal, 1000):
                told += more
    os.close(terminal)
    assert process.returncode == 130
    assert b"stopped before that was proven" in told
    assert b"Traceback" not in told
    assert not found["exact"]
    assert found["move"] in {"c2", "d2", "b3", "e3", "b4", "e4", "c5", "d5"}


def test_ctrl_c_ends_a_long_thought_too() -> None:
    first, second = (
        '{"game": "reversi", "options": {"size": 4}, "moves": []}',
        '{"game": "reversi", "moves": []}',
    )
    with subprocess.Popen(
        [sys.executable, "-m", "quintet", "think", "--json", "--record", "-", "--nodes", str(10**15)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=hear_ctrl_c,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{first}\n{second}\n")
        process.stdin.close()
        assert json.loads(process.stdout.readline())[
            "exact"
        ]  # from now on it thinks about the other, for days
        process.send_signal(signal.SIGINT)
        try:
            assert process.wait(60) == 130
        finally:
            process.kill()
        assert process.stderr is not None
        assert (process.stdout.read(), process.stderr.read()) == ("", "\n")


def hear_ctrl_c() -> None:
    """What is started in the background of a shell ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize(
    ("name", "value", "proven", "mixed", "told"),
    [
        ("reversi", 13.0, None, False, "13 discs ahead"),
        ("reversi", -1.0, "equal", False, "1 disc behind, proven"),
        ("best", 2.5, "at least", False, "no worse than 2.5 points ahead, proven"),
        ("best", 0.0, "at most", False, "no better than even, proven"),
        ("onyx", -3.25, None, True, "3.2 points behind on the average"),
        ("gomoku", 1.0, "equal", False, "a win, proven"),
        ("gomoku", -1.0, "equal", False, "a loss, proven"),
        ("gomoku", 0.5, None, False, ""),
        ("omega", 0.25, "equal", True, "proven"),
    ],
)
def test_how_somebody_stands_is_told_with_what_is_proven(
    name: str, value: float, proven: Proof | None, mixed: bool, told: str
) -> None:
    assert standing(game(name), value, proven, mixed=mixed) == told

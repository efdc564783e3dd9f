"""`quintet analyse`: for people, and as JSON."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress

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
    assert ran.out.count("the best is a lot: each move as often as it says") == 2


def test_who_has_one_best_move_where_all_move_at_once_is_told_of_no_mixture(quintet: Quintet) -> None:
    placed = "bb@a1; ww@d1; pass; pass"
    ran = quintet("analyse", "onyx", "--set", "board=king-4", "--moves", placed, "--nodes", "2000")
    assert ran.out.count("100 %   ") >= 2
    assert "a lot" not in ran.out


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


def test_where_both_move_at_once_a_move_is_looked_at_for_whoever_can_make_it(quintet: Quintet) -> None:
    """At the end of Onyx each takes off stacks of its own."""
    placed = "bb@a1; ww@d1; pass; pass"
    command = ("analyse", "onyx", "--set", "board=king-4", "--moves", placed, "--nodes", "2000")
    first, second = quintet(*command, "--json", "--also", "remove a1; remove d1").json
    assert [one["move"] for one in first["also"]] == ["remove a1"]
    assert [one["move"] for one in second["also"]] == ["remove d1"]
    ran = quintet(*command, "--also", "remove b2")
    assert (ran.code, ran.out) == (2, "")
    assert "b2" in ran.err


class AtATerminal:
    """`quintet analyse` as a person sees it, in a terminal of its own."""

    def __init__(self, *arguments: str, columns: int = 80) -> None:
        pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
        self._ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "quintet", "analyse", *arguments]
        pipes = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
        wide = os.environ | {"COLUMNS": str(columns)}
        self._process = subprocess.Popen(command, **pipes, env=wide, start_new_session=True)
        os.close(theirs)
        self.seen = ""

    def read_until(self, text: str) -> None:
        """As far as this is shown, or to the end."""
        while text not in self.seen:
            more = b""
            with suppress(OSError):  # it has ended
                more = os.read(self._ours, 4096)
            if not more:
                return
            self.seen += more.decode()

    def interrupt(self) -> int:
        """Ctrl-C; the exit code."""
        self._process.send_signal(signal.SIGINT)
        return self.end()

    def end(self) -> int:
        """All that is shown until it ends by itself; the exit code."""
        self.read_until("\0")
        os.close(self._ours)
        return self._process.wait(60)


def test_a_person_sees_how_far_it_is_and_who_breaks_off_is_told_what_is_known() -> None:
    shown = AtATerminal("reversi", "--set", "size=6", "--seconds", "3600", "--lines", "2")
    shown.read_until("4 moves ahead")
    assert re.search(r"\w\d, expects \d+ %: [\d,]+ positions, 4 moves ahead", shown.seen)
    assert shown.interrupt() == 130
    told = shown.seen.rpartition("\x1b[K")[2].replace("\r", "")
    assert re.search(r"Seat 1 \(black\) expects \d+ % of the game", told)
    assert re.search(r"Looked at [\d,]+ positions, \d+ moves ahead, in [\d.]+ s\.", told)
    assert "Traceback" not in shown.seen


def test_in_a_narrow_terminal_nothing_goes_over_the_edge() -> None:
    columns = 44
    shown = AtATerminal("reversi", "--nodes", "20000", "--also", "d3", columns=columns)
    assert shown.end() == 0
    on_the_way, _, told = shown.seen.rpartition("\x1b[K")
    steps = re.findall(r"\x1b\[K(\w\d, expects[^\r\x1b]*)", on_the_way)
    assert max(map(len, steps)) == columns - 1
    lines = told.replace("\r", "").splitlines()
    assert max(map(len, lines)) <= columns
    assert re.search(r"d3 +\d+ % +[\d.]+ discs (ahead|behind)  \w\d(, \w\d)*$", told.replace("\r", ""), re.M)

"""Whatever is wrong with what a person gives: one clear sentence on stderr, exit code 2, never a stack trace."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Quintet

WRONG: list[tuple[list[str], str]] = [
    (["nonsense"], "nonsense"),
    (["show"], "give the name of a GAME, or --record FILE"),
    (["show", "reversy"], "did you mean 'reversi'"),
    (["show", "\N{CYRILLIC SMALL LETTER ER}eversi"], "there is no game"),
    (
        ["show", "reversi", "--unknown"],
        "quintet show: there is no option '--unknown'\nTry 'quintet show --help'.",
    ),
    (["shwo", "reversi"], "quintet: there is no command 'shwo'; did you mean 'show'?\nTry 'quintet --help'."),
    (["games", "--jsn"], "quintet games: there is no option '--jsn'; did you mean '--json'?"),
    (["show", "reversi", "gomoku"], "quintet show: 'gomoku' is a word too many"),
    (["puzzles", "slove"], "action cannot be 'slove'; did you mean 'solve'? It is one of: solve, list,"),
    (["puzzles", "list", "revers"], "there is no puzzle 'revers' here"),
    (["puzzles", "list", "revers"], "did you mean 'reversi'?"),
    (["engine", "--protocol", "uci"], "--protocol cannot be 'uci'; it is one of: gomocup, nboard, gtp"),
    (
        ["play", "best", "--seat", "1=gredy"],
        "there is no player 'gredy'; did you mean 'greedy'? The players are",
    ),
    (["explore", "best", "--store", "no/such/store"], "there is no store at no/such/store"),
    (["show", "reversi", "--set", "size"], "a setting is written option=value"),
    (["show", "reversi", "--set", "=4"], "a setting is written option=value"),
    (["show", "reversi", "--set", "size="], "size cannot be ''; it takes 4, 6 or 8"),
    (["show", "reversi", "--set", "size=5"], "size cannot be 5; it takes 4, 6 or 8"),
    (["show", "reversi", "--set", "size=\N{FULLWIDTH DIGIT FOUR}"], "it takes 4, 6 or 8"),
    (["show", "reversi", "--set", "size=" + "9" * 5000], "it takes 4, 6 or 8"),
    (["show", "reversi", "--set", 'size={"a": 1}'], "it takes 4, 6 or 8"),
    (["show", "reversi", "--set", "size=4", "--set", "size=6"], "size is set twice"),
    (["show", "reversi", "--set", "colour=red"], "has no option 'colour'; its options are: size, first"),
    (["show", "reversi", "--set", "self=1"], "has no option 'self'"),
    (["show", "reversi", "--moves", "d3; d3"], "move 2 ('d3'): d3 is occupied"),
    (["show", "reversi", "--moves", "d3;; c3"], "move 2 (''): an empty text is not a move"),
    (["show", "reversi", "--moves", "z9"], "move 1 ('z9'): 'z9' is not a move"),
    (["show", "reversi", "--moves", "\N{CYRILLIC SMALL LETTER A}1"], "characters other than plain letters"),
    (["show", "reversi", "--moves", "d\x003"], "is not a move"),
    (["show", "--record", "no/such/file"], "cannot read 'no/such/file': no such file"),
    (["show", "--record", "."], "cannot read '.': is a directory"),
    (["show", "--record", "a\0b"], "cannot read"),
    (["show", "reversi", "--record", "-"], "give only --record FILE"),
    (["rules"], "GAME"),
    (["rules", "nosuch"], "there is no game"),
    (["describe", "nosuch", "--json"], "there is no game"),
    (["perft", "reversi"], "DEPTH"),
    (["perft", "reversi", "two"], "DEPTH is a whole number from 0 to 100, not 'two'"),
    (["perft", "reversi", "-1"], "DEPTH is a whole number from 0 to 100"),
    (["perft", "omega", "1", "--moves", "wa1 ba2"], "end in the middle of a round"),
    (["think", "reversi", "--level", "x"], "--level is a whole number from 1 to 10, not 'x'"),
    (["think", "reversi", "--level", "11"], "--level is a whole number from 1 to 10, not 11"),
    (["think", "reversi", "--nodes", "many"], "--nodes is a whole number from 1, not 'many'"),
    (["think", "reversi", "--nodes", "0"], "--nodes is a whole number from 1, not 0"),
    (["think", "reversi", "--nodes", "9" * 5000], "--nodes is a whole number from 1, not '999"),
    *(
        (
            ["think", "reversi", "--seconds", text],
            "--seconds is a number of seconds above 0 and at most 100,000,000",
        )
        for text in ("soon", "0", "inf", "nan", "1e300")
    ),
    (["engine", "--protocol", "gtp", "--level", "x"], "--level is a whole number from 1 to 10, not 'x'"),
    (["engine", "--protocol", "gtp", "--seconds", "inf"], "--seconds is a number of seconds above 0"),
    (["draw", "reversi", "-o", "x.svg", "--size", "1"], "--size is a whole number from 64 to 4096, not 1"),
    (["referee", "reversi", "--time", "nan"], "--time is a number of seconds above 0"),
    (["player", "greedy", "--port", "0"], "--port is a whole number from 1 to 65535, not 0"),
    (["bot", "x.py:X", "--server", "http://x", "--rooms", "0"], "--rooms is a whole number from 1 to "),
    (["window", "reversi", "--speed", "fast"], "--speed is a number above 0 and at most 1,000, not 'fast'"),
    (["play", "nosuch"], "there is no game"),
    (["play", "reversi", "--seat", "random"], "a seat is written N=KIND, such as 1=random"),
    (["play", "reversi", "--seat", "one=random"], "a seat is written N=KIND"),
    (["play", "reversi", "--seat", "2=random"], "there is no seat 2; the seats are 0 to 1"),
    (["play", "reversi", "--seat", "1=random", "--seat", "1=greedy"], "seat 1 is given twice"),
    (["play", "reversi", "--seat", "1=genius"], "The players are: human, random, greedy"),
    (["play", "reversi", "--seed", "x"], "--seed is a whole number, not 'x'"),
    (["play", "--set", "size=4"], "give the name of a GAME"),
    (["play", "reversi", "--record", "x.json"], "a record holds its own game"),
    (["play", "--record", "-"], "give the record as a file"),
    (["play", "--record", "no/such/file"], "cannot read"),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG)
def test_it_gets_one_sentence_and_exit_code_2(quintet: Quintet, arguments: list[str], sentence: str) -> None:
    ran = quintet(*arguments)
    assert ran.code == 2
    assert sentence in ran.err
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert len(ran.err.rstrip().splitlines()) <= 2  # argparse adds where to find help
    assert "\n" not in ran.err.split("\nTry ")[0].rstrip("\n")


@pytest.mark.parametrize("empty", ["", " \n\n", "\N{BYTE ORDER MARK}\n"])
@pytest.mark.parametrize(
    "command",
    [("show",), ("show", "--json"), ("think", "--json"), ("solve", "--json"), ("draw", "-o", "x.svg")],
)
def test_an_input_without_a_record_is_told_so(
    quintet: Quintet, tmp_path: Path, command: tuple[str, ...], empty: str
) -> None:
    ran = quintet(*command, "--record", "-", stdin=empty)
    assert (ran.code, ran.err) == (2, "quintet: there is no record in the input\n")
    answers = [] if command[-1] in ("show", "x.svg") else [{"error": "there is no record in the input"}]
    assert ran.json == answers
    file = tmp_path / "empty.jsonl"
    file.write_text(empty, "utf-8")
    ran = quintet(*command, "--record", str(file))
    assert ran.code == 2
    assert ran.err.startswith("quintet: there is no record in '")


def test_a_file_without_end_is_not_read_to_the_end(quintet: Quintet) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("this system has no endless file")
    assert "is larger than 4,000,000 bytes" in quintet("play", "--record", "/dev/zero").err

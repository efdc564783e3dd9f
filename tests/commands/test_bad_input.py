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
    (["show", "reversi", "--unknown"], "unrecognized arguments"),
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
    (["show", "reversi", "--moves", "d3; d3"], "move 2 (seat 1, 'd3'): d3 is occupied"),
    (["show", "reversi", "--moves", "d3;; c3"], "move 2 (seat 1, ''): an empty text is not a move"),
    (["show", "reversi", "--moves", "z9"], "move 1 (seat 0, 'z9'): 'z9' is not a move"),
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
    (["perft", "reversi", "two"], "invalid int value: 'two'"),
    (["perft", "reversi", "-1"], "DEPTH is a whole number from 0 to 100"),
    (["perft", "omega", "1", "--moves", "wa1 ba2"], "end in the middle of a round"),
    (["play", "nosuch"], "there is no game"),
    (["play", "reversi", "--seat", "random"], "a seat is written N=KIND, such as 1=random"),
    (["play", "reversi", "--seat", "one=random"], "a seat is written N=KIND"),
    (["play", "reversi", "--seat", "2=random"], "there is no seat 2; the seats are 0 to 1"),
    (["play", "reversi", "--seat", "1=random", "--seat", "1=greedy"], "seat 1 is given twice"),
    (["play", "reversi", "--seat", "1=genius"], "the players are: human, random, greedy"),
    (["play", "reversi", "--seed", "x"], "invalid int value"),
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


def test_a_file_without_end_is_not_read_to_the_end(quintet: Quintet) -> None:
    if not Path("/dev/zero").exists():
        pytest.skip("this system has no endless file")
    assert "is larger than 4,000,000 bytes" in quintet("play", "--record", "/dev/zero").err

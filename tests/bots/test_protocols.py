"""Our engine behind the protocols of other programs, asked as their windows ask."""

from __future__ import annotations

import argparse
import subprocess
import sys
from random import Random

import pytest

from quintet.bots.protocols import gomocup, gtp, mover, nboard
from quintet.cli import main
from quintet.commands.engine import make_speaker
from quintet.engine import Thought
from quintet.games import game
from quintet.games.contract import AnyGame, Position
from quintet.players import GreedyPlayer


def greedy(chosen: AnyGame, position: Position, seat: int, most: float | None) -> Thought:
    move = GreedyPlayer().choose(chosen, position, seat, Random(1))
    return Thought(seat=seat, move=move, value=1.5, exact=False, line=(move,), depth=1, nodes=10, seconds=0.1)


# --- gomocup ----------------------------------------------------------------------------------------------------------


def brain(*lines: str) -> gomocup.Speaker:
    speaker = gomocup.Speaker(greedy)
    for line in lines:
        speaker.hear(line)
    return speaker


def test_a_brain_opens_and_answers_on_free_points() -> None:
    speaker = brain()
    assert speaker.hear("START 15\r\n") == ["OK"]
    (first,) = speaker.hear("BEGIN")
    other = "0,0" if first != "0,0" else "1,1"
    (second,) = speaker.hear(f"TURN {other}")
    assert len({first, other, second}) == 3


def test_the_top_left_is_0_0() -> None:
    speaker = brain("START 9", "INFO rule 0")
    speaker.hear("TURN 0,0")
    assert speaker.played
    assert speaker.played.submissions[0] == (0, "a9")


def test_a_brain_takes_the_winning_point_of_a_board_it_is_told() -> None:
    speaker = brain("START 9", "BOARD")
    for stone in ("1,1,1", "1,2,2", "2,1,1", "2,2,2", "3,1,1", "3,2,2", "4,1,1", "4,2,2"):
        assert speaker.hear(stone) == []
    (answer,) = speaker.hear("DONE")
    assert answer in ("0,1", "5,1")


def test_stones_that_cannot_have_been_played_in_turn_are_set_down() -> None:
    speaker = brain("START 9", "BOARD", "1,1,1", "2,1,1", "3,1,1", "4,1,1")
    (answer,) = speaker.hear("DONE")
    assert answer in ("0,1", "5,1")


def test_pairs_are_captured_by_rule_16_only() -> None:
    for rule, there in ((16, False), (0, True)):
        speaker = brain("START 9", f"INFO rule {rule}")
        assert speaker.played
        for seat, move in ((0, "a1"), (1, "b1"), (0, "e9"), (1, "c1"), (0, "d1")):
            speaker.played.submit(seat, move)
        assert ("b1" in speaker.played.game.board(speaker.played.position)) is there


def test_swap2_proposes_three_stones_and_answers_to_three_and_five() -> None:
    speaker = brain("START 15", "SWAP2BOARD")
    (answer,) = speaker.hear("DONE")
    assert len(answer.split()) == 3
    for stones in (("7,7", "8,8", "6,7"), ("7,7", "8,8", "6,7", "1,1", "2,2")):
        speaker = brain("START 15", "SWAP2BOARD", *stones)
        (answer,) = speaker.hear("DONE")
        assert answer == "SWAP" or 1 <= len(answer.split()) <= 2


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["BEGIN"], "ERROR say START"),
        (["START 20"], "ERROR size cannot be 20"),
        (["START x"], "ERROR START takes"),
        (["RECTSTART 9,10"], "ERROR only square"),
        (["START 9", "TURN 9,9"], "ERROR '9,9' is not a point"),
        (["START 9", "TURN banana"], "ERROR 'banana' is not a point"),
        (["START 9", "TAKEBACK 1,1"], "ERROR that was not the last move"),
        *(
            (["START 9", f"INFO rule {rule}"], f"ERROR rule {rule} is not played")
            for rule in (1, 2, 4, 8, 17)
        ),
        (["START 9", "INFO rule x"], "ERROR a rule is a whole number"),
        (["START 9", "TURN 1,1", "INFO rule 16"], "MESSAGE rule 16 counts from the next START"),
        (["START 9", "BOARD", "1,1", "DONE"], "ERROR a line of BOARD"),
        (["FLY"], "UNKNOWN FLY"),
    ],
)
def test_a_wrong_line_is_answered_with_what_is_wrong(lines: list[str], answer: str) -> None:
    speaker = brain(*lines[:-1])
    (said,) = speaker.hear(lines[-1])
    assert said.startswith(answer)


def test_takeback_about_and_end() -> None:
    speaker = brain("START 9")
    (first,) = speaker.hear("BEGIN")
    assert speaker.hear(f"TAKEBACK {first}") == ["OK"]
    assert 'name="quintet"' in speaker.hear("ABOUT")[0]
    speaker.hear("END")
    assert speaker.over


# --- nboard -----------------------------------------------------------------------------------------------------------

GAME = (
    "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[5:00]TY[8]"
    "BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[D6];)"
)


def test_nboard_is_answered_and_the_move_awaited() -> None:
    speaker = nboard.Speaker(greedy)
    assert speaker.hear("nboard 2") == ["set myname quintet"]
    assert speaker.hear(f"set game {GAME}") == []
    answer, stats = speaker.hear("go")
    assert answer.startswith("=== ")
    assert stats.startswith("nodestats 10 ")
    move = answer.split()[1].split("/")[0]
    assert len(speaker.played.steps) == 2
    assert speaker.hear(f"move {move}/1.5/0.1") == []
    assert len(speaker.played.steps) == 3
    assert speaker.hear("ping 7") == ["pong 7"]
    assert speaker.hear("hint 1")[0].startswith("search ")
    assert len(speaker.hear("analyze")) == 4
    assert speaker.hear("learn") == ["learned"]
    assert speaker.hear("set contempt 3") == speaker.hear("whatever") == speaker.hear("") == []


@pytest.mark.parametrize(
    "line",
    [
        "nboard 9",
        "set game (;GM[Chess];)",
        "set game (;GM[Othello]TY[8a];)",
        "set game (;GM[Othello]TY[10];)",
        "set game (;GM[Othello]TY[8]KM[4];)",
        "set game",
        "move",
        "move a1",
        "move z9",
    ],
)
def test_nboard_hears_what_is_wrong(line: str) -> None:
    (said,) = nboard.Speaker(greedy).hear(line)
    assert said.startswith("status ")


# --- gtp --------------------------------------------------------------------------------------------------------------


def test_gtp_plays_a_whole_game_of_reversi_against_itself() -> None:
    speaker = gtp.Speaker(greedy, "reversi")
    for number in range(200):
        side = speaker.hear("gogui-rules_side_to_move")[0].split()[1]
        if side == "none":
            break
        answer, blank = speaker.hear(f"{number} genmove {side}")
        assert answer.startswith(f"={number} ")
        assert blank == ""
    assert speaker.hear("final_score")[0].startswith("= ")


def test_gtp_leaves_the_letter_i_out_for_gomoku_only() -> None:
    speaker = gtp.Speaker(greedy, "gomoku")
    assert speaker.hear("play black J10") == ["=", ""]
    assert speaker.played.submissions == [(0, "i10")]
    assert speaker.hear("play white I9") == ["? illegal move", ""]
    assert "J9" in speaker.hear("gogui-rules_legal_moves")[0].split()
    other = gtp.Speaker(greedy, "reversi")
    assert other.hear("play black d3") == ["=", ""]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("7 protocol_version", "=7 2"),
        ("name", "= quintet"),
        ("known_command genmove", "= true"),
        ("known_command fly", "= false"),
        ("fly", "? unknown command"),
        ("play black a1", "? illegal move"),
        ("play purple d3", "? 'purple' is no colour: write black or white"),
        ("play", "? play takes a colour and a point, such as: play black d3"),
        ("boardsize 7", "? unacceptable size"),
        ("boardsize 6", "="),
        ("undo", "? cannot undo"),
        ("final_score", "? the game is not over"),
        ("set_game Chess", "? the games are Othello and Gomoku"),
        ("set_game Gomoku", "="),
        ("time_settings 60 5 1", "="),
        ("quintet-set first white", "="),
        ("quintet-set size 7", "? size cannot be 7; it takes 4, 6 or 8"),
        ("quintet-set", "= size 8\nfirst black"),
        ("quintet-set size", "? quintet-set takes an option and its value, such as: quintet-set size 8"),
        ("quit", "="),
    ],
)
def test_gtp_answers(line: str, answer: str) -> None:
    assert gtp.Speaker(greedy, "reversi").hear(line) == [answer, ""]


def test_gtp_lists_what_it_knows_and_knows_what_it_lists() -> None:
    speaker = gtp.Speaker(greedy, "reversi")
    names = speaker.hear("list_commands")[0].removeprefix("= ").split("\n")
    assert {"gogui-rules_board", "quintet-set"} <= set(names)
    assert all(speaker.hear(f"known_command {name}") == ["= true", ""] for name in names)
    assert "X" in speaker.hear("gogui-rules_board")[0]
    assert "b w" in speaker.hear("showboard")[0]


def test_gtp_plays_by_the_options_it_is_told() -> None:
    speaker = gtp.Speaker(greedy, "gomoku", {"captures": "off"})
    for rule, there in (("off", True), ("on", False)):
        assert speaker.hear(f"quintet-set captures {rule}") == ["=", ""]
        assert speaker.hear("boardsize 9") == ["=", ""], "one option leaves the others as they are"
        for move in ("black a1", "white b1", "black e9", "white c1", "black d1"):
            assert speaker.hear(f"play {move}") == ["=", ""]
        assert ("b1" in speaker.played.game.board(speaker.played.position)) is there
    assert f"captures {rule}" in speaker.hear("quintet-set")[0]
    assert speaker.hear("quintet-set captures off") == ["=", ""]
    assert speaker.hear("set_game Gomoku") == ["=", ""]
    assert "captures on" in speaker.hear("quintet-set")[0]


@pytest.mark.parametrize("line", ["quintet-set opening swap2", "quintet-set opening swap"])
def test_gtp_refuses_what_it_cannot_tell_and_goes_on_as_before(line: str) -> None:
    speaker = gtp.Speaker(greedy, "gomoku")
    assert speaker.hear("play black e5") == ["=", ""]
    assert speaker.hear(line)[0].startswith("? GTP tells a side by its colour")
    assert speaker.hear("play white e6") == ["=", ""]
    assert speaker.hear("quintet-set colour red")[0].startswith("? gomoku has no option")


# --- time ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "within"),
    [
        (("INFO timeout_turn 300",), 0.3),
        (("INFO timeout_turn 5000", "INFO time_left 8000"), 1.0),
        (("INFO timeout_turn 5000", "INFO time_left 2147483647"), 5.0),
        (("INFO timeout_turn 0",), 0.0),
        ((), None),
    ],
)
def test_gomocup_keeps_to_the_times_it_is_told(told: tuple[str, ...], within: float | None) -> None:
    asked: list[float | None] = []

    def choose(game: AnyGame, position: Position, seat: int, most: float | None) -> Thought:
        asked.append(most)
        return greedy(game, position, seat, most)

    speaker = gomocup.Speaker(choose)
    for line in ("START 9", *told, "TURN 4,4"):
        speaker.hear(line)
    assert asked == [within]


def test_a_level_answers_sooner_where_the_protocol_wants_it() -> None:
    rules = game("reversi")
    position = rules.start()
    for seat, move in ((0, "d3"), (1, "c5"), (0, "d6")):
        position, _ = rules.play(position, {seat: move})
    at_leisure, in_a_hurry = (mover(9, None)(rules, position, 1, most) for most in (60.0, 0.004))
    assert in_a_hurry.nodes < at_leisure.nodes


@pytest.mark.parametrize(
    ("protocol", "line", "module"),
    [("gomocup", "START 15", "gomoku"), ("nboard", "nboard 2", "reversi"), ("gtp", "name", "reversi")],
)
def test_the_engine_is_loaded_before_it_says_that_it_is_there(protocol: str, line: str, module: str) -> None:
    program = f"""
import argparse, sys
from quintet.commands.engine import make_speaker
arguments = argparse.Namespace(protocol={protocol!r}, level=None, seconds=None, game=None, set=[])
assert make_speaker(arguments).hear({line!r})
print("quintet.engine.players.{module}" in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "True\n"


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_real_engine_speaks_over_a_pipe() -> None:
    told = "START 9\nINFO timeout_turn 300\nTURN 4,4\nEND\n"
    command = [sys.executable, "-m", "quintet", "engine", "--protocol", "gomocup", "--level", "1"]
    said = subprocess.run(command, input=told, capture_output=True, text=True, timeout=300, check=True)
    ok, move = said.stdout.split()
    assert ok == "OK"
    assert move != "4,4"
    assert game("gomoku", size=9)
    assert said.stderr == ""


@pytest.mark.parametrize("protocol", ["gomocup", "nboard", "gtp"])
def test_every_protocol_has_a_speaker(protocol: str) -> None:
    speaker = make_speaker(argparse.Namespace(protocol=protocol, level=1, seconds=None, game=None, set=[]))
    assert not speaker.over


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--protocol", "uci"], "gomocup"),
        (["--protocol", "gtp", "--game", "onyx"], "GTP is spoken for reversi and gomoku"),
        (["--protocol", "gomocup", "--game", "reversi"], "gomocup is spoken for gomoku, not for reversi"),
        (["--protocol", "nboard", "--set", "size=6"], "--set goes with gtp"),
        (["--protocol", "gtp", "--set", "size"], "a setting is written option=value"),
        (["--protocol", "gtp", "--set", "size=5"], "it takes 4, 6 or 8"),
        (["--protocol", "gtp", "--game", "gomoku", "--set", "opening=swap"], "both need one from the start"),
        (["--protocol", "gtp", "--level", "11"], "1 to 10"),
        (["--protocol", "gtp", "--seconds", "0"], "above 0"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["engine", *arguments])
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err

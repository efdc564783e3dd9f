"""Our engine behind the protocols of other programs, asked as their windows ask."""

from __future__ import annotations

import argparse
import itertools
import subprocess
import sys
from random import Random

import pytest

from quintet.bots.protocols import gomocup, gtp, mover, nboard, weigher
from quintet.cli import main
from quintet.commands.engine import make_speaker
from quintet.engine import Analysis, Judged, Thought
from quintet.games import game
from quintet.games.contract import AnyGame, Position
from quintet.players import GreedyPlayer


def greedy(chosen: AnyGame, position: Position, seat: int, most: float | None) -> Thought:
    move = GreedyPlayer().choose(chosen, position, seat, Random(1))
    return Thought(seat=seat, move=move, value=1.5, exact=False, line=(move,), depth=1, nodes=10, seconds=0.1)


# --- gomocup ----------------------------------------------------------------------------------------------------------


def weighed(chosen: AnyGame, position: Position, seat: int, lines: int) -> Analysis:
    moves = sorted(chosen.prompt(position, seat).moves())[:lines]
    return Analysis(
        seat=seat,
        value=2.0,
        proven=None,
        expected=0.5,
        moves=tuple(
            Judged(
                move=move,
                value=2.0 - rank,
                proven=None if rank else "equal",
                expected=0.5,
                line=(move, "pass"),
            )
            for rank, move in enumerate(moves)
        ),
        also=(),
        depth=4,
        nodes=20,
        seconds=0.2,
    )


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
    speaker = nboard.Speaker(greedy, weighed)
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
    assert len(speaker.hear("analyze")) == 4
    assert speaker.hear("learn") == ["learned"]
    assert speaker.hear("set contempt 3") == speaker.hear("whatever") == speaker.hear("") == []


def test_a_hint_has_as_many_lines_as_are_asked_for_the_best_first() -> None:
    speaker = nboard.Speaker(greedy, weighed)
    assert speaker.hear("hint 3") == [
        "search C4PA 2.00 0 100%",
        "search D3PA 1.00 0 4",
        "search E6PA 0.00 0 4",
        "nodestats 20 0.20",
    ]
    assert [len(speaker.hear(line)) for line in ("hint", "hint 1", "hint 99", "hint 123456789")] == [
        2,
        2,
        5,
        5,
    ]


def test_the_engine_itself_gives_lines_for_different_moves() -> None:
    lines = nboard.Speaker(greedy, weigher(3, None)).hear("hint 3")
    assert len({line.split()[1][:2] for line in lines[:-1]}) == 3
    values = [float(line.split()[2]) for line in lines[:-1]]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    "line",
    [
        "hint x",
        "hint 0",
        "nboard 9",
        "set game (;GM[Chess];)",
        "set game (;GM[Othello]TY[8a];)",
        "set game (;GM[Othello]TY[10];)",
        "set game (;GM[Othello]TY[8]KM[4];)",
        "set game",
        "set game rubbish",
        "move",
        "move a1",
        "move z9",
    ],
)
def test_nboard_hears_what_is_wrong(line: str) -> None:
    (said,) = nboard.Speaker(greedy, weighed).hear(line)
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
        (
            "time_settings 1:00",
            "? time_settings takes three whole numbers, such as: time_settings 300 10 1 (seconds for the game, seconds of a period, moves in it)",
        ),
        ("time_left black 60 0", "="),
        ("time_left", "? time_left takes a colour, seconds and moves, such as: time_left black 60 0"),
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


def test_gtp_shows_the_board_with_the_letters_of_its_points() -> None:
    speaker = gtp.Speaker(greedy, "gomoku")
    assert speaker.hear("play black K10") == ["=", ""]
    *rows, letters = speaker.hear("showboard")[0].split("\n")
    row = next(row for row in rows if row.startswith("10 "))
    assert letters.split() == list("ABCDEFGHJKLMNOPQRST")
    assert letters[row.index("b")] == "K"


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


def test_gtp_speaks_of_colours_and_of_no_seats() -> None:
    speaker = gtp.Speaker(greedy, "reversi")
    for line, answer in (
        ("play white d3", "? illegal move: black is to move"),
        ("genmove white", "? black is to move"),
        ("reg_genmove white", "? black is to move"),
        ("play black d3", "="),
        ("genmove black", "? white is to move"),
    ):
        assert speaker.hear(line) == [answer, ""]
    short = gtp.Speaker(greedy, "reversi", {"size": 4})
    while (side := short.hear("gogui-rules_side_to_move")[0].split()[1]) != "none":
        short.hear(f"genmove {side}")
    assert short.hear("genmove black") == ["? the game is over", ""]
    assert short.hear("play white a1") == ["? illegal move: the game is over", ""]


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
        (("INFO timeout_turn 5000", "INFO timeout_match 16000"), 2.0),
        (("INFO time_left 8000", "INFO timeout_match 16000"), 1.0),
        (("INFO timeout_turn 5000", "INFO timeout_match 0"), 5.0),
        (("INFO timeout_turn 0",), 0.0),
        ((), None),
    ],
)
def test_gomocup_keeps_to_the_times_it_is_told(told: tuple[str, ...], within: float | None) -> None:
    asked: list[float | None] = []

    def choose(game: AnyGame, position: Position, seat: int, most: float | None) -> Thought:
        asked.append(most)
        return greedy(game, position, seat, most)

    speaker = gomocup.Speaker(choose, lambda: 7.0)
    for line in ("START 9", *told, "TURN 4,4"):
        speaker.hear(line)
    assert asked == [within]


def test_a_brain_counts_its_time_from_when_the_line_came_and_what_is_left_of_the_game() -> None:
    asked: list[float | None] = []
    ticks = itertools.count(0, 0.125)  # every look at the clock is an eighth of a second later

    def choose(game: AnyGame, position: Position, seat: int, most: float | None) -> Thought:
        asked.append(most)
        return greedy(game, position, seat, most)

    speaker = gomocup.Speaker(choose, lambda: next(ticks))
    for line in ("START 9", "INFO timeout_turn 1000", "INFO timeout_match 16000", "TURN 4,4", "TURN 0,0"):
        speaker.hear(line)
    assert asked == [0.875, 0.875]
    assert speaker.left_seconds == 15.5
    speaker.hear("INFO time_left 4000")
    speaker.hear("TURN 8,8")
    assert asked[2] == 0.375


def test_a_level_answers_sooner_where_the_protocol_wants_it() -> None:
    rules = game("reversi")
    position = rules.start()
    for seat, move in ((0, "d3"), (1, "c5"), (0, "d6")):
        position, _ = rules.play(position, {seat: move})
    at_leisure, in_a_hurry = (mover(10, None)(rules, position, 1, most) for most in (60.0, 0.004))
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

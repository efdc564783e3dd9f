"""`quintet play`: whole games through a pipe, and on a real terminal."""

from __future__ import annotations

import codecs
import json
import os
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest

from quintet.games import GAMES
from quintet.games.record import load
from tests.commands.conftest import Quintet


def typed(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)


@pytest.mark.parametrize("name", GAMES)
def test_programs_play_a_whole_game_of_everything(quintet: Quintet, name: str) -> None:
    arguments = ("play", name, "--seat", "0=random", "--seat", "1=random", "--seed", "5")
    ran = quintet(*arguments)
    assert ran.code == 0
    assert "wins:" in ran.out or "A draw" in ran.out
    assert quintet(*arguments).out == ran.out


def test_a_person_plays_to_the_end_through_a_pipe(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "end.json"
    game = ("play", "best", "--set", "tokens=2", "--seat", "1=human")
    ran = quintet(*game, stdin=typed("1", "2", "3", "4", "5", f"save {file}", "quit", "1"))
    assert ran.code == 0
    assert ran.out.count("A draw: equal scores") == 1
    assert "The game is over; help lists what you can do." in ran.out
    assert ran.out.endswith("Goodbye.\n")
    assert load(file.read_text()).record().outcome is not None


def test_a_hint_can_be_asked_for_until_the_game_is_over(quintet: Quintet) -> None:
    game = ("play", "best", "--set", "tokens=2", "--seat", "1=human")
    ran = quintet(*game, stdin=typed("hint", "1", "2", "3", "4", "hint", "quit"))
    assert ran.code == 0
    (hint,) = [line for line in ran.out.splitlines() if line.startswith("Hint: ")]
    assert "(even, proven; then " in hint
    assert "The game is over; there is nothing to play." in ran.out


def test_a_wrong_move_is_explained_and_asked_again(quintet: Quintet) -> None:
    ran = quintet(
        "play", "reversi", stdin=typed("a1", "zz", "\N{CYRILLIC SMALL LETTER A}1", "", "x" * 30_000)
    )
    assert "a1 outflanks no enemy disc." in ran.out
    assert "'zz' is not a move" in ran.out
    assert "characters other than plain letters" in ran.out
    assert "plays" not in ran.out
    assert ran.code == 0


def test_bytes_that_are_no_text_are_a_wrong_move(quintet: Quintet) -> None:
    ran = quintet("play", "reversi", stdin=b"\xff\xfe\nd3\n")
    assert "characters other than plain letters" in ran.out
    assert "Seat 1 (black) plays d3" in ran.out


def test_the_end_of_the_input_ends_the_game_politely(quintet: Quintet) -> None:
    ran = quintet("play", "reversi", stdin="")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.endswith("Goodbye.\n")


def test_undo_goes_back_to_the_last_own_decision(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "undone.json"
    ran = quintet("play", "reversi", stdin=typed("undo", "d3", "undo", "c4", f"save {file}"))
    assert "There is nothing to take back." in ran.out
    moves = json.loads(file.read_text())["moves"]
    assert [seat for seat, _ in moves] == [0, 1]
    assert moves[0] == [0, "c4"]


def test_undo_in_a_simultaneous_game_takes_back_the_whole_answer(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "undone.json"
    lines = typed("wa1 bb1", "undo", "wc1 bd1", f"save {file}")
    assert quintet("play", "omega", "--seat", "0=greedy", "--seat", "1=human", stdin=lines).code == 0
    moves = json.loads(file.read_text())["moves"]
    assert [seat for seat, _ in moves] == [0, 1, 0]  # the program has moved again, unseen
    assert moves[1] == [1, "wc1 bd1"]


def test_moves_rules_board_and_help_answer(quintet: Quintet) -> None:
    ran = quintet("play", "reversi", stdin=typed("moves", "rules", "help", "MOVES", "board"))
    assert ran.out.count("4 moves: d3, c4, f5, e6") == 2
    assert "# Reversi" in ran.out
    assert "save [FILE]" in ran.out
    assert ran.out.count("\nDiscs: black 2, white 2\n") == 2


def test_saving_never_overwrites_a_strange_file(
    quintet: Quintet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("reversi-1.json").write_text("precious")
    lines = typed("save reversi-1.json", "save", "d3", "save", "save no/folder/x.json", "save a\0b")
    ran = quintet("play", "reversi", stdin=lines)
    assert Path("reversi-1.json").read_text() == "precious"
    assert len(json.loads(Path("reversi-2.json").read_text())["moves"]) == 2
    assert "There is a file 'reversi-1.json' already" in ran.out
    assert "Cannot write 'no/folder/x.json': no such file or directory." in ran.out
    assert ran.out.count("Saved to reversi-2.json") == 2


def test_a_saved_game_goes_on(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    quintet("play", "reversi", "--set", "size=4", stdin=typed("b1", f"save {file}"))
    before = load(file.read_text())
    ran = quintet("play", "--record", str(file), stdin=typed("undo", "save"))
    assert "Reversi (Board: 4 × 4" in ran.out
    assert len(load(file.read_text()).submissions) == len(before.submissions) - 2


def test_hidden_moves_are_not_announced_before_everybody_has_moved(quintet: Quintet) -> None:
    ran = quintet("play", "omega", "--seat", "1=human", stdin=typed("wa1 bb1", "wc1 bd1"))
    first = ran.out.index("Seat 1 (white) has moved; the move stays hidden")
    assert (
        first < ran.out.index("Seat 1 (white) plays wa1 bb1") < ran.out.index("Seat 2 (black) plays wc1 bd1")
    )


# --- the menu ---------------------------------------------------------------------------------------------------------


def test_without_a_game_it_asks_what_to_play(quintet: Quintet) -> None:
    lines = typed("9", "reversy", "reversi", "size=5", "size=4", "junk", "", "robot", "random", "", "quit")
    ran = quintet("play", stdin=lines)
    assert ran.code == 0
    for part in (
        "1  Reversi",
        "There is no game '9'",
        "did you mean 'reversi'",
        "Size cannot be 5; it takes 4, 6 or 8.",
        "A setting is written option=value, not 'junk'.",
        "There is no player 'robot'",
        "Reversi (Board: 4 × 4)",
        "Seat 2 (white) plays",
    ):
        assert part in ran.out


@pytest.mark.parametrize("lines", [(), ("quit",), ("1",), ("1", "quit"), ("1", ""), ("1", "", "quit")])
def test_the_menu_can_be_left_at_any_question(quintet: Quintet, lines: tuple[str, ...]) -> None:
    ran = quintet("play", stdin=typed(*lines))
    assert ran.code == 0
    assert ran.out.endswith("Goodbye.\n")


# --- real processes ---------------------------------------------------------------------------------------------------


def test_a_real_process_reads_a_real_pipe() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "quintet", "play", "reversi", "--seat", "1=random"],
        input=typed("d3", "quit"), capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Seat 1 (black) plays d3" in ran.stdout


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize("command", ["rules reversi", "play best --seat 0=random --seat 1=random"])
def test_a_closed_output_is_nobody_to_tell(command: str, closed: str) -> None:
    ran = subprocess.run(
        f"{sys.executable} -m quintet {command} {closed}",
        shell=True,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_a_closed_input_is_an_empty_one() -> None:
    command = f"{sys.executable} -m quintet play reversi <&-"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_reader_that_goes_away_is_no_failure() -> None:
    command = f"{sys.executable} -m quintet describe omega --json | head -c 1"
    ran = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "{", "")


def test_on_a_terminal_the_bare_command_opens_the_menu_and_hides_hidden_moves() -> None:
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "quintet"], stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True
    )
    os.close(theirs)
    shown, decoder = "", codecs.getincrementaldecoder("utf-8")()  # a letter may come in two pieces

    def wait_for(text: str) -> None:
        nonlocal shown
        while text not in shown:
            assert select.select([ours], [], [], 60)[0], f"{text!r} does not come; there is {shown!r}"
            shown += decoder.decode(os.read(ours, 4096))
        shown = shown.split(text, 1)[1]

    for question, reply in [
        ("Game (", "omega"),
        ("Setting (", ""),
        ("Seat 1 (human", "human"),
        ("Seat 2 (human", "human"),
        ("Seat 1 (white)> ", "wa1 bb1"),
    ]:
        wait_for(question)
        os.write(ours, reply.encode() + b"\n")
    wait_for("\x1b[1A\r\x1b[2K")
    wait_for("Seat 2 (black)> ")
    os.write(ours, b"quit\n")
    wait_for("Goodbye.")
    assert process.wait(60) == 0
    os.close(ours)


def test_the_menu_names_the_usual_players_and_lists_all_when_asked(quintet: Quintet) -> None:
    ran = quintet("play", stdin=typed("reversi", "", "?", "human", "random", "quit"))
    assert "Seat 1 (human, greedy, random, 1 to 10 for the engine, ? for all; Enter for human)> " in ran.out
    assert "a gomoku engine from outside, started by that command" in ran.out
    assert ran.out.count("Seat 1 (human") == 2
    assert "Seat 1 (black)> quit" in ran.out


FAILING = """
class Failing:
    moves = 0

    def choose(self, game, position, seat, rng):
        self.moves += 1
        if self.moves > 1:
            raise RuntimeError("out of ideas")
        return next(game.prompt(position, seat).moves())
"""


@pytest.fixture
def failing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A player that makes one move and then breaks down."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "failing.py").write_text(FAILING, "utf-8")
    return "failing.py:Failing"


def test_a_player_that_answers_with_no_move_is_told_what_a_move_is(quintet: Quintet, failing: str) -> None:
    del failing
    Path("mute.py").write_text("class Mute:\n    def choose(self, *_):\n        return None\n", "utf-8")
    ran = quintet("play", "reversi", "--seat", "0=mute.py:Mute", "--seat", "1=random", stdin=typed("random"))
    assert "did not move: None is not a move: a move is a text." in ran.out
    assert "wins:" in ran.out or "A draw" in ran.out


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("return 7", "7 is not a move: a move is a text."),
        ("return 'z99'", "'z99' is not a move: write"),
        ("raise SystemExit", "SystemExit ("),
        ("import os; os._exit(3)", "its process ended (with the exit status 3)."),
    ],
)
def test_whatever_a_player_does_the_game_is_kept(
    quintet: Quintet, failing: str, what: str, told: str
) -> None:
    Path("failing.py").write_text(FAILING.replace('raise RuntimeError("out of ideas")', what), "utf-8")
    ran = quintet("play", "reversi", "--seat", f"0={failing}", "--seat", "1=random", stdin="quit\n")
    assert f"did not move: {told}" in ran.out
    assert "Saved to" in ran.out


def test_a_player_that_fails_is_replaced_by_whom_the_user_names(quintet: Quintet, failing: str) -> None:
    answers = typed("again", "nobody", "save kept.json", "greedy")
    ran = quintet("play", "reversi", "--seat", f"0={failing}", "--seat", "1=random", stdin=answers)
    assert ran.code == 0
    told = re.findall(
        r"did not move: RuntimeError: out of ideas \(.*failing\.py, line 8, in choose\)\.", ran.out
    )
    assert len(told) == 2
    assert "There is no player 'nobody'" in ran.out
    assert "wins:" in ran.out or "A draw" in ran.out
    assert len(load(Path("kept.json").read_text()).submissions) == 2


def test_a_player_whose_process_ended_is_started_anew_to_try_again(quintet: Quintet, failing: str) -> None:
    Path("failing.py").write_text(
        FAILING.replace('raise RuntimeError("out of ideas")', "import os; os._exit(3)"), "utf-8"
    )
    ran = quintet(
        "play", "reversi", "--seat", f"0={failing}", "--seat", "1=random", stdin=typed("again", "quit")
    )
    assert ran.out.count("did not move: its process ended") == 2
    assert len(load(Path("reversi-1.json").read_text()).submissions) == 4


def test_what_a_player_takes_from_chance_can_be_played_again(quintet: Quintet, failing: str) -> None:
    Path("failing.py").write_text(
        "class Failing:\n    def choose(self, game, position, seat, rng):\n"
        "        return game.prompt(position, seat).sample(rng)\n",
        "utf-8",
    )
    arguments = ("play", "reversi", "--set", "size=4", "--seed", "7", "--seat", "1=random", "--seat")
    played = [quintet(*arguments, f"0={player}").out for player in (failing, failing, "random")]
    assert played[0] == played[1] == played[2]


def test_a_person_takes_over_from_a_player_that_fails(quintet: Quintet, failing: str) -> None:
    game = ("play", "best", "--seat", f"1={failing}")
    ran = quintet(*game, stdin=typed("1", "1", "human", "2", "quit"))
    assert ran.code == 0
    assert "Seat 2 (black) plays 2" in ran.out


@pytest.mark.parametrize("answers", [("quit",), ()])
def test_a_game_is_saved_where_nobody_replaces_a_player_that_fails(
    quintet: Quintet, failing: str, answers: tuple[str, ...]
) -> None:
    ran = quintet("play", "reversi", "--seat", f"0={failing}", "--seat", "1=random", stdin=typed(*answers))
    assert "Saved to reversi-1.json" in ran.out
    assert len(load(Path("reversi-1.json").read_text()).submissions) == 2
    assert (ran.code == 0) is bool(answers)
    assert answers or "out of ideas" in ran.err

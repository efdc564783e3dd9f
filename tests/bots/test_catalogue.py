"""Engines from outside by name: the file, what is wrong with it, and our own engine as one of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from quintet.bots.catalogue import CatalogueError, catalogue_file, read_catalogue
from quintet.bots.engines import Engine
from quintet.cli import main
from quintet.games import game
from quintet.players import PlayerError, for_guests, make_player

ROOT = Path(__file__).parents[2]
Write = Callable[[str], Path]
OURS = f"""
[ours]
protocol = "gomocup"
command = ['{sys.executable}', "-m", "quintet", "engine", "--protocol", "gomocup", "--level", "1"]
folder = '{ROOT}'
seconds = 200
start_seconds = 200
environment = ["QUINTET_CACHE_DIR", "XDG_CACHE_HOME"]

[ours.games.gomoku]
size = 9
captures = ["off", "on"]
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes the file that names the engines."""
    file = tmp_path / "engines.toml"
    monkeypatch.setenv("QUINTET_ENGINES", str(file))

    def put(text: str) -> Path:
        file.write_text(text, "utf-8")
        return file

    return put


@pytest.fixture
def seated() -> Iterator[Callable[[str], Engine]]:
    """Seats a named engine and ends it after the test."""
    made: list[Engine] = []

    def make(name: str) -> Engine:
        player = make_player(f"engine:{name}")
        assert isinstance(player, Engine)
        made.append(player)
        return player

    yield make
    for each in made:
        each.close()


def run(*arguments: str) -> object:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    return ended.value.code


# --- engines that play ------------------------------------------------------------------------------------------------


def test_a_named_engine_is_checked_in_every_variant_it_plays(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    write(OURS)
    assert run("engines", "check", "ours") == 0
    assert capsys.readouterr().out.splitlines() == [
        "ok     Gomoku, seat 1 with size=9, captures=off",
        "ok     Gomoku, seat 2 with size=9, captures=off",
        "ok     Gomoku, takes a win with size=9, captures=off",
        "ok     Gomoku, seat 1 with size=9, captures=on",
        "ok     Gomoku, seat 2 with size=9, captures=on",
        "ok     Gomoku, takes a win with size=9, captures=on",
        "Nothing is wrong.",
    ]
    assert run("engines") == 0
    assert capsys.readouterr().out == "ours             gomocup  gomoku (size 9, captures off or on)\n"


def test_a_named_engine_plays_only_what_the_file_says(write: Write) -> None:
    write(OURS)
    assert make_player("engine:ours", game("gomoku", size=9))
    for other in (game("gomoku", size=15), game("reversi"), game("gomoku", size=9, opening="swap")):
        with pytest.raises(PlayerError, match="'engine:ours' does not play"):
            make_player("engine:ours", other)
    assert not for_guests("engine:ours")


def test_a_seat_of_a_match_in_the_arena(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write(OURS)
    settings = ("--game", "gomoku", "--set", "size=9", "--set", "captures=off", "--limit", "200")
    assert run("arena", *settings, "--games", "2", "engine:ours", "random") == 0
    told = capsys.readouterr().out
    assert "engine:ours against random: 2 won, 0 drawn, 0 lost" in told


REPORTER = """
import os, pathlib
pathlib.Path("seen").write_text(" ".join(name for name in ("SECRET", "WANTED", "PATH") if name in os.environ))
"""


def test_where_an_engine_runs_and_what_it_is_given(
    write: Write, seated: Callable[[str], Engine], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    program = home / "run"
    program.write_text(f"#!{sys.executable}\n{REPORTER}", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("SECRET", "1")
    monkeypatch.setenv("WANTED", "1")
    write('[reporter]\nprotocol = "nboard"\ncommand = "./run"\nfolder = "home"\nenvironment = ["WANTED"]\n')
    player = seated("reporter")
    with pytest.raises(PlayerError, match=r"^engine:reporter has ended: .* was expected"):
        player.choose(game("reversi"), game("reversi").start(), 0, Random(1))
    assert (home / "seen").read_text("utf-8") == "WANTED PATH"


def test_an_engine_that_does_wrong_is_told_so(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    write('[parrot]\nprotocol = "gtp"\ncommand = "cat"\ngames.gomoku.captures = ["off", "on"]\n')
    assert run("engines", "check", "parrot") == 1
    told = capsys.readouterr().out
    assert (
        "WRONG  Gomoku, seat 1 with captures=off: breaks down before the first move: engine:parrot answered"
        in told
    )
    assert "WRONG  Gomoku with captures=on: gtp cannot tell that game" in told
    assert "3 things are wrong." in told


# --- what is wrong with a file ----------------------------------------------------------------------------------------

GOOD = 'protocol = "gtp"\ncommand = "cat"\n'


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        ('command = "cat"', "protocol is missing: it is one of gomocup, nboard, gtp"),
        ('protocol = "uci"\ncommand = "cat"', "protocol cannot be 'uci': it is one of gomocup, nboard, gtp"),
        ('protocol = "gtp"', "command is missing"),
        ('protocol = "gtp"\ncommand = []', r"command cannot be \[\]"),
        ('protocol = "gtp"\ncommand = "it\'s"', "command cannot be split into words: No closing quotation"),
        ('protocol = "gtp"\ncommand = "no-such-engine -x"', "there is no 'no-such-engine' on the PATH"),
        ('protocol = "gtp"\ncommand = "./edax"', "there is no './edax' in /"),
        ('protocol = "gtp"\ncommand = "a\\u0000/b"', "command names a program that cannot be run"),
        (GOOD + 'comand = "x"', "comand is no key of an engine; the keys are protocol, command,"),
        (GOOD + 'folder = "nowhere"', "folder cannot be 'nowhere': there is no folder /"),
        (GOOD + "folder = 3", "folder cannot be 3: it is the name of a folder"),
        (GOOD + "seconds = 0", "seconds cannot be 0: it is a number above 0, up to 86,400"),
        (GOOD + "start_seconds = nan", "start_seconds cannot be nan"),
        (GOOD + "seconds = true", "seconds cannot be True"),
        (GOOD + 'environment = "HOME"', "environment cannot be 'HOME': it is a list of names"),
        (GOOD + "games = 3", "games cannot be 3"),
        (GOOD + 'games = ["chess"]', "games.chess is no game; the games are reversi, gomoku,"),
        (GOOD + "games.reversi = 8", "games.reversi cannot be 8: it is a table of options"),
        (GOOD + "games.reversi.sise = 8", "games.reversi.sise is no option; the options are size, first"),
        (
            GOOD + "games.reversi.size = [8, 7]",
            "games.reversi.size is wrong: size cannot be 7; it takes 4, 6 or 8",
        ),
        (GOOD + "games.reversi.size = []", "games.reversi.size is empty"),
        (GOOD + 'games = ["onyx"]', "games.onyx cannot be played like that over gtp"),
        (GOOD + 'games.gomoku.captures = "on"', "games.gomoku cannot be played like that over gtp"),
    ],
)
def test_what_is_wrong_with_an_engine_is_a_sentence(
    write: Write, capsys: pytest.CaptureFixture[str], table: str, fault: str
) -> None:
    write(f"[bad]\n{table}\n\n[good]\n{GOOD}")
    entries = read_catalogue()
    assert not entries["good"].faults
    assert len(entries["bad"].faults) == 1
    with pytest.raises(PlayerError, match=f"^engine:bad cannot play: .*{fault}"):
        make_player("engine:bad")
    assert run("engines") == 1
    told = capsys.readouterr().out
    assert entries["bad"].faults[0] in told
    assert "good             gtp      every game that the protocol can tell" in told


def test_a_list_of_games_means_whatever_the_protocol_can_tell_of_them(write: Write) -> None:
    write(f'[both]\n{GOOD}games = ["gomoku", "reversi"]')
    assert make_player("engine:both", game("gomoku", captures="off"))
    assert [each.name for each in read_catalogue()["both"].variants()] == ["gomoku", "reversi"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[a]\nprotocol = \n[b]", "is no TOML: Invalid value .at line 2, column 12"),
        ('["a\\nb"]', r"'a\\nb' is no name for an engine"),
        (f"[a]\n{GOOD}seconds = 0x{'f' * 5000}", r"\[a\] cannot be read: .*digits"),
        (f"[a]\nseconds = {'9' * 5000}", "is no TOML: .*digits"),
        ("[a]\n[a]\n", "is no TOML: .*at line 2"),
        (
            'protocol = "gtp"',
            r"engines.toml: 'protocol' stands outside a table: an engine is a table such as \[edax\]",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_refused(
    write: Write, capsys: pytest.CaptureFixture[str], text: str, sentence: str
) -> None:
    write(text)
    with pytest.raises(CatalogueError, match=sentence):
        read_catalogue()
    assert run("engines") == 2
    assert capsys.readouterr().err.startswith("quintet: ")


def test_a_file_that_is_no_text(write: Write) -> None:
    write("").write_bytes(b"\xff\xfe[a]")
    with pytest.raises(CatalogueError, match="is no TOML"):
        read_catalogue()


def test_unknown_names_and_missing_files(
    write: Write, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(CatalogueError, match=r"there is no file .*engines.toml"):
        make_player("engine:ours")
    write(f"[good]\n{GOOD}")
    with pytest.raises(CatalogueError, match=r"there is no engine 'bad' in .*; it has: good"):
        make_player("engine:bad")
    assert run("engines", "check") == 2
    assert run("engines", "list", "good") == 2
    monkeypatch.delenv("QUINTET_ENGINES")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "none"))
    capsys.readouterr()
    assert run("engines") == 0
    assert capsys.readouterr().out == f"No engines are named; write them into {catalogue_file()}.\n"

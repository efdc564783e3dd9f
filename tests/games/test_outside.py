"""Games from outside: in files, and in packages that are installed beside us."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from quintet.games.contract import GameError, UnknownGameError
from quintet.games.outside import load_file, own_page, summary
from quintet.games.record import Record, replay
from quintet.games.registry import FILES, GAMES, OURS, Games, add_file, game

TOYS = Path(__file__).parents[1] / "toys"
ATAXX = (TOYS / "ataxx.py").read_text("utf-8")
ROOT = Path(__file__).parents[2]


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> Games:
    """A list of games as a new process makes it."""
    monkeypatch.delenv(FILES, raising=False)
    return Games()


def install(folder: Path, package: str, entries: str, **modules: str) -> None:
    """A package as pip leaves it: its modules, and a folder that says what it declares."""
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    about = folder / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[quintet.games]\n{entries}\n")


def quintet(*arguments: str, path: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own, which finds what is installed in a folder."""
    places = os.pathsep.join((str(path), str(ROOT)))
    return subprocess.run(
        [sys.executable, "-m", "quintet", *arguments],
        env=os.environ | {"PYTHONPATH": places} | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


# --- files --------------------------------------------------------------------------------------------------------------


def test_a_game_of_a_file_is_played_like_any_other(fresh: Games, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(ATAXX, "utf-8")
    kind = load_file(f"{file}:Ataxx")
    assert fresh.add(kind, "mine") == "ataxx"
    assert fresh["ataxx"] is kind
    assert load_file(str(file)) is kind  # run once, and the class need not be named where it is the only one
    assert fresh.add(load_file(f"{file}:Ataxx"), "mine") == "ataxx"
    assert list(fresh) == [*OURS, "ataxx"]
    assert kind(size=4).start().squares.count("r") == 2


BROKEN = {
    "no such file": ("", "nowhere.py:Game", "there is no file"),
    "no such class": (ATAXX, "mine.py:Chess", "has no class 'Chess'"),
    "no class": ("x = 1", "mine.py", "has no game: name a class"),
    "two classes": (ATAXX + "\nclass B(Ataxx):\n    name = 'b'\n", "mine.py", "has several games: name a class"),
    "not a game": ("class Game:\n    pass", "mine.py:Game", "must be a class that inherits from"),
    "a syntax error": ("class Game(:", "mine.py:Game", "cannot be loaded: SyntaxError"),
    "an error": ("1 / 0", "mine.py:Game", "cannot be loaded: ZeroDivisionError"),
    "a bad name": (ATAXX.replace('"ataxx"', '"My Game!"'), "mine.py:Ataxx", "a name of small letters"),
    "no name": (ATAXX.replace('    name = "ataxx"\n', ""), "mine.py:Ataxx", "a name of small letters"),
    "no rules": (
        "from quintet.games import Game\nclass Mine(Game):\n    name = 'mine'\n    title = 'Mine'",
        "mine.py:Mine",
        "cannot be played: TypeError",
    ),
    "no start": (ATAXX.replace("squares[0] = squares[-1]", "squares[99] = squares[-1]"), "mine.py:Ataxx", "cannot be played"),
    "our name": (ATAXX.replace('"ataxx"', '"reversi"'), "mine.py:Ataxx", "and so does Reversi: give it a name of its own"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_gets_one_sentence(fresh: Games, tmp_path: Path, what: str) -> None:
    text, named, sentence = BROKEN[what]
    (tmp_path / "mine.py").write_text(text, "utf-8")
    with pytest.raises(GameError) as caught:
        fresh.add(load_file(str(tmp_path / named)), named)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)
    assert list(fresh) == list(OURS)


def test_no_record_and_no_message_runs_a_file(tmp_path: Path) -> None:
    file, trace = tmp_path / "evil.py", tmp_path / "trace"
    file.write_text(f"open({str(trace)!r}, 'w')\n{ATAXX}", "utf-8")
    with pytest.raises(UnknownGameError):
        game(f"{file}:Ataxx")
    with pytest.raises(UnknownGameError):
        replay(Record(game=f"{file}:Ataxx"))
    assert not trace.exists()


# --- packages -----------------------------------------------------------------------------------------------------------


def test_an_installed_package_brings_its_games(tmp_path: Path) -> None:
    noughts = (TOYS / "noughts.py").read_text("utf-8")
    entries = "any = outer:Ataxx\nother = inner:Noughts"
    install(tmp_path, "games-for-all", entries, outer=ATAXX, inner=noughts)
    ran = quintet("games", path=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "\nataxx      Ataxx: Grow beside a piece of yours" in ran.stdout
    ran = quintet("play", "noughts", "--seat", "0=random", "--seed", "1", path=tmp_path)
    assert ran.returncode == 0
    assert "plays" in ran.stdout


def test_a_package_may_use_our_list_of_games(tmp_path: Path) -> None:
    install(
        tmp_path,
        "curious",
        "x = outer:Ataxx",
        outer=f"{ATAXX}\nfrom quintet.games import GAMES\nassert 'best' in GAMES\n",
    )
    assert "\nataxx " in quintet("games", path=tmp_path).stdout


def test_a_broken_package_is_told_and_breaks_nothing(tmp_path: Path) -> None:
    entries = "a = broken:Game\nb = missing:Game\nc = clashing:Ataxx\nd = outer:Ataxx\ne = broken:x:y"
    install(
        tmp_path, "bad", entries, broken="1 / 0", outer=ATAXX, clashing=ATAXX.replace('"ataxx"', '"best"')
    )
    ran = quintet("games", path=tmp_path)
    assert ran.returncode == 0
    assert all(f"{name} " in ran.stdout for name in (*OURS, "ataxx"))
    told = ran.stderr.splitlines()
    assert len(told) == 4
    assert "the package bad (broken:Game) brings no game: ZeroDivisionError" in told[0]
    assert "(missing:Game) brings no game: ModuleNotFoundError" in told[1]
    assert "calls itself 'best', and so does Best Game Ever" in told[2]
    ran = quintet("show", "missing", path=tmp_path)
    assert ran.returncode == 2
    assert "there is no game 'missing'" in ran.stderr
    assert "ZeroDivisionError" in ran.stderr


def test_the_environment_names_files(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(ATAXX, "utf-8")
    named = f"{file}:Ataxx\n\n{tmp_path}/nowhere.py:Game"
    ran = quintet("games", path=tmp_path, QUINTET_GAMES=named)
    assert "\nataxx " in ran.stdout
    assert "there is no file" in ran.stderr


# --- pages --------------------------------------------------------------------------------------------------------------


def test_a_game_brings_its_page_and_its_line(tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text(ATAXX, "utf-8")
    plain = load_file(str(file))
    assert summary(plain).startswith("Grow beside a piece of yours")
    assert own_page(plain).startswith("# Ataxx\n")
    assert "- `size`: Squares along each side" in own_page(plain)
    (tmp_path / "ataxx.md").write_text("# Ataxx, as I play it\n", "utf-8")
    assert own_page(plain) == "# Ataxx, as I play it\n"
    file = tmp_path / "written.py"
    said = (
        'version = 1\n    summary = "Grow and jump."\n    rules = """\n    # My rules\n\n    Jump.\n    """\n'
    )
    file.write_text(ATAXX.replace("version = 1\n", said), "utf-8")
    written = load_file(str(file))
    assert summary(written) == "Grow and jump."
    assert own_page(written) == "# My rules\n\nJump.\n"


def test_a_file_that_is_taken_in_is_named_to_other_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "other.py"
    file.write_text(ATAXX.replace('"ataxx"', '"told-ataxx"'), "utf-8")
    monkeypatch.setenv(FILES, "")
    monkeypatch.chdir(tmp_path)
    try:
        assert add_file("other.py:Ataxx") == "told-ataxx"
        assert add_file("./other.py:Ataxx") == "told-ataxx"
        assert os.environ[FILES].splitlines() == [f"{file}:Ataxx"]
        ran = subprocess.run(
            [sys.executable, "-m", "quintet", "show", "told-ataxx"], capture_output=True, cwd="/", check=False
        )
        assert ran.returncode == 0
    finally:
        GAMES.pop("told-ataxx", None)

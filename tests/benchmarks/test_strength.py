"""The strength benchmark: small matches, kept and taken up again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from benchmarks import report, strength


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the benchmark writes, away from the real results; the strongest level thinks for a moment only."""
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results.md")
    monkeypatch.setattr(strength, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(strength, "TOP", "nodes-50")
    monkeypatch.setattr(strength, "SPARRING", "random")
    return tmp_path / "results.md"


def games_kept(folder: Path) -> int:
    return sum(len(file.read_text("utf-8").splitlines()) for file in folder.rglob("*.jsonl"))


def test_every_part_is_measured_and_goes_on_where_it_stopped(results: Path, tmp_path: Path) -> None:
    strength.main(["greedy", "promise", "--only", "best", "--games", "2", "--quick"])
    text = results.read_text("utf-8")
    assert "| best | greedy | 2 |" in text
    assert "every other core is busy" in text
    assert "Levels:" not in text
    kept = games_kept(tmp_path / "kept")
    strength.main(["greedy", "promise", "--only", "best", "--games", "4", "--quick", "--note", "In a test."])
    assert games_kept(tmp_path / "kept") == kept + 2
    assert "| best | greedy | 4 |" in results.read_text("utf-8")
    assert results.read_text("utf-8").endswith("\n\nIn a test.\n")


def test_frozen_players_are_met_in_the_games_they_play() -> None:
    assert "plain" in strength.frozen("best")


def test_no_game_begins_after_the_time_is_up(results: Path, tmp_path: Path) -> None:
    strength.main(["frozen", "--only", "best", "--minutes", "0"])
    assert games_kept(tmp_path / "kept") == 0


def test_what_an_engine_is_made_of_decides_what_is_kept() -> None:
    assert strength.fingerprint("best") != strength.fingerprint("reversi")
    assert strength.fingerprint("best") == strength.fingerprint("best")


def test_comments_and_documentation_are_not_what_an_engine_is_made_of() -> None:
    plain = strength.meaning("def f():\n    return 1\n")
    assert (
        strength.meaning('"""A text."""\n\n\ndef f():\n    """What it does."""\n    return 1  # why\n')
        == plain
    )
    assert strength.meaning("def f():\n    return 2\n") != plain
    for table in ("SMALL = {1: Level(60, 0.0)}\n", "VARIANTS = ((f, SMALL),)\n"):
        assert strength.meaning(f"{table}\n\ndef f():\n    return 1\n") == plain, "a match names its own"
    assert strength.meaning("SIZES = {1: 60}\n\n\ndef f():\n    return 1\n") != plain


@pytest.fixture
def history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository with one version in it: this one."""
    root = tmp_path / "repository"
    shutil.copytree(strength.ROOT / "quintet", root / "quintet", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(strength, "ROOT", root)
    monkeypatch.setattr(strength, "EARLIER", root / "artefacts")
    strength.git("init")
    strength.git("add", "quintet")
    strength.git("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "commit", "-m", "A version")
    strength.git("tag", "v1")


def test_an_earlier_version_is_met(results: Path, history: None) -> None:
    strength.main(["before", "--before", "v1", "--only", "best", "--games", "2"])
    commit = strength.git("rev-parse", "--short=10", "v1")
    assert f"| best | {commit} of " in results.read_text("utf-8")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["before"], "give the earlier version too"),
        (["before", "--before", "no-such-version", "--only", "best"], "no-such-version"),
    ],
)
def test_an_earlier_version_that_is_none_is_refused(
    results: Path, history: None, capsys: pytest.CaptureFixture[str], arguments: list[str], told: str
) -> None:
    with pytest.raises(SystemExit) as stop:
        strength.main(arguments)
    assert told in f"{stop.value.code}{capsys.readouterr().err}"


def test_an_unknown_part_is_refused(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        strength.main(["beauty"])
    assert "the parts are greedy, frozen, before, promise" in capsys.readouterr().err

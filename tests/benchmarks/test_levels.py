"""The benchmark of levels: how it places them on a ladder, and what it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from benchmarks import levels, report, strength
from quintet.arena.match import Ledger, Result, play
from quintet.arena.schedule import Pairing
from quintet.engine.levels import LEVELS, Level
from quintet.engine.registry import player
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame
from quintet.players import make_player


def test_a_level_is_placed_between_the_two_rungs_around_its_rating() -> None:
    rungs = (Level(100, 1.0, 0.5), Level(100, 1.0), Level(400, 0.25))
    ratings = [0.0, 100.0, 300.0]
    assert levels.place(rungs, ratings, 0.0) == rungs[0]
    assert levels.place(rungs, ratings, 50.0) == Level(100, 1.0, 0.25)
    assert levels.place(rungs, ratings, 200.0) == Level(200, 0.5)
    assert levels.place(rungs, ratings, 900.0) == rungs[-1]


@pytest.mark.parametrize("name", GAMES)
def test_the_ladder_never_goes_down(name: str) -> None:
    rungs = levels.ladder(game(name))
    for low, high in pairwise(rungs):
        assert (low.nodes or 0) <= (high.nodes or 0)
        assert low.loss >= high.loss
        assert low.haste >= high.haste


def test_a_share_of_points_is_never_worth_endless_elo() -> None:
    assert levels.elo(0.5, 10) == 0
    assert 0 < levels.elo(0.75, 10) < levels.elo(1.0, 10) < 1000


def test_one_that_is_stronger_takes_more() -> None:
    rules = game("best", tokens=4)
    assert levels.score(rules, make_player("greedy"), make_player("random"), 20, 1) > 0.6


def play_here(
    game: AnyGame, pairings: Iterable[Pairing], finished: Callable[[Result], bool], **_: Any
) -> None:
    """The games of a match without processes of their own."""
    for pairing in pairings:
        ledger = Ledger(pairing)
        play(game, pairing, [make_player(name, game) for name in pairing.seats], 30, ledger.note)
        assert ledger.result is not None
        if not finished(ledger.result):
            return


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the benchmark writes; of the three lowest levels, with few tokens on other boards."""
    monkeypatch.setattr(strength, "run", play_here)
    monkeypatch.setattr(strength, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results.md")
    monkeypatch.setattr(levels, "LEVELS", {number: LEVELS[number] for number in (1, 2, 3)})
    monkeypatch.setattr(levels, "ROUND", 2)
    monkeypatch.setattr(levels, "BOARDS", {name: ({"tokens": 4},) for name in GAMES})
    return tmp_path / "results.md"


def kept(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text("utf-8") for file in folder.rglob("*.jsonl") if file.read_text("utf-8")}


def test_what_was_not_measured_is_not_written(results: Path) -> None:
    levels.main(["measure", "--only", "best", "--minutes", "0"])
    assert not results.exists()


def test_each_game_has_a_section_and_a_board_a_row(results: Path) -> None:
    report.write_section("Engine: levels, Reversi", "python -m this", "as it was")
    levels.main(["measure", "--only", "best", "--boards", "--games", "4", "--note", "In a test."])
    told = results.read_text("utf-8")
    assert "as it was" in told
    own = told[told.index("## Engine: levels, Best Game Ever") :]
    assert own.count("| tokens 4 |") == own.count("| the usual board |") == 2
    assert own.count("(4)") == 8, "two matches of level 1 and two steps, on two boards"
    assert "In a test." in own


def test_it_goes_on_where_it_stopped_and_a_level_that_is_set_anew_is_played_anew(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels.main(["measure", "--only", "best", "--games", "2"])
    before = kept(tmp_path)
    levels.main(["measure", "--only", "best", "--games", "4"])
    longer = kept(tmp_path)
    assert longer.keys() == before.keys()
    assert all(longer[name].startswith(text) and longer[name] != text for name, text in before.items())
    tables = vars(player(game("best")))["LEVELS"]
    monkeypatch.setitem(tables, 3, Level(tables[3].nodes, 0.123, 0.1))
    levels.main(["measure", "--only", "best", "--games", "4"])
    after = kept(tmp_path)
    assert {name: after.get(name) for name in longer} == longer, "nothing is lost"
    assert [name.count("level-3") for name in after.keys() - longer.keys()] == [1]


def test_where_the_machine_has_other_work_the_highest_level_is_played_by_positions(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "LEVELS", {1: LEVELS[1], 2: LEVELS[10]})
    monkeypatch.setitem(levels.THOUGHT, "best", 50)
    levels.main(
        ["measure", "--only", "best", "--games", "2", "--top", "2", "--nodes", "--note", "In a test."]
    )
    assert [name.count("nodes-50-level-1") for name in kept(tmp_path) if "random" not in name] == [0, 1]
    told = " ".join(results.read_text("utf-8").split())
    assert "Level 10 looked at 50 positions a move here" in told
    assert "In a test." in told
    assert "`python -m benchmarks.levels measure --only best --nodes`" in told

"""The benchmark of levels: how it places them on a ladder, and what it writes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks import levels, report, strength
from quintet.engine.levels import Level
from quintet.games import GAMES, game
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


def test_what_was_not_measured_is_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strength, "KEPT", tmp_path / "kept")
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results.md")
    levels.main(["measure", "--only", "best", "--minutes", "0"])
    told = (tmp_path / "results.md").read_text("utf-8")
    assert "Engine: levels" in told
    assert "| best |" not in told

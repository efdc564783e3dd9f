"""The benchmark of levels: how it places them on a ladder, and what it writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks import levels, report, strength, unhurried
from benchmarks.unhurried import written
from quintet.arena.match import Ledger, Result, play
from quintet.arena.schedule import Pairing
from quintet.engine.levels import LEVELS, Level, level
from quintet.engine.registry import player
from quintet.engine.thought import FOREVER, Finding, Limits
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame
from quintet.players import PlayerError, make_player


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


def test_of_a_game_for_three_level_1_is_judged_by_a_third(
    results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "BOARDS", {"omega": ({"size": 4, "players": 3}, {"size": 3})})
    levels.main(["measure", "--only", "omega", "--boards", "--games", "4"])
    told = results.read_text("utf-8")
    assert "With size 4, players 3 an equal share is 33%, and level 1 is to take 21% to 30%." in told
    assert told.count("an equal share") == 1, "of two everybody knows it"
    assert told.count("(9)") == 4, "one round of both line-ups in every rotation: half of the seats"


def test_a_fit_for_three_seats_begins_where_greedy_takes_what_is_even(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(levels, "score", lambda *_: 1 / 3)
    levels.fit(game("omega", players=3), 40, 90.0, 3)
    told = capsys.readouterr().out
    assert "From -85 in steps of 19 Elo, 35.9" in told


def test_what_was_not_measured_is_not_written(results: Path) -> None:
    levels.main(["measure", "--only", "best", "--minutes", "0"])
    assert not results.exists()


def test_each_game_has_a_section_and_one_for_its_other_boards_with_a_row_for_each(results: Path) -> None:
    report.write_section("Engine: levels, Reversi", "python -m this", "as it was")
    levels.main(["measure", "--only", "best", "--games", "4", "--note", "In a test."])
    levels.main(["measure", "--only", "best", "--boards", "--games", "4", "--note", "In a test."])
    told = results.read_text("utf-8")
    assert "as it was" in told
    usual, _, others = told[told.index("## Engine: levels, Best Game Ever\n") :].partition("\n## ")
    assert others.startswith("Engine: levels, Best Game Ever, other boards\n")
    for own, row, not_there in ((usual, "the usual board", "tokens"), (others, "tokens 4", "usual")):
        assert own.count(f"| {row} |") == 2
        assert not_there not in own
        assert own.count("(4)") == 4, "two matches of level 1 and two steps"
        assert "In a test." in own
    assert "--only best --boards`" in others


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


def test_where_the_machine_has_other_work_only_positions_count(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levels, "LEVELS", {number: LEVELS[number] for number in (1, 9, 10)})
    monkeypatch.setitem(vars(player(game("best")))["LEVELS"], 9, Level(50, 0.0))
    monkeypatch.setitem(levels.THOUGHT, "best", 60)
    levels.main(
        ["measure", "--only", "best", "--games", "2", "--top", "2", "--nodes", "--note", "In a test."]
    )
    first = written(level(1, player(game("best")))).rpartition("/")[2]
    assert set(kept(tmp_path)) == {
        f"levels-{first}-greedy.jsonl",
        f"levels-{first}-random.jsonl",
        f"levels-unhurried.py:50,0,0,1-{first}.jsonl",
        "levels-nodes-60-unhurried.py:50,0,0,1.jsonl",
    }
    told = " ".join(results.read_text("utf-8").split())
    assert "Nobody looked at a clock here, and level 10 at 60 positions a move" in told
    assert "In a test." in told
    assert "`python -m benchmarks.levels measure --only best --nodes`" in told


@pytest.mark.parametrize("number", [1, 3, 9])
def test_a_level_without_its_clock_plays_as_it_does_with_time_to_spare(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game("best", tokens=6)
    monkeypatch.setattr("quintet.engine.levels.THINKING", 60.0)
    chosen = level(number, player(rules))
    alone, usual = make_player(written(chosen), rules), make_player(f"level-{number}", rules)
    for seed in range(5):
        moves = {who.choose(rules, rules.start(), 0, Random(seed)) for who in (alone, usual)}
        assert len(moves) == 1


def test_a_level_without_its_clock_may_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Limits] = []
    rules = game("best", tokens=6)
    engine = player(rules)
    analyse = engine.analyse

    def look(game: AnyGame, position: Any, seat: int, limits: Limits) -> Finding:
        asked.append(limits)
        return analyse(game, position, seat, limits)

    monkeypatch.setattr(engine, "analyse", look)
    make_player(written(Level(50, 0.5)), rules).choose(rules, rules.start(), 0, Random(1))
    assert [(limits.nodes, limits.deadline) for limits in asked] == [(50, FOREVER)]


def test_a_name_that_is_no_setting_is_no_player() -> None:
    with pytest.raises(PlayerError, match="no class"):
        make_player(f"{Path(unhurried.__file__)}:Nobody")

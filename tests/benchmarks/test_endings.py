"""The benchmark of Reversi's long endings: what is solved is kept, also by a run that was cut off."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks import engine_endings


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """What is solved, in order; nothing is thought about."""
    found: list[tuple[int, int]] = []

    def solve_one(_: Any, empty: int, seed: int) -> dict[str, Any]:
        found.append((empty, seed))
        return {"empty": empty, "seed": seed, "value": 0, "seconds": 1.0, "nodes": 1_000_000}

    monkeypatch.setattr(engine_endings, "solve_one", solve_one)
    monkeypatch.setattr(engine_endings, "think", lambda *_, **__: None)
    monkeypatch.setattr(engine_endings, "POSITIONS", {24: 3, 26: 1})
    return found


def test_what_is_solved_is_not_solved_again(tmp_path: Path, asked: list[tuple[int, int]]) -> None:
    file = tmp_path / "endings" / "kept.jsonl"
    engine_endings.measure([24], file)
    results = engine_endings.measure([24, 26], file)
    assert asked == [(24, 0), (24, 1), (24, 2), (26, 0)]
    assert len(results) == 4


def test_a_line_that_was_cut_off_is_solved_again_and_the_others_stay(
    tmp_path: Path, asked: list[tuple[int, int]]
) -> None:
    file = tmp_path / "kept.jsonl"
    engine_endings.measure([24], file)
    file.write_text(file.read_text()[:-10])
    asked.clear()
    results = engine_endings.measure([24], file)
    assert asked == [(24, 2)]
    assert [result["seed"] for result in results] == [0, 1, 2]
    assert [json.loads(line)["seed"] for line in file.read_text().splitlines()] == [0, 1, 2]


def test_a_first_line_that_was_cut_off_is_no_line(tmp_path: Path, asked: list[tuple[int, int]]) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text('{"empty": 24')
    assert len(engine_endings.measure([26], file)) == 1
    assert asked == [(26, 0)]

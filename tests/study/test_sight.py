"""How long somebody has to think to know that one of many choices is the best."""

from __future__ import annotations

from quintet.games import game
from quintet.study import puzzles, sight

REMOVALS = [puzzle for puzzle in puzzles.shipped("onyx") if puzzle.goal == "most"]


def seems(puzzle: puzzles.Puzzle) -> str | None:
    onyx = puzzles.game_of(puzzle)
    return sight.at_sight(onyx, onyx.load(puzzle.position), puzzle.seat)


def test_each_part_is_judged_by_itself() -> None:
    onyx = game("onyx", board="square-3")
    text = {"squares": "B.PY..W.Y", "mover": 0, "passed": [0, 1], "phase": "removal", "earlier": []}
    position = onyx.load(text)
    for seat in (0, 1):
        seen = sight.at_sight(onyx, position, seat)
        assert seen is not None
        chosen = set(seen.split(" ")[1:])
        for move in onyx.prompt(position, seat).moves():
            parts = move.split(" ")[1:]
            if len(parts) == 1:
                brings = onyx.gain(position, seat, move) > onyx.gain(position, seat, "remove")
                assert brings == (parts[0] in chosen)


def test_where_moves_are_no_sets_of_parts_nothing_is_said() -> None:
    omega = game("omega", size=4)
    assert sight.at_sight(omega, omega.start(), 0) is None


def test_more_choices_nearer_ones_and_what_is_not_as_it_seems_take_longer() -> None:
    puzzle = next(one for one in REMOVALS if seems(one) == one.right[0])
    onyx = puzzles.game_of(puzzle)
    position, right = onyx.load(puzzle.position), puzzle.right[0]

    def steps(move: str, losses: list[float]) -> int:
        return sight.steps(onyx, position, puzzle.seat, move, losses)

    few = steps(right, [9.0] * 3)
    assert steps(right, [9.0] * 31) > few
    assert steps(right, [1.0] * 3) > few
    other = next(move for move in onyx.prompt(position, puzzle.seat).moves() if move != right)
    wrong = len(set(other.split(" ")) ^ set(right.split(" ")))
    assert steps(other, [9.0] * 3) == few + sight.SURPRISE * wrong

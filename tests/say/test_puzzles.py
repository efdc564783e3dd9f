"""What is said of puzzles: every one of them has a hint."""

from __future__ import annotations

import pytest

from quintet.say.puzzles import theme_names, told_puzzle
from quintet.study import puzzles


@pytest.mark.parametrize("name", puzzles.games())
def test_every_puzzle_has_a_hint_that_is_not_its_answer(name: str) -> None:
    for puzzle in puzzles.shipped(name):
        game = puzzles.game_of(puzzle)
        hint = told_puzzle(puzzle).hint
        if themes := theme_names(game, puzzle.themes):
            assert hint.lower() == f"hint: {', '.join(themes)}.".lower()
            assert [part[0].isupper() for part in hint.removeprefix("Hint: ").split(", ")][:2] == [
                True,
                False,
            ][: len(themes)]
        else:
            moves = list(game.prompt(game.load(puzzle.position), puzzle.seat).moves())
            one = len(puzzle.right) == 1
            right = "one" if one else str(len(puzzle.right))
            assert hint == f"Hint: {right} of the {len(moves)} moves {'is' if one else 'are'} right."


def test_a_puzzle_that_is_an_example_of_nothing_is_among_them() -> None:
    hints = [told_puzzle(one).hint for name in puzzles.games() for one in puzzles.shipped(name)]
    assert any(" moves is right." in hint for hint in hints)

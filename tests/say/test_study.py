"""What an analysis is read as, where all move at once."""

from __future__ import annotations

from quintet.games import game
from quintet.say.study import mixture_text

NAMES = ("White", "Black")
LOT = "All move at once, so the best is a lot: each move as often as it says."


def test_a_mixture_is_a_lot_and_the_other_side_has_its_own() -> None:
    told = mixture_text(
        game("omega"),
        {"wa1 bb1": 0.7, "wa2 bb1": 0.3},
        {1: {"wc1 bd1": 0.25, "wd1 bc1": 0.746, "wd2 bc2": 0.004}},
        NAMES,
    )
    assert told == f"{LOT} Black is expected to play wd1 bc1 (75 %), wc1 bd1 (25 %)."


def test_of_many_likely_moves_some_are_told() -> None:
    many = {f"wa{n} bb{n}": 0.19 + n / 1000 for n in range(1, 6)}
    told = mixture_text(game("omega"), many, {1: many}, NAMES)
    assert told.endswith("wa5 bb5 (20 %), wa4 bb4 (19 %), wa3 bb3 (19 %), wa2 bb2 (19 %) and others.")


def test_one_best_move_is_no_lot_and_what_is_unlikely_is_not_told() -> None:
    assert mixture_text(game("onyx"), {"remove": 1.0}, {1: {"remove": 1.0}}, NAMES).startswith("Black is")
    assert mixture_text(game("omega"), {"wa1 bb1": 1.0}, {1: {"wa1 bb1": 0.001}}, NAMES) == ""
    assert mixture_text(game("reversi"), {}, {}, NAMES) == ""

"""What a review says of each move: whole sentences, however many moves the best mixture has."""

from __future__ import annotations

import re

import pytest

from quintet.games import game
from quintet.say.review import player_text, told_player, told_review
from quintet.study import plan
from quintet.study.account import Account
from quintet.study.review import review
from tests.study.games import LITTLE, by_dice


@pytest.mark.parametrize(("name", "options"), [("omega", {"size": 4}), ("reversi", {"size": 4})])
def test_every_move_is_told_in_whole_sentences(
    name: str, options: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(plan.EFFORTS, "quick", LITTLE)
    rules = game(name, **options)
    told = told_review(rules, review(by_dice(rules, 5), "quick"), ["White", "Black"])
    said = [move.said for move in told.moves]
    assert said
    if name == "omega":
        assert any(text.count("%)") == 3 and "%), … " in text for text in said), (
            "long mixtures are told in part"
        )
    for text in said:
        assert text.endswith((".", "…")), text
        assert not re.search(r"…\.|\.\.|, \.|  ", text), text


@pytest.mark.parametrize(
    ("luck", "told"),
    [(0.31, "chance gave 31 % of a game"), (-0.02, "chance took 2 % of a game"), (0.001, "")],
)
def test_chance_is_told_where_it_did_something(luck: float, told: str) -> None:
    found = Account(graded=1, accuracy=1.0, phases={}, grades={}, lost=0.0, luck=luck)
    assert told_player("Ann", found).luck == told
    assert ("chance" in player_text(told_player("Ann", found))) == bool(told)

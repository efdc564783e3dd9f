"""What a review says of each move: whole sentences, however many moves the best mixture has."""

from __future__ import annotations

import re

import pytest

from quintet.games import game
from quintet.say.review import move_said, note, player_text, told_player, told_review
from quintet.study import plan
from quintet.study.account import Account
from quintet.study.look import Look, Seen, Worth
from quintet.study.moves import Reviewed
from quintet.study.review import Reviewing, review
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


def test_how_far_a_review_is_does_not_count_moves_for_some_are_looked_at_twice() -> None:
    begun = Reviewing(by_dice(game("reversi", size=4), 5)).review()
    assert note(begun) == f"0 of {begun.wanted} steps are done; totals come at the end."


@pytest.mark.parametrize(
    ("luck", "told"),
    [(0.31, "chance gave 31 % of a game"), (-0.02, "chance took 2 % of a game"), (0.001, "")],
)
def test_chance_is_told_where_it_did_something(luck: float, told: str) -> None:
    found = Account(graded=1, accuracy=1.0, phases={}, grades={}, lost=0.0, luck=luck)
    assert told_player("Ann", found).luck == told
    assert ("chance" in player_text(told_player("Ann", found))) == bool(told)


@pytest.mark.parametrize(
    ("mixture", "told"),
    [
        ({"wa1 bb1": 1.0}, "Ann: wa1 bb1. The best move, by an estimate."),
        (
            {"wa1 bb1": 0.6, "wc1 bd1": 0.4},
            "Ann: wa1 bb1. One of the best mixture, by an estimate. Best is to draw by lot: wa1 bb1 (60 %), wc1 bd1 (40 %).",
        ),
        ({"wc1 bd1": 1.0}, "Ann: wa1 bb1. As good as the best mixture, by an estimate. Best is wc1 bd1."),
    ],
)
def test_a_move_that_loses_nothing_is_of_the_mixture_or_as_good(mixture: dict[str, float], told: str) -> None:
    found = look("wa1 bb1", mixture, lost=0.0)
    assert move_said(game("omega"), found, "Ann") == told


@pytest.mark.parametrize(("players", "whose"), [(2, "the other side"), (3, "the others")])
def test_a_loss_is_told_against_all_who_move(players: int, whose: str) -> None:
    found = look("wa1 bb1 gc1" if players == 3 else "wa1 bb1", {"wc1 bd1": 1.0}, lost=0.3)
    assert f"against the best mixture of {whose}," in move_said(game("omega", players=players), found, "Ann")


def look(move: str, mixture: dict[str, float], lost: float) -> Reviewed:
    """A move that lost so much where the best was this mixture."""
    best, played = Worth(value=0.5, expected=0.5), Worth(value=0.5 - lost, expected=0.5 - lost)
    seen = Look(
        best=best, played=played, move=next(iter(mixture)), mixture=mixture, seen=Seen(depth=1, nodes=1)
    )
    return Reviewed(
        round=0,
        seat=0,
        move=move,
        phase="opening",
        grade=seen.grade,
        loss=seen.loss,
        estimated=True,
        look=seen,
    )


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        (0.28, "28 % of a game"),
        (0.98, "as much as a whole game"),
        (1.04, "as much as a whole game"),
        (2.2, "as much as 2.2 games"),
    ],
)
def test_what_mistakes_took_is_told_in_games(lost: float, told: str) -> None:
    found = Account(graded=1, accuracy=1.0, phases={}, grades={}, lost=lost, luck=None)
    assert told_player("Ann", found).lost == f"mistakes took {told}"

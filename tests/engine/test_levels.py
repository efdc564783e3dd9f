"""What a level is: strong ones see more and permit less, the weakest go by first sight, and from level 3 on nobody misses what lies
under the nose."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from typing import Any

import pytest

from quintet.engine import registry, think
from quintet.engine.levels import LEVELS, Level, hasty_move
from quintet.engine.levels import level as level_of
from quintet.engine.packing import pack
from quintet.engine.players import reversi
from quintet.engine.thought import Finding, Limits
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame, Move
from quintet.players import EnginePlayer, GreedyPlayer

CAREFUL = (3, 4, 5, 6)
"""Levels that must see what is under the nose; those above look at more nodes and permit less."""
SUDDEN: dict[str, dict[str, Any]] = {
    "reversi": {"size": 6},
    "gomoku": {"size": 9},
    "best": {},
}
"""Games with positions in which one move of one player ends it."""
OTHERS: tuple[AnyGame, ...] = (
    game("reversi", size=4),
    game("reversi", size=6),
    game("best", board="7x5"),
    game("onyx", board="king-5"),
    game("onyx", board="square-5"),
    game("gomoku", captures="off"),
    game("gomoku", captures="off", size=15),
)
"""Games with other options for which a player has levels of their own."""


def winning(rules: AnyGame, position: Any, seat: int, *, first: bool = False) -> list[Move]:
    """The moves that end the game and win it alone."""
    found = []
    for move in rules.prompt(position, seat).moves():
        outcome = rules.outcome(rules.apply(position, {seat: move})[0])
        if outcome is not None and outcome.winners == (seat,):
            found.append(move)
            if first:
                break
    return found


def losing(rules: AnyGame, position: Any, seat: int) -> list[Move]:
    """The moves after which the next one can end the game and win it."""
    found = []
    for move in rules.prompt(position, seat).moves():
        after, _ = rules.apply(position, {seat: move})
        turn = rules.turn(after)
        if len(turn) == 1 and turn[0] != seat and winning(rules, after, turn[0], first=True):
            found.append(move)
    return found


def careless_games(rules: AnyGame) -> Iterator[tuple[Any, int]]:
    """The positions of games that nobody plays well."""
    greedy = GreedyPlayer()
    for number in range(1000):
        rng = random.Random(number)
        position = rules.start()
        while len(turn := rules.turn(position)) == 1:
            yield position, turn[0]
            by_lot = rng.random() < 0.3
            move = (
                rules.prompt(position, turn[0]).sample(rng)
                if by_lot
                else greedy.choose(rules, position, turn[0], rng)
            )
            position, _ = rules.apply(position, {turn[0]: move})


@cache
def sudden(name: str, loss: bool) -> list[tuple[Any, int, list[Move]]]:
    """Positions with a win at once, or with a loss at once that some moves meet, and the moves to be made there."""
    rules = game(name, **SUDDEN[name])

    def found() -> Iterator[tuple[Any, int, list[Move]]]:
        for position, seat in careless_games(rules):
            legal = list(rules.prompt(position, seat).moves())
            wins = winning(rules, position, seat)
            if not loss and 0 < len(wins) < len(legal):
                yield position, seat, wins
            elif loss and not wins and (lost := losing(rules, position, seat)) and len(lost) < len(legal):
                yield position, seat, [move for move in legal if move not in lost]

    return list(islice(found(), 6))


@pytest.mark.parametrize("loss", [False, True], ids=["win", "loss"])
@pytest.mark.parametrize("name", SUDDEN)
def test_from_level_3_on_a_win_at_once_is_taken_and_a_loss_at_once_is_met(name: str, loss: bool) -> None:
    rules = game(name, **SUDDEN[name])
    for position, seat, right in sudden(name, loss):
        for level in CAREFUL:
            for seed in range(4):
                move = think(rules, position, seat, level=level, seed=seed).move
                assert move in right, f"level {level} plays {move} in {rules.dump(position)}"


def middle(rules: AnyGame) -> Any:
    """A position in which some moves bring more at once than others."""
    position, rng = rules.start(), random.Random(3)
    for ply in range(40):
        seat = rules.turn(position)[0]
        if (
            ply >= 6
            and len({rules.gain(position, seat, move) for move in rules.candidates(position, seat)}) > 1
        ):
            return position
        moves = {seat: rules.prompt(position, seat).sample(rng) for seat in rules.turn(position)}
        position, _ = rules.apply(position, moves)
    raise AssertionError


@pytest.mark.parametrize("name", GAMES)
def test_at_first_sight_a_level_takes_what_brings_most_at_once_of_what_it_sees(name: str) -> None:
    rules = game(name)
    position = middle(rules)
    seat = rules.turn(position)[0]
    most = max(rules.gain(position, seat, move) for move in rules.candidates(position, seat))

    def gains(sight: float) -> list[float]:
        moves = [hasty_move(Level(60, 1.0, 1.0, sight), rules, position, seat, seed) for seed in range(8)]
        assert all(move is not None and rules.legal(position, seat, move) for move in moves)
        return [rules.gain(position, seat, move) for move in moves if move is not None]

    assert set(gains(1.0)) == {most}
    assert sum(gains(0.02)) < 8 * most
    assert hasty_move(Level(60, 1.0), rules, position, seat, 1) is None


@pytest.mark.parametrize(
    "rules", [game("onyx", board="king-3"), game("omega", size=3)], ids=["onyx", "omega"]
)
def test_only_who_never_thinks_goes_by_first_sight_in_a_last_round_of_both(rules: AnyGame) -> None:
    rng, position = random.Random(1), rules.start()
    last = position
    while turn := rules.turn(position):
        last = position
        position, _ = rules.apply(position, {seat: rules.prompt(position, seat).sample(rng) for seat in turn})
    assert rules.turn(last) == (0, 1)

    def hasty(haste: float, position: Any) -> list[Move]:
        seat = rules.turn(position)[0]
        moves = [hasty_move(Level(60, 1.0, haste), rules, position, seat, seed) for seed in range(20)]
        return [move for move in moves if move is not None]

    assert hasty(0.9, last) == []
    assert len(hasty(1.0, last)) == 20
    assert hasty(0.9, rules.start()) != []


def test_the_same_seed_gives_the_same_haste_and_about_as_often_as_the_level_says() -> None:
    rules = game("reversi")
    position = middle(rules)
    seat = rules.turn(position)[0]
    level = Level(60, 1.0, 0.5, 0.5)
    drawn = [hasty_move(level, rules, position, seat, seed) for seed in range(100)]
    assert drawn == [hasty_move(level, rules, position, seat, seed) for seed in range(100)]
    assert 30 < drawn.count(None) < 70


def test_with_other_options_a_level_is_what_the_first_table_that_fits_them_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    small, tiny = ({number: Level(nodes, 0.0) for number in LEVELS} for nodes in (777, 66))
    boards = {size: game("reversi", size=size) for size in (4, 6, 8)}
    variants = ((boards[4].__eq__, tiny), (lambda rules: rules.size <= 6, small))
    engine, asked = registry.player(boards[8]), list[int]()
    analyse = engine.analyse

    def look(game: AnyGame, position: Any, seat: int, limits: Limits) -> Finding:
        asked.append(limits.nodes)
        return analyse(game, position, seat, limits)

    usual = level_of(7, engine)
    monkeypatch.setattr(engine, "analyse", look)
    for place in (reversi, engine):
        monkeypatch.setattr(place, "VARIANTS", variants, raising=False)
    for rules in boards.values():
        think(rules, rules.start(), 0, level=7)
        order = pack(rules, rules.start(), 0, level=7).order
        assert order is not None
        assert order.nodes == asked[-1]
    assert asked == [66, 777, usual.nodes]


def table_of(rules: AnyGame) -> list[Level]:
    return [level_of(number, registry.player(rules), rules) for number in LEVELS]


@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: f"{rules.name} {rules.settings}")
def test_these_games_have_levels_of_their_own_that_see_ever_more_and_permit_ever_less(rules: AnyGame) -> None:
    table = table_of(rules)
    assert table != table_of(game(rules.name)), "the usual one"
    assert table[-1] == Level(None, 0.0)
    for low, high in pairwise(table):
        assert high.nodes is None or high.nodes >= (low.nodes or 0)
        assert high.loss <= low.loss
        assert high.haste <= low.haste


@pytest.mark.parametrize(
    "rules",
    [game(name) for name in GAMES] + [game("onyx", board="king-7"), game("gomoku", size=9)],
    ids=lambda rules: f"{rules.name} {rules.settings}",
)
def test_what_is_meant_by_the_usual_levels_has_them(rules: AnyGame) -> None:
    engine = registry.player(rules)
    assert table_of(rules) == [level_of(number, engine) for number in LEVELS]


def test_a_page_is_told_the_move_of_a_level_that_goes_by_first_sight(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = game("reversi")
    position = middle(rules)
    seat = rules.turn(position)[0]
    engine = registry.player(rules)  # loaded with its own levels, which it has again afterwards
    for place in (reversi, engine):
        monkeypatch.setattr(place, "LEVELS", {**LEVELS, 1: Level(60, 1.0, 0.5, 0.8)})
    told = set()
    for seed in range(20):
        order = pack(rules, position, seat, level=1, seed=seed).order
        assert order is not None
        native = EnginePlayer(level=1).choose(rules, position, seat, random.Random(seed))
        assert order.move in (None, native)
        told.add(order.move)
    assert None in told
    assert len(told) > 1

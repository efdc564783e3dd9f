"""What `think` and `analyse` make of what a player found: nothing is claimed of a move that is true only of another."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from quintet.engine import Budget, EngineError, Memory, analyse, crowd, deepening, levels, registry, think
from quintet.engine.levels import LEVELS, PROMISE, THINKING, Level, level
from quintet.engine.thought import FOREVER, Finding, Known, Limits, Study, Wanted
from quintet.games import game
from quintet.games.contract import AnyGame, Move

REVERSI = game("reversi")
START = REVERSI.start()
MOVES = tuple(REVERSI.prompt(START, 0).moves())
FIRST, SECOND, THIRD, FOURTH = MOVES


class Told:
    """A player that finds what it is told to find, and remembers what it was asked."""

    LOSS = 8.0
    LEVELS = None

    def __init__(self) -> None:
        self.finding = Finding(
            values={FIRST: 4.0, SECOND: 3.0, THIRD: -2.0}, line=(FIRST, "c3", "c4"), depth=6, nodes=77
        )
        self.studies: tuple[Study, ...] = ()
        self.limits: list[Limits] = []
        self.wanted = Wanted()

    def plays(self, _game: AnyGame) -> bool:
        return True

    def analyse(self, _game: AnyGame, _position: Any, _seat: int, limits: Limits) -> Finding:
        self.limits.append(limits)
        return self.finding

    def study(
        self, _game: AnyGame, _position: Any, _seat: int, limits: Limits, wanted: Wanted
    ) -> Iterator[Study]:
        self.limits.append(limits)
        self.wanted = wanted
        yield from self.studies

    def finds(self, **fields: Any) -> None:
        self.finding = msgspec.structs.replace(self.finding, **fields)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    engine = Told()
    monkeypatch.setattr(registry, "load", lambda _name: engine)
    return engine


# --- think ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("exact", [True, False])
def test_only_the_best_move_is_worth_what_was_proven_and_has_the_line(told: Told, exact: bool) -> None:
    told.finds(exact=exact)
    best = think(REVERSI, START, 0, budget=Budget(nodes=1))
    assert (best.move, best.value, best.exact, best.line) == (FIRST, 4.0, exact, (FIRST, "c3", "c4"))
    assert best.expected == 1.0 if exact else 0.5 < (best.expected or 0) < 1.0
    told.finds(chosen=SECOND)
    other = think(REVERSI, START, 0, budget=Budget(nodes=1))
    assert (other.move, other.value, other.exact, other.line) == (SECOND, 3.0, False, (SECOND,))
    assert 0.5 < (other.expected or 0) < (best.expected or 0)
    assert (other.depth, other.nodes, other.seat) == (6, 77, 0)


def test_where_no_move_was_chosen_the_level_and_the_seed_choose_among_those_that_lose_little(
    told: Told,
) -> None:
    chosen: Counter[Move] = Counter()
    weak = next(number for number in range(1, 10) if LEVELS[number].loss <= 0.6 and not LEVELS[number].haste)
    loss = LEVELS[weak].loss * Told.LOSS
    assert 1 < loss < 6
    for seed in range(300):
        thought = think(REVERSI, START, 0, level=weak, seed=seed)
        assert thought.value == told.finding.values[thought.move]
        chosen[thought.move] += 1
    assert set(chosen) == {FIRST, SECOND}
    assert chosen[FIRST] > chosen[SECOND] > 0
    assert {think(REVERSI, START, 0, level=10, seed=seed).move for seed in range(40)} == {FIRST}
    assert {think(REVERSI, START, 0, budget=Budget(nodes=5), seed=seed).move for seed in range(40)} == {FIRST}


def test_from_a_mixed_strategy_a_move_is_drawn_as_often_as_it_says_and_the_value_is_the_strategys(
    told: Told,
) -> None:
    told.finds(policy={FIRST: 0.2, SECOND: 0.8}, value=3.2, exact=True)
    drawn: Counter[Move] = Counter()
    for seed in range(300):
        thought = think(REVERSI, START, 0, budget=Budget(nodes=1), seed=seed)
        assert (thought.value, thought.exact, thought.policy) == (3.2, True, {FIRST: 0.2, SECOND: 0.8})
        assert thought.expected is not None
        assert thought.expected < 1.0, "what is so on the average is not won"
        drawn[thought.move] += 1
    assert drawn[FIRST] == pytest.approx(60, abs=25)
    assert set(drawn) == {FIRST, SECOND}


def test_a_move_at_first_sight_is_claimed_to_be_nothing_more(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = Level(60, 1.0, 1.0, 1.0)
    monkeypatch.setattr(Told, "LEVELS", {**LEVELS, 1: hasty})
    told.finds(exact=True, policy={SECOND: 1.0})
    seen = {think(REVERSI, START, 0, level=1, seed=seed).move for seed in range(30)}
    assert seen == set(MOVES), "each turns one disc: they look alike"
    for seed in range(30):
        thought = think(REVERSI, START, 0, level=1, seed=seed)
        assert (thought.exact, thought.policy) == (False, None)
        if thought.move in told.finding.values:
            assert thought.value == told.finding.values[thought.move]


@pytest.mark.parametrize("number", LEVELS)
def test_a_level_asks_for_its_nodes_its_loss_in_the_players_unit_and_its_seed(
    told: Told, number: int
) -> None:
    before = time.monotonic_ns()
    think(REVERSI, START, 0, level=number, seed=9)
    (asked,) = told.limits
    assert asked.nodes == (LEVELS[number].nodes or FOREVER)
    assert asked.spread == LEVELS[number].loss * Told.LOSS
    assert (asked.seed, asked.memory) == (9, None)
    assert before < asked.deadline <= time.monotonic_ns() + int(THINKING * 1e9)


def test_where_nothing_is_said_the_strongest_level_thinks(told: Told) -> None:
    think(REVERSI, START, 0)
    assert (told.limits[0].nodes, told.limits[0].spread) == (FOREVER, 0.0)
    assert told.limits[0].deadline < FOREVER


def test_with_a_table_of_its_own_a_player_is_asked_by_that(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Told, "LEVELS", {**LEVELS, 7: Level(123, 0.5)})
    assert level(7, told) == Level(123, 0.5)  # type: ignore[arg-type]  # a player in what matters here
    think(REVERSI, START, 0, level=7)
    assert (told.limits[0].nodes, told.limits[0].spread) == (123, 4.0)


@pytest.mark.parametrize(("within", "most"), [(0.5, 0.4), (0.2, 0.14), (2.0, 0.4)])
def test_an_answer_within_so_many_seconds_leaves_some_of_them(
    told: Told, within: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd._here, "crowd", crowd.Crowd())
    begun = time.monotonic_ns()
    think(REVERSI, START, 0, within=within)
    ended = time.monotonic_ns()
    assert begun + int(most * 1e9) <= told.limits[0].deadline <= ended + int(most * 1e9)
    think(REVERSI, START, 0, budget=Budget(seconds=0.01), within=within)
    assert told.limits[1].deadline <= time.monotonic_ns() + int(0.01e9)
    think(REVERSI, START, 0, budget=Budget(nodes=5), within=within)
    assert told.limits[2].nodes == 5
    assert told.limits[2].deadline < FOREVER
    assert most < PROMISE


def test_what_first_sight_takes_is_taken_off_the_time_for_thinking(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crowd._here, "crowd", crowd.Crowd())
    looked: list[int] = []
    monkeypatch.setattr(levels, "hasty_move", lambda *_: looked.append(time.monotonic_ns()))
    for number in LEVELS:
        think(REVERSI, START, 0, level=number, within=0.1)
        assert told.limits.pop().deadline <= looked.pop() + int(levels.thinking_time(0.1) * 1e9)


def test_where_others_have_the_processor_the_deadline_is_sooner_and_the_nodes_are_the_same(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    crowded = crowd.Crowd()
    crowded.note(400_000_000, 0)
    monkeypatch.setattr(crowd._here, "crowd", crowded)
    think(REVERSI, START, 0, budget=Budget(seconds=0.4, nodes=7))
    assert told.limits[0].deadline <= time.monotonic_ns() + int(crowd.LEAST * 0.4e9)
    assert told.limits[0].nodes == 7
    think(REVERSI, START, 0, budget=Budget(nodes=7))
    assert told.limits[1].deadline == FOREVER


def test_a_memory_is_lent_where_time_decides_and_nowhere_else(told: Told) -> None:
    memory = Memory()
    for budget, lent in (
        (Budget(seconds=1), True),
        (Budget(nodes=5), False),
        (Budget(seconds=1, nodes=5), False),
    ):
        think(REVERSI, START, 0, budget=budget, memory=memory)
        assert (told.limits[-1].memory is memory) == lent
    think(REVERSI, START, 0, level=10, memory=memory)
    assert told.limits[-1].memory is memory
    think(REVERSI, START, 0, level=9, memory=memory)
    assert told.limits[-1].memory is None


# --- analyse ----------------------------------------------------------------------------------------------------------


def known(value: float, **more: Any) -> Known:
    return Known(value=value, line=(), **more)


def test_the_best_moves_are_told_as_many_as_wanted_and_those_asked_for_in_their_order(told: Told) -> None:
    moves = {FIRST: known(4.0), SECOND: known(1.0), FOURTH: known(-3.0), THIRD: known(-5.0)}
    told.studies = (Study(moves=moves, depth=3, nodes=9, proven="at least"),)
    found = analyse(REVERSI, START, 0, Budget(nodes=4), lines=2, also=(THIRD, FIRST, THIRD), seed=6)
    assert told.wanted == Wanted(2, (THIRD, FIRST))
    assert (told.limits[0].nodes, told.limits[0].seed) == (4, 6)
    assert [one.move for one in found.moves] == [FIRST, SECOND]
    assert [one.move for one in found.also] == [THIRD, FIRST]
    assert [one.probability for one in found.moves] == [None, None]
    assert (found.value, found.proven, found.expected, found.depth, found.nodes) == (
        4.0,
        "at least",
        1.0,
        3,
        9,
    )
    assert found.moves[0].proven is None, "of the move itself nothing is"
    assert 0.5 < found.moves[0].expected < 1.0
    assert (found.regret(FIRST), found.regret(SECOND), found.regret(THIRD)) == (0.0, 3.0, 9.0)
    assert found.loss(FIRST) == 1.0 - found.moves[0].expected
    assert found.loss(THIRD) == 1.0 - found.also[0].expected > found.loss(SECOND) > found.loss(FIRST)
    with pytest.raises(EngineError, match="nothing is known of"):
        found.regret(FOURTH)


def test_a_mixture_is_told_likeliest_first_with_its_own_value_and_nobody_gains_by_a_move_of_it(
    told: Told,
) -> None:
    moves = {FIRST: known(0.5), SECOND: known(0.1, result=0.4), THIRD: known(-0.2)}
    policy, others = {SECOND: 0.7, THIRD: 0.3}, {1: {"c3": 1.0}}
    told.studies = (
        Study(moves=moves, depth=1, nodes=2, value=0.05, policy=policy, others=others, result=0.33),
    )
    found = analyse(REVERSI, START, 0, Budget(nodes=4), lines=1)
    assert [(one.move, one.probability) for one in found.moves] == [(SECOND, 0.7), (THIRD, 0.3), (FIRST, 0.0)]
    assert (found.value, found.expected, found.policy, found.others) == (0.05, 0.33, policy, others)
    assert found.moves[0].expected == 0.4
    assert found.regret(FIRST) == found.regret(SECOND) == 0.0
    assert found.regret(THIRD) == 0.25


def test_every_step_is_told_and_the_last_is_the_answer(told: Told) -> None:
    told.studies = tuple(Study(moves={FIRST: known(n)}, depth=n, nodes=n) for n in (1, 2, 3))
    heard: list[Any] = []
    found = analyse(REVERSI, START, 0, Budget(nodes=4), watch=heard.append)
    assert [one.depth for one in heard] == [1, 2, 3]
    assert found == heard[-1]


def test_an_analysis_is_lent_a_memory_where_time_decides_and_gives_it_back_when_it_ends(told: Told) -> None:
    told.studies = (Study(moves={FIRST: known(1.0)}, depth=1, nodes=1),)
    memory = Memory()
    steps = deepening(REVERSI, START, 0, Budget(seconds=5), memory=memory)
    next(steps)
    assert told.limits[0].memory is memory
    analyse(REVERSI, START, 0, Budget(seconds=5), memory=memory)
    assert told.limits[1].memory is None, "one search at a time"
    assert list(steps) == []
    analyse(REVERSI, START, 0, Budget(seconds=5, nodes=3), memory=memory)
    assert told.limits[2].memory is None
    analyse(REVERSI, START, 0, Budget(seconds=5), memory=memory)
    assert told.limits[3].memory is memory


def test_too_many_moves_to_name_are_refused(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quintet.engine.analysis.MOST_NAMED", 2)
    told.studies = (Study(moves={FIRST: known(1.0)}, depth=1, nodes=1),)
    assert analyse(REVERSI, START, 0, Budget(nodes=1), also=(FIRST, FIRST, SECOND)).depth == 1
    with pytest.raises(EngineError, match="3 moves are too many to name at once; 2 can be"):
        analyse(REVERSI, START, 0, Budget(nodes=1), also=(FIRST, SECOND, THIRD))

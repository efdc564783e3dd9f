"""The common search and what it writes into an answer, against plain minimax over a game made of numbers.

The game: from a number each of three moves leads to another one, ply by ply, until some plies are played or a number ends it. What
a number seems worth to the side to move has nothing to do with what comes after it, so nothing can be right by luck. The same
number comes up at the same ply in several ways, never at another ply: so a search of so many plies has one answer.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

import numpy as np
import pytest

from quintet.engine import search
from quintet.engine._jit import I64, I, Int, Record, U, Word, entry, helper, record, records
from quintet.engine.hooks import NOT_OVER, Rules
from quintet.engine.lookahead import make_lookahead
from quintet.engine.request import ANSWER, FINISHED, REQUEST, STUDY, THINK, choose, make_analyse, mix_word
from quintet.engine.thought import FOREVER

LAST, NUMBERS, MOVES, UNIT = 6, 41, 3, 4.0
STATE = record([("number", I, (1,)), ("played", I, (1,)), ("before", I, (LAST + 2,))])
_0, _1 = I(0), I(1)


@helper
def over(s: Record, ply: Int) -> Int:
    n, x = s.played[0], s.number[0]
    if n == LAST or (n > 2 and (x * 7 + n) % 11 == 0):
        return I((x * 31 + n * 17) % 61 - 30)
    return NOT_OVER


@helper
def gen(s: Record, moves: Record, ply: Int) -> Int:
    for i in range(MOVES):
        moves[i] = I(i)
    return I(MOVES)


@helper
def play(s: Record, move: Int, ply: Int) -> None:
    n, x = s.played[0], s.number[0]
    s.before[n] = x
    s.number[0], s.played[0] = (x * 5 + move * (13 + x) + n * 3 + 1) % NUMBERS, n + _1


@helper
def undo(s: Record, move: Int, ply: Int) -> None:
    s.played[0] -= _1
    s.number[0] = s.before[s.played[0]]


@helper
def key(s: Record) -> Word:
    return mix_word(U(s.number[0] * 64 + s.played[0] + _1))


@helper
def evaluate(s: Record) -> Int:
    return I((s.number[0] * 23 + s.played[0] * 41 + 5) % 61 - 30)


@helper
def order(s: Record, move: Int) -> Int:
    return I((s.number[0] + move * 2) % 3)


@helper
def worth(units: Int) -> Any:
    return units / UNIT


_numbers = search.make(
    Rules(
        over=over,
        gen=gen,
        play=play,
        undo=undo,
        key=key,
        evaluate=evaluate,
        order=order,
        max_ply=24,
        max_moves=8,
        history=16,
        table_bits=10,
        late=1000,
        check_every=1,
    )
)
_look = make_lookahead(_numbers, worth, UNIT)
_deepen, _set_limits, _write, _begin, _further = (
    _numbers.deepen,
    _look.set_limits,
    _look.write,
    _look.begin,
    _look.step,
)
WORK = record([("deepest", I, (1,)), ("search", _numbers.CONTEXT)])


@helper
def step(s: Record, r: Record, a: Record, w: Record) -> Int:
    c = w.search
    if r.goal[0] != STUDY:
        _set_limits(c, r, r.deadline[0], r.node_limit[0], w.deepest[0])
        _deepen(s, c)
        _write(c, a)
        choose(a, r, U(s.number[0]))
        a.steps[0] += _1
        return FINISHED
    if r.phase[0] == _0:
        _begin(c, r)
        r.phase[0] = _1
    return _further(s, c, r, a, r.deadline[0], r.node_limit[0], w.deepest[0])


_analyse = make_analyse(step)


@entry(I64, records(STATE), records(REQUEST), records(ANSWER), records(WORK))
def analyse(state: Record, request: Record, answer: Record, work: Record) -> Int:
    return _analyse(state[0], request[0], answer[0], work[0])


# --- the same, slowly -------------------------------------------------------------------------------------------------


def after(x: int, n: int, move: int) -> int:
    return (x * 5 + move * (13 + x) + n * 3 + 1) % NUMBERS


@functools.cache
def minimax(x: int, n: int, depth: int) -> int:
    """What a number is worth to the side to move, so many plies deep."""
    if n == LAST or (n > 2 and (x * 7 + n) % 11 == 0):
        return (x * 31 + n * 17) % 61 - 30
    if depth == 0:
        return (x * 23 + n * 41 + 5) % 61 - 30
    return max(-minimax(after(x, n, move), n + 1, depth - 1) for move in range(MOVES))


def worths(x: int, depth: int) -> dict[int, float]:
    """What each move of a root is worth, so many plies deep."""
    return {move: -minimax(after(x, 0, move), 1, depth - 1) / UNIT for move in range(MOVES)}


ROOTS = range(0, NUMBERS, 3)


class Asked:
    """A question about a number, its answer, and the scratch between them."""

    def __init__(self, x: int, work: Any = None, *, deepest: int = LAST, **request: Any) -> None:
        self.state, self.request = np.zeros(1, STATE), np.zeros(1, REQUEST)
        self.answer, self.work = np.zeros(1, ANSWER), np.zeros(1, WORK) if work is None else work
        self.state["number"], self.work["deepest"] = x, deepest
        self.request["deadline"] = self.request["node_limit"] = FOREVER
        named = request.pop("named", ())
        self.request["named_count"], self.request["named"][0, : len(named)] = len(named), named
        for name, value in {"goal": THINK, "lines": 1, **request}.items():
            self.request[name] = value

    def ask(self) -> bool:
        return bool(analyse(self.state, self.request, self.answer, self.work))

    def __getattr__(self, name: str) -> Any:
        return self.answer[name][0, 0]

    @property
    def values(self) -> dict[int, float]:
        count = self.answer["count"][0, 0]
        found = dict(
            zip(
                self.answer["move"][0, :count].tolist(), self.answer["value"][0, :count].tolist(), strict=True
            )
        )
        assert len(found) == count, "no move stands there twice"
        return found

    def line(self, place: int) -> list[int]:
        length = self.answer["length"][0, place]
        return [int(move) for move in self.answer["line"][0, place, :length]]


def leads_to(x: int, line: list[int], depth: int) -> float:
    """What is reached by a line, for the side that begins it: the end of the game or the horizon."""
    assert len(line) <= depth
    for n, move in enumerate(line):
        x = after(x, n, move)
    sign = -1 if len(line) % 2 else 1
    assert len(line) == depth or minimax(x, len(line), 0) == minimax(x, len(line), 9), "it ends too soon"
    return sign * minimax(x, len(line), 0) / UNIT


def test_every_root_is_worth_what_minimax_says_at_every_depth() -> None:
    for x in ROOTS:
        for depth in range(1, LAST + 1):
            asked = Asked(x, deepest=depth)
            asked.ask()
            best = max(worths(x, depth).values())
            assert (asked.depth, asked.worth) == (depth, best)
            assert worths(x, depth)[asked.answer["move"][0, 0]] == best
            assert set(asked.values.values()) == {best}
            assert leads_to(x, asked.line(0), depth) == best


@pytest.mark.parametrize("lines", [1, 2, 3])
def test_a_study_tells_at_every_step_the_best_moves_of_that_depth_and_those_asked_for(lines: int) -> None:
    for x in ROOTS:
        named = [x % MOVES] if x % 4 else []
        asked, told, more = Asked(x, goal=STUDY, lines=lines, named=named), 0, True
        while more:
            more = asked.ask()
            told += 1
            assert asked.steps == asked.depth == told
            right = worths(x, told)
            ranked = sorted(right.values(), reverse=True)
            values = asked.values
            assert values == {move: right[move] for move in values}
            assert list(values.values())[:lines] == ranked[:lines]
            assert list(values.values()) == sorted(values.values(), reverse=True)
            assert set(named) <= set(values)
            assert len(values) <= lines + len(named)
            assert asked.worth == ranked[0]
            for place, move in enumerate(values):
                line = asked.line(place)
                assert line[0] == move
                assert leads_to(x, line, told) == values[move]
        assert told == LAST


@pytest.mark.parametrize("loss", [0.25, 2.0, 6.0, 40.0])
def test_a_level_knows_every_move_that_loses_no_more_than_it_may_and_what_it_loses(loss: float) -> None:
    for x in ROOTS:
        for depth in (1, 4):
            asked, right = Asked(x, deepest=depth, loss=loss), worths(x, depth)
            asked.ask()
            best = max(right.values())
            assert asked.values == {move: value for move, value in right.items() if best - value <= loss}
            assert list(asked.values.values()) == sorted(asked.values.values(), reverse=True)
            assert best - asked.values[int(asked.answer["move"][0, asked.chosen])] <= loss


def test_a_level_draws_the_better_of_two_moves_more_often_and_by_its_seed_alone() -> None:
    drawn = []
    for x in (3, 17, 17):
        chosen: Counter[int] = Counter()
        for seed in range(200):
            asked = Asked(x, deepest=2, loss=12.0, seed=seed)
            asked.ask()
            chosen[int(asked.chosen)] += 1
        drawn.append(chosen)
        values = list(asked.values.values())
        weights = [float(np.exp(-9 * ((values[0] - value) / 12.0) ** 2)) for value in values]
        for place, weight in enumerate(weights):
            assert chosen[place] == pytest.approx(200 * weight / sum(weights), abs=25)
    assert drawn[0] != drawn[1] == drawn[2]


def test_without_a_loss_the_best_move_is_played_whatever_the_seed() -> None:
    for x in ROOTS:
        for seed in range(3):
            asked = Asked(x, deepest=5, seed=seed)
            asked.ask()
            assert asked.chosen == 0


def test_who_is_interrupted_in_the_middle_of_a_depth_knows_the_moves_it_came_to() -> None:
    """The others are as far behind the best as they were one ply before."""
    unfinished = 0
    for x in ROOTS:
        for nodes in range(2, 60, 3):
            asked = Asked(x, node_limit=nodes, loss=10.0)
            asked.ask()
            depth, values = int(asked.depth), asked.values
            assert asked.nodes <= nodes + 1  # what was begun is finished
            if depth == 0:
                assert list(values) == [max(range(MOVES), key=lambda move: ((x + move * 2) % 3, -move))]
                continue
            now, before = worths(x, depth), worths(x, depth - 1) if depth > 1 else {}
            best = asked.answer["move"][0, 0]
            assert asked.worth == values[best] == now[best]
            assert list(values.values()) == sorted(values.values(), reverse=True)
            change = now[best] - max(before.values(), default=0.0)
            for move, value in values.items():
                told = {now[move]}
                if before and abs(change) <= 10.0:
                    told.add(min(before[move] + change, now[best]))
                assert value in told
                assert now[best] - value <= 10.0
                unfinished += value != now[move]
    assert unfinished, "some budgets end in the middle of a depth"


def test_a_study_counts_only_depths_that_were_completed() -> None:
    for x in ROOTS:
        for nodes in (1, 20, 60, 150):
            asked, more = Asked(x, goal=STUDY, lines=3, node_limit=nodes), True
            while more:
                more = asked.ask()
            assert asked.depth >= 1
            right = worths(x, int(asked.depth))
            assert asked.values == right


def test_what_was_learned_of_other_numbers_changes_no_value_of_the_same_plies() -> None:
    work = np.zeros(1, WORK)
    for x in ROOTS:
        asked = Asked(x, work, keeps=1)
        asked.ask()
        assert asked.worth == max(worths(x, LAST).values())
        assert leads_to(x, asked.line(0), LAST) == asked.worth


def test_without_leave_to_go_on_a_used_scratch_is_as_good_as_a_new_one() -> None:
    work = np.zeros(1, WORK)
    for x in ROOTS:
        used, new = Asked(x, work), Asked(x)
        used.ask()
        new.ask()
        assert used.answer == new.answer


def test_a_question_in_one_go_has_the_answer_of_its_last_step() -> None:
    for x in range(6):
        step_by_step, at_once = Asked(x, goal=STUDY, lines=3), Asked(x, goal=STUDY, lines=3, whole=1)
        while step_by_step.ask():
            pass
        assert not at_once.ask()
        assert at_once.answer == step_by_step.answer


def test_who_is_told_to_stop_stops_after_the_first_step() -> None:
    for x in range(6):
        asked = Asked(x, goal=STUDY, lines=3, whole=1, stop=1)
        assert not asked.ask()
        assert asked.steps == 1
        assert list(asked.values) == [asked.answer["move"][0, 0]]

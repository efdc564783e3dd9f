"""A review: every move valued and graded, from looks alone, the same in whatever order they were taken."""

from __future__ import annotations

import random

import msgspec
import pytest

from quintet.engine import Stop
from quintet.games import GAMES, game
from quintet.games.record import Record, Replay, replay
from quintet.study import grades, plan
from quintet.study.account import turning_points
from quintet.study.course import Standing
from quintet.study.moves import Reviewed
from quintet.study.review import Review, ReviewError, Reviewing, Taken, review
from tests.study.games import LITTLE, by_dice, given_up
from tests.toys.noughts import Noughts


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in plan.EFFORTS:
        monkeypatch.setitem(plan.EFFORTS, name, LITTLE)


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_has_a_grade_and_the_whole_is_a_value(name: str) -> None:
    played = by_dice(game(name), 5)
    told: list[tuple[int, int]] = []
    found = review(played, watch=lambda done, wanted: told.append((done, wanted)))
    assert found.complete
    assert [(one.round, one.seat, one.move) for one in found.moves] == [
        (number, seat, move) for number, step in enumerate(played.steps) for seat, move in step.moves.items()
    ]
    for one in found.moves:
        position = played.steps[one.round - 1].position if one.round else played.start
        assert one.forced == (played.game.prompt(position, one.seat).count() == 1)
        assert (one.grade is None) == (one.loss is None) == one.forced
        if one.look is not None and one.loss is not None:
            assert one.grade == grades.grade(one.loss, one.regret or 0.0)
            assert 0 <= one.loss <= 1
            if one.look.move == one.move and not one.look.mixed:
                assert one.grade == "best"
                assert one.loss == one.regret == 0
    assert len(found.course) == len(played.steps) + 1
    assert found.course[-1].proven
    assert sum(found.course[-1].expected) == pytest.approx(1)  # type: ignore[arg-type]  # a result is known of every seat
    assert told[-1] == (found.done, found.wanted)
    assert [done for done, _ in told] == list(range(1, found.done + 1))
    assert found.nodes > 0
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found
    for seat, account in enumerate(found.accounts):
        own = [one for one in found.moves if one.seat == seat and one.loss is not None]
        assert account.graded == len(own) == sum(account.grades.values())
        assert account.lost == pytest.approx(sum(one.loss or 0 for one in own))
        wrong = [
            n for n, one in enumerate(found.moves) if one.seat == seat and one.grade in grades.GRADES[2:]
        ]
        assert found.mistakes(seat) == wrong


@pytest.mark.parametrize("name", ["reversi", "omega"])
def test_looks_may_come_in_any_order_and_be_stopped_and_gone_on_with(name: str) -> None:
    played = by_dice(game(name), 6)
    whole, dice = review(played), random.Random(1)
    work, turns = Reviewing(played), 0
    while wanted := work.wanted():
        ask = dice.choice(wanted)
        work.take(ask, work.look(ask))
        turns += 1
        if turns % 7 == 0:
            so_far = work.review()
            assert so_far.complete == (not work.wanted())
            if not so_far.complete:
                assert not so_far.accounts
                assert not so_far.turning
            work = Reviewing(
                played, taken=msgspec.json.decode(msgspec.json.encode(work.taken), type=list[Taken])
            )
    assert work.second
    assert work.review() == whole


def test_a_review_that_is_stopped_keeps_what_it_has_and_adds_nothing_up() -> None:
    played, stop = by_dice(game("reversi"), 7), Stop()

    def watch(done: int, _: int) -> None:
        if done == 10:
            stop.now()

    found = review(played, stop=stop, watch=watch)
    assert not found.complete
    assert sum(one.loss is not None for one in found.moves) == 10
    assert found.accounts == ()


def test_a_game_from_outside_is_reviewed_by_the_search_for_any_game() -> None:
    played = Replay(Noughts())
    for number, move in enumerate(("a1", "a2", "b2", "c3", "a3", "b1", "c1")):
        played.submit(number % 2, move)
    found = review(played)
    assert found.complete
    assert found.moves[-1].grade == "best"
    assert found.course[-1].expected == (1.0, 0.0)
    assert found.moves[5].grade == "blunder"
    assert found.moves[5].look is not None
    assert found.moves[5].look.move == "c1", "which would have stopped the row"


def test_what_cannot_be_reviewed_is_refused_in_a_sentence() -> None:
    rules = game("reversi")
    with pytest.raises(ReviewError, match="no move was played"):
        review(Replay(rules))
    begun = Replay(rules, [(0, "d3"), (1, "c3")])
    with pytest.raises(ReviewError, match="not over"):
        review(begun)
    assert review(given_up(begun, 0)).course[-1].expected == (1.0, 0.0)
    long = plan.MOST_MOVES
    plan.MOST_MOVES = 5
    try:
        with pytest.raises(ReviewError, match="too long"):
            review(by_dice(rules, 1))
    finally:
        plan.MOST_MOVES = long


def test_a_game_begun_elsewhere_with_a_forced_end() -> None:
    rules = game("reversi", size=4)
    start = rules.dump(by_dice(rules, 3).steps[5].position)
    played = replay(Record(game="reversi", options={"size": 4}, start=start))
    dice = random.Random(2)
    while played.owing:
        played.submit(played.owing[0], rules.prompt(played.position, played.owing[0]).sample(dice))
    found = review(played)
    assert any(one.forced for one in found.moves)
    assert all(one.look is None for one in found.moves if one.forced)
    assert all(value is not None for stood in found.course for value in stood.expected)


@pytest.mark.parametrize(
    ("loss", "regret", "called"),
    [
        (0.0, 0.0, "best"),
        (0.0, 2.0, "good"),
        (0.049, 1.0, "good"),
        (0.05, 1.0, "inaccuracy"),
        (0.1, 1.0, "mistake"),
        (0.2, 1.0, "blunder"),
        (1.0, 2.0, "blunder"),
    ],
)
def test_one_set_of_thresholds(loss: float, regret: float, called: grades.Grade) -> None:
    assert grades.grade(loss, regret) == called
    assert grades.good_enough(loss) == (called in ("best", "good"))


def test_accuracy_is_an_average_in_which_a_loss_of_fifteen_points_counts_half() -> None:
    assert grades.accuracy([]) is None
    assert grades.accuracy([0.0, 0.0]) == 1
    assert grades.accuracy([0.15]) == pytest.approx(0.5)
    assert grades.accuracy([0.0, 0.15]) == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("luck", "after", "turned"), [(None, 0.8, True), (0.4, 0.8, False), (-0.1, 0.3, True), (-0.1, None, True)]
)
def test_who_was_lucky_enough_has_not_turned_the_game(
    luck: float | None, after: float | None, turned: bool
) -> None:
    unknown = (None, None)
    stood = [
        Standing((0.6, 0.4), unknown),
        Standing((after, None if after is None else 1 - after), unknown),
    ]
    mistake = Reviewed(round=0, seat=0, move="a1", phase="middle", loss=0.2, luck=luck)
    assert turning_points([mistake], stood) == ((0,) if turned else ())
    behind = Reviewed(round=0, seat=1, move="a1", phase="middle", loss=0.2, luck=luck)
    assert turning_points([behind], stood) == ()

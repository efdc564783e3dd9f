"""One game, move by move: what is told of it, and what ends it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from quintet.arena import match
from quintet.arena.match import Answered, Forfeited, Ledger, Over, play
from quintet.arena.schedule import Schedule
from quintet.games import game as make_game
from quintet.players import Player, RandomPlayer


def played(limit: float, *players: Player, **options: Any) -> tuple[list[match.Event], match.Result]:
    name = "omega" if len(players) == 3 else "best"
    game = make_game(name, **options)
    pairing = next(iter(Schedule(game, ("a", "b", "c")[: len(players)], 1, plies=1)))
    told: list[match.Event] = []
    ledger = Ledger(pairing)
    play(game, pairing, players, limit, told.append)
    for event in told:
        ledger.note(event)
    assert ledger.result is not None
    return told, ledger.result


def test_a_game_is_told_from_its_opening_to_its_end() -> None:
    told, result = played(60, RandomPlayer(), RandomPlayer(), tokens=3)
    answers = [event for event in told if isinstance(event, Answered)]
    assert isinstance(told[-1], Over)
    assert result.moves == (*result.pairing.opening, *((answer.seat, answer.move) for answer in answers))
    assert sum(effort.moves for effort in result.efforts) == len(answers) == 5
    assert result.culprit is None


def test_an_answer_that_comes_after_the_limit_is_a_loss() -> None:
    """However little a move takes, it is more than nothing."""
    told, result = played(0, RandomPlayer(), RandomPlayer())
    (forfeited,) = (event for event in told if isinstance(event, Forfeited))
    assert forfeited.reason == "timeout"
    assert "0 s are allowed" in forfeited.error
    assert (result.culprit, result.winners) == (forfeited.seat, (1 - forfeited.seat,))
    assert len(result.moves) == len(result.pairing.opening)


def test_a_game_that_would_go_on_for_ever_is_a_draw_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "MAX_MOVES", 9)
    _, result = played(60, RandomPlayer(), RandomPlayer())
    assert (result.reason, result.winners, len(result.moves)) == (match.TOO_LONG, (0, 1), 7)


def test_what_one_of_three_forfeits_the_others_share() -> None:
    class Mute:
        def choose(self, *_: object) -> Any:
            return None

    _, result = played(60, RandomPlayer(), Mute(), RandomPlayer(), players=3, size=4)
    assert (result.culprit, result.winners) == (1, (0, 2))
    assert [result.points(seat) for seat in range(3)] == [0.5, 0, 0.5]


def test_each_seat_has_chance_of_its_own_which_the_seed_decides() -> None:
    drawn: list[tuple[int, float]] = []

    class Noting(RandomPlayer):
        def choose(self, game: Any, position: Any, seat: int, rng: Any) -> Any:
            drawn.append((seat, rng.random()))
            return super().choose(game, position, seat, rng)

    _, first = played(60, Noting(), Noting(), tokens=3)
    kept, drawn[:] = list(drawn), []
    _, again = played(60, Noting(), Noting(), tokens=3)
    assert (drawn, again.moves) == (kept, first.moves)
    assert len({number for _, number in drawn}) == len(drawn)
    assert {seat for seat, _ in itertools.islice(drawn, 2)} == {0, 1}

"""What a window shows of a game, and how it gets there: step by step, from a record or while it happens."""

from __future__ import annotations

from random import Random

from quintet.desktop.items import Played, Started
from quintet.desktop.story import MOST_BEHIND, REST_SECONDS, STEP_SECONDS, Showing, Tale
from quintet.games import game
from quintet.games.record import Replay


def a_game(rounds: int = 8, name: str = "reversi") -> Replay:
    played, rng = Replay(game(name)), Random(2)
    while len(played.steps) < rounds:
        for seat in played.owing:
            played.submit(seat, played.game.prompt(played.position, seat).sample(rng))
    return played


def plies(played: Replay) -> tuple[Played, ...]:
    return tuple(Played(step.moves, step.changes) for step in played.steps)


def shown(played: Replay, *, live: bool, paused: bool, before: int = 99) -> tuple[Showing, list[str]]:
    heard: list[str] = []
    tale = Tale(Started(played.game, ("Ann", "Bob"), played.start, plies(played)[:before]))
    return Showing(tale, live=live, paused=paused, heard=heard.append), heard


def run(showing: Showing, seconds: float) -> None:
    for _ in range(round(seconds / 0.02)):
        showing.pass_time(0.02)


def test_a_live_game_begins_where_it_is_and_follows_what_comes() -> None:
    played = a_game()
    showing, heard = shown(played, live=True, paused=False, before=6)
    assert showing.shown == 6
    assert showing.board == played.game.board(played.steps[5].position)
    showing.add(plies(played)[6])
    run(showing, 3 * STEP_SECONDS + REST_SECONDS)
    assert showing.board == played.game.board(played.steps[6].position)
    assert heard == ["place", "turn"]


def test_a_live_game_is_never_far_behind() -> None:
    played = a_game()
    showing, _ = shown(played, live=True, paused=False, before=1)
    for ply in plies(played)[1:]:
        showing.add(ply)
    assert showing.last - showing.shown <= MOST_BEHIND


def test_whoever_looks_back_is_left_in_peace_until_the_end_is_asked_for() -> None:
    played = a_game()
    showing, _ = shown(played, live=True, paused=False, before=6)
    showing.go(2)
    assert showing.looking_back
    for ply in plies(played)[6:]:
        showing.add(ply)
    run(showing, 5)
    assert showing.board == played.game.board(played.steps[1].position)
    showing.go(showing.last)
    assert not showing.paused
    assert showing.at_end


def test_a_record_runs_stops_steps_and_begins_again() -> None:
    played = a_game(3)
    showing, _ = shown(played, live=False, paused=True, before=0)
    for ply in plies(played):
        showing.add(ply)
    run(showing, 5)
    assert showing.shown == 0, "it waits"
    showing.toggle()
    run(showing, 30)
    assert showing.at_end
    assert showing.board == played.game.board(played.position)
    showing.toggle()
    showing.toggle()
    assert showing.shown == 0, "from the end it begins again"
    showing.go(1)
    showing.step()
    assert showing.steps
    showing.step()
    assert (showing.shown, showing.steps, showing.paused) == (2, [], True), "what is on its way arrives first"
    showing.go(99)
    assert showing.shown == 3


def test_every_position_has_its_counts_and_its_turn() -> None:
    played = a_game(6, "omega")
    tale = Tale(Started(played.game, ("Ann", "Bob"), played.start, plies(played)))
    for number, step in enumerate(played.steps, start=1):
        assert tale.info(number) == played.game.describe(step.position)
        assert tale.turn(number) == played.game.turn(step.position)
        assert tale.boards[number] == played.game.board(step.position)


def test_what_was_taken_back_is_forgotten() -> None:
    played = a_game()
    showing, _ = shown(played, live=True, paused=False)
    assert all(showing.tale.info(number) for number in range(9))
    showing.keep(5)
    assert (showing.shown, showing.last) == (5, 5)
    assert showing.board == played.game.board(played.steps[4].position)
    assert showing.tale.info(5) == played.game.describe(played.steps[4].position)
    other = Replay(played.game, played.submissions[:5])
    seat = other.owing[0]
    others = [
        move
        for move in played.game.prompt(other.position, seat).moves()
        if (seat, move) != played.submissions[5]
    ]
    step = other.submit(seat, others[0])
    assert step is not None
    assert showing.tale.info(5) == played.game.describe(other.steps[4].position)
    showing.add(Played(step.moves, step.changes))
    assert showing.tale.info(6) == played.game.describe(step.position), "and not what was counted before"

"""Opening a room."""

from __future__ import annotations

import pytest

from quintet.games.record import Pace, replay
from quintet.games.registry import GAMES
from quintet.games.reversi import Reversi
from quintet.table import Clock, Refusal, Step, create, record, summary, view
from quintet.table.commands import Ask, Create, Move
from quintet.table.events import Created, Entered, Filled, Finished, Readied, Seated, Started
from quintet.wire.picture import record_of
from tests.table.scene import SIZE_4, Scene


def wish(**wishes: object) -> Create:
    return Create(**{"name": "Sunday", "game": "reversi", "host_name": "Ann", **wishes})  # type: ignore[arg-type]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_game_can_be_opened_with_the_host_in_the_first_seat(game: str) -> None:
    scene = Scene.open(game)
    assert scene.happened == (Created, Entered, Seated)
    assert scene.table.status == "seating"
    assert scene.table.seats[0].guest == "ann"
    assert scene.table.host == "ann"
    scene.check_log()


def test_the_log_keeps_the_game_with_all_its_options() -> None:
    scene = Scene.open(options={"first": "white"}, clock=Clock(move_ms=120_000, reserve_ms=300_000))
    created = scene.event(Created)
    assert created.options == {"size": 8, "first": "white"}
    assert created.rules == scene.table.game.version
    assert created.clock == Clock(move_ms=120_000, reserve_ms=300_000)


def test_seats_can_be_given_to_machines_at_once() -> None:
    scene = Scene.open(seats=("level-7", "me"))
    assert scene.happened == (Created, Entered, Filled, Seated)
    assert scene.table.seats[0].machine == "level-7"
    assert scene.table.seats[1].guest == "ann"


def test_an_offline_game_starts_at_once() -> None:
    scene = Scene.open(offline=True, seats=("me", "me"))
    assert scene.happened == (Created, Entered, Seated, Readied, Seated, Readied, Started)
    assert scene.table.status == "playing"
    assert not scene.table.listed


def test_machines_can_play_each_other_offline() -> None:
    assert Scene.open(offline=True, seats=("random", "greedy")).table.status == "playing"


def test_a_record_is_continued_where_it_ended() -> None:
    played = Scene.playing().play("b1", "a1", "a2")
    saved = record(played.table)
    again = Scene.open(moves=saved.moves, offline=True, seats=("me", "me"))
    assert again.table.position == played.table.position
    continued = record(again.table)
    assert (continued.moves, continued.options) == (saved.moves, saved.options)
    assert (saved.players, continued.players) == (("Ann", "Bob"), ("Ann", "Ann"))
    again.check_log()


def test_half_a_simultaneous_round_of_a_record_stays_sealed() -> None:
    scene = Scene.open("omega", options={"size": 3}, moves=((1, "wa1 bb1"),))
    assert scene.table.plies == ()
    assert scene.table.sealed == ((1, "wa1 bb1"),)
    assert record(scene.table).moves == ()


def test_a_finished_record_is_finished_as_soon_as_it_starts() -> None:
    scene = Scene.playing()
    moves: list[tuple[int, str]] = []
    while scene.table.status == "playing":
        seat = scene.table.turn[0]
        scene.play(next(scene.prompt(scene.holder(seat)).moves()))
        moves += scene.table.plies[-1].moves
    again = Scene.open(moves=tuple(moves), offline=True, seats=("me", "me"))
    assert again.event(Finished).winners == scene.event(Finished).winners


@pytest.mark.parametrize(
    ("wishes", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"options": {"size": 5}}, "bad-option"),
        ({"options": {"colour": "red"}}, "bad-option"),
        ({"name": "   "}, "bad-name"),
        ({"name": "x" * 41}, "bad-name"),
        ({"name": "x" * 1_000_000}, "bad-name"),
        ({"host_name": "a\u202eb"}, "bad-name"),
        ({"clock": Clock(increment_ms=1000)}, "bad-clock"),
        ({"clock": Clock(move_ms=-5, reserve_ms=10)}, "bad-clock"),
        ({"clock": Clock(move_ms=10**12)}, "bad-clock"),
        ({"seats": ("me",)}, "bad-seats"),
        ({"seats": ("me", "me")}, "bad-seats"),
        ({"seats": ("me", "level-11")}, "unknown-machine"),
        ({"seats": ("me", "bot:../x")}, "no-such-bot"),
        ({"moves": ((0, "a1"),)}, "bad-record"),
        ({"moves": ((7, "d3"),)}, "bad-record"),
    ],
)
def test_a_bad_wish_is_refused(wishes: dict[str, object], code: str) -> None:
    result = create("room", "ann", wish(**wishes), 0)
    assert isinstance(result, Refusal)
    assert result.code == code


def test_the_refusal_of_a_wrong_option_names_the_right_values() -> None:
    result = create("room", "ann", wish(options={"size": 5}), 0)
    assert isinstance(result, Refusal)
    assert "4, 6 or 8" in result.text


def test_names_are_trimmed_and_composed() -> None:
    result = create("room", "ann", wish(name="  a\t b ", host_name="Zoe\u0301", options=SIZE_4), 0)
    assert isinstance(result, Step)
    assert result.table.name == "a b"
    assert result.table.people["ann"].name == "Zo\u00e9"


def test_the_list_of_rooms_shows_who_sits_where() -> None:
    shown = summary(Scene.open(seats=("level-3", "me")).table)
    assert shown.seats == ("Engine level 3", "Ann")
    assert summary(Scene.open().table).seats == ("Ann", None)


def test_a_game_begins_from_another_position() -> None:
    played = Scene.playing().play("b1", "a1")
    start = played.table.game.dump(played.table.position)
    scene = Scene.open(start=start, moves=((0, "a2"),), offline=True, seats=("me", "me"))
    assert scene.table.start == played.table.position
    assert len(scene.table.plies) == 1
    seen = view(scene.table, "ann")
    assert seen.start == played.table.game.board(played.table.position)
    assert seen.begins == start
    again = replay(record(scene.table))
    assert again.position == scene.table.position
    assert again.start == played.table.position
    scene.check_log()


def test_a_game_taken_back_or_restarted_is_where_it_began() -> None:
    position = Scene.playing().play("b1", "a1").table.position
    scene = Scene.open(start=Reversi(size=4).dump(position), offline=True, seats=("me", "me"))
    scene.when("ann", Move(seat=0, text="a2", version=scene.table.version))
    scene.when("ann", Ask(kind="restart"))
    assert scene.table.position == position
    assert not scene.table.plies


def test_a_position_that_is_none_opens_no_room() -> None:
    wrong: list[object] = [{"squares": "b", "mover": 0}, [], "start", 10**30]
    for start in wrong:
        refused = create("room", "ann", wish(start=start), 0)
        assert isinstance(refused, Refusal)
        assert refused.code == "bad-record"
        assert "this is no position of Reversi" in refused.text


def test_a_record_says_who_played_when_and_with_what_clock() -> None:
    scene = Scene.playing(clock=Clock(reserve_ms=60_000, increment_ms=1_000))
    told = record(scene.table)
    assert told.players == ("Ann", "Bob")
    assert told.date == "1970-01-01T00:16:43Z"
    assert told.clock == Pace(reserve_ms=60_000, increment_ms=1_000)
    assert record_of(view(scene.table, "bob")) == told
    waiting = record(Scene.open().table)
    assert (waiting.players, waiting.date, waiting.clock) == ((), "", None)

"""Who played, in one line: players are told apart, whatever they are called."""

from __future__ import annotations

from quintet.games.registry import game
from quintet.say.people import apart, between, players

SIDES = ("black", "white")


def test_a_game_is_named_by_who_played_it() -> None:
    assert between(("Ann", "Ben"), SIDES) == "Ann – Ben"
    assert between(("Guest", "Guest"), SIDES) == "Guest (black) – Guest (white)"
    assert between(("Ann", ""), SIDES) == "Ann – White"
    assert between(("", ""), SIDES) == "Black – White"


def test_one_person_on_every_side_is_named_once() -> None:
    assert between(("Ann", "Ann"), SIDES, alone=True) == "Ann, on both sides"
    assert between(("Ann",) * 3, ("red", "green", "blue"), alone=True) == "Ann, on all sides"


def test_what_is_written_down_names_its_players_apart() -> None:
    reversi = game("reversi")
    info = reversi.describe(reversi.start())
    assert players(("Ann", "Ben"), reversi, info) == "Ann – Ben"
    assert players(("Ann", "Ann"), reversi, info) == "Ann (black) – Ann (white)"
    assert players((), reversi, info) == players(("", ""), reversi, info) == ""
    assert players(("Ann", "Ben", "Cat"), reversi, info) == ""


def test_seats_have_names_of_their_own() -> None:
    assert apart(("Ann", "Ann"), SIDES) == ("Black", "White")
    assert apart(("Ann", ""), SIDES) == ("Ann", "White")

"""Reversi: each rule by a case checked by hand, and all of them against a slow second reading of the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintet.games import game
from quintet.games.contract import (
    AnyGame,
    Board,
    IllegalMoveError,
    InvalidMoveError,
    OptionError,
    apply_changes,
)
from quintet.games.reversi import ReversiPosition


def play_all(reversi: AnyGame, moves: str) -> Any:
    position = reversi.start()
    for move in moves.split():
        (seat,) = reversi.turn(position)
        position, _ = reversi.play(position, {seat: move})
    return position


def position_of(*rows: str, mover: int = 0) -> ReversiPosition:
    return ReversiPosition("".join(rows), mover)


# --- each rule by hand ------------------------------------------------------------------------------------------------


def test_a1_is_the_top_left_square() -> None:
    places = {space.name: (space.x, space.y) for space in game("reversi").layout.spaces}
    assert len(places) == 64
    assert (places["a1"], places["b1"], places["a2"]) == ((0, 0), (1, 0), (0, 1))


@pytest.mark.parametrize(
    ("size", "white", "black"),
    [(4, {"b2", "c3"}, {"c2", "b3"}), (6, {"c3", "d4"}, {"d3", "c4"}), (8, {"d4", "e5"}, {"e4", "d5"})],
)
def test_the_start_is_centred_on_every_size(size: int, white: set[str], black: set[str]) -> None:
    reversi = game("reversi", size=size)
    assert reversi.board(reversi.start()) == dict.fromkeys(white, "w") | dict.fromkeys(black, "b")
    assert len(reversi.layout.spaces) == size * size


def test_black_is_seat_0_and_moves_first() -> None:
    reversi = game("reversi")
    assert reversi.turn(reversi.start()) == (0,)
    assert reversi.describe(reversi.start()).colours == ("b", "w")
    assert sorted(reversi.prompt(reversi.start(), 0).moves()) == ["c4", "d3", "e6", "f5"]


def test_white_is_seat_0_where_it_moves_first() -> None:
    reversi = game("reversi", first="white")
    assert reversi.board(reversi.start()) == game("reversi").board(game("reversi").start())
    assert reversi.describe(reversi.start()).colours == ("w", "b")
    assert sorted(reversi.prompt(reversi.start(), 0).moves()) == ["c5", "d6", "e3", "f4"]
    after, _ = reversi.play(reversi.start(), {0: "f4"})
    assert reversi.board(after) == {"d4": "w", "e4": "w", "f4": "w", "e5": "w", "d5": "b"}
    assert reversi.describe(after).data()["scores"] == (4, 1)  # by seat: white first


def test_the_first_move_turns_one_disc() -> None:
    reversi = game("reversi")
    after, changes = reversi.play(reversi.start(), {0: "D3"})
    assert [(c.kind, c.space, c.piece, c.step) for c in changes] == [
        ("place", "d3", "b", 0),
        ("turn", "d4", "b", 1),
    ]
    assert reversi.describe(after).data() == {"phase": "play", "colours": ("b", "w"), "scores": (4, 1)}
    assert reversi.turn(after) == (1,)


def test_a_disc_turns_everything_it_outflanks_in_all_eight_directions() -> None:
    reversi = game("reversi")
    position = position_of(
        "b..b..b.",
        ".w.w.w..",
        "..www...",
        "bww.wwwb",
        "..www...",
        ".w.w.w..",
        "b..w..b.",
        "...b....",
    )
    after, changes = reversi.play(position, {0: "d4"})
    assert len([c for c in changes if c.kind == "turn"]) == 2 + 2 + 2 + 2 + 3 + 2 + 3 + 2
    assert set(reversi.board(after).values()) == {"b"}


def test_a_line_that_ends_in_an_empty_square_or_at_the_edge_turns_nothing() -> None:
    reversi = game("reversi", size=4)
    position = position_of(".ww.", "....", "....", "bw.w")
    assert list(reversi.prompt(position, 0).moves()) == ["c4"]
    after, changes = reversi.play(position, {0: "c4"})
    assert {c.space for c in changes} == {"c4", "b4"}
    assert reversi.board(after)["d4"] == "w"


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("z9", InvalidMoveError, "write a square from a1 to h8, or pass"),
        ("", InvalidMoveError, "empty"),
        ("a1", IllegalMoveError, "a1 outflanks no enemy disc"),
        ("d4", IllegalMoveError, "d4 is occupied"),
        ("pass", IllegalMoveError, "you can place one on d3"),
    ],
)
def test_a_wrong_move_is_refused_with_its_kind_of_error(
    text: str, error: type[Exception], words: str
) -> None:
    reversi = game("reversi")
    with pytest.raises(error, match=words):
        reversi.play(reversi.start(), {0: text})


def test_the_turn_is_forfeited_where_nothing_can_be_placed() -> None:
    reversi = game("reversi", size=4)
    position = play_all(reversi, "b1 c1 d3 a1")
    assert reversi.turn(position) == (0,)
    assert list(reversi.prompt(position, 0).moves()) == ["pass"]
    with pytest.raises(IllegalMoveError, match="neither does any other square: pass"):
        reversi.play(position, {0: "a2"})
    after, changes = reversi.play(position, {0: "PASS"})
    assert (reversi.board(after), changes) == (reversi.board(position), ())
    assert reversi.turn(after) == (1,)
    assert "pass" not in reversi.prompt(after, 1).moves()


def test_a_wipe_out_ends_the_game_at_once_and_no_pass_is_recorded() -> None:
    reversi = game("reversi")
    position = play_all(reversi, "e6 f4 e3 f6 g5 d6 e7 f5 c5")
    assert reversi.turn(position) == ()
    assert reversi.describe(position).phase == "over"
    outcome = reversi.outcome(position)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0,), (13, 0), "more-points")
    with pytest.raises(IllegalMoveError, match="over"):
        reversi.play(position, {1: "pass"})


def test_the_game_ends_with_empty_squares_when_neither_side_can_place() -> None:
    reversi = game("reversi", size=4)
    position = position_of(".wb.", "....", "ww..", "....", mover=0)
    after, _ = reversi.play(position, {0: "a1"})
    outcome = reversi.outcome(after)
    assert reversi.turn(after) == ()
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == ((3, 2), (0,))  # the eleven empty squares count for nobody


def test_equal_discs_are_a_draw() -> None:
    reversi = game("reversi", size=4)
    after, _ = reversi.play(position_of(".wb.", "....", "www.", "...."), {0: "a1"})
    outcome = reversi.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.draw, outcome.reason) == ((0, 1), True, "equal-points")


@pytest.mark.parametrize("wrong", [{"size": 5}, {"size": "8"}, {"first": "grey"}, {"players": 2}])
def test_wrong_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        game("reversi", **wrong)


# --- a slow second reading of the rules -------------------------------------------------------------------------------


class Slow:
    """The rules once more: discs by pairs of numbers, each direction walked one step at a time."""

    def __init__(self, size: int, first: str) -> None:
        self.size, self.mover = size, first
        half = size // 2
        self.discs = {(half, half): "white", (half + 1, half + 1): "white"}
        self.discs |= {(half + 1, half): "black", (half, half + 1): "black"}

    def other(self, side: str) -> str:
        return "white" if side == "black" else "black"

    def flips(self, x: int, y: int, side: str) -> set[tuple[int, int]]:
        flipped: set[tuple[int, int]] = set()
        for dx in (-1, 0, 1):
            for dy in (-1, 0, 1):
                steps = 1
                while self.discs.get((x + dx * steps, y + dy * steps)) == self.other(side):
                    steps += 1
                if self.discs.get((x + dx * steps, y + dy * steps)) == side:
                    flipped |= {(x + dx * n, y + dy * n) for n in range(1, steps)}
        return flipped

    def places(self, side: str) -> set[str]:
        every = [(x, y) for x in range(1, self.size + 1) for y in range(1, self.size + 1)]
        free = [cell for cell in every if cell not in self.discs]
        return {self.name(cell) for cell in free if self.flips(*cell, side)}

    def name(self, cell: tuple[int, int]) -> str:
        return f"{'.abcdefgh'[cell[0]]}{cell[1]}"

    def over(self) -> bool:
        return not self.places("black") and not self.places("white")

    def legal(self) -> set[str]:
        return self.places(self.mover) or {"pass"}

    def move(self, text: str) -> None:
        if text != "pass":
            x, y = ord(text[0]) - ord("a") + 1, int(text[1:])
            for cell in self.flips(x, y, self.mover) | {(x, y)}:
                self.discs[cell] = self.mover
        self.mover = self.other(self.mover)

    def board(self) -> Board:
        return {self.name(cell): side[0] for cell, side in self.discs.items()}


def assert_same(reversi: AnyGame, position: Any, slow: Slow, sides: tuple[str, str]) -> None:
    assert reversi.board(position) == slow.board()
    counts = tuple(list(slow.discs.values()).count(side) for side in sides)
    assert reversi.describe(position).data()["scores"] == counts
    outcome = reversi.outcome(position)
    if slow.over():
        assert reversi.turn(position) == ()
        assert outcome is not None
        assert outcome.scores == counts
        assert outcome.winners == tuple(s for s, count in enumerate(counts) if count == max(counts))
        return
    assert outcome is None
    seat = sides.index(slow.mover)
    assert reversi.turn(position) == (seat,)
    generated = list(reversi.prompt(position, seat).moves())
    assert len(generated) == len(set(generated))
    assert set(generated) == slow.legal()


@pytest.mark.parametrize("first", ["black", "white"])
@pytest.mark.parametrize(("size", "games"), [(4, 40), (6, 12), (8, 6)])
def test_random_games_agree_with_the_slow_reading_at_every_step(size: int, games: int, first: str) -> None:
    reversi = game("reversi", size=size, first=first)
    sides = ("black", "white") if first == "black" else ("white", "black")
    passes = 0
    for seed in range(games):
        chance, position, slow = random.Random(seed), reversi.start(), Slow(size, first)
        assert_same(reversi, position, slow, sides)
        while turn := reversi.turn(position):
            move = chance.choice(sorted(slow.legal()))
            passes += move == "pass"
            position, _ = reversi.play(position, {turn[0]: move})
            slow.move(move)
            assert_same(reversi, position, slow, sides)
    assert passes  # the games did come to a forced pass


@settings(max_examples=40, deadline=None)
@given(size=st.sampled_from([4, 6, 8]), chance=st.randoms(use_true_random=False))
def test_what_holds_in_every_game(size: int, chance: random.Random) -> None:
    reversi = game("reversi", size=size)
    position, passed = reversi.start(), False
    while turn := reversi.turn(position):
        move = chance.choice(list(reversi.prompt(position, turn[0]).moves()))
        assert not (passed and move == "pass")  # two passes in a row would be the end of the game
        passed = move == "pass"
        before = reversi.board(position)
        position, changes = reversi.play(position, {turn[0]: move})
        after = reversi.board(position)
        assert apply_changes(before, changes) == after
        assert len(after) == len(before) + (not passed)
        assert len(changes) != 1  # a disc is placed only where another turns
        assert reversi.load(reversi.dump(position)) == position
    outcome = reversi.outcome(position)
    assert outcome is not None
    assert outcome.scores is not None
    assert sum(outcome.scores) == len(reversi.board(position))

"""Thwart Omega: each rule by a case checked by hand, and all of them against a slow second reading of the rules."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintet.games import game
from quintet.games.contract import (
    AmbiguousMoveError,
    AnyGame,
    Board,
    Change,
    IllegalMoveError,
    InvalidMoveError,
    OptionError,
    apply_changes,
)
from quintet.games.omega import OmegaPosition
from quintet.players import GreedyPlayer


def position_of(*rows: str, rounds: int = 1) -> OmegaPosition:
    """A position from its rows; blanks part the squares and `.` is an empty one."""
    squares = " ".join(rows).split()
    return OmegaPosition(tuple("" if there == "." else there for there in squares), rounds)


def scores_of(omega: AnyGame, position: OmegaPosition) -> Any:
    return omega.describe(position).data()["scores"]


# --- each rule by hand ------------------------------------------------------------------------------------------------


def test_a1_is_the_top_left_square_and_the_board_is_seven_by_seven() -> None:
    layout = game("omega").layout
    places = {space.name: (space.x, space.y) for space in layout.spaces}
    assert len(places) == 49
    assert (places["a1"], places["g1"], places["a7"]) == ((0, 0), (6, 0), (0, 6))


def test_two_players_are_white_and_black_and_three_add_grey() -> None:
    two, three = game("omega"), game("omega", players=3)
    assert (two.seats, two.describe(two.start()).colours) == (2, ("w", "b"))
    assert (three.seats, three.describe(three.start()).colours) == (3, ("w", "b", "g"))
    assert two.turn(two.start()) == (0, 1)
    assert three.turn(three.start()) == (0, 1, 2)


def test_everybody_places_one_stone_of_every_colour() -> None:
    omega = game("omega")
    after, changes = omega.play(omega.start(), {0: "wa1 bb2", 1: "wc3 bd4"})
    assert omega.board(after) == {"a1": "w", "b2": "b", "c3": "w", "d4": "b"}
    assert [(c.kind, c.space, c.piece, c.step, c.seat) for c in changes] == [
        ("place", "a1", "w", 0, 0),
        ("place", "b2", "b", 0, 0),
        ("place", "c3", "w", 1, 1),
        ("place", "d4", "b", 1, 1),
    ]
    assert omega.turn(after) == (0, 1)
    info = omega.describe(after).data()
    assert (info["phase"], info["scores"], info["round"], info["empty"]) == ("play", (1, 1), 2, 45)


def test_a_round_needs_the_move_of_every_seat() -> None:
    omega = game("omega")
    with pytest.raises(IllegalMoveError, match="together"):
        omega.play(omega.start(), {0: "wa1 bb2"})


def test_stones_of_different_colours_burn_their_square() -> None:
    omega = game("omega")
    after, changes = omega.play(omega.start(), {0: "wa1 bb2", 1: "wc3 ba1"})
    assert omega.board(after) == {"a1": "x", "b2": "b", "c3": "w"}
    assert [(c.space, c.step) for c in changes if c.kind == "burn"] == [("a1", 2)]
    with pytest.raises(IllegalMoveError, match="a1 is burned"):
        omega.check(after, 0, "wa1 bd4")
    with pytest.raises(IllegalMoveError, match="b2 is occupied"):
        omega.check(after, 0, "wb2 bd4")


def test_stones_of_one_colour_on_one_square_are_all_kept() -> None:
    two, three = game("omega"), game("omega", players=3)
    after, changes = two.play(two.start(), {0: "wa1 bb2", 1: "wa1 bb2"})
    assert two.board(after) == {"a1": "ww", "b2": "bb"}
    assert apply_changes({}, changes) == {"a1": "ww", "b2": "bb"}
    move = "wa1 bb2 gc3"
    after, _ = three.play(three.start(), {0: move, 1: move, 2: move})
    assert three.board(after) == {"a1": "www", "b2": "bbb", "c3": "ggg"}
    assert scores_of(three, after) == (3, 3, 3)


def test_two_of_one_colour_and_one_of_another_burn_too() -> None:
    omega = game("omega", players=3)
    moves = {0: "wa1 bb2 gc3", 1: "wa1 bd4 gc3", 2: "we5 ba1 gf6"}
    after, _ = omega.play(omega.start(), moves)
    assert omega.board(after) == {"a1": "x", "b2": "b", "c3": "gg", "d4": "b", "e5": "w", "f6": "g"}


def test_three_colours_on_one_square_burn_it() -> None:
    omega = game("omega", players=3)
    moves = {0: "wa1 bb2 gc3", 1: "wb2 ba1 gd4", 2: "wd4 bc3 ga1"}
    after, _ = omega.play(omega.start(), moves)
    assert omega.board(after) == dict.fromkeys(("a1", "b2", "c3", "d4"), "x")
    assert scores_of(omega, after) == (0, 0, 0)


def test_the_game_goes_on_with_exactly_four_empty_squares_for_two() -> None:
    omega = game("omega", size=3)
    position = position_of("w . .", ". . b", "x . .")
    after, _ = omega.play(position, {0: "wb1 bb2", 1: "wb1 bb2"})
    assert omega.describe(after).data()["empty"] == 4
    assert omega.turn(after) == (0, 1)
    assert omega.outcome(after) is None


def test_with_fewer_than_four_empty_squares_the_rest_burns_and_the_game_is_over() -> None:
    omega = game("omega", size=3)
    position = position_of("w . .", ". . b", "x . .")
    after, changes = omega.play(position, {0: "wb1 bb2", 1: "wa2 bb1"})
    standing = {"a1": "w", "a2": "w", "b2": "b", "c2": "b"}
    assert omega.board(after) == standing | dict.fromkeys(("a3", "b1", "c1", "b3", "c3"), "x")
    burned = [(c.space, c.step) for c in changes if c.kind == "burn"]
    assert burned == [("b1", 2), ("c1", 3), ("b3", 3), ("c3", 3)]
    outcome = omega.outcome(after)
    assert omega.turn(after) == ()
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((0, 1), (2, 2), "equal-points")
    info = omega.describe(after).data()
    assert (info["phase"], info["round"], info["empty"]) == ("over", 2, 0)
    with pytest.raises(IllegalMoveError, match="over"):
        omega.check(after, 0, "wa1 bb2")


def test_leftovers_burn_right_after_the_placing_where_nothing_clashed() -> None:
    omega = game("omega", size=3)
    _, changes = omega.play(position_of("w . .", ". . b", "x . ."), {0: "wb1 bb2", 1: "wa2 bb2"})
    assert [(c.space, c.step) for c in changes if c.kind == "burn"] == [("c1", 2), ("b3", 2), ("c3", 2)]


def test_three_players_stop_below_nine_empty_squares() -> None:
    omega = game("omega", size=4, players=3)
    move = "wa1 bb1 gc1"
    after, _ = omega.play(omega.start(), {0: move, 1: move, 2: move})
    after, _ = omega.play(after, {0: "wa2 bb2 gc2", 1: "wa2 bb2 gc2", 2: "wd2 bb2 gc2"})
    assert omega.describe(after).data()["empty"] == 9
    assert (omega.turn(after), scores_of(omega, after)) == ((0, 1, 2), (5 * 1, 6, 6))
    move = "wa4 bb4 gd4"
    after, _ = omega.play(after, {0: move, 1: move, 2: move})
    outcome = omega.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.scores) == ((1, 2), (15, 18, 18))
    assert outcome.draw


def test_three_players_on_nine_squares_play_one_round() -> None:
    omega = game("omega", size=3, players=3)
    assert omega.turn(omega.start()) == (0, 1, 2)
    after, _ = omega.play(omega.start(), {0: "wa1 bb2 gc3", 1: "wa1 bb2 ga3", 2: "wa2 ba3 gc3"})
    assert omega.turn(after) == ()
    assert omega.outcome(after).winners == (0,)  # type: ignore[union-attr]  # it is over: there is one


def test_a_score_is_the_product_of_the_group_sizes() -> None:
    omega = game("omega", size=4)
    position = position_of(
        "w  w  b  .",
        ".  w  b  b",
        "x  b  w  ww",  # the corner-wise neighbour b2 is not joined to c3
        "bb .  .  .",
    )
    assert scores_of(omega, position) == (3 * 3, 3 * 1 * 2)


def test_no_group_at_all_scores_nothing() -> None:
    omega = game("omega", size=3)
    assert scores_of(omega, omega.start()) == (0, 0)
    assert scores_of(omega, position_of("w . .", ". . .", ". x .")) == (1, 0)


@pytest.mark.parametrize("text", ["wa2 bb3", "bb3 wa2", "BB3  Wa2", " wA2\tbB3 "])
def test_any_order_and_any_case_is_read_and_white_is_written_first(text: str) -> None:
    omega = game("omega")
    assert omega.check(omega.start(), 0, text) == "wa2 bb3"


def test_three_colours_are_written_white_black_grey() -> None:
    assert game("omega", players=3).parse("gc4 bb3 wa2") == "wa2 bb3 gc4"


@pytest.mark.parametrize(("players", "text"), [(2, "a2 b3"), (2, "B3 A2"), (3, "a2 b3 c4")])
def test_squares_without_colours_are_ambiguous(players: int, text: str) -> None:
    with pytest.raises(AmbiguousMoveError, match="which stone goes where: write for example 'w"):
        game("omega", players=players).parse(text)


@pytest.mark.parametrize(
    ("players", "text"),
    [
        *[
            (2, text)
            for text in ("wa2", "wa2 wb3", "wa2 bb3 gc4", "wa2bb3", "wa2 b3", "wa2 bh1", "wa2 bb8", "a2")
        ],
        *[(2, text) for text in ("", "pass", "wa2 bb03", "ẃa2 bb3", "wa2 bb3 wc4", "w" * 1500)],
        *[(3, text) for text in ("wa2 bb3", "wa2 bb3 bc4", "wa2 bb3 xc4")],
    ],
)
def test_what_is_not_one_stone_of_each_colour_is_no_move(players: int, text: str) -> None:
    with pytest.raises(InvalidMoveError) as refused:
        game("omega", players=players).parse(text)
    assert len(str(refused.value)) < 200


def test_two_stones_on_one_square_are_refused() -> None:
    omega = game("omega")
    with pytest.raises(IllegalMoveError, match="a1 is named twice; your stones go on different squares"):
        omega.check(omega.start(), 0, "wa1 ba1")


@pytest.mark.parametrize("wrong", [{"size": 2}, {"size": 10}, {"players": 1}, {"players": 4}, {"board": 7}])
def test_wrong_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        game("omega", **wrong)


# --- a slow second reading of the rules -------------------------------------------------------------------------------


class Slow:
    """The rules once more: squares as pairs of numbers, groups by labels that spread until nothing changes."""

    def __init__(self, size: int, players: int) -> None:
        self.size, self.colours = size, ("white", "black", "grey")[:players]
        self.stones: dict[tuple[int, int], list[str]] = {
            (x, y): [] for x in range(1, size + 1) for y in range(1, size + 1)
        }
        self.burned: set[tuple[int, int]] = set()

    def empty(self) -> list[tuple[int, int]]:
        return [cell for cell, stones in self.stones.items() if not stones and cell not in self.burned]

    def name(self, cell: tuple[int, int]) -> str:
        return f"{'.abcdefghi'[cell[0]]}{cell[1]}"

    def over(self) -> bool:
        return not self.empty()

    def legal(self) -> set[str]:
        choices = itertools.permutations(self.empty(), len(self.colours))
        return {
            " ".join(c[0] + self.name(cell) for c, cell in zip(self.colours, cells, strict=True))
            for cells in choices
        }

    def play_round(self, moves: Mapping[int, str]) -> None:
        colour_of = {name[0]: name for name in self.colours}
        for move in moves.values():
            for text in move.split():
                cell = (ord(text[1]) - ord("a") + 1, int(text[2:]))
                self.stones[cell].append(colour_of[text[0]])
        for cell, stones in self.stones.items():
            if len(set(stones)) >= 2:
                self.burn(cell)
        if len(self.empty()) < len(self.colours) ** 2:
            for cell in self.empty():
                self.burn(cell)

    def burn(self, cell: tuple[int, int]) -> None:
        self.stones[cell] = []
        self.burned.add(cell)

    def score(self, colour: str) -> int:
        label = {cell: cell for cell, stones in self.stones.items() if colour in stones}
        spreading = True
        while spreading:
            spreading = False
            for (x, y), mine in label.items():
                for near in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                    if near in label and label[near] < mine:
                        label[x, y] = mine = label[near]
                        spreading = True
        product = 1 if label else 0
        for group in set(label.values()):
            product *= sum(len(self.stones[cell]) for cell, mine in label.items() if mine == group)
        return product

    def scores(self) -> tuple[int, ...]:
        return tuple(self.score(colour) for colour in self.colours)

    def board(self) -> Board:
        standing = {
            self.name(cell): "".join(stone[0] for stone in stones)
            for cell, stones in self.stones.items()
            if stones
        }
        return standing | {self.name(cell): "x" for cell in self.burned}


def assert_same(omega: AnyGame, position: Any, slow: Slow) -> None:
    scores = slow.scores()
    assert omega.board(position) == slow.board()
    assert omega.describe(position).data()["scores"] == scores
    assert omega.describe(position).data()["empty"] == len(slow.empty())
    outcome = omega.outcome(position)
    if slow.over():
        assert omega.turn(position) == ()
        assert outcome is not None
        assert outcome.scores == scores
        assert outcome.winners == tuple(s for s, score in enumerate(scores) if score == max(scores))
        return
    assert outcome is None
    assert omega.turn(position) == tuple(range(len(slow.colours)))
    names = {slow.name(cell) for cell in slow.empty()}
    for seat in omega.turn(position):
        prompt = omega.prompt(position, seat)
        assert prompt.pieces == tuple(colour[0] for colour in slow.colours)
        for colour, targets in prompt.places.items():
            assert {(t.space, t.text) for t in targets} == {(name, colour + name) for name in names}


def pick_move(omega: AnyGame, position: Any, seat: int, chance: random.Random) -> str:
    """A random move, without writing out all of them; few squares are used, so that stones meet."""
    prompt = omega.prompt(position, seat)
    combo = prompt.pieces
    spaces = [place.space for place in prompt.places[combo[0]]]
    near = chance.sample(spaces[: len(combo) + 3], len(combo))
    return " ".join(colour + space for colour, space in zip(combo, near, strict=True))


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("size", range(3, 10))
def test_random_games_agree_with_the_slow_reading_at_every_step(size: int, players: int) -> None:
    omega = game("omega", size=size, players=players)
    for seed in range(6):
        chance, position, slow = random.Random(seed), omega.start(), Slow(size, players)
        assert_same(omega, position, slow)
        while turn := omega.turn(position):
            moves = {seat: pick_move(omega, position, seat, chance) for seat in turn}
            position, _ = omega.play(position, moves)
            slow.play_round(moves)
            assert_same(omega, position, slow)


@pytest.mark.parametrize(("size", "players"), [(3, 2), (4, 2), (7, 2), (3, 3), (4, 3)])
def test_every_legal_move_is_generated_once_and_each_is_legal(size: int, players: int) -> None:
    omega, slow, chance = game("omega", size=size, players=players), Slow(size, players), random.Random(size)
    position = omega.start()
    while turn := omega.turn(position):
        generated, expected = list(omega.prompt(position, 0).moves()), slow.legal()
        assert len(generated) == len(expected) == omega.prompt(position, 0).count()
        assert set(generated) == expected
        assert all(omega.legal(position, 0, move) for move in generated)
        moves = {seat: pick_move(omega, position, seat, chance) for seat in turn}
        position, _ = omega.play(position, moves)
        slow.play_round(moves)


@settings(max_examples=60, deadline=None)
@given(size=st.integers(3, 9), players=st.sampled_from([2, 3]), chance=st.randoms(use_true_random=False))
def test_what_holds_in_every_game(size: int, players: int, chance: random.Random) -> None:
    omega = game("omega", size=size, players=players)
    position, played = omega.start(), 0
    while turn := omega.turn(position):
        assert omega.describe(position).data()["empty"] >= players**2
        moves = {seat: pick_move(omega, position, seat, chance) for seat in turn}
        before = omega.board(position)
        position, changes = omega.play(position, moves)
        played += 1
        check_burning(before, moves, changes, over=not omega.turn(position))
        assert apply_changes(before, changes) == omega.board(position)
        assert omega.load(omega.dump(position)) == position
    assert len(omega.board(position)) == size * size
    assert omega.describe(position).data()["round"] == played


def check_burning(
    before: Board, moves: Mapping[int, str], changes: tuple[Change, ...], *, over: bool
) -> None:
    """A square burns exactly where colours met, and at the end where nothing stood."""
    received: dict[str, set[str]] = {}
    for text in " ".join(moves.values()).split():
        received.setdefault(text[1:], set()).add(text[0])
    met = {space for space, colours in received.items() if len(colours) > 1}
    burned = [change.space for change in changes if change.kind == "burn"]
    assert len(burned) == len(set(burned))
    assert met <= set(burned)
    rest = set(burned) - met
    assert not rest & (set(before) | set(received))
    assert over or not rest


# --- what a greedy player looks at ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "players"), [(5, 2), (4, 3)])
def test_the_gain_is_what_ones_own_stones_do_alone(size: int, players: int) -> None:
    omega, chance = game("omega", size=size, players=players), random.Random(1)
    position = omega.start()
    while turn := omega.turn(position):
        for seat in turn:
            move = pick_move(omega, position, seat, chance)
            squares = list(position.squares)
            for text in move.split():
                squares[(int(text[2:]) - 1) * size + ord(text[1]) - ord("a")] = text[0]
            alone = omega.measure(OmegaPosition(tuple(squares), 0), seat)
            assert omega.gain(position, seat, move) == pytest.approx(alone - omega.measure(position, seat))
        position, _ = omega.play(position, {s: pick_move(omega, position, s, chance) for s in turn})


def test_the_gain_rises_with_ones_own_score_and_falls_with_the_best_rival() -> None:
    omega = game("omega", size=4)
    position = position_of("ww . . b", ". . . .", ". . . .", ". . . b")
    assert omega.gain(position, 0, "wa2 bd2") > omega.gain(position, 0, "wa4 bd2")  # 3 rather than 2 × 1
    assert omega.gain(position, 0, "wa2 ba4") > omega.gain(
        position, 0, "wa2 bd2"
    )  # 1 rather than 2 for black


def test_the_shortlist_for_three_holds_a_best_move_of_all() -> None:
    omega, chance = game("omega", size=4, players=3), random.Random(3)
    for _ in range(4):
        position = omega.start()
        while turn := omega.turn(position):
            for seat in turn:
                shortlist = list(omega.candidates(position, seat))
                assert len(shortlist) <= 343
                assert all(omega.legal(position, seat, move) for move in shortlist)
                everything = omega.prompt(position, seat).moves()
                best = max(omega.gain(position, seat, move) for move in everything)
                assert max(omega.gain(position, seat, move) for move in shortlist) == pytest.approx(best)
            position, _ = omega.play(position, {s: pick_move(omega, position, s, chance) for s in turn})


def test_a_greedy_player_opens_all_over_the_board_with_three_players() -> None:
    omega = game("omega", players=3)
    squares: set[str] = set()
    for seed in range(30):
        move = GreedyPlayer().choose(omega, omega.start(), 0, random.Random(seed))
        squares |= {stone[1:] for stone in move.split()}
    assert len({square[0] for square in squares}) >= 4
    assert len({square[1:] for square in squares}) >= 4

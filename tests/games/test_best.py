"""Best Game Ever: each rule by a case checked by hand, and all of them against a slow second reading of the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quintet.games import game
from quintet.games.best import BestPosition
from quintet.games.contract import (
    AnyGame,
    Board,
    Change,
    IllegalMoveError,
    InvalidMoveError,
    OptionError,
    apply_changes,
)

BOARDS = {"5x7": (5, 7), "7x5": (7, 5)}


def play_all(best: AnyGame, moves: str, position: Any = None) -> tuple[Any, tuple[Change, ...]]:
    """Play a row of columns, seat after seat; the last position and the last changes."""
    position = position or best.start()
    changes: tuple[Change, ...] = ()
    for move in moves:
        (seat,) = best.turn(position)
        position, changes = best.play(position, {seat: move})
    return position, changes


def facts(changes: tuple[Change, ...]) -> list[tuple[int, str, str]]:
    return [(c.step, c.kind, c.space + (f">{c.to}" if c.to else "")) for c in changes]


# --- each rule by hand ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("board", "size"), BOARDS.items())
def test_the_board_is_columns_by_rows_with_row_one_at_the_bottom(board: str, size: tuple[int, int]) -> None:
    layout = game("best", board=board).layout
    places = {space.name: (space.x, space.y) for space in layout.spaces}
    assert len(places) == 35
    assert max(x for x, _ in places.values()) == size[0] - 1
    assert places["a1"] == (0.0, size[1] - 1.0)
    assert layout.shape == "hole"
    assert layout.surface == "rack"
    assert [label.text for label in layout.labels[: size[0]]] == [str(n + 1) for n in range(size[0])]


def test_white_is_seat_0_and_moves_first_with_20_tokens_each() -> None:
    best = game("best")
    assert best.turn(best.start()) == (0,)
    assert best.describe(best.start()).data() == {
        "phase": "play",
        "colours": ("w", "b"),
        "scores": (0, 0),
        "tokens": (20, 20),
    }
    after, _ = best.play(best.start(), {0: "3"})
    assert best.board(after) == {"c1": "w"}
    assert best.turn(after) == (1,)
    assert best.describe(after).data()["tokens"] == (19, 20)


def test_a_token_lands_on_the_lowest_empty_row() -> None:
    best = game("best")
    after, changes = play_all(best, "111")
    assert best.board(after) == {"a1": "w", "a2": "b", "a3": "w"}
    assert facts(changes) == [(0, "place", "a3")]
    (target, *_) = best.prompt(after, 1).places["b"]
    assert (target.space, target.text) == ("a4", "1")
    assert target.clicks == ("a1", "a2", "a3", "a4", "a5", "a6", "a7")


def test_a_full_column_takes_no_more() -> None:
    best = game("best", board="7x5")
    after, _ = play_all(best, "11111")
    assert "1" not in best.prompt(after, 1).moves()
    with pytest.raises(IllegalMoveError, match="column 1 is full"):
        best.play(after, {1: "1"})


def test_exactly_two_enemy_tokens_on_the_floor_are_captured() -> None:
    best = game("best")
    after, changes = play_all(best, "21411")  # black on a1 and a2, then white on top of them
    assert facts(changes) == [
        (0, "place", "a3"),
        (1, "turn", "a1"),
        (1, "turn", "a2"),
        (2, "remove", "a1"),
        (2, "remove", "a2"),
        (2, "remove", "a3"),
    ]
    assert best.board(after) == {"b1": "w", "d1": "w"}
    assert best.describe(after).data()["scores"] == (3, 0)


def test_exactly_two_enemy_tokens_on_an_own_one_are_captured() -> None:
    best = game("best")
    after, changes = best.play(BestPosition(("wbb", "b", "", "", ""), (9, 9), (0, 0)), {0: "1"})
    assert {(c.space, c.piece) for c in changes if c.kind == "turn"} == {("a2", "w"), ("a3", "w")}
    assert best.board(after) == {"b1": "b"}
    assert best.describe(after).data()["scores"] == (4, 0)


def test_black_captures_as_well() -> None:
    best = game("best")
    before, _ = play_all(best, "12145")
    assert best.board(before) == {"a1": "w", "a2": "w", "b1": "b", "d1": "b", "e1": "w"}
    after, changes = best.play(before, {1: "1"})
    assert {(c.space, c.piece) for c in changes if c.kind == "turn"} == {("a1", "b"), ("a2", "b")}
    assert best.board(after) == {"b1": "b", "d1": "b", "e1": "w"}
    assert best.describe(after).data()["scores"] == (0, 3)


@pytest.mark.parametrize("column", ["b", "wb", "bw", "bbw"])
def test_one_enemy_token_or_a_covered_pair_is_no_capture(column: str) -> None:
    best = game("best")
    position = BestPosition((column, "", "", "", ""), (9, 9), (0, 0))
    after, changes = best.play(position, {0: "1"})
    assert facts(changes) == [(0, "place", f"a{len(column) + 1}")]
    assert best.board(after) == {f"a{row + 1}": token for row, token in enumerate(column + "w")}


def test_three_enemy_tokens_below_are_no_pair() -> None:
    """Such a column never stands in a game, as the three would have scored; the rule says exactly two."""
    best = game("best")
    _, changes = best.play(BestPosition(("bbb", "", "", "", ""), (9, 9), (0, 0)), {0: "1"})
    assert not [change for change in changes if change.kind == "turn"]


def test_only_the_token_just_placed_captures() -> None:
    """The row c3-d3-e3 scores, and white's c4 falls on two black tokens: they stay black."""
    best = game("best")
    after, changes = best.play(BestPosition(("", "", "bbww", "bww", "wb"), (9, 9), (0, 0)), {0: "5"})
    assert facts(changes) == [
        (0, "place", "e3"),
        (1, "remove", "c3"),
        (1, "remove", "d3"),
        (1, "remove", "e3"),
        (2, "fall", "c4>c3"),
    ]
    assert after.columns == ("", "", "bbw", "bw", "wb")


def test_every_run_is_taken_off_at_once_and_a_shared_token_counts_once() -> None:
    best = game("best")
    after, changes = play_all(best, "21311")  # the capture fills column 1 and the row a1-b1-c1 as well
    assert {c.space for c in changes if c.kind == "remove"} == {"a1", "a2", "a3", "b1", "c1"}
    assert {c.step for c in changes if c.kind == "remove"} == {2}
    assert best.board(after) == {}
    assert best.describe(after).data()["scores"] == (5, 0)


def test_a_run_longer_than_three_is_taken_off_whole_and_diagonals_are_no_runs() -> None:
    best = game("best")
    after, _ = best.play(BestPosition(("w", "w", "", "w", "w"), (9, 9), (0, 0)), {0: "3"})
    assert (best.board(after), best.describe(after).data()["scores"]) == ({}, (5, 0))
    diagonal = BestPosition(("w", "bw", "wb", "", ""), (9, 9), (0, 0))
    after, changes = best.play(diagonal, {0: "3"})
    assert [change.kind for change in changes] == ["place"]


def test_tokens_above_fall_and_a_run_they_make_scores_for_its_own_colour() -> None:
    best = game("best")
    after, changes = best.play(BestPosition(("b", "wb", "wb", "", ""), (9, 9), (0, 0)), {0: "4"})
    assert facts(changes) == [
        (0, "place", "d1"),
        (1, "remove", "b1"),
        (1, "remove", "c1"),
        (1, "remove", "d1"),
        (2, "fall", "b2>b1"),
        (2, "fall", "c2>c1"),
        (3, "remove", "a1"),
        (3, "remove", "b1"),
        (3, "remove", "c1"),
    ]
    assert best.board(after) == {}
    assert best.describe(after).data()["scores"] == (3, 3)


def test_a_column_falls_from_the_bottom_up() -> None:
    best = game("best")
    position = BestPosition(("wbwbw", "wbw", "", "", ""), (9, 9), (2, 1))
    after, changes = best.play(position, {0: "3"})
    assert facts(changes)[1:] == [
        (1, "remove", "a1"),
        (1, "remove", "b1"),
        (1, "remove", "c1"),
        (2, "fall", "a2>a1"),
        (2, "fall", "a3>a2"),
        (2, "fall", "a4>a3"),
        (2, "fall", "a5>a4"),
        (2, "fall", "b2>b1"),
        (2, "fall", "b3>b2"),
    ]
    assert apply_changes(best.board(position), changes) == best.board(after)


def test_the_game_ends_when_every_cell_is_occupied() -> None:
    best = game("best")
    odd, even = "wbwbwbw", "bwbwbwb"
    after, _ = best.play(BestPosition((odd, even, odd, even, "wbwbwb"), (9, 9), (4, 6)), {0: "5"})
    assert best.turn(after) == ()
    outcome = best.outcome(after)
    assert outcome is not None
    assert (outcome.winners, outcome.scores, outcome.reason) == ((1,), (4, 6), "more-points")
    with pytest.raises(IllegalMoveError, match="over"):
        best.play(after, {1: "1"})


def test_a_last_cell_that_scores_does_not_end_the_game() -> None:
    best = game("best")
    odd, even = "wbwbwbw", "bwbwbwb"
    after, _ = best.play(BestPosition((odd, even, odd, even, "bwbwbb"), (9, 9), (0, 0)), {0: "5"})
    assert best.describe(after).data()["scores"] == (4, 0)  # e5 and e6 turned, and e4-e7 came off
    assert (best.outcome(after), best.turn(after)) == (None, (1,))


def test_the_game_ends_when_both_have_no_tokens_left_and_equal_points_are_a_draw() -> None:
    best = game("best", tokens=1)
    middle, _ = play_all(best, "1")
    assert (best.turn(middle), best.outcome(middle)) == ((1,), None)
    after, _ = play_all(best, "2", middle)
    outcome = best.outcome(after)
    assert (best.turn(after), best.describe(after).phase) == ((), "over")
    assert outcome is not None
    assert (outcome.winners, outcome.draw, outcome.reason) == ((0, 1), True, "equal-points")


@pytest.mark.parametrize("text", ["0", "6", "03", "c", "c1", "1 2", "", "٣", "pass", "1" * 3000])
def test_what_is_no_column_is_no_move(text: str) -> None:
    best = game("best")
    with pytest.raises(InvalidMoveError):
        best.play(best.start(), {0: text})


@pytest.mark.parametrize(
    "wrong", [{"board": "6x6"}, {"board": 5}, {"tokens": 0}, {"tokens": 51}, {"tokens": "20"}, {"size": 7}]
)
def test_wrong_options_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(OptionError):
        game("best", **wrong)


def test_a_greedy_player_sees_the_points_at_once() -> None:
    best = game("best")
    position, _ = play_all(best, "2141")
    gains = {move: best.gain(position, 0, move) for move in best.candidates(position, 0)}
    assert gains == {"1": 3.0, "2": 0.0, "3": 3.0, "4": 0.0, "5": 0.0}


# --- a slow second reading of the rules -------------------------------------------------------------------------------


class Slow:
    """The rules once more: a picture of rows from the top, tokens that sink one cell at a time, windows of three."""

    def __init__(self, columns: int, rows: int, tokens: int) -> None:
        self.picture = [["."] * columns for _ in range(rows)]
        self.left = {"w": tokens, "b": tokens}
        self.points = {"w": 0, "b": 0}
        self.mover = "w"

    def legal(self) -> list[str]:
        if self.over():
            return []
        return [str(c + 1) for c, cell in enumerate(self.picture[0]) if cell == "."]

    def over(self) -> bool:
        full = all(cell != "." for row in self.picture for cell in row)
        return full or self.left == {"w": 0, "b": 0}

    def move(self, text: str) -> None:
        mine, theirs = self.mover, "b" if self.mover == "w" else "w"
        column = int(text) - 1
        row = max(r for r in range(len(self.picture)) if self.picture[r][column] == ".")
        self.picture[row][column] = mine
        self.left[mine] -= 1
        below = [line[column] for line in self.picture[row + 1 :]]
        if below[:2] == [theirs, theirs] and below[2:3] in ([], [mine]):
            self.picture[row + 1][column] = self.picture[row + 2][column] = mine
        while self.score():
            while self.sink():
                pass
        self.mover = theirs

    def score(self) -> bool:
        height, width = len(self.picture), len(self.picture[0])
        windows = [[(r, c), (r, c + 1), (r, c + 2)] for r in range(height) for c in range(width - 2)]
        windows += [[(r, c), (r + 1, c), (r + 2, c)] for r in range(height - 2) for c in range(width)]
        lines = [w for w in windows if {self.picture[r][c] for r, c in w} in ({"w"}, {"b"})]
        for r, c in {cell for line in lines for cell in line}:
            self.points[self.picture[r][c]] += 1
            self.picture[r][c] = "."
        return bool(lines)

    def sink(self) -> bool:
        for r in range(len(self.picture) - 1):
            for c, cell in enumerate(self.picture[r]):
                if cell != "." and self.picture[r + 1][c] == ".":
                    self.picture[r][c], self.picture[r + 1][c] = ".", cell
                    return True
        return False

    def board(self) -> Board:
        height = len(self.picture)
        return {
            f"{'abcdefg'[c]}{height - r}": cell
            for r, row in enumerate(self.picture)
            for c, cell in enumerate(row)
            if cell != "."
        }


def assert_same(best: AnyGame, position: Any, slow: Slow) -> None:
    assert best.board(position) == slow.board()
    info = best.describe(position).data()
    assert info["scores"] == (slow.points["w"], slow.points["b"])
    assert info["tokens"] == (slow.left["w"], slow.left["b"])
    outcome = best.outcome(position)
    if slow.over():
        assert best.turn(position) == ()
        most = max(slow.points.values())
        assert outcome is not None
        assert outcome.winners == tuple(s for s, c in enumerate("wb") if slow.points[c] == most)
        assert outcome.scores == (slow.points["w"], slow.points["b"])
    else:
        assert outcome is None
        seat = "wb".index(slow.mover)
        assert best.turn(position) == (seat,)
        assert list(best.prompt(position, seat).moves()) == slow.legal()


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("tokens", range(1, 51))
def test_random_games_agree_with_the_slow_reading_at_every_step(board: str, tokens: int) -> None:
    best, slow = game("best", board=board, tokens=tokens), Slow(*BOARDS[board], tokens)
    chance, position = random.Random(f"{board} {tokens}"), best.start()
    assert_same(best, position, slow)
    while turn := best.turn(position):
        move = chance.choice(list(best.prompt(position, turn[0]).moves()))
        position, _ = best.play(position, {turn[0]: move})
        slow.move(move)
        assert_same(best, position, slow)


@settings(max_examples=80, deadline=None)
@given(
    board=st.sampled_from(list(BOARDS)),
    tokens=st.integers(1, 50),
    picks=st.lists(st.integers(0, 6), min_size=100, max_size=100),
)
def test_what_holds_in_every_game(board: str, tokens: int, picks: list[int]) -> None:
    best = game("best", board=board, tokens=tokens)
    position = best.start()
    for placed, pick in enumerate(picks, start=1):
        turn = best.turn(position)
        if not turn:
            break
        moves = list(best.prompt(position, turn[0]).moves())
        before = best.board(position)
        position, changes = best.play(position, {turn[0]: moves[pick % len(moves)]})
        check_changes(before, best.board(position), changes)
        check_board(best.board(position))
        info = best.describe(position).data()
        assert len(best.board(position)) + sum(info["scores"]) == placed  # no token is lost or made
        assert sum(info["tokens"]) == 2 * tokens - placed
        assert best.load(best.dump(position)) == position


def check_changes(before: Board, after: Board, changes: tuple[Change, ...]) -> None:
    """They tell the whole story: each finds what it says, none lands on a token, and they end at the new board."""
    board = dict(before)
    for change in changes:
        if change.kind in ("remove", "fall"):
            assert board[change.space] == change.piece
        if change.kind in ("place", "fall"):
            assert (change.to or change.space) not in board
        if change.kind == "turn":
            assert board[change.space] != change.piece
        board = apply_changes(board, (change,))
    assert board == after
    steps = [change.step for change in changes]
    assert steps == sorted(steps)
    assert set(steps) == set(range(max(steps) + 1))


def check_board(board: Board) -> None:
    """Nothing hangs in the air, and no three of a colour stand in a line."""
    for space, token in board.items():
        column, row = ord(space[0]), int(space[1:])
        assert row == 1 or f"{space[0]}{row - 1}" in board
        assert [board.get(f"{chr(column + n)}{row}") for n in range(3)] != [token] * 3
        assert [board.get(f"{space[0]}{row + n}") for n in range(3)] != [token] * 3

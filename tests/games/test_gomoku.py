"""Gomoku's rules: every sentence of the rule page by hand."""

from __future__ import annotations

import pytest

from quintet.games import game
from quintet.games.contract import AnyGame, IllegalMoveError, InvalidMoveError, OptionError
from quintet.games.gomoku import Gomoku, GomokuPosition


def stand(
    gomoku: AnyGame, black: str, white: str, colour: str = "b", captured: tuple[int, int] = (0, 0)
) -> GomokuPosition:
    """A position in play with these stones; `colour` is to move."""
    stones = dict.fromkeys(black.split(), "b") | dict.fromkeys(white.split(), "w")
    assert isinstance(gomoku, Gomoku)
    return GomokuPosition(
        points="".join(stones.get(name, ".") for name in gomoku.grid.names),
        phase="play",
        mover="bw".index(colour),
        colour=colour,
        black=0,
        placed=100,
        captured=captured,
    )


def play(gomoku: AnyGame, position: GomokuPosition, *moves: str) -> GomokuPosition:
    """The position after these moves, each by the seat whose turn it is."""
    for move in moves:
        (seat,) = gomoku.turn(position)
        position, _ = gomoku.play(position, {seat: move})
    return position


def ending(gomoku: AnyGame, position: GomokuPosition) -> tuple[tuple[int, ...], str] | None:
    outcome = gomoku.outcome(position)
    return (outcome.winners, outcome.reason) if outcome else None


def legal(gomoku: AnyGame, position: GomokuPosition) -> set[str]:
    (seat,) = gomoku.turn(position)
    return set(gomoku.prompt(position, seat).moves())


def refusal(gomoku: AnyGame, position: GomokuPosition, move: str) -> str:
    (seat,) = gomoku.turn(position)
    assert move not in legal(gomoku, position)
    with pytest.raises(IllegalMoveError) as caught:
        gomoku.play(position, {seat: move})
    return str(caught.value)


# -- the board and the moves


def test_it_starts_empty_with_black_to_move_and_a1_at_the_bottom_left() -> None:
    gomoku = game("gomoku")
    start = gomoku.start()
    assert gomoku.turn(start) == (0,)
    assert len(legal(gomoku, start)) == 361
    assert gomoku.board(start) == {}
    assert gomoku.describe(start).data() == {
        "phase": "play",
        "colours": ("b", "w"),
        "captures": {"b": 0, "w": 0},
    }
    places = {space.name: (space.x, space.y) for space in gomoku.layout.spaces}
    assert [places[name] for name in ("a1", "i1", "s19")] == [(0.0, 18.0), (8.0, 18.0), (18.0, 0.0)]
    assert gomoku.layout.shape == "point"
    assert sorted(gomoku.layout.dots) == [(x, y) for x in (3.0, 9.0, 15.0) for y in (3.0, 9.0, 15.0)]
    assert len(game("gomoku", size=15).layout.dots) == 5
    assert len(game("gomoku", size=10).layout.dots) == 4


@pytest.mark.parametrize("text", ["t1", "a20", "a0", "k", "10", "k 10", "pass", "ｋ10", "", "k10 k11", "a01"])
def test_what_is_no_point_is_no_move(text: str) -> None:
    gomoku = game("gomoku")
    with pytest.raises(InvalidMoveError):
        gomoku.play(gomoku.start(), {0: text})


def test_points_are_read_in_any_case() -> None:
    assert game("gomoku").parse(" K10 ") == "k10"


def test_an_occupied_point_is_refused() -> None:
    gomoku = game("gomoku")
    assert refusal(gomoku, play(gomoku, gomoku.start(), "k10"), "k10") == "k10 is occupied"


@pytest.mark.parametrize("size", [8, 20, "9", True, 9.0])
def test_a_wrong_size_is_refused(size: object) -> None:
    with pytest.raises(OptionError, match="from 9 to 19"):
        game("gomoku", size=size)


@pytest.mark.parametrize("opening", ["pro", "long-pro"])
def test_an_opening_with_a_centre_needs_an_odd_size(opening: str) -> None:
    with pytest.raises(OptionError, match="size must be odd"):
        game("gomoku", size=10, opening=opening)


# -- captures


@pytest.mark.parametrize(("dx", "dy"), [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y])
def test_a_pair_is_captured_in_every_direction(dx: int, dy: int) -> None:
    gomoku = game("gomoku", size=9)
    first, second, end = ("abcdefghi"[4 + n * dx] + str(5 + n * dy) for n in (1, 2, 3))
    position, changes = gomoku.play(stand(gomoku, end, f"{first} {second}"), {0: "e5"})
    assert gomoku.board(position) == {"e5": "b", end: "b"}
    assert gomoku.describe(position).data()["captures"] == {"b": 1, "w": 0}
    assert [(c.kind, c.space, c.piece) for c in changes] == [
        ("place", "e5", "b"),
        ("remove", first, "w"),
        ("remove", second, "w"),
    ]


def test_captures_in_all_eight_directions_happen_at_once() -> None:
    gomoku = game("gomoku", size=9)
    ends = "b2 b5 b8 e2 e8 h2 h5 h8"
    pairs = "c3 d4 c5 d5 c7 d6 e3 e4 e6 e7 g3 f4 f5 g5 f6 g7"
    position = play(gomoku, stand(gomoku, ends, pairs), "e5")
    assert gomoku.board(position) == dict.fromkeys([*ends.split(), "e5"], "b")
    assert gomoku.describe(position).data()["captures"]["b"] == 8
    assert ending(gomoku, position) == ((0,), "captures")


@pytest.mark.parametrize(
    ("black", "white"),
    [("c5", "d5"), ("a5", "b5 c5 d5"), ("", "c5 d5"), ("b5", "c5"), ("b5 c5", "d5"), ("b5", "d5")],
)
def test_anything_but_exactly_two_between_own_stones_is_no_capture(black: str, white: str) -> None:
    gomoku = game("gomoku", size=9)
    position = play(gomoku, stand(gomoku, black, white), "e5")
    assert set(gomoku.board(position)) == {*black.split(), *white.split(), "e5"}


def test_the_edge_captures_nothing() -> None:
    gomoku = game("gomoku", size=9)
    position = play(gomoku, stand(gomoku, "i4", "a5 b5"), "c5")
    assert len(gomoku.board(position)) == 4


def test_a_stone_placed_between_two_enemy_stones_is_safe() -> None:
    gomoku = game("gomoku", size=9)
    position = play(gomoku, stand(gomoku, "d5", "c5 f5"), "e5")
    assert gomoku.board(position) == {"c5": "w", "d5": "b", "e5": "b", "f5": "w"}


def test_without_captures_nothing_is_captured() -> None:
    gomoku = game("gomoku", size=9, captures="off")
    position = play(gomoku, stand(gomoku, "b5", "c5 d5"), "e5")
    assert len(gomoku.board(position)) == 4
    assert gomoku.describe(position).data()["captures"] == {"b": 0, "w": 0}


@pytest.mark.parametrize(("before", "over"), [(3, False), (4, True)])
def test_the_fifth_pair_wins(before: int, over: bool) -> None:
    gomoku = game("gomoku", size=9)
    position = play(gomoku, stand(gomoku, "b5", "c5 d5", captured=(before, 4)), "e5")
    assert ending(gomoku, position) == (((0,), "captures") if over else None)


# -- rows of five

FIVE = "b5 c5 d5 e5"
"""Black makes five with f5."""


@pytest.mark.parametrize(
    ("stones", "last"),
    [
        ("b5 c5 d5 e5", "f5"),
        ("b5 b6 b8 b9", "b7"),
        ("a1 b2 c3 e5", "d4"),
        ("i1 h2 g3 f4", "e5"),
        ("a1 b1 c1 d1 f1 g1", "e1"),
        ("a1 b1 c1 d1 f1 g1 h1 i1", "e1"),
    ],
)
def test_five_or_more_in_a_row_win_at_once(stones: str, last: str) -> None:
    gomoku = game("gomoku", size=9)
    position = play(gomoku, stand(gomoku, stones, "h9"), last)
    assert ending(gomoku, position) == ((0,), "alignment")
    assert gomoku.turn(position) == ()
    assert gomoku.describe(position).phase == "over"


def test_a_row_does_not_go_round_the_edge() -> None:
    gomoku = game("gomoku", size=9)
    assert ending(gomoku, play(gomoku, stand(gomoku, "h3 i3 a4 b4", ""), "c4")) is None


def test_four_do_not_win() -> None:
    gomoku = game("gomoku", size=9)
    assert ending(gomoku, play(gomoku, stand(gomoku, "b5 c5 d5", ""), "e5")) is None


# White can capture d5 and d6 from d4 or d7.
BREAKABLE = {"black": FIVE + " d6", "white": "d7"}


def breakable(
    captured: tuple[int, int] = (0, 0), white: str = "", **settings: object
) -> tuple[AnyGame, GomokuPosition]:
    gomoku = game("gomoku", size=9, **settings)
    stones = stand(gomoku, BREAKABLE["black"], f"{BREAKABLE['white']} {white}", captured=captured)
    return gomoku, play(gomoku, stones, "f5")


def test_a_five_that_a_capture_can_break_gives_one_more_turn() -> None:
    gomoku, position = breakable()
    assert ending(gomoku, position) is None
    assert gomoku.turn(position) == (1,)
    assert gomoku.describe(position).phase == "break the five"
    assert "Break the five" in gomoku.prompt(position, 1).ask
    assert len(legal(gomoku, position)) == 81 - 7, "free to play any legal move"


def test_breaking_the_five_continues_the_game() -> None:
    gomoku, position = breakable()
    position = play(gomoku, position, "d4")
    assert ending(gomoku, position) is None
    assert gomoku.describe(position).data() == {
        "phase": "play",
        "colours": ("b", "w"),
        "captures": {"b": 0, "w": 1},
    }
    assert gomoku.turn(position) == (0,)


def test_any_other_move_loses_to_the_five() -> None:
    gomoku, position = breakable()
    assert ending(gomoku, play(gomoku, position, "a1")) == ((0,), "alignment")


def test_even_a_five_of_ones_own_loses_to_the_five() -> None:
    gomoku, position = breakable(white="a1 b1 c1 d1")
    assert ending(gomoku, play(gomoku, position, "e1")) == ((0,), "alignment")


def test_a_capture_that_leaves_the_five_loses() -> None:
    gomoku = game("gomoku", size=9)
    position = play(gomoku, stand(gomoku, FIVE + " d6 h2 h3", "d7 h1"), "f5", "h4")
    assert gomoku.describe(position).data()["captures"] == {"b": 0, "w": 1}
    assert ending(gomoku, position) == ((0,), "alignment")


def test_the_fifth_pair_wins_on_the_extra_turn_though_the_five_stands() -> None:
    gomoku = game("gomoku", size=9)
    position = play(gomoku, stand(gomoku, FIVE + " h2 h3", "h1", captured=(0, 4)), "f5")
    assert gomoku.describe(position).phase == "break the five"
    assert ending(gomoku, play(gomoku, position, "h4")) == ((1,), "captures")


def test_two_pairs_at_once_can_be_the_fifth() -> None:
    gomoku = game("gomoku", size=9)
    stones = stand(gomoku, FIVE + " h2 h3 g4 f4", "h1 e4", captured=(0, 3))
    assert gomoku.describe(play(gomoku, stones, "f5")).phase == "break the five"
    fewer = stand(gomoku, FIVE + " h2 h3 g4 f4", "h1 e4", captured=(0, 2))
    assert ending(gomoku, play(gomoku, fewer, "f5")) == ((0,), "alignment")


def test_the_fifth_pair_wins_though_the_same_stone_makes_a_breakable_five() -> None:
    gomoku = game("gomoku", size=9)
    stones = stand(gomoku, FIVE + " d6 f2", "d7 f3 f4", captured=(4, 0))
    assert ending(gomoku, play(gomoku, stones, "f5")) == ((0,), "captures")


def test_a_capture_that_breaks_one_of_two_fives_is_no_answer() -> None:
    gomoku = game("gomoku", size=9)
    stones = stand(gomoku, FIVE + " f1 f2 f3 f4 d6", "d7")
    assert ending(gomoku, play(gomoku, stones, "f5")) == ((0,), "alignment")


def test_a_capture_that_leaves_five_of_a_longer_row_is_no_answer() -> None:
    gomoku = game("gomoku", size=9)
    stones = stand(gomoku, "a5 b5 c5 d5 f5 g5 a6", "a7")
    assert ending(gomoku, play(gomoku, stones, "e5")) == ((0,), "alignment")


def test_a_five_made_while_breaking_is_judged_by_the_same_rule() -> None:
    gomoku = game("gomoku", size=9)
    # d4 takes d5 and d6 and completes a4-e4 for white; nothing takes that row apart, so white wins.
    wins = stand(gomoku, FIVE + " d6", "d7 a4 b4 c4 e4")
    assert ending(gomoku, play(gomoku, wins, "f5", "d4")) == ((1,), "alignment")
    # With a white stone on b3 too, black can take b3 and b4 from b2, and has an extra turn of its own.
    position = play(gomoku, stand(gomoku, FIVE + " d6", "d7 a4 b4 c4 e4 b3"), "f5", "d4")
    assert gomoku.turn(position) == (0,)
    assert gomoku.describe(position).phase == "break the five"
    assert ending(gomoku, play(gomoku, position, "b2")) is None
    assert ending(gomoku, play(gomoku, position, "i9")) == ((1,), "alignment")


def test_without_captures_a_five_wins_at_once() -> None:
    gomoku, position = breakable(captures="off")
    assert ending(gomoku, position) == ((0,), "alignment")


def test_an_answer_that_is_banned_is_no_answer() -> None:
    # d4 would break the five, and so would d3 with no black on it; the pair d4-e4 stands between c4 and f4.
    white = "e4 d7"
    black = FIVE + " d6 c4 f4"
    for ban, over in (("allowed", False), ("forbidden", True)):
        gomoku = game("gomoku", size=9, self_capture=ban)
        position = play(gomoku, stand(gomoku, black, white), "f5")
        assert ending(gomoku, position) == (((0,), "alignment") if over else None)


# -- the ban on double threes


def bans(move: str, black: str, white: str = "", **settings: object) -> bool:
    """Does the ban, and nothing else, forbid black this move?"""
    free, strict = (game("gomoku", size=9, double_three=v, **settings) for v in ("allowed", "forbidden"))
    assert move in legal(free, stand(free, black, white))
    forbidden = move not in legal(strict, stand(strict, black, white))
    if forbidden:
        assert "two free threes" in refusal(strict, stand(strict, black, white), move)
    return forbidden


@pytest.mark.parametrize(
    ("move", "black"),
    [
        ("e5", "c5 d5 e3 e4"),  # two solid threes
        ("e5", "d5 f5 e4 e6"),
        ("e5", "c5 b5 e4 e3"),  # one with a gap
        ("e5", "d4 f6 d6 f4"),  # both diagonals
        ("e5", "d5 f5 d4 f6 e4 e6"),  # three at once
        ("e5", "b5 d5 g5"),  # .b.bb. and .bb.b. on one axis: b d e and d e g
    ],
)
def test_two_free_threes_at_once_are_banned(move: str, black: str) -> None:
    assert bans(move, black)


@pytest.mark.parametrize(
    ("move", "black", "white"),
    [
        ("e5", "c5 d5", ""),  # one three
        ("e5", "c5 d5 e3 e4", "e2"),  # one of them is blocked
        ("e5", "c5 d5 e3 e4", "f5"),
        ("c5", "a5 b5 c3 c4", ""),  # the edge is no empty point
        ("e5", "c5 d5 b5 e3 e4", ""),  # a four is no three
        ("e5", "b5 c5 g5 e3 e4", "d5"),  # the gap is filled
        ("e5", "a1 b2 a3 b3", ""),  # not through the stone: nothing on e5's lines
        ("i9", "c5 d5 e5 c3 d4", ""),  # threes that the stone is not part of
        ("e5", "b5 d5 h5", ""),
    ],
)
def test_fewer_than_two_free_threes_are_allowed(move: str, black: str, white: str) -> None:
    assert not bans(move, black, white)


def test_a_capture_excuses_a_double_three() -> None:
    assert not bans("e5", "c5 d5 e3 e4 h8", "f6 g7")
    assert bans("e5", "c5 d5 e3 e4 h8", "f6 g7", captures="off")


def test_a_five_does_not_excuse_a_double_three() -> None:
    gomoku = game("gomoku", size=11, double_three="forbidden")
    stones = "a1 b2 c3 d4 c5 d5 e3 e4"
    assert "two free threes" in refusal(gomoku, stand(gomoku, stones, ""), "e5")


def test_a_capture_opens_nothing_that_a_ban_would_count() -> None:
    gomoku = game("gomoku", size=9, double_three="forbidden")
    assert "e5" in legal(gomoku, stand(gomoku, "d5 f5 e6 e7 e2", "e4 e3"))


# -- the ban on self-captures


@pytest.mark.parametrize(
    ("black", "white", "banned"),
    [
        ("d5", "c5 f5", True),
        ("f5", "d5 g5", True),
        ("e6", "e4 e7", True),
        ("d4", "c3 f6", True),
        ("d6", "c7 f4", True),
        ("d5 c5", "b5 f5", False),  # three stones are not a pair
        ("", "d5 f5", False),  # nor is one
        ("d5", "c5", False),
        ("b5 c5", "a5", False),
    ],
)
def test_completing_a_pair_between_enemies_can_be_banned(black: str, white: str, banned: bool) -> None:
    for ban, captures in (("forbidden", "on"), ("forbidden", "off"), ("allowed", "on")):
        gomoku = game("gomoku", size=9, self_capture=ban, captures=captures)
        position = stand(gomoku, black, white)
        if banned and ban == "forbidden" and captures == "on":
            assert "between two enemy stones" in refusal(gomoku, position, "e5")
        else:
            assert "e5" in legal(gomoku, position)


def test_a_self_capture_is_judged_after_the_captures_of_the_move() -> None:
    gomoku = game("gomoku", size=9, self_capture="forbidden")
    # The stone takes f5 and g5, one of the two enemies beside the pair d5-e5.
    assert "e5" in legal(gomoku, stand(gomoku, "d5 h5", "c5 f5 g5"))
    # It takes another pair; the enemies beside d5-e5 stay.
    assert "e5" not in legal(gomoku, stand(gomoku, "d5 e8", "c5 f5 e6 e7"))


def test_the_edge_flanks_nothing() -> None:
    gomoku = game("gomoku", size=9, self_capture="forbidden")
    assert "a5" in legal(gomoku, stand(gomoku, "b5", "c5"))


# -- openings


@pytest.mark.parametrize(("opening", "least"), [("pro", 3), ("long-pro", 4)])
def test_a_pro_opening_fixes_moves_one_and_three(opening: str, least: int) -> None:
    gomoku = game("gomoku", size=9, opening=opening)
    start = gomoku.start()
    assert gomoku.describe(start).phase == "opening"
    assert gomoku.describe(start).colours == ("b", "w")
    assert legal(gomoku, start) == {"e5"}
    assert refusal(gomoku, start, "e6") == "e6 is not the centre: move 1 must be on e5"
    second = play(gomoku, start, "e5")
    assert len(legal(gomoku, second)) == 80, "move 2 is free"
    third = play(gomoku, second, "e6")
    near = {
        f"{c}{r}"
        for c in "abcdefghi"
        for r in range(1, 10)
        if max(abs(ord(c) - ord("e")), abs(r - 5)) < least
    }
    assert legal(gomoku, third) == {f"{c}{r}" for c in "abcdefghi" for r in range(1, 10)} - near - {"e6"}
    assert (
        refusal(gomoku, third, "f6")
        == f"f6 is too near: move 3 must be at least {least} lines from the centre"
    )
    fourth = play(gomoku, third, "a1")
    assert gomoku.describe(fourth).phase == "play"
    assert len(legal(gomoku, fourth)) == 78


@pytest.mark.parametrize(("choice", "colours"), [("take-black", ("w", "b")), ("take-white", ("b", "w"))])
def test_swap_lets_seat_1_choose_after_three_stones(choice: str, colours: tuple[str, str]) -> None:
    gomoku = game("gomoku", size=9, opening="swap")
    position = gomoku.start()
    for number, move in enumerate(("e5", "e6", "f5")):
        assert gomoku.turn(position) == (0,)
        assert gomoku.describe(position).colours == (None, None)
        assert gomoku.describe(position).phase == "opening"
        assert ("black", "white")[number % 2] in gomoku.prompt(position, 0).ask
        position = play(gomoku, position, move)
    assert gomoku.board(position) == {"e5": "b", "e6": "w", "f5": "b"}
    assert gomoku.turn(position) == (1,)
    assert gomoku.describe(position).phase == "choice"
    assert legal(gomoku, position) == {"take-black", "take-white"}
    assert refusal(gomoku, position, "a1") == "no stone is placed now: take black or take white"
    assert refusal(gomoku, position, "place-two") == "you cannot place two more stones now"
    position = play(gomoku, position, choice)
    assert gomoku.describe(position).colours == colours
    assert gomoku.describe(position).phase == "play"
    assert gomoku.turn(position) == (colours.index("w"),), "white moves next"
    assert gomoku.board(play(gomoku, position, "a1"))["a1"] == "w"
    assert "you cannot take white now" in refusal(gomoku, position, "take-white")


@pytest.mark.parametrize(("choice", "colours"), [("take-black", ("b", "w")), ("take-white", ("w", "b"))])
def test_swap2_lets_seat_1_place_two_more_and_seat_0_choose(choice: str, colours: tuple[str, str]) -> None:
    gomoku = game("gomoku", size=9, opening="swap2")
    position = play(gomoku, gomoku.start(), "e5", "e6", "f5")
    assert legal(gomoku, position) == {"take-black", "take-white", "place-two"}
    position = play(gomoku, position, "place-two")
    assert gomoku.turn(position) == (1,)
    assert gomoku.describe(position).phase == "opening"
    position = play(gomoku, position, "a1")
    assert gomoku.turn(position) == (1,)
    position = play(gomoku, position, "a2")
    assert gomoku.board(position) == {"e5": "b", "e6": "w", "f5": "b", "a1": "w", "a2": "b"}
    assert gomoku.turn(position) == (0,)
    assert legal(gomoku, position) == {"take-black", "take-white"}
    assert gomoku.describe(position).colours == (None, None)
    position = play(gomoku, position, choice)
    assert gomoku.describe(position).colours == colours
    assert gomoku.turn(position) == (colours.index("w"),)


def test_swap2_may_choose_at_three_stones() -> None:
    gomoku = game("gomoku", size=9, opening="swap2")
    position = play(gomoku, gomoku.start(), "e5", "e6", "f5", "take-black")
    assert gomoku.describe(position).colours == ("w", "b")
    assert gomoku.turn(position) == (0,)


def test_the_fifth_opening_stone_can_capture_for_its_colour() -> None:
    gomoku = game("gomoku", size=9, opening="swap2")
    position = play(gomoku, gomoku.start(), "a1", "b1", "a9", "place-two", "c1", "d1")
    assert gomoku.board(position) == {"a1": "b", "a9": "b", "d1": "b"}
    assert gomoku.describe(position).data()["captures"] == {"b": 1, "w": 0}
    taken = play(gomoku, position, "take-white", "b9")
    assert gomoku.describe(taken).data()["captures"] == {"b": 1, "w": 0}


def test_the_bans_hold_in_the_opening() -> None:
    gomoku = game("gomoku", size=9, opening="swap2", self_capture="forbidden")
    position = play(gomoku, gomoku.start(), "a1", "b1", "d1", "place-two")
    assert "between two enemy stones" in refusal(gomoku, position, "c1")


def test_a_winner_is_a_seat_whatever_colour_it_holds() -> None:
    gomoku = game("gomoku", size=9, opening="swap", captures="off")
    moves = ["a1", "a9", "b1", "take-black", "b9", "c1", "c9", "d1", "d9", "e1"]
    assert ending(gomoku, play(gomoku, gomoku.start(), *moves)) == ((1,), "alignment")


def test_words_are_refused_where_nothing_is_chosen() -> None:
    gomoku = game("gomoku")
    assert refusal(gomoku, gomoku.start(), "take-black") == "you cannot take black now"


# -- draws

FULL = ["bbwwbbwwb", "wwbbwwbbw"]
"""Rows that, taken in turn, hold no five in any direction."""


def full_board(gomoku: AnyGame, **changed: str) -> GomokuPosition:
    """Every point taken, but for these."""
    stones = {f"{c}{r}": FULL[r % 2][i] for r in range(1, 10) for i, c in enumerate("abcdefghi")} | changed
    black, white = (" ".join(name for name, stone in stones.items() if stone == c) for c in "bw")
    return stand(gomoku, black, white)


def test_a_full_board_is_a_draw() -> None:
    gomoku = game("gomoku", size=9, captures="off")
    outcome = gomoku.outcome(play(gomoku, full_board(gomoku, e5="."), "e5"))
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 1), "board-full")
    assert outcome.draw
    assert outcome.scores is None


def test_no_legal_move_at_all_is_a_draw() -> None:
    # The last empty point is c1, and white may not play there: b1 and c1 would stand between a1 and d1.
    for ban, over in (("forbidden", True), ("allowed", False)):
        gomoku = game("gomoku", size=9, self_capture=ban)
        after = play(gomoku, full_board(gomoku, a1="b", c1=".", i9="."), "i9")
        assert ending(gomoku, after) == (((0, 1), "no-legal-move") if over else None)


# -- the greedy player's measure


def test_the_quick_gain_is_the_difference_of_the_measures() -> None:
    gomoku = game("gomoku", size=9)
    position = play(gomoku, gomoku.start(), "e5", "d5", "e6", "e4", "f5", "g5", "d4", "e7", "h6")
    for move in legal(gomoku, position):
        after, _ = gomoku.play(position, {1: move})
        assert gomoku.gain(position, 1, move) == gomoku.measure(after, 1) - gomoku.measure(position, 1)


def test_the_measure_likes_winning_capturing_and_rows() -> None:
    gomoku = game("gomoku", size=9)

    def best(position: GomokuPosition) -> str:
        return max(sorted(legal(gomoku, position)), key=lambda move: gomoku.gain(position, 0, move))

    assert best(stand(gomoku, "b5 c5 d5 e5", "a5 h9 h8")) == "f5"
    assert best(stand(gomoku, "b5", "c5 d5")) == "e5"
    assert best(stand(gomoku, "h9", "b5 c5 d5 e5 a1 b1")) in {"a5", "f5"}

"""Boards as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from quintet.draw import draw_text
from quintet.draw.text import Canvas
from quintet.games import game
from quintet.games.contract import Board, Label, Layout, Piece, Space
from quintet.games.grid import Grid

PALETTE = (Piece("b", "black"), Piece("w", "white"))


def drawn(layout: Layout, board: Board, last: tuple[str, ...] = (), colour: bool = False) -> str:
    return Canvas(layout, board, colour).draw(last)


def grid(columns: int, rows: int, shape: Literal["square", "point"] = "square") -> Layout:
    return Grid(columns, rows, first_row="bottom").layout(shape, "wood", PALETTE, dots=((1.0, 1.0),))


def graph(spaces: Mapping[str, tuple[float, float]], labels: tuple[Label, ...] = ()) -> Layout:
    places = tuple(Space(name, x, y) for name, (x, y) in spaces.items())
    return Layout(spaces=places, shape="point", surface="paper", labels=labels, palette=PALETTE)


def test_a_grid_has_its_labels_around_it() -> None:
    assert drawn(grid(3, 3), {"a1": "b", "c3": "w"}).splitlines() == [
        "3 . . w",
        "2 . + .",
        "1 b . .",
        "  a b c",
    ]


def test_row_numbers_of_two_digits_end_together() -> None:
    lines = drawn(grid(19, 19), {}).splitlines()
    assert lines[9].startswith("10 . .")
    assert lines[10].startswith(" 9 . .")
    assert lines[19] == "   a b c d e f g h i j k l m n o p q r s"


def test_the_last_move_is_marked() -> None:
    assert drawn(grid(3, 1), {"b1": "b"}, last=("b1",)).splitlines()[0] == "1 .(b)."
    assert drawn(grid(3, 1), {"a1": "b", "b1": "w"}, last=("a1", "b1")).splitlines()[0] == "1(b|w)."


def test_stacks_stay_in_line() -> None:
    assert drawn(grid(3, 2), {"a2": "ww", "b1": "b", "c1": "x"}, last=("b1",)).splitlines() == [
        "2 ww .  .",
        "1 . (b) x",
        "  a  b  c",
    ]


def test_rows_shifted_by_half_a_space_keep_their_shape() -> None:
    hexagon = {
        name: (x, y * 0.866)
        for name, x, y in (
            ("b1", -0.5, 0),
            ("c1", 0.5, 0),
            ("a2", -1, 1),
            ("b2", 0, 1),
            ("c2", 1, 1),
            ("a3", -0.5, 2),
            ("b3", 0.5, 2),
        )
    }
    labels = (Label("1", -1.5, 0.0),)
    assert drawn(graph(hexagon, labels), {"b2": "b"}).splitlines() == ["1 . .", " . b .", "  . ."]


def test_a_board_without_labels_names_its_spaces() -> None:
    spaces = {"hub": (1.0, 1.0), "n": (1.0, 0.0), "w": (0.0, 1.0), "far": (1.0, 3.0)}
    assert drawn(graph(spaces), {"hub": "ww", "w": "b"}, last=("hub",)).splitlines() == [
        "        n:.",
        " w:b    hub(ww)",
        "",
        "        far:.",
    ]


def test_spaces_too_close_to_each_other_are_all_drawn() -> None:
    spaces = {f"s{number}": (number / 100, 0.0) for number in range(5)}
    text = drawn(graph(spaces), {"s4": "b"})
    assert text.split() == ["s0:.", "s1:.", "s2:.", "s3:.", "s4:b"]


def test_a_wide_board_stays_readable() -> None:
    spaces = {f"s{number}": (number * 50.0, 0.0) for number in range(10)}
    text = drawn(graph(spaces), {})
    assert len(text) < 250
    assert len(text.split()) == 10


def test_colour_paints_pieces_and_changes_no_letter() -> None:
    layout, board = grid(3, 3), {"a1": "b", "c3": "ww"}
    painted = drawn(layout, board, colour=True)
    assert "\x1b[" in painted
    plain = painted
    for code in {part.split("m")[0] for part in painted.split("\x1b[")[1:]}:
        plain = plain.replace(f"\x1b[{code}m", "")
    assert plain == drawn(layout, board)


def test_a_position_of_a_game() -> None:
    reversi = game("reversi", size=4)
    position, _ = reversi.play(reversi.start(), {0: "b1"})
    assert draw_text(reversi, position, last=("b1",)).splitlines() == [
        "  a b c d",
        "1 .(b). .",
        "2 . b b .",
        "3 . b w .",
        "4 . . . .",
    ]

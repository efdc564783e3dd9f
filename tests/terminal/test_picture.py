"""The drawn board: how large it is, what can be told apart on it, and where its spaces are."""

from __future__ import annotations

import itertools

import pytest
from rich.color import Color, ColorSystem
from rich.style import Style

from quintet.games import GAMES, game
from quintet.games.contract import BURNED, AnyGame
from quintet.terminal.colours import colours, contrast
from quintet.terminal.picture import Appearance, Marks, Picture
from quintet.terminal.plan import Plan, fitting, plan_at
from tests.toys.ataxx import Ataxx
from tests.toys.draughts import Draughts

STAR = {
    "spaces": {"a1": [0, 0], "b1": [4, 0], "c1": [2, 2], "d1": [0, 4], "e1": [4, 5]},
    "edges": [["a1", "c1"], ["b1", "c1"], ["c1", "d1"], ["c1", "e1"], ["a1", "b1"]],
}
BOARDS: list[AnyGame] = [
    *(game(name) for name in GAMES),
    game("onyx", board="hex-5"),
    game("onyx", board="square-7"),
    game("onyx", board="king-12"),
    game("onyx", board=STAR),
    game("omega", players=3),
    Ataxx(),
    Draughts(),
]
ROOMS = ((41, 21), (60, 28), (82, 38), (120, 48), (160, 57))
IDS = [f"{board.name}-{number}" for number, board in enumerate(BOARDS)]
boards = pytest.mark.parametrize("board", BOARDS, ids=IDS)


def crowd(board: AnyGame) -> dict[str, str]:
    """Every piece there is, in stacks of one, two and three, on the first spaces."""
    codes = [piece.code for piece in board.layout.palette if piece.code != BURNED]
    stacks = [code * high for high in (1, 2, 3) for code in codes] + ["".join(codes), BURNED]
    return dict(zip((space.name for space in board.layout.spaces), stacks, strict=False))


def plain(plan: Plan, board: AnyGame, look: Appearance) -> list[str]:
    return Picture(plan, crowd(board), Marks(), look).text.plain.split("\n")


@boards
def test_boards_grow_with_the_room_and_never_with_what_stands_on_them(board: AnyGame) -> None:
    before = 0
    for width, height in ROOMS:
        plan = fitting(board.layout, width, height)
        assert plan.width <= width
        assert plan.height <= height
        assert plan.width * plan.height >= before
        before = plan.width * plan.height
        for look in (Appearance(), Appearance(colour=False), Appearance(letters=True, light=True)):
            lines = plain(plan, board, look)
            assert (len(lines), {len(line) for line in lines}) == (plan.height, {plan.width})
    assert plan.scale[1] >= 2, "a large terminal has room for more than letters"


@boards
def test_every_space_is_found_where_it_is_drawn(board: AnyGame) -> None:
    for width, height in ROOMS:
        plan = fitting(board.layout, width, height)
        for name, (line, column) in plan.centres.items():
            assert plan.space_at(column, line) == name


@boards
@pytest.mark.parametrize("light", [False, True])
def test_pieces_can_be_told_from_the_ground_and_from_each_other(board: AnyGame, light: bool) -> None:
    found = colours(board.layout, light)
    pieces = {piece.code: piece for piece in board.layout.palette if piece.code != BURNED}
    for code in pieces:
        assert contrast(found.piece(code), found.hole) >= 1.8, f"{code} on the board"
        assert contrast(found.on_piece(code), found.piece(code)) >= 3, f"the mark on {code}"
    for one, other in itertools.combinations(pieces, 2):
        assert contrast(found.piece(one), found.piece(other)) >= 1.8, f"{one} beside {other}"


@boards
@pytest.mark.parametrize("light", [False, True])
def test_sixteen_colours_are_enough_to_tell_everything_apart(board: AnyGame, light: bool) -> None:
    def shown(colour: str) -> int | None:
        return Color.parse(colour).downgrade(ColorSystem.STANDARD).number

    look = Appearance(few=True, light=light)
    found = colours(board.layout, light, few=True)
    pieces = [found.piece(piece.code) for piece in board.layout.palette if piece.code != BURNED]
    grounds = {shown(found.ground), shown(found.hole)}
    assert len({shown(piece) for piece in pieces} | grounds) == len(pieces) + len(grounds)
    assert shown(found.line) not in grounds
    assert (len(grounds) == 2) == (board.layout.shape == "hole"), (
        "an empty hole is told from what is around it"
    )
    for width, height in ROOMS:
        plan = fitting(board.layout, width, height, ruled=look.ruled(board.layout))
        lines = Picture(plan, {}, Marks(), look).text.plain.split("\n")
        for line, column in plan.centres.values():
            walled = lines[line][column - plan.reach[0]] != " "
            painted = board.layout.shape == "hole" and plan.scale[1] > 1
            assert walled or painted or lines[line][column] != " ", "every space can be seen"


@boards
def test_without_colours_everything_is_ascii_and_every_stack_is_told(board: AnyGame) -> None:
    for width, height in ROOMS:
        drawn = "\n".join(plain(fitting(board.layout, width, height), board, Appearance(colour=False)))
        assert drawn.isascii()
        for codes in crowd(board).values():
            assert (codes if len(codes) == 1 else f"{codes[-1]}{len(codes)}") in drawn


def test_edges_and_spaces_of_a_graph_are_drawn() -> None:
    layout = game("onyx", board=STAR).layout
    plan = fitting(layout, 82, 38)
    for look, empty in ((Appearance(), "○"), (Appearance(colour=False), "o")):
        lines = Picture(plan, {}, Marks(), look).text.plain.split("\n")
        assert {lines[line][column] for line, column in plan.centres.values()} == {empty}
        for one, other in STAR["edges"]:
            (line, column), (to_line, to_column) = plan.centres[str(one)], plan.centres[str(other)]
            middle = lines[round((line + to_line) / 2)]
            around = round((column + to_column) / 2)
            assert middle[around - 1 : around + 2].strip(), f"{one} to {other}"


def test_the_stars_of_a_board_are_drawn_at_every_size() -> None:
    layout = game("gomoku").layout
    for scale in ((2, 1), (4, 2), (6, 3)):
        for look, star in ((Appearance(), "●" if scale > (2, 1) else "╋"), (Appearance(colour=False), "o")):
            picture = Picture(plan_at(layout, scale, False), {}, Marks(), look)
            assert picture.text.plain.count(star) == 9


@pytest.mark.parametrize("scale", [(2, 1), (4, 2), (8, 4)])
def test_marks_are_told_apart(scale: tuple[int, int]) -> None:
    """By shape as well as by colour."""
    layout = game("reversi").layout
    plan = plan_at(layout, scale, True)
    nothing = Picture(plan, {}, Marks(), Appearance()).text
    seen = {nothing.plain}
    for marks in (
        Marks(cursor="c3"),
        Marks(last=("c3",)),
        Marks(hint=("c3",)),
        Marks(taken=("c3",)),
        Marks(targets=("c3",)),
        Marks(barred=("c3",)),
    ):
        drawn = Picture(plan, {}, marks, Appearance()).text.plain
        assert drawn not in seen
        seen.add(drawn)


def test_a_piece_is_painted_in_its_colour() -> None:
    layout = game("reversi").layout
    for scale in ((4, 2), (8, 4)):
        plan = plan_at(layout, scale, False)
        text = Picture(plan, {"a1": "w"}, Marks(), Appearance()).text
        line, column = plan.centres["a1"]
        place = line * (plan.width + 1) + column
        grounds = [
            span.style.bgcolor.name
            for span in text.spans
            if span.start <= place < span.end and isinstance(span.style, Style) and span.style.bgcolor
        ]
        assert grounds == ["#ffffff"]


@pytest.mark.parametrize("name", ["reversi", "best", "omega"])
@pytest.mark.parametrize("room", ROOMS)
def test_without_colours_lines_show_every_space_and_pieces_grow(name: str, room: tuple[int, int]) -> None:
    board = game(name)
    plan = fitting(board.layout, *room, ruled=True)
    lines = plain(plan, board, Appearance(colour=False))
    across, down = plan.scale
    for line, column in plan.centres.values():
        assert lines[line][column - across // 2] in "|([{<"
        assert lines[line - down // 2][column] == "-"
    first = board.layout.palette[0].code
    drawn = Picture(
        plan, {board.layout.spaces[0].name: first * 2}, Marks(), Appearance(colour=False)
    ).text.plain
    assert f"{first}2" in drawn
    written = [line for line in drawn.split("\n") if first * 3 in line]
    assert len(written) == {8: 2, 12: 5}.get(across, 0)

"""Boards as pictures: SVG and PNG from one scene."""

from __future__ import annotations

import io
import itertools
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from quintet.draw import draw_png, draw_svg, scene
from quintet.draw.scene import Circle, Polygon, Shade, Text
from quintet.draw.text import Canvas
from quintet.draw.theme import PLAIN, STONE_LOOKS, THEMES, lightness, look
from quintet.games import GAMES, game
from quintet.games.contract import Change, Layout, Piece, Space
from quintet.say.marks import marked

SVG = "{http://www.w3.org/2000/svg}"
BOARDS: list[tuple[str, dict[str, str]]] = [(name, {}) for name in GAMES]
BOARDS += [("onyx", {"board": "hex-3"}), ("onyx", {"board": "square-3"})]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("name", "settings"), BOARDS)
def test_every_board_is_drawn_within_its_picture(name: str, settings: dict[str, str], theme: str) -> None:
    layout = game(name, **settings).layout
    board = {space.name: layout.palette[0].code for space in layout.spaces}
    made = scene(layout, board, last=tuple(board), theme=theme)
    assert sum(isinstance(shape, Text) for shape in made.shapes) == len(layout.labels)
    for space in layout.spaces:
        assert made.left < space.x - 0.5 < space.x + 0.5 < made.left + made.width
        assert made.top < space.y - 0.5 < space.y + 0.5 < made.top + made.height


def test_an_svg_says_in_words_what_it_shows() -> None:
    reversi = game("reversi")
    position, changes = reversi.play(reversi.start(), {0: "d3"})
    root = ET.fromstring(draw_svg(reversi, position, last=marked(changes)))
    assert root.findtext(f"{SVG}title") == "Reversi"
    words = root.findtext(f"{SVG}desc")
    assert words == "Black on d3, d4, e4, d5. White on e5. Last move: d3."
    assert root.get("role") == "img"


def test_a_png_has_the_size_asked_for_and_shows_the_pieces() -> None:
    reversi = game("reversi")
    picture = Image.open(io.BytesIO(draw_png(reversi, reversi.start(), size=300, labels=False)))
    assert picture.size == (300, 300)

    def grey(column: int, row: int) -> int:
        share = (column + 0.5) / 8, (row + 0.5) / 8
        pixel = picture.convert("L").getpixel((round(12 + 276 * share[0]), round(12 + 276 * share[1])))

        return int(str(pixel))

    assert grey(3, 3) > 200 > 95 > grey(4, 3)
    assert 95 < grey(0, 0) < 200


@pytest.mark.parametrize("mode", ["svg", "png"])
def test_the_last_move_and_the_theme_change_the_picture(mode: str) -> None:
    reversi = game("reversi", size=4)
    start = reversi.start()

    def drawn(last: tuple[str, ...] = (), theme: str = "light", labels: bool = True) -> str | bytes:
        draw = draw_svg if mode == "svg" else draw_png
        return draw(reversi, start, last=last, theme=theme, labels=labels, size=80)

    pictures = [drawn(), drawn(last=("b2",)), drawn(theme="dark"), drawn(labels=False)]
    assert len(set(pictures)) == len(pictures)
    assert drawn() == pictures[0]


def test_no_two_pieces_differ_by_hue_alone() -> None:
    for (_, one), (_, other) in itertools.combinations(STONE_LOOKS.items(), 2):
        apart = abs(lightness(one.dark) - lightness(other.dark))
        assert one.mark != other.mark or apart > 80


def test_a_stack_shows_its_number_and_an_unknown_piece_its_letter() -> None:
    layout = game("reversi", size=4).layout
    made = scene(layout, {"a1": "www", "b1": "q"})
    texts = {shape.text for shape in made.shapes if isinstance(shape, Text)}
    assert {"3", "q"} <= texts


def test_spaces_of_the_last_move_follow_what_happened() -> None:
    placed = Change(kind="place", space="a3", piece="w")
    assert marked([placed, Change(kind="turn", space="a2", piece="w")]) == ("a3",)
    assert marked([placed, Change(kind="fall", space="a3", piece="w", to="a1")]) == ("a1",)
    assert marked([placed, Change(kind="remove", space="a3", piece="w")]) == ("a3",)
    assert marked([Change(kind="burn", space="b2")]) == ("b2",)
    assert marked([]) == ()


STRANGE = Layout(
    spaces=(Space("a1", 0, 0), Space("b1", 1, 0), Space("c1", 2, 0)),
    shape="square",
    surface="paper",
    palette=(
        Piece("r", "red", colour="#c02020", mark="cross", shape="diamond"),
        Piece("b", "blue", colour="#2040d0"),
        Piece("k", "king", colour="black", mark="ring"),
    ),
)
STANDING = {"a1": "r", "b1": "b", "c1": "k"}


def test_a_piece_looks_as_its_palette_says_whatever_its_letter() -> None:
    shapes = scene(STRANGE, STANDING, labels=False).shapes
    bodies = [shape.fill for shape in shapes if isinstance(shape, Circle) and isinstance(shape.fill, Shade)]
    assert [lightness(shade.end) < 60 for shade in bodies] == [True, True]
    assert bodies[0].end[5:] > bodies[0].end[1:3]  # blue, not the black of another game's b
    diamonds = [shape for shape in shapes if isinstance(shape, Polygon) and len(shape.points) == 4]
    assert len(diamonds) == 3  # two shadows and the piece
    texts = [shape.text for shape in shapes if isinstance(shape, Text)]
    assert texts == ["b"]  # without a mark of its own it bears its letter
    drawn = Canvas(STRANGE, STANDING, colour=True).draw(())
    assert "38;2;217;121;121mr" in drawn
    assert "1;34mk" in drawn


def test_a_piece_without_a_colour_is_the_stone_of_its_name_or_a_plain_one() -> None:
    assert look(Piece("w", "white")) == STONE_LOOKS["white"]
    assert look(Piece("q", "white", colour="black")) == STONE_LOOKS["black"]
    assert look(Piece("q", "queen")) == PLAIN

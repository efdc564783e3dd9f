"""Boards as pictures: SVG and PNG from one scene."""

from __future__ import annotations

import io
import itertools
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from quintet.draw import draw_png, draw_svg, last_spaces, scene
from quintet.draw.scene import Text
from quintet.draw.theme import PIECES, THEMES
from quintet.games import GAMES, game
from quintet.games.contract import Change

SVG = "{http://www.w3.org/2000/svg}"
BOARDS: list[tuple[str, dict[str, str]]] = [(name, {}) for name in GAMES]
BOARDS += [("onyx", {"board": "hex-3"}), ("onyx", {"board": "square-3"})]


def lightness(colour: str) -> float:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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
    root = ET.fromstring(draw_svg(reversi, position, last=last_spaces(changes)))
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
    for (_, one), (_, other) in itertools.combinations(PIECES.items(), 2):
        apart = abs(lightness(one.dark) - lightness(other.dark))
        assert one.mark != other.mark or apart > 80


def test_a_stack_shows_its_number_and_an_unknown_piece_its_letter() -> None:
    layout = game("reversi", size=4).layout
    made = scene(layout, {"a1": "www", "b1": "q"})
    texts = {shape.text for shape in made.shapes if isinstance(shape, Text)}
    assert {"3", "q"} <= texts


def test_spaces_of_the_last_move_follow_what_happened() -> None:
    placed = Change(kind="place", space="a3", piece="w")
    assert last_spaces([placed, Change(kind="turn", space="a2", piece="w")]) == ("a3",)
    assert last_spaces([placed, Change(kind="fall", space="a3", piece="w", to="a1")]) == ("a1",)
    assert last_spaces([placed, Change(kind="remove", space="a3", piece="w")]) == ("a3",)
    assert last_spaces([Change(kind="burn", space="b2")]) == ("b2",)
    assert last_spaces([]) == ()

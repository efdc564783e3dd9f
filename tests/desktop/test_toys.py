"""Games of somebody's own whose pieces move, and the hand-over, in a window on a virtual screen with real clicks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from quintet.desktop.items import Asked, HandedOver
from quintet.desktop.tables import TableFeed, play_here
from quintet.draw import scene
from quintet.games import game
from quintet.games.contract import AnyGame
from tests.desktop.screen import PATIENCE, Screen, ended
from tests.toys.known import ATAXX, BEFORE_TWO_LEGS, DRAUGHTS, TWO_LEGS, known_toys


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with known_toys():
        yield


class Board:
    """A board in a window: where its spaces are, and what can be seen there."""

    def __init__(self, screen: Screen, window: str, played: AnyGame) -> None:
        self.screen, self.window = screen, window
        drawn = scene(played.layout, {})
        self.reach = max(screen.places(window, played.layout).board.size) / max(drawn.width, drawn.height) / 4
        self.places = screen.spaces(window, played.layout)
        self.corner = screen.corner(window)

    def click(self, *spaces: str) -> None:
        for space in spaces:
            x, y = self.places[space]
            self.screen.click(self.window, round(x), round(y))
            time.sleep(
                0.15
            )  # the window looks for clicks in every frame, and for the table's answer after that

    def colour(self, space: str, picture: Image.Image) -> tuple[int, int, int]:
        """Beside the middle of a space, where a piece has its own colour and no mark."""
        x, y = (round(a + b) for a, b in zip(self.places[space], self.corner, strict=True))
        found = picture.convert("RGB").getpixel((x + round(self.reach), y))
        assert isinstance(found, tuple)
        red, green, blue = found
        return int(red), int(green), int(blue)

    def until(self, space: str, colour: str) -> Image.Image:
        for _ in range(PATIENCE * 5):
            picture = self.screen.picture()
            if named(*self.colour(space, picture)) == colour:
                return picture
            time.sleep(0.2)
        raise AssertionError(f"{space} never is {colour}, but {self.colour(space, self.screen.picture())}")


def named(red: int, green: int, blue: int) -> str:
    if red > 150 and green < 90 and blue < 90:
        return "red"
    if blue > 180 and red < 140:
        return "blue"
    if max(red, green, blue) < 90:
        return "black"
    return "white" if min(red, green, blue) > 215 else "bare"


def test_pieces_grow_and_jump_by_clicks_in_their_own_colours(screen: Screen) -> None:
    program = screen.start("window", ATAXX, "--set", "size=5", "--seat", "1=human", "--speed", "40")
    window = screen.window("quintet: Ataxx")
    board = Board(screen, window, game("ataxx", size=5))
    board.until("a1", "red")
    screen.until_still()
    board.click("b2")
    board.until("b2", "red")
    screen.until_still()
    board.click("e1")
    board.until("e1", "bare")  # it is in hand
    board.click("e1")
    board.until("e1", "blue")
    board.click("e1", "a5", "c3")
    picture = board.until("c3", "blue")
    assert named(*board.colour("a5", picture)) == "bare"
    board.until("b2", "blue")
    screen.xdotool("key", "--window", window, "Escape")
    assert ended(program) == ""


def test_a_jump_of_several_legs_is_shown_from_a_record(screen: Screen, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    moves = ",".join(f'[{number % 2},"{move}"]' for number, move in enumerate((*BEFORE_TWO_LEGS, TWO_LEGS)))
    file.write_text(f'{{"game":"draughts","moves":[{moves}]}}')
    program = screen.start("window", DRAUGHTS, "--record", str(file), "--speed", "40")
    window = screen.window("quintet: Small Draughts")
    board = Board(screen, window, game("draughts"))
    screen.click_until_changed(window, 300, 300, screen.until_still())
    picture = board.until("e1", "black")
    assert [named(*board.colour(space, picture)) for space in ("e5", "d4", "c3", "d2")] == ["bare"] * 4
    screen.click_until_closed(window, program)
    assert ended(program) == ""


def test_the_window_is_handed_over_before_the_other_chooses() -> None:
    feed = TableFeed(play_here(game("omega", size=4), ("me", "me")), playing=True)

    def until(kind: type[Asked | HandedOver]) -> Asked | HandedOver:
        for _ in range(PATIENCE * 20):
            item = feed.next()
            if isinstance(item, kind) and (isinstance(item, HandedOver) or item.prompt is not None):
                return item
            if isinstance(item, Asked):
                assert item.prompt is None, "nobody is asked before the window is handed over"
            if item is None:
                time.sleep(0.05)
        raise AssertionError(f"no {kind.__name__} came")

    asked = until(Asked)
    assert isinstance(asked, Asked)
    assert asked.prompt
    assert asked.prompt.seat == 0
    assert feed.move
    assert feed.here
    feed.move("wa1 bb2", 0)
    assert until(HandedOver) == HandedOver("White has chosen. Hand over to Black.", "I am Black")
    feed.here()
    asked = until(Asked)
    assert isinstance(asked, Asked)
    assert asked.prompt
    assert asked.prompt.seat == 1
    assert asked.text.startswith("Black: ")
    feed.close()

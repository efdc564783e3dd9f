"""Keys of the window that can do nothing now say why."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from quintet.desktop.feed import record_feed
from quintet.desktop.story import Showing
from quintet.desktop.tables import TableFeed, play_here
from quintet.desktop.window import Window
from quintet.games import game
from quintet.games.record import Replay
from tests.desktop.hands import Hands, at

FOR_PLAYERS = (*"utrdxmynogc/1", "return", "backspace", "tab")


@pytest.fixture(autouse=True)
def no_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def told(hands: Hands, key: str) -> str:
    """What a key makes the window say."""
    hands.window.notice = ""
    hands.key(pygame.key.key_code(key), key if len(key) == 1 else "")
    return hands.window.notice


@pytest.mark.parametrize("key", FOR_PLAYERS)
def test_in_a_game_that_was_played_every_key_for_players_says_why(key: str) -> None:
    with at(Window(record_feed(Replay(game("reversi", size=4), [(0, "b1")])))) as hands:
        assert told(hands, key) == "There is nothing to do in this game but to look at it."


def test_what_a_move_lacks_is_said() -> None:
    chosen = game("onyx")
    with at(Window(TableFeed(play_here(chosen, ("me", "random")), playing=True), playing=True)) as hands:
        desk = hands.window.desk
        hands.until(lambda: desk.composer is not None)
        assert told(hands, "return") == "Choose the pieces of your move first."
        assert told(hands, "backspace").startswith("Nothing is chosen yet that could be put back; u ")
        assert told(hands, "9") == "There is no such word now: 1 is Pass."
        assert told(hands, "tab") == ""
    chosen = game("reversi")
    with at(Window(TableFeed(play_here(chosen, ("me", "random")), playing=True), playing=True)) as hands:
        desk = hands.window.desk
        hands.until(lambda: desk.composer is not None)
        assert told(hands, "tab") == "There is only one kind of piece to play with now."
        assert told(hands, "1") == "There is no word to choose now."


@pytest.mark.parametrize("size", [(480, 360), (640, 480), (1000, 700)])
def test_nothing_of_the_bar_lies_on_anything_else(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = record_feed(Replay(game("reversi", size=4), [(0, "b1")]))
    with at(Window(feed), size) as hands:
        drawn: list[pygame.Rect] = []
        count = hands.window.bar._count

        def counted(left: int, right: int, middle: int, showing: Showing) -> int:
            begins = count(left, right, middle, showing)
            drawn.append(pygame.Rect(begins, middle, right - begins, 1))
            return begins

        monkeypatch.setattr(hands.window.bar, "_count", counted)
        hands.look()
        buttons = [rect for rect, _ in hands.window.canvas.hot if rect.height]
        assert drawn
        assert not any(rect.colliderect(drawn[-1]) for rect in buttons if drawn[-1].width)

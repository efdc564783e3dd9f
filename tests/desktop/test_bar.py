"""The bar below the board, dragged by a mouse."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from quintet.desktop.feed import record_feed
from quintet.desktop.window import Window
from quintet.games import game
from quintet.games.record import Replay
from tests.desktop.hands import Hands, at

MOVES = [(0, "b1"), (1, "a1"), (0, "a2")]


@pytest.fixture(autouse=True)
def no_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def shown(hands: Hands) -> int:
    showing = hands.window.desk.showing
    assert showing is not None
    return showing.shown


@pytest.mark.parametrize("size", [(640, 480), (1000, 700), (700, 1000)])
def test_the_knob_is_dragged_through_the_game(size: tuple[int, int]) -> None:
    with at(Window(record_feed(Replay(game("reversi", size=4), MOVES))), size) as hands:
        hands.key(pygame.K_HOME)
        track = hands.window.bar.track
        hands.press((track.left, track.centery))
        assert shown(hands) == 0
        for number in (1, 2, 3, 2):
            hands.move((track.left + track.width * number // 3, track.centery))
            assert shown(hands) == number
        hands.move((size[0] + 500, 5))
        assert shown(hands) == 3, "a hand that slips off the bar still holds the knob"
        hands.move((-500, 5))
        assert shown(hands) == 0
        hands.release((track.left, track.centery))
        hands.move((track.right, track.centery))
        assert shown(hands) == 0, "a knob that was let go stays"


def test_a_click_on_the_bar_takes_the_knob_there() -> None:
    with at(Window(record_feed(Replay(game("reversi", size=4), MOVES)))) as hands:
        hands.key(pygame.K_HOME)
        track = hands.window.bar.track
        hands.press((track.right - 1, track.centery))
        hands.release((track.right - 1, track.centery))
        assert shown(hands) == 3


def test_a_key_that_is_held_goes_on_where_one_walks_and_does_everything_else_once() -> None:
    with at(Window(record_feed(Replay(game("reversi", size=4), MOVES)))) as hands:
        hands.key(pygame.K_HOME)
        light = hands.window.settings.theme
        hands.key(pygame.K_l, "l", times=2)
        assert hands.window.settings.theme != light
        hands.key(pygame.K_l, "l")
        assert hands.window.settings.theme == light, "a key that was let go does it again"
        hands.key(pygame.K_END)
        hands.key(pygame.K_LEFT, times=3)
        assert shown(hands) == 0
        hands.key(pygame.K_F1)
        assert hands.window.overlays
        hands.key(pygame.K_ESCAPE, "\x1b", times=3)
        assert not hands.window.overlays
        assert hands.window.running, "what closed the help does not close the window"

"""The start menu of the window: by keys and by clicks, without a screen."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from quintet.commands.window import played_feed
from quintet.desktop.overlays import Line, Menu
from quintet.desktop.setup import Setup
from quintet.desktop.window import Window
from quintet.games import GAMES, game
from quintet.games.record import Replay, write_record
from tests.desktop.hands import Hands, at


@pytest.fixture(autouse=True)
def no_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def opened() -> Window:
    return Window(None, playing=True, read=played_feed)


def menu(hands: Hands) -> Menu:
    top = hands.window.overlays[-1]
    assert isinstance(top, Menu)
    return top


def test_every_game_is_a_key_away_and_escape_leads_back_and_out() -> None:
    with at(opened()) as hands:
        labels = [label for _, label, _ in menu(hands).entries]
        assert labels[: len(GAMES)] == [game(name).title for name in GAMES]
        for number, name in enumerate(GAMES, start=1):
            hands.key(pygame.key.key_code(str(number)), str(number))
            form = hands.window.overlays[-1]
            assert isinstance(form, Setup)
            assert form.usual.name == name
            others = [form.value(field) for field in form.fields() if field.key.startswith("seat-")][1:]
            assert set(others) == {"level-2"}, "what somebody new is offered"
            hands.key(pygame.K_ESCAPE)
            assert menu(hands).title == "quintet"
        assert hands.window.running
        hands.key(pygame.K_ESCAPE)
        assert not hands.window.running, "with no game behind the menu there is nothing left to see"


def test_a_game_is_chosen_by_the_mouse_set_up_and_played() -> None:
    with at(opened()) as hands:
        lines = [rect for rect, _ in hands.window.canvas.hot[2:]]
        hands.press(lines[0].center)
        form = hands.window.overlays[-1]
        assert isinstance(form, Setup)
        assert form.usual.name == next(iter(GAMES))
        hands.key(pygame.K_RIGHT)
        hands.key(pygame.K_LEFT)
        hands.key(pygame.K_RETURN)
        hands.until(lambda: hands.window.desk.composer is not None)
        assert not hands.window.overlays
        hands.key(pygame.K_b, "b")
        assert menu(hands).title == "quintet"
        hands.key(pygame.K_ESCAPE)
        assert hands.window.running, "the game is still there"
        assert not hands.window.overlays


def test_what_is_chosen_in_the_form_is_what_is_played() -> None:
    with at(opened()) as hands:
        hands.key(pygame.K_1, "1")
        form = hands.window.overlays[-1]
        assert isinstance(form, Setup)
        before = form.value(form.fields()[0])
        hands.key(pygame.K_SPACE, " ")
        choices = menu(hands)
        hands.key(pygame.K_HOME)
        hands.key(pygame.K_RETURN)
        assert hands.window.overlays[-1] is form
        assert form.value(form.fields()[0]) == form.fields()[0].choices[0][0] != before, choices.title
        hands.key(pygame.K_RETURN)
        hands.until(lambda: hands.window.desk.composer is not None)
        played = hands.window.desk.beside.game
        assert played is not None
        assert played.settings == form.game().settings


def test_a_game_that_was_played_is_opened_by_its_file(tmp_path: Path) -> None:
    played = Replay(game("reversi", size=4), [(0, "b1"), (1, "a1"), (0, "a2")])
    (tmp_path / "game.json").write_text(write_record(played.record()))
    with at(opened()) as hands:
        hands.key(pygame.K_p, "p")
        assert isinstance(hands.window.overlays[-1], Line)
        hands.write(str(tmp_path / "nothing.json"))
        hands.key(pygame.K_RETURN)
        assert "no such file" in hands.window.notice
        assert menu(hands).title == "quintet", "nothing was lost"
        hands.key(pygame.K_p, "p")
        hands.write(str(tmp_path / "game.json"))
        hands.key(pygame.K_RETURN)
        hands.until(lambda: hands.window.desk.showing is not None and hands.window.desk.showing.last == 3)
        assert not hands.window.overlays


def test_a_link_that_leads_nowhere_is_told_and_the_menu_is_there_again() -> None:
    with at(opened()) as hands:
        hands.key(pygame.K_r, "r")
        hands.write("127.0.0.1:9")
        hands.key(pygame.K_RETURN)
        hands.key(pygame.K_w, "w")
        hands.until(lambda: hands.window.notice)
        assert menu(hands).title == "quintet"

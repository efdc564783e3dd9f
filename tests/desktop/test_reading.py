"""The rules over the window: every page whole, scrolled, and closed again."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from quintet.desktop.feed import record_feed
from quintet.desktop.reading import Reading, blocks
from quintet.desktop.window import Window
from quintet.games import GAMES, game
from quintet.games.record import Replay
from quintet.say.pages import read_examples, rule_page
from tests.desktop.hands import at


@pytest.fixture(autouse=True)
def no_screen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.mark.parametrize("name", GAMES)
def test_a_page_is_shown_with_all_its_boards_and_without_marks(name: str) -> None:
    page = rule_page(name)
    found = list(blocks(page))
    assert sum(block.kind == "board" for block in found) == len(read_examples(page)) > 0
    assert [block.text for block in found if block.kind == "head"] == [
        line.lstrip("# ").replace("`", "") for line in page.splitlines() if line.startswith("##")
    ]
    told = " ".join(block.text for block in found if block.kind in ("head", "text", "point"))
    assert not any(mark in told for mark in ("**", "`", "](", "|"))


@pytest.mark.parametrize("size", [(480, 360), (1000, 700)])
def test_the_rules_are_opened_by_a_key_scrolled_and_closed(size: tuple[int, int]) -> None:
    with at(Window(record_feed(Replay(game("best"), [(0, "1")]))), size) as hands:
        hands.key(pygame.K_i, "i")
        page = hands.window.overlays[-1]
        assert isinstance(page, Reading)
        assert page.last > 0
        hands.key(pygame.K_DOWN)
        assert 0 < page.top < page.last
        hands.key(pygame.K_END)
        assert page.top == page.last
        hands.key(pygame.K_PAGEUP)
        assert page.top < page.last
        hands.key(pygame.K_HOME)
        assert page.top == 0
        hands.key(pygame.K_ESCAPE)
        assert not hands.window.overlays
        assert hands.window.running

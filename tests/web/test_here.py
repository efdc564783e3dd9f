"""Whole games on one screen, made of clicks on whatever the prompt offers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page

from quintet.games import GAMES
from tests.web.conftest import OpenPage

SMALL: dict[str, dict[str, Any]] = {
    "reversi": {"size": 4},
    "gomoku": {"size": 9, "opening": "swap2"},
    "onyx": {"board": "hex-2"},
    "omega": {"size": 4},
    "best": {"tokens": 8},
}
"""Settings that make a game short, for those that are long."""


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_on_one_screen(
    game: str, sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player = sit_down(games={game: SMALL.get(game, {})}).start(game, "play-here")
    rng = Random(3)
    for _ in range(200):
        if player.status == "finished":
            break
        player.play_some_move(rng)
    assert player.status == "finished"
    played = player.record()
    assert played.game.outcome(played.position) is not None
    assert player.board == played.game.board(played.position)
    assert player.page.locator(".result").inner_text() == player.text(".ask")
    assert player.page.locator(".ply").count() == len(played.steps)
    keep_picture(player.page, f"here-{game}")

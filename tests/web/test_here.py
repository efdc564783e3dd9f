"""Whole games on one screen, made of clicks on whatever the prompt offers."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from quintet.games import GAMES
from quintet.games.record import Replay
from tests.web.conftest import OpenPage
from tests.web.player import Player
from tests.web.waiting import at_rest

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
    explained(player, played)
    assert player.page.locator(".ply").count() == len(played.steps)
    keep_picture(player.page, f"here-{game}")


def explained(player: Player, played: Replay) -> None:
    """The result has a panel beside the board, with the sum of the rules, and what it rests on is marked."""
    game, position, page = played.game, played.position, player.page
    outcome, account = game.outcome(position), game.account(position)
    assert outcome is not None
    expect(page.locator(".verdict")).to_have_text("A draw" if outcome.draw else re.compile(r" won$"))
    told = page.eval_on_selector_all(
        ".sum tbody tr", "rows => rows.map(row => [...row.cells].map(cell => cell.textContent))"
    )
    assert told == [[line.label, *(value or "–" for value in line.values)] for line in account.lines]
    threads = [group for group in account.groups if group.joined]
    dots = sum(len(group.spaces) for group in account.groups if not group.joined)
    assert page.locator(".tally .thread").count() == len(threads)
    assert page.locator(".tally .reached").count() == dots
    panel, board = (at_rest(page.locator(place)) for place in (".ending", ".board.live"))
    assert panel["x"] >= board["x"] + board["width"]
    page.click(".step.back")
    assert page.locator(".tally > *").count() == 0, "an earlier position rests on nothing"
    page.click(".step.on")

"""Lessons in the browser: taken by clicks, with wrong tries answered, and remembered."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from quintet.study.lessons import lesson
from tests.web.conftest import OpenPage
from tests.web.player import Player
from tests.web.test_pages import overflows

SCREENS = {"onyx": (360, "dark"), "omega": (1280, "light")}
"""The two with the most to choose from, on a phone and on a desk; tests/study takes every lesson."""


@pytest.mark.parametrize("game", SCREENS)
def test_a_whole_lesson_as_it_is_shown(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None], game: str
) -> None:
    (width, theme), taught = SCREENS[game], lesson(game)
    player = sit_down(width=width, theme=theme)
    page = player.open("/").page
    page.click(f"[data-game={game}] .learn-link")
    for number, step in enumerate(taught.steps):
        expect(page.locator(f".lesson[data-step='{number}'] h1")).to_have_text(step.title)
        assert not overflows(page), step.title
        while page.locator(".lesson[data-over=false]").count():
            show_and_play(player)
        if step.done:
            expect(page.locator(".feedback.right")).to_have_text(step.done)
        page.click(".next")
    expect(page.locator(".lesson h1")).to_have_text("Well done")
    keep_picture(page, f"lesson-{game}-end")
    page.click("text=Other lessons")
    expect(page.locator(f"[data-lesson={game}] .lesson-state")).to_have_text("✓ finished")
    page.reload()
    expect(page.locator(".lesson-entry.done")).to_have_count(1)


def show_and_play(player: Player) -> None:
    """Ask to be shown, and play what is shown, until the board has changed or the step is over."""
    page = player.page
    made = page.locator(".pieces > g").count()
    page.click(".show-me")
    page.click("[data-keep=hint]")
    page.wait_for_function(
        """made => document.querySelector('.lesson').dataset.over === 'true'
            || document.querySelectorAll('.pieces > g').length !== made""",
        arg=made,
    )


def test_wrong_tries_are_answered_and_the_way_back_is_remembered(sit_down: OpenPage) -> None:
    player = sit_down()
    page = player.open("/learn/reversi").page
    told = page.locator(".feedback")
    player.click("a1")
    expect(told).to_have_text("a1 outflanks no enemy disc.")
    player.click("c4")
    expect(told).to_contain_text("That traps the white disc on c3.")
    assert page.locator(".ghost").count() == 0, "a wrong try is taken back"
    page.fill("[name=move]", "b2")
    page.keyboard.press("Enter")
    expect(told).to_have_text("b2 is occupied.")
    page.locator(".cell[tabindex='0']").focus()
    player.click("b1")
    expect(told).to_have_text("Trapped and turned. White answers at once.")
    expect(page.locator(".next")).to_be_focused()
    player.page.keyboard.press("Enter")
    expect(page.locator(".lesson h1")).to_have_text("Nothing stays as it is")
    assert player.board == {"a1": "w", "b1": "b", "b2": "w", "c2": "b", "b3": "b", "c3": "w"}
    # Somebody who comes back is where a board begins.
    page.reload()
    expect(page.locator(".lesson h1")).to_have_text("Trap a disc")
    page.goto("/learn")
    expect(page.locator("[data-lesson=reversi] .lesson-state")).to_have_text("step 2 of 9")

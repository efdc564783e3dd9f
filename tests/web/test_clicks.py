"""Clicks on what is just changing: none is lost, and none counts twice."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import OpenPage
from tests.web.line import Line
from tests.web.test_late import hold, let_go
from tests.web.test_room import create
from tests.web.waiting import at_rest


def press(page: Page, place: Locator, times: int = 1) -> None:
    """Press the mouse and keep it down; `times=2` for the second half of a double click."""
    box = at_rest(place)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down(click_count=times)


def click(page: Page, place: Locator, times: int = 1) -> None:
    press(page, place, times)
    page.mouse.up(click_count=times)


def test_a_room_is_joined_although_the_list_changes_under_the_mouse(sit_down: OpenPage) -> None:
    ada, ben = sit_down(), sit_down()
    create(ada, "best", "The one that was meant")
    line = Line(ben.page)
    room = ben.open("/rooms").page.locator(".room", has_text="The one that was meant")
    press(ben.page, room.locator(".join"))
    before = sum(message["type"] == "room-changed" for message in line.come)
    create(ada, "best", "Another that comes first")
    line.until("room-changed", before + 1)
    ben.page.mouse.up()
    expect(ben.page.locator(".table-head h1")).to_have_text("The one that was meant")


def test_a_move_is_not_played_in_a_position_it_was_not_made_for(sit_down: OpenPage) -> None:
    player = sit_down()
    line = Line(player.page)
    player.open_room("onyx", ["me", "me"], {})
    player.click("d4")
    press(player.page, player.page.locator(".go"))
    elsewhere = player.page.context.new_page()
    elsewhere.goto(player.address)
    elsewhere.click(".words .word:enabled >> text=Pass")
    expect(player.page.locator(".ply")).to_have_count(1)
    player.page.mouse.up()
    expect(player.page.locator(".go")).to_have_count(0)
    assert line.said("move") == []


def test_a_double_click_on_the_board_is_one_move(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("best", ["me", "me"], {})
    click(player.page, player.cell("a1"))
    expect(player.page.locator(".ply")).to_have_count(1)
    click(player.page, player.cell("a1"), times=2)
    click(player.page, player.cell("b1"))
    expect(player.page.locator(".ply")).to_have_count(2)
    player.wait_for("board.b1 === 'b'")
    assert player.board == {"a1": "w", "b1": "b"}


def test_of_many_wrong_clicks_only_the_last_is_explained(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("reversi", ["me", "me"], {})
    for space in ("a1", "h1", "a8", "d4"):
        player.click(space)
    expect(player.page.locator(".toast")).to_have_text("d4 is occupied")


def test_a_double_click_on_a_word_or_on_ready_counts_once(sit_down: OpenPage) -> None:
    player = sit_down()
    line = Line(player.page)
    player.open_room("onyx", ["me", "me"], {})
    word = player.page.locator(".words .word", has_text="Pass")
    click(player.page, word)
    expect(player.page.locator(".ply")).to_have_count(1)
    expect(word).to_be_enabled()
    click(player.page, word, times=2)
    assert [message["text"] for message in line.said("move")] == ["pass"]
    create(player, "best", "Twice")
    ready = player.page.locator(".ready-button")
    click(player.page, ready)
    expect(ready).to_have_text("Not ready")
    click(player.page, ready, times=2)
    assert [message["ready"] for message in line.said("ready")] == [True]


def test_a_side_is_chosen_although_the_preview_changes_under_the_mouse(sit_down: OpenPage) -> None:
    page = sit_down().open("/play/reversi").page
    side = page.locator(".side", has_text="white")
    expect(side).to_be_visible()
    held = hold(page, "/api/games/reversi")
    page.select_option("[name=size]", "6")
    press(page, side)
    let_go(page, held)
    expect(page.locator(".preview svg")).to_have_attribute("aria-label", re.compile("Black on .*d3"))
    page.mouse.up()
    expect(side.locator("input")).to_be_checked()


def test_a_double_click_does_not_resign(sit_down: OpenPage) -> None:
    player = sit_down()
    line = Line(player.page)
    player.open_room("best", ["me", "me"], {})
    resign = player.page.locator("[data-action=resign]")
    click(player.page, player.cell("a1"))
    expect(resign).to_have_text("⚑Resign")
    click(player.page, resign)
    expect(resign).to_have_text("⚑Resign?")
    click(player.page, resign, times=2)
    expect(resign).to_have_text("⚑Resign")  # it is no longer asked, after a while
    assert line.said("resign") == []

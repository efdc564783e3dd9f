"""Leaving, removing and closing in a running game: the page asks first, and so are the others asked."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.player import Player
from tests.web.test_room import create, join


def begin(sit_down: OpenPage, name: str) -> tuple[Player, Player]:
    """A game with one move in it between Ada, the host, and Ben."""
    ada, ben = sit_down(), sit_down(width=360, height=740, confirm="never")
    create(ada, "gomoku", name)
    join(ben, name, "Ben", 1)
    for player in (ada, ben):
        player.page.click(".ready-button")
    for player in (ada, ben):
        player.page.wait_for_selector(".table-page[data-status=playing]")
    ada.click("j10")
    expect(ben.page.locator(".ply")).to_have_count(1)
    return ada, ben


def test_leaving_asks_and_only_a_yes_resigns(sit_down: OpenPage) -> None:
    ada, ben = begin(sit_down, "Leave or stay")
    ben.page.click(".leave")
    expect(ben.page.locator("dialog.sure p")).to_contain_text("leaving now resigns it")
    ben.page.get_by_role("button", name="Stay").click()
    expect(ben.page.locator("dialog.sure")).to_have_count(0)
    expect(ada.page.locator(".table-page")).to_have_attribute("data-status", "playing")
    ben.page.click(".leave")
    expect(ben.page.get_by_role("button", name="Stay")).to_be_focused()
    ben.page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(ada.page.locator(".verdict")).to_have_text("You won")
    expect(ben.page.locator(".table-page")).to_have_count(0)


def test_closing_asks_the_other_and_removing_costs_the_game(sit_down: OpenPage) -> None:
    ada, ben = begin(sit_down, "Close or play")
    ada.page.get_by_role("button", name="Close room").click()
    expect(ben.page.locator(".offer.asked")).to_contain_text("Ada asks to close the room.")
    ben.page.click(".deny")
    expect(ada.page.locator(".offer")).to_have_count(0)
    ada.page.get_by_role("button", name="Remove Ben").click()
    expect(ada.page.locator("dialog.sure p")).to_contain_text("removing Ben gives Ben the game")
    ada.page.get_by_role("dialog").get_by_role("button", name="Remove", exact=True).click()
    expect(ada.page.locator(".verdict")).to_have_text("You lost")


def test_of_a_room_that_was_closed_nothing_is_left_to_be_pressed(sit_down: OpenPage) -> None:
    ada, ben = begin(sit_down, "Close it")
    ada.page.get_by_role("button", name="Close room").click()
    ben.page.click(".accept")
    for player in (ada, ben):
        expect(player.page.locator(".notice h1")).to_have_text("The table is gone")
        expect(player.page.locator(".notice p")).to_contain_text("The room is closed.")
        expect(player.page.locator("main button, main select")).to_have_count(0)
        expect(player.page).to_have_title("The table is gone · quintet")
    ben.page.get_by_role("link", name="To the games").click()
    expect(ben.page.locator(".card").first).to_be_visible()

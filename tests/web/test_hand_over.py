"""Several people at one screen who choose at the same time: it is handed over before the next one chooses."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.player import Player


def seal(player: Player, *spaces: str) -> None:
    for space in spaces:
        player.click(space)
    player.confirm()


def test_the_screen_is_handed_over_before_the_other_chooses(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player = sit_down().open_room("omega", ["me", "me"], {"size": 4})
    page = player.page
    expect(page.locator(".hand-over")).to_be_hidden()
    seal(player, "a1", "b2")
    expect(page.locator(".hand-over p")).to_have_text("White has chosen. Hand over to Black.")
    expect(page.locator("#ask")).to_have_text("White has chosen. Hand over to Black.")
    expect(page.locator(".ghost")).to_have_count(0)
    expect(page.locator(".typed")).to_be_hidden()
    assert player.playable == []
    keep_picture(page, "hand-over")
    page.click(".arrive")
    expect(page.locator(".hand-over")).to_be_hidden()
    expect(page.locator("#ask")).to_contain_text("Black: ")
    page.click("[data-keep=choose-0]")  # Black looks for White's move
    expect(page.locator(".hand-over p")).to_have_text("Hand over to White.")
    expect(page.locator(".ghost")).to_have_count(0)
    page.click("[data-keep=choose-1]")  # and is still there
    expect(page.locator(".hand-over")).to_be_hidden()
    seal(player, "c1", "d2")
    expect(page.locator(".ply")).to_have_count(1)
    expect(page.locator(".hand-over")).to_be_hidden()


def test_a_press_whose_end_nobody_hears_leaves_nothing_of_a_sealed_move_behind(sit_down: OpenPage) -> None:
    """A tap presses a little longer than the finger does, and nothing tells when that ends; the answer may come meanwhile."""
    player = sit_down()
    player.page.add_init_script("""for (const end of ["pointerup", "pointercancel", "keyup"])
      addEventListener(end, (event) => event.stopImmediatePropagation(), true);""")
    page = player.open_room("omega", ["me", "me"], {"size": 4}).page
    page.fill("[name=move]", "wa1 bb2")
    page.locator(".palette-piece").first.hover()
    page.mouse.down()
    page.evaluate("document.querySelector('.typed').requestSubmit()")
    expect(page.locator(".arrive")).to_be_visible()
    expect(page.locator(".palette-piece")).not_to_have_count(0)
    page.mouse.move(3, 3)  # what is let go elsewhere is no click, after which everything would be drawn anew
    page.mouse.up()
    expect(page.locator(".palette-piece")).to_have_count(0)
    expect(page.locator("[data-keep=choose-0]")).to_contain_text("sealed")


def test_who_comes_back_to_a_sealed_move_takes_over_first_and_is_told_that_it_stays(
    sit_down: OpenPage,
) -> None:
    player = sit_down().open_room("omega", ["me", "me"], {"size": 4})
    page = player.page
    seal(player, "a1", "b2")
    page.reload()
    expect(page.locator(".hand-over p")).to_have_text("White has chosen. Hand over to Black.")
    page.click("[data-keep=choose-0]")
    expect(page.locator(".arrive")).to_have_text("I am White")
    expect(page.locator(".ghost")).to_have_count(0)
    page.click(".arrive")
    expect(page.locator(".ghost.sealed")).to_have_count(2)
    expect(page.locator("#ask")).to_have_text("Your move is sealed; you may change it until Black has moved.")
    player.click("a1")
    expect(page.locator("#ask")).to_have_text(
        "You are changing your move; the one you sealed stays until you seal another."
    )

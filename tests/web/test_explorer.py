"""The explorer in the browser: nothing before it is opened, moves to be played, games to be followed, the engine beside it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from playwright.sync_api import Page, expect

from tests.web.conftest import OpenPage
from tests.web.test_analysis import FOUND, begin
from tests.web.test_archive import finish
from tests.web.test_pages import overflows


def test_what_was_played_is_counted_shown_and_played_on(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player = sit_down(name="Ann", width=360, height=740, theme="dark")
    page = player.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/api/explorer" in request.url else None)
    player.open_room("reversi", ["me", "greedy"], {"size": 4})
    finish(player, Random(4))
    page.click(".look-at")
    result = page.locator(".result-line")
    expect(result).not_to_be_empty()
    won = "White won 100 %" if "reedy" in result.inner_text() else "Black won 100 %"  # greedy has its luck
    ended = won if "win" in result.inner_text() else "100 % drawn"
    explorer = page.locator(".explorer")
    said, row = explorer.locator(".explored-said"), explorer.locator("tr.taken")
    expect(explorer).to_be_visible()
    page.click(".step.first")
    assert asked == [], "nobody has opened it"
    explorer.locator("summary").click()
    explorer.locator("select").select_option("mine")
    expect(said).to_have_text("One game of yours came here.")
    expect(row).to_contain_text("1 100 %")
    expect(row.locator(".same")).to_contain_text("or ")
    expect(row.locator(".results")).to_have_attribute("aria-label", ended)
    here = page.url.partition("#")[0].partition("/g/")[2]
    expect(explorer.locator(".explored-last a")).to_have_attribute("href", f"/g/{here}")
    assert not overflows(page)
    keep_picture(page, "explorer-game")
    row.get_by_role("button").click()  # which is the game's own move
    expect(page.locator(".ply-button[aria-current]")).to_have_attribute("data-ply", "1")
    expect(said).to_have_text("One game of yours came here.")
    page.click(".step.live")
    expect(said).to_have_text("The game is over here.")
    # On the analysis board it is as it was left, and a move in it is made.
    begin(player, "reversi", size="4")
    expect(said).to_have_text("One game of yours came here.")
    expect(row).to_have_count(0)
    page.route("**/api/analysis/position", lambda route: route.fulfill(json={"stale": True}))
    page.route("**/api/analysis", lambda route: route.fulfill(json=FOUND))
    page.check("[name=engine]")
    expect(explorer.locator("tbody tr").first).to_contain_text("20 %4 discs behind, proven")
    page.uncheck("[name=engine]")
    expect(explorer.locator("thead")).not_to_contain_text("Engine")
    explorer.locator("tbody button").first.click()
    expect(page.locator(".ply-button")).to_have_count(1)
    expect(explorer.locator("tbody button")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(row).to_have_count(1)
    assert not overflows(page)
    keep_picture(page, "explorer-analysis")

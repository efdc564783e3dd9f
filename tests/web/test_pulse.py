"""A connection that says nothing: it is told that the server is slow, then that it is lost, and another one is made."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.line import Line
from tests.web.waiting import at_rest, until

SLOW = "The server is slow to answer…"
LOST = "The connection is lost; trying to come back…"
A_WHILE, LONG = 4_000, 15_000


def test_a_server_that_is_slow_is_told_and_nothing_is_made_anew(sit_down: OpenPage) -> None:
    player = sit_down()
    page, line = player.page, Line(player.page)
    page.clock.install()
    player.open_room("reversi", ["me", "me"], {})
    board = at_rest(page.locator(".board-place .board"))
    line.holding, before = True, len(line.said("hello"))
    player.click("d3")
    line.until("update")
    page.clock.run_for(A_WHILE)
    expect(page.locator(".banner")).to_have_text(SLOW)
    assert at_rest(page.locator(".board-place .board")) == board
    line.let_go()
    page.clock.run_for(A_WHILE)
    expect(page.locator(".banner")).to_be_hidden()
    player.wait_for("board.d3 === 'b'")
    assert len(line.said("hello")) == before


def test_a_connection_that_died_without_a_word_is_found_out_and_made_anew(sit_down: OpenPage) -> None:
    player = sit_down()
    page, line = player.page, Line(player.page)
    page.clock.install()
    player.open_room("reversi", ["me", "me"], {})
    line.holding = line.deaf = True
    page.clock.run_for(LONG + 1_000)  # nobody asks anything, and nothing comes
    until(page, lambda: line.said("ping"), "a question whether somebody is there")
    page.clock.run_for(A_WHILE)
    expect(page.locator(".banner")).to_have_text(SLOW)
    page.clock.run_for(LONG - A_WHILE)
    expect(page.locator(".banner")).to_have_text(LOST)
    line.holding = line.deaf = False
    page.clock.run_for(A_WHILE)
    line.until("view", 2)
    page.clock.run_for(A_WHILE)
    expect(page.locator(".banner")).to_be_hidden()
    player.click("d3")
    page.clock.run_for(A_WHILE)
    player.wait_for("board.d3 === 'b'")


def test_who_hears_from_the_server_asks_nothing(sit_down: OpenPage) -> None:
    """A page that is looked at again, or on another network, asks once whether the server is there."""
    player = sit_down()
    line = Line(player.page)
    player.open_room("reversi", ["me", "me"], {})
    assert line.said("ping") == []
    player.page.evaluate("dispatchEvent(new Event('online'))")
    line.until("pong")
    assert len(line.said("ping")) == 1

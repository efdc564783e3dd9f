"""A round in which everybody moved at once is shown one player after the other, and then what it did."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.test_motion import finish, play, slow

OWNERS = "[...document.querySelectorAll('.board-place [data-owned]')].map((g) => [g.dataset.owned, g.dataset.owners])"
STEP = """async () => {
  for (const motion of window.motions.splice(0)) motion.finish();
  await new Promise((done) => setTimeout(done, 0));
}"""


def test_who_has_won_is_told_when_everything_has_happened(sit_down: OpenPage) -> None:
    player = slow(sit_down(speed=0.01)).open_room("gomoku", ["me", "me"], {"size": 9, "captures": "off"})
    verdict = player.page.locator(".verdict")
    for space in ("c5", "c1", "d5", "d1", "e5", "e1", "f5", "f1"):
        play(player, space)
        finish(player)
    play(player, "g5")
    player.wait_for("status === 'finished' && board.g5 === 'b'")
    expect(verdict).to_have_count(1)
    expect(verdict).to_be_hidden()
    finish(player)
    expect(verdict).to_have_text("Black won")
    expect(verdict).to_be_visible()
    player.page.keyboard.press("ArrowLeft")
    player.page.keyboard.press("ArrowRight")  # the last move happens again, and is no news
    expect(verdict).to_be_visible()


def test_what_is_counted_changes_with_the_board(sit_down: OpenPage) -> None:
    player = slow(sit_down(speed=0.01)).open_room("reversi", ["me", "me"], {"size": 4})
    discs = player.page.locator("[data-seat='0'] [data-counter] b")
    play(player, "b1")
    player.wait_for("board.b1 === 'b'")
    expect(discs).to_have_text("2")
    finish(player)
    expect(discs).to_have_text("4")


def test_who_placed_what_is_shown_one_after_the_other_and_then_the_burning(sit_down: OpenPage) -> None:
    player = slow(sit_down(speed=0.01)).open_room("omega", ["me", "me"], {"size": 4})
    page = player.page
    for spaces in (("a1", "b2"), ("b2", "c3")):
        if page.locator(".ply-button, .arrive").count():
            page.click(".arrive")
        for space in spaces:
            player.click(space)
        player.confirm()
        page.wait_for_selector(".arrive, .ply-button")
    player.wait_for("board.b2 === 'b' && board.a1 === 'w'")
    assert player.board == {"a1": "w", "b2": "b"}, "the first seat's stones alone"
    assert dict(page.evaluate(OWNERS)) == {"a1": "w", "b2": "w"}
    page.evaluate(STEP)
    player.wait_for("board.c3 === 'b'")
    assert player.board == {"a1": "w", "b2": "bw", "c3": "b"}
    assert dict(page.evaluate(OWNERS)) == {"a1": "w", "b2": "wb", "c3": "b"}
    page.evaluate(STEP)
    player.wait_for("board.b2 === 'x'")
    finish(player)
    assert player.board == {"a1": "w", "b2": "x", "c3": "b"}
    assert dict(page.evaluate(OWNERS)) == {"a1": "w", "b2": "wb", "c3": "b"}
    heard = page.locator("[role=log]").text_content() or ""
    assert "White: wa1 bb2. Black: wb2 bc3. That burns b2." in heard

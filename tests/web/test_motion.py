"""Stepping through a game while pieces are still moving: the board always ends where it should."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.player import PLAYING, Player
from tests.web.test_room import create, join

KEEP_MOTIONS = """
  const animate = Element.prototype.animate;
  window.motions = [];
  Element.prototype.animate = function (...how) {
    const motion = animate.apply(this, how);
    window.motions.push(motion);
    return motion;
  };
"""
FINISH = """async () => {
  while (window.motions.length) {
    for (const motion of window.motions.splice(0)) motion.finish();
    await new Promise((done) => setTimeout(done));
  }
}"""


def slow(player: Player) -> Player:
    """Nothing that moves comes to its end before it is told to."""
    player.page.add_init_script(KEEP_MOTIONS)
    return player


def play(player: Player, *spaces: str) -> None:
    for space in spaces:
        before = player.page.locator(".ply").count()
        player.click(space)
        expect(player.page.locator(".ply")).to_have_count(before + 1)


def finish(player: Player) -> None:
    player.page.evaluate(FINISH)


def test_a_step_back_while_pieces_are_turned_over(sit_down: OpenPage) -> None:
    player = slow(sit_down(speed=0.01)).open_room("reversi", ["me", "me"], {"size": 4})
    start = player.board
    play(player, "b1")
    player.wait_for("window.motions.length > 1")
    player.page.click(".step.back")
    finish(player)
    assert player.board == start
    player.page.click(".step.live")
    finish(player)
    assert player.board == start | {"b1": "b", "b2": "b"}


def test_a_step_back_while_pieces_are_taken_off(sit_down: OpenPage) -> None:
    player = slow(sit_down(speed=0.01)).open_room("gomoku", ["me", "me"], {"size": 9})
    for space in ("e5", "f5", "a1", "g5"):
        play(player, space)
        finish(player)
    play(player, "h5")  # takes f5 and g5
    player.wait_for("window.motions.length === 1")
    player.page.evaluate("window.motions.shift().finish()")  # it is placed; then the others go
    player.wait_for("window.motions.length === 2")
    player.page.click(".step.back")
    finish(player)
    before = {"e5": "b", "f5": "w", "a1": "b", "g5": "w"}
    assert player.board == before
    player.page.click(".step.on")
    finish(player)
    assert player.board == {"e5": "b", "a1": "b", "h5": "b"}


def test_the_board_keeps_up_with_quick_clicks(sit_down: OpenPage) -> None:
    """A ply that comes ends the motion of the one before, and so does a click: nothing waits in a queue."""
    player = slow(sit_down(speed=0.01)).open_room("gomoku", ["me", "me"], {"size": 9})
    play(player, "e5", "f5", "a1", "g5")
    assert player.board == {"e5": "b", "f5": "w", "a1": "b", "g5": "w"}
    play(player, "h5")  # takes f5 and g5, after it has been placed
    assert player.playable == [], "what can be played is shown when everything is where it belongs"
    player.click("e5")  # not a move: it only ends the motion
    assert player.board == {"e5": "b", "a1": "b", "h5": "b"}
    expect(player.page.locator(".ply")).to_have_count(5)
    assert "f5" in player.playable
    play(player, "f5")
    player.page.keyboard.press("Shift")
    assert "g5" in player.playable
    player.page.click(".step.first")
    player.page.click(".step.live")
    finish(player)
    assert player.board == {"e5": "b", "a1": "b", "h5": "b", "f5": "w"}


def test_a_move_chosen_ahead_is_played_when_its_turn_comes_if_it_can_be(sit_down: OpenPage) -> None:
    ada, ben = sit_down(ahead=True), sit_down()
    create(ada, "gomoku", "Ahead")
    join(ben, "Ahead", "Ben", 1)
    for player in (ada, ben):
        player.page.click(".ready-button")
    for player in (ada, ben):
        player.page.wait_for_selector(PLAYING)
    ada.click("e5")
    ben.wait_for("board.e5 === 'b'")
    expect(ada.page.locator(".prompt.yours")).to_have_count(0)
    ada.click("d4")
    ada.click("f6")  # she changes her mind
    expect(ada.page.locator(".ghost.ahead")).to_have_count(1)
    ben.click("a1")
    ben.wait_for("board.f6 === 'b'")
    expect(ada.page.locator(".ghost.ahead")).to_have_count(0)
    ada.click("b2")
    expect(ada.page.locator(".ghost.ahead")).to_have_count(1)
    ben.click("b2")
    ada.wait_for("board.b2 === 'w'")
    expect(ada.page.locator(".prompt.yours")).to_have_count(1)
    expect(ada.page.locator(".ply")).to_have_count(4)


def test_a_move_that_comes_while_one_is_looked_at_again(sit_down: OpenPage) -> None:
    """Somebody steps to the last ply; while its pieces move, the next one is played."""
    player = slow(sit_down(speed=0.01)).open_room("gomoku", ["me", "me"], {"size": 9})
    for space in ("e5", "f5", "a1", "g5", "h5"):
        play(player, space)
        finish(player)
    player.page.click(".step.back")
    player.page.click(".step.on")
    player.wait_for("window.motions.length === 1")
    play(player, "b2")
    finish(player)
    assert player.board == {"e5": "b", "a1": "b", "h5": "b", "b2": "w"}

"""Games of somebody's own whose pieces move: the page plays them with clicks, fingers and keys, and knows neither."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from quintet.games.record import Replay, read_record, replay
from tests.toys.known import ATAXX, BEFORE_TWO_LEGS, DRAUGHTS, known_toys
from tests.web.conftest import OpenPage
from tests.web.player import Player
from tests.web.test_motion import finish, slow


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server that was told of the two toys."""
    command = [sys.executable, "-m", "quintet", "serve", "--port", "0", "--store", "memory:", "--lazy"]
    games = [part for given in (ATAXX, DRAUGHTS) for part in ("--game", given)]
    with subprocess.Popen(
        [*command, "--workers", "1", "--messages-per-second", "0", *games],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1].rstrip("/")
        process.terminate()


@pytest.fixture
def known() -> Iterator[None]:
    """This process knows the toys too, to read their records."""
    with known_toys():
        yield


def clicks(player: Player, *spaces: str) -> None:
    for space in spaces:
        player.click(space)


def marks(player: Player) -> int:
    return player.page.locator(".marks .last").count()


def ghosts(player: Player, kind: str) -> int:
    return player.page.locator(f".ghost.{kind}").count()


def plies(player: Player, count: int) -> None:
    expect(player.page.locator(".ply")).to_have_count(count)


def test_a_piece_grows_is_lifted_put_back_exchanged_and_jumps(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player = sit_down().open_room("ataxx", ["me", "me"], {"size": 5})
    assert player.board == {"a1": "r", "e5": "r", "e1": "u", "a5": "u"}
    player.click("b2")
    plies(player, 1)
    player.wait_for("board.b2 === 'r'")
    assert marks(player) == 1
    player.click("e1")
    expect(player.page.locator(".pieces > .lifted")).to_have_attribute("data-at", "e1")
    expect(player.page.locator(".go")).to_have_text("Go on…")
    assert "c1" in player.playable
    assert "b5" not in player.playable
    keep_picture(player.page, "toy-lifted")
    player.click("e1")
    expect(player.page.locator(".pieces > .lifted")).to_have_count(0)
    clicks(player, "e1", "a5")
    expect(player.page.locator(".pieces > .lifted")).to_have_attribute("data-at", "a5")
    player.click("c3")
    plies(player, 2)
    player.wait_for("board.c3 === 'u' && board.b2 === 'u'")
    assert player.board == {"a1": "r", "e5": "r", "e1": "u", "c3": "u", "b2": "u"}
    assert marks(player) == 2
    expect(player.page.locator(".ply").nth(1)).to_contain_text("a5 c3")
    expect(player.page.locator(".log li").first).to_have_text("Blue: a5 c3, turns b2.")


def test_a_pick_that_means_nothing_is_answered_with_the_reason(sit_down: OpenPage) -> None:
    player = sit_down().open_room("ataxx", ["me", "me"], {"size": 5})
    toast = player.page.locator(".toast")
    player.click("c3")
    expect(toast).to_contain_text("c3 is not beside a piece of yours")
    clicks(player, "a1", "d4")
    expect(toast.last).to_contain_text("a jump goes two squares far, d4 is not")
    player.click("e1")
    expect(toast.last).to_contain_text("e1 is occupied")
    assert player.page.locator(".ply").count() == 0


def test_a_jump_of_several_legs_is_made_leg_by_leg(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player = slow(sit_down(speed=0.01)).open_room("draughts", ["me", "me"], {})
    for number, move in enumerate(BEFORE_TWO_LEGS, start=1):
        clicks(player, *move.split(" "))
        plies(player, number)
        finish(player)
    player.click("b4")
    expect(player.page.locator(".toast").last).to_contain_text("there is no piece of yours on b4")
    clicks(player, "e5", "c3")
    expect(player.page.locator(".go")).to_have_text("Go on…")
    assert ghosts(player, "chosen") == 1
    expect(player.page.locator(".ghost.chosen .count")).to_have_count(0)  # it is crowned on e1, not before
    assert player.playable == ["e1"]
    keep_picture(player.page, "toy-second-leg")
    player.page.keyboard.press("Backspace")
    expect(player.page.locator(".ghost.chosen")).to_have_count(0)
    clicks(player, "c3", "e1")
    plies(player, 6)
    player.wait_for("window.motions.length === 1 && board.c3 === 'b' && board.d4 === 'w'")  # the first leg
    expect(player.page.locator(".marks .last")).to_have_count(3)
    finish(player)
    assert player.board["e1"] == "bb"
    assert not {"e5", "d4", "c3", "d2"} & player.board.keys()
    expect(player.page.locator(".ply").last).to_contain_text("e5 c3 e1")


def test_the_keyboard_lifts_and_lands_and_hears_what_is_what(sit_down: OpenPage) -> None:
    player = sit_down().open_room("ataxx", ["me", "me"], {"size": 5})
    cell = player.cell("a1")
    expect(cell).to_have_attribute("aria-label", "a1, red, playable")
    cell.focus()
    for key in ("Enter", "ArrowRight", "ArrowRight", "Enter"):
        player.page.keyboard.press(key)
    plies(player, 1)
    player.wait_for("board.c1 === 'r'")
    expect(cell).to_have_attribute("aria-label", "a1, empty")


def test_a_finger_confirms_a_jump_and_is_shown_where_it_goes(sit_down: OpenPage) -> None:
    player = sit_down(width=360, height=740, touch=True, confirm="always")
    player.open_room("ataxx", ["me", "me"], {"size": 5})
    player.cell("a1").tap(force=True)
    player.cell("c3").tap(force=True)
    expect(player.page.locator(".go")).to_have_text("Play a1 c3")
    assert (ghosts(player, "chosen"), ghosts(player, "lifted")) == (1, 1)
    player.cell("c2").tap(force=True)
    expect(player.page.locator(".go")).to_have_text("Play a1 c2")
    player.confirm()
    player.wait_for("board.c2 === 'r'")
    assert "a1" not in player.board


def test_pieces_are_drawn_in_the_colours_and_with_the_marks_that_their_game_gives(sit_down: OpenPage) -> None:
    player = sit_down(safe=True).open_room("ataxx", ["me", "me"], {"size": 5})
    red, blue = (player.page.locator(f".pieces > [data-at={space}] .stone") for space in ("a1", "e1"))
    expect(red.locator("circle[fill='#c92a2a']")).to_have_count(1)
    expect(red.locator(".mark .solid")).to_be_visible()
    expect(blue.locator("path[fill='#4dabf7']")).to_have_count(1)
    expect(blue.locator(".mark .drawn")).to_be_visible()
    sides = player.page.locator("[data-seat] .name b")
    assert sides.all_inner_texts() == ["Red", "Blue"]
    player.open("/")
    expect(player.page.locator("h1")).to_have_text("Seven games, one table")


def test_the_machine_answers_a_hint_is_drawn_and_the_record_comes_back(
    sit_down: OpenPage, known: None, tmp_path: Path
) -> None:
    player = sit_down().open_room("draughts", ["me", "level-1"], {})
    player.do("hint")
    expect(player.page.locator(".ghost.advice")).to_have_count(2)
    clicks(player, "b2", "c3")
    player.wait_for_turn()
    plies(player, 2)
    with player.page.expect_download() as waiting:
        player.page.get_by_text("Download record").click()
    file = tmp_path / "game.json"
    waiting.value.save_as(file)
    played = replay(read_record(file.read_text()))
    assert isinstance(played, Replay)
    assert played.steps[0].moves == {0: "b2 c3"}
    player.open("/")
    player.page.set_input_files("input[type=file]", file)
    player.page.wait_for_selector(".game-page .board")
    assert player.board == played.game.board(played.position)
    player.play_on()
    plies(player, 2)
    assert player.board == played.game.board(played.position)

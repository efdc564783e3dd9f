"""One player at a table: keys, typing, stepping, half-made moves, fingers, records, and a server that goes away."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from quintet.games import GAMES
from quintet.games.record import load
from tests.ports import free_port
from tests.web.conftest import OpenPage
from tests.web.player import Player
from tests.web.test_here import SMALL
from tests.web.waiting import WAIT, lettered

BESIDE = """toast => toast.getBoundingClientRect().left >= document.querySelector('.board.live').getBoundingClientRect().right"""


def test_a_game_by_keyboard_alone(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("reversi", ["me", "me"], {"size": 4})
    page = player.page
    page.focus(".cell[tabindex='0']")
    expect(page.locator(".cell:focus")).to_have_attribute("aria-label", "a1, empty")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".cell:focus")).to_have_attribute("aria-label", "b2, white")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".cell:focus")).to_have_attribute("aria-label", "b1, empty, playable")
    page.keyboard.press("Enter")
    player.wait_for("board.b1 === 'b' && board.b2 === 'b'")
    expect(page.locator("[aria-live=polite][role=log]")).to_contain_text("Black: b1, turns b2.")


def test_the_board_is_one_stop_of_the_tab_key(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("reversi", ["me", "me"], {"size": 4})
    page = player.page
    page.focus(".game-line a")
    page.keyboard.press("Tab")
    expect(page.locator(".cell:focus")).to_have_attribute("data-space", "a1")
    page.keyboard.press("Tab")
    expect(page.locator(".board :focus")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(page.locator(".cell:focus")).to_have_attribute("data-space", "a1")


def test_every_key_is_listed_and_leads_through_the_game(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("reversi", ["me", "me"], {"size": 4})
    page = player.page
    for move in ("b1", "a1"):
        page.fill("[name=move]", move)
        page.keyboard.press("Enter")
        player.wait_for(f"board.{move}")
    page.locator("h1").click()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("confirm the move")
    page.keyboard.press("Home")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator(".ply-button[aria-current]")).to_contain_text("a1")
    page.keyboard.press("Home")
    expect(page.locator(".ply-button[aria-current]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".ply-button[aria-current]")).to_contain_text("b1")
    page.keyboard.press("End")
    expect(page.locator(".ply-button[aria-current]")).to_contain_text("a1")
    page.get_by_role("button", name="Keys").click()
    page.get_by_role("dialog", name="Keys").get_by_role("button", name="Close").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_typed_move_is_played_and_a_wrong_one_explained(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("onyx", ["me", "me"], {})
    page = player.page
    page.fill("[name=move]", "P@c3 b@A1")
    page.keyboard.press("Enter")
    player.wait_for("board.a1 === 'b' && board.c3 === 'p'")
    expect(page.locator("[name=move]")).to_have_value("")
    page.fill("[name=move]", "w@a1")
    page.keyboard.press("Enter")
    toast = page.locator(".toast")
    expect(toast).to_contain_text("a1 is occupied")
    expect(page.locator("[name=move]")).to_have_value("w@a1")
    assert toast.evaluate(BESIDE), "a toast lies on the board"
    player.click("d4")  # another move is made instead: what was typed is of no use any more
    player.confirm()
    player.wait_for("board.d4 !== undefined")
    expect(page.locator("[name=move]")).to_have_value("")


def test_a_half_made_move_can_be_taken_back_and_a_piece_becomes_a_stack(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("onyx", ["me", "me"], {})
    page = player.page
    player.click("d4")
    player.click("e5")
    assert page.locator(".ghost.chosen").count() == 2
    expect(page.locator(".go")).to_have_text("Play b@d4 p@e5")
    page.keyboard.press("Backspace")
    expect(page.locator(".go")).to_have_text("Play b@d4")
    player.click("d4")
    expect(page.locator(".go")).to_have_text("Play bb@d4")
    page.click("[aria-label=purple]")
    player.click("a8")
    player.confirm()
    player.wait_for("board.a8 === 'p' && !board.d4")


def test_who_confirms_by_key_is_back_on_the_board(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("onyx", ["me", "me"], {})
    page = player.page
    page.focus(".cell[tabindex='0']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    while page.locator(".go:focus").count() == 0:
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    player.wait_for("board.b8 === 'b'")
    expect(page.locator(".cell:focus")).to_have_attribute("data-space", "b8")


def test_stepping_through_a_running_game(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("best", ["me", "me"], {})
    for count, column in enumerate("aba", start=1):
        player.click(f"{column}1")
        expect(player.page.locator(".ply")).to_have_count(count)
    player.page.click(".step.first")
    assert player.board == {}
    player.page.keyboard.press("ArrowRight")
    assert player.board == {"a1": "w"}
    expect(player.page.locator(".where")).to_have_text("1 of 3")
    player.page.click("[data-ply='2']")
    assert player.board == {"a1": "w", "b1": "b"}
    player.page.click(".step.live")
    assert player.board == {"a1": "w", "b1": "b", "a2": "w"}


def test_what_is_counted_is_that_of_the_position_stepped_to(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("reversi", ["me", "me"], {})
    for count, space in enumerate(("d3", "c3", "c4"), start=1):
        player.click(space)
        expect(player.page.locator(".ply")).to_have_count(count)

    def discs(black: int, white: int) -> None:
        for seat, count in enumerate((black, white)):
            expect(player.page.locator(f"[data-seat='{seat}'] .chip b")).to_have_text(str(count))

    discs(5, 2)
    for step, counted in ((".step.back", (3, 3)), (".step.back", (4, 1)), (".step.first", (2, 2))):
        player.page.click(step)
        discs(*counted)
    player.page.keyboard.press("ArrowRight")
    discs(4, 1)
    player.page.click(".step.live")
    discs(5, 2)


@pytest.mark.parametrize("game", GAMES)
def test_changes_are_animated_and_end_where_the_rules_say(game: str, sit_down: OpenPage) -> None:
    player = sit_down(speed=2, sound=True)
    player.open_room(game, ["me", "me"], SMALL.get(game, {}))
    rng = Random(11)
    for _ in range(8):
        player.play_some_move(rng, words=0)
    played = player.record()
    expected = json.dumps(played.game.board(played.position), sort_keys=True, separators=(",", ":"))
    player.wait_for(f"JSON.stringify(Object.fromEntries(Object.entries(board).sort())) === {expected!r}")
    moving = "document.querySelector('.board-place svg').getAnimations({ subtree: true }).length"
    player.wait_for(f"{moving} === 0")


def test_a_finger_chooses_and_then_confirms(sit_down: OpenPage) -> None:
    player = sit_down(width=360, height=740, touch=True)
    player.open_room("gomoku", ["me", "me"], {})
    page = player.page
    player.cell("c3").tap(force=True)
    expect(page.locator(".go")).to_have_text("Play c3")
    player.cell("q16").tap(force=True)
    expect(page.locator(".go")).to_have_text("Play q16")
    assert player.board == {}
    page.locator(".go").tap()
    player.wait_for("board.q16 === 'b'")
    player.cell("d4").tap(force=True)
    player.cell("d4").tap(force=True)  # the same space again is as good as the button
    player.wait_for("board.d4 === 'w'")


@pytest.mark.parametrize("game", GAMES)
def test_a_phone_shows_the_whole_name_of_a_game(sit_down: OpenPage, game: str) -> None:
    player = sit_down(width=360, height=740, touch=True).start(game, "play-machine")
    assert player.page.locator(".table-head h1").evaluate(
        lettered("one => one.scrollWidth <= one.clientWidth")
    )


def test_a_record_is_downloaded_and_loaded_again(sit_down: OpenPage, tmp_path: Path) -> None:
    player = sit_down()
    player.open_room("reversi", ["me", "me"], {"size": 6})
    player.click(player.playable[0])
    expect(player.page.locator(".ply")).to_have_count(1)
    with player.page.expect_download() as download:
        player.page.click(".record")
    file = tmp_path / "kept.json"
    download.value.save_as(file)
    assert len(load(file.read_text()).steps) == 1
    board = player.board
    player.open("/rooms").page.set_input_files("input[type=file]", file)
    player.page.wait_for_selector(".game-page .board")
    assert player.board == board
    player.page.reload()
    player.page.wait_for_selector(".game-page .board")
    assert player.board == board
    player.play_on()
    assert player.board == board
    file.write_text("{ nonsense")
    player.open("/rooms").page.set_input_files("input[type=file]", file)
    expect(player.page.locator(".toast")).to_contain_text("This file cannot be read: ")


def test_a_game_of_another_program_s_file_is_chosen_and_played_on(sit_down: OpenPage, tmp_path: Path) -> None:
    player, file = sit_down(), tmp_path / "games.sgf"
    file.write_text("(;GM[2]PB[Ann]PW[Bo];B[d3])(;GM[4]SZ[9]AB[aa][bb]AW[cc];W[dd])")
    page = player.open("/rooms").page
    page.set_input_files("input[type=file]", file)
    expect(page.locator(".choose-game li")).to_have_text(["Reversi, Ann – Bo, 1 move", "Gomoku, 1 move"])
    page.get_by_role("button", name="None of them").click()
    expect(page.locator(".choose-game")).to_have_count(0)
    page.set_input_files("input[type=file]", file)
    page.get_by_role("button", name="Gomoku").click()
    page.wait_for_selector(".game-page .board")
    player.play_on()
    assert player.board == {"a9": "b", "b8": "b", "c7": "w", "d6": "w"}
    player.click("e5")
    player.wait_for("board.e5 === 'b'")
    assert player.record().start.points.count("b") == 2


def test_the_table_comes_back_when_the_server_does(chromium: Browser, tmp_path: Path) -> None:
    port = free_port()

    def serve() -> subprocess.Popen[str]:
        store = f"sqlite:{tmp_path / 'kept.sqlite3'}"
        command = [sys.executable, "-m", "quintet", "serve", "--port", str(port), "--store", store, "--lazy"]
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def ready(process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        process.stdout.readline()

    context = chromium.new_context(base_url=f"http://localhost:{port}")
    context.set_default_timeout(WAIT)
    player = Player(context.new_page())
    with serve() as first:
        ready(first)
        player.open_room("best", ["me", "me"], {})
        player.click("c1")
        player.wait_for("board.c1 === 'w'")
        first.kill()
    lost = "The connection is lost; trying to come back…"
    expect(player.page.locator(".banner")).to_have_text(lost)
    with serve() as second:
        ready(second)
        expect(player.page.locator(".banner")).to_be_hidden()
        player.click("c1")
        player.wait_for("board.c2 === 'b' && board.c1 === 'w'")
        context.close()
        second.terminate()

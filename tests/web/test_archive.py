"""A game that was played, found again: from the first page back to the table, to the viewer, to others, and away."""

from __future__ import annotations

from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread

import httpx
from playwright.sync_api import Browser, Page, expect

from quintet.games import game as make_game
from quintet.games.record import Replay, load, write_record
from tests.web.conftest import OpenPage
from tests.web.player import Player
from tests.web.test_pages import overflows
from tests.web.waiting import WAIT

FIVE = "c3 a9 d4 b9 e5 c9 f6 i1 g7"


def finish(player: Player, rng: Random) -> None:
    while player.status == "playing":
        player.wait_for_turn()
        if player.status == "playing":
            player.play_some_move(rng)


def test_a_game_is_left_found_again_finished_and_looked_at(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player, rng = sit_down(name="Ann"), Random(4)
    page = player.page
    player.open_room("reversi", ["me", "greedy"], {"size": 4})
    expect(page.locator(".game-line")).to_contain_text("Board: 4 × 4")
    table = player.address
    player.play_some_move(rng)
    player.wait_for_turn()
    board = player.board
    page.click(".brand")  # the logo leads away, and back there is a way
    waits = page.locator(".waits a")
    expect(waits).to_have_count(1)
    expect(waits).to_contain_text("Your move.")
    expect(waits).to_contain_text("Board: 4 × 4")
    expect(waits.locator("[data-piece]")).to_have_count(len(board))
    keep_picture(page, "home-waiting")
    waits.click()
    player.wait_for("status === 'playing'")
    assert player.address == table
    assert player.board == board
    finish(player, rng)
    page.click(".look-at")
    page.wait_for_selector(".game-page .board")
    expect(page.locator("h1")).to_have_text("Host – The greedy player")
    expect(page.locator(".ply")).to_have_count(len(player_record(player).steps))
    keep_picture(page, "game")
    looked_at_in_a_narrow_frame(player)
    page.click(".score summary")
    expect(page.locator(".score .sum")).to_be_visible()
    step_through(player)
    play_on_against_the_machine(player)


def looked_at_in_a_narrow_frame(player: Player) -> None:
    """The move that is shown is in sight in the list, though it is the last of many."""
    page, address = player.page, player.address
    size = page.viewport_size
    assert size is not None
    page.set_viewport_size({"width": 280, "height": 700})
    page.goto(address.replace("/g/", "/embed/"))
    expect(page.locator(".ply-button[aria-current]")).to_be_in_viewport()
    first = page.locator(".ply-button").first
    expect(first).not_to_be_in_viewport(ratio=1)  # a short game leaves a strip of it
    page.set_viewport_size(size)
    page.goto(address)
    page.wait_for_selector(".game-page .board")


def player_record(player: Player) -> Replay:
    address = player.address.partition("#")[0].replace("/g/", "/api/archive/")
    return load(httpx.get(f"{address}/record").text)


def step_through(player: Player) -> None:
    """Keys, buttons, the address and the other side all show the position they say."""
    page, played = player.page, player_record(player)
    game = played.game
    last = len(played.steps)
    boards = [game.board(played.start), *(game.board(step.position) for step in played.steps)]
    assert player.board == boards[-1]
    page.keyboard.press("Home")
    assert player.board == boards[0]
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert player.board == boards[2]
    assert page.url.endswith("#2")
    expect(page.locator(".ply-button[aria-current]")).to_have_attribute("data-ply", "2")
    expect(page.locator(".moves-panel [role=status]")).to_contain_text("Move 2: ")
    page.focus("[aria-label='Last position']")
    page.keyboard.press("Tab")  # all the moves are one stop of this key
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".ply-button:focus")).to_have_attribute("data-ply", "1")
    page.keyboard.press("Tab")
    expect(page.locator(".ply-button:focus")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    page.click("[aria-label='One move back']")
    assert player.board == boards[1]
    before = page.locator("[data-space=a1]").bounding_box()
    page.keyboard.press("f")
    assert page.locator("[data-space=a1]").bounding_box() != before
    assert player.board == boards[1]
    page.reload()
    page.wait_for_selector(".game-page .board")
    assert player.board == boards[1], "the address says which position"
    page.keyboard.press("End")
    assert player.board == boards[last]
    expect(page.locator(".play-on")).to_be_disabled()
    page.click("[data-ply='1']")


def play_on_against_the_machine(player: Player) -> None:
    board = player.board
    player.play_on("I play white against the machine")
    player.wait_for("version > 0")
    assert {
        space: player.board[space] for space in board if space not in ("b2", "c3")
    }.keys() <= player.board.keys()


def test_two_people_s_game_is_shared_hidden_and_deleted(sit_down: OpenPage, chromium: Browser) -> None:
    ann, bob = sit_down(name="Ann <b>"), sit_down(width=360, height=740, touch=True, name="Bob", theme="dark")
    path = ann.open("/rooms").page.evaluate(
        """async () => (await (await fetch('/api/rooms', { method: 'POST', body: JSON.stringify({ type: 'create',
             name: 'Ours', game: 'reversi', options: { size: 4 }, host_name: 'Ann <b>', seats: ['me', 'open'] }) })).json()).path"""
    )
    for player in (ann, bob):
        player.open(path)
        player.page.wait_for_selector(".table-page[data-version]")
    bob.page.click(".sit")
    for player in (ann, bob):
        player.page.click(".ready-button")
    rng = Random(7)
    ann.wait_for("status === 'playing'")
    ann.play_some_move(rng)
    bob.do("resign", sure=True)
    bob.page.click(".look-at")
    page = bob.page
    page.wait_for_selector(".game-page .board")
    expect(page.locator("h1")).to_have_text("Ann <b> – Bob")
    expect(page.locator(".result-line")).to_have_text("Ann <b> wins: Bob resigned.")
    assert not overflows(page)
    swipe(page, 1)
    expect(page.locator(".where")).to_have_text("0 of 1")
    swipe(page, -1)
    expect(page.locator(".where")).to_have_text("1")
    page.click(".downloads summary")
    with page.expect_download() as download:
        page.click("[data-format=sgf]")
    assert "PW[Bob]" in download.value.path().read_text()
    address = page.url.partition("#")[0]
    ann.open("/games?game=reversi&name=bob").page.wait_for_selector(".found")
    expect(ann.page.locator(".found")).to_have_count(1)
    ann.page.click(".found a")
    ann.page.wait_for_selector(".game-page .board")
    assert ann.page.url == address
    framed(chromium, address)
    ann.page.locator(".make-private").press("Enter")
    expect(ann.page.locator(".visible p")).to_contain_text("Only those who played it")
    expect(ann.page.locator(".make-public, .make-private")).to_be_focused()
    page.goto("/games?name=ann")
    expect(page.locator(".none")).to_have_text("No game like that.")
    page.select_option(".find [name=game]", "reversi")
    page.locator(".whose .mine").press("Enter")
    expect(page.locator(".whose .mine")).to_be_focused()
    expect(page.locator(".found.lost")).to_have_count(1)
    page.click(".found a")
    page.click(".delete")
    page.click("dialog .yes")
    expect(page.locator(".none")).to_be_visible()
    ann.page.reload()
    expect(ann.page.locator("h1")).to_have_text("Ann <b> – Somebody")
    ann.page.click(".delete")
    ann.page.click("dialog .yes")
    expect(ann.page.locator(".games-page")).to_be_visible()


def swipe(page: Page, way: int) -> None:
    """A finger over the board, to the left or to the right."""
    page.evaluate(
        """way => {
          const place = document.querySelector('.board-place'), at = x => new Touch({ identifier: 1, target: place, clientX: x, clientY: 300 });
          place.dispatchEvent(new TouchEvent('touchstart', { touches: [at(180)], changedTouches: [at(180)] }));
          place.dispatchEvent(new TouchEvent('touchend', { touches: [], changedTouches: [at(180 + 90 * way)] }));
        }""",
        way,
    )


def framed(chromium: Browser, address: str) -> None:
    """Another site shows the game in a frame, and cannot frame anything else of ours."""
    frames = [address.replace("/g/", "/embed/"), address]
    body = "".join(f'<iframe src="{source}" width="420" height="560"></iframe>' for source in frames)

    class Elsewhere(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as site:
        Thread(target=site.serve_forever, daemon=True).start()
        page = chromium.new_page()
        page.set_default_timeout(WAIT)
        page.goto(f"http://127.0.0.1:{site.server_port}/")
        frame = page.frame_locator("iframe >> nth=0")
        expect(frame.locator(".board [data-piece]")).to_have_count(5)
        expect(frame.get_by_role("heading", level=1)).to_have_text("Ann <b> – Bob")
        frame.locator("[aria-label='First position']").click()
        expect(frame.locator(".board [data-piece]")).to_have_count(4)
        expect(page.frame_locator("iframe >> nth=1").locator(".top")).to_have_count(0)
        page.close()
        site.shutdown()


def test_what_is_not_there_is_told(sit_down: OpenPage) -> None:
    page = sit_down().page
    page.goto("/games")
    page.evaluate("history.pushState(null, '', '/view')")
    page.reload()
    expect(page.locator(".notice")).to_contain_text("No record was loaded here")


def test_what_a_game_was_won_by_is_marked_at_its_end_alone(sit_down: OpenPage, tmp_path: Path) -> None:
    won = Replay(make_game("gomoku"), [(n % 2, move) for n, move in enumerate(FIVE.split())])
    file = tmp_path / "won.json"
    file.write_text(write_record(won.record()), "utf-8")
    page = sit_down(speed=0).open("/games").page
    page.set_input_files("input[type=file]", file)
    expect(page.locator(".tally > *").first).to_be_attached()
    expect(page.locator("[aria-label='What the result rests on']")).to_contain_text("c3, d4, e5, f6, g7")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".tally > *")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".tally > *").first).to_be_attached()

"""Friends in a room: from the list of rooms to the last handshake, each in a browser of their own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.web.conftest import OpenPage
from tests.web.player import PATIENCE, Player
from tests.web.waiting import at_rest, lettered


def create(host: Player, game: str, name: str) -> None:
    """Through the form, as people do."""
    page = host.open(f"/play/{game}?room").page
    page.fill("[name=room-name]", name)
    page.fill("[name=my-name]", "Ada")
    page.click(".start")
    page.wait_for_selector(".table-page[data-status=seating]")


def join(guest: Player, room: str, name: str, seat: int) -> None:
    """From the list of rooms to a seat under one's own name."""
    page = guest.open("/rooms").page
    page.locator(".room", has_text=room).locator(".join").click()
    page.wait_for_selector(f".mine[data-seat='{seat}']")
    page.fill(".name-form input", name)
    page.click(".name-form button")
    expect(page.locator(f"[data-seat='{seat}'] .name b")).to_have_text(name)


def plies(player: Player, count: int) -> None:
    expect(player.page.locator(".ply")).to_have_count(count)


def listener(heard: list[str]) -> Callable[[WebSocket], None]:
    """Keeps every message that the server sends to a page."""

    def listen(connection: WebSocket) -> None:
        connection.on("framereceived", lambda data: heard.append(str(data)))

    return listen


def test_who_joins_too_late_is_told(sit_down: OpenPage) -> None:
    ada, ben, cy = sit_down(), sit_down(), sit_down()
    create(ada, "best", "One seat")
    join(ben, "One seat", "Ben", 1)
    cy.open(f"{ada.address}?sit")
    expect(cy.page.locator(".toast")).to_have_text("Somebody else has that seat.")
    expect(cy.page.locator(".people-list")).to_contain_text("(you) · watching")


def test_two_friends_and_every_question_they_can_ask(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    ada, ben = sit_down(), sit_down(width=360, height=740, confirm="never", theme="dark")
    create(ada, "gomoku", "Stones at noon")
    join(ben, "Stones at noon", "Ben", 1)
    # Colours: Ada goes on to the next free seat, which is none, and so stands up; Ben takes black.
    ada.page.click("[data-seat='0'] button.colours")
    expect(ada.page.locator("[data-seat='0'] .name b")).to_have_text("Open seat")
    ben.page.click("[data-seat='1'] button.colours")
    ben.page.click("[data-seat='0'] button.colours")
    expect(ada.page.locator("[data-seat='0'] .name b")).to_have_text("Ben")
    ada.page.click("[data-seat='1'] .sit")
    # Ready, no longer ready, ready again, and the countdown.
    ben.page.click(".ready-button")
    ada.page.click(".ready-button")
    expect(ben.page.locator(".countdown")).to_be_visible()
    ben.page.click(".countdown button")
    expect(ada.page.locator(".countdown")).to_have_count(0)
    ben.page.click(".ready-button")
    expect(ada.page.locator(".countdown")).to_be_visible()
    keep_picture(ada.page, "room-countdown")
    for player in (ada, ben):
        player.page.wait_for_selector(".table-page[data-status=playing]")
    # Only the seat in turn can move.
    assert ada.playable == []
    ben.click("j10")
    plies(ada, 1)
    ada.click("k10")
    plies(ben, 2)
    # Undo: denied, then accepted.
    ada.do("undo")
    expect(ben.page.locator(".offer.asked")).to_contain_text("Ada asks to take back a move.")
    keep_picture(ben.page, "room-offer-phone")
    ben.page.click(".deny")
    expect(ada.page.locator(".offer")).to_have_count(0)
    expect(ada.page.locator(".offer-answer")).to_contain_text("The request to take back a move was denied.")
    plies(ada, 2)
    ada.do("undo")
    ben.page.click(".accept")
    plies(ben, 1)
    assert ben.board == {"j10": "b"}
    # A hint, which the other must allow; only the one who asked sees it.
    ada.do("hint")
    ben.page.click(".accept")
    ada.page.wait_for_selector(".hint-line .word", timeout=PATIENCE)
    assert ben.page.locator(".hint-line").count() == 0
    ada.page.click(".hint-line .word")
    plies(ben, 2)
    # Restart, a draw that is denied, and the end.
    ben.do("restart")
    ada.page.click(".accept")
    plies(ben, 0)
    ben.click("a1")
    plies(ada, 1)
    ada.do("draw")
    ben.page.click(".deny")
    expect(ada.page.locator(".offer")).to_have_count(0)
    # What happens between the two clicks that resigning takes does not matter; here no time passes between them.
    ada.click("k10")
    plies(ben, 2)
    ada.page.clock.install()
    ada.page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    ada.page.click("[data-action=resign]")
    ben.click("b1")
    plies(ada, 3)
    ada.page.click("[data-action=resign].sure")
    for player in (ada, ben):
        expect(player.page.locator(".reason")).to_have_text("Ada resigned.")
    # A rematch with seats swapped.
    ben.do("rematch")
    ada.page.click(".accept")
    ada.page.wait_for_selector(".table-page[data-status=playing]")
    expect(ben.page.locator("[data-seat='0'] .name b")).to_have_text("Ada")


LOOK_ON = """() => {
    const shown = (name) => Boolean(document.querySelector(name)?.checkVisibility());
    window.seen = [];
    const look = () => {
        const both = ["countdown", "prompt"].filter((name) => shown(`.${name}`)).join(" and ");
        if (shown(".countdown") && !seen.includes(both)) seen.push(both);
        requestAnimationFrame(look);
    };
    look();
}"""
"""Writes down which of the two are in sight together while the seconds are counted, which are soon over."""


def test_what_is_wanted_before_a_game_stands_in_one_place(sit_down: OpenPage) -> None:
    ada, ben = sit_down(), sit_down()
    create(ada, "reversi", "Are you ready")
    join(ben, "Are you ready", "Ben", 1)
    for player in (ada, ben):
        player.page.evaluate(LOOK_ON)
        asked = player.page.locator(".prompt")
        expect(asked).to_contain_text("The game starts when everybody is ready.")
        asked.get_by_role("button", name="Ready").click()
    for player in (ada, ben):
        player.page.wait_for_selector(".table-page[data-status=playing]")
        assert player.page.evaluate("seen") == [
            "countdown"
        ]  # what is wanted would say the same in other words
    expect(ada.page.locator(".prompt")).to_be_visible()
    expect(ada.page.locator(".ready-button")).to_have_count(0)


def test_a_name_is_whole_on_a_desk_whatever_else_is_told_of_a_player(sit_down: OpenPage) -> None:
    host = sit_down(name="Ada with a rather long name")
    host.open("/play/reversi?room").page.click(".start")
    host.page.wait_for_selector(".table-page[data-status=seating]")
    name = host.page.locator("[data-seat='0'] .name b")
    expect(name).to_have_text("Ada with a rather long name")
    assert not name.evaluate(lettered("one => one.scrollWidth > one.clientWidth"))


def test_a_room_is_on_the_first_page_until_its_game_is_over(sit_down: OpenPage) -> None:
    ada, ben, eve = (sit_down() for _ in range(3))
    create(ada, "reversi", "Over at last")
    listed = eve.open("/").page.locator(".room", has_text="Over at last")
    expect(listed).to_be_visible()
    join(ben, "Over at last", "Ben", 1)
    for player in (ada, ben):
        player.page.click(".ready-button")
    ada.page.wait_for_selector(".table-page[data-status=playing]")
    ada.click("d3")
    ada.do("resign", sure=True)
    expect(ben.page.locator(".reason")).to_have_text("Ada resigned.")
    expect(listed).to_have_count(0)
    eve.open("/rooms")
    expect(listed.locator(".room-status")).to_have_text("finished")


def test_three_players_choose_unseen_by_each_other(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    players = [sit_down(games={"omega": {"size": 4, "players": 3}}) for _ in range(3)]
    frames: list[list[str]] = [[], [], []]
    for player, heard in zip(players, frames, strict=True):
        player.page.on("websocket", listener(heard))
    create(players[0], "omega", "Three in the dark")
    for seat, name in ((1, "Ben"), (2, "Cleo")):
        join(players[seat], "Three in the dark", name, seat)
    for player in players:
        player.page.click(".ready-button")
    for player in players:
        player.page.wait_for_selector(".table-page[data-status=playing]")
    moves = (["a1", "b1", "c1"], ["a2", "b2", "c2"], ["d4", "b3", "c3"])
    for seat in (0, 1):
        for space in moves[seat]:
            players[seat].click(space)
        players[seat].confirm()
        expect(players[2].page.locator(f"[data-seat='{seat}'] .badge.sealed")).to_be_visible()
    keep_picture(players[0].page, "sealed")
    expect(players[0].page.locator(".ghost.sealed")).to_have_count(3)
    expect(players[0].page.locator(".hand-over")).to_be_hidden()  # nobody else is at this screen
    assert players[2].page.locator(".ghost").count() == 0
    written = "wa2 bb2 gc2"
    assert not any(written in frame for heard in (frames[0], frames[2]) for frame in heard)
    # Ada changes her mind while she still may.
    players[0].page.click(".confirm .quiet")
    players[0].click("d1")
    players[0].confirm()
    expect(players[0].page.locator(".ghost.sealed")).to_have_count(3)
    for space in moves[2]:
        players[2].click(space)
    players[2].confirm()
    for player in players:
        plies(player, 1)
        assert player.board["d1"] == "g"
        assert player.board["a1"] == "w"
    assert any(written in frame for frame in frames[2])


def test_the_host_fills_a_seat_with_a_machine_and_removes_a_guest(sit_down: OpenPage) -> None:
    host, guest = sit_down(), sit_down()
    create(host, "reversi", "Only with me")
    guest.open(host.address)
    expect(host.page.locator(".people-list")).to_contain_text("Guest · watching")
    host.page.locator(".people-list li", has_text="Guest").locator("button").click()
    expect(guest.page.locator(".notice")).to_contain_text("The host has removed you from this room.")
    guest.start("best", "play-here")  # everything else is still open to the guest
    guest.click("a1")
    guest.wait_for("board.a1 === 'w'")
    host.page.select_option("select.fill", "random")
    expect(host.page.locator("[data-seat='1'] .name b")).to_have_text("The random player")
    host.page.click(".ready-button")
    host.page.wait_for_selector(".table-page[data-status=playing]")


def test_a_player_who_is_gone_is_shown_and_comes_back_to_the_seat(sit_down: OpenPage) -> None:
    ada, ben = sit_down(), sit_down()
    create(ada, "best", "Hold the line")
    join(ben, "Hold the line", "Ben", 1)
    for player in (ada, ben):
        player.page.click(".ready-button")
        player.page.wait_for_selector(".badge.ready")
    ada.page.wait_for_selector(".table-page[data-status=playing]")
    room = ben.address
    ben.open("/settings")
    expect(ada.page.locator("[data-seat='1'] .badge.gone")).to_be_visible()
    expect(ada.page.locator(".gone-offer button")).to_contain_text("Claim the game in")
    ben.open(room)
    expect(ada.page.locator("[data-seat='1'] .badge.gone")).to_have_count(0)
    ada.click("b1")
    ben.wait_for("board.b1 === 'w'")
    ben.click("b1")
    ada.wait_for("board.b2 === 'b'")


@pytest.mark.parametrize("width", [360, 1280])
def test_a_spectator_sees_the_game_and_touches_nothing(sit_down: OpenPage, width: int) -> None:
    player, spectator = sit_down(), sit_down(width=width)
    player.open_room("best", ["me", "me"], {})
    spectator.open(player.address)
    spectator.page.wait_for_selector(".table-page[data-status=playing]")
    player.click("c1")
    for page in (player, spectator):
        plies(page, 1)
    assert spectator.board == player.board
    assert spectator.playable == []
    assert spectator.page.locator("[data-action]").count() == 0


def test_the_board_keeps_its_place_whatever_else_there_is_to_show(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    """Twice the size, a name of forty letters, a connection that is lost: none of them costs the board its room."""
    player = sit_down(width=640, height=400)
    player.open_room("reversi", ["me", "me"], {})
    board = player.page.locator(".board-place .board")
    size = at_rest(board)
    assert size["height"] > 340
    keep_picture(player.page, "table-twice-the-size")
    page = player.page
    page.set_viewport_size({"width": 360, "height": 740})
    before = at_rest(board)
    name = page.locator("[data-seat='0'] .name b")
    name.evaluate("one => { one.textContent = 'Ann '.repeat(10) }")
    keep_picture(page, "table-long-name")
    assert at_rest(board) == before
    page.locator(".banner").evaluate(
        "one => { one.hidden = false; one.textContent = 'The connection is lost' }"
    )
    assert at_rest(board) == before

"""Answers that come late, twice, or to a page that has been left; and people who click faster than that."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.web.conftest import OpenPage
from tests.web.line import Line
from tests.web.waiting import until


def hold(page: Page, part: str, **options: int) -> list[Route]:
    """What is asked of addresses with this part does not come before the test lets it; once, unless told otherwise."""
    held: list[Route] = []
    page.route(lambda url: part in url, lambda route: held.append(route), **{"times": 1} | options)
    return held


def release(page: Page, held: list[Route]) -> None:
    """Let what was held back come; what has not been asked for yet is waited for."""
    until(page, lambda: held, "the question that is held back")
    for route in held:
        route.continue_()


def let_go(page: Page, held: list[Route]) -> None:
    """Let what was held back come, and wait until the page has taken it in."""
    release(page, held)
    for route in held:
        answer = route.request.response()
        assert answer is not None
        answer.finished()
    held.clear()
    settle(page)


def settle(page: Page) -> None:
    """Another question after it: by its answer, everything before has been taken in."""
    page.evaluate("fetch('/api/games').then((answer) => answer.json())")


def test_a_double_click_opens_one_room(sit_down: OpenPage) -> None:
    page = sit_down().open().page
    opened: list[str] = []
    page.on("request", lambda request: opened.append(request.method) if request.method == "POST" else None)
    page.locator("[data-game=best] .play-here").dblclick()
    page.wait_for_selector(".table-page[data-status=playing]")
    settle(page)
    assert opened == ["POST"]


def test_the_page_being_left_cannot_be_clicked_while_the_next_one_loads(sit_down: OpenPage) -> None:
    page = sit_down().open().page
    held = hold(page, "/pages/table.js")
    with page.expect_request(lambda request: "/pages/table.js" in request.url):
        page.click("[data-game=best] .play-here")
    expect(page.locator(".place")).to_have_attribute("inert", "")
    release(page, held)
    page.wait_for_selector(".table-page[data-status=playing]")


def test_an_answer_that_breaks_off_is_told_and_the_button_may_be_pressed_again(sit_down: OpenPage) -> None:
    page = sit_down().open().page
    page.route("**/api/rooms", lambda route: route.fulfill(body='{"path": "/r/ab'), times=1)
    button = page.locator("[data-game=best] .play-here")
    button.click()
    expect(page.locator(".toast")).to_contain_text("The server cannot be reached")
    expect(button).to_be_focused()
    button.click()
    page.wait_for_selector(".table-page[data-status=playing]")


def test_who_goes_elsewhere_is_not_called_back_by_a_room_that_opens_late(sit_down: OpenPage) -> None:
    page = sit_down().open().page
    held = hold(page, "/api/rooms")
    with page.expect_request("**/api/rooms"):
        page.click("[data-game=best] .play-here")
    page.click("nav >> text=Settings")
    expect(page.locator("h1")).to_have_text("Settings")
    let_go(page, held)
    expect(page.locator("h1")).to_have_text("Settings")
    assert page.url.endswith("/settings")


def test_a_link_clicked_twice_shows_one_page_and_is_one_step(sit_down: OpenPage) -> None:
    """The first of the two pages would go on listening, if it were not stopped."""
    page = sit_down().open("/settings").page
    sent: list[str] = []
    page.on("websocket", lambda line: line.on("framesent", lambda data: sent.append(str(data))))
    page.reload()
    expect(page.locator("h1")).to_have_text("Settings")
    held = hold(page, "/pages/rooms.js")
    with page.expect_request(lambda request: "/pages/rooms.js" in request.url):
        page.click("nav >> text=Rooms")
    page.click("nav >> text=Rooms")
    release(page, held)
    expect(page.locator("h1")).to_have_text("Rooms")
    page.go_back()
    expect(page.locator("h1")).to_have_text("Settings")
    follows = [frame for frame in sent if '"lobby"' in frame]
    assert [('"follow":true' in frame) for frame in follows] == [True, False]


def test_rules_that_come_late_do_not_name_another_page(sit_down: OpenPage) -> None:
    page = sit_down().open().page
    held = hold(page, "/api/rules/")
    with page.expect_request("**/api/rules/*"):
        page.click("[data-game=best] >> text=Rules")
    page.click("nav >> text=Settings")
    expect(page.locator("h1")).to_have_text("Settings")
    let_go(page, held)
    expect(page).to_have_title("Settings · quintet")


def test_a_jump_within_a_page_does_not_begin_it_anew(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("onyx", ["me", "me"], {})
    player.click("d4")
    expect(player.page.locator(".ghost.chosen")).to_have_count(1)
    player.page.evaluate("document.querySelector('.skip').click()")
    expect(player.page).to_have_url(re.compile("#main$"))
    settle(player.page)
    expect(player.page.locator(".ghost.chosen")).to_have_count(1)


# --- at a table -------------------------------------------------------------------------------------------------------


def test_a_table_that_is_left_before_it_is_shown_stays_left(sit_down: OpenPage) -> None:
    host = sit_down()
    line = Line(host.page)
    path = host.open("/rooms").create("best", ["me", "open"], {}, offline=False)
    held = hold(host.page, "/api/games/best")
    with host.page.expect_request("**/api/games/best*"):
        host.open(path)
    host.page.click("nav >> text=Settings")
    expect(host.page.locator("h1")).to_have_text("Settings")
    let_go(host.page, held)
    expect(host.page).to_have_title("Settings · quintet")
    assert line.said("bench") == [], "nobody is there to choose from the list"


def test_a_connection_that_is_lost_before_the_table_is_shown(sit_down: OpenPage) -> None:
    player = sit_down()
    line = Line(player.page)
    path = player.open("/rooms").create("best", ["me", "me"], {})
    held = hold(player.page, "/api/games/best")
    player.open(path)
    line.until("view")
    line.cut()
    line.until("view", 2)
    let_go(player.page, held)
    player.page.wait_for_selector(".table-page[data-status=playing]")
    player.click("a1")
    player.wait_for("board.a1 === 'w'")


def test_a_move_that_was_lost_with_the_connection_is_told_and_can_be_made_again(sit_down: OpenPage) -> None:
    player = sit_down()
    line = Line(player.page)
    player.open_room("reversi", ["me", "me"], {})
    line.deaf = True
    player.click("d3")
    until(player.page, lambda: line.said("move"), "the move")
    line.cut()
    expect(player.page.locator(".toast")).to_contain_text("your move may be sent again")
    line.until("view", 2)
    player.click("d3")
    player.wait_for("board.d3 === 'b'")
    assert len(line.said("move")) == 2


def test_what_was_counted_comes_after_the_table_is_left(sit_down: OpenPage) -> None:
    player = sit_down()
    line = Line(player.page)
    player.open_room("best", ["me", "me"], {})
    player.click("a1")
    player.wait_for("board.a1 === 'w'")
    held = hold(player.page, "/info/")
    with player.page.expect_request("**/info/*"):
        player.page.click(".step.first")
    player.page.click("nav >> text=Settings")
    expect(player.page.locator("h1")).to_have_text("Settings")
    let_go(player.page, held)
    expect(player.page).to_have_title("Settings · quintet")
    assert [message.get("follow", True) for message in line.said("bench")] == [True, False]


def test_the_next_move_can_be_typed_before_the_first_is_answered(sit_down: OpenPage) -> None:
    player = sit_down()
    line = Line(player.page)
    player.open_room("reversi", ["me", "me"], {})
    line.holding = True
    field = player.page.locator("[name=move]")
    field.fill("d3")
    field.press("Enter")
    line.until("update")
    field.press_sequentially("c3")
    line.let_go()
    player.wait_for("board.d3 === 'b'")
    expect(field).to_have_value("c3")
    field.press("Enter")
    player.wait_for("board.c3 === 'w'")


def test_a_name_being_written_and_a_move_half_made_survive_what_others_do(sit_down: OpenPage) -> None:
    ada, ben = sit_down(), sit_down(name="Ben")
    ada.open_room("onyx", ["me", "me"], {})
    ben.open(ada.address)
    people = ada.page.locator(".people-list")
    expect(people).to_contain_text("Ben")
    ada.click("d4")
    ada.page.fill(".name-form input", "Ada")
    ada.page.locator(".name-form input").blur()
    ben.page.fill(".name-form input", "Bert")
    ben.page.click(".name-form button")
    expect(people).to_contain_text("Bert")
    ada.page.click(".name-form button")
    expect(people).to_contain_text("Ada (you)")
    expect(ada.page.locator(".ghost.chosen")).to_have_count(1)


def test_windows_of_one_browser_do_not_take_back_each_others_settings(sit_down: OpenPage) -> None:
    player = sit_down()
    first = player.open("/settings").page
    second = player.page.context.new_page()
    second.goto("/settings")
    second.select_option("[name=theme]", "dark")
    expect(first.locator("html")).to_have_attribute("data-theme", "dark")
    first.fill("[name=name]", "Ada")
    first.locator("[name=name]").blur()
    assert (player.settings()["name"], player.settings()["theme"]) == ("Ada", "dark")


def test_a_room_is_created_before_the_server_has_described_the_last_choice(sit_down: OpenPage) -> None:
    page = sit_down().open("/play/omega?room").page
    expect(page.locator(".start")).to_be_enabled()
    held = hold(page, "/api/games/")
    page.select_option("[name=players]", "3")
    page.click(".start")
    expect(page.locator(".place")).to_have_attribute("inert", "")  # and nothing else can be chosen now
    release(page, held)
    page.wait_for_selector(".table-page[data-status=seating]")
    expect(page.locator("[data-seat]")).to_have_count(3)


def test_a_late_description_does_not_undo_a_later_choice(sit_down: OpenPage) -> None:
    page = sit_down().open("/play/omega?room").page
    sides = page.locator(".side")
    expect(sides).to_have_count(3)  # two, or by lot
    held = hold(page, "/api/games/")
    page.select_option("[name=players]", "3")
    with page.expect_response(lambda answer: "players%22%3A2" in answer.url) as come:
        page.select_option("[name=players]", "2")
    come.value.finished()
    let_go(page, held)
    expect(sides).to_have_count(3)
    page.click(".start")
    page.wait_for_selector(".table-page[data-status=seating]")
    expect(page.locator("[data-seat]")).to_have_count(2)


def test_who_waits_behind_many_others_for_the_machine_reads_so(sit_down: OpenPage) -> None:
    player = sit_down()
    line = Line(player.page)
    player.open_room("reversi", ["me", "me"], {})
    room = player.page.url.rpartition("/")[2]
    ask = player.page.locator("#ask")
    asked = ask.inner_text()
    line.bring(type="queue", room=room, before=12, text="The machine has 12 others before you.")
    expect(ask).to_have_text(f"{asked} The machine has 12 others before you.")
    line.bring(type="queue", room=room, before=0)
    expect(ask).to_have_text(asked)

"""The pages around the table: games, rooms, rules, settings; on phones and in the dark."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import httpx
import pytest
from playwright.sync_api import Page, Response, expect

from quintet.games import GAMES
from tests.web.conftest import OpenPage
from tests.web.line import Line
from tests.web.waiting import lettered

WEB = Path(__file__).parents[2] / "quintet" / "web"
FIRST_LOAD = 150_000
SCREENS = [(360, "dark"), (768, "light"), (1280, "light")]


@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_every_page_fits(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None], width: int, theme: str
) -> None:
    player = sit_down(width=width, theme=theme)
    pages = ["/", "/rooms", "/games", "/settings", "/play/gomoku", "/rules/onyx", "/play/nothing"]
    for path in pages:
        page = player.open(path).page
        expect(page.locator("main h1")).to_be_visible()
        expect(page.locator(".loading")).to_have_count(0)
        assert not overflows(page), f"{path} is wider than {width} pixels"
        keep_picture(page, f"page-{path.strip('/').replace('/', '-') or 'home'}-{width}-{theme}")
    for game in GAMES:
        player.open_room(game, ["me", "me"], {})
        assert not overflows(player.page), f"{game} is wider than {width} pixels"
        keep_picture(player.page, f"table-{game}-{width}-{theme}")


def overflows(page: Page) -> bool:
    wide: bool = page.evaluate(lettered("() => document.documentElement.scrollWidth > innerWidth"))
    return wide


def test_the_first_page_shows_every_game_at_play(sit_down: OpenPage) -> None:
    player = sit_down(speed=1)
    loaded: list[Response] = []
    player.page.on("response", lambda answer: loaded.append(answer))
    page = player.open().page
    expect(page.locator(".card")).to_have_count(len(GAMES))
    expect(page.locator(".little .board")).to_have_count(len(GAMES))
    page.wait_for_load_state("networkidle")
    assert sum(len(answer.body()) for answer in loaded) < FIRST_LOAD
    pieces = "[...document.querySelectorAll('.little [data-piece]')].map(g => g.dataset.at).join()"
    page.wait_for_function(f"() => (window.before ??= {pieces}) !== {pieces}")


def test_who_comes_back_loads_no_more_than_who_is_new(sit_down: OpenPage) -> None:
    """With a game of each kind waiting, one on another board too, and a puzzle that is to come back."""
    player = sit_down(speed=1)
    page = player.page
    for game in GAMES:
        player.start(game, "play-here")
        for _ in range(2):  # a round of those who move at once, too
            player.play_some_move(Random(1), words=0)
    player.open_room("reversi", ["me", "me"], {"size": 6}).play_some_move(Random(1))
    player.open("/puzzles")
    page.click("[data-puzzles=gomoku] .primary")
    page.click("text=Show the answer")
    expect(page.locator(".answer")).to_be_visible()
    loaded: list[Response] = []
    again = page.context.new_page()
    again.on("response", lambda answer: loaded.append(answer))
    again.goto("/")
    expect(again.locator(".waits .tiny .board")).to_have_count(len(GAMES) + 1)
    expect(again.locator(".little .board")).to_have_count(len(GAMES))
    again.wait_for_load_state("networkidle")
    pieces = "all => all.map(board => board.querySelectorAll('[data-piece]').length)"
    assert all(again.locator(".waits .tiny .board").evaluate_all(pieces))
    sizes = {answer.url: len(answer.body()) for answer in loaded}
    assert any(url.endswith("/api/puzzles") for url in sizes), "who gave a puzzle up has it come back too"
    assert sum(sizes.values()) < FIRST_LOAD


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_drawn(sit_down: OpenPage, server: str, game: str) -> None:
    data = httpx.get(f"{server}/api/rules/{game}").json()
    page = sit_down().open(f"/rules/{game}").page
    expect(page.locator("h1")).to_have_text(GAMES[game].title)
    expect(page.locator(".example .board")).to_have_count(len(data["examples"]))
    assert len(data["examples"]) > 2
    shown = page.locator(".example .board").first.locator("[data-piece]").count()
    assert shown == len(data["examples"][0]["board"])
    left_over = re.findall(r"```|\*\*|^#+ ", page.locator("main").inner_text(), re.MULTILINE)
    assert left_over == []


def test_settings_are_kept_and_used(sit_down: OpenPage) -> None:
    player = sit_down()
    page = player.open("/settings").page
    page.select_option("[name=theme]", "dark")
    page.uncheck("[name=coordinates]")
    page.check("[name=safe]")
    expect(page.locator(".previews .board")).to_have_count(len(GAMES))
    made = "getComputedStyle(document.querySelector('.previews .surface')).backgroundImage"
    of_felt = page.evaluate(made)
    page.select_option("[name=boards]", "wood")
    page.select_option("[name=pieces]", "flat")
    assert "wood.svg" in page.evaluate(made)
    assert "felt.svg" in of_felt
    page.select_option("[data-game=gomoku] [name=opening]", "swap2")
    page.fill("[data-game=gomoku] [name=size]", "9")
    page.locator("[data-game=gomoku] [name=size]").blur()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(page.locator("[name=theme]")).to_have_value("dark")
    player.start("gomoku", "play-here")
    assert page.locator(".cell").count() == 81
    assert page.locator(".board-place .labels").count() == 0
    expect(page.locator("html")).to_have_class(re.compile("safe-pieces"))
    expect(page.locator("html[data-boards=wood][data-pieces=flat]")).to_have_count(1)
    lit = "getComputedStyle(document.querySelector('#stone-black .lit')).stopColor"
    assert page.evaluate(lit) == page.evaluate(lit.replace(".lit", ".dim")), "flat pieces have one colour"
    assert player.record().game.settings["opening"] == "swap2"


def test_settings_are_forgotten_only_by_who_means_it(sit_down: OpenPage) -> None:
    player = sit_down(name="Ann", theme="dark")
    page = player.open("/settings").page
    forget = page.get_by_role("button", name="Forget all of this")
    forget.click()
    page.get_by_role("button", name="Keep them").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    forget.click()
    page.get_by_role("button", name="Forget them").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    expect(page.locator("[name=name]")).to_have_value("")
    expect(page.locator(".toast")).to_have_text("Everything is as it was at first.")


def test_an_address_at_which_nothing_is_is_told_to_people_and_programs(server: str) -> None:
    routes = re.findall(r"^  \[/\^\\/(?:\(\?:)?([\w|]*)", (WEB / "main.js").read_text("utf-8"), re.MULTILINE)
    known = {name for heads in routes for name in heads.split("|")}
    assert {"", "r", "play", "study", "lessons"} <= known
    for name in known - {"g"}:  # the pages of games are made by the server
        assert httpx.get(f"{server}/{name}").status_code == 200
    for path in ("/nowhere", "/roomsy", "/nowhere/r/x"):
        answer = httpx.get(f"{server}{path}")
        assert answer.status_code == 404
        assert "<script" in answer.text, "the page itself says so"


def test_every_page_has_a_name_and_is_entered_where_it_begins(sit_down: OpenPage) -> None:
    page = sit_down().open("/").page
    expect(page).to_have_title("quintet")
    for link, title in (("Rooms", "Rooms"), ("Settings", "Settings"), ("Games", "Games"), ("Learn", "Learn")):
        page.get_by_role("navigation", name="Main").get_by_role("link", name=link).click()
        expect(page).to_have_title(f"{title} · quintet")
        expect(page.locator("main")).to_be_focused()
    page.go_back()
    expect(page.locator("main")).to_be_focused()
    expect(page).to_have_title("Games · quintet")


def test_a_game_that_is_not_there_is_no_list_of_codes(sit_down: OpenPage) -> None:
    player = sit_down()
    for way in ("rules", "play", "learn"):
        page = player.open(f"/{way}/chess").page
        expect(page.locator(".notice p")).to_have_text("There is no such game.")
        expect(page.locator(".notice .button")).to_be_visible()


def test_a_browser_that_keeps_nothing_is_told_why_it_cannot_take_a_seat(sit_down: OpenPage) -> None:
    player = sit_down()
    player.page.add_init_script("""
      Object.defineProperty(document, "cookie", { get: () => "", set: () => undefined });
      Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("Access is denied"); } });
    """)
    page = player.open("/").page
    page.click("[data-game=reversi] .play-machine")
    expect(page.locator(".toast")).to_contain_text("This browser refuses cookies")
    expect(page.locator(".card").first).to_be_visible()
    page.goto("/puzzles")
    expect(page.locator("main h1")).to_be_visible()


def test_a_page_that_could_not_be_loaded_comes_with_the_connection(sit_down: OpenPage) -> None:
    player = sit_down()
    page, line = player.page, Line(player.page)
    page.route("**/api/rules/onyx", lambda route: route.fulfill(body='{"mark'), times=1)
    player.open("/rules/onyx")
    expect(page.locator(".notice")).to_contain_text("The server cannot be reached")
    line.until("welcome")
    line.cut()
    expect(page.locator(".example").first).to_be_visible()


def test_a_room_that_is_not_there_is_explained(sit_down: OpenPage) -> None:
    page = sit_down().open("/r/nowhere").page
    expect(page.locator(".notice")).to_contain_text("There is no such room")


def test_modules_are_small_and_nothing_is_inline() -> None:
    for module in WEB.rglob("*.js"):
        assert len(module.read_text("utf-8").splitlines()) < 300, module.name
    index = (WEB / "index.html").read_text("utf-8")
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*src=)", index)

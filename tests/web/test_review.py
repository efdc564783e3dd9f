"""The review of a game in the browser: asked for, watched, read, clicked through, and its mistakes tried again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from playwright.sync_api import Locator, Page, expect

from quintet.games import game
from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.study.games import by_dice
from tests.web.conftest import OpenPage
from tests.web.player import PATIENCE, Player
from tests.web.waiting import at_rest, lettered

SMALL = by_dice(game("reversi", size=4), 5)


async def archived(server: str) -> str:
    """A finished game of one who had both sides; its id."""
    *before, (seat, last) = SMALL.submissions
    create = Create(
        name="Over",
        game="reversi",
        options={"size": 4},
        offline=True,
        seats=("me", "me"),
        moves=tuple(before),
    )
    async with Client(server) as ann:
        room = await ann.create(create)
        await ann.join(room)
        await ann.move(last, seat)
    return room


def reviewed(player: Player, server: str) -> str:
    """The address of a game whose review is on the page."""
    with ThreadPoolExecutor(1) as aside:  # this thread has a loop already, the browser's
        room = aside.submit(asyncio.run, archived(server)).result()
    player.open()
    games = player.page.evaluate("async room => (await fetch(`/api/rooms/${room}/games`)).json()", room)
    address = f"/g/{games[0]['id']}"
    player.open(address).page.locator(".review-begin").press("Enter")
    player.page.wait_for_selector(".review .accounts", timeout=PATIENCE)
    expect(player.page.locator(".review h2")).to_be_focused()
    expect(player.page.locator("[role=log]")).to_contain_text("The review is ready.")
    return address


def test_a_game_is_reviewed_read_and_its_mistakes_tried_again(
    sit_down: OpenPage, server: str, keep_picture: Callable[[Page, str], None]
) -> None:
    player = sit_down()
    page = player.page
    address = reviewed(player, server)
    slider = page.get_by_role("slider", name="The result to expect")
    expect(slider).to_have_attribute("aria-valuenow", str(len(SMALL.steps)))
    expect(page.locator(".account")).to_have_count(2)

    # the graph is walked from mistake to mistake, and clicked into; the move list says in words what the signs mean
    page.keyboard.press("Home")
    slider.focus()
    page.keyboard.press("PageDown")
    expect(page.locator(".review-comment")).to_contain_text(re.compile("Inaccuracy|Mistake|Blunder"))
    note = page.locator(".moves [aria-current] .move-note")
    expect(note).to_have_attribute("title", re.compile("Inaccuracy|Mistake|Blunder"))
    box = at_rest(page.locator(".graph-picture"))
    page.mouse.click(box["x"] + 1, box["y"] + box["height"] / 2)
    expect(slider).to_have_attribute("aria-valuenow", "0")

    # the better move is a ghost on the board, and its line goes on from there
    page.keyboard.press("PageDown")
    page.click(".better")
    expect(page.locator(".ghost.advice")).to_have_count(1)
    keep_picture(page, "review")
    page.locator(".line button").first.click()
    expect(page.locator(".ghost.advice")).to_have_count(0)
    page.click(".line-back")

    # trying again: stepping is no try, the move of the game is none that is better, and the better one is right
    page.locator(".retry-begin").first.click()
    expect(page.locator(".move-note")).to_have_count(0)
    expect(page.locator(".retry .ask")).to_contain_text("Find a better move")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".retry .ask")).to_contain_text("another position")
    expect(page.locator(".retry-answer")).to_be_empty()
    page.click(".back-to")
    expect(page.locator(".retry .ask")).to_contain_text("Find a better move")
    played = re.search(r"played (\w+)\.", player.text(".retry .ask"))
    assert played
    player.click(played[1])
    expect(page.locator(".retry-answer.wrong")).to_contain_text("is what was played")
    page.click(".hint-button")
    expect(page.locator(".hinted").first).to_be_attached()
    expect(page.get_by_role("gridcell", name=", marked")).to_have_count(4)
    page.click(".reveal")
    expect(page.get_by_role("gridcell", name=", marked")).to_have_count(0)
    expect(page.locator(".retry-answer")).to_contain_text("Better is")
    told = re.search(r"Better is (\w+)\.", player.text(".retry-answer"))
    assert told
    expect(page.locator(".ghost.advice")).to_have_count(1)
    page.click(".retry-stop")
    page.locator(".retry-begin").first.click()
    page.wait_for_selector(".cell.playable", state="attached")
    page.fill(".retry [name=move]", told[1])
    page.keyboard.press("Enter")
    expect(page.locator(".retry-answer.right")).to_contain_text("the best move")
    page.click(".retry-stop")
    expect(page.locator(".accounts")).to_be_visible()

    reviewed_by_keys(page, slider)

    # somebody with a telephone finds it finished, and nothing is wider than the screen
    phone = sit_down(width=360, height=640, touch=True, theme="dark")
    phone.open(address)
    phone.page.wait_for_selector(".review .accounts")
    assert phone.page.evaluate(lettered("() => document.documentElement.scrollWidth <= innerWidth"))
    # the line is told beside the board, which is far from the review there, and afterwards one is back at the review
    phone.page.locator(".turning button").first.tap()
    phone.page.locator(".better").first.tap()
    expect(phone.page.locator(".line button").first).to_be_in_viewport()
    expect(phone.page.locator(".board-place .board")).to_be_in_viewport(ratio=0.95)
    phone.page.locator(".line-back").tap()
    expect(phone.page.locator(".review .review-comment")).to_be_in_viewport()
    phone.page.locator(".retry-begin").first.tap()
    expect(phone.page.locator(".retry .ask")).to_contain_text("Find a better move")
    keep_picture(phone.page, "review-phone")


def reviewed_by_keys(page: Page, slider: Locator) -> None:
    """Who presses a button by key is never put back to the top of the page: the focus goes on to what has come instead."""
    page.keyboard.press("Home")
    slider.focus()
    page.keyboard.press("PageDown")
    page.locator(".better").first.press("Enter")
    expect(page.locator(".line button").first).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".line [aria-current]")).to_be_focused()
    page.locator(".line-back").press("Enter")
    expect(page.locator(".review-comment .better").first).to_be_focused()
    page.locator(".retry-begin").first.press("Enter")
    expect(page.locator(".retry h2")).to_be_focused()
    expect(page.locator(".hint-button")).to_be_enabled()
    page.locator(".hint-button").press("Enter")
    expect(page.locator(".hinted").first).to_be_attached()
    expect(page.locator(".hint-button")).to_be_focused()
    page.fill(".retry [name=move]", "nothing")
    page.keyboard.press("Enter")
    expect(page.locator(".retry-answer.wrong")).to_be_visible()
    expect(page.locator(".retry [name=move]")).to_be_focused()
    page.locator(".reveal").press("Enter")
    expect(page.locator(".retry .next")).to_be_focused()
    page.locator(".retry-stop").press("Enter")
    expect(page.locator(".retry-begin").first).to_be_focused()


def test_the_move_that_is_shown_stays_in_sight_when_signs_come(sit_down: OpenPage, server: str) -> None:
    player = sit_down(width=280)
    reviewed(player, server)
    top, bottom, above, below = player.page.evaluate(
        """() => ['.moves [aria-current]', '.moves'].flatMap(name => {
          const place = document.querySelector(name).getBoundingClientRect(); return [place.top, place.bottom]; })"""
    )
    assert above - 1 <= top < bottom <= below + 1, "but for a part of a pixel"
    first = player.page.evaluate("document.querySelector('.moves .ply').getBoundingClientRect().top")
    assert first < above, "there are more moves than are in sight"


SIGNS = """async ([moves, plies]) => {
  const { signs } = await import('/static/review/sums.js');
  return [...signs({ moves }, plies)];
}"""


def test_a_round_of_several_moves_has_all_their_signs_and_the_look_of_the_worst(sit_down: OpenPage) -> None:
    def graded(number: int, grade: str, glyph: str) -> dict[str, Any]:
        return {"round": number, "grade": grade, "glyph": glyph, "word": grade.capitalize(), "badge": ""}

    page = sit_down().open("/rooms").page
    alone, together = {"moves": [0]}, {"moves": [0, 1]}
    moves = [
        graded(0, "good", ""),
        *(graded(1, "blunder", "??"), graded(1, "good", "·")),
        *(graded(2, "best", "!"), graded(2, "mistake", "?")),
    ]
    assert page.evaluate(SIGNS, [moves, [alone, together, together]]) == [
        [2, {"sign": "?? ·", "title": "Blunder; Good", "class": "blunder"}],
        [3, {"sign": "! ?", "title": "Best; Mistake", "class": "mistake"}],
    ]

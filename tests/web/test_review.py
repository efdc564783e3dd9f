"""The review of a game in the browser: asked for, watched, read, clicked through, and its mistakes tried again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from playwright.sync_api import Page, expect

from quintet.games import game
from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.study.games import by_dice
from tests.web.conftest import OpenPage
from tests.web.player import PATIENCE, Player

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
    player.open(address).page.click(".review-begin")
    player.page.wait_for_selector(".review .accounts", timeout=PATIENCE)
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
    box = page.locator(".graph-picture").bounding_box()
    assert box is not None
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
    page.click(".reveal")
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

    # somebody with a telephone finds it finished, and nothing is wider than the screen
    phone = sit_down(width=360, height=640, touch=True, theme="dark")
    phone.open(address)
    phone.page.wait_for_selector(".review .accounts")
    assert phone.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    phone.page.locator(".retry-begin").first.tap()
    expect(phone.page.locator(".retry .ask")).to_contain_text("Find a better move")
    keep_picture(phone.page, "review-phone")


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

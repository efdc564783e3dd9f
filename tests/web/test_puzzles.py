"""Puzzles in the browser: found, tried by clicks, solved, and remembered."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Browser, Page, expect

from quintet.study import puzzles
from tests.web.conftest import OpenPage
from tests.web.test_pages import overflows
from tests.web.waiting import WAIT

WRONG = {"hold": "the other side wins by threats", "force": "the other side has an answer to every threat"}
"""What is said of a wrong answer, by what is asked in Gomoku."""


def test_a_puzzle_is_tried_and_solved_with_clicks(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player = sit_down(width=360, theme="dark")
    page = player.open("/").page
    page.click(".top nav >> text=Puzzles")
    expect(page.locator(".puzzle-day a .day-board")).to_be_visible()
    page.click("[data-puzzles=gomoku] .primary")
    page.wait_for_selector(".puzzle[data-over=false]")
    puzzle = puzzles.find(page.url.rsplit("/", 1)[1])
    game = puzzles.game_of(puzzle)
    assert not overflows(page)
    wrong = next(
        move
        for move in game.prompt(game.load(puzzle.position), puzzle.seat).moves()
        if move not in puzzle.right
    )
    told = page.locator(".feedback")
    player.click(next(iter(game.board(game.load(puzzle.position)))))
    expect(told).to_contain_text("occupied")
    page.fill("[name=move]", wrong)
    page.keyboard.press("Enter")
    expect(told).to_contain_text(WRONG[puzzle.goal])
    expect(told).to_contain_text("Your rating is ")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    assert page.locator(".answer").is_hidden(), "no key but a move or the button tells the answer"
    page.fill("[name=move]", puzzle.right[0])
    page.keyboard.press("Enter")
    answers = "The answers:" if len(puzzle.right) > 1 else f"The answer: {puzzle.right[0]}"
    expect(page.locator(".answer")).to_contain_text(answers)
    expect(page.locator(".next")).to_be_focused()
    keep_picture(page, "puzzle-solved")
    page.keyboard.press("Enter")
    page.wait_for_selector(".puzzle[data-over=false]")
    assert puzzle.id not in page.url
    page.click("text=Show the answer")
    expect(page.locator(".answer")).to_be_visible()
    page.click(".lesson-tools >> text=All puzzles")
    expect(page.locator("[data-puzzles=gomoku] .puzzle-past a")).to_have_count(2)
    expect(page.locator("[data-puzzles=gomoku] .lesson-state")).to_contain_text("0 of 2 right")


WHERE = """all => all.map(ghost => {
  const { x, y, width, height } = ghost.getBoundingClientRect();
  const over = cell => {
    const box = cell.getBoundingClientRect();
    return box.left < x + width / 2 && x + width / 2 < box.right && box.top < y + height / 2 && y + height / 2 < box.bottom;
  };
  return [...document.querySelectorAll('.cell')].find(over).dataset.space;
})"""
"""The spaces on which pieces lie that are not played."""


def test_where_everybody_moves_at_once_the_answer_is_shown_on_the_board(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    puzzle = puzzles.shipped("omega")[0]
    player = sit_down()
    page = player.open(f"/puzzles/{puzzle.id}").page
    expect(page.locator(".ask").first).to_contain_text("Everybody moves at once")
    page.fill("[name=move]", puzzle.right[-1])
    page.keyboard.press("Enter")
    expect(page.locator(".feedback.right")).to_contain_text("few moves are as hard to beat")
    expect(page.locator(".answer")).to_be_visible()
    spaces = sorted(part[1:] for part in puzzle.right[-1].split())
    shown = page.locator(".ghost.advice")
    expect(shown).to_have_count(len(spaces))
    assert sorted(shown.evaluate_all(WHERE)) == spaces
    player.cell(spaces[0]).hover(force=True)
    expect(shown).to_have_count(len(spaces))  # it stays
    keep_picture(page, "puzzle-together")


def test_a_puzzle_that_is_not_there_says_so_and_leads_to_all(server: str, chromium: Browser) -> None:
    """A browser complains of an answer that says no; the page itself does not."""
    page = chromium.new_page(base_url=server, viewport={"width": 360, "height": 700})
    page.set_default_timeout(WAIT)
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    for path in ("/puzzles/nothing", f"/puzzles/{'z' * 300}"):
        page.goto(path)
        expect(page.locator("main h1")).to_have_text("No puzzle here")
        expect(page.locator("main")).to_contain_text("There is no such puzzle, or not any more")
        assert not overflows(page)
    page.click("main >> text=All puzzles")
    expect(page.locator("[data-puzzles]").first).to_be_visible()
    assert broken == []
    page.close()


def test_on_a_phone_no_empty_box_stands_under_the_board(sit_down: OpenPage) -> None:
    plain = next(one for one in puzzles.shipped("reversi") if len(one.right) == 1)
    page = sit_down(width=390, height=844, touch=True).open(f"/puzzles/{plain.id}").page
    page.wait_for_selector(".puzzle[data-over=false]")
    expect(page.locator(".prompt")).to_be_hidden()
    several = next(one for one in puzzles.shipped("onyx") if one.goal == "most")
    page.goto(page.url.replace(plain.id, several.id))
    page.wait_for_selector(".puzzle[data-over=false]")
    expect(page.locator(".prompt")).to_be_visible()

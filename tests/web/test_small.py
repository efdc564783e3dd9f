"""Where there is little room, at a small screen or at twice the size: no name is cut without need, nothing hides what cannot wait."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import OpenPage
from tests.web.player import PLAYING, Player
from tests.web.waiting import at_rest, lettered

LONG = "W" * 40
ZOOMED = {"width": 640, "height": 400}
SCREENS = [ZOOMED, {"width": 360, "height": 740, "touch": True}]
CUT = lettered("one => one.scrollWidth > one.clientWidth")
SHORTENED = lettered("""one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return words.getBoundingClientRect().width > one.getBoundingClientRect().width + 0.02;
}""")
"""Also by a part of a pixel, which is enough for three dots."""


LINES = lettered("""one => {
  const words = document.createRange();
  words.selectNodeContents(one);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}""")


LIES_ON = lettered("""(seat, selector) => {
  const found = seat.querySelector(selector), one = found.getBoundingClientRect();
  return [...seat.querySelectorAll(".chip, .badge, .clock, .name b")]
    .filter(other => other !== found && other.checkVisibility({ visibilityProperty: true }))
    .filter(other => {
      const { left, right, top, bottom } = other.getBoundingClientRect();
      return one.left < right && left < one.right && one.top < bottom && top < one.bottom;
    })
    .map(other => other.textContent);
}""")
"""What else of a seat lies where this does; looked at in one moment, for pages scroll."""
STICKS_OUT = lettered(
    "(seat, found) => seat.querySelector(found).getBoundingClientRect().bottom - seat.getBoundingClientRect().bottom"
)


def two_in_a_room(host: Player, guest: Player, game: str, clock: dict[str, Any] | None = None) -> None:
    """Both seated, and the game begun."""
    host.open("/rooms")
    host.open(host.create(game, ["me", "open"], {}, offline=False, clock=clock))
    host.page.wait_for_selector(".table-page[data-version]")
    guest.open(f"{host.address}?sit").page.wait_for_selector(".mine")
    for player in (host, guest):
        player.page.click(".ready-button")
    for player in (host, guest):
        player.page.wait_for_selector(PLAYING)


def seal(player: Player, *spaces: str) -> None:
    for space in spaces:
        player.click(space)
    player.confirm()


def to_the_end_of_the_page(page: Page) -> None:
    page.evaluate("scrollTo({ top: document.body.scrollHeight, behavior: 'instant' })")


@pytest.mark.parametrize("screen", SCREENS, ids=["zoomed", "phone"])
def test_that_a_player_has_chosen_cuts_no_name_and_moves_no_board(
    sit_down: OpenPage, screen: dict[str, int]
) -> None:
    player = sit_down(**screen)
    player.open_room("omega", ["level-1", "me"], {})
    player.page.wait_for_selector("[data-seat='0'] .badge.sealed")
    name = player.page.locator("[data-seat='0'] .name b")
    assert not name.evaluate(CUT)
    board = player.page.locator(".board-place .board")
    sealed = at_rest(board)
    player.page.locator("[data-seat='0'] .badge.sealed").evaluate("one => one.remove()")
    assert at_rest(board) == sealed


@pytest.mark.parametrize("width", [360, 320])
def test_of_three_players_no_name_is_cut_nor_where_the_game_stands(sit_down: OpenPage, width: int) -> None:
    player = sit_down(width=width, height=640, touch=True)
    player.open_room("omega", ["me", "level-1", "level-10"], {"players": 3})
    page = player.page
    expect(page.locator(".seat .name b")).to_have_text(["Host", "Engine level 1", "Engine level 10"])
    head = page.locator(".table-head h1, .table-head a, .table-head .rule, .table-head .global")
    for one in (*page.locator(".seat .name b").all(), *head.all()):
        box = at_rest(one)
        assert box["x"] + box["width"] <= width
        assert not one.evaluate(CUT)
        assert one.evaluate(lettered("one => one.scrollHeight <= one.clientHeight + 1"))


@pytest.mark.parametrize(
    "clock", [None, {"reserve_ms": 72_000_000, "increment_ms": 10_000}], ids=["free", "hours"]
)
@pytest.mark.parametrize("width", [390, 360, 320])
def test_of_three_players_all_that_is_told_stays_in_its_card(
    sit_down: OpenPage, width: int, clock: dict[str, int] | None
) -> None:
    """On a phone, with short names and long ones, a clock of hours too; and the board stays where it is when it is told."""
    player = sit_down(width=width, height=740, touch=True, name="Wilhelmina von Wallenstein-Hohenlohe")
    others = [sit_down(name=name) for name in ("Bo", "Christopher-Alexander")]
    player.open("/rooms")
    path = player.create("omega", ["me", "open", "open"], {"players": 3}, offline=False, clock=clock)
    player.open(path).page.wait_for_selector(".table-page[data-version]")
    for other in others:
        other.open(f"{path}?sit").page.wait_for_selector(".mine")
    for one in (player, *others):
        one.page.click(".ready-button")
    for one in (player, *others):
        one.page.wait_for_selector(PLAYING)
    board = player.page.locator(".board-place .board")
    before = board.bounding_box()
    for number, other in enumerate(others, 1):
        seal(other, "a1", "b2", "c3")
        seat = player.page.locator(f"[data-seat='{number}']")
        expect(seat.locator(".badge.sealed")).to_be_visible()
        for told in (".badge.sealed", ".clock") if clock else (".badge.sealed",):
            assert seat.evaluate(LIES_ON, told) == []
            assert seat.evaluate(STICKS_OUT, told) <= 0
            assert seat.evaluate(STICKS_OUT.replace("bottom", "right"), told) <= 0
    assert board.bounding_box() == before


def overlap(one: Locator, other: Locator) -> bool:
    a, b = at_rest(one), at_rest(other)
    apart = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return not (apart or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])


@pytest.mark.parametrize("screen", SCREENS, ids=["zoomed", "phone"])
def test_that_a_player_has_chosen_hides_no_clock(sit_down: OpenPage, screen: dict[str, int]) -> None:
    host, guest = sit_down(), sit_down(**screen)
    two_in_a_room(host, guest, "omega", {"reserve_ms": 900_000, "increment_ms": 10_000})
    seal(host, "a1", "b2")
    seat = guest.page.locator("[data-seat='0']")
    sealed, clock = seat.locator(".badge.sealed"), seat.locator(".clock")
    expect(sealed).to_be_visible()
    assert not overlap(sealed, clock)
    assert not overlap(sealed, seat.locator(".name b"))


@pytest.mark.parametrize("screen", SCREENS, ids=["zoomed", "phone"])
@pytest.mark.parametrize("game", ["omega", "onyx"])
def test_a_clock_lies_on_nothing_that_is_counted(
    sit_down: OpenPage, game: str, screen: dict[str, int]
) -> None:
    host, guest = sit_down(), sit_down(**screen)
    two_in_a_room(host, guest, game, {"move_ms": 120_000, "reserve_ms": 300_000})
    seat = guest.page.locator("[data-seat='0']")
    if game == "onyx":
        host.page.get_by_role("button", name="Pass", exact=True).click()
        expect(seat.locator(".told")).to_be_visible()
    else:
        seal(host, "a1", "b2")
        expect(seat.locator(".badge.sealed")).to_be_visible()
    assert seat.evaluate(LIES_ON, ".clock") == []


@pytest.mark.parametrize("screen", SCREENS, ids=["zoomed", "phone"])
def test_what_is_told_of_a_seat_stays_in_its_card_and_hides_nothing_there(
    sit_down: OpenPage, screen: dict[str, int]
) -> None:
    player = sit_down(**screen)
    player.open_room("onyx", ["me", "me"], {})
    for number in (0, 1):
        player.page.locator(".words .word", has_text="Pass").click()
        expect(player.page.locator(".ply")).to_have_count(number + 1)
        seat = player.page.locator(f"[data-seat='{number}']")
        expect(seat.locator(".told")).to_be_visible()
        assert seat.evaluate(LIES_ON, ".told") == []
        assert seat.evaluate(STICKS_OUT, ".told") <= 0


def test_what_plays_a_move_comes_into_sight_as_soon_as_it_can(sit_down: OpenPage) -> None:
    player = sit_down(**ZOOMED)
    player.open_room("omega", ["me", "greedy"], {})
    board = player.page.locator(".board-place .board")
    for space in ("a1", "b2"):
        player.click(space)
    expect(player.page.locator(".go:enabled")).to_be_in_viewport(ratio=1)
    expect(board).to_be_in_viewport(ratio=0.9)


def test_nothing_moves_when_points_are_counted_and_a_player_passes(sit_down: OpenPage) -> None:
    player = sit_down(**SCREENS[1])
    player.open_room("onyx", ["me", "me"], {"board": "king-4"})
    page = player.page
    board = page.locator(".board-place .board")
    before = at_rest(board)
    player.cell("a1").tap(force=True)
    page.locator(".go").tap()
    expect(page.locator("[data-seat='0'] .chip .dots").first).to_be_visible()
    page.get_by_role("button", name="Pass", exact=True).tap()
    expect(page.locator("[data-seat='1'] .told")).to_have_text("has passed")
    assert at_rest(board) == before


@pytest.mark.parametrize("screen", [*SCREENS, {"width": 1280}], ids=["zoomed", "phone", "desk"])
def test_how_scores_add_up_breaks_no_word(sit_down: OpenPage, screen: dict[str, int]) -> None:
    player = sit_down(**screen)
    player.open_room("omega", ["me", "me", "me"], {"size": 4, "players": 3})
    page = player.page
    player.play_some_move(Random(1))
    while player.status != "finished":
        player.play_some_move(Random(1))
    cells = page.locator(".sums :is(td, th[scope=row], .column-head span:last-child)")
    assert cells.count() == 3 + 4 * page.locator(".sums tbody tr").count()
    for cell in cells.all():
        lines = cell.evaluate(LINES)
        words = cell.inner_text().split()
        assert lines <= len(words), f"{words} in {lines} lines"
        assert not cell.evaluate(CUT)


def test_nothing_moves_when_the_button_comes_that_confirms_a_move(sit_down: OpenPage) -> None:
    player = sit_down(**SCREENS[1])
    player.open_room("gomoku", ["me", "me"], {})
    hint = player.page.locator("[data-action=hint]")
    before = at_rest(hint)
    player.cell("k10").tap(force=True)
    expect(player.page.locator(".go")).to_be_visible()
    assert at_rest(hint) == before


def test_the_head_of_a_phone_is_one_line(sit_down: OpenPage) -> None:
    page = sit_down(width=360, height=740, touch=True).open("/rooms").page
    brand, last = at_rest(page.locator(".top .brand")), at_rest(page.locator(".top nav a").last)
    assert last["y"] < brand["y"] + brand["height"]


def test_the_name_of_a_room_is_whole_beside_long_rules(sit_down: OpenPage) -> None:
    player = sit_down(width=360, height=740, touch=True)
    player.open_room("omega", ["me", "me"], {"size": 4})
    assert not player.page.locator(".table-head h1").evaluate(SHORTENED)


def test_a_name_without_a_gap_stays_within_what_is_asked(sit_down: OpenPage) -> None:
    host, guest = sit_down(), sit_down(**SCREENS[1], name=LONG)
    two_in_a_room(host, guest, "omega")
    seal(host, "a1", "b2")
    expect(host.page.locator("#ask")).to_contain_text(LONG)
    assert not host.page.locator("#ask").evaluate(CUT)


def test_a_question_its_answer_and_the_end_come_into_sight(sit_down: OpenPage) -> None:
    host, guest = sit_down(**ZOOMED), sit_down(**ZOOMED, name=LONG)
    two_in_a_room(host, guest, "best")
    for player, space in ((host, "c1"), (guest, "b1")):
        player.wait_for_turn()
        player.click(space)
    for player in (host, guest):
        expect(player.page.locator(".ply")).to_have_count(2)
    to_the_end_of_the_page(guest.page)
    host.do("draw")
    expect(guest.page.locator(".accept")).to_be_in_viewport()
    shut = host.page.locator("[data-action][aria-disabled=true]")  # one question at a time
    expect(shut).to_have_text([re.compile(word) for word in ("Undo", "Hint", "Restart", "Draw")])
    to_the_end_of_the_page(host.page)
    guest.page.click(".deny")
    expect(host.page.locator(".offer-answer")).to_be_in_viewport(ratio=1)
    # Who asks anew and thinks better of it is not told of the old answer.
    host.do("restart")
    host.page.click(".withdraw")
    expect(host.page.locator(".offer")).to_have_count(0)
    expect(host.page.locator(".offer-answer")).to_have_count(0)
    host.do("undo")
    guest.page.click(".deny")
    expect(host.page.locator(".offer-answer")).to_be_visible()
    to_the_end_of_the_page(guest.page)
    host.do("resign", sure=True)
    expect(guest.page.locator(".verdict")).to_be_in_viewport(ratio=1)
    expect(host.page.locator(".verdict")).to_be_visible()
    expect(host.page.locator(".offer-answer")).to_have_count(0)


def test_on_a_phone_nothing_moves_under_the_finger_when_somebody_asks(sit_down: OpenPage) -> None:
    host, guest = sit_down(), sit_down(**SCREENS[1])
    two_in_a_room(host, guest, "best")
    for player, space in ((host, "c1"), (guest, "b1")):
        player.wait_for_turn()
        player.click(space)
    for player in (host, guest):
        expect(player.page.locator(".ply")).to_have_count(2)
    board = guest.page.locator(".board-place .board")
    before = at_rest(board)
    host.do("draw")
    guest.page.wait_for_selector(".accept", state="attached")
    assert at_rest(board) == before


def test_where_a_game_stands_is_not_told_once_it_is_over(sit_down: OpenPage) -> None:
    host, guest = sit_down(), sit_down()
    two_in_a_room(host, guest, "onyx")
    host.page.locator(".words .word").first.click()
    where = guest.page.locator(".global")
    expect(guest.page.locator(".ply")).to_have_count(1)
    expect(where).not_to_be_empty()
    guest.do("resign", sure=True)
    expect(where).to_be_empty()
    guest.page.locator(".step.first").click()
    expect(where).not_to_be_empty()


def test_moves_stand_below_each_other(sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room("reversi", ["me", "me"], {})
    rng = Random(2)
    for _ in range(6):
        player.play_some_move(rng)
    places = [at_rest(one)["x"] for one in player.page.locator(".ply").all()]
    columns = sorted(set(places))
    assert 1 < len(columns) < len(places)
    assert places == [columns[n % len(columns)] for n in range(len(places))]


def test_colours_that_tell_something_stay_where_a_reader_chooses_all_others(sit_down: OpenPage) -> None:
    player = sit_down()
    page = player.page
    page.emulate_media(forced_colors="active")
    player.open_room("onyx", ["me", "greedy"], {})
    player.wait_for_turn()
    painted = "all => all.map(one => getComputedStyle(one).backgroundImage)"
    dots = page.locator(".counters .dots i").evaluate_all(painted)
    assert dots
    assert "none" not in dots
    outline = "one => getComputedStyle(one).outlineStyle"
    assert page.locator(".seat.in-turn").evaluate(outline) == "solid"
    assert page.locator(".palette-piece[aria-pressed=true]").evaluate(outline) == "solid"

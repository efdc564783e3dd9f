"""A person against machines: the engine after one click, and the greedy player through whole games."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import expect

from quintet.games import GAMES
from tests.web.conftest import OpenPage
from tests.web.line import Line
from tests.web.player import PATIENCE
from tests.web.test_here import SMALL


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_the_greedy_player(game: str, sit_down: OpenPage) -> None:
    player = sit_down()
    player.open_room(game, ["greedy", "me"], SMALL.get(game, {}))
    rng = Random(8)
    for _ in range(120):
        player.wait_for_turn()
        if player.status == "finished":
            break
        player.play_some_move(rng)
    assert player.status == "finished"
    played = player.record()
    assert player.board == played.game.board(played.position)
    assert any(seat == 0 for step in played.steps for seat in step.moves)


def test_one_click_starts_a_game_against_the_engine(sit_down: OpenPage) -> None:
    player = sit_down(level=1, games={"reversi": {"size": 4}})
    player.page.set_default_timeout(PATIENCE)
    player.start("reversi", "play-machine")
    player.click(player.playable[0])
    player.wait_for("document.querySelectorAll('.ply').length === 2")
    assert len(player.record().steps) == 2
    player.do("undo")  # the engine agrees at once: both moves are taken back
    player.wait_for("document.querySelectorAll('.ply').length === 0 && Object.keys(board).length === 4")
    player.do("hint")
    player.page.wait_for_selector(".hint-line .word")
    assert player.page.locator(".ghost.advice").count() == 1
    player.page.click(".hint-line .word")
    player.wait_for("document.querySelectorAll('.ply').length >= 1")


def test_level_side_options_and_clock_are_chosen_in_a_form(sit_down: OpenPage) -> None:
    player = sit_down()
    page = player.open("/play/reversi").page
    page.select_option("[name=size]", "6")
    page.check("[name=side][value='1']", force=True)
    page.select_option("[name=clock]", label="5 minutes + 3 seconds")
    page.fill("[name=my-name]", "Ida")
    expect(page.locator("output")).to_have_text("2 · easy games")
    page.locator("[name=level]").fill("10")
    expect(page.locator("output")).to_have_text("10 · as strong as it gets")
    page.locator("[name=level]").fill("2")
    page.click(".start")
    page.wait_for_selector(".table-page .board")
    assert len(player.page.locator(".cell").all()) == 36
    assert player.text("[data-seat='1'] .name") == "Ida\nyou"
    assert player.text("[data-seat='0'] .name") == "Engine level 2"
    # The engine begins, and may have moved already, even some time ago.
    expect(page.locator("[data-seat='1'] .clock")).to_have_text(re.compile(r"^(5:0\d|4:\d\d)$"))


def test_a_clock_of_one_s_own_begins_with_the_one_chosen_before(sit_down: OpenPage) -> None:
    page = sit_down().open("/play/reversi").page
    fields = page.locator(".own-clock input")
    page.select_option("[name=clock]", label="My own…")
    assert [field.input_value() for field in fields.all()] == ["0", "5", "3"]
    page.select_option("[name=clock]", label="15 minutes + 10 seconds")
    page.select_option("[name=clock]", label="My own…")
    assert [field.input_value() for field in fields.all()] == ["0", "15", "10"]
    page.get_by_label("Minutes in reserve").fill("1.5")
    page.check("[name=side][value='1']", force=True)
    page.click(".start")
    expect(page.locator("[data-seat='1'] .clock")).to_have_text(re.compile(r"^1:([0-3]\d)$"))


def test_whoever_waits_for_the_compiler_sees_how_far_it_is(sit_down: OpenPage) -> None:
    player = sit_down()
    line = Line(player.page)
    player.open_room("reversi", ["me", "greedy"], {"size": 4})
    player.wait_for_turn()
    before = sum(message["type"] == "update" for message in line.come)
    line.holding = True
    player.click(player.playable[0])
    line.until("update", before + 2)
    line.let_one_go()  # the player's own move; that of the machine is still on its way
    asked = player.page.locator("#ask")
    room = next(message["room"] for message in line.come if message["type"] == "view")
    for far in ("1 of 9", "2 of 9"):
        line.bring(type="preparing", room=room, text=f"The compiler is at {far}.")
        expect(asked).to_have_text(re.compile(rf"is thinking\. The compiler is at {far}\.$"))
    line.bring(type="preparing", room="another", text="Not for this table.")
    line.let_go()
    player.wait_for_turn()
    expect(asked).not_to_contain_text("compiler")
    line.bring(type="preparing", room="another", text="Not for this table.")
    expect(asked).not_to_contain_text("Not for this table")


def test_the_coach_warns_and_the_move_is_taken_back(sit_down: OpenPage) -> None:
    player = sit_down(level=1, games={"reversi": {"size": 4}})
    player.page.set_default_timeout(PATIENCE)
    page = player.page
    page.route("**/api/analysis/position", lambda route: route.fulfill(json={"unable": "Not here."}))
    worse = {"move": "b1", "value": -6.0, "expected": 0.2, "proven": None, "line": ["b1", "a1"]}
    best = {"move": "a2", "value": 2.0, "expected": 0.6, "proven": None, "line": ["a2"]}
    found = {
        "seat": 0, "value": 2.0, "expected": 0.6, "proven": None, "moves": [best], "also": [worse], "depth": 5, "nodes": 9, "seconds": 0.1
    }  # fmt: skip
    page.route("**/api/analysis", lambda route: route.fulfill(json=found))
    player.start("reversi", "play-machine")
    page.check("[name=warn]")
    page.fill("[name=move]", "a1")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_have_text("a1 outflanks no enemy disc")
    player.click("b1")
    expect(page.locator("dialog.sure p")).to_have_text(
        "Sure? b1 would be a blunder: it loses 40 % of the game (8 discs). The answer would be a1."
    )
    page.keyboard.press("Escape")
    expect(page.locator("dialog.sure")).to_have_count(0)
    assert player.page.locator(".ply").count() == 0
    assert len(player.board) == 4, "it is taken back"
    player.click("b1")
    page.click("dialog .yes")
    player.wait_for("document.querySelectorAll('.ply').length >= 1")
    page.reload()
    expect(page.locator("[name=warn]")).to_be_checked()


def test_who_types_moves_goes_on_with_the_next_one(sit_down: OpenPage) -> None:
    player = sit_down(level=1, games={"reversi": {"size": 4}})
    player.start("reversi", "play-machine")
    field = player.page.locator("[name=move]")
    field.focus()
    for number in range(1, 3):
        player.page.keyboard.type(next(iter(player.playable)))
        player.page.keyboard.press("Enter")
        player.wait_for(f"document.querySelectorAll('.ply').length >= {2 * number}")
        player.wait_for_turn()
        expect(field).to_be_focused()


def test_there_is_no_coach_where_others_play(sit_down: OpenPage) -> None:
    player = sit_down(games={"reversi": {"size": 4}}, warn=True)
    player.start("reversi", "play-here")
    expect(player.page.locator(".coach")).to_be_hidden()
    player.click("b1")
    player.wait_for("document.querySelectorAll('.ply').length === 1")

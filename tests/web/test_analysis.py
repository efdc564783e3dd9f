"""The analysis board in the browser: either side by clicks, back and forth, branches, the engine's lines, and all at once."""

from __future__ import annotations

import json
from collections.abc import Callable

from playwright.sync_api import FilePayload, Page, expect

from quintet.games import game
from quintet.games.record import Replay
from tests.web.conftest import OpenPage
from tests.web.player import Player
from tests.web.test_pages import overflows


def boards(*moves: str) -> list[dict[str, str]]:
    """The boards of a small game of Reversi after each of these moves."""
    played = Replay(game("reversi", size=4))
    found = [dict(played.game.board(played.position))]
    for move in moves:
        played.submit(played.owing[0], move)
        found.append(dict(played.game.board(played.position)))
    return found


def begin(player: Player, name: str, **options: str) -> Page:
    page = player.open("/games").page
    page.click("text=Analysis board")
    page.select_option("[name=game]", name)
    for option, value in options.items():
        page.select_option(f"[name={option}]", value) if page.locator(
            f"select[name={option}]"
        ).count() else page.fill(f"[name={option}]", value)
    page.click(".start")
    expect(page.locator(".prompt.yours")).to_be_visible()
    return page


def play(player: Player, *spaces: str) -> None:
    """Play these, waiting for each to be in the list of moves."""
    for space in spaces:
        player.click(space)
        expect(player.page.locator(".ply-button[aria-current]")).to_contain_text(space)


def test_a_tree_is_made_by_clicks_and_walked_by_keys(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player = sit_down()
    page = begin(player, "reversi", size="4")
    current = page.locator(".ply-button[aria-current]")
    expect(page.locator(".game-line")).to_have_text("Reversi · Board: 4 × 4")
    expect(page.locator(".ask")).to_have_text("Black: Place a black disc.")
    player.click("a1")
    expect(page.locator(".feedback")).to_have_text("a1 outflanks no enemy disc.")
    page.fill("[name=move]", "b2")
    page.keyboard.press("Enter")
    expect(page.locator(".feedback")).to_have_text("b2 is occupied.")
    page.fill("[name=move]", "")
    play(player, "b1", "a1", "a2")
    main = boards("b1", "a1", "a2")
    assert player.board == main[3]
    page.locator("h1").click()
    for key, shown in (("ArrowLeft", 2), ("Home", 0), ("End", 3), ("ArrowLeft", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        player.wait_for(f"Object.keys(board).length === {len(main[shown])}")
        assert player.board == main[shown]
    page.locator(".step.back").press("Enter")
    expect(page.locator(".step.on")).to_be_focused()  # at the start nothing leads back
    page.keyboard.press("Enter")
    expect(current).to_contain_text("b1")
    page.focus(".step.live")
    page.keyboard.press("Tab")  # all the moves are one stop of this key
    expect(page.locator(".ply-button:focus")).to_contain_text("b1")
    page.keyboard.press("Tab")
    expect(page.locator(".ply-button:focus")).to_have_count(0)
    # Another move here is a variation; the same move again is not.
    play(player, "c1", "d1")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    play(player, "a1")
    page.keyboard.press("ArrowDown")
    expect(current).to_contain_text("c1")
    expect(page.locator(".variation .ply-button")).to_have_text(["2.c1", "3.d1"])
    assert player.board == boards("b1", "c1")[2]
    keep_picture(page, "analysis")
    page.locator(".promote").press("Enter")
    expect(page.locator(".delete")).to_be_focused()  # it is the main line: there is nothing to promote
    expect(page.locator(".variation .ply-button")).to_have_text(["2.a1", "3.a2"])
    page.reload()
    expect(page.locator(".variation .ply-button")).to_have_text(["2.a1", "3.a2"])
    expect(current).to_contain_text("c1")
    page.click(".delete")
    page.click("dialog .yes")
    expect(page.locator(".ply-button")).to_have_text(["1.b1", "2.a1", "3.a2"])
    expect(current).to_contain_text("b1")
    player.wait_for(f"Object.keys(board).length === {len(main[1])}")  # which the page has to ask for
    assert player.board == main[1]


def test_a_word_is_called_by_what_it_does(sit_down: OpenPage) -> None:
    player = sit_down()
    page = begin(player, "onyx")
    for count, move in enumerate(("bb@a1", "ww@h8", "pass", "pass"), start=1):
        page.fill("[name=move]", move)
        page.keyboard.press("Enter")
        expect(page.locator(".ply-button")).to_have_count(count)
    expect(page.locator(".go")).to_have_text("Take nothing off")
    player.click("a1")
    expect(page.locator(".go")).to_have_text("Take off a1")


FOUND = {
    "seat": 0, "value": 2.0, "expected": 0.61, "proven": "at least", "depth": 9, "nodes": 12345, "seconds": 0.1, "policy": None,
    "others": {}, "also": [], "moves": [
        {"move": "b1", "value": 2.0, "expected": 0.61, "proven": "at least", "line": ["b1", "a1", "a2"], "probability": None},
        {"move": "a2", "value": -4.0, "expected": 0.2, "proven": "equal", "line": ["a2"], "probability": None},
    ],
}  # fmt: skip
"""What an engine might say at the start of a small game; tests/web/test_engine.py asks a real one."""


def test_the_engine_looks_on_and_its_move_is_played(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player = sit_down(width=360, height=740, theme="dark")
    page = begin(player, "reversi", size="4")
    page.route("**/api/analysis/position", lambda route: route.fulfill(json={"stale": True}))
    page.route("**/api/analysis", lambda route: route.fulfill(json=FOUND))
    page.check("[name=engine]")
    page.select_option("[name=lines]", "2")
    lines = page.locator(".engine-lines li")
    expect(lines).to_have_count(2)
    expect(page.locator(".standing")).to_have_text(
        "Black expects 61 % of the game: no worse than 2 discs ahead, proven."
    )
    expect(lines.first).to_contain_text("then a1, a2")
    expect(page.locator(".looked")).to_have_text("9 moves deep, 12,345 positions, by the server")
    expect(page.locator(".ghost.advice").first).to_be_attached()
    assert not overflows(page)
    keep_picture(page, "analysis-engine")
    page.uncheck("[name=engine]")
    expect(page.locator(".ghost.advice")).to_have_count(0)
    expect(lines.first).to_be_hidden()
    page.check("[name=engine]")
    lines.first.locator(".word").click()
    expect(page.locator(".ply-button")).to_contain_text("b1")
    assert player.board == boards("b1")[1]


def test_where_all_move_at_once_each_side_is_asked_in_turn(sit_down: OpenPage) -> None:
    player = sit_down()
    page = begin(player, "omega")
    first, second = (page.locator(".seat-pick").nth(n) for n in (0, 1))
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(second).to_be_visible()
    page.fill("[name=move]", "wa1 bb1")
    page.keyboard.press("Enter")
    expect(page.locator(".ask")).to_contain_text("has chosen wa1 bb1.")
    expect(page.locator(".ply-button")).to_have_count(0)
    page.fill("[name=move]", "wg7 bg6")
    page.keyboard.press("Enter")
    expect(page.locator(".ply-button")).to_have_count(1)
    expect(page.locator(".ply-button")).to_contain_text("wa1 bb1")
    expect(page.locator(".ply-button")).to_contain_text("wg7 bg6")
    assert {player.board[space] for space in ("a1", "b1", "g7", "g6")} == {"w", "b"}


HOSTILE = "<img src=x onerror=alert(1)> so <b>bold</b>"


def test_a_study_with_comments_is_saved_shared_and_two_who_save_lose_nothing(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    ann = sit_down()
    page = begin(ann, "reversi", size="4")
    play(ann, "b1")
    page.click("[data-sign='!?']")
    page.fill("[name=comment]", HOSTILE)
    expect(page.locator(".variations .remark")).to_have_text(HOSTILE)
    expect(page.locator(".ply-button .move-note")).to_have_text("!?")
    play(ann, "a1")
    expect(page.locator("[name=comment]")).to_have_value("")
    page.fill("[name=study-name]", "Corners")
    with page.expect_request("**/api/studies") as asked:
        page.locator(".save").press("Enter")
    sent = json.loads(asked.value.post_data or "")
    assert sent["study"]["nodes"] == [
        {},
        {"before": 0, "moves": [[0, "b1"]], "sign": "!?", "comment": HOSTILE},
        {"before": 1, "moves": [[1, "a1"]]},
    ], "what is empty is left out, or ten thousand moves are too long for the server"
    expect(page.locator(".save")).to_be_focused()
    expect(page.locator(".kept-line")).to_have_text("Saved.")
    page.wait_for_url("**/study/*")
    expect(page.locator("h1")).to_have_text("Corners")
    keep_picture(page, "study")
    # Another window of hers opens it, and both go on.
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.locator(".ply-button")).to_have_count(2)
    expect(other.locator(".variations .remark")).to_have_text(HOSTILE)
    assert other.locator(".analysis img, .analysis .remark b").count() == 0
    other.fill("[name=comment]", "From the other window")
    other.click(".save")
    expect(other.locator(".kept-line")).to_have_text("Saved.")
    play(ann, "a2")
    page.reload()
    expect(page.locator(".kept-line")).to_have_text("What you had not saved is still here.")
    expect(page.locator(".ply-button")).to_have_count(3)
    page.click(".save")
    expect(page.locator(".kept-line")).to_contain_text("Saved beside it")
    assert page.url != other.url
    # Somebody else has the link: what they save is theirs.
    bob = sit_down(width=360, height=740, theme="dark").open(other.url).page
    expect(bob.locator(".variations p.remark")).to_have_text("From the other window")
    assert not overflows(bob)
    assert bob.locator(".forget").count() == 0
    keep_picture(bob, "study-phone")
    bob.click(".save")
    expect(bob.locator(".kept-line")).to_contain_text("a study of your own")
    # One's own are found again, and deleted.
    other.click(".forget")
    other.click("dialog .yes")
    expect(other.locator(".kept-line")).to_contain_text("deleted")
    page.click(".renew")
    page.click("dialog .yes")
    expect(page.locator(".own-studies li")).to_have_count(1)
    keep_picture(page, "analysis-begin")
    page.click(".own-studies a")
    expect(page.locator(".ply-button")).to_have_count(3)


def test_a_file_with_variations_is_opened_marked_and_written_again(sit_down: OpenPage) -> None:
    player = sit_down()
    page = player.open("/games").page
    tree = b"(;GM[4]SZ[9]GN[Mine]C[<b>x</b>](;B[ee]CR[aa]TE[1];W[ff])(;B[dd]))"
    page.set_input_files("input[type=file]", FilePayload(name="a.sgf", mimeType="text/plain", buffer=tree))
    expect(page.locator(".ply-button")).to_have_text(["1.e5!", "1.d6", "2.f4"])
    expect(page.locator("h1")).to_have_text("Mine")
    expect(page.locator(".variations p.remark")).to_have_text("<b>x</b>")
    page.locator(".ply-button").first.click()
    expect(page.locator("[data-marked=a9]")).to_have_count(1)
    # Whoever comes from the review of a game has its style sheet too; the move that is shown can be read all the same.
    current = page.locator(".ply-button[aria-current]")
    colour = current.evaluate("button => getComputedStyle(button).color")
    page.add_style_tag(url="/static/style/review.css")
    assert current.evaluate("button => getComputedStyle(button).color") == colour
    page.click("[data-mark=letter]")
    player.click("c3")
    player.click("a9")
    expect(page.locator("[data-marked=c3]")).to_have_text("A")
    heard = page.locator("[role=log]")
    expect(heard).to_contain_text("c3: the letter A")
    expect(page.locator(".cell[data-space=c3]")).to_have_attribute(
        "aria-label", "c3, empty, the letter A, playable"
    )
    player.click("c3")
    expect(heard).to_contain_text("c3: no mark")
    expect(page.locator(".cell[data-space=c3]")).to_have_attribute("aria-label", "c3, empty, playable")
    expect(page.locator("[data-marked=c3]")).to_have_count(0)
    expect(page.locator(".ply-button")).to_have_count(3)
    page.click("[data-mark=letter]")
    with page.expect_download() as download:
        page.click("[data-keep=file-sgf]")
    assert b"LB[aa:B]" in download.value.path().read_bytes()
    assert download.value.suggested_filename == "Mine.sgf"
    player.click("c3")
    expect(page.locator(".ply-button[aria-current]")).to_contain_text("c3")


def test_a_position_is_set_up_by_clicks_and_keys_and_analysed(
    sit_down: OpenPage, keep_picture: Callable[[Page, str], None]
) -> None:
    player = sit_down(width=360, height=740, theme="dark")
    page = player.open("/analysis").page
    page.select_option("[name=game]", "best")
    page.click(".setup-go .arrange-open")
    told = page.locator(".arrange-told")
    expect(told).to_have_text("White: Drop a white token in a column.")
    player.click("a5")
    player.wait_for("board.a1 === 'w'")  # it has fallen
    page.focus("[data-piece=b]")
    page.keyboard.press("Enter")
    page.locator("[data-space=b1]").focus()
    page.keyboard.press("Enter")
    player.wait_for("board.b1 === 'b'")
    expect(page.locator("[role=log]")).to_contain_text("b1: black")
    expect(told).to_have_text("White: Drop a white token in a column.")
    for space in ("c1", "d1"):
        player.click(space)
        player.wait_for(f"board.{space} === 'b'")
    expect(told).to_contain_text("a run of three or more would have been taken off")
    expect(page.locator(".use")).to_be_disabled()
    assert not overflows(page)
    keep_picture(page, "arrange")
    player.click("d1")
    for _ in range(2):  # the second time it changes nothing, and the field says what counts all the same
        page.fill("[name=set-w]", "99")
        page.keyboard.press("Tab")
        expect(page.locator("[name=set-w]")).to_have_value("40")
    page.fill("[name=set-w]", "4")
    page.keyboard.press("Tab")
    expect(told).to_have_text("Black: Drop a black token in a column.")
    page.click(".use")
    expect(page.locator(".seat").first).to_contain_text("Points 4")
    page.fill("[name=move]", "1")
    page.keyboard.press("Enter")
    expect(page.locator(".ply-button")).to_have_count(1)
    assert player.board["a2"] == "b"
    page.locator(".study-tools .arrange-open").press("Enter")
    expect(page.locator(".arrange h2")).to_be_focused()
    page.locator(".cancel").press("Enter")
    expect(page.locator(".study-tools .arrange-open")).to_be_focused()
    expect(page.locator(".ply-button")).to_have_count(1)
    page.click(".renew")
    page.click("dialog .yes")
    page.click(".paste summary")
    page.fill("[name=pasted]", "nonsense")
    page.click(".read")
    expect(page.locator(".paste .feedback")).to_contain_text("no game file that we know")
    page.fill("[name=pasted]", "f5d6c3")
    page.click(".read")
    expect(page.locator(".ply-button")).to_have_count(3)

"""The engine in the page at work: it plays alone, it can be watched and stopped, and where it cannot the server answers."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.web.conftest import OpenPage
from tests.web.line import Line
from tests.web.player import PATIENCE

TWO_PLIES = "document.querySelectorAll('.ply').length === 2"
LOOK = """async (question) => {
  const { analyse } = await import("/static/engine/analyse.js");
  const heard = [];
  const found = await analyse(question, (analysis, where) => heard.push(where)).done;
  return [found.moves[0].move, found.nodes, [...new Set(heard)]];
}"""
QUESTION = {"game": "best", "moves": [[0, "1"]], "nodes": 500}


def test_the_machine_thinks_in_the_page_and_the_table_checks_its_move(sit_down: OpenPage) -> None:
    player = sit_down(level=3)
    line = Line(player.page)
    player.start("best", "play-machine")
    player.click(player.playable[0])
    player.wait_for(TWO_PLIES)
    (delivered,) = line.said("deliver")
    assert player.record().steps[1].moves == {1: delivered["text"]}
    assert not line.said("lend")
    player.do("undo")
    player.wait_for("document.querySelectorAll('.ply').length === 0")
    player.click(player.playable[-1])
    player.wait_for(TWO_PLIES)
    assert len(line.said("deliver")) == 2


def test_hints_and_answers_to_offers_are_thought_of_in_the_page_too(sit_down: OpenPage) -> None:
    player = sit_down(level=1, games={"reversi": {"size": 4}})
    player.page.set_default_timeout(PATIENCE)
    line = Line(player.page)
    player.start("reversi", "play-machine")
    player.click(player.playable[0])
    player.wait_for(TWO_PLIES)
    player.do("hint")
    player.page.wait_for_selector(".hint-line .word")
    (hint,) = line.said("advise")
    assert (hint["kind"], hint["thought"]["exact"]) == ("hint", True)
    assert ", proven" in player.page.inner_text(".hint-line")
    player.do("draw")
    player.page.wait_for_selector(".offer-answer, .verdict")
    assert [said["kind"] for said in line.said("advise")] == ["hint", "draw"]
    assert not line.said("lend")


def test_a_page_whose_engine_breaks_says_so_and_the_server_plays_on(sit_down: OpenPage) -> None:
    player = sit_down(level=1)
    player.page.set_default_timeout(PATIENCE)
    player.page.route(
        "**/engine/best.wasm", lambda route: route.fulfill(body="no module", content_type="application/wasm")
    )
    line = Line(player.page)
    player.start("best", "play-machine")
    player.click(player.playable[0])
    player.wait_for(TWO_PLIES)
    assert [message["on"] for message in line.said("lend")] == [False]
    assert not line.said("deliver")


def test_it_is_watched_stopped_and_asked_about_two_positions_at_once(sit_down: OpenPage) -> None:
    page = sit_down().open("/settings").page
    seen = page.evaluate(
        """async ([question]) => {
          const { analyse } = await import("/static/engine/analyse.js");
          const steps = [], again = [];
          const one = analyse({ ...question, nodes: 20000 }, (found, where) => steps.push([found.depth, where]));
          const two = analyse({ ...question, moves: [], lines: 7 });
          const [first, second] = await Promise.all([one.done, two.done]);
          const endless = analyse({ ...question, moves: [], nodes: undefined, seconds: 600 }, (found) => {
            again.push(found.depth);
            endless.stop();
          });
          const last = await endless.done;
          const early = analyse(question);
          early.stop();
          const after = await analyse(question).done;
          return { steps, first, second, again, last, early: await early.done, after };
        }""",
        [QUESTION],
    )
    depths = [depth for depth, _ in seen["steps"]]
    assert depths == sorted(set(depths))
    assert len(depths) > 2
    assert {where for _, where in seen["steps"]} == {"page"}
    assert seen["first"]["depth"] == depths[-1]
    assert seen["first"]["seat"] == 1
    assert len(seen["second"]["moves"]) > 3
    assert seen["again"] == [seen["last"]["depth"]], "nothing is heard after a stop"
    assert seen["early"] is None
    assert seen["after"]["nodes"] > 0


def changed(page: Page, **fields: Any) -> None:
    """The manifest says something else than it does."""

    def answer(route: Route) -> None:
        manifest = json.loads(route.fetch().text())
        route.fulfill(json=manifest | fields)

    page.route("**/engine/best.json", answer)


@pytest.mark.parametrize(
    "fields",
    [
        {"sources": "other"},
        {"module": "other"},
        {"knowledge": "other"},
        {"work": 2**33},
        {"state": 8},
        {"format": 99},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_a_module_that_does_not_fit_is_not_used(fields: dict[str, Any], sit_down: OpenPage) -> None:
    page = sit_down().open("/settings").page
    page.set_default_timeout(PATIENCE)
    right = page.evaluate(LOOK, QUESTION)
    assert right[-1] == ["page"]
    page.reload()
    changed(page, **fields)
    assert page.evaluate(LOOK, QUESTION) == [*right[:-1], ["server"]]


def test_without_simd_and_with_a_dead_worker_the_server_answers(sit_down: OpenPage) -> None:
    page = sit_down().page
    page.set_default_timeout(PATIENCE)
    page.add_init_script("if (sessionStorage.old) WebAssembly.validate = () => false")
    page.goto("/settings")
    page.evaluate("sessionStorage.old = 1")
    page.reload()
    assert page.evaluate(LOOK, QUESTION)[-1] == ["server"]
    page.evaluate("sessionStorage.clear()")
    page.route("**/engine/worker.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.clock.install()
    page.reload()
    page.evaluate(f"window.found = ({LOOK})({json.dumps(QUESTION | {'seconds': 0.2})})")
    page.wait_for_timeout(500)
    page.clock.fast_forward(9_000)
    assert page.evaluate("window.found")[-1] == ["server"]


STEP = "postMessage({ id, step: found });"
BEGIN = """(question) => {
  window.first = new Promise((hear) => {
    window.found = import("/static/engine/analyse.js").then(async ({ analyse }) => {
      const heard = [];
      const looking = analyse(question, (_, where) => { heard.push(where); hear(); });
      const found = await looking.done;
      return [found.moves[0].move, found.nodes, [...new Set(heard)]];
    });
  });
}"""


@pytest.mark.parametrize(
    "fate",
    ["close(); await new Promise(() => {});", "throw new Error('unreachable');"],
    ids=["killed", "broken"],
)
def test_for_a_worker_that_is_lost_in_mid_thought_the_server_answers(fate: str, sit_down: OpenPage) -> None:
    page = sit_down().open("/settings").page
    page.set_default_timeout(PATIENCE)
    right = page.evaluate(LOOK, QUESTION)

    def lose(route: Route) -> None:
        response = route.fetch()
        assert STEP in response.text()
        route.fulfill(response=response, body=response.text().replace(STEP, STEP + fate))

    page.route("**/engine/worker.js", lose)
    page.clock.install()
    page.reload()
    page.evaluate(BEGIN, QUESTION)
    page.evaluate("window.first")
    page.clock.fast_forward(130_000)
    assert page.evaluate("window.found") == [*right[:-1], ["page", "server"]]


def test_a_page_that_slept_gives_its_worker_another_while(sit_down: OpenPage) -> None:
    page = sit_down().page
    page.set_default_timeout(PATIENCE)
    page.clock.install()
    page.goto("/settings")
    held: list[Route] = []
    page.route("**/engine/best.wasm", lambda route: held.append(route))
    with page.expect_request("**/engine/best.wasm"):
        page.evaluate(BEGIN, QUESTION)
    page.clock.fast_forward(300_000)
    held[0].continue_()
    assert page.evaluate("window.found")[-1] == ["page"]

"""Links to puzzles and studies: what others show of them, their pictures, and what is said where there is nothing."""

from __future__ import annotations

import html
import threading
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest

from quintet.server import puzzles as puzzles_door
from quintet.server import studies as studies_door
from quintet.server.studies import SAVED, under
from quintet.server.study_reading import DAMAGED
from quintet.study import puzzles
from tests.server.harness import Node, serving
from tests.server.test_studies import HOSTILE, saved, study
from tests.waiting import PATIENCE

STUDY = {"game": "reversi", "options": {"size": 4}}
PNG = b"\x89PNG"


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


@pytest.fixture
async def client(node: Node) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=node.address, timeout=PATIENCE) as one:
        yield one


def tag(name: str, text: str) -> str:
    return f'<meta property="og:{name}" content="{html.escape(text)}">'


@pytest.mark.parametrize("name", puzzles.games())
async def test_a_link_to_a_puzzle_shows_the_question_and_nothing_of_the_answer(
    node: Node, client: httpx.AsyncClient, name: str
) -> None:
    puzzle = puzzles.shipped(name)[0]
    told = (await client.get(f"/api/puzzles/{puzzle.id}")).json()
    page = await client.get(f"/puzzles/{puzzle.id}")
    assert page.status_code == 200
    assert tag("title", f"A puzzle: {told['title']}") in page.text
    assert f"You are {told['side']}. {html.escape(told['ask'])}" in page.text
    assert tag("url", f"{node.address}puzzles/{puzzle.id}") in page.text
    assert tag("image", f"{node.address}puzzles/{puzzle.id}.png") in page.text
    assert "noindex" not in page.text
    head = page.text.partition("</head>")[0]
    assert not any(f" {move} " in head for move in puzzle.right)
    picture = await client.get(f"/puzzles/{puzzle.id}.png")
    assert picture.content.startswith(PNG)
    assert picture.headers["content-type"] == "image/png"


async def test_a_link_to_a_study_shows_what_it_is_to_whoever_is_sent_it(
    node: Node, client: httpx.AsyncClient
) -> None:
    made = study(HOSTILE, f"Which move saves black? {HOSTILE}", "b1", "a1")
    made["nodes"] += [{"before": 1, "moves": [[1, "c1"]]}]
    path = (await saved(client, made))["path"]
    page = await client.get(path)
    assert page.status_code == 200
    assert HOSTILE not in page.text
    assert tag("title", HOSTILE) in page.text
    about = f"Reversi · Board: 4 × 4 · 3 moves, 1 variation · Which move saves black? {HOSTILE}"
    assert tag("description", about) in page.text
    assert tag("image", f"{node.address}{path[1:]}.png") in page.text
    assert "noindex" in page.text, "it is for those who were sent it"
    assert (await client.get(f"{path}.png")).content.startswith(PNG)
    nameless = await client.get((await saved(client, study("")))["path"])
    assert tag("title", "A study of Reversi") in nameless.text


async def test_the_picture_of_a_study_is_that_of_its_last_version(client: httpx.AsyncClient) -> None:
    first = await saved(client, study("Mine", "", "b1"))
    before = (await client.get(f"{first['path']}.png")).content
    second = await saved(client, study("Mine", "", "b1", "a1"), id=first["id"], version=1)
    assert (second["id"], second["text"]) == (first["id"], SAVED)
    assert (await client.get(f"{first['path']}.png")).content != before


async def test_a_position_that_was_set_up_is_shown_where_it_begins(client: httpx.AsyncClient) -> None:
    question = {**STUDY, "board": {"a1": "w", "b1": "b"}, "values": {"turn": 1}}
    start = (await client.post("/api/study/arrange", json=question)).json()["start"]
    begun, on = (
        {**study(), "start": start, "nodes": [{}, *({"moves": [[1, move]]} for move in moves)]}
        for moves in ((), ("c1",))
    )
    pictures = [
        (await client.get(f"{(await saved(client, one))['path']}.png")).content for one in (begun, on)
    ]
    assert pictures[0] == pictures[1]
    plain = await saved(client, study())
    assert (await client.get(f"{plain['path']}.png")).content != pictures[0]


async def test_where_nothing_is_the_client_says_so(client: httpx.AsyncClient) -> None:
    for path in ("/puzzles/none", "/study/0000000000000000", "/study/none", "/study/%3Cscript%3E"):
        gone = await client.get(path)
        assert gone.status_code == 404, path
        assert "main.js" in gone.text
        assert "og:title" not in gone.text
        picture = await client.get(f"{path}.png")
        assert picture.status_code == 404
        assert picture.json()["text"].startswith("There is no such ")


@pytest.mark.parametrize(
    ("kept", "why"),
    [
        (b"\xff{", DAMAGED),
        (b'{"number":1,"maker":"x","saved":0,"study":{"game":"chess","nodes":[{}]}}', "chess"),
        (
            b'{"number":1,"maker":"x","saved":0,"study":{"game":"reversi","nodes":[{},{"moves":[[0,"a1"]]}]}}',
            "a1",
        ),
    ],
)
async def test_a_study_that_cannot_be_shown_is_answered_by_a_sentence(
    node: Node, client: httpx.AsyncClient, kept: bytes, why: str
) -> None:
    made = await saved(client, study())
    await node.hub.store.keep(under(made["id"], 1), kept)
    page = await client.get(made["path"])
    assert "main.js" in page.text, "the client asks, and is told"
    for path in (f"/api/studies/{made['id']}", f"{made['path']}.png"):
        answer = await client.get(path)
        assert answer.status_code == 400
        assert why in answer.json()["text"]


async def test_neither_a_page_nor_a_picture_holds_up_the_table(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Boards, which may be large, are made by a thread aside."""
    threads: list[str] = []

    def watched(make: Any) -> Any:
        def noted(*args: Any, **options: Any) -> Any:
            threads.append(threading.current_thread().name)
            return make(*args, **options)

        return noted

    path = (await saved(client, study("Mine", "", "b1")))["path"]
    for module, name in (
        (studies_door, "make_game"), (studies_door, "replay"),
        (puzzles_door, "told_puzzle"), (puzzles_door, "game_of"),
    ):  # fmt: skip
        monkeypatch.setattr(module, name, watched(getattr(module, name)))
    puzzle = puzzles.shipped(puzzles.games()[0])[0]
    for page in (path, f"{path}.png", f"/puzzles/{puzzle.id}", f"/puzzles/{puzzle.id}.png"):
        assert (await client.get(page)).status_code == 200
    assert len(threads) == 4
    assert all(name.startswith("aside") for name in threads)

"""Studies that are kept: saved, shared by link, versions that nobody overwrites, and what may not be kept."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from quintet.server import studies
from quintet.server.studies import MEANWHILE, MOST_VERSIONS, OWN, SAVED, TAKEN_OVER, latest
from tests.server.harness import serving

HOSTILE = '<script>alert("x")</script>'


def study(name: str = "Mine", comment: str = "", *moves: str) -> dict[str, Any]:
    nodes = [{"comment": comment}, *({"before": n, "moves": [[n % 2, move]]} for n, move in enumerate(moves))]
    return {"game": "reversi", "options": {"size": 4}, "name": name, "nodes": nodes}


async def saved(client: httpx.AsyncClient, made: Any, **base: Any) -> Any:
    answer = await client.post("/api/studies", json={"study": made, **base})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_one_is_saved_shared_and_saved_again_and_nobody_destroys_it(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'games.db'}"
    async with (
        serving(store) as here,
        httpx.AsyncClient(base_url=here.address) as ann,
        httpx.AsyncClient(base_url=here.address) as bob,
    ):
        first = await saved(ann, study("Mine", HOSTILE, "B1", "a1"))
        assert (first["version"], first["text"], first["path"]) == (1, SAVED, f"/study/{first['id']}")
        base = {"id": first["id"], "version": 1}
        seen = (await bob.get(f"/api/studies/{first['id']}")).json()
        assert (seen["yours"], seen["study"]["name"]) == (False, "Mine")
        assert seen["study"]["nodes"][0]["comment"] == HOSTILE, "text, and nothing but text"
        assert [ply["moves"][0]["text"] for ply in seen["told"][1:]] == ["b1", "a1"]
        assert "maker" not in str(seen)
        second = await saved(ann, study("Mine, again"), **base)
        assert (second["id"], second["version"], second["text"]) == (first["id"], 2, SAVED)
        # Another window of hers still has the first version: it becomes a study beside this one.
        stale = await saved(ann, study("From the other window"), **base)
        assert stale["id"] != first["id"]
        assert stale["text"] == MEANWHILE
        theirs = await saved(bob, study("Bob's"), id=first["id"], version=2)
        assert theirs["id"] != first["id"]
        assert theirs["text"] == TAKEN_OVER
        # Two at the same moment: one is the next version, the other stands beside it.
        both = await asyncio.gather(
            *(saved(ann, study(f"At once {n}"), id=first["id"], version=2) for n in (1, 2))
        )
        assert sorted(one["text"] for one in both) == sorted([SAVED, MEANWHILE])
        whole = {(await ann.get(f"/api/studies/{one['id']}")).json()["study"]["name"] for one in both}
        assert whole == {"At once 1", "At once 2"}
        mine = (await ann.get("/api/studies")).json()["studies"]
        assert len(mine) == 3
        assert len((await bob.get("/api/studies")).json()["studies"]) == 1
        assert (await bob.post(f"/api/studies/{first['id']}", json={"wish": "gone"})).status_code == 403
        for version in range(3, 3 + MOST_VERSIONS):
            assert (await saved(ann, study("On"), id=first["id"], version=version))["version"] == version + 1
        assert len(await here.hub.store.kept(f"study/{first['id']}/")) == MOST_VERSIONS
    async with serving(store) as here, httpx.AsyncClient(base_url=here.address, cookies=ann.cookies) as again:
        assert (await again.get(f"/api/studies/{first['id']}")).json()["yours"]
        found = await latest(here.hub.store, first["id"])
        assert found is not None
        # Whoever died between the two writes has saved all the same.
        await here.hub.store.keep(f"study-latest/{first['id']}", str(found.number - 2).encode())
        assert await latest(here.hub.store, first["id"]) == found


async def test_what_is_gone_is_gone_and_what_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as ann:
        made = await saved(ann, study())
        address = f"/api/studies/{made['id']}"
        assert (await ann.post(address, json={"wish": "more"})).status_code == 400
        assert (await ann.post(address, json={"wish": "gone"})).status_code == 200
        assert (await ann.get(address)).status_code == 404
        assert (await ann.post(address, json={"wish": "gone"})).status_code == 404
        assert not await here.hub.store.kept("study")
        for nobody in ("0" * 16, "x", "..%2f..", "9" * 300):
            assert (await ann.get(f"/api/studies/{nobody}")).status_code == 404
        for wrong, why in (
            ({"study": study("Mine", "", "a1")}, "a1 outflanks no enemy disc"),
            ({"study": study("x" * 81)}, "name"),
            ({"study": {**study(), "game": "chess"}}, "chess"),
            ({"study": 5}, "study"),
            ({}, "study"),
        ):
            answer = await ann.post("/api/studies", json=wrong)
            assert answer.status_code == 400
            assert why in answer.json()["text"]
        assert (await ann.post("/api/studies", content=b"x" * 600_000)).status_code == 413
        assert not await here.hub.store.kept(OWN)
        monkeypatch.setattr(studies, "MOST_OF_A_GUEST", 1)
        one = await saved(ann, study())
        full = await ann.post("/api/studies", json={"study": study()})
        assert "delete one" in full.json()["text"]
        assert (await saved(ann, study("Again"), id=one["id"], version=1))["version"] == 2


async def test_nobody_fills_the_disk_with_studies() -> None:
    heavy = b'{"study": ' + b" " * (500 * 1024) + json.dumps(study()).encode() + b"}"
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as ann:
        answers = [await ann.post("/api/studies", content=heavy) for _ in range(20)]
        assert {answer.status_code for answer in answers[:10]} == {200}
        assert answers[-1].status_code == 429
        assert "Very large studies" in answers[-1].json()["text"]


async def test_a_name_holds_nothing_unseen() -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as ann:
        made = await saved(ann, study("Mine\u202e\x00 \u05d0"))
        assert (await ann.get(f"/api/studies/{made['id']}")).json()["study"]["name"] == "Mine \u05d0"
        (listed,) = (await ann.get("/api/studies")).json()["studies"]
        assert listed["name"] == "Mine \u05d0"

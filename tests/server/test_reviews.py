"""Reviews on a server: asked for, made by the workers in small pieces, watched, kept, tried again; with real workers."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace

from quintet.games import game
from quintet.games.record import Replay
from quintet.server import reviews
from quintet.server.pool import UNHEARD, PoolError
from quintet.server.reviews import KEPT, MOST_OF_A_GUEST, TRIES
from quintet.server.unfinished import FORGET_MS, READY_MS, SILENT_MS, SoFar, Unfinished
from quintet.store.archive import Kept
from quintet.store.memory import MemoryStore
from quintet.study.review import MEASURE
from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.server.harness import Node, serving
from tests.study.games import by_dice
from tests.waiting import until

SMALL = by_dice(game("reversi", size=4), 5)


async def archived(here: Node, played: Replay = SMALL, **fields: Any) -> str:
    """A finished game in the archive of this node; its entry may be told otherwise."""
    *before, (seat, last) = played.submissions
    create = Create(
        name="Over", game=played.game.name, options=played.game.settings, offline=True, seats=("me", "me"), moves=tuple(before)
    )  # fmt: skip
    async with Client(here.address) as ann:
        room = await ann.create(create)
        await ann.join(room)
        await ann.move(last, seat)
    await here.hub.archivist.settled(room)
    (one,) = await here.hub.store.archive.of_room(room)
    if fields:
        await here.hub.store.archive.amend(replace(one, **fields))
    return one.id


async def reviewed(here: Node, client: httpx.AsyncClient, name: str) -> dict[str, Any]:
    address = f"/api/archive/{name}/review"
    await until(lambda: name not in here.hub.reviews.running, 400)  # it may have to be compiled first
    answer = await client.get(address)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


async def test_one_is_asked_for_watched_kept_and_tried_again(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'games.db'}"
    async with serving(store) as here, httpx.AsyncClient(base_url=here.address) as client:
        name = await archived(here)
        address = f"/api/archive/{name}/review"
        assert (await client.get(address)).json()["state"] == "none"
        early = await client.post(f"/api/archive/{name}/try", json={"move": 0, "text": "b1"})
        assert early.json()["text"] == "This game has no review yet."
        assert (await client.post(address)).json()["state"] == "running"
        assert (await client.get(address)).json()["state"] == "running"
        found = await reviewed(here, client, name)
        assert found["state"] == "done"
        told = found["review"]
        assert told["complete"]
        assert told["names"] == ["Black", "White"]
        assert [one["name"] for one in told["players"]] == ["Black", "White"]
        assert len(told["moves"]) == len(SMALL.steps)
        assert len(told["expected"]) == len(told["standings"]) == len(SMALL.steps) + 1
        assert (await client.post(address)).json()["state"] == "done", "it is kept, and not made again"

        number = next(n for n, one in enumerate(told["moves"]) if one.get("retry"))
        wrong = told["moves"][number]

        async def tried(text: str, move: int = number) -> dict[str, Any]:
            answer = await client.post(f"/api/archive/{name}/try", json={"move": move, "text": text})
            judged: dict[str, Any] = answer.json()
            return judged

        assert (await tried(wrong["better"]))["good"]
        same = await tried(wrong["text"])
        assert not same["good"]
        assert "what was played" in same["said"]
        assert wrong["better"] not in same["said"]
        refused = await tried("b2")
        assert refused["legal"] is False
        assert "b2" in refused["said"]
        asked = (await client.get(f"/api/archive/{name}/exercise/{number}")).json()
        assert asked["prompt"]["seat"] == wrong["seat"]
        assert asked["round"] == wrong["round"]
        assert asked["ask"].endswith(f"played {wrong['text']}. Find a better move.")
        line = (await client.get(f"/api/archive/{name}/line/{number}")).json()
        assert [move for ply in line["plies"] for _, move in ply["moves"]] == wrong["line"]
        assert line["plies"][0]["changes"]
        assert (await client.get(f"/api/archive/{name}/line/999")).status_code == 404
        assert (await tried("b1", 999))["text"] == "The review has no such move."
    async with serving(store) as here, httpx.AsyncClient(base_url=here.address) as client:
        again = (await client.get(address)).json()
        assert again == found, "another process tells the same"
        old = msgspec.json.decode((await here.hub.reviews.finished(name)) or b"")
        await here.hub.store.keep(KEPT + name, msgspec.json.encode(old | {"measure": MEASURE - 1}))
        assert (await client.get(address)).json()["state"] == "none", "one of an older measure is made again"
        await here.hub.store.keep(KEPT + name, b'{"measure": 0}')
        assert (await client.get(address)).json()["state"] == "none"
        assert (await client.post(address)).json()["state"] == "running"
        assert (await reviewed(here, client, name))["review"] == found["review"]


async def test_what_cannot_be_is_refused_and_nobody_has_too_many() -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as client:
        for nobody in ("game00000000x", "aaaaaaaaaaaa"):
            assert (await client.post(f"/api/archive/{nobody}/review")).status_code == 404
        empty = await archived(here, plies=0)
        assert "nothing to review" in (await client.post(f"/api/archive/{empty}/review")).json()["text"]
        endless = await archived(here, plies=1_000_000)
        assert "too long" in (await client.post(f"/api/archive/{endless}/review")).json()["text"]
        names = [await archived(here) for _ in range(MOST_OF_A_GUEST + 1)]
        answers = [await client.post(f"/api/archive/{name}/review") for name in names]
        assert [answer.status_code for answer in answers] == [202] * MOST_OF_A_GUEST + [429]
        for body in (b"", b"[]", b'{"move": "x"}', b'{"move": 1, "text": "a", "more": 1}'):
            assert (await client.post(f"/api/archive/{names[0]}/try", content=body)).status_code == 400
        for name in names[:-1]:
            assert (await reviewed(here, client, name))["state"] == "done"


async def test_nobody_has_all_of_them_by_coming_under_many_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_OF_AN_ADDRESS", 3)
    async with serving() as here:
        monkeypatch.setattr(here.hub.reviews, "_start", lambda work: work.close())  # none of them ends
        names = [await archived(here) for _ in range(5)]
        codes = []
        for name in names:
            async with Client(here.address) as somebody:  # another guest each time
                cookie = {"Cookie": f"quintet_guest={somebody.token}"}
            async with httpx.AsyncClient(base_url=here.address, headers=cookie) as client:
                answer = await client.post(f"/api/archive/{name}/review")
            codes.append(answer.status_code)
        assert codes == [202, 202, 202, 429, 429]
        assert "from where you are" in answer.json()["text"]
        here.hub.reviews.running.clear()


@pytest.mark.parametrize("broken", ["{}", '{"game": "reversi", "options": {}, "moves": [[0, "z9"]]}'])
async def test_one_that_cannot_be_made_says_why_and_can_be_asked_for_again(broken: str) -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as client:
        name = await archived(here)
        one = await here.hub.store.archive.entry(name)
        assert one is not None
        await here.hub.store.archive.remember(one.room, 10**6, [Kept(one, broken.encode())], (), 1)
        address = f"/api/archive/{name}/review"
        await client.post(address)
        found = await reviewed(here, client, name)
        assert found["state"] == "failed"
        assert "could not be made" in found["text"]
        assert (await client.post(address)).json()["state"] == "running"
        await until(lambda: not here.hub.reviews.running)


@pytest.mark.parametrize(("lost", "state"), [(TRIES - 1, "done"), (TRIES, "failed")])
async def test_a_worker_that_gives_no_answer_is_asked_again_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch, lost: int, state: str
) -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as client:
        name = await archived(here)
        ask, left = here.hub.reviews._workers.ask, [lost]

        async def lose(*asked: Any) -> Any:
            if left[0]:
                left[0] -= 1
                raise PoolError(UNHEARD)
            return await ask(*asked)

        monkeypatch.setattr(here.hub.reviews._workers, "ask", lose)
        await client.post(f"/api/archive/{name}/review")
        found = await reviewed(here, client, name)
        assert found["state"] == state
        if state == "failed":
            assert found["text"] == "This review could not be made: the engine gave no answer."


async def test_one_is_not_lost_with_its_server_and_whoever_asked_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = f"sqlite:{tmp_path / 'games.db'}"
    async with serving(store) as here, httpx.AsyncClient(base_url=here.address) as client:
        name = await archived(here)
        await client.get("/")  # whoever asks has a name from now on
        kept = asyncio.Event()
        keep = here.hub.reviews.unfinished.keep

        async def keep_and_hang(game: str, so_far: SoFar) -> None:
            await keep(game, so_far)
            kept.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(here.hub.reviews.unfinished, "keep", keep_and_hang)
        assert (await client.post(f"/api/archive/{name}/review")).json()["state"] == "running"
        await asyncio.wait_for(kept.wait(), 400)
        cookies = client.cookies
        (waits,) = (await client.get("/api/mine")).json()["reviews"]
        assert (waits["id"], waits["ready"], waits["text"][:26]) == (
            name,
            False,
            "The review is being made: ",
        )
        so_far = await here.hub.reviews.unfinished.so_far(name)
        assert so_far.taken
        assert not so_far.latest["complete"]
        so_far.taken[0]["look"]["seen"]["nodes"] = 10**9  # by this it is known again
        await keep(name, so_far)
    async with serving(store) as here, httpx.AsyncClient(base_url=here.address, cookies=cookies) as client:
        await until(lambda: name in here.hub.reviews.running)
        await until(lambda: name not in here.hub.reviews.running, 400)
        (waits,) = (await client.get("/api/mine")).json()["reviews"]
        assert (waits["text"], waits["ready"]) == ("The review is ready.", True)
        found = (await client.get(f"/api/archive/{name}/review")).json()
        assert found["state"] == "done"
        assert msgspec.json.decode(await here.hub.reviews.finished(name) or b"")["nodes"] > 10**9, (
            "gone on with"
        )
        assert (await client.get("/api/mine")).json()["reviews"] == [], "it was looked at"
        assert not await here.hub.store.kept("review-taken/")
        assert not await here.hub.store.kept("reviewing/")


async def test_of_several_servers_one_takes_up_what_nobody_signs_for() -> None:
    store, now = MemoryStore(), [1_000_000]
    one, other = (Unfinished(store, name, lambda: now[0]) for name in ("one", "other"))
    await one.sign("game", "ann", 1_000_000)
    assert await other.deserted(alone=False) == {}
    now[0] += SILENT_MS + 1
    found = await other.deserted(alone=False)
    assert list(found) == ["game"]
    assert [await who.claim("game", found["game"]) for who in (other, one)] == [True, False]
    await other.sign("game", "ann", 1_000_000, leaving=True)
    assert list(await one.deserted(alone=False)) == ["game"], "who leaves lays it down for another"
    now[0] += FORGET_MS
    assert await one.deserted(alone=False) == {}
    assert await one.all() == {}
    await one.tell("game", "ann")
    assert await other.ready("ann") == ["game"]
    await one.tell("game", "fe80::1")
    now[0] += READY_MS + 1
    assert await other.ready("ann") == []

"""The coach: whoever plays machines alone is warned of a mistake by the review's thresholds, and nobody at a table with others is."""

from __future__ import annotations

from typing import Any

import httpx

from quintet.study.grades import INACCURACY, MISTAKE
from tests.server.harness import serving


def judged(
    move: str, expected: float, *line: str, proven: str | None = None, value: float = 0.0
) -> dict[str, Any]:
    return {"move": move, "value": value, "proven": proven, "expected": expected, "line": [move, *line]}


def found(played: dict[str, Any], best: dict[str, Any] | None = None) -> dict[str, Any]:
    best = best or judged("a2", 0.6, value=2.0)
    return {
        "seat": 0, "value": best["value"], "proven": best["proven"], "expected": best["expected"], "moves": [best], "also": [played],
        "depth": 5, "nodes": 100, "seconds": 0.1,
    }  # fmt: skip


async def opened(client: httpx.AsyncClient, **more: Any) -> str:
    create = {"type": "create", "name": "Ours", "game": "reversi", "options": {"size": 4}, "host_name": "Ann"}
    answer = await client.post(
        "/api/rooms", json=create | {"offline": True, "seats": ["me", "greedy"]} | more
    )
    assert answer.status_code == 201, answer.text
    room: str = answer.json()["room"]
    return room


async def test_a_mistake_is_warned_of_and_nothing_less() -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as ann:
        room = await opened(ann)

        async def asked(**more: Any) -> httpx.Response:
            return await ann.post("/api/coach", json={"room": room, "seat": 0, "text": "B1"} | more)

        assert (await asked()).json() == {"move": "b1"}, "as it is written"
        for loss, warns in (
            (0.0, False),
            (INACCURACY, False),
            (MISTAKE - 0.001, False),
            (MISTAKE, True),
            (0.4, True),
        ):
            told = (await asked(found=found(judged("b1", 0.6 - loss, "a1")))).json()["warn"]
            assert bool(told) == warns, loss
        assert told == "b1 would be a blunder: it loses 40 % of the game (2 discs). The answer would be a1."
        proven = found(
            judged("b1", 0.0, proven="equal", value=-2.0), judged("a2", 1.0, proven="equal", value=4.0)
        )
        assert "a proven win now, and a proven loss after it." in (await asked(found=proven)).json()["warn"]
        assert "a2" not in (await asked(found=proven)).json()["warn"], "the better move is not told"
        unseen = found(judged("a2", 0.6))
        assert (await asked(found=unseen)).json()["warn"] == "", "nothing is known of the move"
        assert (await asked(text="a1")).json() == {"move": "", "warn": ""}, "the table says why not"
        wrong: tuple[dict[str, Any], ...] = (
            {"found": {"moves": 5}},
            {"found": []},
            {"seat": "x"},
            {"more": 1},
        )
        for bad in wrong:
            assert (await asked(**bad)).status_code == 400
        big = await ann.post("/api/coach", content=b'{"room":"' + b"x" * 300_000)
        assert big.status_code == 400


async def test_nobody_is_coached_at_a_table_with_others() -> None:
    async with (
        serving() as here,
        httpx.AsyncClient(base_url=here.address) as ann,
        httpx.AsyncClient(base_url=here.address) as bob,
    ):
        own = await opened(ann)
        two = await opened(ann, seats=["me", "me"])
        online = await opened(ann, offline=False)
        for who, room in ((bob, own), (ann, two), (ann, online), (ann, "nowhere")):
            answer = await who.post("/api/coach", json={"room": room, "seat": 0, "text": "b1"})
            assert answer.status_code == 403
            assert "against machines only" in answer.json()["text"]

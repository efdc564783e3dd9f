"""The analysis board on a server: any line of any game is answered by the rules, and nothing of it is kept."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from quintet.games import GAMES
from quintet.games.variations import LONGEST_COMMENT, MOST_NODES
from tests.server.harness import serving

SMALL = {"game": "reversi", "options": {"size": 4}}
HOSTILE = '<img src=x onerror=alert(1)> </script> \u202e & "quoted"'


async def test_a_line_is_played_by_the_rules_whoever_asks() -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as client:

        async def ask(**question: Any) -> dict[str, Any]:
            answer = await client.post("/api/study/position", json=question)
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            return found

        for name in GAMES:
            start = (await ask(game=name))["position"]
            assert start["prompts"], name
            assert set(start["asks"]) == {str(prompt["seat"]) for prompt in start["prompts"]}
        start = (await ask(**SMALL))["position"]
        assert (start["plies"], start["ply"], start["rules"]) == (0, None, ["Board: 4 × 4"])
        assert start["asks"] == {"0": "Black: Place a black disc."}
        after = (await ask(**SMALL, moves=[[0, "b1"]], move=[1, "A1"]))["position"]
        assert after["ply"]["moves"] == [[1, "a1"]], "in canonical writing"
        assert after["told"]["marks"] == ["a1"]
        assert after["board"]["a1"] == "w"
        again = (await ask(**SMALL, moves=[[0, "b1"], [1, "a1"]]))["position"]
        assert again == after
        assert (await ask(**SMALL, move=[0, "a1"]))["refused"] == "a1 outflanks no enemy disc."
        assert (await ask(**SMALL, move=[1, "b1"]))["refused"] == "That side has no move to make here."
        why = await ask(**SMALL, picked={"seat": 0, "space": "b2", "piece": "b"})
        assert why["refused"] == "b2 is occupied."
        assert "nothing to pick" in (await ask(**SMALL, picked={"seat": 0, "space": HOSTILE[:70]}))["refused"]
        # Where all move at once, each side chooses in turn, and nothing happens before all have.
        half = (await ask(game="omega", move=[1, "wa1 bb1"]))["position"]
        assert half["pending"] == [[1, "wa1 bb1"]]
        assert half["chosen"].endswith("has chosen wa1 bb1.")
        assert [prompt["seat"] for prompt in half["prompts"]] == [0]
        whole = (await ask(game="omega", moves=[[1, "wa1 bb1"]], move=[0, "wg7 bg6"]))["position"]
        assert whole["ply"]["moves"] == [[0, "wg7 bg6"], [1, "wa1 bb1"]]
        assert whole["pending"] == []
        # A game that is over has its result, and what that rests on.
        moves: list[Any] = []
        there = start
        while there["prompts"]:
            (prompt,) = there["prompts"]
            text = next(iter(prompt["places"].values()))[0]["text"]
            there = (await ask(**SMALL, moves=moves, move=[prompt["seat"], text]))["position"]
            moves += there["ply"]["moves"]
        assert there["over"]
        assert there["lines"]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "reversi", "options": {"size": 5}}, "size"),
        ({**SMALL, "moves": [[0, "b1"], [1, "z9"]]}, "move 2"),
        ({**SMALL, "moves": [[0, "b1"]] * 1001}, "1000"),
        ({**SMALL, "start": {"nonsense": 1}}, "begin"),
        ({**SMALL, "moves": [[99, "b1"]]}, "63"),
        ({"moves": []}, "game"),
        ([], "name a game"),
    ],
)
async def test_what_is_no_line_is_refused_with_a_sentence(body: Any, why: str) -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as client:
        answer = await client.post("/api/study/position", json=body)
        assert answer.status_code == 400
        assert why in answer.json()["text"]
        assert (await client.post("/api/study/position", content=b"x" * 300_000)).status_code == 400


async def test_an_engines_lines_are_told_in_words() -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as client:
        found = {
            "seat": 0, "value": 2.0, "expected": 0.61, "proven": "at least", "depth": 9, "nodes": 12345, "policy": None,
            "others": {}, "moves": [
                {"move": "b1", "value": 2.0, "expected": 0.61, "proven": "at least", "line": ["b1", "a1", "a2"], "probability": None},
                {"move": "a2", "value": -4.0, "expected": 0.2, "proven": "equal", "line": ["a2"], "probability": None},
            ],
        }  # fmt: skip

        async def told(**body: Any) -> httpx.Response:
            return await client.post("/api/study/lines", json=body)

        words = (await told(**SMALL, found=found)).json()
        assert words["standing"] == "Black expects 61 % of the game: no worse than 2 discs ahead, proven."
        assert words["looked"] == "9 moves deep, 12,345 positions"
        first, second = words["lines"]
        assert (first["chance"], first["worth"], first["follows"]) == (
            "61 %",
            "no worse than 2 discs ahead, proven",
            "a1, a2",
        )
        assert second["worth"] == "4 discs behind, proven"
        assert len((await told(**SMALL, found=found, lines=1)).json()["lines"]) == 1
        mixture = found | {"policy": {"b1": 0.7, "a2": 0.3}, "others": {"1": {"a1": 1.0}}}
        mixed = (await told(**SMALL, found=mixture)).json()["mixed"]
        assert mixed.endswith("White is expected to play a1 (100 %).")
        assert (await told(**SMALL, found=found | {"seat": 7})).status_code == 400
        assert (await told(**SMALL, found=found | {"moves": [{}]})).status_code == 400


async def test_a_tree_of_ten_thousand_branches_is_read_and_one_more_is_not() -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as client:

        async def read(*nodes: Any, **more: Any) -> httpx.Response:
            return await client.post(
                "/api/study/tree", json={**SMALL, "nodes": [{}, *nodes], **more}, timeout=60
            )

        branches = [{"before": 0, "moves": [[0, "b1"]]}] * (MOST_NODES - 1)
        wide = await read(*branches)
        assert wide.status_code == 200
        assert len(wide.json()["told"]) == MOST_NODES
        assert "10,000" in (await read(*branches, branches[0])).json()["text"]
        said = await read({"moves": [[0, "B1"]], "comment": HOSTILE, "sign": "!?"})
        (_, node) = said.json()["study"]["nodes"]
        assert (node["comment"], node["moves"]) == (HOSTILE, [[0, "b1"]]), "text is kept as it is"
        for wrong, why in (
            (
                {"moves": [[0, "a1"]]},
                "node 1 of the study ('a1') cannot be played: a1 outflanks no enemy disc",
            ),
            ({"moves": []}, "one move of each side"),
            ({"before": 1, "moves": [[0, "b1"]]}, "comes later"),
            ({"moves": [[0, "b1"]], "sign": "🙂"}, "sign"),
            ({"moves": [[0, "b1"]], "comment": "x" * (LONGEST_COMMENT + 1)}, "comment"),
        ):
            answer = await read(wrong)
            assert answer.status_code == 400
            assert why in answer.json()["text"]


async def test_a_position_is_set_up_by_hand_and_the_rules_judge_it() -> None:
    async with serving() as here, httpx.AsyncClient(base_url=here.address) as client:

        async def arranged(**question: Any) -> Any:
            answer = await client.post("/api/study/arrange", json=question)
            return answer.json() | {"status": answer.status_code}

        first = await arranged(**SMALL, moves=[[0, "b1"]])
        assert first["arranging"]["pieces"] == ["b", "w"]
        assert first["arranging"]["settings"][0]["value"] == 1
        made = await arranged(**SMALL, board={"a1": "w", "b1": "b"}, values={"turn": 1})
        assert made["position"]["asks"] == {"1": "White: Place a white disc."}
        line = await client.post(
            "/api/study/position", json={**SMALL, "start": made["start"], "move": [1, "c1"]}
        )
        assert line.json()["position"]["board"] == {"a1": "w", "b1": "w", "c1": "w"}
        wrong = await arranged(game="best", board={f"{c}1": "w" for c in "abc"})
        assert "a run of three" in wrong["refused"]
        assert "start" not in wrong
        for bad in (
            {"board": 5},
            {"board": {"a1": 1}},
            {"board": {}, "values": {"turn": "x"}},
            {"board": {"a" * 99: "b"}},
        ):
            assert (await arranged(**SMALL, **bad))["status"] == 400

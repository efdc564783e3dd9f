"""The engine in the page: the same answers as the native one, from a server that need not think."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from quintet.engine import Budget, EngineError, analyse
from quintet.engine.packing import pack
from quintet.engine.registry import player
from quintet.engine.think import answer
from quintet.engine.thought import FOREVER, Limits, Thought
from quintet.engine.wasm import manifest
from quintet.games import GAMES
from quintet.games import game as make_game
from quintet.games.contract import AnyGame
from quintet.testing.variants import variants
from tests.web.conftest import OpenPage

POSITIONS = 200
NODES = {"best": 2000, "gomoku": 300, "omega": 200, "onyx": 50, "reversi": 2000}
LEVEL = 3

RUN = """async ([questions]) => {
  const { run } = await import("/static/engine/crew.js");
  return Promise.all(questions.map(([packed, asked]) => run(packed, asked, () => undefined).done));
}"""


def corpus(name: str) -> list[tuple[AnyGame, Any, int]]:
    """Positions of a game with various settings, after so many random moves; always the same."""
    dice = Random(f"{name} in a page")
    games = [game for settings in variants(GAMES[name]) if can_pack(game := make_game(name, **settings))]
    found: list[tuple[AnyGame, Any, int]] = []
    while len(found) < POSITIONS:
        game = games[len(found) % len(games)]
        position = game.start()
        for _ in range(dice.randrange(60)):
            moves = {seat: game.prompt(position, seat).sample(dice) for seat in game.turn(position)}
            after, _ = game.play(position, moves)
            if not game.turn(after):
                break
            position = after
        found.append((game, position, dice.choice(game.turn(position))))
    return found


def can_pack(game: AnyGame) -> bool:
    try:
        pack(game, game.start(), game.turn(game.start())[0])
    except EngineError:
        return False
    return True


def comparable(found: Any) -> Any:
    """What must be the same to the last digit: all but the time, and what is made of values afterwards."""
    return {
        "value": found["value"],
        "proven": found["proven"],
        "nodes": found["nodes"],
        "depth": found["depth"],
        "policy": found["policy"],
        "others": {str(seat): mix for seat, mix in found["others"].items()},
        **{
            part: [
                [one["move"], one["value"], one["proven"], list(one["line"]), one["probability"]]
                for one in found[part]
            ]
            for part in ("moves", "also")
        },
    }


def told(thought: Thought) -> dict[str, Any]:
    """What a page tells of the move it chose."""
    return {
        "move": thought.move,
        "value": thought.value,
        "exact": thought.exact,
        "expected": thought.expected,
        "line": list(thought.line),
        "drawn_from": len(thought.policy or ()),
    }


@pytest.mark.parametrize("name", manifest.written())
def test_page_and_native_engine_give_equal_answers_at_equal_nodes(name: str, sit_down: OpenPage) -> None:
    page, dice = sit_down().open("/settings").page, Random(1)
    questions, wanted, expected = [], [], []
    for number, (game, position, seat) in enumerate(corpus(name)):
        packed = pack(game, position, seat, level=LEVEL, seed=number)
        assert packed.order is not None
        if number % 4 == 3:  # the move of a level
            asked = {
                **msgspec.to_builtins(packed.order),
                "goal": "think",
                "lines": 1,
                "also": [],
                "seconds": None,
            }
            limits = Limits(deadline=FOREVER, nodes=asked["nodes"], spread=asked["loss"], seed=asked["seed"])
            thought = answer(game, position, seat, player(game).analyse(game, position, seat, limits), 0)
            right: Any = {"nodes": thought.nodes, "depth": thought.depth, "thought": told(thought)}
        else:
            also = [game.prompt(position, seat).sample(dice)]
            study = {"lines": 3, "also": also, "nodes": NODES[name]}
            asked = {"goal": "study", "seconds": None, "loss": 0, "seed": 0, **study}
            analysis = analyse(game, position, seat, Budget(nodes=NODES[name]), lines=3, also=also)
            right = comparable(msgspec.to_builtins(analysis))
            expected.append((number, analysis.expected))
        wanted.append(right)
        questions.append([msgspec.to_builtins(packed), asked])
    answers = page.evaluate(RUN, [questions])
    for number, (found, right) in enumerate(zip(answers, wanted, strict=True)):
        given = found
        if "thought" in right:
            expected.append((number, right["thought"].pop("expected")))
            found["expected"] = found["thought"].pop("expected")
        else:
            given = comparable(found)
        assert {key: given[key] for key in right} == right, f"position {number}"
    for number, result in expected:
        assert answers[number]["expected"] == pytest.approx(result, abs=1e-12)

"""The composer makes exactly the moves of a prompt, for every game, from choices a person can make."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from quintet.games import GAMES, game
from quintet.games.contract import Prompt
from quintet.games.record import Replay
from quintet.players import random_move
from tests.web.conftest import OpenPage
from tests.web.test_here import SMALL

COMPOSE = """async ({ prompt, moves, clicks }) => {
  const { Composer } = await import('/static/table/composer.js');
  const bySteps = (text) => {
    const composer = new Composer(prompt), plan = new Composer(prompt);
    if (composer.words.includes(text)) return text;
    if (!plan.load(text)) return `cannot load ${text}`;
    for (const space of plan.taken) composer.pick(space);
    for (const { key, target } of plan.chosen) {
      composer.want(key);
      composer.pick(target.clicks?.at(-1) ?? target.space);
    }
    return composer.text;
  };
  const composer = new Composer(prompt), made = [];
  for (const [key, space, undo] of clicks) {
    if (key) composer.want(key);
    composer.pick(space);
    if (undo) composer.undo();
    if (composer.text !== null) made.push(composer.text);
  }
  return { composed: moves.map(bySteps), made };
}"""


def prompts(name: str, options: dict[str, Any], rng: Random) -> list[Prompt]:
    """What seats were asked in a random game, evenly from its start to its end."""
    chosen = game(name, **options)
    played = Replay(chosen)
    asked: list[Prompt] = []
    while played.owing and len(asked) < 300:
        prompt = chosen.prompt(played.position, played.owing[0])
        asked.append(prompt)
        played.submit(prompt.seat, random_move(prompt, rng))
    return asked[:: max(1, len(asked) // 10)] + asked[-1:]


@pytest.mark.parametrize("name", GAMES)
def test_the_composer_makes_the_moves_of_the_prompt_and_no_others(name: str, sit_down: OpenPage) -> None:
    rng = Random(6)
    page = sit_down().open("/rooms").page
    made = 0
    for prompt in prompts(name, SMALL.get(name, {}), rng):
        moves = [random_move(prompt, rng) for _ in range(25)]
        spaces = [space.name for space in game(name, **SMALL.get(name, {})).layout.spaces]
        keys = [*prompt.targets, ""]
        clicks = [[rng.choice(keys), rng.choice(spaces), rng.random() < 0.2] for _ in range(150)]
        data = {"prompt": msgspec.to_builtins(prompt), "moves": moves, "clicks": clicks}
        answer = page.evaluate(COMPOSE, data)
        assert answer["composed"] == moves
        assert all(prompt.allows(move) for move in answer["made"])
        made += len(answer["made"])
    assert made > 20

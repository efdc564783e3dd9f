"""The composer makes exactly the moves of a prompt, for every game, from choices a person can make."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from quintet.games import GAMES, game
from quintet.games.contract import AnyGame, Prompt
from quintet.games.record import Replay
from tests.corpus.grammar import CORPUS
from tests.toys.ataxx import Ataxx
from tests.toys.draughts import Draughts
from tests.web.conftest import OpenPage
from tests.web.test_here import SMALL

COMPOSE = """async ({ prompt, moves, clicks }) => {
  const { Composer } = await import('/static/table/composer.js');
  const { clicksOf } = await import('/static/table/grammar.js');
  const bySteps = (text) => {
    const composer = new Composer(prompt), plan = new Composer(prompt);
    if (!plan.load(text)) return `cannot load ${text}`;
    for (const choice of plan.chosen.slice(composer.chosen.length)) {
      const word = composer.words.find(({ place }) => place.text === choice.place.text);
      if (word) composer.choose(word);
      else {
        if (choice.step.kind === 'put') composer.want(choice.step.piece);
        composer.pick(clicksOf(choice).at(-1));
      }
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

WALK = """async (cases) => {
  const { choices, clicksOf, textOf, walkOf } = await import('/static/table/grammar.js');
  const told = (choice) => {
    const { step, place } = choice, clicks = clicksOf(choice).join(' ');
    const space = place.space ?? '';
    return [step.kind, place.text, space, clicks === space ? '' : clicks, step.piece ?? ''];
  };
  return cases.map(({ prompt, walks }) => walks.map(({ picks }) => {
    const walk = walkOf(prompt, picks);
    return { picks, choices: choices(prompt, walk).map(told), text: textOf(prompt, walk) };
  }));
}"""


def test_the_walker_in_the_page_agrees_with_the_corpus(sit_down: OpenPage) -> None:
    page = sit_down().open("/rooms").page
    answers = page.evaluate(WALK, list(CORPUS))
    for case, walks in zip(CORPUS, answers, strict=True):
        assert walks == case["walks"], case["name"]


TOYS: dict[str, AnyGame] = {"ataxx": Ataxx(size=5), "draughts": Draughts()}


def prompts(chosen: AnyGame, rng: Random) -> list[Prompt]:
    """What seats were asked in a random game, evenly from its start to its end."""
    played = Replay(chosen)
    asked: list[Prompt] = []
    while played.owing and len(asked) < 300:
        prompt = chosen.prompt(played.position, played.owing[0])
        asked.append(prompt)
        played.submit(prompt.seat, prompt.sample(rng))
    return asked[:: max(1, len(asked) // 10)] + asked[-1:]


@pytest.mark.parametrize("name", [*GAMES, *TOYS])
def test_the_composer_makes_the_moves_of_the_prompt_and_no_others(name: str, sit_down: OpenPage) -> None:
    rng = Random(6)
    page = sit_down().open("/rooms").page
    made = 0
    chosen = TOYS[name] if name in TOYS else game(name, **SMALL.get(name, {}))
    for prompt in prompts(chosen, rng):
        moves = [prompt.sample(rng) for _ in range(25)]
        spaces = [space.name for space in chosen.layout.spaces]
        keys = [*prompt.pieces, ""]
        clicks = [[rng.choice(keys), rng.choice(spaces), rng.random() < 0.2] for _ in range(150)]
        data = {"prompt": msgspec.to_builtins(prompt), "moves": moves, "clicks": clicks}
        answer = page.evaluate(COMPOSE, data)
        assert answer["composed"] == moves
        assert all(prompt.allows(move) for move in answer["made"])
        made += len(answer["made"])
    assert made > 20

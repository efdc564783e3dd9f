"""Prompts, and walks over them: what was picked, what is open then, and what the move is written as so far.

`grammar.json` beside this file is made from all games, their options and the toys; `pytest --rewrite` makes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, overload

import msgspec

from quintet.games import GAMES
from quintet.games.contract import AnyGame
from quintet.games.grammar import Choice, Place, Prompt, either, moving, placing
from quintet.games.record import Replay
from quintet.testing import variants
from tests.toys.ataxx import Ataxx
from tests.toys.draughts import Draughts

FILE = Path(__file__).with_suffix(".json")
SMALL: dict[str, dict[str, Any]] = {
    "reversi": {"size": 6},
    "gomoku": {"size": 9},
    "onyx": {"board": "king-3"},
    "omega": {"size": 4},
    "best": {},
}
LARGE = 100
"""Boards with more spaces than this are left out: they show nothing that small ones do not."""
POSITIONS, WALKS = 2, 3


class Corpus(Sequence[dict[str, Any]]):
    """The cases of the file, read when first asked for."""

    def __init__(self) -> None:
        self._cases: list[dict[str, Any]] | None = None

    @property
    def cases(self) -> list[dict[str, Any]]:
        if self._cases is None:
            self._cases = json.loads(FILE.read_text("utf-8")) if FILE.exists() else []
        return self._cases

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | Sequence[dict[str, Any]]:
        return self.cases[index]

    def __len__(self) -> int:
        return len(self.cases)

    def write(self, cases: list[dict[str, Any]]) -> None:
        lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
        FILE.write_text(f"[\n{lines}\n]\n", "utf-8")
        self._cases = cases


CORPUS = Corpus()


def seen(prompt: Prompt, picks: list[str]) -> dict[str, Any]:
    """What a walker must see after these picks."""
    walk = prompt.walk(picks)
    assert walk is not None
    return {"picks": picks, "choices": list(map(told, prompt.choices(walk))), "text": prompt.text(walk)}


def told(choice: Choice) -> list[Any]:
    """A choice as the corpus has it: kind, text, space, clicks, piece."""
    clicks = "" if choice.clicks in ((), (choice.space,)) else " ".join(choice.clicks)
    return [choice.step.kind, choice.text, choice.space, clicks, choice.piece]


def cases() -> Iterator[dict[str, Any]]:
    rng = Random(9)
    for game in games():
        options = " ".join(f"{k}={v}" for k, v in game.settings.items() if isinstance(v, (int, str)))
        for number, prompt in enumerate(prompts(game, rng)):
            yield case(f"{game.name} {options} {number}".replace("  ", " "), prompt, rng)
    for name, prompt in BUILT.items():
        yield case(f"built {name}", prompt, rng)


def games() -> Iterator[AnyGame]:
    for name, kind in GAMES.items():
        for options in variants(kind, **SMALL[name]):
            if len(kind(**options).layout.spaces) <= LARGE:
                yield kind(**options)
    yield from (Ataxx(size=5), Draughts())


def prompts(game: AnyGame, rng: Random) -> list[Prompt]:
    """Some of the questions of a random game, the last one among them."""
    played = Replay(game)
    asked: list[Prompt] = []
    while played.owing and len(asked) < 120:
        prompt = game.prompt(played.position, played.owing[0])
        asked.append(prompt)
        played.submit(prompt.seat, prompt.vary(rng))
    return [asked[len(asked) // 3], asked[-1]][:POSITIONS]


def case(name: str, prompt: Prompt, rng: Random) -> dict[str, Any]:
    walks = []
    for _ in range(WALKS):
        walk: list[Choice] = []
        while open_choices := list(prompt.choices(walk)):
            if prompt.text(walk) is not None and rng.random() < 0.3:
                break
            walk.append(rng.choice(open_choices))
        walks.append([choice.text for choice in walk])
    picks = {tuple(walk[:length]) for walk in walks for length in range(len(walk) + 1)}
    return {
        "name": name,
        "prompt": msgspec.to_builtins(prompt),
        "walks": [seen(prompt, list(some)) for some in sorted(picks)],
    }


TRIPLE = placing(
    1,
    "Place three, or one heavy piece.",
    (("w", "b", "g"), ("ww",)),
    {
        "w": (Place("wa1", "a1"), Place("wb1", "b1")),
        "b": (Place("ba1", "a1"), Place("bb1", "b1"), Place("bc1", "c1", ("c1", "c2"))),
        "g": (Place("gb1", "b1"), Place("gc1", "c1")),
        "ww": (Place("wwa1", "a1"),),
    },
    barred=("d4",),
)
PROMOTING = moving(
    0,
    "Move.",
    {("a7", "a8"): "w", ("a7", "b8"): "w", ("c3", "e5"): "w", ("c3", "e5", "g7"): "w"},
    then={("a7", "a8"): (Place("=q", label="Queen"), Place("=n", label="Knight"))},
    words=(Place("pass", label="Pass"),),
)
BUILT = {"triple": TRIPLE, "promoting": PROMOTING, "either": either(TRIPLE, PROMOTING)}

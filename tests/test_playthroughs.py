"""Golden games: tests/playthroughs/*.txt hold whole games with readable boards, one for every value of every option.

`pytest tests/test_playthroughs.py --rewrite` plays the moves in them again and writes down what happens now; it also makes
the files that are missing. Look at the difference before you commit it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quintet.games import GAMES
from quintet.games.contract import AnyGame
from quintet.games.record import Replay
from quintet.testing import variants
from quintet.testing.playthrough import new_game, read_playthrough, write_playthrough
from quintet.testing.variants import values

FOLDER = Path(__file__).parent / "playthroughs"
SMALL: dict[str, dict[str, int | str]] = {
    "gomoku": {"size": 9},
    "onyx": {"board": "king-4"},
    "omega": {"size": 4},
}
"""Settings that make a game short enough to read; every option is varied from there."""


def file_of(game: AnyGame) -> Path:
    defaults = {option.name: option.default for option in game.options}
    changed = [f"{name}-{value}" for name, value in game.settings.items() if value != defaults[name]]
    return FOLDER / (re.sub(r"[^a-z0-9-]", "-", "-".join([game.name, *changed])) + ".txt")


def wanted() -> dict[str, AnyGame]:
    games = (kind(**s) for name, kind in GAMES.items() for s in variants(kind, **SMALL.get(name, {})))
    return {file_of(game).stem: game for game in games}


@pytest.mark.parametrize("name", sorted({path.stem for path in FOLDER.glob("*.txt")} | wanted().keys()))
def test_every_game_plays_as_it_did(name: str, rewrite: bool) -> None:
    path = FOLDER / f"{name}.txt"
    if rewrite:
        played = read_playthrough(path.read_text("utf-8")) if path.exists() else shortest(wanted()[name])
        path.write_text(write_playthrough(played), "utf-8")
    assert path.exists(), f"there is no playthrough {name}; pytest --rewrite makes one"
    text = path.read_text("utf-8")
    assert write_playthrough(read_playthrough(text)).splitlines() == text.splitlines()


def shortest(game: AnyGame) -> Replay:
    return min((new_game(game, seed) for seed in range(3)), key=lambda played: len(played.steps))


def test_every_value_of_every_option_is_played() -> None:
    games = [read_playthrough(path.read_text("utf-8")).game for path in FOLDER.glob("*.txt")]
    played = {(game.name, name, str(value)) for game in games for name, value in game.settings.items()}
    options = [(kind.name, option) for kind in GAMES.values() for option in kind.options]
    missing = [
        (name, o.name, v) for name, o in options for v in values(o) if (name, o.name, str(v)) not in played
    ]
    assert not missing
    assert {game.name for game in games} == set(GAMES)


def test_every_playthrough_is_a_whole_game() -> None:
    for path in FOLDER.glob("*.txt"):
        assert not read_playthrough(path.read_text("utf-8")).owing, path.name

"""`quintet games`, `rules` and `describe`."""

from __future__ import annotations

import json

import pytest

from quintet.games import GAMES, game
from tests.commands.conftest import Quintet


def test_every_game_and_option_is_listed(quintet: Quintet) -> None:
    out = quintet("games").out
    for kind in GAMES.values():
        assert kind.title in out
        for option in kind.options:
            assert f"{option.name} = {option.default}" in out
    (listed,) = quintet("games", "--json").json
    assert list(listed) == list(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_describes_itself(quintet: Quintet, name: str) -> None:
    (told,) = quintet("describe", name, "--json").json
    chosen = game(name)
    assert (told["name"], told["version"], told["seats"]) == (name, chosen.version, chosen.seats)
    assert [option["name"] for option in told["options"]] == [option.name for option in chosen.options]
    for option in told["options"]:
        assert option["help"]
        assert "choices" in option or option["low"] <= option["default"] <= option["high"]
    assert {piece["code"] for piece in told["palette"]} >= set("".join(told["start"]["board"].values()))
    assert len(told["layout"]["spaces"]) == len(chosen.layout.spaces)
    assert told["moves"]["notation"]
    assert set(told["moves"]["prompt"]["$defs"]) >= {"Prompt", "State", "Step", "Place"}
    assert told["start"]["turn"]
    text = quintet("describe", name).out
    assert all(option["name"] in text for option in told["options"])


def test_a_description_follows_the_settings(quintet: Quintet) -> None:
    (told,) = quintet("describe", "omega", "--set", "players=3", "--set", "size=4", "--json").json
    assert told["seats"] == 3
    assert told["settings"] == {"size": 4, "players": 3}
    assert len(told["layout"]["spaces"]) == 16
    assert json.dumps(told["palette"]).count("grey") == 1


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_printed_as_markdown_through_a_pipe(quintet: Quintet, name: str) -> None:
    ran = quintet("rules", name)
    assert ran.code == 0
    assert ran.out.startswith("# ")
    assert quintet("rules", name, "--plain").out == ran.out

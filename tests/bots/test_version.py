"""Players of another version of quintet."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from quintet.games import GAMES, game
from quintet.games.record import Replay
from quintet.players import PlayerError, make_player

HERE = Path(__file__).parents[2]

OTHER = """
class Toy:
    def load(self, position):
        return position

def game(name, **options):
    return Toy()

class Player:
    def choose(self, game, position, seat, rng):
        print("thinking aloud")
        return MOVE

def make_player(text, game=None):
    if text != "level-1":
        raise ValueError(f"there is no player {text}")
    return Player()
"""


def make_other(folder: Path, move: str) -> Path:
    """A version of quintet that always plays one move."""
    for package in ("quintet", "quintet/games"):
        (folder / package).mkdir()
        (folder / package / "__init__.py").write_text("")
    (folder / "quintet/games/__init__.py").write_text(OTHER)
    (folder / "quintet/players.py").write_text(OTHER.replace("MOVE", move))
    return folder


@pytest.mark.parametrize("name", GAMES)
def test_a_player_of_this_version_asked_from_outside_makes_the_moves_it_makes_inside(name: str) -> None:
    inside, outside = make_player("nodes-200"), make_player(f"version:nodes-200@{HERE}")
    played = Replay(game(name))
    for number in range(6):
        seat = played.owing[0]
        move = outside.choose(played.game, played.position, seat, Random(number))
        seed = Random(number).getrandbits(31)  # the one thing of its dice that is sent to the other process
        assert move == inside.choose(played.game, played.position, seat, Random(seed))
        played.submit(seat, move)


def test_it_is_the_other_version_that_chooses(tmp_path: Path) -> None:
    player, rules = make_player(f"version:level-1@{make_other(tmp_path, repr('d3'))}"), game("reversi")
    assert player.choose(rules, rules.start(), 0, Random(1)) == "d3"


@pytest.mark.parametrize(
    ("text", "move", "told"),
    [
        ("level-2", "'d3'", "there is no player level-2"),
        ("level-1", "1 / 0", "division by zero"),
        ("level-1", "__import__('os')._exit(3)", "has ended"),
    ],
)
def test_a_version_that_fails_is_named_and_asked_anew_next_time(
    tmp_path: Path, text: str, move: str, told: str
) -> None:
    player, rules = make_player(f"version:{text}@{make_other(tmp_path, move)}"), game("reversi")
    for _ in range(2):
        with pytest.raises(PlayerError, match=told):
            player.choose(rules, rules.start(), 0, Random(1))


@pytest.mark.parametrize("text", ["version:", "version:level-1", "version:@.", "version:level-1@"])
def test_a_player_and_a_folder_are_needed(text: str) -> None:
    with pytest.raises(PlayerError, match=r"needs a player and a folder"):
        make_player(text)


def test_a_folder_without_a_quintet_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match="holds no quintet"):
        make_player(f"version:level-1@{tmp_path}")

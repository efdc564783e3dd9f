"""Players that need nothing but the contract."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from quintet.engine.baselines import BASELINES
from quintet.engine.levels import LEVELS
from quintet.games import GAMES, game
from quintet.games.record import Replay
from quintet.players import (
    KINDS,
    STRONGEST,
    PlayerError,
    Thinks,
    for_guests,
    full_name,
    guest_players,
    make_player,
    title,
    what_to_expect,
)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("kind", ["random", "greedy"])
def test_every_game_can_be_played_and_played_again_from_its_seed(name: str, kind: str) -> None:
    player, games = make_player(kind), []
    for _ in range(2):
        rng, played = Random(7), Replay(game(name))
        for _ in range(12):
            for seat in played.owing:
                played.submit(seat, player.choose(played.game, played.position, seat, rng))
        games.append(played.submissions)
    assert games[0] == games[1]
    assert games[0]


def test_greedy_takes_the_largest_gain_and_chance_decides_between_equals() -> None:
    reversi = game("reversi")
    position = Replay(reversi, [(0, "d3"), (1, "c5"), (0, "b6")]).position
    gains = {move: reversi.gain(position, 1, move) for move in reversi.prompt(position, 1).moves()}
    best = {move for move, gain in gains.items() if gain == max(gains.values())}
    chosen = {make_player("greedy").choose(reversi, position, 1, Random(seed)) for seed in range(40)}
    assert chosen == best
    start = {make_player("greedy").choose(reversi, reversi.start(), 0, Random(seed)) for seed in range(40)}
    assert start == {"d3", "c4", "f5", "e6"}


def test_an_unknown_player_is_refused_with_the_known_ones() -> None:
    with pytest.raises(PlayerError, match="The players are: human, random, greedy"):
        make_player("grandmaster")


@pytest.mark.parametrize("text", ["3", "level-3", "nodes-50", "seconds-0.01", "plain", "frozen:plain"])
def test_the_engine_can_be_asked_for_in_many_ways(text: str) -> None:
    best = game("best", tokens=19)  # the book is for 20
    player = make_player(text, best)
    assert isinstance(player, Thinks)
    thought = player.think(best, best.start(), 0, Random(1))
    assert thought.move in list(best.prompt(best.start(), 0).moves())
    assert (thought.nodes > 0, thought.seconds < 60) == (True, True)
    assert player.choose(best, best.start(), 0, Random(1)) in list(best.prompt(best.start(), 0).moves())


def test_a_player_has_one_full_name() -> None:
    texts = ("7", "007", "level-7", "frozen:plain", "plain", "nodes-5", "greedy")
    assert [full_name(text) for text in texts] == [
        "level-7", "level-7", "level-7", "plain", "plain", "nodes-5", "greedy",
    ]  # fmt: skip


def test_the_strongest_level_is_the_engines() -> None:
    assert max(LEVELS) == STRONGEST


@pytest.mark.parametrize(
    "text",
    [
        "7",
        "nodes-5",
        "seconds-1",
        "plain",
        "frozen:plain",
        "a.py:B",
        "human",
        "level-11",
        "level-07",
        "",
        "random\n",
    ],
)
def test_guests_may_not_ask_for_everything(text: str) -> None:
    assert not for_guests(text)


def test_what_guests_may_ask_for_can_be_made_and_has_a_name() -> None:
    assert {"random", "greedy", "level-1", "level-10"} < set(guest_players())
    for text in guest_players():
        assert for_guests(text)
        assert make_player(text)
    assert title("level-10") == "Engine level 10"
    assert what_to_expect("level-1") == "first games"
    assert what_to_expect("level-10") == "as strong as it gets"
    assert what_to_expect("greedy") == ""
    assert len({title(text) for text in guest_players()}) == len(guest_players())


def test_every_kind_of_player_is_on_the_page() -> None:
    page = (Path(__file__).parents[1] / "docs" / "players.md").read_text("utf-8")
    for written in (*(kind.written for kind in KINDS), *BASELINES):
        assert f"| `{written}` |" in page


def test_a_class_of_your_own_takes_a_seat(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "players.md").read_text("utf-8")
    file = tmp_path / "first.py"
    file.write_text(page.split("```python\n")[1].split("```")[0], "utf-8")
    best = game("best")
    assert make_player(f"{file}:First").choose(best, best.start(), 0, Random(1)) == "1"
    file.write_text("class First:\n    def choose(self, position, prompt): ...\n", "utf-8")
    with pytest.raises(PlayerError, match=r"is no Bot, and .* write class First\(Bot\), with Bot from"):
        make_player(f"{file}:First")
    file.write_text("1 +", "utf-8")
    with pytest.raises(
        PlayerError, match=r"cannot be loaded: SyntaxError: invalid syntax \(first.py, line 1\)$"
    ):
        make_player(f"{file}:First")
    file.write_text("\nimport nothing_of_the_kind\n", "utf-8")
    with pytest.raises(PlayerError, match=r"nothing_of_the_kind' \(.*first\.py, line 2, in <module>\)$"):
        make_player(f"{file}:First")

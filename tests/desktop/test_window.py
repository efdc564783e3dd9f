"""The window on a real (virtual) screen, with real clicks; what it shows is looked at by its pixels."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from quintet.cli import main
from quintet.desktop.feed import Asked, Feed, Over, Played, Started, TableFeed, play_here, record_feed
from quintet.games import game
from quintet.games.record import Replay, write_record
from quintet.players import random_move
from tests.desktop.screen import PATIENCE, Screen, ended, virtual_screen


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    with virtual_screen() as shown:
        yield shown


def random_game(name: str, moves: int) -> Replay:
    played, rng = Replay(game(name)), Random(4)
    while played.owing and len(played.steps) < moves:
        for seat in played.owing:
            played.submit(seat, random_move(played.game.prompt(played.position, seat), rng))
    return played


@pytest.mark.parametrize("name", ["omega"])
def test_a_record_waits_for_a_click_runs_to_its_end_and_closes_by_a_click(
    name: str, screen: Screen, tmp_path: Path
) -> None:
    played = random_game(name, 12)
    file = tmp_path / "game.json"
    file.write_text(write_record(played.record()))
    program = screen.start("window", "--record", str(file), "--speed", "40")
    window = screen.window(f"quintet: {played.game.title}")
    waiting = screen.until_still()
    assert program.poll() is None
    screen.click_until_changed(window, 300, 300, waiting)
    shown = screen.until_still(other_than=waiting)
    artefacts = Path(__file__).parents[2] / "artefacts" / "desktop"
    artefacts.mkdir(parents=True, exist_ok=True)
    shown.save(artefacts / f"{name}.png")
    screen.click_until_closed(window, program)
    assert ended(program) == ""


def test_a_move_is_played_by_a_click_and_answered(screen: Screen) -> None:
    program = screen.start("window", "best", "--speed", "40")
    window = screen.window("quintet: Best Game Ever")
    before = screen.until_still()
    screen.click_until_changed(window, 330, 400, before)
    screen.xdotool("key", "--window", window, "Escape")
    assert ended(program) == ""


def test_a_referee_shows_its_match_in_a_window(screen: Screen) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    referee = screen.start("referee", "reversi", "--set", "size=4", "--port", port)
    window = screen.window("quintet")
    players = [screen.start("player", "greedy", "--port", port) for _ in range(2)]
    window = screen.window("quintet: Reversi")
    screen.click(window, 300, 300)
    assert all("seat" in ended(player) for player in players)
    for _ in range(PATIENCE):
        screen.click(
            window, 300, 300
        )  # once to start it if the first came too early; after the end it closes
        if referee.poll() is not None:
            break
        time.sleep(0.5)
    assert ended(referee) == ""


# --- feeds, without a screen ------------------------------------------------------------------------------------------


def test_a_record_is_fed_move_by_move() -> None:
    played = random_game("reversi", 5)
    feed, kinds = record_feed(played), []
    while (item := feed.next()) is not None:
        kinds.append(type(item))
    assert kinds == [Started, *[Played] * 5, Over]


def test_a_table_asks_plays_and_ends() -> None:
    feed = TableFeed(play_here(game("best", tokens=1), ("me", "random")))
    seen: list[object] = []

    def until(kind: type) -> object:
        for _ in range(PATIENCE * 20):
            item = feed.next()
            if item is None:
                time.sleep(0.05)
                continue
            seen.append(item)
            if isinstance(item, kind) and getattr(item, "prompt", item) is not None:
                return item
        raise AssertionError(f"no {kind.__name__} came")

    asked = until(Asked)
    assert isinstance(asked, Asked)
    assert asked.prompt
    assert feed.move
    feed.move("3", asked.prompt.seat)
    over = until(Over)
    feed.close()
    assert isinstance(over, Over)
    assert sum(isinstance(item, Played) for item in seen) == 2
    assert isinstance(feed, Feed)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["window", "reversi"], "there is no display"),
        (["window"], "give one of a GAME"),
        (["window", "reversi", "--speed", "0"], "--speed takes"),
        (["referee", "reversi"], "there is no display"),
    ],
)
def test_what_cannot_be_shown_gets_one_sentence(
    arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err

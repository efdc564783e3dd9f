"""The window on a real (virtual) screen, with real clicks; what it shows is looked at by its pixels."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from quintet.cli import main
from quintet.desktop.feed import Feed, record_feed
from quintet.desktop.items import Asked, Item, Over, Played, Said, Standing, Started
from quintet.desktop.tables import TableFeed, play_here, play_in_room, watch_room
from quintet.games import game
from quintet.games.record import Replay, load, write_record
from quintet.table import View
from quintet.table.commands import Create, Ready
from quintet.wire.actions import Action
from quintet.wire.client import Client
from tests.desktop.screen import PATIENCE, Screen, ended
from tests.ports import free_port
from tests.server.harness import serving
from tests.waiting import until

SCREENS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")


def random_game(name: str, moves: int) -> Replay:
    played, rng = Replay(game(name)), Random(4)
    while played.owing and len(played.steps) < moves:
        for seat in played.owing:
            played.submit(seat, played.game.prompt(played.position, seat).sample(rng))
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


def test_full_screen_begins_at_the_corner_and_is_left_again(screen: Screen) -> None:
    """On a screen without a window manager, which would do it."""
    program = screen.start("window", "best", "--speed", "40")
    before = screen.places(screen.window("quintet: Best"), game("best").layout)
    screen.until_still()

    def until_wide(wide: bool) -> None:
        for _ in range(PATIENCE):
            extent = screen.extent("quintet: Best")
            if (extent == (0, 0, 1024, 768)) if wide else extent[2:] < (1024, 768):
                return
            time.sleep(0.5)
        raise AssertionError(f"the window is at {extent}")

    screen.xdotool("key", "--window", screen.window("quintet: Best"), "F11")
    until_wide(True)
    screen.xdotool("keyup", "F11")  # which the window that was put away did not hear
    screen.until_still()
    screen.xdotool("key", "--window", screen.window("quintet: Best"), "F11")
    until_wide(False)
    screen.until_still()
    assert screen.places(screen.window("quintet: Best"), game("best").layout) == before
    screen.xdotool("key", "--window", screen.window("quintet: Best"), "q")
    assert ended(program) == ""


def test_a_referee_shows_its_match_in_a_window_and_tells_it(screen: Screen, tmp_path: Path) -> None:
    port, file = str(free_port()), tmp_path / "match.json"
    referee = screen.start("referee", "reversi", "--set", "size=4", "--port", port, "--record", str(file))
    window = screen.window("quintet: Reversi")
    players = [screen.start("player", "greedy", "--port", port) for _ in range(2)]
    assert all("seat" in ended(player) for player in players)
    for _ in range(PATIENCE):
        screen.click(window, 300, 300)  # once to start it; after the end it closes
        screen.xdotool("key", "--window", window, "End")
        if referee.poll() is not None:
            break
        time.sleep(0.5)
    told = ended(referee).splitlines()
    assert told[-1].startswith(("greedy (seat", "A draw: ")), "the result is told in the terminal too"
    moves = [line for line in told if line.startswith(("greedy (black): ", "greedy (white): "))]
    assert len(moves) == len(load(file.read_text()).submissions), "and every move, with who made it"
    assert not any(line.startswith("  a b c d") for line in told), "the board is in the window"


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


# --- a seat in a room -------------------------------------------------------------------------------------------------


@pytest.fixture
def own_guest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def ours(seats: tuple[str, ...] = ("me", "open")) -> Create:
    return Create(name="Ours", game="reversi", options={"size": 4}, host_name="Ann", seats=seats)


async def taken(feed: Feed, wanted: Callable[[Item], bool]) -> Item:
    """The next item of the feed that is wanted."""
    for _ in range(PATIENCE * 20):
        item = feed.next()
        if item is None:
            await asyncio.sleep(0.05)
        elif wanted(item):
            return item
    raise AssertionError("it never came")


async def action(feed: Feed, key: str) -> Action:
    """What can be done by a key, once it can be."""
    item = await taken(
        feed, lambda item: isinstance(item, Standing) and any(a.key == key for a in item.actions)
    )
    assert isinstance(item, Standing)
    return next(a for a in item.actions if a.key == key)


def asks(item: Item) -> bool:
    return isinstance(item, Asked) and item.prompt is not None


def seen(client: Client) -> View:
    assert client.view is not None
    return client.view


@pytest.mark.usefixtures("own_guest")
async def test_a_seat_in_a_room_is_taken_played_and_come_back_to() -> None:
    async with serving() as node, Client(node.address) as ann:
        room = await ann.create(ours())
        await ann.join(room)
        link = f"{node.address}r/{room}"
        feed = TableFeed(play_in_room(link, "Willy"), playing=True)
        ready = await action(feed, "g")
        assert seen(ann).seats[1].name == "Willy"
        assert feed.ask
        assert feed.move
        feed.ask(ready.command)
        await until(lambda: seen(ann).seats[1].ready)
        await ann.ask(Ready())
        await until(lambda: seen(ann).status == "playing")
        await ann.move("b1")
        await taken(feed, asks)
        feed.move("d4", 1)
        assert await taken(feed, asks), "a move that is refused is asked for again"
        refused = await taken(feed, lambda item: isinstance(item, Said))
        assert isinstance(refused, Said)
        assert "d4" in refused.text
        feed.move("a1", 1)
        await until(lambda: len(seen(ann).plies) == 2)
        await asyncio.to_thread(feed.close)
        again = TableFeed(play_in_room(link, "Willy"), playing=True)
        for _ in range(2):  # whoever looks on, and whoever comes back to a seat
            begun = await taken(again, lambda item: isinstance(item, (Started, Played)))
            assert isinstance(begun, Started)
            assert [list(ply.moves.values()) for ply in begun.plies] == [["b1"], ["a1"]], (
                "nothing is played again"
            )
            await asyncio.to_thread(again.close)
            again = TableFeed(watch_room(link))
        await asyncio.to_thread(again.close)
        again = TableFeed(play_in_room(link, "Willy"), playing=True)
        resign = await action(again, "x")
        assert resign.sure
        assert again.ask
        again.ask(resign.command)
        over = await taken(again, lambda item: isinstance(item, Over))
        assert over == Over("Ann wins: Willy resigned.", winners=(0,), verdict="You lost", mood="lost")
        await asyncio.to_thread(again.close)


@pytest.mark.usefixtures("own_guest")
async def test_in_a_room_without_a_free_seat_one_looks_on() -> None:
    async with serving() as node, Client(node.address) as ann:
        room = await ann.create(ours(("me", "greedy")))
        await ann.join(room)
        feed = TableFeed(play_in_room(f"{node.address}r/{room}", "Willy"), playing=True)
        standing = await taken(feed, lambda item: isinstance(item, Standing))
        assert isinstance(standing, Standing)
        assert (standing.clock, standing.actions) == (None, ())
        assert seen(ann).seats[0].name == "Ann"
        await asyncio.to_thread(feed.close)


@pytest.mark.parametrize("link", ["http://127.0.0.1:9/", "http://127.0.0.1:9/r/abcdefgh"])
@pytest.mark.usefixtures("own_guest")
async def test_a_room_that_is_not_there_is_told(link: str) -> None:
    over = await taken(
        TableFeed(play_in_room(link, "Willy"), playing=True), lambda item: isinstance(item, Over)
    )
    assert isinstance(over, Over)
    assert "Give the link of a room" in over.text or "127.0.0.1:9" in over.text


@pytest.mark.usefixtures("own_guest")
async def test_a_room_is_played_in_by_clicks(screen: Screen) -> None:
    async with serving() as node, Client(node.address) as ann:
        room = await ann.create(ours(("open", "me")))
        await ann.join(room)
        program = screen.start("window", "--room", f"{node.address}r/{room}", "--play", "--speed", "40")
        await until(lambda: seen(ann).seats[0].name == "Guest", seconds=PATIENCE)
        window = await asyncio.to_thread(screen.window, "quintet")
        await ann.ask(Ready())
        # A key that comes before the window knows what it means is lost, and one too many says "not ready" again.
        async with asyncio.timeout(PATIENCE):
            while seen(ann).status != "playing":
                if not seen(ann).seats[0].ready:
                    await asyncio.to_thread(screen.xdotool, "key", "--window", window, "g")
                await asyncio.sleep(1.0)
        window = await asyncio.to_thread(screen.window, "quintet: Reversi")
        spaces = screen.spaces(window, game("reversi", size=4).layout)
        async with asyncio.timeout(PATIENCE):
            while not seen(ann).plies:
                await asyncio.to_thread(screen.click, window, *spaces["b1"])
                await asyncio.sleep(0.5)
        assert seen(ann).plies[0].moves == ((0, "b1"),)
        await asyncio.to_thread(screen.xdotool, "key", "--window", window, "Escape")
        assert await asyncio.to_thread(ended, program) == ""


def test_a_display_that_does_not_answer_is_named() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in SCREENS}
    opened = subprocess.run(
        [sys.executable, "-m", "quintet", "window", "reversi"],
        env=environment | {"DISPLAY": ":9999"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert opened.returncode == 2
    assert "no window can be opened on the display :9999" in opened.stderr


def test_a_server_of_a_game_that_is_not_there_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISPLAY", ":9999")
    with pytest.raises(SystemExit):
        main(["window", "--game", "http://127.0.0.1:9/g/abcdefgh"])
    assert "cannot reach 127.0.0.1:9: no server runs there" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["window", "reversi"], "there is no display"),
        (["window", "reversi", "--play"], "--play goes with --room"),
        (["window", "--room", "http://127.0.0.1:9/r/abcdefgh", "--name", "Ann"], "--name goes with"),
        (["window"], "there is no display"),
        (["window", "--room", "http://127.0.0.1:9/r/abcdefgh", "--record", "x.json"], "give one of a GAME"),
        (["window", "reversi", "--speed", "0"], "--speed is a number above 0"),
        (["referee", "reversi"], "there is no display"),
    ],
)
def test_what_cannot_be_shown_gets_one_sentence(
    arguments: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(SystemExit) as stop:
        main(arguments)
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err

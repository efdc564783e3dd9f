"""Keys, the bar, menus and forms of the window: on a virtual screen, looked at by pixels, and against a real server."""

from __future__ import annotations

import array
import asyncio
import json
import threading
import time
import urllib.request
from pathlib import Path

import pygame
import pytest

from quintet.commands.window import finished_game
from quintet.desktop import menus, sounds
from quintet.desktop.items import Card, Over, Played, Standing
from quintet.desktop.overlays import KEYS
from quintet.desktop.places import LEAST, places
from quintet.desktop.settings import Settings, keep_settings, read_settings, settings_file
from quintet.desktop.sounds import RATE, SOUNDS, Sounds, samples
from quintet.desktop.stage import Stage
from quintet.desktop.tables import TableFeed, open_room
from quintet.games import GAMES, game
from quintet.games.contract import Board
from quintet.games.record import Replay, write_record
from quintet.inputs import UsageError
from quintet.say.marks import marked
from quintet.table.commands import Create, Enter, Fill, Kick, Ready, Sit
from quintet.wire.client import Client
from tests.desktop.screen import PATIENCE, Screen, ended
from tests.server.harness import serving
from tests.waiting import until


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def three_moves() -> Replay:
    return Replay(game("reversi", size=4), [(0, "b1"), (1, "a1"), (0, "a2")])


class Painted:
    """Boards as the window paints them, here without a screen."""

    def __init__(self, played: Replay, size: tuple[int, int]) -> None:
        pygame.display.init()
        pygame.display.set_mode((1, 1))
        self._size, self._stage = size, Stage(played.game.layout, max(size))

    def __call__(self, board: Board, last: tuple[str, ...] = ()) -> bytes:
        surface = pygame.Surface(self._size)
        self._stage.draw(surface, board, last)
        return pygame.image.tobytes(surface, "RGB")


@pytest.mark.usefixtures("own_settings")
def test_keys_and_the_bar_lead_through_a_game(
    screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = three_moves()
    file = tmp_path / "game.json"
    file.write_text(write_record(played.record()))
    screen.environment["XDG_CONFIG_HOME"] = str(tmp_path / "config")
    program = screen.start("window", "--record", str(file), "--speed", "40")
    window = screen.window("quintet: Reversi")
    place = screen.places(window, played.game.layout)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    painted = Painted(played, place.board.size)
    boards = [painted(played.game.board(played.start))]
    boards += [painted(played.game.board(s.position), marked(s.changes)) for s in played.steps]

    def until_shown(number: int, *keys: str) -> None:
        left, top = (a + b for a, b in zip(screen.corner(window), place.board.topleft, strict=True))
        box = (left, top, left + place.board.width, top + place.board.height)
        for _ in range(PATIENCE * 5):
            if screen.picture().convert("RGB").crop(box).tobytes() == boards[number]:
                return
            for key in keys:  # one that came before the window was ready was lost
                screen.xdotool("key", "--window", window, key)
            time.sleep(0.2)
        raise AssertionError(f"the board after {number} moves never was shown")

    until_shown(0)
    until_shown(3, "End")
    screen.xdotool("key", "--window", window, "Left")
    until_shown(2)
    screen.xdotool("key", "--window", window, "Home")
    until_shown(0)
    screen.xdotool("key", "--window", window, "Right")
    until_shown(1)
    screen.xdotool("key", "--window", window, "space")
    until_shown(3)
    screen.click(window, place.board.centerx - round(40 * place.scale), place.bar.centery)
    time.sleep(0.5)
    screen.xdotool("key", "--window", window, "question")
    screen.xdotool("key", "--window", window, "Escape")
    screen.xdotool("key", "--window", window, "Home")
    until_shown(0)
    screen.xdotool("key", "--window", window, "l")  # once: a second time would take it back
    for _ in range(PATIENCE * 5):
        if read_settings().theme == "dark":
            break
        time.sleep(0.2)
    screen.xdotool("key", "--window", window, "q")
    assert ended(program) == ""
    assert read_settings().theme == "dark", "what was chosen is kept"


@pytest.mark.usefixtures("own_settings")
async def test_a_host_gives_seats_away_and_removes_who_sits_there() -> None:
    async with serving() as node, Client(node.address) as bob:
        command = Create(name="Ours", game="omega", options={"size": 4, "players": 3}, host_name="Ann")
        feed = TableFeed(open_room(node.address, command), playing=True)
        last: list[Standing] = []

        def standing() -> Standing:
            while (item := feed.next()) is not None:
                last.extend([item] if isinstance(item, Standing) else [])
            return last[-1] if last else Standing()

        await until(lambda: bool(standing().link) and len(standing().cards) == 3)
        assert [card.here for card in standing().cards] == [True, False, False]
        assert standing().state.startswith("Waiting for players")
        found = menus.about_seat(1, standing().cards[1], standing().actions)
        fills = [action for action in found if isinstance(action.command, Fill)]
        assert all(action.command.seat == 1 for action in fills if isinstance(action.command, Fill))
        give = next(action for action in fills if action.label == "Give seat 2 to the greedy player")
        assert feed.ask
        feed.ask(give.command)
        await until(lambda: standing().cards[1].name == "The greedy player")
        await bob.join(standing().link.rpartition("/")[2])
        await bob.ask(Enter(name="Bob"))
        await bob.ask(Sit(seat=2))
        await until(lambda: standing().cards[2].name == "Bob")
        (remove,) = [
            action
            for action in menus.about_seat(2, standing().cards[2], standing().actions)
            if isinstance(action.command, Kick)
        ]
        feed.ask(remove.command)
        await until(lambda: not standing().cards[2].here)
        await asyncio.to_thread(feed.close)


@pytest.mark.usefixtures("own_settings")
async def test_what_a_move_took_is_counted_from_the_beginning_of_its_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not from when the room was opened; and where everybody moves at once, each seat has a time of its own."""
    clock, plies = [0], list[Played]()
    monkeypatch.setattr(TableFeed, "now", lambda _feed: clock[0])
    async with serving() as node, Client(node.address) as bob:
        command = Create(name="Ours", game="omega", options={"size": 4}, host_name="Ann")
        feed = TableFeed(open_room(node.address, command), playing=True)
        last = Standing()

        def standing() -> Standing:
            nonlocal last
            while (item := feed.next()) is not None:
                last = item if isinstance(item, Standing) else last
                plies.extend([item] if isinstance(item, Played) else [])
            return last

        await until(lambda: bool(standing().link))
        await bob.join(standing().link.rpartition("/")[2])
        await bob.ask(Enter(name="Bob"))
        await bob.ask(Sit(seat=1))
        await until(lambda: standing().cards[1].name == "Bob")
        clock[0] = 600_000
        await bob.ask(Ready())
        assert feed.ask
        feed.ask(Ready())
        await until(lambda: standing().begun)
        clock[0] += 3_000
        await bob.move("wa1 bb2")
        await until(lambda: "has chosen" in standing().cards[1].badges)
        clock[0] += 4_000
        assert feed.move
        feed.move("wc3 bd4", 0)
        await until(lambda: standing().begun and len(plies) == 1)
        assert plies[0].seconds == {0: 7, 1: 3}
        await asyncio.to_thread(feed.close)


@pytest.mark.usefixtures("own_settings")
async def test_a_finished_game_is_opened_by_its_address() -> None:
    async with serving() as node, Client(node.address) as ann:
        seats = ("me", "me")
        room = await ann.create(
            Create(name="Here", game="best", options={"tokens": 1}, offline=True, seats=seats)
        )
        await ann.join(room)
        await ann.move("3", 0)
        await ann.move("3", 1)
        address = node.address.rstrip("/")

        def games() -> list[dict[str, str]]:
            with urllib.request.urlopen(f"{address}/api/rooms/{room}/games") as answer:
                found: list[dict[str, str]] = json.load(answer)
                return found

        listed: list[dict[str, str]] = []
        for _ in range(PATIENCE * 10):
            listed = await asyncio.to_thread(games)
            if listed:
                break
            await asyncio.sleep(0.1)
        played = await asyncio.to_thread(finished_game, f"{address}/g/{listed[0]['id']}")
        assert played.submissions == [(0, "3"), (1, "3")]
        with pytest.raises(UsageError, match="there is no game at"):
            await asyncio.to_thread(finished_game, f"{address}/g/aaaaaaaaaaaaaaaa")
    with pytest.raises(UsageError, match="no server runs there"):
        await asyncio.to_thread(finished_game, f"{address}/g/{listed[0]['id']}")
    with pytest.raises(UsageError, match="the address of a game looks like"):
        finished_game("ftp://127.0.0.1/g/abc")


@pytest.mark.usefixtures("own_settings")
async def test_a_server_that_is_not_there_is_told() -> None:
    feed = TableFeed(open_room("http://127.0.0.1:9", Create(name="Ours", game="reversi")), playing=True)
    for _ in range(PATIENCE * 20):
        item = feed.next()
        if isinstance(item, Over):
            assert "127.0.0.1:9" in item.text
            return
        await asyncio.sleep(0.05)
    raise AssertionError("nothing was told")


# --- without a screen -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [LEAST, (640, 480), (1000, 700), (700, 1000), (2560, 1440), (3840, 1080)])
@pytest.mark.parametrize("name", GAMES)
def test_everything_has_its_place_at_every_size(name: str, size: tuple[int, int]) -> None:
    place = places(*size, game(name).layout)
    whole = pygame.Rect(0, 0, *size)
    parts = (place.board, place.bar, place.panel)
    assert all(whole.contains(part) for part in parts), parts
    assert not any(a.colliderect(b) for a in parts for b in parts if a is not b)
    assert place.panel.width >= 200
    assert max(place.board.size) >= 0.5 * min(size)


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_heard_fades_and_is_not_too_loud(name: str) -> None:
    heard = samples(name)
    assert 0.02 * RATE < len(heard) < 1.2 * RATE
    loudest = max(map(abs, heard))
    assert 1_500 < loudest < 32_767
    assert max(map(abs, heard[-len(heard) // 20 :])) < loudest / 4


def test_what_is_played_is_what_the_loudspeaker_gets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loudspeaker that writes down all it is given, at the loudest and then with the sound off."""
    file = tmp_path / "heard"
    monkeypatch.setenv("SDL_AUDIODRIVER", "disk")
    monkeypatch.setenv("SDL_DISKAUDIOFILE", str(file))
    heard = Sounds(1.0)
    heard.open()
    try:
        assert heard.able
        name = next(iter(SOUNDS))
        wanted = samples(name).tobytes().strip(b"\0")

        def until_heard(times: int) -> None:
            for _ in range(PATIENCE * 10):
                if file.read_bytes().count(wanted) >= times:
                    return
                heard.play(name)
                time.sleep(len(wanted) / 2 / RATE + 0.1)
            raise AssertionError("it never was heard")

        until_heard(1)
        heard.on = False
        before = file.read_bytes().count(wanted)
        heard.play(name)
        heard.on = True
        until_heard(before + 1)
    finally:
        heard.close()


def test_a_window_that_closes_while_its_sounds_are_made_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However soon that is: nothing is made where nothing can be heard any more."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    begun, closed, makers = threading.Event(), threading.Event(), set[threading.Thread]()

    def slowly(name: str) -> array.array[int]:
        makers.add(threading.current_thread())
        begun.set()
        closed.wait(PATIENCE)
        return samples(name)

    monkeypatch.setattr(sounds, "samples", slowly)
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    heard = Sounds()
    heard.open()
    assert begun.wait(PATIENCE)
    heard.close()
    closed.set()
    for maker in makers:
        maker.join(PATIENCE)
    assert not heard._made
    assert not failed


@pytest.mark.usefixtures("own_settings")
def test_settings_are_kept_and_rubbish_is_passed_over() -> None:
    assert read_settings() == Settings()
    keep_settings(Settings(theme="dark", volume=3, sound=False))
    assert read_settings() == Settings(theme="dark", volume=3, sound=False)
    for rubbish in ('{"theme": "pink"}', '{"volume": 99}', '{"name": ""}', "[]", "{"):
        settings_file().write_text(rubbish)
        assert read_settings() == Settings()


def test_the_help_names_every_key_of_an_action() -> None:
    named = " ".join(keys for keys, _ in KEYS).split()
    assert menus.ON_THE_PANEL | set("rdx") <= set(named)


def test_a_seat_of_nobody_is_nobodys() -> None:
    assert menus.about_seat(0, Card("Open seat", here=False), ()) == []

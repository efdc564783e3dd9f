"""A game in a file, wherever a command takes a game."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from quintet.games.registry import FILES, GAMES, OURS
from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.commands.conftest import Quintet
from tests.waiting import until

NOUGHTS = (Path(__file__).parents[1] / "toys" / "noughts.py").read_text("utf-8")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A game of one's own, which nobody knows before and after."""
    monkeypatch.setenv(FILES, "")
    path = tmp_path / "noughts.py"
    path.write_text(NOUGHTS, "utf-8")
    (tmp_path / "noughts.md").write_text("# Noughts\n\n```example\nnoughts\nmoves: b2\n---\n```\n", "utf-8")
    yield f"{path}:Noughts"
    for name in [*GAMES]:
        if name not in OURS:
            del GAMES[name]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["show", "--moves", "b2"], "Noughts and Crosses\n"),
        (["describe"], "Noughts and Crosses (noughts, version 1), 2 seats"),
        (["rules"], "# Noughts\n"),
        (["perft", "2"], "72"),
        (["think", "--nodes", "50", "--json"], '"move":'),
        (["solve"], ""),
        (["play", "--seat", "0=greedy", "--seat", "1=level-1", "--seed", "1"], "plays"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else None,
)
def test_a_command_takes_a_file(quintet: Quintet, file: str, arguments: list[str], told: str) -> None:
    ran = quintet(arguments[0], file, *arguments[1:])
    assert told in ran.out
    assert ran.code == 0 or arguments[0] == "solve"
    assert "Traceback" not in ran.err


def test_a_picture_of_it_is_drawn(quintet: Quintet, file: str, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert quintet("draw", file, "--moves", "b2", "-o", str(picture)) == (0, "", "")
    assert picture.read_text().startswith("<svg")


def test_a_record_of_it_is_shown_with_its_file(quintet: Quintet, file: str) -> None:
    record = json.dumps({"game": "noughts", "moves": [[0, "b2"]]})
    assert "there is no game 'noughts'" in quintet("show", "--record", "-", "--json", stdin=record).out
    (told,) = quintet("show", file, "--record", "-", "--json", stdin=record).json
    assert told["board"] == {"b2": "b"}
    assert "give only --record" in quintet("show", "reversi", "--record", "-", stdin=record).err


def test_the_arena_s_workers_know_it(quintet: Quintet, file: str) -> None:
    ran = quintet("arena", "random", "greedy", "--game", file, "--games", "2")
    assert ran.code == 0
    assert "2 of 2 games" in ran.out


@pytest.mark.parametrize("command", ["serve", "terminal", "discord", "worker"])
def test_a_wrong_file_ends_in_one_sentence(quintet: Quintet, command: str) -> None:
    assert "there is no file 'nowhere.py'" in quintet(command, "--game", "nowhere.py:Game").err
    assert "--game takes FILE.py:Class" in quintet(command, "--game", "reversi").err


@pytest.fixture
def server(file: str, tmp_path: Path) -> Iterator[str]:
    command = ["serve", "--port", "0", "--store", "memory:", "--workers", "1", "--lazy", "--game", file]
    with subprocess.Popen(
        [sys.executable, "-m", "quintet", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1].rstrip("/")
        process.terminate()


def test_a_server_offers_it_and_its_machines_play_it(server: str) -> None:
    games = {game["name"]: game for game in httpx.get(f"{server}/api/games").json()}
    assert games["noughts"]["summary"] == "Noughts and crosses: three of yours in a row wins."
    rules = httpx.get(f"{server}/api/rules/noughts").json()
    assert rules["markdown"].startswith("# Noughts\n")
    assert rules["examples"][0]["board"] == {"b2": "b"}
    assert httpx.get(f"{server}/api/games/noughts/sample").json()["plies"]

    async def play() -> None:
        create = Create(
            name="Own", game="noughts", offline=True, seats=("level-2", "greedy"), host_name="Ann"
        )
        async with Client(server) as ann:
            room = await ann.create(create)
            await ann.join(room)
            await until(lambda: ann.view is not None and ann.view.status == "finished")

    asyncio.run(play())

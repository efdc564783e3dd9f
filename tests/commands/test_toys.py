"""Games of somebody's own whose pieces move: programs play them, and their records are kept, drawn and converted."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from quintet.bots.guest import join_room
from quintet.games import game
from quintet.games.record import Replay, write_record
from quintet.table.commands import Ready
from tests.bots.test_bot import open_room, play_out
from tests.bots.toys import First
from tests.commands.conftest import Quintet
from tests.server.harness import serving
from tests.toys.known import ATAXX, BEFORE_TWO_LEGS, DRAUGHTS, TWO_LEGS, known_toys

TOYS = {"ataxx": (ATAXX, {"size": 4}), "draughts": (DRAUGHTS, {})}


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with known_toys():
        yield


@pytest.fixture
def record(tmp_path: Path) -> Path:
    played = Replay(game("draughts"))
    for number, move in enumerate((*BEFORE_TWO_LEGS, TWO_LEGS)):
        played.submit(number % 2, move)
    file = tmp_path / "game.json"
    file.write_text(write_record(played.record()))
    return file


@pytest.mark.parametrize(("file", "options"), TOYS.values(), ids=TOYS)
def test_two_levels_of_the_engine_play_a_match(quintet: Quintet, file: str, options: dict[str, int]) -> None:
    settings = [part for name, value in options.items() for part in ("--set", f"{name}={value}")]
    ran = quintet("arena", "level-2", "level-1", "--game", file, *settings, "--games", "2")
    assert ran.code == 0
    assert "2 of 2 games" in ran.out


@pytest.mark.parametrize("name", TOYS)
async def test_a_bot_plays_a_whole_game_in_a_room(name: str) -> None:
    said: list[str] = []
    async with serving() as server:
        ann, link = await open_room(server.address, game=name, options=TOYS[name][1])
        bot = asyncio.create_task(join_room(link, First(), "Robo", None, said.append, once=True))
        await ann.ask(Ready())
        await asyncio.wait_for(play_out(ann), 120)
        await asyncio.wait_for(bot, 60)
        assert ann.view
        assert ann.view.outcome
        await ann.close()
    assert said[-1].split(":")[0] in ("Won", "Lost", "Shared")


def test_a_record_is_shown_with_both_ends_of_every_leg_marked(quintet: Quintet, record: Path) -> None:
    told = quintet("show", DRAUGHTS, "--record", str(record)).out
    assert (told.count("(.)"), told.count("(bb)")) == (2, 1)


def test_a_game_typed_into_a_plain_terminal_tells_what_moved(quintet: Quintet) -> None:
    moves = (*BEFORE_TWO_LEGS, TWO_LEGS, "quit")
    ran = quintet("play", DRAUGHTS, "--seat", "1=human", stdin="\n".join(moves) + "\n")
    assert "moved e5 to c3; removed d4; moved c3 to e1; removed d2" in ran.out


def test_a_record_is_converted_where_it_can_be_and_else_it_is_said_why_not(
    quintet: Quintet, record: Path, tmp_path: Path
) -> None:
    again = tmp_path / "again.json"
    assert quintet("convert", str(record), str(again), "--game", DRAUGHTS).code == 0
    assert json.loads(again.read_text())["moves"] == json.loads(record.read_text())["moves"]
    refused = quintet("convert", str(record), str(tmp_path / "game.sgf"), "--game", DRAUGHTS)
    assert "sgf holds games of reversi or gomoku, not of draughts" in refused.err


def test_a_drawing_has_the_colours_shapes_and_marks_of_the_palette(quintet: Quintet, tmp_path: Path) -> None:
    picture = tmp_path / "board.svg"
    assert quintet("draw", ATAXX, "--moves", "b2", "-o", str(picture)).code == 0
    drawn = picture.read_text()
    plain = re.sub(r'"[^"]*"', '""', drawn)
    assert plain.count("<polygon") >= 2, "blue pieces are square"
    png = tmp_path / "board.png"
    assert quintet("draw", ATAXX, "--moves", "b2", "-o", str(png)).code == 0
    assert png.read_bytes().startswith(b"\x89PNG")

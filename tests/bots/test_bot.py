"""Programs of one's own: at home, in rooms on a real server, and when they misbehave."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path
from random import Random
from typing import Any

import pytest

from quintet.bots import Bot
from quintet.bots.guest import BotError, join_room
from quintet.cli import main
from quintet.games import GAMES, game
from quintet.games.contract import Prompt
from quintet.games.record import Replay
from quintet.players import make_player
from quintet.table.commands import Ask, Create, Enter, Ready
from quintet.testing import apart, bots
from quintet.testing.bots import check_bot, knows_wins, most_seats
from quintet.wire.client import Client
from tests.bots.toys import Cheat, First
from tests.server.harness import serving
from tests.waiting import until


class Crash(Bot):
    def choose(self, position: Any, prompt: Prompt) -> str:
        raise RuntimeError("out of ideas")


class Rubbish(Bot):
    def choose(self, position: Any, prompt: Prompt) -> Any:
        return 7

    def agree(self, offer: str) -> Any:
        return "perhaps"


class Ends(Bot):
    def choose(self, position: Any, prompt: Prompt) -> str:
        raise SystemExit(3)


class Slow(Bot):
    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.loop = asyncio.get_running_loop()

    def choose(self, position: Any, prompt: Prompt) -> str:
        asyncio.run_coroutine_threadsafe(self.go_on.wait(), self.loop).result(60)
        return next(prompt.moves())


def example() -> str:
    """The program on the page about bots."""
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text()
    found = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert found
    return found[1]


@pytest.mark.parametrize("name", GAMES)
def test_the_five_lines_of_the_page_play_every_game(name: str, tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(example())
    player, played = make_player(f"{file}:First"), Replay(game(name))
    for _ in range(10):
        for seat in played.owing:
            played.submit(seat, player.choose(played.game, played.position, seat, Random(1)))
    assert played.steps


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (First(), ""),
        (Cheat(), "plays 'z99' at move 1"),
        (Crash(), "breaks down at move 1: RuntimeError: out of ideas"),
        (Rubbish(), "answers 7 at move 1"),
        (Ends(), "breaks down at move 1: SystemExit: 3"),
    ],
)
def test_check_bot_says_what_is_wrong(bot: Bot, fault: str) -> None:
    findings = list(check_bot(bot.as_player(), [game("reversi"), game("omega", size=3)], bot))
    assert len(findings) == 8
    assert findings[0].fault.startswith(fault)
    assert bool(findings[0].fault) is bool(fault)
    assert bool(findings[-1].fault) is isinstance(bot, Rubbish)


class Sleeper(Bot):
    """Never answers."""

    def choose(self, position: Any, prompt: Prompt) -> str:
        threading.Event().wait()
        return ""


def test_check_bot_waits_no_longer_than_its_limit_and_says_where_a_bot_broke() -> None:
    (finding,) = check_bot(Sleeper().as_player(), [game("reversi"), game("best")], limit=0.01)
    assert finding.fault.startswith(
        "has not answered at move 1, within 0.01 seconds; in a contest that loses"
    )
    broken = next(check_bot(Crash().as_player(), [game("reversi")]))
    assert re.search(r"RuntimeError: out of ideas \(.*test_bot\.py, line \d+, in choose\)", broken.fault)


class Mute(First):
    """Answers no offer."""

    def agree(self, offer: str) -> bool:
        threading.Event().wait()
        return True


class Interrupts(First):
    """Ends itself as a person at the keyboard would."""

    def choose(self, position: Any, prompt: Prompt) -> str:
        raise KeyboardInterrupt


def test_whatever_a_bot_does_not_answer_is_not_waited_for() -> None:
    *moves, last = check_bot(Mute().as_player(), [game("best")], Mute(), limit=1)
    assert not any(finding.fault for finding in moves)
    assert last.step == "answers an offer: undo"
    assert last.fault.startswith("has not answered within 1 second")
    fault = next(check_bot(Interrupts().as_player(), [game("best")])).fault
    assert fault.startswith("breaks down at move 1: KeyboardInterrupt")


class Waits:
    """A player that never gets ready."""

    def load(self, game: Any) -> None:
        threading.Event().wait()

    def choose(self, game: Any, position: Any, seat: int, rng: Random) -> str:
        return ""


def test_who_never_gets_ready_is_not_waited_for_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(apart, "READY", 0.01)
    monkeypatch.setattr(bots, "READY", 0.01)
    (finding,) = check_bot(Waits(), [game("best")], limit=0.01)
    assert finding.fault.startswith("was not ready to play within 0.01 seconds")
    file = tmp_path / "loop.py"
    file.write_text("while True:\n    pass\n")
    with pytest.raises(SystemExit) as stop:
        main(["check-bot", f"{file}:Loop"])
    assert stop.value.code == 1
    told = capsys.readouterr().out
    assert told.startswith("WRONG  gets ready: was not ready to play within 0.01 seconds")
    assert "In a contest it could not play at all." in told


class Unready(First):
    """Breaks down before its first game, whichever that is."""

    def begin(self, game: Any) -> None:
        raise ValueError("not ready")


def test_a_bot_that_cannot_begin_is_wrong_in_every_game() -> None:
    findings = list(check_bot(Unready().as_player(), [game("reversi"), game("best")]))
    assert [("not ready" in finding.fault) for finding in findings] == [True] * 4


ENDINGS = """
import os
import signal

from quintet.bots import Bot


class Leaves(Bot):
    def choose(self, position, prompt):
        os._exit(3)


class Killed(Bot):
    def choose(self, position, prompt):
        if prompt.seat:
            os.kill(os.getpid(), signal.SIGKILL)
        return next(prompt.moves())


class Prints(Bot):
    def choose(self, position, prompt):
        print("I think", end="", flush=True)
        return "z99"


class Choosy(Bot):
    def plays(self, game):
        return False

    def choose(self, position, prompt):
        return ""
"""


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Leaves", "WRONG  Reversi, seat 1: ends the whole process (with the exit status 3)"),
        ("Killed", "WRONG  Reversi, seat 2: ends the whole process (by the signal SIGKILL"),
        ("Prints", "WRONG  Reversi, seat 1: plays 'z99' at move 1"),
        ("Choosy", "plays none of these games"),
        ("Nobody", "has no class 'Nobody'"),
    ],
)
def test_check_bot_outlives_what_it_checks(
    name: str, told: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "endings.py"
    file.write_text(ENDINGS)
    with pytest.raises(SystemExit) as stop:
        main(["check-bot", f"{file}:{name}", "--game", "reversi"])
    heard = capfd.readouterr()
    assert stop.value.code == (1 if told.startswith("WRONG") else 2)
    assert told in heard.out + heard.err
    assert "I think" not in heard.out, "what a bot prints is none of our answers"


def test_check_bot_sits_on_every_seat_of_three() -> None:
    games = most_seats(GAMES["omega"])
    assert [each.seats for each in games] == [2, 3]
    steps = [finding.step for finding in check_bot(First().as_player(), games)]
    assert steps[2:] == [f"Thwart Omega, seat {number} of 3" for number in (1, 2, 3)]


def test_who_plays_another_game_is_found_out() -> None:
    plain = game("gomoku", size=9, captures="off")
    assert not knows_wins(make_player("greedy"), plain).fault
    fault = knows_wins(make_player("random"), plain).fault
    assert fault.startswith("passes over every win in one move (")


async def open_room(address: str, **settings: Any) -> tuple[Client, str]:
    client = Client(address)
    await client.open()
    name = await client.create(Create(name="Table", seats=("me", "open"), **settings))
    await client.join(name)
    await client.ask(Enter(name="Ann"))
    return client, f"{client.home}/r/{name}"


async def play_out(client: Client) -> None:
    """Play the first legal move whenever it is our turn, until the game is over."""
    async for view in client.pictures():
        if view.status == "finished":
            return
        if view.you and view.you[0] in view.owing and view.prompts:
            await client.move(next(view.prompts[0].moves()))


@pytest.mark.parametrize(("name", "options"), [("best", {"tokens": 3}), ("omega", {"size": 3})])
async def test_a_bot_plays_a_whole_game_in_a_room(name: str, options: dict[str, int]) -> None:
    said: list[str] = []
    async with serving() as server:
        ann, link = await open_room(server.address, game=name, options=options)
        bot = asyncio.create_task(join_room(link, First(), "Robo", None, said.append, once=True))
        await ann.ask(Ready())
        await asyncio.wait_for(play_out(ann), 60)
        await asyncio.wait_for(bot, 60)
        assert ann.view
        assert ann.view.seats[1].kind == "bot"
        await ann.close()
    assert said[0].startswith("Robo sits in Table")
    assert said[-1].split(":")[0] in ("Won", "Lost", "Shared")


@pytest.mark.parametrize(
    ("bot", "why"), [(Cheat, "played 'z99'"), (Crash, "out of ideas"), (Rubbish, "a move is a text")]
)
async def test_a_bot_that_misbehaves_resigns_and_the_table_is_intact(bot: type[Bot], why: str) -> None:
    async with serving() as server:
        ann, link = await open_room(server.address, game="best", options={"tokens": 3})
        playing = asyncio.create_task(join_room(link, bot(), "Robo", None, lambda _: None, once=True))
        await ann.ask(Ready())
        await asyncio.wait_for(play_out(ann), 60)
        with pytest.raises(BotError, match=why):
            await asyncio.wait_for(playing, 60)
        assert ann.view
        assert ann.view.outcome
        assert (ann.view.outcome.winners, ann.view.outcome.reason) == ((0,), "resigned")
        await ann.close()


async def test_offers_are_answered_while_the_bot_thinks() -> None:
    async with serving() as server:
        ann, link = await open_room(server.address, game="best", options={"tokens": 3})
        slow = Slow()
        playing = asyncio.create_task(join_room(link, slow, "Robo", None, lambda _: None, once=True))
        await ann.ask(Ready())
        await until(lambda: bool(ann.view and ann.view.status == "playing"))
        await ann.move("1")
        await ann.ask(Ask(kind="undo"))
        await until(lambda: bool(ann.view and not ann.view.plies and ann.view.turn == (0,)))
        slow.go_on.set()
        await ann.move("2")
        await asyncio.wait_for(play_out(ann), 60)
        await asyncio.wait_for(playing, 60)
        await ann.close()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["bot", "nowhere.py:X", "--room", "http://127.0.0.1:1/r/abc"], "there is no file"),
        (["bot", "greedy", "--play", "reversi"], "must inherit from quintet.bots.Bot"),
        (["bot", "FIRST", "--room", "http://127.0.0.1:9/"], "the link of a room"),
        (["bot", "FIRST", "--room", "http://127.0.0.1:9/r/abcdefgh"], "127.0.0.1:9"),
        (["bot", "FIRST", "--play", "chess"], "there is no game"),
        (["bot", "FIRST", "--server", "http://127.0.0.1:9"], "127.0.0.1:9"),
        (["bot", "FIRST", "--server", "http://127.0.0.1:9/r/abcdefgh"], "give it as --room"),
        (["bot", "FIRST", "--server", "http://127.0.0.1:9", "--seat", "1"], "who asks for the bot chooses"),
        (["bot", "FIRST", "--server", "http://127.0.0.1:9", "--rooms", "0"], "from 1 to 18"),
        (["bot", "FIRST", "--play", "reversi", "--rooms", "3"], "--rooms goes with --server"),
        (["bot", "FIRST", "--play", "reversi", "--seat", "2"], "there is no seat 2"),
        (["check-bot", "nobody"], "there is no player"),
    ],
)
def test_a_wrong_command_line_gets_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "first.py"
    file.write_text(example())
    with pytest.raises(SystemExit) as stop:
        main([f"{file}:First" if word == "FIRST" else word for word in arguments])
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err


def test_check_bot_ends_with_1_if_anything_is_wrong(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "bots.py"
    file.write_text(
        example() + "\n\nclass Bad(Bot):\n    def choose(self, position, prompt):\n        return 'z99'\n"
    )
    for name, code in (("First", 0), ("Bad", 1)):
        with pytest.raises(SystemExit) as stop:
            main(["check-bot", f"{file}:{name}", "--game", "reversi"])
        assert stop.value.code == code
    assert "WRONG" in capsys.readouterr().out

"""When something is missing or taken away: one sentence, and the table is intact."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from quintet.chat.bot import QuintetBot
from quintet.chat.places import read_config
from quintet.chat.run import Settings, chat, run
from quintet.cli import main
from quintet.games.contract import GameError
from quintet.inputs import UsageError
from tests.chat.conftest import Running
from tests.chat.fake_discord import CHANNEL, TOKEN, FakeDiscord, Person
from tests.chat.playing import in_step, sit_down
from tests.waiting import PATIENCE, until


def test_no_token(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("QUINTET_DISCORD_TOKEN", raising=False)
    with pytest.raises(SystemExit) as ended:
        main(["discord"])
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("quintet: set QUINTET_DISCORD_TOKEN to the bot's token")


async def test_a_bad_token(fake: FakeDiscord) -> None:
    with pytest.raises(UsageError, match="Discord does not accept the token"):
        await chat(Settings(store="memory:", lazy=True), "nonsense", [])


async def test_no_discord(fake: FakeDiscord, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.http.Route.BASE", "http://127.0.0.1:1/api")
    with pytest.raises(UsageError, match=r"Discord cannot be reached: no server runs there$"):
        await chat(Settings(store="memory:", lazy=True), TOKEN, [])


async def test_no_server(fake: FakeDiscord) -> None:
    with pytest.raises(GameError, match="nobody answers"):
        await chat(Settings(store="memory:", server="http://127.0.0.1:1"), TOKEN, [])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[server]]\nguild = 'x'\n", "is not a configuration of the bot: Expected `int`"),
        ("[[server]]\nguild = 1\nrooms = 2\n", "unknown field `rooms`"),
        ("]", "is not a configuration"),
    ],
)
def test_a_bad_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, sentence: str
) -> None:
    path = tmp_path / "discord.toml"
    path.write_text(text)
    monkeypatch.setenv("QUINTET_DISCORD_TOKEN", TOKEN)
    with pytest.raises(GameError) as error:
        run(Settings(config=path))
    assert sentence in str(error.value)


def test_no_configuration_there(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="No such file"):
        read_config(tmp_path / "nothing.toml")


async def test_permission_lost_in_mid_game(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    """The game goes on by what each person sees alone, and the channel is caught up when it may be."""
    await sit_down(ann, ben, game="reversi")
    game = bot.games[CHANNEL]
    fake.forbidden.add("send")
    await ann.use("move", move="d3")
    await until(lambda: bool(game.muted))
    said = await ben.ask("board")
    assert "I may not write in this channel: a server admin can give me" in said.content
    assert said.files
    await in_step(game)
    assert "You played" in await ben.use("move", move="c3")
    fake.forbidden.clear()
    await ann.use("move", move="c4")
    await until(lambda: not game.muted and len(game.view.plies) == 3)
    assert "I may not write" not in await ben.use("score")


async def test_a_deleted_message_is_posted_again(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await ann.use("new", game="reversi")
    await until(lambda: bool(fake.in_channel()))
    fake.messages.clear()
    await ann.use("join")
    await until(lambda: ann.mention in fake.shown().content)


async def test_what_is_said_after_the_end_disturbs_nobody(running: Running) -> None:
    async with running() as bot:
        pass
    bot.dispatch("ready")


async def test_a_signal_stops_it_cleanly(fake: FakeDiscord, capsys: pytest.CaptureFixture[str]) -> None:
    running = asyncio.create_task(chat(Settings(store="memory:", lazy=True), TOKEN, []))
    await until(lambda: "quintet is on Discord as quintet" in capsys.readouterr().out)
    os.kill(os.getpid(), signal.SIGTERM)
    async with asyncio.timeout(PATIENCE):
        await running
    assert not fake.connected

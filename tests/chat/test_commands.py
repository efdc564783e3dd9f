"""How commands are written, what is suggested for them, and what helps a newcomer."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from quintet.chat import reviews
from quintet.chat.bot import QuintetBot
from quintet.chat.rules import pages
from quintet.games import GAMES
from quintet.store import open_store
from tests.chat.conftest import Running
from tests.chat.fake_discord import CHANNEL, DIRECT, GUILD, FakeDiscord, Person
from tests.chat.playing import in_step, over, play_on, sit_down
from tests.waiting import until


def offered(fake: FakeDiscord) -> set[str]:
    return {command["name"] for command in fake.guild_commands}


async def test_everything_is_under_one_name_and_a_short_form_is_the_admins_choice(
    fake: FakeDiscord, running: Running, ann: Person, admin: Person
) -> None:
    async with running():
        assert [command["name"] for command in fake.commands] == ["quintet"]
        assert not fake.guild_commands
        assert (await ann.use("short", form="bare")).startswith("Only an admin")
        assert (await admin.use("short", DIRECT, form="q")).startswith("That is for servers")
        assert "such as `/move`" in await admin.use("short", form="bare")
        assert {"new", "move", "join", "stop"} <= offered(fake)
        assert not offered(fake) & {"help", "setup", "remove", "quintet"}
        assert "is open" in await ann.use("new", game="reversi")
        assert "such as `/q move`" in await admin.use("short", form="q")
        assert offered(fake) == {"q"}
        assert await ann.use("q join", colour="white") == "You play white."
    fake.guild_commands = []
    async with running():  # it is remembered
        assert offered(fake) == {"q"}
        assert "such as `/q move`" in await ann.use("help")
        fake.forbidden.add("commands")
        assert (await admin.use("short", form="off")).startswith("Discord does not let me do that here")
        assert "such as `/q move`" in await ann.use("help"), "it is as it was"
        assert "Reversi" in await ann.use("q score"), "and what Discord still has is still answered"
        fake.forbidden.clear()
        assert "with `/quintet` only" in await admin.use("short", form="off")
        assert not fake.guild_commands


async def test_servers_of_an_earlier_version_keep_the_bare_commands(
    fake: FakeDiscord, running: Running, tmp_path: Path, ann: Person, admin: Person
) -> None:
    """Its store holds a table, shown by a message with buttons, and nothing about how commands are written."""
    async with running() as bot:
        await ann.use("new", game="reversi")
        await ann.use("join")
        await until(lambda: ann.mention in fake.shown().content)
        room, shown = bot.games[CHANNEL].kept.room, replace(fake.shown())
    store = await open_store(f"sqlite:{tmp_path / 'store.sqlite3'}")
    await store.keep("chat/here/commands", None)
    old = '{"room":"%s","channel":%d,"guild":%d,"players":[%d],"message":%d,"shown":"before 0","text":false,"roles":{}}'
    note = old % (room, CHANNEL, GUILD, ann.id, shown.id)
    await store.keep(f"chat/here/game/{CHANNEL}", note.encode())
    await store.close()
    async with running() as bot:
        await until(lambda: {"new", "start", "submit"} <= offered(fake))
        assert bot.games[CHANNEL].players == (ann.id,)
        assert await ann.use("engine", level=1) == "The engine at level 1 plays white."
        assert (await ann.press("leave", shown)).content == "You left the table."
        await until(lambda: "Black: *free*" in fake.shown().content)
        assert fake.shown().id == shown.id, "the message of before is edited"
        await admin.use("short", form="off")
    async with running():
        assert not fake.guild_commands, "what an admin has chosen since stays"


async def test_help_is_true(fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person) -> None:
    said = await ann.use("help")
    number = fake.commands[0]["id"]
    assert f"</quintet new:{number}> opens a table in this channel" in said
    assert "with 2:00 for each move and 5:00 in reserve" in said
    (start,) = (each for each in fake.commands[0]["options"] if each["name"] == "start")
    told = {each["name"]: each["description"] for each in start["options"]}
    assert "2:00 if you leave it out" in told["move_time"]
    assert "5:00 if you leave it out" in told["reserve"]
    await sit_down(ann, ben, game="reversi")
    await until(lambda: f"{ann.mention} has 2:00 and 5:00 in reserve" in fake.shown().content)


@pytest.mark.parametrize("name", GAMES)
def test_rules_fit_into_messages(name: str) -> None:
    found = pages(name)
    assert len(found) > 1
    for page in found:
        assert len(page) <= 1900
        assert page.count("```") % 2 == 0
        assert "```example" not in page
        assert "|--" not in page
        assert ".md" not in page
    assert found[0].startswith(f"# {GAMES[name].title}\n")


async def test_rules_are_leafed_through(fake: FakeDiscord, bot: QuintetBot, ann: Person) -> None:
    listed = await ann.use("rules")
    assert all(f"**{kind.title}**: " in listed for kind in GAMES.values())
    page = await ann.ask("rules", game="reversi")
    assert page.content == pages("reversi")[0]
    page = await ann.press(f"Next (2 of {len(pages('reversi'))})", page)
    assert page.content == pages("reversi")[1]
    assert (await ann.press("Back", page)).content == pages("reversi")[0]
    await ann.use("new", game="onyx")
    assert (await ann.use("rules")).startswith("# Onyx")


async def test_colours_levels_and_time_zones_are_suggested(bot: QuintetBot, ann: Person, ben: Person) -> None:
    assert await ann.type("join", "colour", "") == []
    assert await ann.type("new", "level", "", game="reversi") == [str(level) for level in range(1, 11)]
    await ann.use("new", game="omega", options="players=3")
    assert await ann.type("join", "colour", "") == ["white", "black", "grey"]
    await ann.use("join", colour="black")
    assert await ben.type("engine", "colour", "") == ["white", "grey"]
    assert await ben.type("fill", "colour", "gr", player="greedy") == ["grey"]
    assert await ben.type("engine", "level", "1") == ["1", "10"]
    assert await ben.type("notify", "time_zone", "new york") == ["America/New_York"]


async def test_resigning_by_command(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, cat: Person
) -> None:
    assert (await ann.use("resign")).startswith("No game is open")
    await ann.use("new", game="reversi")
    await ann.use("join")
    assert (await ann.use("resign")).startswith("No game is being played here")
    await ben.use("join")
    await ann.use("start")
    await until(lambda: "To move" in fake.shown().content)
    await in_step(bot.games[CHANNEL])
    assert (await cat.use("resign")).startswith("You are not in this game")
    await ann.press("resign-now", await ann.ask("resign"))
    assert f"{ann.mention} resigned" in await over(fake)


async def test_a_game_without_a_move_has_no_review(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="reversi")
    assert "called off" in await ann.use("end")
    await over(fake)
    assert fake.shown().buttons == ["rematch"]
    assert await ann.use("review") == "Nobody has moved in this game, so there is nothing to review."


async def test_the_table_is_brought_down(fake: FakeDiscord, bot: QuintetBot, ann: Person) -> None:
    await ann.use("new", game="reversi")
    await until(lambda: bool(fake.in_channel()))
    old = fake.shown()
    assert await ann.use("table") == "The table comes down here."
    await until(lambda: fake.shown() is not old and len(fake.in_channel()) == 1)


async def test_a_game_is_reviewed_when_it_is_over(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, cat: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a process of its own, which is asked once for everybody."""
    await sit_down(ann, ben, game="reversi", options="size=4")
    assert (await ann.use("review")).startswith("A game is reviewed when it is over")
    await play_on(bot, [ann, ben], Random(1))
    await over(fake)
    whole = reviews.COMMAND
    monkeypatch.setattr(reviews, "COMMAND", (sys.executable, "-c", "print('no review')"))
    assert (await cat.use("review")).startswith("The game cannot be reviewed now")
    monkeypatch.setattr(reviews, "COMMAND", whole)
    said = (await ann.press("review")).content
    assert said.startswith("**Review** · Reversi (Board: 4 × 4) · Ann – Ben\n")
    assert "Ann: accuracy" in said
    monkeypatch.setattr(reviews, "COMMAND", ())  # nobody is asked again
    assert await cat.use("review") == said

"""The gameroom: roles and private channels for colours, made or named."""

from __future__ import annotations

from pathlib import Path

import msgspec

from quintet.chat.bot import QuintetBot
from quintet.chat.places import every_colour, read_config
from quintet.store import open_store
from tests.chat.conftest import Running
from tests.chat.fake_discord import (
    BOT_ROLE,
    CHANNEL,
    GUILD,
    MANAGE_ROLES,
    OTHER_CHANNEL,
    SEND_IN_THREADS,
    THREAD,
    FakeDiscord,
    Person,
    role,
)
from tests.chat.playing import over, sit_down
from tests.waiting import until

COLOURS = ["black", "white", "purple", "yellow", "grey"]


def test_every_colour_of_every_game_has_a_place() -> None:
    assert sorted(every_colour()) == sorted(COLOURS)


async def test_setup_and_a_game_in_the_gameroom(
    fake: FakeDiscord, running: Running, ann: Person, ben: Person, admin: Person
) -> None:
    """Roles are given at the start and taken back at the end; moves may be submitted in the private channels."""
    async with running():
        assert "The gameroom is <#" in await admin.use("setup")
        made = {channel["name"]: channel for channel in fake.channels.values()}
        gameroom, white = int(made["gameroom"]["id"]), int(made["white"]["id"])
        roles = {each["name"]: int(each["id"]) for each in fake.roles.values()}
        assert {f"quintet {colour}" for colour in COLOURS} < set(roles)
        hidden = {int(each["id"]): int(each["deny"]) for each in made["white"]["permission_overwrites"]}
        assert hidden[GUILD] & (1 << 10), "everybody else cannot see it"
        before = len(fake.channels)
        await admin.use("setup")
        assert len(fake.channels) == before, "what is there is not made twice"
    async with running() as bot:  # it is remembered
        await sit_down(ann, ben, place=gameroom, game="omega", options="size=4")
        wanted = {(ann.id, roles["quintet white"]), (ben.id, roles["quintet black"])}
        await until(lambda: fake.member_roles == wanted)
        await until(lambda: bool(fake.in_channel(white)))
        shown = fake.shown(white)
        assert "sealed" in await ann.use("submit", place=white, move="wa1 bb1")
        assert (await ben.use("submit", place=gameroom, move="wa2 bb2")).startswith("You played")
        await until(lambda: "· Round 2 ·" in shown.content and fake.in_channel(white) == [shown])
        assert (await admin.use("remove")).startswith(f"A table is open in <#{gameroom}>")
        sure = await ann.press("resign", place=gameroom)
        await ann.press("resign-now", sure, place=gameroom)
        assert ben.mention in await over(fake, gameroom)
        await until(lambda: not fake.member_roles)
        assert bot.games[gameroom].kept.roles == {}


async def test_setup_that_fails_halfway_goes_on_or_is_undone(
    fake: FakeDiscord, running: Running, admin: Person, ann: Person
) -> None:
    channels, roles = set(fake.channels), set(fake.roles)
    fake.makes = 5
    async with running() as bot:
        said = await admin.use("setup")
        assert said.startswith("Discord did not let me make the channel white (Maximum number of guild")
        assert len(fake.channels) + len(fake.roles) == len(channels) + len(roles) + 5
    async with running() as bot:  # also after a restart
        fake.makes = 100
        assert "The gameroom is <#" in await admin.use("setup")
        names = [one["name"] for one in (*fake.channels.values(), *fake.roles.values())]
        assert len(names) == len(set(names)) + 1, (
            "each is there once, but for the category and the bot's role"
        )
        fake.forbidden.add("manage")
        question = await admin.ask("remove")
        assert "the channels **gameroom**, **black**" in question.content
        assert "**quintet black**" in question.content
        assert (await ann.use("remove")).startswith("Only an admin")
        assert (await admin.press("Yes, remove it", question)).content.startswith(
            "Discord did not let me delete gameroom"
        )
        fake.forbidden.clear()
        assert "is gone" in (await admin.press("Yes, remove it", question)).content
        assert (set(fake.channels), set(fake.roles)) == (channels, roles)
        assert bot.places(GUILD).gameroom == 0
        assert (await admin.use("remove")).startswith("I have made nothing in this server")
    async with running() as bot:
        assert bot.places(GUILD).gameroom == 0


async def test_a_gameroom_of_an_earlier_version(
    fake: FakeDiscord, running: Running, tmp_path: Path, admin: Person
) -> None:
    """Its notes say which channels there are, not who made them: what has the names that the bot gives is the bot's."""
    async with running() as bot:
        await admin.use("setup")
        kept = bot.places(GUILD)
    store = await open_store(f"sqlite:{tmp_path / 'store.sqlite3'}")
    old = msgspec.to_builtins(kept)
    del old["made"]
    await store.keep(f"chat/here/guild/{GUILD}", msgspec.json.encode(old))
    await store.close()
    mine = next(number for number, one in fake.channels.items() if one["name"] == "grey")
    fake.channels[mine]["name"] = "our own grey"
    async with running() as bot:
        assert bot.places(GUILD).gameroom == kept.gameroom
        before = len(fake.channels)
        await admin.use("setup")
        assert len(fake.channels) == before
        question = await admin.ask("remove")
        assert "grey**, " not in question.content.partition(" roles ")[0]
        await admin.press("Yes, remove it", question)
        assert set(fake.channels) == {CHANNEL, OTHER_CHANNEL, THREAD, mine}
        assert set(fake.roles) == {GUILD, BOT_ROLE}


async def test_permissions_are_named_before_anything_is_made(
    fake: FakeDiscord, bot: QuintetBot, admin: Person
) -> None:
    there = len(fake.channels)
    await fake.allow(fake.allowed & ~(MANAGE_ROLES | SEND_IN_THREADS))
    await until(lambda: not bot.guilds[0].me.guild_permissions.manage_roles)
    said = await admin.use("setup")
    assert said.startswith(
        "I lack 2 permissions: Manage Roles and Send Messages in Threads. Give them to my role"
    )
    assert len(fake.channels) == there


async def test_a_role_above_the_bots_own_is_told(
    fake: FakeDiscord, bot: QuintetBot, admin: Person, ann: Person, ben: Person
) -> None:
    await admin.use("setup")
    white = next(one for one in fake.roles.values() if one["name"] == "quintet white")
    white["position"] = 60
    said = await admin.use("setup")
    assert (
        "I cannot give **quintet white**: under Server Settings, Roles, drag my own role **quintet** above it."
        in said
    )
    gameroom = bot.places(GUILD).gameroom
    await sit_down(ann, ben, place=gameroom, game="reversi")
    told = f"I could not give the role <@&{white['id']}>: an admin must"
    await until(lambda: told in fake.shown(gameroom).content)


async def test_ids_from_a_file(
    fake: FakeDiscord, running: Running, tmp_path: Path, ann: Person, ben: Person
) -> None:
    fake.roles |= {70: role(70, "White"), 71: role(71, "Black")}
    path = tmp_path / "discord.toml"
    path.write_text(
        f"[[server]]\nguild = {GUILD}\ngameroom = {CHANNEL}\n[server.roles]\nwhite = 70\nblack = 71\n"
    )
    async with running(places=tuple(read_config(path))):
        await sit_down(ann, ben, game="reversi")
        await until(lambda: fake.member_roles == {(ann.id, 71), (ben.id, 70)})

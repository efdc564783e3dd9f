"""The gameroom: roles and private channels for colours, made or named."""

from __future__ import annotations

from pathlib import Path

from quintet.chat.bot import QuintetBot
from quintet.chat.places import every_colour, read_config
from tests.chat.conftest import Running
from tests.chat.fake_discord import CHANNEL, GUILD, FakeDiscord, Person, role
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
        assert "now give roles" in await admin.use("quintet setup")
        made = {channel["name"]: channel for channel in fake.channels.values()}
        gameroom, white = int(made["gameroom"]["id"]), int(made["white"]["id"])
        roles = {each["name"]: int(each["id"]) for each in fake.roles.values()}
        assert {f"quintet {colour}" for colour in COLOURS} < set(roles)
        hidden = {int(each["id"]): int(each["deny"]) for each in made["white"]["permission_overwrites"]}
        assert hidden[GUILD] & (1 << 10), "everybody else cannot see it"
        before = len(fake.channels)
        await admin.use("quintet setup")
        assert len(fake.channels) == before, "what is there is not made twice"
    async with running() as bot:  # it is remembered
        await sit_down(ann, ben, place=gameroom, game="omega", options="size=4")
        wanted = {(ann.id, roles["quintet white"]), (ben.id, roles["quintet black"])}
        await until(lambda: fake.member_roles == wanted)
        await until(lambda: bool(fake.in_channel(white)))
        assert "sealed" in await ann.use("submit", place=white, move="wa1 bb1")
        await ben.use("submit", place=gameroom, move="wa2 bb2")
        await until(lambda: len(fake.in_channel(white)) == 2)
        sure = await ann.press("resign", place=gameroom)
        await ann.press("resign-now", sure, place=gameroom)
        assert ben.mention in await over(fake, gameroom)
        await until(lambda: not fake.member_roles)
        assert bot.games[gameroom].kept.roles == {}


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


async def test_setup_without_the_permission(fake: FakeDiscord, bot: QuintetBot, admin: Person) -> None:
    fake.forbidden.add("manage")
    assert (await admin.use("quintet setup")).startswith(
        "I need the permissions Manage Channels and Manage Roles"
    )

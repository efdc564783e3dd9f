"""The same room from Discord and from elsewhere."""

from __future__ import annotations

from aiohttp import ClientSession

from quintet.table.commands import Create, Enter, Ready, Sit
from quintet.wire import encode
from quintet.wire.client import Client
from quintet.wire.messages import Preparing
from tests.chat.conftest import Running
from tests.chat.fake_discord import CHANNEL, OTHER_CHANNEL, FakeDiscord, Person
from tests.chat.playing import in_step, over, sit_down
from tests.server.harness import serving
from tests.waiting import until


async def test_a_room_of_a_server_shown_and_played_in_a_channel(
    fake: FakeDiscord, running: Running, ann: Person, ben: Person
) -> None:
    """Somebody in a browser opens it; Ann joins from Discord, by the link."""
    async with serving() as node, Client(node.address) as browser:
        room = await browser.create(Create(name="Ours", game="reversi", options={"size": 4}, host_name="Bob"))
        await browser.join(room)
        async with running(server=node.address, store="memory:") as bot:
            assert "is shown here" in await ann.use("table", room=f"{node.address}r/{room}")
            assert await ann.use("join") == "You play white."
            assert (await ann.use("engine")).startswith("Every seat is taken")
            refused = await ann.use("start", move_time="1:00")
            assert refused.startswith(
                "This room has its host elsewhere, who chose its clock; `/quintet start` without"
            )
            assert "We wait for **Bob**, who plays from elsewhere" in await ann.use("start")
            await browser.ask(Ready())
            await until(lambda: "To move: **Bob**" in fake.shown().content)
            await browser.move("b1")
            await in_step(bot.games[CHANNEL])
            assert "You played" in await ann.use("move", move="a1")
            sure = await ann.press("resign")
            await ann.press("resign-now", sure)
            assert "**Bob wins**" in await over(fake)
            assert await ann.use("end") == "The room is closed."
            await until(lambda: CHANNEL not in bot.games)
        assert browser.view is not None
        assert browser.view.status == "finished", "it is the browser's room, and stays"


async def test_a_browser_joins_a_table_of_a_channel(fake: FakeDiscord, running: Running, ann: Person) -> None:
    async with serving() as node, running(server=node.address, store="memory:") as bot:
        await ann.use("new", game="reversi")
        await ann.use("join")
        async with Client(node.address) as browser:
            await browser.join(bot.games[CHANNEL].kept.room)
            await browser.ask(Enter(name="*Bob*"))
            await browser.ask(Sit(seat=1))
            await until(lambda: r"White: **\*Bob\***" in fake.shown().content)


async def test_what_is_played_in_a_channel_is_in_no_list_of_the_server(
    fake: FakeDiscord, running: Running, ann: Person, ben: Person
) -> None:
    """A channel may be private, and so are direct messages: neither its name nor who plays there is for strangers."""
    async with (
        serving() as node,
        running(server=node.address, store="memory:") as bot,
        ClientSession() as stranger,
    ):
        await sit_down(ann, ben, game="best")
        await ann.use("move", move="1")
        await in_step(bot.games[CHANNEL])
        await ben.press("resign-now", await ben.ask("resign"))
        await over(fake)
        for path in ("api/rooms", "api/archive"):
            async with stranger.get(f"{node.address}{path}") as answer:
                told = await answer.text()
                assert answer.status == 200
                assert "Ann" not in told
                assert "games" not in told.replace('"games"', "")


async def test_a_bot_of_the_server_is_given_a_seat(fake: FakeDiscord, running: Running, ann: Person) -> None:
    async with (
        serving() as node,
        running(server=node.address, store="memory:") as bot,
        Client(node.address) as robo,
    ):
        await ann.use("new", game="reversi")
        await ann.use("join")
        await robo.sign_on("Robo")
        await until(lambda: any(one.bot for one in bot.games[CHANNEL].bench))
        assert await ann.type("fill", "player", "rob") == ["Robo"]
        assert "Engine level 7" in await ann.type("fill", "player", "level")
        assert "is not on the list" in await ann.use("fill", player="Nobody")
        assert "levels go from 1 to 10" in await ann.use("engine", level=11)
        assert await ann.use("fill", player="robo") == "robo is to play white."
        await until(lambda: "White: **Robo \\(bot\\)** · on its way" in fake.shown().content)
        assert "Robo (bot) is still on its way" in await ann.use("start")
        await robo.join(bot.games[CHANNEL].kept.room)
        await robo.ask(Enter(name="Robo", bot=True))
        await robo.ask(Sit(seat=1))
        await until(lambda: fake.shown().content.count("on its way") == 0)
        assert "**Robo \\(bot\\)**" in fake.shown().content


async def test_a_room_shown_in_two_channels(
    fake: FakeDiscord, running: Running, ann: Person, ben: Person
) -> None:
    """Each channel has its own players at the one table."""
    async with running() as bot:
        await ann.use("new", game="reversi")
        await ann.use("join")
        await ben.use("table", OTHER_CHANNEL, room=bot.games[CHANNEL].kept.room.upper())
        assert (await ben.press("join", place=OTHER_CHANNEL)).content == "You play white."
        assert bot.games[OTHER_CHANNEL].players == (ben.id,)
        await until(lambda: "White: **Ben**" in fake.shown().content)
        await until(lambda: f"White: {ben.mention}" in fake.shown(OTHER_CHANNEL).content)


async def test_what_a_machine_waits_for_is_shown(fake: FakeDiscord, running: Running, ann: Person) -> None:
    async with serving() as node, running(server=node.address, store="memory:") as bot:
        await ann.use("new", game="reversi")
        await ann.use("join")
        room = node.hub.rooms[bot.games[CHANNEL].kept.room]
        room.tell(encode(Preparing(room=room.id, text="The compiler is at 3 of 8.")))
        await until(lambda: "The compiler is at 3 of 8." in fake.shown().content)
        async with Client(node.address) as browser:
            await browser.join(room.id)
            await browser.ask(Enter(name="Bob"))
        await until(lambda: "The compiler" not in fake.shown().content)

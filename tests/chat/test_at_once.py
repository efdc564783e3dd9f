"""Two press at the same moment, or one presses twice: what they wanted happens once, and whoever came later is told why."""

from __future__ import annotations

import asyncio

from quintet.chat.bot import QuintetBot
from tests.chat.fake_discord import CHANNEL, OTHER_CHANNEL, FakeDiscord, Person
from tests.chat.playing import in_step, over, sit_down
from tests.waiting import until


async def test_a_channel_gets_one_table(fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person) -> None:
    told = await asyncio.gather(*(person.use("new", game="reversi") for person in (ann, ben, ann)))
    assert sum("is open, room" in each for each in told) == 1
    assert sum(each.startswith("A game is open in this channel already") for each in told) == 2
    await until(lambda: bool(fake.in_channel()))
    room = bot.games[CHANNEL].kept.room
    told = await asyncio.gather(*(person.use("table", OTHER_CHANNEL, room=room) for person in (ann, ben)))
    assert sorted(each.split()[0] for each in told) == ["A", "Room"]
    await ann.use("join")
    await until(
        lambda: ann.mention in fake.shown().content and "**Ann**" in fake.shown(OTHER_CHANNEL).content
    )
    assert [len(fake.in_channel(place)) for place in (CHANNEL, OTHER_CHANNEL)] == [1, 1]


async def test_who_joins_twice_sits_once_and_leaves_once(bot: QuintetBot, ann: Person) -> None:
    await ann.use("new", game="reversi")
    game = bot.games[CHANNEL]
    told = await asyncio.gather(*(ann.use("join") for _ in range(3)))
    assert sorted(told)[0] == "You play black already; name another colour to change seats."
    assert told.count("You play black.") == 1
    assert list(game.free) == ["white"]
    told = await asyncio.gather(*(ann.use("leave") for _ in range(2)))
    assert sorted(told) == ["You are not in this game; `/quintet join` takes a seat.", "You left the table."]
    assert game.kept.players == []


async def test_a_move_a_resignation_and_a_rematch_at_once(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="reversi")
    game = bot.games[CHANNEL]
    assert set(await asyncio.gather(*(ann.use("move", move="d3") for _ in range(2)))) == {"You played `d3`."}
    await in_step(game)
    shown = await ben.ask("board")
    first, second = await asyncio.gather(*(ben.choose(shown, label) for label in shown.menu[:2]))
    assert sorted(each.content[:8] for each in (first, second)) == ["The game", "You play"]
    await in_step(game)
    assert len(game.view.plies) == 2
    sure = await ann.ask("resign")
    told = await asyncio.gather(*(ann.press("resign-now", sure) for _ in range(2)))
    assert sorted(each.content for each in told)[-1] == "You resigned."
    await over(fake)
    await asyncio.gather(ann.press("rematch"), ben.press("rematch"))
    await until(lambda: f"To move: {ben.mention}" in fake.shown().content)


async def test_a_gameroom_is_made_once(fake: FakeDiscord, bot: QuintetBot, admin: Person) -> None:
    told = await asyncio.gather(*(admin.use("quintet setup") for _ in range(2)))
    assert told[0] == told[1]
    names = [each["name"] for each in (*fake.channels.values(), *fake.roles.values())]
    assert names.count("gameroom") == names.count("quintet white") == 1


async def test_watching_is_pressed_twice(bot: QuintetBot, ann: Person, ben: Person, cat: Person) -> None:
    await sit_down(ann, ben, game="best")
    told = await asyncio.gather(*(cat.press("watch") for _ in range(2)))
    no_longer, now = sorted(
        each.content for each in told
    )  # which of the two is heard first is Discord's affair
    assert no_longer == "You are no longer told how it ends."
    assert now.startswith("You are told how it ends")

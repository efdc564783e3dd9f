"""Bad weather between the bot and Discord: limits, broken connections, sleeping threads, things deleted by hand."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from quintet.chat import display
from quintet.chat.bot import QuintetBot
from quintet.server.pool import Pool
from tests.chat.fake_discord import (
    ATTACH_FILES,
    CHANNEL,
    OTHER_CHANNEL,
    SEND_IN_THREADS,
    THREAD,
    FakeDiscord,
    Person,
)
from tests.chat.playing import in_step, play_on, sit_down
from tests.waiting import until


@pytest.fixture(autouse=True)
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display, "RETRY_SECONDS", 0.02)


async def test_too_many_requests(fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person) -> None:
    """Discord says when to come again; until then people go on, and afterwards the newest position is shown."""
    await sit_down(ann, ben, game="reversi")
    game = bot.games[CHANNEL]
    fake.too_many = 3
    for person, move in ((ann, "d3"), (ben, "c3"), (ann, "c4")):
        await in_step(game)
        assert await person.use("move", move=move) == f"You played `{move}`."
    await until(lambda: f"To move: {ben.mention}" in fake.shown().content and len(fake.calls()) == 1)
    assert fake.refused == 3
    assert not game.muted
    assert len(fake.in_channel()) == 2, "nothing was said twice"


async def test_people_are_answered_while_the_engine_thinks(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, cat: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The fake gives three seconds, as Discord does: an answer that comes later finds no interaction."""
    done, asked, ask = asyncio.Event(), asyncio.Event(), Pool.ask

    async def think_long(self: Pool, *question: Any, **more: Any) -> Any:
        asked.set()
        await done.wait()
        return await ask(self, *question, **more)

    monkeypatch.setattr(Pool, "ask", think_long)
    await ann.use("new", game="reversi")
    assert await ann.use("fill", player="greedy", colour="black") == "greedy is to play black."
    await ann.use("join")
    await ann.use("start")
    await asked.wait()
    await until(lambda: "To move: **" in fake.shown().content)
    assert "White: " in await ann.use("score")
    assert (await ann.ask("board")).files
    assert (await ann.use("move", move="d3")).startswith("It is not your turn")
    assert await ann.type("move", "move", "d") == []
    assert (await ann.press("move")).content == "It is not your turn."
    assert (await cat.press("watch")).content.startswith("You are told how it ends")
    assert await cat.use("rules")
    done.set()
    await until(lambda: f"To move: {ann.mention}" in fake.shown().content)


async def test_a_connection_that_breaks_is_taken_up_again(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What happened meanwhile comes afterwards; a session that is forgotten is begun anew, and the games go on."""

    async def at_once(*_: object, **__: object) -> None:
        """Discord wants five seconds between two beginnings; this one does not."""

    monkeypatch.setattr(bot, "before_identify_hook", at_once)
    await sit_down(ann, ben, game="reversi")
    game = bot.games[CHANNEL]
    await fake.break_off()
    assert not fake.connected
    assert await ann.use("move", move="d3") == "You played `d3`.", "it was pressed while nobody listened"
    assert fake.sessions == ["identify", "resume"]
    await fake.ask_to_come_again()
    await until(lambda: fake.sessions[2:] == ["resume"])
    await in_step(game)
    assert await ben.use("move", move="c3") == "You played `c3`."
    await fake.break_off(forget=True)
    await until(lambda: fake.sessions[3:] == ["identify"])
    await until(bot.is_ready)
    assert bot.games[CHANNEL] is game
    await until(lambda: len(fake.in_channel()) == 2)
    await play_on(bot, [ann, ben], Random(1), rounds=2)


async def test_messages_and_channels_deleted_by_hand(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="reversi")
    await until(lambda: bool(fake.calls()))
    fake.messages.clear()
    await ann.use("move", move="d3")
    await until(lambda: f"To move: {ben.mention}" in fake.shown().content and len(fake.calls()) == 1)
    assert fake.shown().files
    assert fake.shown().buttons
    await sit_down(ann, ben, place=OTHER_CHANNEL, game="reversi")
    await fake.delete_channel(OTHER_CHANNEL)

    async def forgotten() -> bool:
        return [kept.channel for kept in await bot.house.games()] == [CHANNEL]

    await until(forgotten)
    assert list(bot.games) == [CHANNEL]


async def test_a_thread_that_went_to_sleep(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, place=THREAD, game="reversi")
    old = fake.shown(THREAD)
    await until(lambda: bool(fake.calls(THREAD)))
    fake.asleep.add(THREAD)
    await ann.use("move", THREAD, move="d3")
    await until(lambda: f"To move: {ben.mention}" in fake.shown(THREAD).content)
    assert fake.shown(THREAD) is not old
    await until(lambda: old.id not in fake.messages)


async def test_what_is_lacking_is_named_where_it_is_lacking(
    fake: FakeDiscord, bot: QuintetBot, ann: Person
) -> None:
    await fake.allow(fake.allowed & ~(SEND_IN_THREADS | ATTACH_FILES))
    fake.forbidden.add("send")
    said = await ann.use("new", THREAD, game="reversi")
    assert (
        "a server admin can give me Send Messages in Threads and Attach Files there, under Edit Channel"
        in said
    )
    assert (await ann.use("end", THREAD)).startswith("The room is closed.")
    said = await ann.use("new", game="reversi")
    assert "a server admin can give me Attach Files there" in said


async def test_a_room_that_closes_while_discord_is_slow(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    """What happens while an edit is under way is shown by the next, the end too."""
    await sit_down(ann, ben, game="best")
    game = bot.games[CHANNEL]
    fake.prompt.clear()
    await ann.use("move", move="3")
    await until(lambda: fake.late > 0)
    await game.stop()
    for person in (ann, ben):
        await game.answer(person.id, True)
    await until(lambda: game.over)
    fake.prompt.set()
    await until(lambda: "This room is closed." in fake.shown().content)
    await until(lambda: CHANNEL not in bot.games)

"""A bot that was stopped goes on where it was."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.chat.conftest import Running
from tests.chat.fake_discord import CHANNEL, FakeDiscord, Person
from tests.chat.playing import in_step, over, play_on, sit_down
from tests.waiting import until


async def test_a_restart_in_mid_game(
    fake: FakeDiscord, running: Running, ann: Person, ben: Person, cat: Person
) -> None:
    """Also in mid-round: a sealed move is still sealed, and the buttons of before still work."""
    async with running() as bot:
        await sit_down(ann, ben, cat, game="omega", options="size=4 players=3")
        await play_on(bot, [ann, ben, cat], Random(1), rounds=1)
        await in_step(bot.games[CHANNEL])
        await until(lambda: "0 of 3 have chosen" in fake.shown().content)  # the second round's message
        await ann.use("move", move=next(iter(bot.games[CHANNEL].view_of(ann.id).prompts[0].moves())))  # type: ignore[union-attr]
        await until(lambda: "1 of 3 has chosen" in fake.shown().content)
        old = fake.shown()
    assert not fake.connected
    async with running() as bot:
        game = bot.games[CHANNEL]
        assert "Your sealed move" in await ann.use("board", text=True)
        assert fake.shown() is old, "it is edited, not posted again"
        assert (await ben.press("undo", old)).content == "The others are asked."
        for person in (ann, cat):
            await person.press("yes")
        await until(lambda: not game.view.plies)
        await play_on(bot, [ann, ben, cat], Random(4))
        await over(fake)
    async with running() as bot:
        assert "🏆" in await over(fake) or "draw" in await over(fake)
        await ann.press("rematch")


async def test_a_room_that_is_gone_is_forgotten(
    fake: FakeDiscord, running: Running, ann: Person, admin: Person
) -> None:
    async with running() as bot:
        await ann.use("new", game="reversi")
        await until(lambda: "join" in fake.shown().buttons)
        old = replace(fake.shown())  # as a screen that has not been looked at since still shows it
        await admin.use("stop")
        await until(lambda: not bot.games)
    async with running() as bot:
        assert not bot.games
        assert (await ann.press("join", old)).content.startswith("That game is no longer open")

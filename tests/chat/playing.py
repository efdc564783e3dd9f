"""Sitting down and playing on, as people on Discord do it."""

from __future__ import annotations

from random import Random

from quintet.chat.bot import QuintetBot
from quintet.chat.game import ChatGame
from tests.chat.fake_discord import CHANNEL, FakeDiscord, Person
from tests.waiting import until

NO_CLOCK = {"move_time": "0", "reserve": "0"}


async def sit_down(*people: Person, place: int = CHANNEL, **options: object) -> None:
    """Open a table, everybody takes a seat, and the first starts."""
    assert "is open" in await people[0].use("new", place, **options)
    for person in people:
        assert (await person.use("join", place)).startswith("You play")
    assert await people[0].use("start", place) == "The game starts."
    await until(lambda: "To move" in people[0].fake.shown(place).content)


async def play_on(
    bot: QuintetBot, people: list[Person], rng: Random, rounds: int = 1000, place: int = CHANNEL
) -> None:
    """Everybody plays at random, with /move and /submit in turn, until it is over."""
    game = bot.games[place]
    for number in range(rounds):
        await in_step(game)
        if game.view.status != "playing":
            return
        before = game.view.turn_version
        for person in people:
            view = game.view_of(person.id)
            if view is not None and view.prompts:
                text = view.prompts[0].sample(rng)
                said = await person.use("move" if number % 2 else "submit", place, move=text)
                assert said.startswith(("You played", "Your move is sealed")), said
        await until(lambda before=before: game.view.turn_version != before or game.view.status != "playing")  # type: ignore[misc]


async def in_step(game: ChatGame) -> None:
    """Every player has seen what the channel has."""

    def same() -> bool:
        views = [game.view_of(user) for user in game.players]
        return all(view is not None and view.version == game.view.version for view in views)

    await until(same)


async def over(fake: FakeDiscord, place: int = CHANNEL) -> str:
    """Wait for the end to be announced; how it was."""
    words = ("🏆", "**A draw**", "**The game was called off.**")
    await until(lambda: any(word in fake.shown(place).content for word in words))
    return fake.shown(place).content

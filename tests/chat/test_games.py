"""Whole games in a channel, from /new to the announced winner."""

from __future__ import annotations

from random import Random

from quintet.chat.bot import QuintetBot
from quintet.players import random_move
from tests.chat.fake_discord import CHANNEL, FakeDiscord, Person
from tests.waiting import until


async def sit_down(*people: Person, place: int = CHANNEL, **options: object) -> None:
    """Open a table, everybody takes a seat, and the first starts."""
    await people[0].use("new", place, **options)
    for person in people:
        assert (await person.use("join", place)).startswith("You play")
    assert await people[0].use("start", place) == "The game starts."
    await until(lambda: "To move" in people[0].fake.shown(place).content)


async def play_on(
    bot: QuintetBot, people: list[Person], rng: Random, rounds: int = 1000, place: int = CHANNEL
) -> None:
    """Everybody plays at random, with /move and /submit in turn, until it is over."""
    game = bot._games[place]
    for number in range(rounds):
        if game.view.status != "playing":
            return
        before = game.view.turn_version
        for person in people:
            view = game.view_of(person.id)
            if view is not None and view.prompts:
                text = random_move(view.prompts[0], rng)
                said = await person.use("move" if number % 2 else "submit", place, move=text)
                assert said.startswith(("You played", "Your move is sealed")), said
        await until(lambda before=before: game.view.turn_version != before or game.view.status != "playing")  # type: ignore[misc]
        await in_step(game.players, game)


async def in_step(users: tuple[int, ...], game: object) -> None:
    """Every player has seen what the channel has."""
    from quintet.chat.game import ChatGame

    assert isinstance(game, ChatGame)
    await until(
        lambda: all((v := game.view_of(u)) is not None and v.version == game.view.version for u in users)
    )


async def test_two_players_play_a_whole_game(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="reversi", options="size=4")
    table = fake.shown()
    assert ann.mention in table.content
    assert ben.mention in table.content
    assert table.files[0][1].startswith(b"\x89PNG")
    assert table.buttons == ["move", "hint", "undo", "restart", "resign"]
    await play_on(bot, [ann, ben], Random(1))
    await until(lambda: "🏆" in fake.shown().content or "A draw" in fake.shown().content)
    assert fake.shown().buttons == ["rematch"]
    await until(lambda: len(fake.in_channel()) == 1)  # one message shows the table, whatever happens

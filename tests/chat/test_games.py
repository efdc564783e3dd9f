"""Whole games in a channel, from /new to the announced winner."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from quintet.chat.bot import QuintetBot
from quintet.games import GAMES
from tests.chat.fake_discord import DIRECT, OTHER_CHANNEL, FakeDiscord, Person
from tests.chat.playing import in_step, over, play_on, sit_down
from tests.waiting import until


async def test_two_players_play_a_whole_game(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="reversi", options="size=4")
    table = fake.shown()
    assert ann.mention in table.content
    assert ben.mention in table.content
    assert table.files[0][1].startswith(b"\x89PNG")
    assert table.buttons == ["move", "hint", "undo", "restart", "resign", "watch"]
    await play_on(bot, [ann, ben], Random(1))
    await over(fake)
    assert fake.shown().buttons == ["rematch", "review"]
    assert fake.shown() is table, "one message shows the whole game"
    await until(lambda: len(fake.in_channel()) == 2)  # and one says who won to those who were not looking


async def test_three_players_play_a_whole_game_at_once(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, cat: Person
) -> None:
    """Moves in any order, hidden until the round is complete, suggested as they are typed."""
    await sit_down(ann, ben, cat, game="omega", options="size=4 players=3")
    assert "0 of 3 have chosen" in fake.shown().content
    rules, _, _ = fake.shown().content.partition(" · room `")
    assert rules.startswith("**Thwart Omega** · ")
    assert {"Players: Three", "Board: 4 × 4"} <= set(rules.split(" · ")), "the rules in force"
    assert (await ann.type("move", "move", "wa2 b"))[:2] == ["wa2 ba1", "wa2 bb1"]
    said = await ann.use("submit", move="gc3 BB3 wa2")
    assert "Your move is sealed: `wa2 bb3 gc3`" in said
    await until(lambda: "1 of 3 has chosen" in fake.shown().content)
    assert "wa2" not in "".join(message.content for message in fake.messages.values())
    for other in (ben, cat):
        assert "wa2" not in await other.use("board", text=True)
    assert "Your sealed move: `wa2 bb3 gc3`" in await ann.use("board", text=True)
    assert "sealed" in await ben.use("move", move="wa1 bb1 gc1")
    assert "You played" in await cat.use("move", move="wa4 bb4 gc4")
    await play_on(bot, [ann, ben, cat], Random(3))
    text = await over(fake)
    assert any(person.mention in text.splitlines()[-1] for person in (ann, ben, cat)) or "draw" in text


@pytest.mark.parametrize("name", GAMES)
async def test_every_game_is_opened_and_played(
    name: str, fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game=name)
    await play_on(bot, [ann, ben], Random(5), rounds=2)
    view = bot.games[fake.shown().channel].view
    assert len(view.plies) >= 2
    assert (await ann.ask("board")).files[0][0] == "board.png"
    board = await ann.use("board", text=True)
    assert GAMES[name].title in board
    assert "```" in board


async def test_several_games_at_once_in_several_channels(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="reversi", options="size=4")
    await sit_down(ben, ann, place=OTHER_CHANNEL, game="best")
    said = await ann.use("new", game="best")
    assert said.startswith("A game is open in this channel already")
    await play_on(bot, [ann, ben], Random(2))
    await play_on(bot, [ann, ben], Random(2), rounds=2, place=OTHER_CHANNEL)
    await over(fake)
    assert "To move" in fake.shown(OTHER_CHANNEL).content
    assert "is open" in await ann.use("new", game="onyx")
    await until(lambda: "Onyx" in fake.shown().content)


async def test_the_engine_takes_a_seat(fake: FakeDiscord, bot: QuintetBot, ann: Person) -> None:
    await ann.use("new", game="reversi", options="size=4")
    assert await ann.use("engine", level=1, colour="white") == "The engine at level 1 plays white."
    assert await ann.use("join") == "You play black."
    assert await ann.use("start", move_time="0", reserve="0") == "The game starts."
    await until(lambda: ann.mention in fake.shown().content and "To move" in fake.shown().content)
    assert "has 2:00" not in fake.shown().content
    await ann.use("move", move="b1")
    game = bot.games[fake.shown().channel]
    await until(lambda: len(game.view.plies) >= 2, 240)
    assert "Engine level 1" in fake.shown().content


async def test_who_names_no_level_is_offered_the_one_for_somebody_new(bot: QuintetBot, ann: Person) -> None:
    await ann.use("new", game="reversi", options="size=4")
    assert await ann.use("engine") == "The engine at level 2 plays black."


async def test_a_move_typed_into_the_form(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="reversi", text=True)
    assert "1 . . . ." in fake.shown().content
    assert not fake.shown().files
    assert await ann.fill_in("move", "D3") == "You played `d3`."
    await in_step(bot.games[fake.shown().channel])


async def test_no_form_opens_for_who_has_nothing_to_play(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    """Who presses Move out of turn, or under a board of a game that is over, is told so before anything is typed."""
    await sit_down(ann, ben, game="reversi")
    game = bot.games[fake.shown().channel]
    await in_step(game)
    during = replace(fake.shown())
    assert (await ben.press("move")).content == "It is not your turn."
    said = await ann.fill_in("move", "f5", meanwhile=ann.use("move", move="d3"))
    assert said.startswith("It is not your turn"), "the form was open already"
    await in_step(game)
    assert (await ann.press("move")).content == "It is not your turn."
    assert await ben.fill_in("move", "c3") == "You played `c3`."
    await ann.press("resign-now", await ann.ask("resign"))
    await over(fake)
    await in_step(game)
    for person in (ann, ben):
        assert (await person.press("move", during)).content == "No game is being played at this table now."


async def test_in_direct_messages_too(fake: FakeDiscord, bot: QuintetBot, ann: Person) -> None:
    """Without a server, a role or any channel that was set up."""
    await ann.use("new", DIRECT, game="best")
    await ann.use("join", DIRECT)
    assert (await ann.use("start", DIRECT)).startswith("1 of 2 seats is still free")
    assert (await ann.use("quintet setup", DIRECT)).startswith("That is for servers")
    assert await ann.use("stop", DIRECT) == "The table is closed."

"""A move at a table chosen from menus, by discord.py's own client against a fake."""

from __future__ import annotations

from random import Random

import pytest

from quintet.chat.bot import QuintetBot
from quintet.games import GAMES
from quintet.games.grammar import Prompt
from tests.chat.fake_discord import CHANNEL, FakeDiscord, Message, Person
from tests.chat.playing import in_step, sit_down
from tests.chat.test_puzzles import reach


async def choose(person: Person, shown: Message, prompt: Prompt, text: str) -> Message:
    """Make a move by menus, and press Play where it could go on."""
    walk = prompt.walk(text.split(" "))
    assert walk is not None
    for step, choice in enumerate(walk):
        wanted, open_now = choice.place.label or choice.text, list(prompt.choices(walk[:step]))
        if wanted not in shown.menu and len(open_now) == 1:
            continue  # a word that needs nobody to say it
        shown = await reach(person, shown, wanted, open_now)
    return await person.press("play", shown) if "play" in shown.buttons else shown


@pytest.mark.parametrize("name", GAMES)
async def test_every_game_is_played_from_menus_alone(
    name: str, bot: QuintetBot, fake: FakeDiscord, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game=name)
    game, rng = bot.games[CHANNEL], Random(3)
    for _ in range(4):
        await in_step(game)
        for person in (ann, ben):
            view = game.view_of(person.id)
            assert view is not None
            if not view.prompts or view.sealed:
                continue
            shown = await person.ask("board")
            assert shown.files, "the board is there to choose on"
            said = await choose(person, shown, view.prompts[0], view.prompts[0].sample(rng))
            assert said.content.startswith(("You played", "Your move is sealed")), said.content
            assert not said.components
            await in_step(game)
    assert len(game.view.plies) >= 2


async def test_choices_are_taken_back_and_a_menu_of_another_turn_plays_nothing(
    bot: QuintetBot, fake: FakeDiscord, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="omega")
    shown = await ann.ask("board")
    first = shown.menu
    column = await ann.choose(shown, first[0])
    assert (await ann.press("back", column)).menu == first, "a column that was opened is left again"
    shown = await ann.choose(column, column.menu[0])
    assert (await ann.press("back", shown)).menu == first
    game = bot.games[CHANNEL]
    for person in (ann, ben):
        view = game.view_of(person.id)
        assert view is not None
        await person.use("move", move=view.prompts[0].sample(Random(1)))
    await in_step(game)
    late = await ann.choose(column, column.menu[0])
    assert "gone on since" in late.content
    assert not (await ann.ask("score")).menus


async def test_more_than_a_menu_holds_is_offered_by_what_is_put_and_then_by_columns(
    bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="onyx")
    shown = await ann.ask("board")
    assert shown.menu == ["Pass", "b@…", "bb@…", "p@…", "pp@…"]
    shown = await ann.choose(shown, "bb@…")
    assert shown.menu == [f"bb@{column}1 to bb@{column}8" for column in "abcdefgh"]
    shown = await ann.choose(shown, "bb@c1 to bb@c8")
    assert shown.menu == [f"bb@c{row}" for row in range(1, 9)]
    shown = await ann.press("back", shown)
    said = await ann.choose(shown, "Pass")
    assert said.content == "You played `pass`."


async def test_who_only_watches_gets_no_menu(
    bot: QuintetBot, fake: FakeDiscord, ann: Person, ben: Person, cat: Person
) -> None:
    await sit_down(ann, ben, game="reversi")
    assert (await ann.ask("board")).menus
    assert not (await ben.ask("board")).menus, "it is not Ben's turn"
    assert not (await cat.ask("board")).menus

"""A move at a table chosen from menus, by discord.py's own client against a fake."""

from __future__ import annotations

from random import Random

import pytest

from quintet.chat.bot import QuintetBot
from quintet.games import GAMES
from quintet.games.grammar import Prompt
from tests.chat.fake_discord import CHANNEL, FakeDiscord, Message, Person
from tests.chat.playing import in_step, sit_down
from tests.chat.test_puzzles import covers


async def choose(person: Person, shown: Message, prompt: Prompt, text: str) -> Message:
    """Make a move by menus, and press Play where it could go on."""
    walk = prompt.walk(text.split(" "))
    assert walk is not None
    for step, choice in enumerate(walk):
        wanted, open_now = choice.place.label or choice.text, list(prompt.choices(walk[:step]))
        if wanted not in shown.menu and len(open_now) == 1:
            continue  # a word that needs nobody to say it
        if wanted not in shown.menu:
            label = next(label for label in shown.menu if covers(label, wanted, open_now))
            shown = await person.choose(shown, label)
        shown = await person.choose(shown, wanted)
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
    shown = await ann.choose(shown, first[0])
    shown = await ann.choose(shown, shown.menu[0]) if "back" not in shown.buttons else shown
    assert "back" in shown.buttons
    shown = await ann.press("back", shown)
    assert shown.menu == first
    game = bot.games[CHANNEL]
    for person in (ann, ben):
        view = game.view_of(person.id)
        assert view is not None
        await person.use("move", move=view.prompts[0].sample(Random(1)))
    await in_step(game)
    late = await ann.choose(shown, first[0])
    assert "gone on since" in late.content
    assert not (await ann.ask("score")).menus


async def test_who_only_watches_gets_no_menu(
    bot: QuintetBot, fake: FakeDiscord, ann: Person, ben: Person, cat: Person
) -> None:
    await sit_down(ann, ben, game="reversi")
    assert (await ann.ask("board")).menus
    assert not (await ben.ask("board")).menus, "it is not Ben's turn"
    assert not (await cat.ask("board")).menus

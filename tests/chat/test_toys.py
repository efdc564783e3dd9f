"""Games of somebody's own whose pieces move, in a channel."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from random import Random

import pytest
from PIL import Image

from quintet.chat import words
from quintet.chat.bot import QuintetBot
from tests.chat.fake_discord import FakeDiscord, Person
from tests.chat.playing import in_step, over, play_on, sit_down
from tests.toys.known import BEFORE_TWO_LEGS, TWO_LEGS, known_toys
from tests.waiting import until


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with known_toys():
        yield


async def test_pieces_grow_and_jump_with_suggestions_and_the_form(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "PICTURE_SIZE", 300)
    await sit_down(ann, ben, game="ataxx", options="size=5")
    name, picture = fake.shown().files[0]
    assert name.endswith(".png")
    drawn = Image.open(io.BytesIO(picture)).convert("RGB").tobytes()
    dots = [drawn[place : place + 3] for place in range(0, len(drawn), 3)]
    assert sum(red > green + 70 and red > blue + 70 for red, green, blue in dots) > 500
    assert sum(blue > red + 70 for red, green, blue in dots) > 500
    suggested = await ann.type("move", "move", "a1 ")
    assert suggested
    assert all(move.startswith("a1 ") for move in suggested)
    said = await ann.use("move", move="a1 d4")
    assert said == "A jump goes two squares far, d4 is not."
    assert await ann.use("move", move="a1 c3") == "You played `a1 c3`."
    game = bot.games[fake.shown().channel]
    await in_step(game)
    assert await ben.fill_in("move", "B5") == "You played `b5`."
    await in_step(game)
    assert game.view.board["c3"] == "r"
    await until(
        lambda: re.search(r"^Red: .* 2$\n^Blue: .* 3$", fake.shown().content, re.MULTILINE) is not None
    )
    assert "r" in (await ann.use("board", text=True))


async def test_a_jump_of_several_legs_and_a_whole_game(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="draughts")
    game = bot.games[fake.shown().channel]
    for number, move in enumerate((*BEFORE_TWO_LEGS, TWO_LEGS)):
        await in_step(game)
        person = (ann, ben)[number % 2]
        if move == TWO_LEGS:
            assert "must go on" in await person.use("move", move="e5-c3")
            assert await person.type("move", "move", "e5") == ["e5 c3"]
            assert await person.type("move", "move", "e5 c3") == ["e5 c3", TWO_LEGS]
        assert await person.use("move", move=move) == f"You played `{move}`."
    await in_step(game)
    assert game.view.board["e1"] == "bb"
    await play_on(bot, [ann, ben], Random(4))
    await over(fake)

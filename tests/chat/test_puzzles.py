"""Puzzles on Discord: asked of one alone, answered by menus or typed, rated with the guest; that of the day in a channel."""

from __future__ import annotations

import pytest

from quintet.chat import daily
from quintet.chat.bot import QuintetBot
from quintet.games.grammar import Choice, Prompt
from quintet.study import puzzles
from quintet.study.puzzles import Puzzle
from tests.chat.conftest import Running
from tests.chat.fake_discord import CHANNEL, OTHER_CHANNEL, FakeDiscord, Message, Person
from tests.waiting import until


def asked(message: Message) -> Puzzle:
    """The puzzle that a message is about."""
    ids = [
        part["custom_id"].split(":")[2]
        for row in message.components
        for part in row["components"]
        if "custom_id" in part
    ]
    return puzzles.find(ids[0])


def prompt_of(puzzle: Puzzle) -> Prompt:
    game = puzzles.game_of(puzzle)
    return game.prompt(game.load(puzzle.position), puzzle.seat)


def wrong(puzzle: Puzzle) -> str:
    return next(move for move in prompt_of(puzzle).moves() if move not in puzzle.right)


async def choose_move(person: Person, shown: Message, puzzle: Puzzle) -> Message:
    """Make the right move by menus alone, whatever the game is."""
    prompt = prompt_of(puzzle)
    walk = prompt.walk(puzzle.right[0].split(" "))
    assert walk is not None
    for step, choice in enumerate(walk):
        wanted = choice.place.label or choice.text
        labels = shown.menu
        if wanted not in labels and len(list(prompt.choices(walk[:step]))) == 1:
            continue  # a word that needs nobody to say it
        shown = await reach(person, shown, wanted, list(prompt.choices(walk[:step])))
    return shown


async def reach(person: Person, shown: Message, wanted: str, open_now: list[Choice]) -> Message:
    """Choose it, by way of the portions that it is in; one that stands alone in its portion is chosen with it."""
    while wanted not in shown.menu:
        shown = await person.choose(
            shown, next(label for label in shown.menu if covers(label, wanted, open_now))
        )
    return await person.choose(shown, wanted)


def covers(label: str, wanted: str, choices: list[Choice]) -> bool:
    """Is it in this portion of a menu: "c1 to c11", or from one to another in their order?"""
    names = [choice.place.label or choice.text for choice in choices]
    if label.endswith("…"):  # whatever begins so
        return wanted.startswith(label[:-1])
    first, _, last = label.partition(" to ")
    if first.rstrip("0123456789") == last.rstrip("0123456789"):
        return wanted.rstrip("0123456789") == first.rstrip("0123456789")
    return names.index(first) <= names.index(wanted) <= names.index(last or first)


@pytest.mark.parametrize("name", puzzles.games())
async def test_every_game_is_answered_by_menus_alone(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, name: str
) -> None:
    shown = await ann.ask("puzzle", game=name)
    puzzle = asked(shown)
    assert shown.ephemeral
    assert shown.files
    assert puzzle.game == name
    assert puzzle.right[0] not in shown.content.split()
    shown = await choose_move(ann, shown, puzzle)
    assert "Your answer so far: `" in shown.content
    over = await ann.press("Answer", shown)
    assert "right" in over.content
    assert "Your rating is " in over.content
    assert over.files
    assert over.buttons == ["next"]
    assert not fake.in_channel(), "nobody else sees any of it"
    following = await ann.press("Next puzzle", over)
    assert asked(following).id != puzzle.id
    assert asked(following).game == name


async def test_what_is_an_answer_before_anything_is_chosen_is_told(
    bot: QuintetBot, ann: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as to take no stack off: otherwise nobody would know what *Answer* says."""
    plain = next(one for one in puzzles.shipped("onyx") if one.right == ("remove",))
    monkeypatch.setattr(puzzles, "of_the_day", lambda _: plain)
    shown = await ann.ask("puzzle")
    assert shown.content.endswith("Your answer so far: `remove`")
    assert "right" in (await ann.press("Answer", shown)).content


@pytest.mark.parametrize("themes", [True, False])
async def test_typed_hinted_wrong_and_given_up(
    bot: QuintetBot, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch, themes: bool
) -> None:
    today = next(one for one in puzzles.shipped("reversi") if bool(one.themes) == themes)
    monkeypatch.setattr(puzzles, "of_the_day", lambda _: today)
    shown = await ann.ask("puzzle")
    puzzle = asked(shown)
    assert puzzle == today
    assert asked(await ben.ask("puzzle")) == puzzle, "the day has one for everybody"
    assert "Hint: " in (await ann.press("Hint", shown)).content
    assert "is not a " in await ann.fill_in("Type an answer", "nonsense%", message=shown)
    said = await ann.fill_in("Type an answer", wrong(puzzle), message=shown)
    assert "Your rating is " in said
    assert "The answer" not in said
    assert "in a row" not in said
    again = await ann.fill_in("Type an answer", wrong(puzzle), message=shown)
    assert "Your rating is " not in again, "only the first answer counts"
    over = await ann.press("Show the answer", shown)
    assert "The answer" in over.content
    standing = await ann.use("puzzle", standing=True)
    assert "0 of 1 right, 0 in a row (best 0)" in standing
    assert "of 1 right" not in await ben.use("puzzle", standing=True)


async def test_it_is_the_same_guest_as_in_the_rooms(running: Running, ann: Person) -> None:
    """And what was shown before a restart still works."""
    async with running() as bot:
        shown = await ann.ask("puzzle", game="best")
        puzzle = asked(shown)
        token = await bot.house.token(str(ann.id))
    async with running() as bot:
        over = await ann.fill_in("Type an answer", puzzle.right[0], message=shown)
        assert "Your rating is " in over
        assert await bot.house.token(str(ann.id)) == token
        found = await bot.puzzles.overview(ann.id)
        assert [one.solved for one in found.games if one.tried] == [1]


async def test_the_puzzle_of_the_day_is_posted_where_an_admin_wants_it(
    fake: FakeDiscord, running: Running, ann: Person, admin: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "LOOK_SECONDS", 0.05)
    async with running():
        assert (await ann.use("daily")).startswith("Only an admin")
        fake.forbidden.add("send")
        assert (await admin.use("daily")).startswith("I could not post in ")
        fake.forbidden.clear()
        assert "is posted in " in await admin.use("daily")
        (posted,) = fake.in_channel()
        assert posted.content.startswith("**The puzzle of the day**")
        assert posted.files
        mine = await ann.press("Solve it", posted)
        assert mine.ephemeral
        assert asked(mine) == asked(posted)
    async with running():
        looks: list[str] = []

        def tomorrow() -> str:
            looks.append("2031-01-02")
            return looks[-1]

        monkeypatch.setattr(daily, "today", tomorrow)
        await until(lambda: len(fake.in_channel()) == 2)
        seen = len(looks)
        await until(lambda: len(looks) > seen + 6)
        assert len(fake.in_channel()) == 2, "once a day"
        assert "such as `/q move`" in await admin.use("short", form="q")
        assert "no longer posted" in await admin.use("daily", off=True)
        monkeypatch.setattr(daily, "today", lambda: "2031-01-03")
    async with running():
        assert "such as `/q move`" in await ann.use("help"), "one choice leaves the other alone"
        assert len(fake.in_channel()) == 2
        await fake.delete_channel(OTHER_CHANNEL)
    assert CHANNEL in fake.channels

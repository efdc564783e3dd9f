"""Being told that it is one's move: once, where one likes it, and not at night."""

from __future__ import annotations

import datetime as dt

import pytest

from quintet.chat import calls
from quintet.chat.bot import QuintetBot
from quintet.chat.calls import quiet_for
from quintet.chat.house import PersonWish
from tests.chat.conftest import Running
from tests.chat.fake_discord import CHANNEL, DIRECT_TO, OTHER_CHANNEL, FakeDiscord, Person
from tests.chat.playing import in_step, over, sit_down
from tests.server.harness import serving
from tests.waiting import until


async def test_one_message_a_game_and_one_mention_a_turn(
    fake: FakeDiscord, running: Running, ann: Person, ben: Person
) -> None:
    async with running() as bot:
        await sit_down(ann, ben, game="reversi")
        table, game = fake.shown(), bot.games[CHANNEL]
        for person, move in ((ann, "d3"), (ben, "c3"), (ann, "c4")):
            await called(fake, person)
            await in_step(game)
            picture = table.files
            assert "You played" in await person.use("move", move=move)
            await until(lambda picture=picture: table.files != picture)  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        await called(fake, ben)
    async with running():  # who was told before is not told again
        await ben.use("score")
        assert fake.in_channel()[0] is table
    assert [number for number, _ in fake.mentioned] == [ann.id, ben.id, ann.id, ben.id]


async def test_who_is_at_the_table_is_not_told(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "PRESENT_SECONDS", 3600.0)
    await sit_down(ann, ben, game="reversi")
    await ann.use("move", move="d3")
    await until(lambda: f"To move: {ben.mention}" in fake.shown().content)
    assert not fake.mentioned
    monkeypatch.setattr(calls, "PRESENT_SECONDS", 0.0)  # as if that time were over
    await bot.games[CHANNEL].watch(99)
    await until(lambda: [number for number, _ in fake.mentioned] == [ben.id])


async def test_direct_messages_silence_and_who_takes_none(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, cat: Person
) -> None:
    assert await ann.use("notify") == "You are mentioned when it is your move."
    assert await ann.use("notify", how="message") == "You get a direct message when it is your move."
    assert await ben.use("notify", how="never") == "You are not told when it is your move."
    await sit_down(ann, ben, cat, game="omega", options="size=5 players=3")
    await until(lambda: fake.calls() == [f"{cat.mention}: your move in {link_of(fake, 'Thwart Omega')}."])
    (direct,) = fake.in_channel(DIRECT_TO + ann.id)
    assert direct.content == f"Your move in {link_of(fake, 'Thwart Omega')}. (Friends)"
    fake.forbidden.add("direct")
    for person, move in ((ann, "wa1 bb1 gc1"), (ben, "wa2 bb2 gc2"), (cat, "wa3 bb3 gc3")):
        await person.use("move", move=move)
    await until(lambda: any(f"{cat.mention} and {ann.mention}: your move" in call for call in fake.calls()))
    assert all(number != ben.id for number, _ in fake.mentioned)


async def test_a_channel_that_takes_nothing_leaves_direct_messages(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="reversi")
    await until(lambda: bool(fake.mentioned))
    fake.forbidden.add("send here")
    await ann.use("move", move="d3")
    await until(lambda: bool(fake.in_channel(DIRECT_TO + ben.id)))


@pytest.mark.parametrize(
    ("clock", "quiet", "zone", "seconds"),
    [
        ("23:30", (22 * 60, 7 * 60), "UTC", 7.5 * 3600),
        ("6:59", (22 * 60, 7 * 60), "UTC", 60),
        ("7:00", (22 * 60, 7 * 60), "UTC", 0),
        ("13:00", (22 * 60, 7 * 60), "UTC", 0),
        ("13:00", (22 * 60, 7 * 60), "Asia/Tokyo", 9 * 3600),
        ("12:15", (12 * 60, 13 * 60), "UTC", 45 * 60),
        ("12:15", None, "UTC", 0),
    ],
)
def test_quiet_hours(clock: str, quiet: tuple[int, int] | None, zone: str, seconds: float) -> None:
    hour, minute = map(int, clock.split(":"))
    now = dt.datetime(2026, 7, 1, hour, minute, tzinfo=dt.UTC).timestamp()
    assert quiet_for(PersonWish(user=1, quiet=quiet, zone=zone), now) == seconds


async def test_quiet_hours_hold_back_and_are_kept(
    fake: FakeDiscord, running: Running, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = dt.datetime(2026, 7, 1, 23, 30, tzinfo=dt.UTC).timestamp()
    monkeypatch.setattr("quintet.chat.calls.time.time", lambda: night)
    async with running():
        assert (await ann.use("notify", quiet="at night")).startswith("'at night' is not a part of the day")
        assert (await ann.use("notify", time_zone="Moon/Crater")).startswith(
            "'Moon/Crater' is not a time zone"
        )
        said = await ann.use("notify", quiet="22:00-7:00", time_zone="Europe/London")
        assert said.endswith("but not from 22:00 to 7:00 (Europe/London): then it waits until 7:00.")
    async with running():
        await sit_down(ann, ben, game="reversi")
        assert not fake.calls()
        monkeypatch.setattr("quintet.chat.calls.time.time", lambda: night + 7 * 3600)
        await ben.press("watch")
        assert (await ben.press("watch")).content.startswith("You play in this game")
        await ann.press("undo")
        assert await ann.use("notify", quiet="none") == "You are mentioned when it is your move."
        await ann.use("move", move="d3")
        await until(lambda: any(ben.mention in call for call in fake.calls()))


async def test_who_watches_is_named_and_told_the_end(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, cat: Person
) -> None:
    await sit_down(ann, ben, game="reversi")
    assert (await cat.press("watch")).content.startswith("You are told how it ends.")
    await until(lambda: f"Watching: {cat.mention}" in fake.shown().content)
    assert (await cat.press("watch")).content == "You are no longer told how it ends."
    await until(lambda: "Watching" not in fake.shown().content)
    await cat.press("watch")
    first = fake.shown()
    await ann.press("resign-now", await ann.press("resign"))
    await over(fake)
    told = f"[Reversi]({bot.games[CHANNEL].jump}) is over. 🏆 **{ben.mention} wins**: {ann.mention} resigned."
    await until(lambda: fake.calls() == [f"{ann.mention}, {ben.mention} and {cat.mention}: {told}"])
    await ann.press("rematch")
    await ben.press("yes")
    await until(lambda: fake.shown() is not first and "To move" in fake.shown().content)
    assert not first.buttons
    assert "🏆" in first.content, "the game before keeps its last board"
    await until(lambda: len(fake.calls()) == 2)


async def test_offers_are_told_to_those_who_are_asked(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="reversi")
    await ann.use("move", move="d3")
    await called(fake, ben)
    await ann.press("undo")
    asked = f"{ben.mention}: {ann.mention} asks to take back a move. See {link_of(fake, 'Reversi')}."
    await until(lambda: asked in fake.calls())
    await ben.press("no")
    await called(fake, ben)
    await ben.press("resign-now", await ben.press("resign"))
    await over(fake)
    ended = fake.shown()
    await ben.press("rematch")
    await until(lambda: f"{ben.mention} asks for a rematch. Do you agree" in ended.content)
    await ann.press("yes")
    await until(lambda: fake.shown() is not ended and "To move" in fake.shown().content)
    assert "rematch" not in ended.content


async def test_a_table_for_somebody_or_for_the_engine_in_one_command(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    assert (await ann.use("new", game="reversi", opponent=ann)).startswith("An opponent is somebody else")
    assert (await ann.use("new", game="reversi", opponent=ben, level=1)).startswith(
        "Name an opponent or a level"
    )
    said = await ann.use("new", game="reversi", opponent=ben)
    assert said.endswith(f"You play black. {ben.mention} is asked to come.")
    await until(
        lambda: fake.calls() == [f"{ben.mention}: come and play {link_of(fake, 'Reversi')}: press Join."]
    )
    await ben.press("join")
    await until(lambda: not fake.calls())
    assert "join" not in fake.shown().buttons
    said = await ann.use("new", OTHER_CHANNEL, game="omega", options="size=5 players=3", level=1)
    assert said.endswith("You play white. The game starts.")
    await until(lambda: "To move" in fake.shown(OTHER_CHANNEL).content)
    assert fake.shown(OTHER_CHANNEL).content.count("Engine level 1") >= 2
    assert " has " not in fake.shown(OTHER_CHANNEL).content


async def test_a_game_of_several_days(fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person) -> None:
    await ann.use("new", game="reversi")
    for person in (ann, ben):
        await person.use("join")
    assert (await ann.use("start", days=3, move_time="1:00")).startswith(
        "Name the time for each move or the days"
    )
    await ann.use("start", days=3)
    await until(lambda: f"{ann.mention} has 3 days: out of time <t:" in fake.shown().content)
    edits = len(fake.edited)
    await until(lambda: bool(fake.calls()))
    assert len(fake.edited) <= edits + 1, "such a clock is not counted down"


async def test_the_link_for_browsers(fake: FakeDiscord, running: Running, ann: Person) -> None:
    async with running(public="https://games.example.org/") as bot:
        await ann.use("new", game="reversi")
        await until(lambda: bool(fake.in_channel()))
        link = f"https://games.example.org/r/{bot.games[CHANNEL].kept.room}"
        assert fake.shown().links == [link]
        assert f"In a browser: <{link}>" in await ann.use("board")
    async with serving() as node, running(server=node.address, store="memory:"):
        await ann.use("new", OTHER_CHANNEL, game="reversi")
        await until(lambda: "join" in fake.shown(OTHER_CHANNEL).buttons)
        assert not fake.shown(OTHER_CHANNEL).links, "nobody else could open an address of this machine"


async def called(fake: FakeDiscord, person: Person) -> None:
    """Nobody else is, and nothing else is said."""
    await until(lambda: fake.calls() == [f"{person.mention}: your move in {link_of(fake, 'Reversi')}."])


def link_of(fake: FakeDiscord, title: str) -> str:
    """The title of a game, leading to its table."""
    return f"[{title}](https://discord.com/channels/2000/{CHANNEL}/{fake.shown().id})"


async def test_nobody_is_told_but_those_who_are_asked(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, cat: Person
) -> None:
    """Whoever is only spoken of is named, and hears nothing: neither who asks for something, nor who won."""
    assert await ben.use("notify", how="never")
    await sit_down(ann, ben, game="reversi")
    await cat.press("watch")
    await ann.use("move", move="d3")
    await ben.use("move", move="c3")
    await ben.press("undo")
    await until(lambda: any("take back" in text for _, text in fake.mentioned))
    await ann.press("no")
    await ann.press("resign-now", await ann.ask("resign"))
    assert f"{ben.mention} wins" in await over(fake)
    await until(lambda: any("is over" in text for _, text in fake.mentioned))
    assert {number for number, _ in fake.mentioned} == {ann.id, cat.id}


async def test_a_crowd_looks_on(fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person) -> None:
    """A message holds some eighty names: the first are named, and at the end everybody is told."""
    await sit_down(ann, ben, game="reversi")
    crowd = [Person(fake, 10**18 + number, "Somebody") for number in range(100)]
    for person in crowd:
        await bot.games[CHANNEL].watch(person.id)
    await until(lambda: "and 80 more" in fake.shown().content)
    assert crowd[19].mention in fake.shown().content
    assert crowd[20].mention not in fake.shown().content
    await ann.press("resign-now", await ann.ask("resign"))
    await over(fake)
    await until(lambda: {one.id for one in crowd} <= {number for number, _ in fake.mentioned})


async def test_what_nobody_can_answer_any_more_is_taken_back(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    """Another table in the channel: the one before asks for nothing more, and still says how it ended."""
    await sit_down(ann, ben, game="reversi")
    await ann.use("move", move="d3")
    await ben.press("resign-now", await ben.ask("resign"))
    await over(fake)
    table = fake.shown()
    await ann.press("rematch")
    await until(lambda: any("rematch" in call for call in fake.calls()))
    assert "Do you agree" in table.content
    assert "is open" in await ann.use("new", game="best")
    await until(lambda: "Best Game Ever" in fake.shown().content)
    assert not any("rematch" in call for call in fake.calls())
    assert any("is over" in call for call in fake.calls())
    assert "Do you agree" not in table.content
    assert "🏆" in table.content

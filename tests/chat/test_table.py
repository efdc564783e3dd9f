"""At the table: offers and buttons, clocks, who may do what."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from quintet.chat.bot import QuintetBot
from quintet.server.steady import SteadyClock
from tests.chat.fake_discord import CHANNEL, FakeDiscord, Person
from tests.chat.playing import in_step, over, play_on, sit_down
from tests.waiting import until


async def test_undo_with_consent(fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person) -> None:
    await sit_down(ann, ben, game="reversi")
    game = bot.games[CHANNEL]
    await ann.use("move", move="d3")
    assert (await ann.press("undo")).content == "The others are asked."
    await until(lambda: "asks to take back a move" in fake.shown().content)
    assert (await ann.press("yes")).content == "This offer is not yours to answer."
    assert (await ben.press("no")).content == "You said no."
    await in_step(game)
    assert len(game.view.plies) == 1
    await ann.press("undo")
    assert (await ann.press("withdraw")).content == "You took your offer back."
    await in_step(game)
    await ann.press("undo")
    assert (await ben.press("yes")).content == "You said yes."
    await until(lambda: not game.view.plies)
    await until(lambda: fake.shown().buttons == ["move", "hint", "undo", "restart", "resign", "watch"])


async def test_restart_with_consent(bot: QuintetBot, ann: Person, ben: Person) -> None:
    await sit_down(ann, ben, game="reversi")
    await ann.use("move", move="d3")
    await ben.press("restart")
    await ann.press("yes")
    await until(lambda: not bot.games[CHANNEL].view.plies)


async def test_a_hint_is_whispered(fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person) -> None:
    await sit_down(ann, ben, game="reversi", options="size=4")
    assert (await ben.press("hint")).content == "You may ask for a hint only when it is your turn."
    asked = len(fake.replies)
    await ann.press("hint")
    await ben.press("yes")
    hinted = list(fake.replies.values())[asked]
    await until(lambda: len(hinted.messages) == 2, 240)
    assert hinted.messages[1].content.startswith("Your hint: `")
    assert hinted.messages[1].ephemeral
    assert "Your hint" in await ann.use("board", text=True)
    assert "Your hint" not in await ben.use("board", text=True)


async def test_resigning_is_asked_once_more_and_a_rematch_swaps(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="gomoku")
    sure = await ann.press("resign")
    assert sure.content == "Do you give up this game?"
    assert (await ann.press("resign-now", sure)).content == "You resigned."
    assert f"🏆 **{ben.mention} wins**: {ann.mention} resigned." in await over(fake)
    assert (await ann.use("start")).startswith("The game is over")
    await ann.press("rematch")
    await ben.press("yes")
    await until(lambda: f"Black: {ben.mention}" in fake.shown().content and "To move" in fake.shown().content)


async def test_time_that_has_run_out_loses(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's time goes slowly until it was shown."""
    now, slow_since, slow = SteadyClock.now, list[int](), True

    def slowed(clock: SteadyClock) -> int:
        slow_since[:] = slow_since or [now(clock)]
        return slow_since[0] + (now(clock) - slow_since[0]) // (20 if slow else 1)

    await ann.use("new", game="reversi")
    for person in (ann, ben):
        await person.use("join")
    monkeypatch.setattr(SteadyClock, "now", slowed)
    await ben.use("start", move_time="[00:00:01]", reserve="1")
    await until(lambda: "To move" in fake.shown().content)
    slow = False
    assert f"🏆 **{ben.mention} wins**: {ann.mention} ran out of time." in await over(fake)
    assert any("in reserve: out of time <t:" in text for text in fake.edited), "it was shown as it went down"


async def test_the_clock_by_default_and_a_time_that_is_none(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await ann.use("new", game="reversi")
    for person in (ann, ben):
        await person.use("join")
    assert (await ann.use("start", move_time="soon")).startswith("'soon' is not a time; write it as minutes")
    await ann.use("start")
    await until(lambda: "and 5:00 in reserve" in fake.shown().content)


async def test_only_admins_seat_remove_and_stop(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, cat: Person, admin: Person
) -> None:
    await sit_down(ann, ben, game="best")
    for words in (
        await cat.use("stop"),
        await ann.use("leave", player=ben),
        await ann.use("join", player=cat),
        await cat.use("quintet setup"),
    ):
        assert words.startswith("Only an admin of this server may do that")
    assert len(bot.games[CHANNEL].players) == 2
    assert await admin.use("leave", player=cat) == "Cat is not in this game."
    assert (await admin.use("leave", player=ben)).startswith("The game is running, and only Ben can leave it")
    assert await admin.use("stop") == "A game is being played: the players are asked."
    await until(lambda: "The host asks to close the room. Do you agree" in fake.shown().content)
    await ann.press("yes")
    await ben.press("yes")
    await until(lambda: "This room is closed." in fake.shown().content)
    await until(lambda: CHANNEL not in bot.games)
    assert (await ann.use("move", move="3")).startswith("No game is open in this channel")
    assert "is open" in await ann.use("new", game="reversi")
    assert await admin.use("join", player=ben) == f"{ben.mention} plays black."
    assert await admin.use("leave", player=ben) == f"{ben.mention} left the table."
    assert (await cat.use("start")).startswith("Only a player or an admin")


async def test_ending_by_agreement(fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person) -> None:
    await sit_down(ann, ben, game="reversi")
    assert await ann.use("end") == "The game is called off."
    assert "**The game was called off.**" in await over(fake)
    await ann.press("rematch")
    await ben.press("yes")
    await until(lambda: "To move" in fake.shown().content)
    await ben.use("move", move="d3")
    assert await ann.use("end") == "The others are asked."
    await ben.press("yes")
    assert "**A draw**: the players agreed on a draw" in await over(fake)
    assert await ann.use("end") == "The room is closed."
    await until(lambda: CHANNEL not in bot.games)


async def test_joining_and_leaving(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, cat: Person
) -> None:
    assert (await ann.use("join")).startswith("No game is open in this channel; `/quintet new`")
    await ann.use("new", game="reversi")
    assert (await ann.use("join", colour="pink")).startswith("'pink' is not free; free is black, white")
    assert await ann.use("join", colour="White") == "You play white."
    assert (await ann.press("join")).content.startswith("You play white already")
    assert await ann.use("join", colour="black") == "You play black."
    assert (await ann.use("start")).startswith("1 of 2 seats is still free")
    assert (await ben.press("join")).content == "You play white."
    assert await cat.use("join") == "Every seat is taken; you can watch."
    assert (await cat.use("move", move="d3")).startswith("You are not in this game")
    assert (await ben.press("leave")).content == "You left the table."
    await until(lambda: "White: *free*" in fake.shown().content)
    await cat.use("join")
    assert (await ann.press("start")).content == "The game starts."
    await until(lambda: "To move" in fake.shown().content)
    assert (await cat.use("leave")).endswith("leaving now calls it off. Do you mean it?")
    assert "To move" in fake.shown().content
    sure = list(fake.replies.values())[-1].messages[-1]
    assert (await cat.press("leave-now", sure)).content == "You left the table."
    assert "**The game was called off.**" in await over(fake)


async def test_nobody_calls_off_a_game_in_which_a_move_is_sealed(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="omega", options="size=4")
    assert "sealed" in await ben.use("move", move="wa1 bb1")
    assert await ann.use("end") == "The others are asked."
    await until(lambda: "asks for a draw" in fake.shown().content)
    assert (await ann.use("leave")).endswith("leaving now resigns it. Do you mean it?")
    assert bot.games[CHANNEL].view.status == "playing"


@pytest.mark.parametrize(
    ("move", "answer"),
    [
        ("z9", "is not a move"),
        ("a1", "a1 outflanks no enemy disc."),
        ("", "An empty text is not a move."),
        ("x" * 4000, "is not a move"),
        ("@everyone", "is not a move"),
    ],
)
async def test_a_wrong_move_is_answered_with_a_sentence(
    bot: QuintetBot, ann: Person, ben: Person, move: str, answer: str
) -> None:
    await sit_down(ann, ben, game="reversi", options="size=4")
    assert answer in await ann.use("move", move=move)
    assert not bot.games[CHANNEL].view.plies


async def test_wrong_settings_are_answered_with_a_sentence(ann: Person, bot: QuintetBot) -> None:
    assert (await ann.use("new", game="reversi", options="size=5")).startswith("Size cannot be 5; it takes")
    assert (await ann.use("new", game="reversi", options="colour")).startswith("'colour' is not a setting")
    assert "size=6" in await ann.type("new", "options", "siz", game="reversi")
    assert not bot.games
    assert (await ann.use("table", room="nowhere")).startswith("There is no such room")


async def test_what_waits_is_told_with_your_move_first(bot: QuintetBot, ann: Person, ben: Person) -> None:
    assert "Nothing waits for you" in await ann.use("games")
    await sit_down(ann, ben, game="reversi", options="size=4")
    assert "Reversi (Board: 4 × 4)" in (told := await ann.use("games"))
    assert "**Your move.**" in told
    assert "is to move." in await ben.use("games")


async def test_how_it_ended_is_told_in_whole_bold_words_and_by_name(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    await sit_down(ann, ben, game="best")
    await ann.use("move", move="1")
    await in_step(bot.games[CHANNEL])
    await ben.use("move", move="2")
    await ben.press("leave-now", await ben.ask("leave"))
    await until(lambda: f"🏆 **{ann.mention} wins**: Ben resigned." in fake.shown().content)
    assert "is open" in await ann.use("new", game="best", level=1)
    await until(lambda: f"To move: {ann.mention}" in fake.shown().content)
    await ann.use("move", move="1")
    await until(lambda: len(bot.games[CHANNEL].view.plies) == 2)
    await ann.press("resign-now", await ann.ask("resign"))
    await until(lambda: f"🏆 **Engine level 1 wins**: {ann.mention} resigned." in fake.shown().content)


async def test_what_was_played_is_told_beside_the_board(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person
) -> None:
    """A picture marks it; who hears the table, or moved before somebody else, reads it."""
    await sit_down(ann, ben, game="reversi")
    assert "Last" not in fake.shown().content
    await ann.use("move", move="d3")
    await until(lambda: f"Last move: `d3` by {ann.mention}, turns d4." in fake.shown().content)
    await ann.press("resign-now", await ann.ask("resign"))
    assert "Last move: `d3`" in await over(fake)
    await ann.use("end")
    await until(lambda: CHANNEL not in bot.games)
    await sit_down(ann, ben, game="omega", options="size=4")
    await ann.use("move", move="wa1 bb2")
    await ben.use("move", move="wc3 ba1")
    told = f"Last round: {ann.mention} `wa1 bb2`, {ben.mention} `wc3 ba1`. That burns a1."
    await until(lambda: told in fake.shown().content)


async def test_a_score_is_told_once(fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person) -> None:
    """What is counted beside the seats is not counted again below the end, what it comes of is."""
    await sit_down(ann, ben, game="best")
    await play_on(bot, [ann, ben], Random(1))
    told = await over(fake)
    assert told.count("Points") == 2
    await ann.use("end")
    await until(lambda: CHANNEL not in bot.games)
    await sit_down(ann, ben, game="omega", options="size=4")
    await play_on(bot, [ann, ben], Random(1))
    told = await over(fake)
    assert told.count("Score") == 2
    assert "-# Groups, multiplied: White " in told


async def test_a_room_that_is_closed_after_its_game_still_tells_the_score(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, admin: Person
) -> None:
    await sit_down(ann, ben, game="reversi")
    await ann.use("move", move="d3")
    await ben.press("resign-now", await ben.ask("resign"))
    await over(fake)
    assert await admin.use("stop") == "The table is closed."
    await until(lambda: "This room is closed." in fake.shown().content)
    assert f"Black: {ann.mention} · Discs 4" in fake.shown().content
    assert "🏆" in fake.shown().content


async def test_who_join_at_the_same_moment_all_get_a_seat(
    fake: FakeDiscord, bot: QuintetBot, ann: Person, ben: Person, cat: Person, admin: Person
) -> None:
    await ann.use("new", game="omega", options="players=3")
    told = await asyncio.gather(*(person.use("join") for person in (ann, ben, cat)))
    assert sorted(told) == ["You play black.", "You play grey.", "You play white."]
    assert await ann.use("start") == "The game starts."
    assert (await admin.use("join")) == "Every seat is taken; you can watch."

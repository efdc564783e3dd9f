"""Bots that are signed on at a real server: on the list, in the seats they are given, and when they do not come."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from quintet.bots import Bot, guest
from quintet.bots.guest import BotError
from quintet.bots.standby import stand_by
from quintet.games.contract import AnyGame
from quintet.server import bench
from quintet.table import View, filling
from quintet.table.bench import Candidate
from quintet.table.commands import Ask, Create, Enter, Fill, Kick, Leave, Ready
from quintet.table.events import Missed
from quintet.table.shapes import Update
from quintet.wire.client import Client, ServerError
from quintet.wire.messages import Invitation
from tests.bots.toys import Cheat, First
from tests.ports import free_port
from tests.server.harness import Process, raw, serving
from tests.waiting import PATIENCE, until

SMALL = {"size": 4}


class Picky(First):
    """Plays games of two seats, but no small ones."""

    def plays(self, game: AnyGame) -> bool:
        return game.seats == 2 and game.settings.get("size") != 4


@asynccontextmanager
async def standing_by(
    address: str, kind: type[Bot] = First, name: str = "Robo", *, most: int = 8, once: bool = False
) -> AsyncIterator[list[str]]:
    """A bot that is signed on; what it says."""
    said: list[str] = []
    task = asyncio.create_task(stand_by(address, kind, name, said.append, most=most, once=once))
    try:
        await until(lambda: bool(said) or task.done())
        if task.done():
            await task
        yield said
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError, ServerError):
            await task


def bots(client: Client) -> list[Candidate]:
    return [candidate for candidate in client.players if candidate.bot]


def seen(client: Client) -> View:
    assert client.view is not None
    return client.view


async def host(address: str, game: str = "reversi", options: dict[str, Any] | None = None) -> Client:
    """Somebody with a room, who looks at the list."""
    client = Client(address)
    await client.open()
    chosen = SMALL if options is None else options
    await client.join(await client.create(Create(name="Ours", game=game, options=chosen, host_name="Ann")))
    await client.follow_bench()
    return client


async def ask_for(client: Client, name: str = "Robo", seat: int = 1) -> None:
    """Give a seat to the bot of that name, as soon as it is on the list."""
    await until(lambda: any(bot.name == name for bot in bots(client)))
    player = next(bot.player for bot in bots(client) if bot.name == name)
    await client.ask(Fill(seat=seat, machine=player))


async def play_out(client: Client) -> None:
    await until(lambda: seen(client).status == "playing")
    while seen(client).status == "playing":
        await until(lambda: bool(seen(client).prompts) or seen(client).status != "playing")
        if seen(client).prompts:
            await client.move(next(seen(client).prompts[0].moves()))


async def test_a_bot_is_on_the_list_while_it_is_signed_on() -> None:
    async with serving() as server, Client(server.address) as ann:
        machines = await ann.follow_bench()
        assert {"random", "greedy", "level-1", "level-10"} <= {machine.player for machine in machines}
        assert [machine.name for machine in machines if machine.level == 7] == ["Engine level 7"]
        async with standing_by(server.address), standing_by(server.address):
            await until(lambda: [bot.name for bot in bots(ann)] == ["Robo", "Robo 2"])
            assert all(bot.plays("reversi") for bot in bots(ann))
        await until(lambda: not bots(ann))


async def test_the_bot_takes_the_seat_it_is_given_and_plays() -> None:
    async with serving() as server, standing_by(server.address) as said:
        ann = await host(server.address)
        await ask_for(ann)
        await until(lambda: seen(ann).seats[1].kind == "bot" and seen(ann).seats[1].ready)
        await ann.ask(Ready())
        await asyncio.wait_for(play_out(ann), PATIENCE)
        assert seen(ann).outcome is not None
        await ann.ask(Ask(kind="rematch"))  # it agrees, and the seats are swapped
        await asyncio.wait_for(play_out(ann), PATIENCE)
        assert seen(ann).seats[0].name == "Robo (bot)"
        assert any(line.startswith("Robo sits in Ours") for line in said)
        await ann.close()


async def test_one_bot_plays_in_several_rooms_at_once_and_no_more_than_it_wants() -> None:
    async with serving() as server, standing_by(server.address, most=2):
        hosts = [await host(server.address) for _ in range(3)]
        for ann in hosts[:2]:
            await ask_for(ann)
            await until(lambda ann=ann: seen(ann).seats[1].ready)  # type: ignore[misc]
            await ann.ask(Ready())
        await asyncio.wait_for(asyncio.gather(*(play_out(ann) for ann in hosts[:2])), PATIENCE)
        missed = asyncio.create_task(next_missed(hosts[2]))
        await ask_for(hosts[2])
        assert (await asyncio.wait_for(missed, PATIENCE)).why == "declined"
        for ann in hosts:
            await ann.close()


async def next_missed(client: Client) -> Missed:
    async for message in client.news():
        for event in message.events if isinstance(message, Update) else ():
            if isinstance(event, Missed):
                return event
    raise AssertionError("no bot was missed")


@asynccontextmanager
async def signed_on(address: str, name: str = "Robo", *games: str) -> AsyncIterator[Client]:
    """A bot that does nothing by itself."""
    async with Client(address) as client:
        await client.sign_on(name, games)
        yield client


async def invitation(client: Client) -> Invitation:
    async for message in client.news():
        if isinstance(message, Invitation):
            return message
    raise AssertionError("nobody asked")


async def test_an_invitation_says_where_to_go() -> None:
    async with serving() as server, signed_on(server.address) as robo:
        ann = await host(server.address)
        await ask_for(ann)
        seat = seen(ann).seats[1]
        assert (seat.kind, seat.name) == ("invited", "Robo (bot)")
        asked = await asyncio.wait_for(invitation(robo), PATIENCE)
        assert (asked.room, asked.seat) == (seen(ann).room, 1)
        await ann.close()


async def test_a_bot_that_vanishes_before_it_comes_leaves_the_seat_open() -> None:
    async with serving() as server:
        async with signed_on(server.address):
            ann = await host(server.address)
            missed = asyncio.create_task(next_missed(ann))
            await ask_for(ann)
        assert (await asyncio.wait_for(missed, PATIENCE)).why == "gone"
        assert seen(ann).seats[1].kind == "open"
        await ann.ask(Fill(seat=1, machine="greedy"))
        await ann.close()


async def test_a_bot_that_does_not_come_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filling, "INVITE_MS", 100)
    async with serving() as server, signed_on(server.address):
        ann = await host(server.address)
        missed = asyncio.create_task(next_missed(ann))
        await ask_for(ann)
        assert (await asyncio.wait_for(missed, PATIENCE)).why == "late"
        await ann.close()


async def test_what_is_refused() -> None:
    async with serving() as server, signed_on(server.address, "Omar", "omega"), Client(server.address) as bob:
        ann = await host(server.address)
        await until(lambda: bool(bots(ann)))
        omar = bots(ann)[0].player
        assert not bots(ann)[0].plays("reversi")
        await bob.join(seen(ann).room)
        await bob.ask(Enter(name="Bob"))
        for client, player, code in (
            (ann, "bot:nobody", "no-such-bot"),
            (ann, "bot:", "no-such-bot"),
            (ann, omar, "wrong-game"),
            (bob, omar, "not-host"),
            (bob, "bot:nobody", "not-host"),
        ):
            with pytest.raises(ServerError) as refused:
                await client.ask(Fill(seat=1, machine=player))
            assert refused.value.code == code
        assert seen(ann).seats[1].kind == "open"
        with pytest.raises(ServerError) as refused:
            await ann.create(
                Create(name="Here", game="omega", options={"size": 3}, seats=("me", omar), offline=True)
            )
        assert refused.value.code == "offline"
        with pytest.raises(ServerError) as refused:
            await bob.sign_on("\n")
        assert refused.value.code == "bad-name"
        async with raw(server.address) as line:
            await line.send(type="invite", seat=1, guest=ann.guest, name="Forged")
            assert (await line.until("refused"))["code"] == "malformed"
        await ann.close()


async def test_a_room_can_be_opened_with_a_bot_in_a_seat() -> None:
    async with serving() as server, standing_by(server.address), Client(server.address) as ann:
        await until(lambda: bool(server.hub.bench.candidates()[-1].bot))
        robo = server.hub.bench.candidates()[-1].player
        room = await ann.create(Create(name="Ours", game="reversi", options=SMALL, seats=(robo, "me")))
        await ann.join(room)
        await until(lambda: seen(ann).seats[0].kind == "bot")


async def test_a_bot_that_does_not_play_these_settings_declines() -> None:
    async with serving() as server, standing_by(server.address, Picky) as said:
        ann = await host(server.address)
        missed = asyncio.create_task(next_missed(ann))
        await ask_for(ann)
        assert (await asyncio.wait_for(missed, PATIENCE)).why == "declined"
        assert any("declines" in line for line in said)
        await ann.close()


async def test_a_bot_that_is_replaced_or_removed_goes_and_can_be_asked_again() -> None:
    async with serving() as server, standing_by(server.address):
        ann = await host(server.address)
        await ask_for(ann)
        await until(lambda: seen(ann).seats[1].kind == "bot")
        await ann.ask(Fill(seat=1, machine="greedy"))
        await until(lambda: len(seen(ann).people) == 1)
        await ask_for(ann)
        await until(lambda: seen(ann).seats[1].kind == "bot")
        await ann.ask(Kick(guest=seen(ann).seats[1].guest or ""))
        await ask_for(ann)
        await until(lambda: seen(ann).seats[1].kind == "bot")
        await ann.close()


async def test_a_bot_that_misbehaves_resigns_and_stays_signed_on() -> None:
    async with serving() as server, standing_by(server.address, Cheat):
        ann = await host(server.address)
        await ask_for(ann)
        await until(lambda: seen(ann).seats[1].ready)
        await ann.ask(Ready())
        await until(lambda: bool(seen(ann).prompts))
        await ann.move(next(seen(ann).prompts[0].moves()))
        await until(lambda: seen(ann).status == "finished")
        outcome = seen(ann).outcome
        assert outcome is not None
        assert outcome.reason == "resigned"
        await ask_for(ann)
        await until(lambda: seen(ann).seats[1].kind == "bot")
        await ann.close()


async def test_a_bot_that_would_be_host_leaves() -> None:
    async with serving() as server, standing_by(server.address), Client(server.address) as bob:
        ann = await host(server.address)
        await bob.join(seen(ann).room)
        await ask_for(ann)
        await until(lambda: seen(bob).seats[1].kind == "bot")
        await ann.ask(Leave())
        await until(lambda: not seen(bob).people)
        await bob.ask(Enter(name="Bob"))
        assert seen(bob).host == bob.guest
        await ann.close()


async def test_a_bot_leaves_when_nobody_is_there_to_play_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guest, "LONELY_SECONDS", 0.1)
    async with serving() as server, standing_by(server.address), Client(server.address) as bob:
        ann = await host(server.address)
        await bob.join(seen(ann).room)
        await ask_for(ann)
        await until(lambda: seen(bob).seats[1].kind == "bot")
        await ann.close()
        await until(lambda: seen(bob).seats[1].kind == "open")


async def test_a_bot_whose_server_was_killed_signs_on_again_and_goes_on_playing(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 's'}"
    server = await Process.start(store, free_port())
    async with standing_by(server.address):
        ann = await host(server.address)
        await ask_for(ann)
        await until(lambda: seen(ann).seats[1].ready)
        await ann.ask(Ready())
        await until(lambda: bool(seen(ann).prompts))
        await server.kill()
        server = await Process.start(store, server.port)
        await asyncio.wait_for(play_out(ann), PATIENCE)
        again = await host(server.address)
        await ask_for(again)
        await until(lambda: seen(again).seats[1].kind == "bot")
        await ann.close()
        await again.close()
    await server.stop()


async def test_players_on_two_nodes_can_ask_for_each_others_bots(postgres_url: str) -> None:
    async with serving(postgres_url) as one, serving(postgres_url) as two:
        async with standing_by(one.address):
            ann = await host(two.address)
            await ask_for(ann)
            await until(lambda: seen(ann).seats[1].ready)
            await ann.ask(Ready())
            await asyncio.wait_for(play_out(ann), PATIENCE)
            assert one.hub.counts["events"]
        await until(lambda: not bots(ann))
        async with signed_on(one.address, "Idle"):
            missed = asyncio.create_task(next_missed(ann))
            await ann.ask(Fill(seat=1, machine=None))
            await ask_for(ann, "Idle")
        assert (await asyncio.wait_for(missed, PATIENCE)).why == "gone"
        await ann.close()


async def test_the_bots_of_a_server_that_was_killed_go_off_the_list(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bench, "DEAD_MS", 2_000)
    monkeypatch.setattr(bench, "SIGN_EVERY_MS", 500)
    killed = await Process.start(postgres_url)
    async with serving(postgres_url) as node, signed_on(killed.address, "Lost"), signed_on(node.address):
        ann = await host(node.address)
        await until(lambda: sorted(bot.name for bot in bots(ann)) == ["Lost", "Robo"])
        await killed.kill()
        await until(lambda: [bot.name for bot in bots(ann)] == ["Robo"])
        await ann.close()


async def test_once_ends_after_one_game() -> None:
    said: list[str] = []
    async with serving() as server:
        playing = asyncio.create_task(stand_by(server.address, First, "Robo", said.append, most=1, once=True))
        ann = await host(server.address)
        await ask_for(ann)
        await until(lambda: seen(ann).seats[1].ready)
        await ann.ask(Ready())
        await asyncio.wait_for(play_out(ann), PATIENCE)
        await asyncio.wait_for(playing, PATIENCE)
        await until(lambda: not bots(ann))
        await ann.close()


async def test_the_link_of_a_room_is_no_server() -> None:
    with pytest.raises(BotError, match="--room"):
        await stand_by("http://127.0.0.1:9/r/abcdefgh", First, "Robo", print, most=1, once=True)

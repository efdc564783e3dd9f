"""Playing at a table through real sockets."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import pytest

from quintet.games import game
from quintet.table import draft
from quintet.table.commands import Answer, Ask, Create, Enter, Kick, Ready, Resign, Sit
from quintet.table.shapes import View
from quintet.wire.client import Client, ServerError
from tests.server.harness import Node, Raw, raw, seat_all, serving
from tests.waiting import until


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


def picture(client: Client) -> View:
    assert client.view is not None
    return client.view


async def in_step(*clients: Client) -> None:
    """Everybody has seen the same version."""
    await until(lambda: len({picture(client).version for client in clients}) == 1)


async def play_on(clients: list[Client]) -> None:
    """Play the first legal move for whoever is in turn, until the game is over."""
    while picture(clients[0]).status == "playing":
        for seat in picture(clients[0]).turn:
            prompt = next(prompt for prompt in picture(clients[seat]).prompts if prompt.seat == seat)
            await clients[seat].move(next(prompt.moves()), seat)
        await in_step(*clients)


async def test_two_clients_play_and_see_the_same_table(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben, Client(node.address) as eve:
        room = await seat_all([ann, ben], size=4)
        await eve.join(room)
        await play_on([ann, ben])
        await in_step(ann, ben, eve)
        for client in (ben, eve):
            assert picture(client).outcome == picture(ann).outcome
            assert picture(client).board == picture(ann).board
            assert picture(client).plies == picture(ann).plies
        kept = picture(ann)
        fresh = await eve.join(room)
        assert (fresh.board, fresh.plies, fresh.people) == (kept.board, kept.plies, kept.people)


async def test_a_room_is_joined_by_its_link(node: Node) -> None:
    async with Client(node.address) as ann, Client(f"{node.address}r/whatever") as ben:
        room = await ann.create(Create(name="Ours", game="reversi"))
        assert ben.linked_room == "whatever"
        assert (await ben.join(room)).name == "Ours"
        with pytest.raises(ServerError, match="no such room"):
            await ben.join("nowhere")


async def test_a_spectator_cannot_move_nor_a_player_for_another_seat(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben, Client(node.address) as eve:
        room = await seat_all([ann, ben])
        await eve.join(room)
        before = picture(ann)
        for client, seat, code in [
            (eve, 0, "not-seated"),
            (ben, 0, "not-your-seat"),
            (ben, 1, "not-your-turn"),
            (ben, 7, "no-such-seat"),
        ]:
            with pytest.raises(ServerError) as refusal:
                await client.move("d3", seat)
            assert refusal.value.code == code
        await in_step(ann, ben)
        assert picture(ann) == before


async def test_a_move_counts_only_at_the_table_it_is_sent_to(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        await seat_all([ann, ben])
        here = picture(ann)
        other = await ben.create(Create(name="Elsewhere", game="reversi"))
        async with Client(node.address, token=ann.token) as elsewhere:
            await elsewhere.join(other)
            with pytest.raises(ServerError) as refusal:
                await elsewhere.move("d3", 0)
            assert refusal.value.code == "not-seated"
        assert picture(ann) == here


async def test_a_replayed_move_is_counted_once(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        room = await seat_all([ann, ben])
        version = picture(ann).version
        async with raw(node.address, additional_headers={"Cookie": f"quintet_guest={ann.token}"}) as line:
            await line.send(type="join", room=room)
            await line.until("view")
            for number in (1, 2, 3):
                await line.send(type="move", id=number, seat=0, text="d3", version=version)
            assert (await line.until("update", id=1))["plies"]
            for number in (2, 3):
                assert (await line.until("refused", id=number))["code"] == "already-accepted"
        await until(lambda: bool(picture(ann).plies))  # the answers above went to another connection
        await in_step(ann, ben)
        assert len(picture(ann).plies) == 1


async def test_a_wrong_move_is_refused_with_the_rules_own_sentence(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        await seat_all([ann, ben])
        with pytest.raises(ServerError, match="outflanks") as refusal:
            await ann.move("a1")
        assert refusal.value.code == "illegal-move"


async def test_reconnecting_gives_the_seat_back(node: Node) -> None:
    async with Client(node.address) as ann:
        async with Client(node.address) as ben:
            room = await seat_all([ann, ben])
            token = ben.token
        await until(lambda: picture(ann).seats[1].gone_at is not None)
        async with Client(node.address, token=token) as again:
            view = await again.join(room)
            assert view.you == (1,)
            await until(lambda: picture(ann).seats[1].gone_at is None)
            await ann.move("d3")
            await in_step(ann, again)
            await again.move("c5")


async def test_the_host_kicks_a_guest_for_good(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        room = await ann.create(Create(name="Ours", game="reversi"))
        await ann.join(room)
        await ben.join(room)
        await ben.ask(Enter(name="Ben"))
        await ann.ask(Kick(guest=ben.guest))
        await until(lambda: ben.closed)
        async with Client(node.address, token=ben.token) as again:
            with pytest.raises(ServerError) as refusal:
                await again.join(room)
            assert refusal.value.code == "kicked"


async def test_the_list_of_rooms_is_live(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as eve:
        assert await eve.follow_lobby() == ()
        room = await ann.create(Create(name="Ours", game="reversi"))
        await ann.create(Create(name="Secret", game="reversi", listed=False))
        await until(lambda: room in eve.rooms)
        assert eve.rooms[room].name == "Ours"
        await ann.join(room)
        await eve.join(room)
        await eve.ask(Enter(name="Eve"))
        await eve.ask(Sit(seat=1))
        await until(lambda: eve.rooms[room].seats == ("Host", "Eve"))
        assert len(eve.rooms) == 1


async def test_offers_go_round_the_table(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        await seat_all([ann, ben])
        await ann.move("d3")
        await ann.ask(Ask(kind="undo"))
        await until(lambda: picture(ben).offer is not None)
        await ben.ask(Answer(accept=True))
        await in_step(ann, ben)
        assert picture(ann).plies == ()
        assert picture(ann).board == game("reversi").board(game("reversi").start())
        await ben.ask(Resign())
        await in_step(ann, ben)
        assert picture(ann).outcome is not None


async def test_nobody_sees_a_sealed_move_before_the_reveal(node: Node) -> None:
    """Every byte that is sent to anybody else is read."""
    async with Client(node.address) as ann, Client(node.address) as ben, raw(node.address) as eve:
        room = await seat_all([ann, ben], game="omega", size=4)
        await eve.send(type="join", room=room)
        await eve.until("view")
        cookie = {"Cookie": f"quintet_guest={ben.token}"}
        async with raw(node.address, additional_headers=cookie) as spy:
            await spy.send(type="join", room=room)
            await spy.until("view")
            seal, other, changed = itertools.islice(picture(ann).prompts[0].moves(), 3)
            await ann.move(seal, 0)
            await ann.move(changed, 0)
            watched: list[Raw] = [eve, spy]
            for line in watched:
                await line.send(type="join", room=room, id=5)  # the whole picture too, while it is sealed
                await line.until("view")
                await line.send(type="ping", id=9)
                await line.until("pong", id=9)
                sent = b"".join(line.seen)
                assert b'"submitted":true' in sent
                assert not any(move.encode() in sent for move in (seal, changed))
            await ben.move(other, 1)
            for line in watched:
                update = await line.until("update")
                assert [0, changed] in update["plies"][0]["moves"]


async def test_the_countdown_is_cancelled_by_who_is_no_longer_ready(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(draft, "COUNTDOWN_MS", 60_000)
    async with Client(node.address) as ann, Client(node.address) as ben:
        room = await ann.create(Create(name="Ours", game="reversi"))
        for client in (ann, ben):
            await client.join(room)
        await ben.ask(Enter(name="Ben"))
        await ben.ask(Sit(seat=1))
        await ann.ask(Ready())
        await ben.ask(Ready())
        await until(lambda: picture(ann).countdown is not None)
        await ben.ask(Ready(ready=False))
        await in_step(ann, ben)
        assert (picture(ann).status, picture(ann).countdown) == ("seating", None)

"""Playing at a table through real sockets."""

from __future__ import annotations

from quintet.wire.client import Client
from tests.server.harness import seat_all, serving
from tests.waiting import until


async def test_two_clients_play_and_see_the_same_table() -> None:
    async with serving() as node, Client(node.address) as ann, Client(node.address) as ben:
        await seat_all([ann, ben], size=4)
        players = [ann, ben]
        while ann.view is not None and ann.view.status == "playing":
            seat = ann.view.turn[0]
            await until(lambda seat=seat: players[seat].view.turn == (seat,))  # type: ignore[misc, union-attr]
            view = players[seat].view
            assert view is not None
            move = next(view.prompts[0].moves())
            await players[seat].move(move)
            await until(lambda: ann.view.version == ben.view.version)  # type: ignore[union-attr]
        assert ann.view is not None
        assert ben.view is not None
        assert ann.view.outcome == ben.view.outcome
        assert ann.view.board == ben.view.board
        assert ann.view.plies == ben.view.plies
        fresh = await Client.__aenter__(Client(node.address))
        assert (await fresh.join(ann.view.room)).board == ann.view.board
        await fresh.close()

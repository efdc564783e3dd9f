"""Engine work is shared out by guest: nobody waits for all that somebody else has asked."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from quintet.games import game
from quintet.server.fair import FairQueue
from quintet.server.machines import for_whom
from quintet.server.pool import Pool
from quintet.server.worker import Question
from quintet.table import Step, create, pending_machines, step
from quintet.table.commands import Ask, Create


@given(st.lists(st.sampled_from("abcd"), max_size=40), st.data())
def test_between_two_turns_of_one_guest_everybody_else_who_waits_has_one(
    guests: list[str], data: st.DataObject
) -> None:
    queue: FairQueue[tuple[str, int]] = FairQueue()
    for number, guest in enumerate(guests):
        queue.push(guest, (guest, number))
        if data.draw(st.booleans()) and len(queue):
            queue.pop()
    waiting = sorted(queue)
    before = len({guest for guest, _ in queue})
    queue.push("new", ("new", 0))
    foretold = list(queue)
    served = [queue.pop() for _ in range(len(queue))]
    assert served == foretold
    assert sorted(served) == sorted([*waiting, ("new", 0)])
    ahead = [guest for guest, _ in served[: served.index(("new", 0))]]
    assert len(ahead) == before
    assert len(set(ahead)) == len(ahead), "nobody was served twice before the newcomer"
    for guest in set(guests):
        own = [number for name, number in served if name == guest]
        assert own == sorted(own), "one guest's own questions keep their order"


async def test_a_newcomer_does_not_wait_for_a_hundred_questions_of_another() -> None:
    reversi = game("reversi")
    asked = Question(kind="move", game="reversi", position=reversi.dump(reversi.start()), machine="random")
    pool = Pool(1, quiet=True)
    order: list[str] = []

    async def ask(guest: str) -> None:
        await pool.ask(asked, guest)
        order.append(guest)

    try:
        async with asyncio.timeout(60):
            crowd = [asyncio.create_task(ask("greedy")) for _ in range(100)]
            await asyncio.sleep(0)
            assert pool.waiting == 100
            await asyncio.create_task(ask("newcomer"))
            assert order.count("greedy") <= 2
            await asyncio.gather(*crowd)
    finally:
        await pool.close()


def test_a_machine_works_for_the_host_and_a_hint_for_who_asked() -> None:
    opened = create("r", "ann", Create(name="R", game="reversi", offline=True, seats=("greedy", "me")), 1)
    assert isinstance(opened, Step)
    (need,) = pending_machines(opened.table)
    assert for_whom(opened.table, need) == "ann"
    mine = create("r", "ann", Create(name="R", game="reversi", offline=True, seats=("me", "me")), 1)
    assert isinstance(mine, Step)
    hinted = step(mine.table, "ann", Ask(kind="hint"), 2)
    assert isinstance(hinted, Step)
    (need,) = pending_machines(hinted.table)
    assert for_whom(hinted.table, need) == "ann"

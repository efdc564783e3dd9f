"""What every back end lets go of, and what it never does."""

from __future__ import annotations

import time

import pytest

from quintet.store import Store
from quintet.store.archive import game_id, wish_key
from quintet.store.remembering import archive_key
from quintet.store.retention import DAY_MS, let_go
from quintet.testing.store import Opener
from tests.store.test_command import quintet
from tests.store.test_stores import opener

__all__ = ["opener"]

NOW = 1_000 * DAY_MS
OLD, NEW = NOW - 31 * DAY_MS, NOW - 29 * DAY_MS


def created(room: str, at: int) -> bytes:
    text = f'{{"type":"created","at":{at},"room":"{room}","name":"A","host":"host-{room}","game":"reversi","rules":1,"options":{{}}}}'
    return text.encode()


def entered(guest: str, at: int, bot: bool = False) -> bytes:
    return (
        f'{{"type":"entered","at":{at},"guest":"{guest}","name":"{guest}","bot":{str(bot).lower()}}}'.encode()
    )


def seated(guest: str, seat: int, at: int) -> bytes:
    return f'{{"type":"seated","at":{at},"guest":"{guest}","seat":{seat}}}'.encode()


def filled(seat: int, at: int) -> bytes:
    return f'{{"type":"filled","at":{at},"seat":{seat},"machine":"greedy"}}'.encode()


def begun(at: int) -> bytes:
    return f'{{"type":"started","at":{at},"players":["a","b"]}}'.encode()


def played(seat: int, move: str, at: int) -> bytes:
    return f'{{"type":"played","at":{at},"moves":[[{seat},"{move}"]]}}'.encode()


def ended(at: int) -> bytes:
    return f'{{"type":"finished","at":{at},"winners":[0],"reason":"resigned"}}'.encode()


def rooms(at: int, ending: str) -> dict[str, list[bytes]]:
    def events(kind: str, *rest: bytes) -> list[bytes]:
        return [created(kind + ending, at), *rest]

    ann, bot = entered("ann", at), entered("bot", at, bot=True)
    made = {
        "idle": events("idle"),
        "seats": events("seats", ann, seated("ann", 0, at)),
        "machines": events("machines", ann, filled(0, at), filled(1, at), begun(at), ended(at)),
        "bots": events("bots", bot, seated("bot", 0, at), filled(1, at), begun(at), ended(at)),
        "people": events("people", ann, seated("ann", 0, at), filled(1, at), begun(at), ended(at)),
        "unfinished": events("unfinished", ann, seated("ann", 0, at), filled(1, at), begun(at)),
    }
    return {kind + ending: log for kind, log in made.items()}


async def fill(store: Store) -> None:
    for room, log in {**rooms(OLD, "-old"), **rooms(NEW, "-new")}.items():
        await store.append(room, 0, log)
    await store.append("damaged-old", 0, [created("damaged-old", OLD), b"nonsense"])


USELESS = {"idle-old", "seats-old", "machines-old", "bots-old"}


async def test_only_old_rooms_without_people_go(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    before = set(dict(await store.rooms()))
    planned = {what: why async for what, why in let_go(store, 30, dry_run=True, now=NOW)}
    assert set(dict(await store.rooms())) == before, "a dry run changes nothing"
    done = {what: why async for what, why in let_go(store, 30, now=NOW)}
    assert done == planned
    assert set(done) == {f"room {room}" for room in USELESS}
    assert done["room idle-old"] == done["room seats-old"] == "no game was ever begun there"
    assert done["room bots-old"] == done["room machines-old"] == "only machines played there"
    assert set(dict(await store.rooms())) == before - USELESS
    for room, log in rooms(OLD, "-old").items():
        assert await store.read(room) == ([] if room in USELESS else log)
    assert [what async for what in let_go(store, 30, now=NOW)] == []
    await store.close()


async def test_a_room_goes_when_everybody_who_played_there_has_deleted_every_game(opener: Opener) -> None:
    store = await opener()
    key = await archive_key(store)
    people = [entered("ann", OLD), entered("ben", OLD), seated("ann", 0, OLD), seated("ben", 1, OLD)]
    game = [begun(OLD), played(0, "d3", OLD), ended(OLD)]
    again = [f'{{"type":"restarted","at":{OLD}}}'.encode(), played(0, "d3", OLD), ended(OLD)]
    for room in ("kept", "half", "gone", "twice"):
        await store.append(room, 0, [created(room, OLD), *people, *game, *(again if room == "twice" else ())])
        wishes = {"kept": (), "half": ("ann",), "gone": ("ann", "ben"), "twice": ("ann", "ben")}[room]
        for guest in wishes:
            await store.keep(wish_key(game_id(key, room, 1), guest), b"gone")
    assert [what async for what, _ in let_go(store, 30, now=NOW)] == ["room gone"]
    assert [room for room, _ in await store.rooms()] == ["half", "kept", "twice"]
    for guest in ("ann", "ben"):
        await store.keep(wish_key(game_id(key, "twice", 2), guest), b"gone")
    assert [what async for what, _ in let_go(store, 32, now=NOW)] == []
    assert [what async for what, _ in let_go(store, 30, now=NOW)] == ["room twice"]
    await store.close()


async def test_a_room_that_somebody_is_in_is_spared(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    gone = {what async for what, _ in let_go(store, 30, now=NOW, spare=lambda room: room == "idle-old")}
    assert gone == {f"room {room}" for room in USELESS - {"idle-old"}}
    await store.close()


async def test_a_guest_who_is_in_no_room_for_as_long_is_let_go(opener: Opener) -> None:
    store = await opener()
    await store.append("people", 0, rooms(OLD, "")["people"])
    for user, guest in ((1, "ann"), (2, "host-people"), (3, "stranger")):
        await store.keep(f"chat/here/token/{user}", f"{guest}.signature".encode())
    await store.keep("chat/here/game/5", b"{}")

    async def users() -> list[str]:
        return list(await store.kept("chat/"))

    everybody = await users()
    for day in (0, 29):
        assert [what async for what in let_go(store, 30, now=NOW + day * DAY_MS)] == []
        assert await users() == everybody
    last = NOW + 31 * DAY_MS
    assert [what async for what, _ in let_go(store, 30, dry_run=True, now=last)] == ["guest stranger"]
    assert await users() == everybody
    assert [what async for what, _ in let_go(store, 30, now=last)] == ["guest stranger"]
    assert await users() == [key for key in everybody if not key.endswith("/3")]
    assert await store.kept("unused/") == {}
    await store.close()


async def test_a_guest_who_came_back_is_kept(opener: Opener) -> None:
    store = await opener()
    await store.keep("chat/here/token/1", b"ann.signature")
    assert [what async for what in let_go(store, 30, now=NOW)] == []
    await store.append("people", 0, rooms(NOW, "")["people"])
    assert [what async for what in let_go(store, 30, now=NOW + 31 * DAY_MS)] == []
    assert await store.kept("chat/")
    await store.close()


async def test_who_tried_a_puzzle_or_two_and_never_came_back_is_let_go(opener: Opener) -> None:
    def solver(*at: int) -> bytes:
        seen = ",".join(f'"p{n}":{{"at":{when},"right":true}}' for n, when in enumerate(at))
        return f'{{"seen":{{{seen}}}}}'.encode()

    store = await opener()
    kept = {"few": solver(OLD, OLD), "fresh": solver(OLD, NEW), "many": solver(*[OLD] * 9), "torn": b"[1"}
    for guest, data in kept.items():
        await store.keep(f"puzzles/of/{guest}/best/", data)
    gone = {"guest few", "guest torn"}
    assert {what async for what, _ in let_go(store, 30, dry_run=True, now=NOW)} == gone
    assert {what async for what, _ in let_go(store, 30, now=NOW)} == gone
    assert set(await store.kept("puzzles/of/")) == {"puzzles/of/fresh/best/", "puzzles/of/many/best/"}
    await store.close()


@pytest.mark.parametrize("opener", ["sqlite"], indirect=True)
async def test_the_command_says_what_it_would_do_and_does_it(opener: Opener) -> None:
    store = await opener()
    now = time.time_ns() // 1_000_000
    await store.append("long-ago", 0, [created("long-ago", now - 40 * DAY_MS)])
    await store.append("lately", 0, [created("lately", now - 20 * DAY_MS)])
    await store.close()
    url = f"sqlite:{store.path}"  # type: ignore[attr-defined]  # a SQLite store has one
    would = quintet("prune", "--dry-run", "--store", url)
    assert would.stdout == b"room long-ago: no game was ever begun there\n1 would be let go\n"
    assert (
        quintet("prune", "--store", url).stdout == b"room long-ago: no game was ever begun there\n1 let go\n"
    )
    assert quintet("prune", "--store", url).stdout == b"0 let go\n"
    assert quintet("prune", "--days", "10", "--store", url).stdout.endswith(b"1 let go\n")
    for wrong in (["--days", "many"], ["--days", "-1"], ["file"]):
        done = quintet("prune", *wrong, "--store", url)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr

"""The conformance kit of an archive: `check_archive` puts games into it and looks for them in every way there is."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from quintet.store.archive import Entry, Kept, Player, Search
from quintet.store.contract import Store


def entry(number: int, *names: str, **fields: Any) -> Entry:
    """A finished game between people of these names; each is their own guest."""
    values: dict[str, Any] = {
        "id": f"game{number:08}",
        "room": f"room{number // 2}",
        "number": number % 2 + 1,
        "started": number,
        "ended": 1_000 * (number // 2),  # two end together each time
        "game": "chess" if number % 3 else "go",
        "title": "Chess",
        "rules": (),
        "settings": {"size": 6 + number % 2, "first": "black"},
        "clock": None,
        "players": tuple(Player(name, "person", name.lower()) for name in names),
        "sides": ("black", "white"),
        "winners": (number % 2,),
        "reason": "mate",
        "text": "mate",
        "scores": None,
        "down": None,
        "plies": 9,
        "offline": False,
        "open": True,
        "public": True,
    }
    return Entry(**(values | fields))


async def check_archive(first: Store, second: Store) -> None:
    """AssertionError with the broken promise, if there is one. Two users of one store, whose archive is empty."""
    games = [entry(n, "Ann", ("Bob", "Zoë", "Bobby")[n % 3]) for n in range(12)]
    games[3] = replace(games[3], public=False)
    games[6] = replace(games[6], winners=(0, 1))
    games[7] = replace(games[7], winners=())
    for room in range(6):
        pair = [Kept(one, b"record %d" % number) for number, one in enumerate(games) if number // 2 == room]
        await first.archive.remember(f"room{room}", 5, pair, ("ann", "bob"), room)
    await _is_there(second, games)
    await _is_found(second, games)
    await _waits(first, second)
    await _changes(first, second, games)


async def _is_there(store: Store, games: list[Entry]) -> None:
    archive = store.archive
    assert await archive.entry(games[4].id) == games[4], "an entry comes back as it was"
    assert await archive.kept(games[4].id) == Kept(games[4], b"record 4"), "and its moves with it"
    for nothing in ("", "nobody", "x'; DROP TABLE game; --", "\0"):
        assert await archive.entry(nothing.replace("\0", "")) is None, "there is no such game"
    assert await archive.of_room("room2") == games[4:6], "the games of a room, in order"
    assert (await archive.looked_at())["room5"] == 5


async def _is_found(store: Store, games: list[Entry]) -> None:
    latest = sorted(games, key=lambda one: (one.ended, one.id), reverse=True)
    public = [one for one in latest if one.public]

    async def found(**wish: Any) -> list[Entry]:
        return await store.archive.find(Search(**wish))

    assert await found() == public, "public games, latest first"
    assert await found(guest="ann") == latest, "one's own, the private ones too"
    assert await found(guest="nobody") == []
    pages: list[Entry] = []
    while page := await found(limit=4, after=(pages[-1].ended, pages[-1].id) if pages else None):
        assert len(page) <= 4
        pages += page
    assert pages == public, "page by page, nothing twice and nothing left out"
    assert await found(game="go") == [one for one in public if one.game == "go"]
    assert await found(name="bob") == [one for one in public if one.players[1].name.startswith("Bob")]
    assert await found(name="ZOE") == [one for one in public if one.players[1].name == "Zoë"], "as it looks"
    assert await found(guest="ann", name="ann") == [], "an opponent is somebody else"
    assert await found(guest="ann", name="Bobb") == [one for one in latest if one.players[1].name == "Bobby"]
    assert await found(name="%") == await found(name="_") == [], "a name is no pattern"
    assert await found(guest="ann", result="won") == [one for one in latest if one.result(0) == "won"]
    assert await found(guest="ann", result="lost") == [one for one in latest if one.result(0) == "lost"]
    assert await found(result="drawn") == [games[6]]
    assert games[7] not in await found(result="decided"), "what does not count is neither"
    assert await found(since=1_000, until=3_000) == [one for one in public if 1_000 <= one.ended < 3_000]
    assert await found(settings={"size": 7}) == [one for one in public if one.settings["size"] == 7]
    assert await found(settings={"size": 7, "first": "white"}) == []
    assert await found(settings={"'\"": 7}) == [], "a setting that no game has"
    many: dict[str, Any] = {"guest": "bob", "game": "chess", "name": "a", "result": "lost", "until": 9_000}
    assert await found(**many) == [
        one
        for one in latest
        if one.players[1].name == "Bob" and one.game == "chess" and one.result(1) == "lost"
    ], "all of it at once"


async def _waits(first: Store, second: Store) -> None:
    assert await second.archive.waiting("ann") == [f"room{n}" for n in (5, 4, 3, 2, 1, 0)], "latest first"
    assert await second.archive.waiting("ann", 2) == ["room5", "room4"]
    await first.archive.wait_for("room5", ("bob",), 9)
    await first.archive.wait_for("room1", (), 9)
    await first.archive.wait_for("lobby", ("ann",), 10)
    assert await second.archive.waiting("ann") == ["lobby", "room4", "room3", "room2", "room0"]
    assert await second.archive.waiting("nobody") == []


async def _changes(first: Store, second: Store, games: list[Entry]) -> None:
    await first.archive.amend(replace(games[8], public=False))
    assert await second.archive.kept(games[8].id) == Kept(replace(games[8], public=False), b"record 8")
    assert games[8].id not in {one.id for one in await second.archive.find(Search())}
    await first.archive.amend(entry(99, "Ann", "Bob"))
    assert await second.archive.entry(entry(99, "Ann", "Bob").id) is None, "only what is there is changed"
    await first.archive.erase(games[9].id)
    assert await second.archive.of_room("room4") == [replace(games[8], public=False)]
    await first.archive.remember("room4", 4, [], (), 9)
    assert await second.archive.of_room("room4"), "what was seen earlier does not take the place of it"
    await first.archive.remember("room4", 6, [Kept(games[9], b"again")], (), 9)
    assert await second.archive.of_room("room4") == [games[9]], "what was seen later does"
    await first.append("room3", 0, [b"x"])
    assert await first.forget("room3", 1)
    assert await second.archive.of_room("room3") == [], "a room that is forgotten is forgotten here too"
    await first.archive.forget([f"room{n}" for n in range(6)] + ["lobby"])
    assert await second.archive.find(Search(guest="ann")) == await second.archive.find(Search()) == []
    assert await second.archive.looked_at() == {}
    assert await second.archive.waiting("bob") == []

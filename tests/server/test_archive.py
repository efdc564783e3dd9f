"""Finished games by HTTP: found again, stepped through, shared, hidden and deleted; and what waits for whom."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from msgspec.structs import replace

from quintet.games.record import load
from quintet.server.archivist import Archivist
from quintet.server.waiting import LEFT_MS
from quintet.store import open_store
from quintet.table.commands import Create, Rename, Resign
from quintet.wire.client import Client
from tests.server.harness import Node, Process, raw, seat_all, serving
from tests.server.test_http import Answer, ask
from tests.server.test_play import picture, play_on
from tests.waiting import until

HOSTILE = "<script>alert(1)</script>\"'"


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


def cookie(client: Client) -> str:
    return f"quintet_guest={client.token}"


async def played(node: Node | Process, *clients: Client, **options: Any) -> str:
    """A game of these people, to its end; the id of its entry."""
    room = await seat_all(list(clients), **options)
    await play_on(list(clients))
    (game,) = (await ask(node, f"/api/rooms/{room}/games")).json
    return str(game["id"])


async def wish(node: Node, client: Client, game: str, text: str) -> Answer:
    return await ask(
        node, f"/api/archive/{game}", "POST", json.dumps({"wish": text}).encode(), Cookie=cookie(client)
    )


async def ids(node: Node | Process, query: str = "", client: Client | None = None) -> list[str]:
    answer = await ask(node, f"/api/archive?{query}", Cookie=cookie(client) if client else "")
    assert answer.status == 200, answer.body
    return [game["id"] for game in answer.json["games"]]


async def test_a_finished_game_is_found_and_stepped_through(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        game = await played(node, ann, ben, size=4)
        whole = (await ask(node, f"/api/archive/{game}", Cookie=cookie(ben))).json
        told, show = whole["game"], whole["show"]
        assert told["who"] == "Host – Guest 1"
        assert told["rules"] == ["Board: 4 × 4"]
        assert told["yours"] == [1]
        assert told["public"]
        assert re.search(r"wins: the higher score|A draw: equal scores", told["result"])
        assert len(show["plies"]) == len(show["told"]) == len(show["counted"]) - 1 == told["plies"]
        assert show["over"]
        assert show["ending"]["winners"] == [
            seat for seat in (0, 1) if told["players"][seat]["result"] == "won"
        ]
        assert [line["label"] for line in show["ending"]["lines"]], "how the score adds up"
        assert ben.guest not in str(whole)
        assert ann.guest not in str(whole)
        file = await ask(node, f"/api/archive/{game}/record")
        record = load(file.body).record()
        assert record.players == ("Host", "Guest 1")
        assert [list(move) for move in record.moves] == [m for ply in show["plies"] for m in ply["moves"]]
        for form in show["formats"]:
            answer = await ask(node, f"/api/archive/{game}/{form['name']}")
            assert answer.status == 200
            assert form["suffix"] in str(answer.headers)
        assert {form["name"] for form in show["formats"]} == {"record", "sgf", "ggf"}, (
            "those that can hold it"
        )
        refused = await ask(node, f"/api/archive/{game}/psq")
        assert (refused.status, refused.json["code"]) == (404, "no-such-format")
        assert await ids(node, "name=guest") == await ids(node, "game=reversi") == [game]
        assert await ids(node, "options=" + quote('{"size":4}')) == [game]
        assert await ids(node, "options=" + quote('{"size":6}')) == await ids(node, "game=onyx") == []
        assert await ids(node, "since=2020-01-01") == [game]
        assert await ids(node, "until=2020-01-01") == []
        assert await ids(node, "mine=true", ann) == await ids(node, "mine=true&name=guest", ann) == [game]
        assert await ids(node, "mine=true") == [], "nobody has played nothing"


async def test_a_list_is_read_page_by_page(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        await seat_all([ann, ben], size=4)
        await play_on([ann, ben])
        (kept,) = [await node.hub.store.archive.kept(one) for one in await ids_when_there(node)]
        assert kept is not None
        copies = [
            replace(
                kept, entry=replace(kept.entry, id=f"{n:012}".replace("0", "a").replace("1", "b"), number=n)
            )
            for n in range(2, 54)
            if "0" not in str(n) and "1" not in str(n)
        ]
        await node.hub.store.archive.remember("copies", 1, copies, (), 1)
        seen: list[str] = []
        after = ""
        while True:
            page = (await ask(node, f"/api/archive?after={after}")).json
            seen += [game["id"] for game in page["games"]]
            after = page["next"]
            if after is None:
                break
        assert len(seen) == len(set(seen)) == len(copies) + 1


async def ids_when_there(node: Node) -> list[str]:
    found: list[str] = []
    while not found:
        found = await ids(node)
        await asyncio.sleep(0.01)
    return found


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/api/archive/nobody", 404, "There is no such game"),
        ("/api/archive/222222222222", 404, "There is no such game"),
        ("/api/archive/%00%27--", 404, "There is no such game"),
        ("/api/archive/222222222222/sgf", 404, "There is no such game"),
        ("/g/222222222222.png", 404, "There is no such game"),
        ("/embed/222222222222", 404, "There is no such game"),
        ("/api/archive?result=won", 400, "result can be decided or drawn"),
        ("/api/archive?since=yesterday", 400, "a day is written as 2026-11-17"),
        ("/api/archive?since=9999-12-31&until=9999-12-31", 400, "a day is written as"),
        ("/api/archive?options=[]", 400, "options must be a JSON object"),
        ("/api/archive?options=%7B%22a%27b%22:1%7D", 400, "no game has"),
        ("/api/archive?after=1-2", 400, "the page before"),
        ("/api/archive?mine=perhaps", 400, ""),
    ],
)
async def test_what_is_not_there_or_not_right_is_told(node: Node, path: str, status: int, words: str) -> None:
    answer = await ask(node, path)
    assert answer.status == status
    assert words in answer.body.decode()


async def test_a_link_to_a_game_shows_what_it_is(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        room = await seat_all([ann, ben], size=4)
        await ben.ask(Rename(name=HOSTILE))
        await play_on([ann, ben])
        (game,) = [game["id"] for game in (await ask(node, f"/api/rooms/{room}/games")).json]
        page = await ask(node, f"/g/{game}")
        text = page.body.decode()
        assert HOSTILE not in text
        assert "&lt;script&gt;" in text
        assert f'<meta property="og:image" content="{node.address}g/{game}.png">' in text
        assert "og:description" in text
        assert "noindex" not in text
        assert "frame-ancestors 'none'" in str(page.headers)
        picture = await ask(node, f"/g/{game}.png")
        assert picture.body.startswith(b"\x89PNG")
        frame = await ask(node, f"/embed/{game}")
        assert HOSTILE not in frame.body.decode()
        assert "frame-ancestors *" in str(frame.headers)
        assert "set-cookie" not in str(frame.headers).lower()
        await wish(node, ann, game, "private")
        assert "noindex" in (await ask(node, f"/g/{game}")).body.decode()
    gone = await ask(node, "/g/222222222222")
    assert gone.status == 404
    assert b"main.js" in gone.body, "the client says so"


async def test_players_hide_show_and_delete_their_games(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben, Client(node.address) as eve:
        game = await played(node, ann, ben, size=4)
        refused = await wish(node, eve, game, "gone")
        assert (refused.status, refused.json["code"]) == (403, "not-yours")
        assert (await ask(node, f"/api/archive/{game}", "POST", b'{"wish":"gone"}')).status == 403
        assert (await wish(node, ann, game, "fame")).status == 400
        shown = await ask(node, f"/g/{game}.png")
        assert (shown.headers["Cache-Control"] or "").startswith("public, ")
        assert not (await wish(node, ann, game, "private")).json["game"]["public"]
        assert await ids(node) == []
        hidden = await ask(node, f"/g/{game}.png")
        assert (hidden.headers["Cache-Control"] or "").startswith("private, "), "nobody between keeps it"
        assert "noindex" in (await ask(node, f"/g/{game}")).body.decode()
        assert await ids(node, "mine=true", ben) == [game]
        assert (await ask(node, f"/api/archive/{game}")).status == 200, "who has the link may open it"
        assert (await wish(node, ann, game, "public")).json["game"]["public"]
        assert (await wish(node, ben, game, "gone")).json["game"]["who"] == "Host – Somebody"
        assert await ids(node, "mine=true", ben) == []
        assert (await wish(node, ben, game, "public")).status == 403, "it is no longer theirs"
        left = (await ask(node, f"/api/archive/{game}/record")).body
        assert b"Guest 1" not in left
        assert (await wish(node, ann, game, "gone")).json["game"] is None
        assert (await ask(node, f"/api/archive/{game}")).status == 404


async def test_a_game_on_one_screen_that_was_left_waits_no_longer_after_two_weeks(node: Node) -> None:
    async with Client(node.address) as ann:
        here = Create(name="Here", game="reversi", offline=True, seats=("me", "me"))
        await ann.join(await ann.create(here))
        await ann.move("d3")

        async def there() -> bool:
            return len(await ann.waiting()) == 1

        await until(there)
        clock = node.hub.clock
        node.hub.clock = lambda: clock() + LEFT_MS  # two weeks later
        assert await ann.waiting() == ()


async def test_what_waits_comes_with_your_move_first(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        room = await seat_all([ann, ben], size=4)
        open_room = await ann.create(Create(name="Open", game="reversi"))
        here = Create(name="Here", game="reversi", offline=True, seats=("me", "me"))
        await ann.create(here)  # where nobody has moved yet: nothing to come back to

        async def there() -> bool:
            return len(await ann.waiting()) == 2

        await until(there)
        first, second = await ann.waiting()
        assert (first.room, first.text, first.yours, first.host) == (room, "Your move.", True, True)
        assert (second.room, second.yours) == (open_room, False)
        assert first.told == "Reversi (Board: 4 × 4) · no clock"
        (other,) = await ben.waiting()
        assert (other.text, other.yours, other.host) == ("Host is to move.", False, False)
        mine = (await ask(node, "/api/mine", Cookie=cookie(ann))).json
        assert [one["room"] for one in mine["rooms"]] == [room, open_room]
        assert len(mine["rooms"][0]["board"]) == 4
        small, usual = (mine["layouts"][one["layout"]] for one in mine["rooms"])
        assert [row[0] for row in small["spaces"]] == [
            "a1 b1 c1 d1",
            "a2 b2 c2 d2",
            "a3 b3 c3 d3",
            "a4 b4 c4 d4",
        ]
        assert usual == "reversi", "its sample has it"
        assert (await ask(node, "/api/mine")).json == {"rooms": [], "reviews": []}
        await ann.join(room)
        await ann.move(picture(ann).prompts[0].sample(Random(1)))
        await ann.ask(Resign())

        async def gone() -> bool:
            return [one.room for one in await ann.waiting()] == [open_room]

        await until(gone)


async def test_no_sealed_move_is_in_a_game(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        room = await seat_all([ann, ben], "omega")
        rng = Random(3)
        for client in (ann, ben):
            await client.move(picture(client).prompts[0].sample(rng))
        await until(lambda: len(picture(ann).plies) == len(picture(ben).plies) == 1)
        sealed = picture(ann).prompts[0].sample(rng)
        await ann.move(sealed)
        await ben.ask(Resign())
        (game,) = (await ask(node, f"/api/rooms/{room}/games")).json
        show = (await ask(node, f"/api/archive/{game['id']}")).json["show"]
        assert len(show["plies"]) == 1
        assert game["result"] == "Host wins: Guest 1 resigned."


async def test_a_record_that_is_brought_is_shown_in_the_same_way(node: Node) -> None:
    record = {
        "game": "reversi",
        "options": {"size": 4},
        "moves": [[0, "b1"]],
        "players": [HOSTILE, ""],
        "date": "2024",
    }
    answer = await ask(node, "/api/replay", "POST", json.dumps(record).encode())
    told, show = answer.json["game"], answer.json["show"]
    assert (told["id"], told["result"], told["date"]) == ("", "The game is not over.", "2024")
    assert len(show["plies"]) == 1
    packed = await ask(node, "/api/replay", "POST", json.dumps(record).encode(), Accept_Encoding="gzip")
    assert json.loads(gzip.decompress(packed.body)) == answer.json
    endless = {"game": "reversi", "moves": [[0, "d3"]] * 5_001}
    long = await ask(node, "/api/replay", "POST", json.dumps(endless).encode())
    assert (long.status, long.json["text"]) == (
        400,
        "the record has 5,001 moves; 5,000 can be looked at here",
    )
    wrong = await ask(node, "/api/replay", "POST", b'{"game":"reversi","moves":[[0,"z9"]]}')
    assert wrong.status == 400
    assert "move 1" in wrong.json["text"]


async def test_a_game_of_very_many_moves_holds_nobody_up(node: Node) -> None:
    async with Client(node.address) as ann, raw(node.address) as other:
        start = Create(name="Long", game="gomoku", options={"size": 19}, offline=True, seats=("me", "me"))
        room = await ann.create(start)
        await ann.join(room)
        rng = Random(5)
        while picture(ann).status == "playing" and len(picture(ann).plies) < 150:
            await ann.move(picture(ann).prompts[0].sample(rng))
        if picture(ann).status == "playing":
            await ann.ask(Resign(seat=picture(ann).turn[0]))
        (game,) = (await ask(node, f"/api/rooms/{room}/games", Cookie=cookie(ann))).json
        assert not game["public"]
        asked = asyncio.gather(*(ask(node, f"/api/archive/{game['id']}") for _ in range(8)))
        await other.send(type="ping", id=1)
        await other.until("pong")
        assert {answer.status for answer in await asked} == {200}


async def test_two_nodes_share_an_archive(postgres_url: str) -> None:
    async with (
        serving(postgres_url) as one,
        serving(postgres_url) as two,
        Client(one.address) as ann,
        Client(two.address) as ben,
    ):
        game = await played(one, ann, ben, size=4)
        assert await ids(two) == [game]
        assert (await wish(two, ben, game, "gone")).json["game"]["who"] == "Host – Somebody"
        assert await ids(one, "mine=true", ben) == []
        assert (await ask(one, f"/g/{game}.png")).status == 200


async def test_what_a_crash_left_out_is_made_up_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = f"sqlite:{tmp_path / 'rooms.sqlite3'}"

    async def dead(self: Archivist) -> None:
        await asyncio.Event().wait()

    with monkeypatch.context() as crash:
        crash.setattr(Archivist, "follow", dead)
        async with serving(store) as node, Client(node.address) as ann, Client(node.address) as ben:
            await seat_all([ann, ben], size=4)
            await play_on([ann, ben])
            await seat_all([ann, ben], size=4)
            assert await ids(node) == []
    async with serving(store) as node, Client(node.address, token=ann.token) as ann:
        await node.hub.archivist.caught_up.wait()
        assert len(await ids(node, "mine=true", ann)) == 1
        assert len(await ann.waiting()) == 1


async def test_a_kill_at_the_end_of_a_game_loses_nothing(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'rooms.sqlite3'}"
    process = await Process.start(store)
    async with Client(process.address) as ann, Client(process.address) as ben:
        room = await seat_all([ann, ben], size=4)
        await play_on([ann, ben])
        await process.kill()
    again = await Process.start(store)

    async def found() -> bool:
        return len(await ids(again)) == 1

    await until(found)
    await again.stop()
    kept = await open_store(store)
    (entry,) = await kept.archive.of_room(room)
    assert [player.name for player in entry.players] == ["Host", "Guest 1"]
    await kept.close()

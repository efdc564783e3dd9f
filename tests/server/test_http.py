"""What the server answers by HTTP."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintet.games import GAMES
from quintet.games.record import load
from quintet.server.assets import Assets
from quintet.server.http import WEB
from quintet.wire.client import Client
from tests.server.harness import Node, Process, seat_all, serving
from tests.waiting import PATIENCE, until


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


class Answer:
    def __init__(self, response: http.client.HTTPResponse) -> None:
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)


async def ask(
    node: Node | Process, path: str, method: str = "GET", body: bytes = b"", **headers: str
) -> Answer:
    def work() -> Answer:
        connection = http.client.HTTPConnection(node.address[7:].rstrip("/"), timeout=PATIENCE)
        try:
            connection.request(
                method, path, body, {key.replace("_", "-"): value for key, value in headers.items()}
            )
            return Answer(connection.getresponse())
        finally:
            connection.close()

    return await asyncio.to_thread(work)


async def test_games_are_described_as_data(node: Node) -> None:
    games = (await ask(node, "/api/games")).json
    assert [game["name"] for game in games] == list(GAMES)
    for game in games:
        whole = (await ask(node, f"/api/games/{game['name']}")).json
        assert whole["layout"]["spaces"]
        assert whole["start"]["board"] is not None
        assert whole["start"]["prompt"]
        assert "legal" not in whole["start"]
    small = (await ask(node, '/api/games/reversi?options={"size":4}')).json
    assert len(small["layout"]["spaces"]) == 16


async def test_a_lesson_is_taken_and_nothing_is_kept(node: Node) -> None:
    listed = (await ask(node, "/api/learn")).json
    assert [lesson["name"] for lesson in listed] == list(GAMES)
    outline = (await ask(node, "/api/learn/reversi")).json
    assert outline["steps"][1] == {"title": "Nothing stays as it is", "on": True}

    async def teach(**question: Any) -> Answer:
        return await ask(node, "/api/learn/reversi", "POST", msgspec.json.encode(question))

    stage = (await teach(step=0)).json["stage"]
    assert (stage["title"], stage["over"], stage["solution"]) == ("Trap a disc", False, "b1")
    assert (await teach(step=0, move="a1")).json == {"right": False, "text": "a1 outflanks no enemy disc."}
    why = (await teach(step=0, picked={"space": "a1", "piece": "b"})).json
    assert why == {"right": False, "text": "a1 outflanks no enemy disc."}
    told = (await teach(step=0, move="B1")).json
    assert (told["right"], told["made"], told["stage"]["over"]) == (True, "b1", True)
    assert len(told["stage"]["plies"]) == 2
    again = (await teach(step=1, made=["b1"])).json["stage"]
    assert again["board"] == told["stage"]["board"]
    for wrong in (
        {},
        {"step": 99},
        {"step": 0, "made": ["b1"] * 500},
        {"step": 0, "made": ["a1"]},
        {"step": "x"},
    ):
        refused = await teach(**wrong)
        assert refused.status == 400
        assert refused.json["text"]
    assert (await ask(node, "/api/learn/chess")).status == 400


async def test_who_can_be_given_a_seat(node: Node) -> None:
    async with Client(node.address) as robo:
        await robo.sign_on("Robo", ("reversi",))
        players = {player["player"]: player for player in (await ask(node, "/api/players")).json}
    assert players["level-3"] == {
        "player": "level-3",
        "name": "Engine level 3",
        "level": 3,
        "about": "friendly games",
    }
    assert players["greedy"]["name"] == "The greedy player"
    bot = {"player": f"bot:{robo.guest}", "name": "Robo", "bot": True, "games": ["reversi"]}
    assert players[f"bot:{robo.guest}"] == bot


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/chess", 400),
        ("/api/games/reversi?options={", 400),
        ("/api/games/reversi?options=[1]", 400),
        ('/api/games/reversi?options={"size":5}', 400),
        ('/api/games/reversi?options={"colour":"red"}', 400),
        ("/api/rules/chess", 400),
        ("/api/rules/..%2f..%2fREADME", 404),
        ("/api/rooms/nowhere/record", 404),
        ("/api/nothing", 404),
        ("/static/..%2fserver%2fhttp.py", 404),
        ("/static/%2e%2e/server/http.py", 404),
        ("/static/nothing.js", 404),
        ("/static/" + "x" * 300, 404),
        ("/favicon.bmp", 404),
    ],
)
async def test_a_wrong_request_gets_a_code_and_a_sentence(node: Node, path: str, status: int) -> None:
    answer = await ask(node, path)
    assert answer.status == status
    assert set(answer.json) == {"code", "text"}
    assert b"Traceback" not in answer.body


async def test_rules_come_with_their_examples(node: Node) -> None:
    rules = (await ask(node, "/api/rules/reversi")).json
    assert rules["markdown"].startswith("# ")
    assert len(rules["examples"]) == len(re.findall("```example", rules["markdown"]))
    first = rules["examples"][0]
    assert first["board"]["d4"] == "w"
    assert first["layout"]["spaces"]


async def test_a_room_is_opened_by_post_and_found_on_the_list(node: Node) -> None:
    body = b'{"type":"create","name":"Ours","game":"reversi","host_name":"Ann"}'
    made = await ask(node, "/api/rooms", "POST", body)
    assert made.status == 201
    room = made.json["room"]
    token = made.headers["Set-Cookie"].partition("=")[2].partition(";")[0]
    async with Client(node.address, token=token) as ann:
        view = await ann.join(room)
        assert (view.host, view.you) == (ann.guest, (0,))
    await until(lambda: bool(node.hub.lobby.rooms()))
    assert [entry["room"] for entry in (await ask(node, "/api/rooms")).json] == [room]


@pytest.mark.parametrize(
    ("body", "headers", "status", "code"),
    [
        (b"", {}, 400, "malformed"),
        (b"[]", {}, 400, "malformed"),
        (b'{"type":"create","name":"x","game":"chess"}', {}, 400, "unknown-game"),
        (b'{"type":"create","name":"x","game":"reversi","options":{"size":5}}', {}, 400, "bad-option"),
        (b'{"type":"create","name":"x","game":"reversi"}', {"Origin": "http://evil.example"}, 403, "foreign-origin"),
        (b'{"type":"create","name":"x","game":"reversi"}', {"Cookie": "quintet_guest=a.b"}, 403, "wrong-token"),
        (b'{"type":"create","name":"x","game":"reversi"}', {"Host": "evil.example"}, 400, "wrong-host"),
        (b" " * 2_000_000, {}, 413, "too-large"),
    ],
)  # fmt: skip
async def test_a_wrong_post_is_refused(
    node: Node, body: bytes, headers: dict[str, str], status: int, code: str
) -> None:
    answer = await ask(node, "/api/rooms", "POST", body, **headers)
    assert (answer.status, answer.json["code"]) == (status, code)
    by_the_rules = code in (
        "unknown-game",
        "bad-option",
    )  # their sentences go on without a full stop, wherever they are told
    assert by_the_rules or answer.json["text"].endswith(".")


async def test_a_record_is_downloaded_and_can_be_replayed(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        room = await seat_all([ann, ben])
        await ann.move("d3")
    answer = await ask(node, f"/api/rooms/{room}/record")
    assert f"reversi-{room}.json" in answer.headers["Content-Disposition"]
    assert [move for _, move in load(answer.body).record().moves] == ["d3"]


async def test_every_answer_carries_the_content_policy(node: Node) -> None:
    for path in ("/api/games", "/nothing.html", "/docs", "/health", "/"):
        policy = (await ask(node, path)).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy


async def test_the_protocol_is_documented(node: Node) -> None:
    page = (await ask(node, "/docs")).body.decode()
    schema = (await ask(node, "/docs/schema.json")).json
    for name in (*schema["client"], *schema["server"]):
        assert f"<code>{name}</code>" in page
    assert "/api/rooms" in (await ask(node, "/docs/http/openapi.json")).json["paths"]
    assert (await ask(node, "/docs/style.css")).headers["Content-Type"].startswith("text/css")


async def test_health_readiness_and_metrics(node: Node) -> None:
    assert (await ask(node, "/health")).json == {"status": "ok"}
    assert (await ask(node, "/ready")).json == {"status": "ready"}
    async with Client(node.address):
        metrics = (await ask(node, "/metrics")).body.decode()
        assert "quintet_connected 1.0" in metrics
        assert "quintet_bots 0.0" in metrics
        assert "quintet_connections_total 1.0" in metrics
    node.hub.closing = True
    assert (await ask(node, "/ready")).status == 503
    node.hub.closing = False


@pytest.mark.skipif(not (WEB / "index.html").is_file(), reason="the web client is not here")
async def test_the_web_client_is_served_with_a_cookie_and_from_the_cache(node: Node) -> None:
    for path in ("/", "/r/abcd", "/rules/reversi"):
        page = await ask(node, path)
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        assert "HttpOnly" in page.headers["Set-Cookie"]
    cookie = page.headers["Set-Cookie"].partition(";")[0]
    again = await ask(node, "/", Cookie=cookie, If_None_Match=page.headers["ETag"])
    assert (again.status, again.body, again.headers["Set-Cookie"]) == (304, b"", None)
    packed = await ask(node, "/", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert len(packed.body) < len(page.body)
    stale = await ask(node, "/", Cookie="quintet_guest=old.secret")
    assert "quintet_guest=" in stale.headers["Set-Cookie"]


async def test_data_is_compressed_for_those_who_can_read_it(node: Node) -> None:
    plain, packed = await ask(node, "/api/games"), await ask(node, "/api/games", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body


@pytest.mark.parametrize("path", ["/api/games", "/static/main.js"])
async def test_who_says_no_to_what_is_packed_gets_it_plain(node: Node, path: str) -> None:
    plain = await ask(node, path)
    for said, packed in (("gzip;q=0", False), ("br, GZIP; q=0.000", False), ("x-gzip", False), ("", False), ("br, gzip;q=0.5", True), ("GZIP", True)):  # fmt: skip
        answer = await ask(node, path, Accept_Encoding=said)
        assert (answer.headers["Content-Encoding"] == "gzip") is packed
        assert (answer.body == plain.body) is not packed


async def test_a_page_that_is_known_is_not_sent_again_however_that_is_said(node: Node) -> None:
    tag = (await ask(node, "/static/main.js")).headers["ETag"]
    for said, status in ((tag, 304), (f"W/{tag}", 304), (f'"old", W/{tag}', 304), ("*", 304), ('"old"', 200), (tag[:-1], 200)):  # fmt: skip
        assert (await ask(node, "/static/main.js", If_None_Match=said)).status == status


@pytest.mark.parametrize("path", ["/", "/health", "/api/games", "/api/rooms", "/static/main.js", "/docs", "/g/nothing", "/nothing.txt"])  # fmt: skip
async def test_who_asks_for_the_head_alone_is_told_the_same_without_the_rest(node: Node, path: str) -> None:
    whole, head = await ask(node, path), await ask(node, path, "HEAD")
    assert (head.status, head.body) == (whole.status, b"")
    for name in ("Content-Type", "Content-Length", "ETag", "Content-Security-Policy"):
        assert head.headers[name] == whole.headers[name]


async def test_only_files_of_the_folder_are_served(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "web" / "a.js").write_text("let a = 1;")
    (tmp_path / "web" / ".hidden").write_text("hidden")
    (tmp_path / "web" / "out").symlink_to(tmp_path / "secret.txt")
    assets = Assets(tmp_path / "web")
    found = assets.get("a.js")
    assert found is not None
    assert found.content_type == "text/javascript"
    for name in ("../secret.txt", "/etc/passwd", ".hidden", "out", "", "nothing", "a.js/x", "\0"):
        assert assets.get(name) is None
    (tmp_path / "web" / "a.js").write_text("let b = 22;")
    changed = assets.get("a.js")
    assert changed is not None
    assert changed.body == b"let b = 22;"


def pages_of_the_client() -> list[str]:
    """The addresses that the web client knows, as somebody types them; of those with a name in them the first that there is."""
    found = []
    for route in re.findall(r"\[/\^(\S+)\$/, async", (WEB / "main.js").read_text("utf-8")):
        plain = route.replace("\\/", "/")
        names = re.fullmatch(r"/\(\?:(\w+)\|(\w+)\)", plain)
        found += [f"/{name}" for name in names.groups()] if names else [plain]
    return [address for address in found if "(" not in address]


async def test_every_page_of_the_client_can_be_typed_and_loaded_again(node: Node) -> None:
    pages = pages_of_the_client()
    assert {"/", "/games", "/puzzles", "/learn", "/lessons", "/study"} <= set(pages)
    for address in pages:
        answer = await ask(node, address)
        assert (answer.status, answer.headers["content-type"].partition(";")[0]) == (200, "text/html"), (
            address
        )


LOOK = "/docs/http/openapi.json has every address and what it takes."


@pytest.mark.parametrize(
    "path", ["/api/nothing", "/nothing.js", "/static/nothing.js", "/api/rooms/x/nothing"]
)
async def test_where_there_is_nothing_we_say_so_and_where_to_look(node: Node, path: str) -> None:
    answer = await ask(node, path)
    told = {"code": "no-such-page", "text": f"There is no such page; {LOOK}"}
    assert (answer.status, answer.json) == (404, told)


@pytest.mark.parametrize(
    ("method", "path"),
    [("PUT", "/api/rooms"), ("DELETE", "/api/games"), ("PATCH", "/"), ("POST", "/no/where")],
)
async def test_a_way_of_asking_that_does_nothing_is_told_where_to_look(
    node: Node, method: str, path: str
) -> None:
    answer = await ask(node, path, method)
    told = {"code": "no-such-page", "text": f"{method} does nothing here; {LOOK}"}
    assert (answer.status, answer.json) == (405, told)

"""What a server counts and measures is there and true, the dashboard shows it, and logs keep secrets."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from quintet.server.logs import JsonLines
from quintet.server.times import BOUNDS, Histogram
from quintet.table.commands import Create, Move
from quintet.wire.client import Client, ServerError
from tests.server.harness import Node, Process, seat_all, serving
from tests.server.test_http import ask
from tests.server.test_play import picture
from tests.waiting import until

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving(workers=1) as running:
        yield running


async def counted(node: Node) -> dict[tuple[str, str], float]:
    """Every sample by its name and the value of its only label."""
    page = (await ask(node, "/metrics")).body.decode()
    return {
        (sample.name, "".join(sample.labels.values())): sample.value
        for family in text_string_to_metric_families(page)
        for sample in family.samples
    }


async def test_a_game_is_counted_and_measured(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        await seat_all([ann, ben])
        await ann.move("d3")
        await ben.move("c3")
        with pytest.raises(ServerError):
            await ben.move("c3")
        found = await counted(node)
        assert found["quintet_moves_total", ""] == 2
        assert found["quintet_move_seconds_count", ""] == 2
        assert found["quintet_move_seconds_bucket", "+Inf"] == 2
        assert found["quintet_move_seconds_sum", ""] > 0
        assert found["quintet_refused_total", "not-your-turn"] == 1
        assert found["quintet_appends_total", ""] == found["quintet_append_seconds_count", ""] > 0
        assert found["quintet_appends_waiting", ""] == 0
        assert found["quintet_live_rooms", ""] == 1
        assert found["quintet_connected", ""] == 2
        assert found["quintet_engine_seconds_count", ""] == 0


async def test_what_machines_do_is_measured_apart(node: Node) -> None:
    async with Client(node.address) as ann:
        await ann.join(
            await ann.create(Create(name="A", game="reversi", seats=("random", "me"), offline=True))
        )
        await until(lambda: len(picture(ann).plies) == 1)
        found = await counted(node)
        assert found["quintet_moves_total", ""] == found["quintet_engine_seconds_count", ""] == 1
        assert found["quintet_move_seconds_count", ""] == 0
        assert found["quintet_questions_open", ""] == 0
        assert found["quintet_workers", ""] == 1


def test_times_are_counted_in_the_bucket_that_they_fit_into() -> None:
    times = Histogram()
    for seconds in (0.0, BOUNDS[0], BOUNDS[0] * 1.01, 99.0):
        times.add(seconds)
    counts = dict(times.buckets())
    assert counts[str(BOUNDS[0])] == 2
    assert counts[str(BOUNDS[1])] == counts[str(BOUNDS[-1])] == 3
    assert counts["+Inf"] == 4
    assert times.total == pytest.approx(99.0 + BOUNDS[0] * 2.01)


# --- the dashboard ----------------------------------------------------------------------------------------------------


async def test_the_dashboard_shows_what_is_counted_and_leaves_nothing_out(node: Node) -> None:
    board: dict[str, Any] = json.loads((ROOT / "deploy" / "grafana" / "quintet.json").read_text("utf-8"))
    asked = " ".join(target["expr"] for panel in board["panels"] for target in panel["targets"])
    named = set(re.findall(r"\b(?:quintet|process)_\w+", asked))
    node.hub.counts["refused malformed"] += 1
    there = {name for name, _ in await counted(node)}
    assert named <= there
    ours = {name for name in there if name.startswith("quintet_")}
    apart = {"quintet_version", "quintet_commands_total", "quintet_events_total", "quintet_connections_total"}
    shown = {re.sub(r"_(bucket|sum|count)$", "", name) for name in named}
    assert {re.sub(r"_(bucket|sum|count)$", "", name) for name in ours} - apart == {
        name for name in shown if name.startswith("quintet_")
    }
    places = [tuple(panel["gridPos"][side] for side in "xy") for panel in board["panels"]]
    assert len(set(places)) == len(places)
    assert len({panel["id"] for panel in board["panels"]}) == len(places)


async def test_every_metric_is_documented(node: Node) -> None:
    page = (ROOT / "docs" / "server.md").read_text("utf-8")
    node.hub.counts["refused malformed"] += 1
    names = {re.sub(r"_(bucket|sum|count)$", "", name) for name, _ in await counted(node)}
    assert not [name for name in names if name.startswith("quintet_") and f"`{name}`" not in page]


# --- logs -------------------------------------------------------------------------------------------------------------


async def test_logs_name_the_room_and_never_a_token_or_a_sealed_move(tmp_path: Path) -> None:
    log = tmp_path / "log"
    server = await Process.start("memory:", 0, log, "--lazy", "--log-level", "debug")
    async with Client(server.address) as ann, Client(server.address) as ben:
        room = await seat_all([ann, ben], "omega")
        move = next(picture(ann).prompts[0].moves())
        await ann.move(move)
        assert picture(ann).sealed
        with pytest.raises(ServerError):
            await ann.ask(Move(seat=1, text=move, version=picture(ann).version))
        tokens = [client.token or "" for client in (ann, ben)]
    await server.stop()
    said = log.read_text("utf-8")
    assert room in said
    hide(said, move, *tokens, *(token.partition(".")[2] for token in tokens))


async def test_a_mistake_of_ours_is_logged_without_the_move(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving() as node, Client(node.address) as ann, Client(node.address) as ben:
        room = await seat_all([ann, ben], "omega")
        move = next(picture(ann).prompts[0].moves())
        monkeypatch.setattr("quintet.server.room.step", broken)
        with pytest.raises(ServerError):
            await ann.move(move)
        monkeypatch.undo()
    lines = [JsonLines().format(record) for record in caplog.records if record.name == "quintet.server"]
    (failed,) = [line for line in map(json.loads, lines) if line["event"] == "command failed"]
    assert failed["room"] == room
    assert failed["command"] == "Move"
    hide("\n".join(lines), move)


def hide(said: str, *secrets: str) -> None:
    """None of these is in the log, in whatever quotes."""
    for secret in secrets:
        assert len(secret) > 4, "shorter ones are there by accident"
        assert secret not in said


def broken(*_: object) -> None:
    raise RuntimeError("a mistake of ours")

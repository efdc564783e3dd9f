"""Matches on a cluster: real schedulers and workers of Dask, most of them in this process, one killed outright."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from quintet.arena import cluster as clusters
from quintet.arena.cluster import Cluster, ClusterError, carry, check_version, cluster, sources
from quintet.arena.runner import end_there
from tests.arena.test_arena import MISBEHAVING, lines, without_times
from tests.commands.conftest import Quintet, quintet

__all__ = ["quintet"]

distributed = pytest.importorskip("distributed", reason="the extra cluster is not installed")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler with two workers, in this process, that is reached as any other."""
    made = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=":0"
    )
    with made:
        yield str(made.scheduler_address)
    end_there()


def doubled(number: int) -> int:
    return 2 * number


def test_a_match_on_a_cluster_has_the_games_of_a_match_here(
    quintet: Quintet, tmp_path: Path, address: str
) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    match = ("arena", "greedy", f"{MISBEHAVING}:Crash", "--game", "best", "--games", "4")
    quintet(*match, "--records", str(here))
    ran = quintet(*match, "--records", str(there), "--cluster", address)
    assert (ran.code, ran.err) == (0, "")
    assert "4 of 4 games" in ran.out
    games = [
        sorted(without_times(lines(file)), key=lambda line: line["arena"]["number"]) for file in (here, there)
    ]
    assert games[0] == games[1]


def test_results_come_once_each_and_can_be_enough(address: str) -> None:
    found: list[int] = []

    def done(result: int) -> bool:
        found.append(result)
        return len(found) < 5

    tasks = iter(range(1000))
    with cluster(address, 1) as there:
        there.each(doubled, tasks, done)
    assert len(set(found)) == len(found) == 5
    assert next(tasks) < 20, "few are on their way at a time"


def test_a_worker_with_other_sources_gets_nothing_to_do(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "CONNECT_WITHIN", 0.5)
    monkeypatch.setattr(clusters, "PROBE", "'others'")
    said: list[str] = []
    with distributed.Client(address, set_as_default=False) as client:
        with pytest.raises(
            ClusterError, match="all 2 of its workers have other sources: install this version"
        ):
            Cluster(client, address, said.append).each(doubled, [1], lambda _: True)
        assert len(said) == 2


def test_a_worker_whose_sources_change_is_found_out_when_it_is_asked(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked first it was like us; asked to work, one of the two is no longer."""
    said: list[str] = []
    monkeypatch.setattr(clusters, "carry", carry_or_not)
    found: list[int] = []

    def done(result: int) -> bool:
        found.append(result)
        return True

    with distributed.Client(address, set_as_default=False) as client:
        monkeypatch.setitem(CHANGED, "worker", next(iter(client.nthreads())))
        Cluster(client, address, said.append).each(doubled, range(8), done)
    assert sorted(found) == [2 * number for number in range(8)]
    assert len(said) == 1


CHANGED: dict[str, str] = {}


def carry_or_not(work: Any, task: Any, wanted: str) -> Any:
    return carry(work, task, "others" if distributed.get_worker().address == CHANGED["worker"] else wanted)


@pytest.mark.parametrize("address_", ["tcp://127.0.0.1:1", "nonsense://x", "nonsense", ""])
def test_a_scheduler_that_does_not_answer_is_one_sentence(
    quintet: Quintet, monkeypatch: pytest.MonkeyPatch, address_: str
) -> None:
    monkeypatch.setattr(clusters, "CONNECT_WITHIN", 0.5)
    ran = quintet("arena", "greedy", "random", "--game", "best", "--games", "2", "--cluster", address_)
    assert ran.code == 2
    gc.collect()  # what is only thrown away then may speak, too
    assert "start one with 'dask scheduler'" in ran.err
    assert "Traceback" not in ran.err


def test_a_scheduler_of_another_version_is_refused() -> None:
    class Other:
        def get_versions(self) -> dict[str, Any]:
            return {
                "scheduler": {"packages": {"distributed": "2020.1.0"}},
                "client": {"packages": {"distributed": "2026.8.0"}},
            }

    with pytest.raises(
        ClusterError, match=r"runs version 2020\.1\.0 of distributed, and here it is 2026\.8\.0"
    ):
        check_version(Other(), "tcp://there")


def test_a_scheduler_that_goes_away_ends_the_match_and_keeps_what_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clusters, "CONNECT_WITHIN", 1.0)
    made = distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, protocol="tcp://", dashboard_address=":0"
    )
    found: list[int] = []

    def done(result: int) -> bool:
        found.append(result)
        if len(found) == 3:
            made.close()
        return True

    sentence = "is gone: what was finished is kept"
    with cluster(made.scheduler_address, 1) as there, pytest.raises(ClusterError, match=sentence):
        there.each(doubled, range(100), done)
    assert len(set(found)) == len(found) >= 3


def slowly_doubled(number: int) -> int:
    time.sleep(0.02)
    return 2 * number


def test_a_worker_that_is_killed_costs_no_task_and_doubles_none() -> None:
    found: list[int] = []
    with cluster("local", 2) as there:
        processes = there.client.run(os.getpid)

        def done(result: int) -> bool:
            found.append(result)
            if len(found) == 2:
                os.kill(next(iter(processes.values())), signal.SIGKILL)
            return True

        there.each(slowly_doubled, range(40), done)
    assert sorted(found) == [2 * number for number in range(40)]


class Deadly:
    """The client of a cluster on which every worker dies that is given a task."""

    def __init__(self) -> None:
        self.sent: list[int] = []

    @property
    def status(self) -> str:
        return "running"

    def nthreads(self) -> dict[str, int]:
        return {"tcp://there": 1}

    def run(self, *_: object, **__: object) -> dict[str, str]:
        return {"tcp://there": sources()}

    def submit(self, _carry: object, _work: object, task: int, *_: object, **__: object) -> Deadly:
        self.sent.append(task)
        assert len(self.sent) < 100, "it is tried without end"
        return self

    def cancel(self, _futures: object) -> None:
        """Nothing is on its way."""

    def add_done_callback(self, call: Callable[[object], object]) -> None:
        call(self)

    def result(self, timeout: float) -> None:
        raise distributed.KilledWorker("task", "tcp://there", timeout)


def test_a_task_that_kills_every_worker_is_not_tried_for_ever() -> None:
    client = Deadly()
    with pytest.raises(ClusterError, match="3 workers died one after the other over one and the same task"):
        Cluster(client, "tcp://there").each(doubled, [7], lambda _: True)
    assert client.sent == [7, 7, 7]


class Silent(Deadly):
    """The client of a scheduler that no longer says anything."""

    looks = 0

    @property
    def status(self) -> str:
        self.looks += 1
        assert self.looks < 1000, "it is waited for without end"
        return "connecting"

    def add_done_callback(self, call: Callable[[object], object]) -> None:
        """Nothing is ever done."""


def test_a_scheduler_that_says_nothing_any_more_is_not_waited_for_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clusters, "CONNECT_WITHIN", 0.05)
    monkeypatch.setattr(clusters, "LOOK_EVERY", 0.01)
    with pytest.raises(ClusterError, match="is gone: what was finished is kept"):
        Cluster(Silent(), "tcp://there").each(doubled, [7], lambda _: True)


def test_puzzles_are_mined_on_a_cluster(quintet: Quintet, tmp_path: Path, address: str) -> None:
    mine = (
        "puzzles",
        "mine",
        "best",
        "--set",
        "tokens=4",
        "--games",
        "3",
        "-o",
        str(tmp_path),
        "--cluster",
        address,
    )
    ran = quintet(*mine)
    assert (ran.code, ran.err) == (0, "")


def test_many_games_are_reviewed_on_a_cluster_in_the_order_of_their_file(
    quintet: Quintet, tmp_path: Path, address: str
) -> None:
    file = tmp_path / "games.jsonl"
    quintet(
        "arena",
        "greedy",
        "random",
        "--game",
        "best",
        "--games",
        "4",
        "--set",
        "tokens=3",
        "--records",
        str(file),
    )
    with file.open("a", encoding="utf-8") as more:
        more.write('{"game": "chess"}\n')
    ran = quintet("review", str(file), "--quick", "--json", "--cluster", address)
    *reviews, wrong = sorted(ran.json, key=lambda found: "error" in found)
    assert "no field" in wrong["error"]
    assert ran.code == 2
    alone = quintet("review", str(file), "--quick", "--json").json
    assert len(reviews) == 4
    assert [found["moves"][0]["move"] for found in reviews] == [
        found["moves"][0]["move"] for found in alone if "error" not in found
    ]

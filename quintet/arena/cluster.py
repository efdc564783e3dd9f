"""Work on many machines: a Dask cluster does one task after the other, and each result is heard of once, as it comes.

The tasks are anything: games of a match, games to look for puzzles in, games to review. Few are on their way at a time, so that one can
stop early; what was on a worker that dies is done again elsewhere; and a worker whose sources are not ours gets nothing to do.
"""

from __future__ import annotations

import hashlib
import importlib
import logging
import queue
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar
from uuid import uuid4

from quintet.extras import need
from quintet.games.contract import GameError, short

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"
CONNECT_WITHIN = 15.0
"""Seconds for a scheduler to answer, also one that was lost in between."""
AHEAD = 2
"""Tasks on their way for each that can be done at a time: one more waits at hand."""
DEATHS = 3
"""After so many workers that died with a task, the task is to blame."""
LOOK_EVERY = 1.0
PROBE = f"__import__({__name__!r}, fromlist=['sources']).sources()"


class ClusterError(GameError):
    """A cluster cannot be used, or no longer; the text says what to do."""


class OtherSourcesError(Exception):
    """A worker that was asked has other sources than whoever asked."""


@lru_cache(maxsize=1)
def sources() -> str:
    """What all code and data of this package come to: two machines with one answer play alike."""
    folder = Path(__file__).parents[1]
    found = hashlib.sha256()
    kept = (file for file in sorted(folder.rglob("*")) if file.suffix == ".py" or "data" in file.parts)
    for file in kept:
        if file.is_file() and "__pycache__" not in file.parts and "web" not in file.parts:
            found.update(f"{file.relative_to(folder).as_posix()} ".encode())
            found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def carry(work: Callable[[T], R], task: T, wanted: str) -> R:
    """What a worker is asked to do."""
    if sources() != wanted:
        raise OtherSourcesError(str(_distributed().get_worker().address))
    return work(task)


def _distributed() -> Any:
    return importlib.import_module("distributed")


@contextmanager
def cluster(address: str, jobs: int, say: Callable[[str], object] = str) -> Iterator[Cluster]:
    """A cluster by the address of its scheduler, such as tcp://10.0.0.1:8786; `local` starts one here with so many workers."""
    need("cluster", "--cluster")
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of it is told as a sentence
    distributed = _distributed()
    settings = {
        "distributed.nanny.pre-spawn-environ": {"MALLOC_TRIM_THRESHOLD_": None},
        "distributed.comm.timeouts.connect": f"{CONNECT_WITHIN}s",
    }
    with importlib.import_module("dask.config").set(settings):
        if address == LOCAL:
            there = distributed.LocalCluster(
                n_workers=jobs, threads_per_worker=1, dashboard_address=":0", silence_logs=logging.CRITICAL
            )
            with there, distributed.Client(there) as client:
                yield Cluster(client, address, say)
            return
        with connected(address) as client:
            yield Cluster(client, address, say)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler there; ClusterError if there is none, or one of another version."""
    distributed = _distributed()
    try:  # a client of what is no address would end with a traceback
        distributed.comm.get_address_host_port(address)
        client = distributed.Client(address, timeout=CONNECT_WITHIN, set_as_default=False)
    except (OSError, ValueError, TypeError, RuntimeError, ImportError) as error:
        raise ClusterError(
            f"no scheduler answers at {short(address)} ({' '.join(str(error).split())[:120] or type(error).__name__}):"
            " start one with 'dask scheduler' and give its address, such as tcp://10.0.0.1:8786"
        ) from error
    with client:
        check_version(client, address)
        yield client


def check_version(client: Any, address: str) -> None:
    """ClusterError unless the scheduler is of our version of Dask: others understand each other by luck only."""
    versions = client.get_versions()
    theirs, ours = (
        (versions[who] or {}).get("packages", {}).get("distributed") for who in ("scheduler", "client")
    )
    if theirs != ours:
        raise ClusterError(
            f"the scheduler at {short(address)} runs version {theirs} of distributed, and here it is {ours}:"
            " install the same version on both sides"
        )


class Cluster:
    """A cluster that is connected."""

    def __init__(self, client: Any, address: str, say: Callable[[str], object] = str) -> None:
        self.client, self.address, self.say = client, address, say
        self.known: dict[str, bool] = {}
        """By address, every worker that was asked for its sources, and whether they are ours."""

    # -- who may work

    def able(self) -> dict[str, int]:
        """The workers with our sources, and how much each does at a time."""
        try:
            threads: dict[str, int] = self.client.nthreads()
        except (OSError, RuntimeError) as error:
            raise self.gone() from error
        new = [worker for worker in threads if worker not in self.known]
        if new:
            told = self.client.run(eval, PROBE, workers=new, on_error="return")
            for worker in new:
                self.known[worker] = told.get(worker) == sources()
                if not self.known[worker]:
                    self.say(f"The worker at {worker} has other sources than ours, and gets nothing to do.")
        return {worker: count for worker, count in threads.items() if self.known.get(worker)}

    def wait_for_workers(self) -> None:
        """ClusterError if nobody comes who may work."""
        until = monotonic() + CONNECT_WITHIN
        pause = queue.SimpleQueue[None]()
        while not self.able():
            if monotonic() > until:
                refused = sum(not able for able in self.known.values())
                all_ = "its only worker has" if refused == 1 else f"all {refused} of its workers have"
                why = (
                    f"{all_} other sources: install this version of quintet there"
                    if refused
                    else f"it has no workers: start some with 'dask worker {self.address}'"
                )
                raise ClusterError(f"nobody can work on the cluster at {short(self.address)}; {why}")
            with suppress(queue.Empty):
                pause.get(timeout=0.2)

    def gone(self) -> ClusterError:
        return ClusterError(
            f"the scheduler at {short(self.address)} is gone: what was finished is kept; go on when it is back"
        )

    # -- working

    def each(self, work: Callable[[T], R], tasks: Iterable[T], done: Callable[[R], bool]) -> None:
        """Have the work done for every task; `done` hears of each result, once, and says whether to go on."""
        self.wait_for_workers()
        _Round(self, work, iter(tasks), done).run()


class _Round:
    """One call of `each`."""

    def __init__(self, there: Cluster, work: Any, tasks: Iterator[Any], done: Callable[[Any], bool]) -> None:
        self.there, self.work, self.tasks, self.done = there, work, tasks, done
        self.name = uuid4().hex
        self.count = 0
        self.ready: queue.SimpleQueue[int] = queue.SimpleQueue()
        self.out: dict[int, tuple[Any, Any, int]] = {}
        """By number, what is on its way: the task, its future, and how many workers died with it."""
        self.silent_since: float | None = None

    def run(self) -> None:
        try:
            more = self.fill()
            while self.out:
                number = self.next_ready()
                if number is not None and number in self.out:
                    task, future, deaths = self.out.pop(number)
                    if not self.take(task, future, deaths):
                        return
                more = more and self.fill()
        finally:
            with suppress(Exception):  # a scheduler that is gone cancels nothing
                self.there.client.cancel([future for _, future, _ in self.out.values()])

    def fill(self) -> bool:
        """Send as many tasks as are wanted on their way; are there more?"""
        while len(self.out) < AHEAD * max(1, sum(self.there.able().values())):
            try:
                task = next(self.tasks)
            except StopIteration:
                return False
            self.send(task, 0)
        return True

    def send(self, task: Any, deaths: int) -> None:
        self.count += 1
        number = self.count
        future = self.there.client.submit(
            carry,
            self.work,
            task,
            sources(),
            key=f"quintet-{self.name}-{number}",
            workers=list(self.there.able()) or None,
            pure=False,
        )
        self.out[number] = task, future, deaths
        future.add_done_callback(lambda _: self.ready.put(number))

    def next_ready(self) -> int | None:
        """Something that is done; None after a while without. ClusterError if the scheduler is gone for good."""
        try:
            number = self.ready.get(timeout=LOOK_EVERY)
        except queue.Empty:
            if self.there.client.status == "running":
                self.silent_since = None
                return None
            self.silent_since = self.silent_since or monotonic()
            if monotonic() - self.silent_since > CONNECT_WITHIN:
                raise self.there.gone() from None
            return None
        return number

    def take(self, task: Any, future: Any, deaths: int) -> bool:
        """Hear of one that is done: give its result on, or send it again; go on?"""
        distributed = _distributed()
        try:
            result = future.result(timeout=CONNECT_WITHIN)
        except OtherSourcesError as error:
            if self.there.known.get(str(error)):
                self.there.known[str(error)] = False
                self.there.say(
                    f"The worker at {error} has other sources by now, and gets nothing more to do."
                )
            self.there.wait_for_workers()
            self.send(task, deaths)
            return True
        except distributed.KilledWorker as error:
            if deaths + 1 >= DEATHS:
                raise ClusterError(
                    f"{DEATHS} workers died one after the other over one and the same task; look at their memory and logs"
                ) from error
            self.send(task, deaths + 1)
            return True
        except (TimeoutError, OSError, distributed.CancelledError) as error:
            raise self.there.gone() from error
        return self.done(result)

"""What a node counts and measures, in the format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from quintet import __version__

if TYPE_CHECKING:
    from quintet.server.edge import Edge
    from quintet.server.hub import Hub
    from quintet.server.pool import Pool

COUNTERS = {
    "connections": "connections accepted",
    "rooms opened": "rooms opened on this node",
    "commands": "commands that changed a table",
    "moves": "moves accepted, of people and machines",
    "events": "events committed by this node",
    "appends": "appends given to the store",
    "conflicts": "appends that another node was quicker with",
    "store failures": "appends that the store could not write",
    "dropped": "clients cut off because they read too slowly",
    "too fast": "clients cut off because they sent too much",
}


class _Collector:
    """Reads the hub's own counters when asked, so that counting costs next to nothing while playing."""

    def __init__(self, hub: Hub, pool: Pool | None, edge: Edge) -> None:
        self._hub, self._pool, self._edge = hub, pool, edge

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(
            "quintet_started_seconds", "when this node was started", value=self._hub.begun
        )
        version = GaugeMetricFamily("quintet_version", "always 1: the label says which", labels=["version"])
        version.add_metric([__version__], 1)
        yield version
        yield from self._counted()
        yield from self._there_now()
        yield from self._times()
        yield from self._strangers()
        yield from self._machines()

    def _counted(self) -> Iterator[Metric]:
        counts = self._hub.counts
        for name, text in COUNTERS.items():
            yield CounterMetricFamily(f"quintet_{name.replace(' ', '_')}", text, value=counts[name])
        refused = CounterMetricFamily("quintet_refused", "messages refused, by code", labels=["code"])
        for name, count in counts.items():
            if name.startswith("refused "):
                refused.add_metric([name.removeprefix("refused ")], count)
        yield refused

    def _there_now(self) -> Iterator[Metric]:
        hub = self._hub
        yield GaugeMetricFamily("quintet_connected", "clients connected now", value=len(hub.conversations))
        yield GaugeMetricFamily("quintet_live_rooms", "rooms in memory", value=len(hub.rooms))
        yield GaugeMetricFamily("quintet_bots", "bots signed on at this node", value=hub.bench.here)
        watching = sum(len(room.watchers) for room in hub.rooms.values())
        yield GaugeMetricFamily("quintet_watching", "clients in rooms", value=watching)
        writing = hub.counts["appends"] - sum(hub.times.appends.counts)
        yield GaugeMetricFamily("quintet_appends_waiting", "appends not committed yet", value=writing)

    def _times(self) -> Iterator[Metric]:
        times = self._hub.times
        for name, text, measured in (
            ("move", "from a person's move to the answer that it was accepted", times.moves),
            ("append", "from events given to the store to its answer", times.appends),
            ("engine", "from a question to a machine to its answer", times.answers),
        ):
            yield HistogramMetricFamily(
                f"quintet_{name}_seconds", text, buckets=measured.buckets(), sum_value=measured.total
            )

    def _strangers(self) -> Iterator[Metric]:
        edge = self._edge
        yield GaugeMetricFamily("quintet_open_connections", "connections of any kind", value=len(edge))
        yield GaugeMetricFamily("quintet_most_connections", "how many there may be", value=edge.most)
        yield CounterMetricFamily(
            "quintet_put_out", "connections that made room for others", value=edge.put_out
        )
        yield CounterMetricFamily(
            "quintet_turned_away", "connections for which there was no room", value=edge.turned_away
        )
        yield GaugeMetricFamily(
            "quintet_aside_waiting", "long work that waits to be done aside", value=self._hub.aside.waiting
        )

    def _machines(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(
            "quintet_questions_open", "questions to machines not answered yet", value=len(self._hub.machines)
        )
        if self._pool is not None:
            yield GaugeMetricFamily(
                "quintet_questions_waiting", "questions no worker has taken", value=self._pool.waiting
            )
            yield GaugeMetricFamily("quintet_workers", "worker processes", value=self._pool.size)
            yield CounterMetricFamily(
                "quintet_workers_replaced", "workers that died or hung", value=self._pool.replaced
            )


def metrics(hub: Hub, pool: Pool | None, edge: Edge) -> bytes:
    """The page that Prometheus reads."""
    registry = CollectorRegistry(auto_describe=False)
    ProcessCollector(registry=registry)  # processor time, memory and open files, where the system tells
    registry.register(_Collector(hub, pool, edge))
    return generate_latest(registry)

"""`quintet status`: how a server is doing, for people and for programs."""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from quintet.commands import Commands, command
from quintet.inputs import UsageError

WITHIN = 10.0
"""Seconds in which a server answers, or is not there."""
APART = 1.0
"""Seconds between two looks: what happens in them is what happens now."""
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$")
LABEL = re.compile(r'(\w+)="([^"]*)"')


class Sample(NamedTuple):
    """One line of what a server counts."""

    name: str
    labels: dict[str, str]
    value: float


class Metrics:
    """What a server counts, at one moment."""

    def __init__(self, text: str) -> None:
        found = (SAMPLE.match(line) for line in text.splitlines())
        self._samples = [Sample(m[1], dict(LABEL.findall(m[2] or "")), float(m[3])) for m in found if m]

    def value(self, name: str) -> float:
        return next((sample.value for sample in self._samples if sample.name == name), 0.0)

    def count(self, name: str) -> int:
        return int(self.value(name))

    def has(self, name: str) -> bool:
        return any(sample.name == name for sample in self._samples)

    def by(self, name: str, label: str) -> dict[str, int]:
        """The values of one name by a label, the largest first."""
        found = [(s.labels[label], int(s.value)) for s in self._samples if s.name == name]
        return dict(sorted(found, key=lambda pair: (-pair[1], pair[0])))

    def within(self, name: str, share: float) -> float | None:
        """The seconds within which this share of all was done, as closely as was counted; None where nothing was."""
        buckets = [s for s in self._samples if s.name == f"{name}_bucket"]
        total = max((bucket.value for bucket in buckets), default=0)
        if not total:
            return None
        return next(float(bucket.labels["le"]) for bucket in buckets if bucket.value >= share * total)


def add(commands: Commands) -> None:
    parser = command(commands, "status", run, "Say how a server is doing.", "It takes a second.")
    parser.add_argument("server", metavar="URL", help="its address, such as http://localhost:8642")
    parser.add_argument("--json", action="store_true", help="the same for programs")


def run(arguments: argparse.Namespace) -> int:
    """0 if it can be played on, 1 if it runs and cannot."""
    address = home(arguments.server)
    first, begun = look(address), time.monotonic()
    time.sleep(APART)
    now, seconds = look(address), time.monotonic() - begun
    found = status(
        address,
        trouble(address),
        now,
        (now.value("quintet_moves_total") - first.value("quintet_moves_total")) / seconds,
    )
    if arguments.json:
        print(json.dumps(found, indent=2))
    else:
        print("\n".join(told(found)))
    return 0 if found["ready"] else 1


def home(address: str) -> str:
    """Where a server is; a link to one of its rooms will do."""
    parts = urlsplit(address if "://" in address else f"http://{address}")
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise UsageError(f"{address[:80]!r} is no server; one is written like http://localhost:8642")
    return f"{parts.scheme}://{parts.netloc}"


def look(address: str) -> Metrics:
    import urllib.request  # a quarter of the time that any other command would take to begin

    try:
        with urllib.request.urlopen(f"{address}/metrics", timeout=WITHIN) as answer:  # noqa: S310  (http, see `home`)
            found = Metrics(answer.read().decode(errors="replace"))
    except (OSError, ValueError) as error:
        from quintet.wire.unreachable import why_unreachable

        raise UsageError(f"no server answers at {address}: {why_unreachable(error)}") from error
    if not found.has("quintet_started_seconds"):
        raise UsageError(f"what answers at {address} is no server of quintet, or an older one")
    return found


def trouble(address: str) -> str:
    """Why it cannot be played on now, as it says itself; empty if it can."""
    import urllib.error
    import urllib.request

    try:
        urllib.request.urlopen(f"{address}/ready", timeout=WITHIN).close()  # noqa: S310  (http, see `home`)
    except urllib.error.HTTPError as error:
        try:
            return str(json.load(error)["text"])
        except (ValueError, KeyError, TypeError):
            return f"it answers {error.code}"
    except OSError as error:
        return str(error)
    return ""


def status(address: str, why_not: str, metrics: Metrics, moves_a_second: float) -> dict[str, Any]:
    """Everything that is told, as data; times are seconds."""
    return {
        "address": address,
        "ready": not why_not,
        "trouble": why_not,
        "version": next(iter(metrics.by("quintet_version", "version")), ""),
        "since": metrics.value("quintet_started_seconds"),
        "rooms": {"live": metrics.count("quintet_live_rooms"), "opened": metrics.count("quintet_rooms_opened_total")},
        "people": {
            "connected": metrics.count("quintet_connected"),
            "at_tables": metrics.count("quintet_watching"),
            "bots": metrics.count("quintet_bots"),
        },
        "connections": {
            "open": metrics.count("quintet_open_connections"),
            "most": metrics.count("quintet_most_connections"),
            "turned_away": metrics.count("quintet_turned_away_total"),
        },
        "moves": {
            "a_second": round(moves_a_second, 1),
            "accepted": metrics.count("quintet_moves_total"),
            **times(metrics, "quintet_move_seconds"),
        },
        "engine": {
            "open": metrics.count("quintet_questions_open"),
            "waiting": metrics.count("quintet_questions_waiting"),
            "workers": metrics.count("quintet_workers") if metrics.has("quintet_workers") else None,
            "replaced": metrics.count("quintet_workers_replaced_total"),
            **times(metrics, "quintet_engine_seconds"),
        },
        "store": {
            "appends": metrics.count("quintet_appends_total"),
            "waiting": metrics.count("quintet_appends_waiting"),
            "failures": metrics.count("quintet_store_failures_total"),
            **times(metrics, "quintet_append_seconds"),
        },
        "refused": metrics.by("quintet_refused_total", "code"),
        "memory": metrics.count("process_resident_memory_bytes"),
    }  # fmt: skip


def times(metrics: Metrics, name: str) -> dict[str, float | None]:
    """Within how many seconds half of them were done, and all but one in a hundred."""
    found = {"half_within": metrics.within(name, 0.5), "most_within": metrics.within(name, 0.99)}
    return {key: None if value == float("inf") else value for key, value in found.items()}


# --- for people -------------------------------------------------------------------------------------------------------


def told(found: dict[str, Any]) -> Iterable[str]:
    """One line about each thing."""
    rooms, people, moves = found["rooms"], found["people"], found["moves"]
    engine, store, open_ = found["engine"], found["store"], found["connections"]
    yield f"quintet {found['version']} at {found['address']}: {found['trouble'] or 'all is well'}"
    lines = {
        "up": f"{lasting(time.time() - found['since'])}, since {moment(found['since'])}",
        "rooms": f"{rooms['live']:,} in memory, {rooms['opened']:,} opened since then",
        "people": f"{people['connected']:,} connected, {people['at_tables']:,} at tables, {people['bots']:,} bots on the list",
        "moves": f"{moves['a_second']:g} a second now, {moves['accepted']:,} since then{quickly(moves, 'answered')}",
        "engine": f"{engine['open']:,} asked, {waiting(engine)}{quickly(engine, 'answered')}",
        "store": f"{store['appends']:,} writes, {store['waiting']:,} under way, {store['failures']:,} failed{quickly(store, 'done')}",
        "sockets": f"{open_['open']:,} of at most {open_['most']:,} open, {open_['turned_away']:,} turned away",
        "refused": ", ".join(f"{code} {count:,}" for code, count in found["refused"].items()) or "nothing",
    }
    if found["memory"]:
        lines["memory"] = f"{found['memory'] / 1e6:,.0f} MB"
    yield from (f"{name:<8} {text}" for name, text in lines.items())


def waiting(engine: dict[str, Any]) -> str:
    if engine["workers"] is None:
        return "workers on other machines"
    return f"{engine['waiting']:,} not taken yet by {engine['workers']:,} workers, {engine['replaced']:,} of them replaced"


def quickly(measured: dict[str, Any], done: str) -> str:
    """How soon; nothing where nothing was measured."""
    half, most = measured["half_within"], measured["most_within"]
    if half is None:
        return ""
    return f"; half {done} within {short_time(half)}, 99 of 100 {f'within {short_time(most)}' if most is not None else 'later than that'}"


def short_time(seconds: float) -> str:
    return f"{seconds * 1000:g} ms" if seconds < 1 else f"{seconds:g} s"


def lasting(seconds: float) -> str:
    """How long, in the two largest units."""
    minutes = int(seconds) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    parts = [(days, "day"), (hours, "hour"), (minutes, "minute")]
    shown = [f"{number} {unit}{'' if number == 1 else 's'}" for number, unit in parts if number][:2]
    return " ".join(shown) or "less than a minute"


def moment(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M} UTC"

"""`quintet engines`: the engines from outside that engines.toml names."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.inputs import UsageError

if TYPE_CHECKING:
    from quintet.bots.catalogue import Entry, Limits
    from quintet.bots.engines import Engine
    from quintet.games.contract import AnyGame
    from quintet.testing.bots import Finding


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "engines",
        run,
        "List the engines from outside that engines.toml names, and what is wrong with each; or check one.",
        "The file lies in your configuration folder, or where QUINTET_ENGINES says. An engine takes a seat as engine:NAME.",
    )
    parser.add_argument(
        "action", nargs="?", choices=("list", "check"), default="list", help="what to do (list)"
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="with check: which engine plays a short game")


def run(parsed: argparse.Namespace) -> int:
    if parsed.action == "check":
        if parsed.name is None:
            raise UsageError("say which engine: quintet engines check NAME")
        return check(parsed.name)
    if parsed.name is not None:
        raise UsageError("'quintet engines list' lists them all; 'quintet engines check NAME' looks at one")
    return list_engines()


def list_engines() -> int:
    from quintet.bots.catalogue import catalogue_file, read_catalogue

    entries = read_catalogue()
    if not entries:
        print(f"No engines are named; write them into {catalogue_file()}.")
    for entry in entries.values():
        print(
            f"{entry.name:16} {'cannot play:' if entry.faults else f'{entry.protocol:8} {games_text(entry)}'}"
        )
        for fault in entry.faults:
            print(f"{'':16}   {fault}")
    return 1 if any(entry.faults for entry in entries.values()) else 0


def games_text(entry: Entry) -> str:
    if entry.games is None:
        return "every game that the protocol can tell"
    return "; ".join(f"{name} ({limits_text(limits)})" for name, limits in entry.games.items())


def limits_text(limits: Limits) -> str:
    values = (f"{option} {' or '.join(map(str, taken))}" for option, taken in limits.items())
    return ", ".join(values) or "any options that the protocol can tell"


def check(name: str) -> int:
    from quintet.bots.catalogue import find_entry
    from quintet.commands.bot import tell_findings

    entry = find_entry(name)
    engine = entry.engine()
    try:
        return tell_findings(*(try_game(entry, engine, chosen) for chosen in entry.variants()))
    finally:
        engine.close()


def try_game(entry: Entry, engine: Engine, chosen: AnyGame) -> Iterator[Finding]:
    """A short game on each seat; the engine itself looks to its time."""
    from quintet.bots.catalogue import MOST_SECONDS
    from quintet.players import PlayerError
    from quintet.testing.bots import Finding, check_bot, knows_wins

    listed = (entry.games or {}).get(chosen.name, {})
    settings = ", ".join(f"{option}={chosen.settings[option]}" for option in listed)
    what = f" with {settings}" * bool(listed)
    if not engine.plays(chosen):
        yield Finding(f"{chosen.title}{what}", f"{entry.protocol} cannot tell that game")
        return
    faults = 0
    for finding in check_bot(engine, [chosen], slow=MOST_SECONDS, limit=2 * MOST_SECONDS):
        faults += bool(finding.fault)
        yield Finding(finding.step + what, finding.fault)
    if not faults and chosen.unit is None:
        try:
            finding = knows_wins(engine, chosen)
        except PlayerError as error:
            finding = Finding(f"{chosen.title}, takes a win", str(error))
        yield Finding(finding.step + what, finding.fault)

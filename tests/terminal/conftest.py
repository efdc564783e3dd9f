"""A terminal whose settings are its own, and tables whose machines answer at once."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from quintet.games import GAMES
from quintet.players import make_player
from quintet.table import Need, Table
from quintet.table.commands import AnyCommand, Create, GiveHint, MachineAnswer, Move
from quintet.terminal.app import QuintetApp
from quintet.terminal.settings import Settings
from quintet.terminal.table import TableScreen


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)


async def think(table: Table, need: Need) -> AnyCommand:
    """A machine without a process: any legal move, and yes to every draw."""
    if need.kind == "draw":
        return MachineAnswer(seat=need.seat, accept=True, version=need.version)
    rng = Random(need.version)
    move = make_player("random").choose(table.game, table.position, need.seat, rng)
    if need.kind == "hint":
        return GiveHint(seat=need.seat, version=need.version, move=move, note="a guess")
    return Move(seat=need.seat, text=move, version=need.version)


def table_app(game: str, *seats: str, settings: Settings | None = None, **fields: object) -> QuintetApp:
    """The program, straight at a table. Without seats all are yours."""
    options = fields.get("options", {})
    assert isinstance(options, dict)
    holders = seats or ("me",) * GAMES[game](**options).seats
    create = Create(name="Here", game=game, offline=True, host_name="Ann", seats=holders, **fields)  # type: ignore[arg-type]
    return QuintetApp(create=create, settings=settings or Settings(name="Ann", speed="none"), think=think)


def table_of(app: QuintetApp) -> TableScreen:
    """The table that is shown, or that lies under what is shown."""
    return next(screen for screen in reversed(app.screen_stack) if isinstance(screen, TableScreen))

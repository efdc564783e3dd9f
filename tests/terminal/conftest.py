"""A terminal whose settings are its own, and tables whose machines answer at once."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import pytest
from textual._context import active_app
from textual.app import App, ScreenStackError

from quintet.games import GAMES
from quintet.players import make_player
from quintet.table import Need, Table
from quintet.table.commands import AnyCommand, Create, GiveHint, MachineAnswer, Move
from quintet.terminal.app import QuintetApp
from quintet.terminal.settings import Settings
from quintet.terminal.table import TableScreen
from tests.waiting import PATIENCE

CALM = 3
"""Turns of the event loop in which nothing happens: then nothing will, but by a timer, a thread or another process."""


@pytest.fixture(autouse=True)
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)


def unsettled(app: App[None]) -> bool:
    """Is anything of the screen still to be laid out, drawn or called after that?"""
    try:
        screen = app.screen
    except ScreenStackError:  # it has ended
        return False
    owed = (screen._layout_required, screen._scroll_required, screen._repaint_required)
    later = (screen._recompose_required, screen._dirty_widgets, screen._callbacks)
    return app.is_running and app._exception is None and any((*owed, *later))


async def quiet(*_: float) -> None:
    """Until nothing is left to do for now: no task can go on by itself, and the screen is drawn as it is laid out."""
    app, loop, calm = active_app.get(), asyncio.get_running_loop(), 0
    async with asyncio.timeout(PATIENCE):
        while calm < CALM:
            waits = unsettled(app)
            await asyncio.sleep(0.001 if waits else 0)  # what waits, a timer of the screen sees to
            busy = waits or loop._ready  # type: ignore[attr-defined]  # asyncio shows it nowhere else
            calm = 0 if busy else calm + 1


@pytest.fixture(autouse=True)
def pauses_end_when_all_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Textual's own pauses end as soon as the process has used little processor time: where others use all of it, at once."""
    for module in ("textual.pilot", "textual.app"):
        monkeypatch.setattr(f"{module}.wait_for_idle", quiet)


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

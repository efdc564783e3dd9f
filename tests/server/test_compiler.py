"""What those who wait for the compiler are told."""

from __future__ import annotations

import pytest

from quintet.server.compiler import Compiler
from quintet.server.local import LocalMachines
from quintet.table.commands import Create
from tests.waiting import until


async def test_who_waits_while_another_game_s_engine_is_compiled_is_told_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("quintet.server.compiler.TELL_SECONDS", 0.01)
    told: dict[str, str] = {}
    cold = {"onyx": ["somebody"], "best": ["somebody", "somebody else"]}
    done: list[tuple[str, dict[str, str]]] = []

    async def compiling(_game: str) -> str:
        told.clear()
        await until(lambda: set(told) == set(cold))
        return ""

    def compiled(game: str) -> None:
        done.append((game, dict(told)))
        del cold[game]

    compiler = Compiler(cold, compiled, told.__setitem__, lambda *_, **__: None)
    monkeypatch.setattr(compiler, "_compile", compiling)
    compiler.start()
    await until(lambda: not cold)
    await compiler.close()
    (first, both), (second, alone) = done
    assert (first, second) == ("best", "onyx")
    assert "another game comes first" in both["onyx"]
    assert "it is about to begin" in both["best"]
    assert "it is about to begin" in alone["onyx"]


async def test_a_table_hears_of_no_other_game_s_engine() -> None:
    machines, told = LocalMachines(size=0), list[str]()
    machines.tell = told.append
    machines.get_ready(Create(name="Here", game="onyx", offline=True, seats=("me", "level-1")))
    for game in ("best", "onyx"):
        machines._pool.on_compiling(game, f"{game} is being compiled.")
    await machines.close()
    assert told == ["onyx is being compiled."]

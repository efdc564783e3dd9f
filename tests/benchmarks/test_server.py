"""The load that the server's benchmark puts on servers."""

from __future__ import annotations

from pathlib import Path

from benchmarks.hard_times import kill_often
from benchmarks.loadgen import EchoMatch, Load, QuintetMatch
from benchmarks.rooms import Stalled, recorded
from benchmarks.running import echo, quintet


async def test_matches_are_played_and_counted() -> None:
    scripts = [("count", []), ("reversi", recorded("reversi", 1)[:4]), ("omega", recorded("omega", 1)[:4])]
    async with quintet("memory:") as server:
        load = Load([QuintetMatch(server.port, n, name, script) for n, (name, script) in enumerate(scripts)])
        await load.open()
        window = await load.flat_out(0.5)
        scripted = [match for match in load.matches if isinstance(match, QuintetMatch) and match.script]
        assert all(match.over for match in scripted)
        assert window.moves == sum(match.step for match in load.matches if isinstance(match, QuintetMatch))
        assert window.percentile(0.5) <= window.percentile(0.99)
        assert server.cpu() > 0
        stalled = Stalled(server.port, scripted[0].room)
        stalled.close()
        load.close()


async def test_the_echo_answers_both_players() -> None:
    async with echo(200) as server:
        load = Load([EchoMatch(server.port, 0)])
        await load.open()
        window = await load.paced(0.3, 20)
        assert window.moves == 6
        assert [line.frames for line in load.matches[0].lines] == [6, 6]
        load.close()


async def test_a_kill_is_told_from_a_loss(tmp_path: Path) -> None:
    report = await kill_often(f"sqlite:{tmp_path / 'store'}", kills=1)
    assert (report.kills, report.lost, report.wrong, report.unreadable) == (1, 0, 0, 0)
    assert report.acknowledged
    assert set(report.answers) == {"already-accepted"}

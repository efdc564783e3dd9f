"""Programs of other people, at our table and with our engine at theirs: `python -m benchmarks.outside`.

It runs what is installed, names the command that installs the rest, and fetches nothing itself. Brains for Gomoku and engines for
NBoard are neither in Debian nor in the package indexes of Python and Node: name yours with --gomocup COMMAND and --nboard COMMAND.
How a window for Reversi drives our engine by NBoard's protocol is tried in tests/bots/test_managers.py.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from quintet.bots.catalogue import told_game
from quintet.bots.engines import ENGINES
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame
from quintet.games.record import Replay
from quintet.players import Player, PlayerError, make_player
from quintet.testing.bots import check_bot, knows_wins

SABAKI = "@sabaki/gtp"
DRIVER = """
const {Controller} = require('@sabaki/gtp');
(async () => {
  const engine = new Controller(process.argv[2], process.argv.slice(3));
  engine.start();
  const say = async (name, ...args) => {
    const {content, error} = await engine.sendCommand({name, args});
    if (error) throw new Error(name + ' ' + args.join(' ') + ': ' + content);
    return content;
  };
  console.log(await say('name'), await say('version'));
  let moves = 0;
  for (let side; (side = await say('gogui-rules_side_to_move')) != 'none'; moves++) await say('genmove', side);
  console.log(moves + ' moves, ' + await say('final_score'));
  const refused = await engine.sendCommand({name: 'genmove', args: ['black']});
  console.log('after the end: ' + refused.content);
  await engine.stop();
})().catch(error => { console.error(error.message); process.exit(1); });
"""


PYGOMO = "pygomo-lib"
MANAGER = """
import sys
from pygomo import EngineClient, BoardPosition
from pygomo.board import BitBoard

game = BitBoard(_size=15)
with EngineClient(sys.argv[1]) as black, EngineClient(sys.argv[1]) as white:
    for engine in (black, white):
        assert engine.start(15), 'START was not answered'
        engine.set_rule(0)
        engine.set_time(turn_time_ms=1000)
    print(black.about())
    asked, move = black, None
    while True:
        answer = asked.begin() if move is None else asked.turn(move)
        assert answer is not None, 'no move'
        move = answer.move
        assert game.place(move), f'{move} is taken'
        won = game.check_win(move)
        if won or game.is_full():
            break
        asked = white if asked is black else black
    print(f'{game.move_count} moves,', f'five {won.direction}' if won else 'a draw')
    assert asked.takeback(move), 'TAKEBACK was not answered'
    assert asked.restart(), 'RESTART was not answered'
    assert asked.turn('h8') is not None, 'no move after RESTART'
    asked.quit()
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for protocol in ENGINES:
        parser.add_argument(
            f"--{protocol}", metavar="COMMAND", help="an engine that speaks it, to play two games each"
        )
    parser.add_argument(
        "--node-modules", metavar="FOLDER", default="node_modules", help=f"where npm has put {SABAKI}"
    )
    parser.add_argument("--pygomo", metavar="FOLDER", help=f"where pip has put {PYGOMO}")
    parsed = parser.parse_args()
    found = [
        *go_engine(),
        *othello_engine(),
        *gtp_driver(Path(parsed.node_modules)),
        *gomocup_manager(parsed.pygomo),
    ]
    for protocol in ENGINES:
        command = getattr(parsed, protocol)
        found += games(protocol, command) if command else [f"{protocol}: no engine named with --{protocol}"]
    print("\n".join(f"- {line}" for line in found))


def go_engine() -> Iterator[str]:
    """A Go engine in a Gomoku seat: every move is legal, and it must be found out all the same."""
    program = installed("gnugo")
    if program is None:
        yield "gtp: GNU Go is not installed (apt install gnugo)"
        return
    engine = ENGINES["gtp"]([program, "--mode", "gtp", "--level", "1"])
    try:
        for name in GAMES:
            chosen = told_game("gtp", name, {})
            if chosen is not None:
                walked = (finding.fault for finding in check_bot(engine, [chosen]))
                fault = next(filter(None, walked), "") or knows_wins(engine, chosen).fault or "NOT FOUND OUT"
                yield f"gtp: GNU Go in a seat of {chosen.title}: {fault}"
    finally:
        engine.close()


def othello_engine() -> Iterator[str]:
    """An Othello engine that knows our game: it must be taken as it is."""
    program = installed("gtp-rhino")
    if program is None:
        yield "gtp: GRhino is not installed (apt install grhino)"
        return
    engine = ENGINES["gtp"]([program])
    try:
        chosen = game("reversi")
        faults = [finding.fault for finding in check_bot(engine, [chosen]) if finding.fault]
        yield f"gtp: GRhino in a seat of {chosen.title}: {'; '.join(faults) or 'nothing is wrong'}"
        for seat in range(chosen.seats):
            for other in ("greedy", "level-4"):
                told = one_game(chosen, engine, seat, other)
                yield f"gtp: GRhino, {chosen.title}, seat {seat + 1}, against {other}: {told}"
    finally:
        engine.close()


def installed(name: str) -> str | None:
    """Where a program is; Debian keeps its games beside the path."""
    return shutil.which(name, path=f"{os.environ.get('PATH', '')}{os.pathsep}/usr/games")


def gtp_driver(modules: Path) -> Iterator[str]:
    """Our engine driven by somebody else's controller, through a whole game."""
    if not (modules / SABAKI).is_dir() or shutil.which("node") is None:
        yield f"gtp: no driver (npm install --prefix FOLDER {SABAKI}, then --node-modules FOLDER/node_modules)"
        return
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "driver.cjs"
        script.write_text(DRIVER, "utf-8")
        engine = [sys.executable, "-m", "quintet", "engine", "--protocol", "gtp", "--level", "1"]
        for extra in ([], ["--game", "gomoku", "--set", "size=9"]):
            command = ["node", str(script), *engine, *extra]
            environment = {**os.environ, "NODE_PATH": str(modules.resolve())}
            ran = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=600)
            told = "; ".join((ran.stdout + ran.stderr).strip().splitlines())
            yield f"gtp: {SABAKI} drives ours {' '.join(extra[1:2]) or 'reversi'}: {told}"


def gomocup_manager(folder: str | None) -> Iterator[str]:
    """Our engine on both sides of a game that somebody else's manager keeps, with a board of its own."""
    if folder is None or not (Path(folder) / "pygomo").is_dir():
        yield f"gomocup: no manager (pip install --target FOLDER {PYGOMO}, then --pygomo FOLDER)"
        return
    chosen = told_game("gomocup", "gomoku", {})
    assert chosen is not None
    # compiled before anybody waits
    make_player("level-3", chosen).choose(chosen, chosen.start(), 0, Random(1))
    with tempfile.TemporaryDirectory() as place:
        brain = Path(place) / "pbrain"  # it takes a program without arguments
        brain.write_text(
            f'#!/bin/sh\nexec "{sys.executable}" -m quintet engine --protocol gomocup --level 3\n', "utf-8"
        )
        brain.chmod(0o755)
        ran = subprocess.run(
            [sys.executable, "-c", MANAGER, str(brain)],
            capture_output=True, text=True, timeout=600,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([folder, str(Path.cwd())])},
        )  # fmt: skip
        told = "; ".join((ran.stdout + ran.stderr).strip().splitlines())
        yield f"gomocup: {PYGOMO} drives ours: {told}"


def games(protocol: str, command: str) -> Iterator[str]:
    """An engine against `greedy`, once in each seat of each game that its protocol can tell."""
    engine = ENGINES[protocol](command)
    try:
        for name in GAMES:
            chosen = told_game(protocol, name, {})
            for seat in range(chosen.seats) if chosen is not None else ():
                assert chosen is not None
                yield f"{protocol}: {command}, {chosen.title}, seat {seat + 1}: {one_game(chosen, engine, seat)}"
    finally:
        engine.close()


def one_game(chosen: AnyGame, engine: Player, seat: int, other: str = "greedy") -> str:
    played, rng, slowest = Replay(chosen), Random(seat), 0.0
    others = make_player(other, chosen)
    while played.owing:
        mover = played.owing[0]
        begun = time.monotonic()
        try:
            asked = engine if mover == seat else others
            move = asked.choose(chosen, played.position, mover, rng)
        except PlayerError as error:
            return str(error)
        if mover == seat:
            slowest = max(slowest, time.monotonic() - begun)
        played.submit(mover, move)
    outcome = chosen.outcome(played.position)
    assert outcome is not None
    how = "a draw" if outcome.draw else "won" if seat in outcome.winners else "lost"
    return f"{how} after {len(played.steps)} moves, slowest move {slowest:.2f} s"


if __name__ == "__main__":
    main()

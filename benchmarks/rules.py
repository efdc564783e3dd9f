"""How quick the plain rules are: one move, and whole random games beside other libraries.

    python -m benchmarks.rules

The others are run where benchmarks/requirements.txt is installed, and left out where it is not.
"""

from __future__ import annotations

import importlib
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from benchmarks.plain_games import PLAIN
from benchmarks.report import table, write_section
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame
from tests.toys.noughts import Noughts

COMMAND = "python -m benchmarks.rules"
SECONDS = 3.0
"""How long each way of playing whole games is measured, in turns of a third."""
MEASURED: list[tuple[str, dict[str, str]]] = [
    *((name, {}) for name in GAMES),
    ("gomoku", {"double_three": "forbidden", "self_capture": "forbidden"}),
]


def one_move(chosen: AnyGame, seconds: float) -> list[float]:
    """Milliseconds for play, then the prompts of all seats in turn, then the outcome, at every move of random games."""
    taken, rng, end = [], random.Random(1), time.perf_counter() + seconds
    position = chosen.start()
    while time.perf_counter() < end:
        moves = {seat: chosen.prompt(position, seat).sample(rng) for seat in chosen.turn(position)}
        before = time.perf_counter()
        position, _ = chosen.play(position, moves)
        for seat in chosen.turn(position):
            chosen.prompt(position, seat)
        over = chosen.outcome(position)
        taken.append((time.perf_counter() - before) * 1000)
        if over:
            position = chosen.start()
    return taken


def ours(chosen: AnyGame, rng: random.Random) -> None:
    position = chosen.start()
    while turn := chosen.turn(position):
        moves = {seat: chosen.prompt(position, seat).sample(rng) for seat in turn}
        position, _ = chosen.apply(position, moves)
    chosen.outcome(position)


def plain(kind: type[Any], rng: random.Random) -> None:
    playing = kind()
    while not playing.is_over():
        playing.make_move(rng.choice(playing.possible_moves()))


def easy_ai(kind: type[Any], rng: random.Random) -> None:
    """With easyAI's own bookkeeping: it asks `is_over` and whose turn it is at every move."""
    playing = kind([None, None])
    while not playing.is_over():
        moves = playing.possible_moves()
        if moves:
            playing.make_move(rng.choice(moves))
        playing.switch_player()


def open_spiel(loaded: Any, rng: random.Random) -> None:
    state = loaded.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))


def games_per_second(ways: dict[str, Callable[[random.Random], None]]) -> dict[str, float]:
    """All ways in turns, so that whatever else the machine does meets each alike."""
    played, spent = dict.fromkeys(ways, 0), dict.fromkeys(ways, 0.0)
    for turn in range(3):
        for name, way in ways.items():
            rng, start = random.Random(turn), time.perf_counter()
            while (now := time.perf_counter() - start) < SECONDS / 3:
                way(rng)
                played[name] += 1
            spent[name] += now
    return {name: played[name] / spent[name] for name in ways}


def found(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError:
        return None


def ways_to_play(name: str) -> dict[str, Callable[[random.Random], None]]:
    chosen: AnyGame = Noughts() if name == "noughts" else game(name)
    ways: dict[str, Callable[[random.Random], None]] = {"quintet": lambda rng: ours(chosen, rng)}
    if name in PLAIN:
        ways["plain"] = lambda rng: plain(PLAIN[name], rng)
    easy = {
        "reversi": ("easyAI.games.Reversi", "Reversi"),
        "noughts": ("easyAI.games.TicTacToe", "TicTacToe"),
    }
    if name in easy and (module := found(easy[name][0])):
        kind = getattr(module, easy[name][1])
        ways["easyAI"] = lambda rng: easy_ai(kind, rng)
    if name == "noughts" and found("open_spiel.python.games.tic_tac_toe"):
        loaded = found("pyspiel").load_game("python_tic_tac_toe")
        ways["OpenSpiel"] = lambda rng: open_spiel(loaded, rng)
    return ways


def main() -> None:
    rows = []
    for name, settings in MEASURED:
        chosen = game(name, **settings)
        taken = sorted(one_move(chosen, 3.0))
        label = name + (" with both bans" if settings else "")
        worst = taken[int(len(taken) * 0.99)]
        rows.append((label, f"{statistics.median(taken):.3f}", f"{worst:.3f}", f"{len(taken):,}"))
    moves = table(("game", "median ms", "99th percentile ms", "moves"), rows)
    names = ("quintet", "plain", "easyAI", "OpenSpiel")
    rates = {name: games_per_second(ways_to_play(name)) for name in (*GAMES, "noughts")}
    lines = [
        (name, *(f"{rate[way]:,.1f}" if way in rate else "–" for way in names))
        for name, rate in rates.items()
    ]
    missing = [name for name, module in (("easyAI", "easyAI"), ("OpenSpiel", "pyspiel")) if not found(module)]
    note = f"\n\nNot installed, and so left out: {', '.join(missing)}." if missing else ""
    write_section(
        "Rules: plain Python",
        COMMAND,
        "One move: `play` (with all its checks), the prompt of every seat then in turn, and `outcome`, over random games.\n"
        f"The aim is a median under 1.5 ms and a 99th percentile under 8 ms.\n\n{moves}\n\n"
        "Whole random games a second, in turns in one process. *plain* are the same games with a board that moves change\n"
        "and a list of all moves (benchmarks/plain_games.py, which leaves some rules out); easyAI and OpenSpiel are their\n"
        "own games written in Python: of these five easyAI has Reversi and OpenSpiel none, so noughts and crosses, which\n"
        f"both have, is measured too.\n\n{table(('game', *names), lines)}{note}",
    )


if __name__ == "__main__":
    main()

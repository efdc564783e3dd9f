"""Finding puzzles in games that were played, and proving them.

A puzzle is taken only where it is *proven* which moves are right: by exact solutions of every move where they reach, by wins
through continuous threats where those decide, by the exact mixture where everybody moves at once. At most one comes from a game.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from quintet.engine import Analysis, Budget, EngineError, Memory, analyse, think
from quintet.engine.levels import LEVELS
from quintet.games.contract import AnyGame, Move
from quintet.study.puzzles import Goal, Puzzle, game_of, name_for

NODES = 600_000
"""Positions to look at for one candidate: what takes more is passed over."""
PATIENCE = 0.3
"""Seconds for the same."""
PROVING = 6_000_000
"""The same where a puzzle is proved again."""
THREAT_NODES = 4_000
"""For the search for a win by continuous threats after one move."""
FEWEST, MOST = 4, 400
"""Moves to choose among: with fewer it is no question, with more nobody would prove it."""
CLOSE = 0.05
"""Where chance is mixed in: what a good move may lose at most on average, of a result from −1 to 1."""
RARE = 0.15
"""And which part of the moves may be good."""
CLEAR = 0.5
"""Points by which the best choice must be ahead of the second, where points are asked for."""
FURTHEST = 6
"""Plies to the end: what is nearer can be counted out by anybody."""
PASSED_OVER = 8
"""Up to so many positions before the end of a game are not looked at, drawn by lot: so that not all puzzles are of its last moves."""
GIVE_UP = 3
"""After so many positions in a row that cannot be proven, going back through a game, earlier ones will not be either."""
SEEDS = 3
EASIEST, STEP = 900, 150
"""The rating of what the lowest level solves, and what each level adds."""


class UnprovenError(Exception):
    """It cannot be said here whether there is a puzzle."""


class Found(Struct, frozen=True, kw_only=True):
    """A position with its right moves, before it is graded."""

    game: AnyGame
    position: Any
    seat: int
    goal: Goal
    right: tuple[Move, ...]
    line: tuple[Move, ...]
    plies: int = 0
    """How long the proof is, where levels say nothing of the difficulty."""


# --- what is certain --------------------------------------------------------------------------------------------------


def result(value: float) -> int:
    return (value > 0) - (value < 0)


def look(game: AnyGame, position: Any, seat: int, nodes: int = NODES) -> Found | None:
    """The puzzle that this position is for a seat, None if it is none. UnprovenError where that takes more than so many nodes."""
    if len(game.turn(position)) > 1:
        return _at_once(game, position, seat, nodes)
    count = game.prompt(position, seat).count()
    if not FEWEST <= count <= MOST:
        return None
    if game.unit is None:
        return _only_defence(game, position, seat)
    seen = analyse(game, position, seat, Budget(nodes=nodes, seconds=PATIENCE), lines=2)
    if len(seen.moves) > 1 and all(judged.proven == "equal" for judged in seen.moves[:2]):
        return _only_move(game, position, seat, seen)
    if seen.proven != "equal":
        raise UnprovenError
    return None


def _only_move(game: AnyGame, position: Any, seat: int, seen: Analysis) -> Found | None:
    """One move wins or draws, and every other is proven to do worse."""
    best, second = seen.moves[:2]
    if result(best.value) <= result(second.value) or seen.depth < FURTHEST:
        return None
    goal: Goal = "win" if best.value > 0 else "draw"
    return Found(
        game=game,
        position=position,
        seat=seat,
        goal=goal,
        right=(best.move,),
        line=best.line,
        plies=seen.depth,
    )


def forced_win(game: AnyGame, position: Any, nodes: int) -> tuple[Move, ...]:
    """The line of a proven win for the side to move; none where none is proven, or the game is over."""
    turn = game.turn(position)
    if len(turn) != 1:
        return ()
    seen = analyse(game, position, turn[0], Budget(nodes=nodes), lines=1)
    return seen.moves[0].line if seen.proven == "equal" and seen.value > 0 else ()


def _only_defence(game: AnyGame, position: Any, seat: int, nodes: int = THREAT_NODES) -> Found | None:
    """After every move but one the other side wins by force, and not at once: a five that must be stopped is no puzzle."""
    moves = list(game.prompt(position, seat).moves())
    random.Random(repr(position)).shuffle(moves)
    quiet, _ = game.play(position, {seat: moves[0]})
    if not forced_win(game, quiet, nodes):
        return None  # most often there is no threat at all, and any move shows it
    likely = [judged.move for judged in analyse(game, position, seat, Budget(nodes=nodes), lines=16).moves]
    holding: list[Move] = []
    longest = 0
    for move in dict.fromkeys((*likely, *moves)):
        after, _ = game.play(position, {seat: move})
        line = () if game.outcome(after) else forced_win(game, after, nodes)
        if not line:
            holding.append(move)
        if len(holding) > 1 or 0 < len(line) < 3:
            return None
        longest = max(longest, len(line))
    if not holding:
        return None
    after, _ = game.play(position, {seat: holding[0]})
    if game.outcome(after) or forced_win(game, after, 10 * nodes):
        return None  # it wins itself, or loses too, only more slowly
    return Found(
        game=game,
        position=position,
        seat=seat,
        goal="hold",
        right=(holding[0],),
        line=(holding[0],),
        plies=longest,
    )


def _at_once(game: AnyGame, position: Any, seat: int, nodes: int) -> Found | None:
    """Few moves are good enough against the best mixture of the other side, every move having been looked at."""
    count = game.prompt(position, seat).count()
    if not FEWEST <= count <= MOST or game.seats > 2:
        return None
    every = tuple(game.prompt(position, seat).moves())
    try:
        seen = analyse(game, position, seat, Budget(nodes=nodes), also=every if count <= 64 else ())
    except EngineError:
        return None
    known = {judged.move: judged for judged in (*seen.moves, *seen.also)}
    if seen.proven != "equal" or len(known) < count:
        return None
    slack = CLEAR if game.unit else CLOSE
    right = tuple(move for move in every if seen.value - known[move].value <= slack)
    if game.unit:  # a sum of points: one choice must be ahead of all others, whatever the other side does
        goal: Goal = "most"
        if len(right) != 1:
            return None
    else:
        goal = "mix"
        if not right or len(right) > RARE * count or _decided(known.values()):
            return None
    first = max(right, key=lambda move: (known[move].probability or 0.0, known[move].value))
    return Found(
        game=game, position=position, seat=seat, goal=goal, right=right, line=(first,), plies=len(right)
    )


def _decided(judged: Any) -> bool:
    """Is everything nearly won or nearly lost?"""
    values = [one.value for one in judged]
    return bool(max(values) - min(values) < 0.3)


# --- going through games ----------------------------------------------------------------------------------------------


def in_game(game: AnyGame, positions: list[Any], rng: random.Random) -> Found | None:
    """A puzzle from one game, given all its positions: the first one going back, from the end or from somewhat before it."""
    failed, passed_over = 0, rng.randrange(PASSED_OVER)
    for position in reversed(positions):
        for seat in game.turn(position)[:1]:
            if not FEWEST <= game.prompt(position, seat).count() <= MOST:
                continue
            passed_over -= 1
            if passed_over >= 0 and len(game.turn(position)) == 1:
                continue
            try:
                found = look(game, position, seat)
            except UnprovenError:
                failed += 1
                if failed == GIVE_UP:
                    return None
                continue
            if found is not None:
                return found
    return None


def played_by_levels(game: AnyGame, rng: random.Random, levels: tuple[int, ...] = (2, 3, 4, 5)) -> list[Any]:
    """The positions of a new game between levels, after a few moves at random: people's games are uneven too."""
    position = game.start()
    positions = [position]
    seats = [rng.choice(levels) for _ in range(game.seats)]
    opening = rng.randrange(2, 7)
    while game.turn(position) and len(positions) < 400:
        moves: dict[int, Move] = {}
        for seat in game.turn(position):
            if len(positions) <= opening:
                moves[seat] = game.prompt(position, seat).sample(rng)
            else:
                moves[seat] = think(game, position, seat, level=seats[seat], seed=rng.randrange(2**31)).move
        position, _ = game.play(position, moves)
        positions.append(position)
    return positions


def mine(game: AnyGame, games: Iterator[list[Any]], seed: int = 0) -> Iterator[Puzzle | None]:
    """For each game its puzzle, or None; none comes twice."""
    rng = random.Random(f"{seed} {game.key}")
    known: set[str] = set()
    for positions in games:
        found = in_game(game, positions, rng)
        puzzle = None if found is None else graded(found)
        if puzzle is not None and puzzle.id in known:
            puzzle = None
        if puzzle is not None:
            known.add(puzzle.id)
        yield puzzle


# --- how hard ---------------------------------------------------------------------------------------------------------


def first_level(found: Found, most: int = 8) -> int:
    """The lowest level that finds a right move with every one of several seeds; one more than `most` if none does."""
    for level in sorted(LEVELS):
        if level > most:
            break
        tries = (
            think(found.game, found.position, found.seat, level=level, seed=seed) for seed in range(SEEDS)
        )
        if all(thought.move in found.right for thought in tries):
            return level
    return most + 1


def graded(found: Found) -> Puzzle:
    """With its difficulty and its themes."""
    if found.goal == "hold":
        rating = EASIEST + STEP * min(max(found.plies - 3, 0) // 2 + 1, 9)
    else:
        rating = EASIEST + STEP * (first_level(found) - 1)
    game = found.game
    return Puzzle(
        id=name_for(game, found.position, found.seat),
        game=game.name,
        options={name: value for name, value in game.settings.items() if value != _default(game, name)},
        position=game.dump(found.position),
        seat=found.seat,
        goal=found.goal,
        right=found.right,
        line=found.line,
        themes=game.themes_of(found.position, found.seat, found.line[0]),
        rating=rating,
        rules=game.version,
    )


def _default(game: AnyGame, name: str) -> object:
    return next(option.default for option in game.options if option.name == name)


# --- proving again ----------------------------------------------------------------------------------------------------


def why_wrong(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle, found by solving the position after every single move; empty if nothing is."""
    game = game_of(puzzle)
    position = game.load(puzzle.position)
    if game.version != puzzle.rules:
        return f"it is of version {puzzle.rules} of the rules, and {game.version} is played here"
    for move in puzzle.right:
        game.check(position, puzzle.seat, move)
    if puzzle.goal in ("mix", "most"):
        again = _at_once(game, position, puzzle.seat, PROVING)
        same = again is not None and again.goal == puzzle.goal and set(again.right) == set(puzzle.right)
        return "" if same else "the right moves come out differently"
    if puzzle.goal == "hold":
        again = _only_defence(game, position, puzzle.seat)
        return (
            ""
            if again is not None and again.right == puzzle.right
            else "another move holds too, or none does"
        )
    return _why_not_only(puzzle, game, position)


def _why_not_only(puzzle: Puzzle, game: AnyGame, position: Any) -> str:
    memory = Memory()
    results = {
        move: value_after(game, position, puzzle.seat, move, memory)
        for move in game.prompt(position, puzzle.seat).moves()
    }
    (right,) = puzzle.right
    wanted = {"win": 1, "draw": 0}[puzzle.goal]
    if any(value is None for value in results.values()):
        return "it cannot be proven with the nodes allowed"
    if result(results[right] or 0.0) != wanted:
        return f"{right} does not do what is asked for"
    others = [move for move, value in results.items() if move != right and result(value or 0.0) >= wanted]
    return f"{others[0]} does it too" if others else ""


def value_after(game: AnyGame, position: Any, seat: int, move: Move, memory: Memory) -> float | None:
    """What a move is worth to its seat, by solving what follows it; None if that is not proven."""
    after, _ = game.play(position, {seat: move})
    ended = game.outcome(after)
    if ended is not None:
        return 0.0 if ended.draw else 1.0 if ended.winners == (seat,) else -1.0
    (mover,) = game.turn(after)
    seen = analyse(game, after, mover, Budget(seconds=30.0), lines=1, memory=memory)
    if seen.proven != "equal":
        return None
    return seen.value if mover == seat else -seen.value

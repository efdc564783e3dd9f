"""Finding puzzles in games that were played: going back through each, looking for what is certain, and grading what was found.

At most one comes from a game. What a puzzle is, and how it is proven, is in `study/proving.py`.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from typing import Any

from msgspec.structs import replace

from quintet.engine import think
from quintet.engine.levels import LEVELS
from quintet.games.contract import AnyGame, Move
from quintet.study.proving import FEWEST, MOST, Found, UnprovenError, look
from quintet.study.puzzles import GOALS, Goal, Puzzle, game_of, name_for

PASSED_OVER = 8
"""Up to so many positions before the end of a game are not looked at, drawn by lot: so that not all puzzles are of its last
moves. Of a short game no more than a fifth."""
GIVE_UP = 3
"""After so many positions in a row that cannot be proven, going back through a game, earlier ones will not be either."""
SEEDS = 3
EASIEST, STEP = 900, 150
"""The rating of what the lowest level solves, and what each level adds."""
COUNTED_OUT = ("hold", "force", "most")
"""Where levels say nothing, since every one of them looks for threats, and counts all there is at the end: there the length of
the proof tells."""
COMMON = 0.2
"""The part of a game's puzzles that may have the same answer: one that is right more often is guessed, not found. With few moves to
choose among it is twice the part that is right by luck."""


# --- going through games ----------------------------------------------------------------------------------------------


def in_game(
    game: AnyGame, positions: list[Any], rng: random.Random, goals: Collection[Goal] = GOALS
) -> Found | None:
    """A puzzle from one game, given all its positions: the first one with such a goal going back, from the end or from
    somewhat before it."""
    failed, passed_over = 0, rng.randrange(min(PASSED_OVER, 1 + len(positions) // 5))
    for position in reversed(positions):
        turn = game.turn(position)
        for seat in rng.sample(turn, len(turn)):
            if not FEWEST <= game.prompt(position, seat).count() <= MOST:
                continue
            passed_over -= 1
            if passed_over >= 0 and len(turn) == 1:
                continue
            try:
                found = look(game, position, seat, goals)
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


def mine(
    game: AnyGame, games: Iterator[list[Any]], seed: int = 0, goals: Collection[Goal] = GOALS
) -> Iterator[Puzzle | None]:
    """For each game its puzzle, or None; no board comes twice."""
    rng = random.Random(f"{seed} {game.key}")
    known: set[str] = set()
    for positions in games:
        found = in_game(game, positions, rng, goals)
        puzzle = None if found is None else graded(found)
        if puzzle is not None and look_of(puzzle) in known:
            puzzle = None
        if puzzle is not None:
            known.add(look_of(puzzle))
        yield puzzle


def varied(puzzles: Collection[Puzzle]) -> list[Puzzle]:
    """Without the easiest of those whose answer is also that of too many others."""
    share = common(puzzles)
    by_answer: dict[tuple[Move, ...], list[Puzzle]] = {}
    for puzzle in sorted(puzzles, key=lambda one: (-one.rating, one.id)):
        by_answer.setdefault(puzzle.right, []).append(puzzle)
    kept: list[Puzzle] = []
    for same in by_answer.values():
        most = int(share / (1 - share) * (len(puzzles) - len(same)) + 1e-9)
        kept += same[: max(1, most)]
    return kept


def common(puzzles: Collection[Puzzle]) -> float:
    """Which part of these may have the same answer."""
    luck = sum(1 / choices(puzzle) for puzzle in puzzles) / max(1, len(puzzles))
    return max(COMMON, 2 * luck)


def choices(puzzle: Puzzle) -> int:
    game = game_of(puzzle)
    return game.prompt(game.load(puzzle.position), puzzle.seat).count()


def look_of(puzzle: Puzzle) -> str:
    """What is seen of a puzzle: two with the same board are one, whatever came before."""
    game = game_of(puzzle)
    position = game.load(puzzle.position)
    return repr((game.key, sorted(game.board(position).items()), game.describe(position), puzzle.seat))


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


def graded_again(puzzle: Puzzle) -> Puzzle:
    """With the rating that it would get if it were found today; as it is where it cannot be proven quickly."""
    game = game_of(puzzle)
    try:
        found = look(game, game.load(puzzle.position), puzzle.seat, (puzzle.goal,))
    except UnprovenError:
        found = None
    return puzzle if found is None else replace(puzzle, rating=graded(found).rating)


def graded(found: Found) -> Puzzle:
    """With its difficulty and its themes."""
    if found.goal in COUNTED_OUT:
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

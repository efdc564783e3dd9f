"""What is certain of a position: is it a puzzle, which moves are right, and is one that was found as it says?

Nothing is taken on trust: every move is solved to the end of the game where that reaches, or has a proven win by continuous
threats behind it or against it, or is compared with the exact mixture where everybody moves at once.
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterable
from typing import Any

from msgspec import Struct

from quintet.engine import Analysis, Budget, EngineError, Memory, Thought, analyse, deepening, solve
from quintet.games.contract import AnyGame, Move
from quintet.study.puzzles import GOALS, Goal, Puzzle, game_of
from quintet.study.sight import steps

NODES = 600_000
"""Positions to look at for one candidate: what takes more is passed over."""
PATIENCE = 0.3
"""Seconds for the same."""
PROVING = 6_000_000
"""The same where a puzzle is proved again."""
THREAT_NODES = 16_000
"""For the search for a win by continuous threats after one move."""
SURELY = 10
"""So many times as many, before it is believed that there is none."""
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
SHORTEST = 5
"""Plies of a win by threats that is worth looking for: three moves of one's own."""
SEVERAL = 12
"""So many moves may win by force: where more do, it is no question."""
SOLVED_MOVES, SOLVING = 64, 1.0
"""Where every move has to be solved by itself: with more of them, or with more seconds of a processor for one, it takes too long."""
LONGEST = 30.0
"""Seconds of a processor for one where a puzzle is proved again."""


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


def result(value: float) -> int:
    return (value > 0) - (value < 0)


def look(game: AnyGame, position: Any, seat: int, goals: Collection[Goal] = GOALS) -> Found | None:
    """The puzzle of one of these goals that this position is for a seat, None if it is none. UnprovenError where that takes too long."""
    found = _found(game, position, seat, goals)
    return found if found is None or found.goal in goals else None


def _found(game: AnyGame, position: Any, seat: int, goals: Collection[Goal]) -> Found | None:
    if len(game.turn(position)) > 1:
        return at_once(game, position, seat, NODES) if {"most", "mix"} & set(goals) else None
    count = game.prompt(position, seat).count()
    if not FEWEST <= count <= MOST:
        return None
    if game.unit is None:
        won = winning_moves(game, position, seat) if "force" in goals else None
        return won or (only_defence(game, position, seat) if "hold" in goals else None)
    if not {"win", "draw"} & set(goals):
        return None
    seen = analyse(game, position, seat, Budget(nodes=NODES, seconds=PATIENCE), lines=2)
    if len(seen.moves) > 1 and all(judged.proven == "equal" for judged in seen.moves[:2]):
        return only_move(game, position, seat, seen)
    if seen.proven == "equal" or (len(seen.moves) > 1 and not promising(seen)):
        return None
    return only_solved(game, position, seat)


def promising(seen: Analysis) -> bool:
    """Does one move seem to win or draw where the second does not? Otherwise nothing has to be solved."""
    best, second = seen.moves[:2]
    return result(best.value) > result(second.value)


# --- solved to the end ------------------------------------------------------------------------------------------------


def only_move(game: AnyGame, position: Any, seat: int, seen: Analysis) -> Found | None:
    """One move wins or draws, and every other is proven to do worse."""
    best = seen.moves[0]
    if not promising(seen) or seen.depth < FURTHEST:
        return None
    goal: Goal = "win" if best.value > 0 else "draw"
    right = (best.move,)
    return Found(
        game=game, position=position, seat=seat, goal=goal, right=right, line=best.line, plies=seen.depth
    )


def only_solved(game: AnyGame, position: Any, seat: int) -> Found | None:
    """The same where a search proves nothing and the position is small enough to be solved whole, and after every move again."""
    if game.prompt(position, seat).count() > SOLVED_MOVES:
        raise UnprovenError
    try:
        whole = solved(game, position, seat)
        if whole.value < 0 or len(whole.line) < FURTHEST:
            return None
        wanted = result(whole.value)
        right: list[Move] = []
        for move in game.prompt(position, seat).moves():
            value = solved_after(game, position, seat, move)
            right += [move] if result(value) >= wanted else []
            if len(right) > 1:
                return None
    except EngineError:
        raise UnprovenError from None
    if right != [whole.line[0]]:
        return None
    goal: Goal = "win" if wanted > 0 else "draw"
    return Found(
        game=game,
        position=position,
        seat=seat,
        goal=goal,
        right=tuple(right),
        line=whole.line,
        plies=len(whole.line),
    )


def solved(game: AnyGame, position: Any, seat: int, seconds: float = SOLVING) -> Thought:
    """The solution of a position; EngineError where there is none, or none within so many seconds of a processor."""
    begun = time.process_time()  # with other work on the machine it takes longer, and is found all the same

    def hurry(stage: str, _: float) -> None:
        if time.process_time() - begun > seconds and stage != "compiling":
            raise EngineError("this takes too long to solve")

    return solve(game, position, seat, hurry)


def solved_after(game: AnyGame, position: Any, seat: int, move: Move, seconds: float = SOLVING) -> float:
    """What a move is worth to its seat, what follows it having been solved; EngineError where that does not reach."""
    after, _ = game.play(position, {seat: move})
    ended = game.outcome(after)
    if ended is not None:
        return 0.0 if ended.draw else 1.0 if ended.winners == (seat,) else -1.0
    mover = game.turn(after)[0]
    found = solved(game, after, mover, seconds)
    return found.value if mover == seat else -found.value


def value_after(game: AnyGame, position: Any, seat: int, move: Move, memory: Memory) -> float | None:
    """The same by a search that may take long, or by a solution; None if it is not proven."""
    after, _ = game.play(position, {seat: move})
    if game.outcome(after) is not None or len(game.turn(after)) > 1:
        return solved_after(game, position, seat, move, LONGEST)
    (mover,) = game.turn(after)
    seen = analyse(game, after, mover, Budget(seconds=PATIENCE), lines=1, memory=memory)
    if seen.proven != "equal":
        try:
            return solved_after(game, position, seat, move, LONGEST)
        except EngineError:
            seen = analyse(game, after, mover, Budget(seconds=LONGEST), lines=1, memory=memory)
    if seen.proven != "equal":
        return None
    return seen.value if mover == seat else -seen.value


# --- decided by threats -----------------------------------------------------------------------------------------------


def forced_win(game: AnyGame, position: Any, nodes: int = THREAT_NODES) -> tuple[Move, ...]:
    """The line of a proven win for the side to move; none where none is proven, or the game is over.

    Continuous threats are looked for before anything else, so that the first step of a study tells.
    """
    turn = game.turn(position)
    if len(turn) != 1:
        return ()
    seen = next(deepening(game, position, turn[0], Budget(nodes=nodes), lines=1))
    return seen.moves[0].line if seen.proven == "equal" and seen.value > 0 else ()


def surely_no_win(game: AnyGame, position: Any) -> bool:
    """Is there no win for the side to move that a long look would find?"""
    return not forced_win(game, position) and not forced_win(game, position, SURELY * THREAT_NODES)


def shuffled(game: AnyGame, position: Any, seat: int) -> list[Move]:
    """All moves, in an order that stays the same for a position."""
    moves = list(game.prompt(position, seat).moves())
    random.Random(repr(position)).shuffle(moves)
    return moves


def only_defence(game: AnyGame, position: Any, seat: int) -> Found | None:
    """After every move but one the other side wins by force, and not at once: a five that must be stopped is no puzzle."""
    moves = shuffled(game, position, seat)
    quiet, _ = game.play(position, {seat: moves[0]})
    threat = forced_win(game, quiet)
    if not threat:
        return None  # most often there is no threat at all, and any move shows it
    holding: list[Move] = []
    longest = 0
    for move in likely(moves, threat):
        after, _ = game.play(position, {seat: move})
        line = () if game.outcome(after) else forced_win(game, after)
        if not line:
            holding.append(move)
        if len(holding) > 1 or 0 < len(line) < 3:
            return None
        longest = max(longest, len(line))
    if not holding:
        return None
    after, _ = game.play(position, {seat: holding[0]})
    if game.outcome(after) or not surely_no_win(game, after):
        return None  # it wins itself, or loses too, only more slowly
    right = (holding[0],)
    return Found(game=game, position=position, seat=seat, goal="hold", right=right, line=right, plies=longest)


def likely(moves: list[Move], first: Iterable[Move]) -> Iterable[Move]:
    """All of these moves, beginning with those that play a part in a threat."""
    known = set(moves)
    return dict.fromkeys([*(move for move in first if move in known), *moves])


def winning_moves(game: AnyGame, position: Any, seat: int) -> Found | None:
    """The side to move wins by force, not at once; every move that does it is right, and after any other the other side
    has an answer."""
    threat = forced_win(game, position)
    if len(threat) < SHORTEST:
        return None
    right: list[Move] = []
    refuting: dict[Move, None] = dict.fromkeys(threat)
    for move in likely(shuffled(game, position, seat), threat):
        after, _ = game.play(position, {seat: move})
        if game.outcome(after):
            return None
        answer = refuted_by(game, after, seat, refuting)
        if answer is None:
            right.append(move)
        else:
            refuting = {answer: None, **refuting}
        if len(right) > SEVERAL:
            return None
    if threat[0] not in right:
        return None  # the proof began with a threat that a longer look finds an answer to
    first = [threat[0], *(move for move in right if move != threat[0])]
    return Found(
        game=game,
        position=position,
        seat=seat,
        goal="force",
        right=tuple(first),
        line=threat,
        plies=len(threat),
    )


def refuted_by(game: AnyGame, after: Any, seat: int, first: Iterable[Move]) -> Move | None:
    """The answer of the other side after which the seat has no win by force; None if there is none among all answers."""
    other = game.turn(after)[0]
    if other == seat:
        return None
    for answer in likely(shuffled(game, after, other), first):
        then, _ = game.play(after, {other: answer})
        ended = game.outcome(then)
        if ended is not None and ended.winners == (seat,):
            continue
        if ended is not None or game.turn(then) != (seat,) or surely_no_win(game, then):
            return answer
    return None


# --- everybody at once ------------------------------------------------------------------------------------------------


def at_once(game: AnyGame, position: Any, seat: int, nodes: int) -> Found | None:
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
        if not right or len(right) > RARE * count or decided(known.values()):
            return None
    first = max(right, key=lambda move: (known[move].probability or 0.0, known[move].value))
    lost = (seen.value - known[move].value for move in every if move != first)
    plies = steps(game, position, seat, first, lost) if game.unit else len(right)
    return Found(game=game, position=position, seat=seat, goal=goal, right=right, line=(first,), plies=plies)


def decided(judged: Iterable[Any]) -> bool:
    """Is everything nearly won or nearly lost?"""
    values = [one.value for one in judged]
    return bool(max(values) - min(values) < 0.3)


# --- proving again ----------------------------------------------------------------------------------------------------

AGAIN = {"hold": only_defence, "force": winning_moves}


def why_wrong(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle, found by looking at the position after every single move; empty if nothing is."""
    game = game_of(puzzle)
    position = game.load(puzzle.position)
    if game.version != puzzle.rules:
        return f"it is of version {puzzle.rules} of the rules, and {game.version} is played here"
    for move in puzzle.right:
        game.check(position, puzzle.seat, move)
    if puzzle.goal in ("win", "draw"):
        return why_not_only(puzzle, game, position)
    if puzzle.goal in AGAIN:
        again = AGAIN[puzzle.goal](game, position, puzzle.seat)
    else:
        again = at_once(game, position, puzzle.seat, PROVING)
    same = again is not None and again.goal == puzzle.goal and set(again.right) == set(puzzle.right)
    return "" if same else "the right moves come out differently"


def why_not_only(puzzle: Puzzle, game: AnyGame, position: Any) -> str:
    memory = Memory()
    results = {
        move: value_after(game, position, puzzle.seat, move, memory)
        for move in game.prompt(position, puzzle.seat).moves()
    }
    (right,) = puzzle.right
    wanted = {"win": 1, "draw": 0}[puzzle.goal]
    if any(value is None for value in results.values()):
        return "it cannot be proven with what may be spent on it"
    if result(results[right] or 0.0) != wanted:
        return f"{right} does not do what is asked for"
    others = [move for move, value in results.items() if move != right and result(value or 0.0) >= wanted]
    return f"{others[0]} does it too" if others else ""

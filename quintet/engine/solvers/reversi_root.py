"""Root positions of Reversi solved move by move, in plain Python around the compiled solver."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quintet.engine._jit import I
from quintet.engine.boards import reversi as board
from quintet.engine.solvers import reversi as solver
from quintet.engine.thought import Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.games.reversi import Reversi, ReversiPosition


def solve_root(
    game: Reversi,
    position: ReversiPosition,
    found: Finding,
    spread: float,
    context: NDArray[Any],
    *,
    symmetrical: bool = False,
) -> Finding | None:
    """The proven value of the best move, and of every move that may be within the spread of it.

    A symmetrical position, such as the start, is worth looking for likenesses among its moves.
    """
    state = board.load(game, position)
    guess, first = max(found.values.values()), next(iter(found.values))
    moves = [first, *(move for move in legal(game, state) if move != first)]
    unlike = distinct(game, state, moves) if symmetrical else moves
    if len(unlike) < len(moves):  # one of each kind, the likeliest first
        best, values = solve_each(game, state, unlike, guess, spread, context)
    else:
        best, values = solve_all(game, state, moves, guess, spread, context)
    if context["stop"][0, 0]:
        return None
    return Finding(
        values=dict(sorted(values.items(), key=lambda pair: (pair[0] != best, -pair[1]))),
        line=(best, *proven_line(game, after(game, state, best), context)),
        depth=position.squares.count("."),
        nodes=found.nodes + int(context["nodes"][0, 0]),
        exact=True,
    )


def solve_all(
    game: Reversi, state: NDArray[Any], moves: list[str], guess: float, spread: float, context: NDArray[Any]
) -> tuple[str, dict[str, float]]:
    """The best move with its value; the other moves too if there is a spread."""
    own, other, _ = board.words(state)
    start = solver.NONE if moves[0] == "pass" else board.move_code(game, moves[0])
    value = int(solver.solve_near(own, other, I(round(guess)), I(start), context))
    known = int(solver.best_known(own, other, context))
    best = board.move_text(game, known) if known != solver.NONE else moves[0]
    if best not in moves or len(moves) == 1:
        best = moves[0]
    values = {best: float(value)}
    if spread > 0:
        for move in moves:
            if move != best:
                values[move] = float(value_of(game, state, move, value, spread, context))
    return best, values


def solve_each(
    game: Reversi, state: NDArray[Any], moves: list[str], guess: float, spread: float, context: NDArray[Any]
) -> tuple[str, dict[str, float]]:
    """The same, move by move."""
    own, other, _ = board.words(after(game, state, moves[0]))
    best, value = moves[0], -int(solver.solve_near(own, other, I(-round(guess)), solver.NONE, context))
    values = {best: float(value)}
    for move in moves[1:]:
        own, other, _ = board.words(after(game, state, move))
        floor = value - int(spread) - (1 if spread > 0 else 0)
        found = -int(solver.solve_window(own, other, I(-64), I(-floor), context))
        values[move] = float(found)
        if found > value:
            best, value = move, found
    return best, values


def value_of(
    game: Reversi, state: NDArray[Any], move: str, best: int, spread: float, context: NDArray[Any]
) -> int:
    """The value of a move that is not the best, as far down as the spread."""
    own, other, _ = board.words(after(game, state, move))
    floor = best - int(spread) - 1
    return -int(solver.solve_window(own, other, I(-best), I(-floor), context))


def legal(game: Reversi, state: NDArray[Any]) -> list[str]:
    return board.legal(game, state, int(state["seat"][0, 0]))


def after(game: Reversi, state: NDArray[Any], move: str) -> NDArray[Any]:
    """The state after a move, as a new one."""
    state = state.copy()
    board.advance(game, state, {int(state["seat"][0, 0]): move})
    return state


def distinct(game: Reversi, state: NDArray[Any], moves: list[str]) -> list[str]:
    """Of moves that lead to turned or mirrored boards, one."""
    found: dict[frozenset[frozenset[tuple[int, int, bool]]], str] = {}
    for move in moves:
        own, other, _ = map(int, board.words(after(game, state, move)))
        last = game.size - 1
        cells = [(bit % 8, bit // 8, bool(own >> bit & 1)) for bit in range(64) if (own | other) >> bit & 1]
        images = []
        for turn in range(8):
            image = [(last - x if turn & 1 else x, last - y if turn & 2 else y, own) for x, y, own in cells]
            images.append(frozenset((y, x, own) if turn & 4 else (x, y, own) for x, y, own in image))
        found.setdefault(frozenset(images), move)
    return list(found.values())


def proven_line(game: Reversi, state: NDArray[Any], context: NDArray[Any]) -> tuple[str, ...]:
    """The best moves as far as the solver's table knows them; a forced move needs no table."""
    state = state.copy()
    line: list[str] = []
    while turn := board.turn(game, state):
        moves = board.legal(game, state, turn[0])
        own, other, _ = board.words(state)
        known = int(solver.best_known(own, other, context))
        move = moves[0] if len(moves) == 1 else board.move_text(game, known) if known != solver.NONE else None
        if move not in moves:
            break
        line.append(move)
        board.advance(game, state, {turn[0]: move})
    return tuple(line)

"""Reversi in other libraries, each driven from Python in the way that suits it best: perft and random games.

They are run where they are installed (benchmarks/requirements.txt).
"""

from __future__ import annotations

import importlib
import random
from typing import Any, Protocol

LEAVES = {1: 4, 2: 12, 3: 56, 4: 244, 5: 1396, 6: 8200, 7: 55_092, 8: 390_216}
"""Known counts, so that every library is seen to count the same."""


class Peer(Protocol):
    name: str
    depth: int
    """How deep its perft goes in a second or so."""

    def perft(self) -> int:
        """The leaves at `depth`, from the start."""

    def games(self) -> int:
        """Play random games, and tell how many."""


class RustReversi:
    """A Rust library with a Python class for a board."""

    name, depth = "rust-reversi", 7

    def __init__(self) -> None:
        self.board: Any = importlib.import_module("rust_reversi").Board

    def perft(self) -> int:
        return self._leaves(self.board(), self.depth)

    def _leaves(self, board: Any, depth: int) -> int:
        if board.is_game_over():
            return 1
        if board.is_pass():
            after = board.clone()
            after.do_pass()
            return 1 if depth == 1 else self._leaves(after, depth - 1)
        if depth == 1:
            return len(board.get_legal_moves_vec())
        return sum(self._leaves(child, depth - 1) for child in board.get_child_boards())

    def games(self) -> int:
        board = self.board()
        while not board.is_game_over():
            if board.is_pass():
                board.do_pass()
            else:
                board.do_move(board.get_random_move())
        return 1


class OpenSpiel:
    """A C++ library with a Python class for a state."""

    name, depth = "OpenSpiel", 6

    def __init__(self) -> None:
        self.othello: Any = importlib.import_module("pyspiel").load_game("othello")
        self.dice = random.Random(1)

    def perft(self) -> int:
        return self._leaves(self.othello.new_initial_state(), self.depth)

    def _leaves(self, state: Any, depth: int) -> int:
        if state.is_terminal():
            return 1
        actions = state.legal_actions()
        if depth == 1:
            return len(actions)
        return sum(self._leaves(state.child(action), depth - 1) for action in actions)

    def games(self) -> int:
        state = self.othello.new_initial_state()
        while not state.is_terminal():
            state.apply_action(self.dice.choice(state.legal_actions()))
        return 1


class CReversi:
    """A C++ library with a Python class for a board. Its package on PyPI lacks header files, which its repository has."""

    name, depth = "creversi", 7

    def __init__(self) -> None:
        self.board: Any = importlib.import_module("creversi").Board
        self.dice = random.Random(1)

    def perft(self) -> int:
        return self._leaves(self.board(), self.depth)

    def _leaves(self, board: Any, depth: int) -> int:
        if board.is_game_over():
            return 1
        moves = board.legal_moves
        if depth == 1:
            return len(moves)
        leaves = 0
        for move in moves:
            child = board.copy()
            child.move(move)
            leaves += self._leaves(child, depth - 1)
        return leaves

    def games(self) -> int:
        board = self.board()
        while not board.is_game_over():
            board.move(self.dice.choice(list(board.legal_moves)))
        return 1


class Pgx:
    """A JAX library, compiled for the CPU: many boards at once is what it is made for."""

    name, depth = "pgx on the CPU", 7
    batch = 1024

    def __init__(self) -> None:
        self.env: Any = importlib.import_module("pgx").make("othello")
        self.jax: Any = importlib.import_module("jax")
        self.jax.config.update("jax_platforms", "cpu")
        self.step = self.jax.jit(self.jax.vmap(self.env.step))
        self.play = self.jax.jit(self._play)
        self.seed = 0

    def perft(self) -> int:
        """Ply by ply, `batch` boards to a call; the last one is filled up with boards that do not count."""
        numpy: Any = importlib.import_module("numpy")
        tree: Any = self.jax.tree_util.tree_map
        boards = tree(lambda part: numpy.asarray(part)[None], self.env.init(self.jax.random.PRNGKey(0)))
        for _ in range(self.depth - 1):
            parents, actions = numpy.nonzero(boards.legal_action_mask)
            children = []
            for first in range(0, len(parents), self.batch):
                part = slice(first, first + self.batch)
                count = len(parents[part])
                spare = (0, self.batch - count)
                rows, chosen = numpy.pad(parents[part], spare), numpy.pad(actions[part], spare)
                stepped = self.step(tree(lambda leaf, rows=rows: leaf[rows], boards), chosen)
                children.append(tree(lambda leaf, count=count: numpy.asarray(leaf)[:count], stepped))
            boards = tree(lambda *leaves: numpy.concatenate(leaves), *children)
        return int(boards.legal_action_mask.sum())

    def _play(self, key: Any) -> Any:
        jax, keys = self.jax, self.jax.random.split(key, self.batch)

        def move(carried: tuple[Any, Any]) -> tuple[Any, Any]:
            boards, key = carried
            key, dice = jax.random.split(key)
            weights = jax.numpy.where(boards.legal_action_mask, 0.0, -jax.numpy.inf)
            return jax.vmap(self.env.step)(boards, jax.random.categorical(dice, weights)), key

        started = jax.vmap(self.env.init)(keys), key
        boards, _ = jax.lax.while_loop(lambda carried: ~carried[0].terminated.all(), move, started)
        return boards.terminated.sum()

    def games(self) -> int:
        self.seed += 1
        return int(self.play(self.jax.random.PRNGKey(self.seed)))


def peers() -> tuple[list[Peer], list[str]]:
    """Those that are installed, and the names of those that are not."""
    found: list[Peer] = []
    missing: list[str] = []
    for kind in (RustReversi, CReversi, OpenSpiel, Pgx):
        try:
            peer: Peer = kind()
        except ImportError:
            missing.append(kind.name)
            continue
        counted = peer.perft()
        assert counted == LEAVES[peer.depth], f"{peer.name} counts {counted} leaves at depth {peer.depth}"
        found.append(peer)
    return found, missing

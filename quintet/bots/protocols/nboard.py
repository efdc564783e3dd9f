"""NBoard's protocol, version 2: Reversi in the NBoard window. docs/protocols.md lists what is understood."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quintet.bots.protocols import Mover, Weigher, get_ready
from quintet.games.contract import GameError
from quintet.games.formats import ggf
from quintet.games.record import Replay, replay
from quintet.games.registry import game as find_game
from quintet.games.reversi import PASS

if TYPE_CHECKING:
    from quintet.engine import Thought

NAME = "quintet"
MOST_HINTS = 32


def written(move: str) -> str:
    return "PA" if move == PASS else move.upper()


def read(move: str) -> str:
    return PASS if move.upper() in ("PA", "PASS") else move.lower()


class Speaker:
    """Our engine in NBoard. What it does not know it leaves without an answer, as NBoard wants."""

    def __init__(self, choose: Mover, weigh: Weigher) -> None:
        self.choose, self.weigh = choose, weigh
        self.over = False
        self.played = Replay(find_game("reversi"))

    def hear(self, line: str) -> list[str]:
        words = line.split()
        answer = getattr(self, f"do_{words[0].lower()}", None) if words else None
        if answer is None:
            return []
        try:
            return list(answer(words[1:], line))
        except GameError as error:
            return [f"status {error}"]

    def do_nboard(self, words: list[str], _: str) -> list[str]:
        if words[:1] != ["2"]:
            return [f"status this program speaks version 2, not {' '.join(words)[:20]}"]
        get_ready(self.played.game)
        return [f"set myname {NAME}"]

    def do_set(self, words: list[str], line: str) -> list[str]:
        if words[:1] == ["game"]:
            games = list(ggf.read(line.split(None, 2)[2])) if len(words) > 1 else []
            if not games:
                raise GameError("set game needs a game in GGF, such as (;GM[Othello]TY[8]BO[8 ...]B[F5];)")
            self.played = replay(games[0])
        return []

    def do_move(self, words: list[str], _: str) -> list[str]:
        if not words:
            raise GameError("move needs a square, such as F5")
        for seat in self.played.owing:
            self.played.submit(seat, read(words[0].split("/")[0]))
            return []
        raise GameError("the game is over")

    def do_go(self, _words: list[str], _: str) -> list[str]:
        thought = self._think()
        return [
            f"=== {written(thought.move)}/{thought.value:.2f}/{thought.seconds:.2f}",
            f"nodestats {thought.nodes} {thought.seconds:.2f}",
        ]

    def do_hint(self, words: list[str], _: str) -> list[str]:
        """A line for each of so many best moves, the best first; all of them where there are fewer."""
        number = words[0] if words else "1"
        if not number.isdecimal() or not int(number[:4]) >= 1:
            raise GameError("hint takes a number of moves, such as: hint 4")
        if not self.played.owing:
            raise GameError("the game is over")
        seat = self.played.owing[0]
        found = self.weigh(self.played.game, self.played.position, seat, min(int(number[:4]), MOST_HINTS))
        lines = []
        for judged in found.moves:
            line = "".join(written(move) for move in judged.line or (judged.move,))
            depth = "100%" if judged.proven == "equal" else str(found.depth)
            lines.append(f"search {line} {judged.value:.2f} 0 {depth}")
        return [*lines, f"nodestats {found.nodes} {found.seconds:.2f}"]

    def do_ping(self, words: list[str], _: str) -> list[str]:
        return [f"pong {words[0]}"] if words else []

    def do_learn(self, _words: list[str], _: str) -> list[str]:
        return ["learned"]

    def do_analyze(self, _words: list[str], _: str) -> list[str]:
        """The value of every position of the game, from black's side."""
        answers = []
        positions = [self.played.start, *(step.position for step in self.played.steps)]
        game = self.played.game
        for ply, position in enumerate(positions):
            for seat in game.turn(position):
                value = self.choose(game, position, seat, 0.1).value
                black = game.describe(position).colours[seat] == "b"
                answers.append(f"analysis {ply} {value if black else -value:.2f}")
        return answers

    def do_quit(self, _words: list[str], _: str) -> list[str]:
        self.over = True
        return []

    def _think(self) -> Thought:
        for seat in self.played.owing:
            return self.choose(self.played.game, self.played.position, seat, None)
        raise GameError("the game is over")

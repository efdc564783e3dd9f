"""A player of one version of quintet, asked by another: a question a line on standard input, its answer on standard output.

It is run as a file, in the version that the path of Python finds, so it uses only what every version has: `game`,
`make_player`, and a position as `dump` writes it.
"""

from __future__ import annotations

import json
import os
import random
import sys

from quintet.games import game
from quintet.players import make_player


def main() -> None:
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # whatever is printed is no answer
    player = None
    for line in sys.stdin:
        question = json.loads(line)
        try:
            chosen = game(question["game"], **question["options"])
            player = player or make_player(question["player"], chosen)
            if question["position"] is None:
                if hasattr(player, "load"):
                    player.load(chosen)
                answer = {"ready": "yes"}
            else:
                position, rng = chosen.load(question["position"]), random.Random(question["seed"])
                answer = {"move": player.choose(chosen, position, question["seat"], rng)}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()

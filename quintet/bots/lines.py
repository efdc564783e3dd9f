"""The line protocol of a socket match: one JSON object a line, for any game and any number of seats.

docs/socket-match.md is its page. The referee's side is `LineChair`, a program's side `play_lines`.
"""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import msgspec

from quintet.bots.match import Fault, hand
from quintet.draw import draw_text
from quintet.games.contract import AnyGame, GameError
from quintet.games.record import Replay
from quintet.games.registry import game as find_game
from quintet.players import Loads, Player

PROTOCOL = 1
MOST_BYTES = 4_000_000
"""The longest line the referee writes."""
MOST_ANSWER = 20_000
"""The longest line a program may answer with."""


class LineChair:
    """A program on the other end of a connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int) -> None:
        self.reader, self.writer = reader, writer
        self.name = f"player {number}"

    async def greet(self, game: AnyGame, seat: int, limit: float) -> None:
        await self._send(
            type="hello",
            protocol=PROTOCOL,
            game=game.name,
            version=game.version,
            options=game.settings,
            seat=seat,
            seats=game.seats,
            hand=hand(game, game.start(), seat),
            seconds=limit,
        )
        answer = await self._receive("name")
        name = answer.get("name")
        if not isinstance(name, str) or not name.isprintable() or not 1 <= len(name) <= 40:
            raise Fault("gave no name of 1 to 40 printable characters")
        self.name = name

    async def ask(self, played: Replay, seat: int) -> str:
        game, position = played.game, played.position
        prompt = msgspec.to_builtins(game.prompt(position, seat))
        await self._send(type="turn", seat=seat, hand=hand(game, position, seat), prompt=prompt)
        move = (await self._receive("move")).get("move")
        if not isinstance(move, str):
            raise Fault('answered without a move: {"type": "move", "move": "..."} was expected')
        return move

    async def tell(self, played: Replay) -> None:
        step = played.steps[-1]
        await self._send(
            type="played",
            moves=[[seat, move] for seat, move in step.moves.items()],
            board=played.game.board(step.position),
        )

    async def end(self, played: Replay, sentence: str, winners: tuple[int, ...]) -> None:
        await self._send(type="end", winners=winners, sentence=sentence)
        self.writer.close()

    async def _send(self, **message: Any) -> None:
        self.writer.write(json.dumps(message).encode() + b"\n")
        await self.writer.drain()

    async def _receive(self, wanted: str) -> dict[str, Any]:
        try:
            line = await self.reader.readline()
        except ValueError:
            raise Fault(f"sent a line of more than {MOST_ANSWER:,} bytes") from None
        if not line:
            raise Fault("has gone away")
        message = _parse(line)
        if message is None or message.get("type") != wanted:
            raise Fault(
                f'sent something that is no {wanted}: a line {{"type": "{wanted}", ...}} was expected'
            )
        return message


def _parse(line: bytes) -> dict[str, Any] | None:
    try:
        message = msgspec.json.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return None
    return message if isinstance(message, dict) else None


async def play_lines(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, name: str, player: Player, rng: Random
) -> str:
    """Play a whole match for a player of ours, telling it on the standard output; how it ended."""
    played: Replay | None = None
    while line := await reader.readline():
        message = _parse(line) or {}
        kind = message.get("type")
        if kind == "hello":
            played = _begin(message)
            if isinstance(player, Loads):
                player.load(played.game)
            print(f"{played.game.title}: seat {message['seat']}, hand {message['hand']}", flush=True)
            answer: dict[str, Any] = {"type": "name", "name": name}
        elif kind == "turn" and played:
            print(draw_text(played.game, played.position), message["hand"], sep="\n", flush=True)
            move = player.choose(played.game, played.position, message["seat"], rng)
            answer = {"type": "move", "move": move}
        elif kind == "played" and played:
            for seat, move in message["moves"]:
                played.submit(seat, move)
            continue
        elif kind == "end":
            return str(message["sentence"])
        else:
            raise GameError("the referee said something that this player does not understand")
        writer.write(json.dumps(answer).encode() + b"\n")
        await writer.drain()
    raise GameError("the referee has gone away")


def _begin(message: dict[str, Any]) -> Replay:
    if message.get("protocol") != PROTOCOL:
        raise GameError(f"the referee speaks protocol {message.get('protocol')}, this player {PROTOCOL}")
    return Replay(find_game(message["game"], **message["options"]))

"""Both ends of a socket match: waiting for the programs, and sending one of ours to a referee."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from random import Random

from quintet.bots.lines import MOST_ANSWER, MOST_BYTES, LineChair, play_lines
from quintet.bots.match import Chair, Watcher, referee
from quintet.draw import draw_text
from quintet.games.contract import AnyGame, Change, GameError, Position
from quintet.games.record import Record
from quintet.players import Player
from quintet.say.people import side
from quintet.wire.unreachable import why_unreachable

TRIES, PAUSE = 50, 0.2
"""How often, and how many seconds apart, a player knocks before it gives up: the referee may still be starting."""


class TextWatcher:
    """Tells a match on the standard output; without boards where they are to be seen elsewhere."""

    def __init__(self, *, boards: bool = True) -> None:
        self._boards = boards

    def waiting(self, names: Sequence[str], seats: int) -> None:
        print(f"Waiting for the players: {len(names)} of {seats} are here.", flush=True)

    def started(self, game: AnyGame, names: Sequence[str]) -> None:
        self.game, self.names = game, names
        print(f"{game.title}: {', '.join(names)}", flush=True)

    def played(
        self,
        position: Position,
        moves: dict[int, str],
        changes: tuple[Change, ...],
        seconds: dict[int, float],
    ) -> None:
        last = [change.space for change in changes if change.kind == "place"]
        if self._boards:
            print(draw_text(self.game, position, last=last))
        for seat, move in moves.items():
            own = side(self.game, self.game.describe(position), seat)
            who = own if self.names[seat] == own else f"{self.names[seat]} ({own})"
            print(f"{who}: {move} in {seconds[seat]:.2f} s", flush=True)

    def over(self, sentence: str, winners: tuple[int, ...]) -> None:
        print(sentence, flush=True)


class Together:
    """Several who look on at once."""

    def __init__(self, *watchers: Watcher) -> None:
        self._watchers = watchers

    def waiting(self, names: Sequence[str], seats: int) -> None:
        for watcher in self._watchers:
            watcher.waiting(names, seats)

    def started(self, game: AnyGame, names: Sequence[str]) -> None:
        for watcher in self._watchers:
            watcher.started(game, names)

    def played(
        self,
        position: Position,
        moves: dict[int, str],
        changes: tuple[Change, ...],
        seconds: dict[int, float],
    ) -> None:
        for watcher in self._watchers:
            watcher.played(position, moves, changes, seconds)

    def over(self, sentence: str, winners: tuple[int, ...]) -> None:
        for watcher in self._watchers:
            watcher.over(sentence, winners)


async def hold_match(
    game: AnyGame, host: str, port: int, limit: float, watcher: Watcher, *, classroom: bool = False
) -> Record:
    """Listen until every seat is taken, in the order of coming, and play the game."""
    make = chair_maker(classroom)
    chairs: list[Chair] = []
    full = asyncio.Event()

    async def come_in(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(chairs) == game.seats:
            writer.close()
            return
        chairs.append(make(reader, writer, len(chairs) + 1))
        watcher.waiting([chair.name for chair in chairs], game.seats)
        if len(chairs) == game.seats:
            full.set()

    try:
        server = await asyncio.start_server(come_in, host, port, limit=MOST_ANSWER)
    except OSError as error:
        raise GameError(
            f"cannot listen on {host}:{port}: {why_unreachable(error)}; choose another with --port"
        ) from None
    async with server:
        watcher.waiting([], game.seats)
        await full.wait()
        return await referee(game, chairs, limit, watcher)


def chair_maker(classroom: bool) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter, int], Chair]:
    if not classroom:
        return LineChair
    from quintet.bots.classroom import ClassroomChair  # its boards are numpy's, which not everybody has

    return ClassroomChair


async def send_player(
    host: str, port: int, name: str, player: Player, rng: Random, *, classroom: bool = False
) -> str:
    """Sit a player of ours down at a referee's table; how the match ended."""
    for attempt in range(TRIES):
        try:
            reader, writer = await asyncio.open_connection(host, port, limit=MOST_BYTES)
            break
        except OSError:
            if attempt + 1 == TRIES:
                raise GameError(
                    f"no referee listens on {host}:{port}; start one first with: quintet referee GAME"
                ) from None
            await asyncio.sleep(PAUSE)
    try:
        if classroom:
            from quintet.bots.classroom import play_classroom

            return await play_classroom(reader, writer, player, rng)
        return await play_lines(reader, writer, name, player, rng)
    except ConnectionError:
        raise GameError("the referee has gone away") from None
    finally:
        writer.close()

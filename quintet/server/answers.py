"""Answers that are always the same for the same question, made once: encoded, compressed and kept.

Making one may take a tenth of a second; call these where nobody else waits (`Aside`), or ask `Answers` for them.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

import msgspec

from quintet.draw.board import in_words
from quintet.games import GAMES
from quintet.games import game as make_game
from quintet.games.contract import AnyGame, GameError
from quintet.games.record import write_record
from quintet.say.about import description, summary
from quintet.server.aside import Aside
from quintet.server.docs import page
from quintet.server.rules import rules
from quintet.server.samples import sample
from quintet.study.lessons import lessons
from quintet.table import Table, record
from quintet.wire import schema

LARGEST_OPTIONS = 128 * 1024
"""What the settings of a game may have, a board of one's own among them."""
REMEMBERED = 64
"""Games whose steps, and as many boards whose pictures, lie ready."""
LARGEST_REMEMBERED = 400_000
"""Bytes; what is larger is made again each time."""


class Packed(NamedTuple):
    """An answer as it is, and compressed."""

    plain: bytes
    packed: bytes


def pack(data: Any) -> Packed:
    plain = data if isinstance(data, bytes) else msgspec.json.encode(data)
    return Packed(plain, gzip.compress(plain, 6, mtime=0))


@cache
def all_games() -> Packed:
    """Every game, how many minutes its lesson takes (0 where it has none), and whether positions can be set up by hand."""
    minutes = {name: lesson.minutes for name, lesson in lessons().items()}

    def told(name: str, game: AnyGame) -> dict[str, Any]:
        arranging = game.arranging(game.start()) is not None
        return summary(game) | {"lesson": minutes.get(name, 0), "arranging": arranging}

    return pack([told(name, kind()) for name, kind in GAMES.items()])


@lru_cache(maxsize=64)
def described(name: str, options: str) -> Packed:
    """Everything about one game. GameError if there is no such game, or none with these settings."""
    game = make_game(name, **_settings(options))
    words = in_words(game.layout, game.board(game.start()), ())
    return pack(description(game, legal=False) | {"words_of_board": words})


@cache
def sampled(name: str) -> Packed:
    return pack(sample(name))


@cache
def ruled(name: str) -> Packed:
    return pack(rules(name))


@cache
def protocol() -> Packed:
    """Every message, as JSON Schema."""
    return pack(schema())


@cache
def protocol_page() -> Packed:
    """The same for people."""
    return pack(page().encode())


class Answers:
    """What has been made already is at hand; what has not is made aside, once for all who ask for it meanwhile."""

    def __init__(self, aside: Aside) -> None:
        self._aside = aside
        self._made: dict[object, tuple[object, asyncio.Task[Packed]]] = {}

    async def get(self, key: object, make: Callable[[], Packed], of: object = None) -> Packed:
        """The answer to `key`, kept for as long as it is made `of` the same thing."""
        known = self._made.get(key)
        if known is None or known[0] is not of or _failed(known[1]):
            known = self._made[key] = of, asyncio.create_task(self._aside.do(make))
        return known[1].result() if known[1].done() else await asyncio.shield(known[1])


def _failed(task: asyncio.Task[Packed]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)


class Ready:
    """Answers that took a while to make, the last few of them."""

    def __init__(self, aside: Aside) -> None:
        self.aside = aside
        self._made: OrderedDict[Any, Packed] = OrderedDict()

    async def get(self, key: Any, make: Callable[[], Packed]) -> Packed:
        known = self._made.get(key)
        if known is None:
            known = await self.aside.do(make)
            if len(known.plain) + len(known.packed) <= LARGEST_REMEMBERED:
                self._made[key] = known
            while len(self._made) > REMEMBERED:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(key)
        return known


def recorded(table: Table) -> Packed:
    return pack(write_record(record(table)).encode())


def _settings(options: str) -> dict[str, Any]:
    if len(options) > LARGEST_OPTIONS:
        raise GameError(f"options may have {LARGEST_OPTIONS:,} bytes")
    try:
        return msgspec.json.decode(options, type=dict[str, Any])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise GameError(f'options must be a JSON object such as {{"size": 6}}: {error}') from error

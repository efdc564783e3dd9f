"""Where a window has what it shows from: a queue, filled by a record, by a match, or by a table (tables.py).

The window runs in the main thread and takes items off the feed; whatever plays the game puts them on from another.
"""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Sequence

from quintet.desktop.items import Card, Item, Over, Played, Started, Waiting
from quintet.games.contract import Account, AnyGame, Change, Position
from quintet.games.record import Record, Replay
from quintet.say.endings import account_lines, deciding, outcome_text, table_ending
from quintet.say.people import apart, sides
from quintet.table.commands import GuestCommand
from quintet.table.events import END_REASONS
from quintet.wire.composer import Composer

OPEN_SEAT = "Open seat"


class Feed:
    """A queue of items, and a way back for the moves of somebody who plays at the window."""

    live = False
    """Is it shown as it happens, and not from the beginning at the pace of whoever looks?"""

    def __init__(self) -> None:
        self._items: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.move: Callable[[str, int | None], None] | None = None
        self.ask: Callable[[GuestCommand], None] | None = None
        self.ask_why: Callable[[Composer, str], None] | None = None
        self.here: Callable[[], None] | None = None
        """Whoever is to choose next has come to the window."""
        self.record: Callable[[], Record] | None = None
        """The game as it can be saved."""
        self.why_not: Callable[[str], str] | None = None
        """Why what a key stands for cannot be done now."""

    def put(self, item: Item) -> None:
        self._items.put(item)

    def now(self) -> int:
        """The time in milliseconds by which clocks run."""
        return time.time_ns() // 1_000_000

    def next(self) -> Item | None:
        """The next item; None if there is none yet."""
        try:
            return self._items.get_nowait()
        except queue.Empty:
            return None

    def close(self) -> None:
        """Nothing more is wanted of it."""


# --- a record ---------------------------------------------------------------------------------------------------------


def record_feed(played: Replay) -> Feed:
    """A game that has been played before."""
    feed, game = Feed(), played.game
    record = played.record()
    feed.record = lambda: record
    called = sides(game, game.describe(played.position))
    names = apart(record.players or ("",) * game.seats, called)
    feed.put(Started(game, record.players or names, played.start))
    for step in played.steps:
        feed.put(Played(step.moves, step.changes, game.describe(step.position)))
    feed.put(_ending(played, names))
    return feed


def _ending(played: Replay, names: tuple[str, ...]) -> Over:
    game, told = played.game, played.record().outcome
    outcome = game.outcome(played.position)
    if outcome is not None:
        return over(outcome_text(game, outcome, names), game.account(played.position), names, outcome.winners)
    if told is None or told.winners is None or told.reason not in END_REASONS:
        return Over("The record ends here.")
    losers = [seat for seat in range(game.seats) if seat not in told.winners]
    down = losers[0] if len(losers) == 1 else None
    words = END_REASONS[told.reason]
    return over(
        table_ending(names, told.winners, told.reason, words, told.scores, down), None, names, told.winners
    )


def over(told: str, account: Account | None, names: tuple[str, ...], winners: tuple[int, ...]) -> Over:
    """The end of a game for who looks on."""
    return Over(told, tuple(account_lines(account, names)), deciding(account, winners), winners, mood="over")


# --- a socket match ---------------------------------------------------------------------------------------------------


class FeedWatcher:
    """Watches a socket match for a window."""

    def __init__(self, feed: Feed, game: AnyGame) -> None:
        self.feed, self.game = feed, game
        self.waiting((), game.seats)

    def waiting(self, names: Sequence[str], seats: int) -> None:
        cards = [Card(name) for name in names] + [Card(OPEN_SEAT, here=False)] * (seats - len(names))
        text = f"Waiting for the players: {len(names)} of {seats} are here."
        self.feed.put(Waiting(text, self.game, tuple(cards)))

    def started(self, game: AnyGame, names: Sequence[str]) -> None:
        self.game, self.names, self.position = game, tuple(names), game.start()
        self.feed.put(Started(game, self.names, self.position))

    def played(
        self,
        position: Position,
        moves: dict[int, str],
        changes: tuple[Change, ...],
        seconds: dict[int, float],
    ) -> None:
        self.position = position
        self.feed.put(Played(moves, changes, self.game.describe(position), seconds))

    def over(self, sentence: str, winners: tuple[int, ...]) -> None:
        by_rules = self.game.outcome(self.position) is not None
        account = self.game.account(self.position) if by_rules else None
        names = apart(self.names, sides(self.game, self.game.describe(self.position)))
        self.feed.put(over(sentence, account, names, winners))

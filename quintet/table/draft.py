"""A decision in the making: the table so far, and what has been decided to happen to it."""

from __future__ import annotations

from quintet.table.events import AnyEvent, Counting, Finished, Halted, Played, Started
from quintet.table.evolve import evolve
from quintet.table.refusal import RefusalError
from quintet.table.table import COUNTDOWN_MS, Person, Table, holder_name, seated, seats_of

SERVER = ""
"""Who gives a command that no guest gave. A guest's id is never empty."""


class Draft:
    """Events are folded as they are decided, so that what follows is decided on the table as it then is."""

    __slots__ = ("events", "now", "table", "who")

    def __init__(self, table: Table, who: str, now: int) -> None:
        self.table = table
        self.who = who
        self.now = now
        self.events: list[AnyEvent] = []

    def happen(self, event: AnyEvent) -> None:
        self.table = evolve(self.table, event)
        self.events.append(event)

    # -- who is asking

    def person(self) -> Person:
        """The guest who gives the command, who must be in the room."""
        person = self.table.people.get(self.who)
        if person is None:
            raise RefusalError("not-here")
        return person

    def own_seats(self) -> tuple[int, ...]:
        """The seats of the guest who gives the command, at least one."""
        self.person()
        seats = seats_of(self.table, self.who)
        if not seats:
            raise RefusalError("not-seated")
        return seats

    def need_host(self) -> None:
        if self.who != self.table.host:
            raise RefusalError("not-host")

    def need_server(self) -> None:
        if self.who != SERVER:
            raise RefusalError("not-server")

    def need_seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.table.seats):
            raise RefusalError("no-such-seat", f"This table has seats 0 to {len(self.table.seats) - 1}.")

    def need_playing(self) -> None:
        if self.table.status != "playing":
            raise RefusalError("not-playing")

    # -- what follows from what

    def play(self, moves: tuple[tuple[int, str], ...]) -> None:
        """A complete round, and the end of the game if that is what it makes."""
        self.happen(Played(at=self.now, moves=moves))
        self.end_by_rules()

    def end_by_rules(self) -> None:
        table = self.table
        if table.turn:
            return
        outcome = table.game.outcome(table.position)
        assert outcome is not None, "a game without a seat in turn is over"
        self.finish(outcome.winners, outcome.reason, outcome.scores)

    def finish(self, winners: tuple[int, ...], reason: str, scores: tuple[int, ...] | None = None) -> None:
        self.happen(Finished(at=self.now, winners=winners, reason=reason, scores=scores))

    def finish_without(self, losers: tuple[int, ...], reason: str) -> None:
        """These seats lose; all the others share first place. If nobody is left, all share it."""
        every = tuple(range(len(self.table.seats)))
        self.finish(tuple(seat for seat in every if seat not in losers) or every, reason)

    def start_or_wait(self) -> None:
        """Start the countdown when every seat is ready, cancel it when one no longer is. Offline starts at once."""
        table = self.table
        if table.status not in ("seating", "counting"):
            return
        ready = seated(table) and all(seat.ready for seat in table.seats)
        if table.status == "counting" and not ready:
            self.happen(Halted(at=self.now))
        elif table.status == "seating" and ready and table.offline:
            self.start()
        elif table.status == "seating" and ready and any(seat.guest for seat in table.seats):
            self.happen(Counting(at=self.now, until=self.now + COUNTDOWN_MS))

    def start(self) -> None:
        self.happen(
            Started(
                at=self.now,
                players=tuple(holder_name(self.table, number) for number in range(len(self.table.seats))),
            )
        )
        self.end_by_rules()

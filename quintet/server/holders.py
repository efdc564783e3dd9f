"""What a node wants to know at every move of who sits where: worked out anew only when seats change hands."""

from __future__ import annotations

from quintet.table.table import Seat
from quintet.table.update import Group


class Holders:
    """The seats of a table, looked at."""

    __slots__ = ("kept", "machines", "players", "seats")

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self.seats = seats
        own: dict[str, tuple[int, ...]] = {}
        for number, seat in enumerate(seats):
            if seat.guest is not None:
                own[seat.guest] = (*own.get(seat.guest, ()), number)
        self.players: dict[str, Group] = {guest: (numbers, numbers) for guest, numbers in own.items()}
        """Those who see more than everybody while nobody changes seats."""
        self.machines = any(seat.machine for seat in seats)
        """Does a machine sit here?"""
        self.kept = any(seat.kept for seat in seats)
        """Is a seat kept for a bot that was asked to come?"""

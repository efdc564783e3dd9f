"""Given, when, then: a table that a test tells what happens to it.

scene = Scene.playing()                 given a game between ann and bob
scene.when("ann", Move(...))            when something is asked of it, and carried out
scene.refused("bob", Move(...), code)   or refused
assert scene.happened == (Played,)      then these events followed
"""

from __future__ import annotations

from typing import TypeVar

from quintet.games.contract import Prompt
from quintet.table import SERVER, Refusal, Step, Table, create, fold, next_wake, step, view
from quintet.table.commands import Answer, AnyCommand, Create, Enter, Kick, Move, Ready, Sit, Tick
from quintet.table.events import AnyEvent
from quintet.wire import decode_event, encode_event

E = TypeVar("E")

SIZE_4 = {"size": 4}


class Scene:
    """A table with its time and its log. After every step the log is stored, read back and folded: it is the table."""

    def __init__(self, wish: Create, host: str = "ann") -> None:
        self.now = 1_000_000
        opened = create("room", host, wish, self.now)
        assert isinstance(opened, Step), opened
        self.table: Table = opened.table
        self.log: list[AnyEvent] = list(opened.events)
        self.events: tuple[AnyEvent, ...] = opened.events

    # -- given

    @classmethod
    def open(cls, game: str = "reversi", **wishes: object) -> Scene:
        """A room that ann opened, with nobody else in it."""
        settings = {"name": "A table", "game": game, "host_name": "Ann", **wishes}
        if game == "reversi" and "options" not in wishes:
            settings["options"] = SIZE_4
        return cls(Create(**settings))  # type: ignore[arg-type]  # checked by create itself

    @classmethod
    def playing(cls, game: str = "reversi", **wishes: object) -> Scene:
        """A game that has just started, ann in seat 0, bob in seat 1, cat in seat 2 if there is one."""
        scene = cls.open(game, **wishes)
        guests = ("ann", "bob", "cat")[: len(scene.table.seats)]
        for seat, guest in enumerate(guests[1:], 1):
            scene.when(guest, Enter(name=guest.title()))
            scene.when(guest, Sit(seat=seat))
        for guest in guests:
            scene.when(guest, Ready())
        scene.wait(3_000)
        assert scene.table.status == "playing"
        return scene

    @classmethod
    def hosted(cls, game: str = "reversi", **wishes: object) -> Scene:
        """The same between ann and bob in a room of dan's, who only watches."""
        settings = {"name": "A table", "game": game, "options": SIZE_4, "host_name": "Dan", **wishes}
        scene = cls(Create(seats=("open", "open"), **settings), "dan")  # type: ignore[arg-type]  # checked by create itself
        for seat, guest in enumerate(("ann", "bob")):
            scene.when(guest, Enter(name=guest.title())).when(guest, Sit(seat=seat)).when(guest, Ready())
        return scene.wait(3_000)

    # -- when

    def remove(self, guest: str) -> Scene:
        """The host removes a player, and the others agree."""
        self.when(self.table.host, Kick(guest=guest))
        while self.table.offer is not None:
            self.when(self.holder(self.table.offer.waiting[0]), Answer(accept=True))
        return self

    def when(self, who: str, command: AnyCommand) -> Scene:
        """The command is carried out."""
        result = step(self.table, who, command, self.now)
        assert isinstance(result, Step), result
        self.table = result.table
        self.events = result.events
        self.log += result.events
        return self

    def refused(self, who: str, command: AnyCommand, code: str) -> Refusal:
        """The command is refused with this code, and a sentence."""
        result = step(self.table, who, command, self.now)
        assert isinstance(result, Refusal), f"{command} was carried out"
        assert result.code == code
        assert result.text.endswith((".", "?")) or result.code == "illegal-move"
        return result

    def wait(self, ms: int) -> Scene:
        """Time passes, and the table is woken whenever it asked to be."""
        end = self.now + ms
        happened: tuple[AnyEvent, ...] = ()
        while (wake := next_wake(self.table)) is not None and wake <= end:
            self.now = max(self.now, wake)
            self.when(SERVER, Tick())
            assert self.events, "a table that asks to be woken has something to do"
            happened += self.events
        self.now, self.events = end, happened
        return self

    def play(self, *texts: str) -> Scene:
        """Moves by whoever is in turn, one after the other."""
        for text in texts:
            seat = self.table.turn[0]
            self.when(self.holder(seat), self.move(seat, text))
        return self

    def move(self, seat: int, text: str) -> Move:
        return Move(seat=seat, text=text, version=self.table.version)

    # -- then

    @property
    def happened(self) -> tuple[object, ...]:
        """What kinds of events the last step had."""
        return tuple(type(event) for event in self.events)

    def event(self, kind: type[E]) -> E:
        """The one event of this kind in the last step."""
        (found,) = (event for event in self.events if isinstance(event, kind))
        return found

    def holder(self, seat: int) -> str:
        """Who gives the commands of a seat."""
        return self.table.seats[seat].guest or SERVER

    def prompt(self, guest: str) -> Prompt:
        (prompt,) = view(self.table, guest).prompts
        return prompt

    def check_log(self) -> None:
        """Stored and read back, the log makes the same table."""
        stored = [encode_event(event) for event in self.log]
        assert fold(decode_event(line) for line in stored) == self.table

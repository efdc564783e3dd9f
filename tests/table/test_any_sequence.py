"""Whatever anybody sends at whatever time: no sequence of commands breaks a table, loses a move or shows a sealed one."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from quintet.games.record import replay
from quintet.table import (
    SERVER,
    Clock,
    Refusal,
    Step,
    Table,
    create,
    fold,
    next_wake,
    pending_machines,
    record,
    step,
    update,
    view,
)
from quintet.table.commands import (
    Abort,
    Answer,
    AnyCommand,
    Ask,
    Claim,
    Close,
    Create,
    Cycle,
    Decline,
    Enter,
    Fill,
    Found,
    GiveHint,
    Invite,
    Kick,
    Leave,
    Lost,
    MachineAnswer,
    Move,
    NoShow,
    Ready,
    Rename,
    Resign,
    SetClock,
    Sit,
    Stand,
    Tick,
    Withdraw,
)
from quintet.table.events import AnyEvent, Played, Submitted, TakenBack
from quintet.table.refusal import SENTENCES
from quintet.wire import decode_event, encode_event
from tests.table.mirror import Mirror

GUESTS = ("ann", "bob", "cat", "eve")
WISHES: tuple[dict[str, Any], ...] = (
    {"game": "reversi", "options": {"size": 4}},
    {"game": "reversi", "options": {"size": 4}, "offline": True, "seats": ("me", "me")},
    {"game": "reversi", "options": {"size": 4}, "clock": Clock(move_ms=5_000, reserve_ms=20_000)},
    {"game": "reversi", "options": {"size": 4}, "offline": True, "seats": ("me", "greedy")},
    {
        "game": "omega",
        "options": {"size": 4, "players": 3},
        "clock": Clock(reserve_ms=60_000, increment_ms=500),
    },
    {"game": "omega", "options": {"size": 3}},
    {"game": "omega", "options": {"size": 3}, "seats": ("me", "random")},
    {"game": "onyx", "options": {"board": "king-2"}},
    {"game": "best", "options": {"tokens": 3}},
    {"game": "gomoku", "options": {"size": 9, "opening": "swap2"}},
)

guests = st.sampled_from(GUESTS)
seats = st.integers(0, 2)


class AnySequence(RuleBasedStateMachine):
    table: Table

    @initialize(wish=st.sampled_from(WISHES), busy=st.booleans())
    def open_room(self, wish: dict[str, Any], busy: bool) -> None:
        self.now = 1_000
        opened = create("room", "ann", Create(name="Any", host_name="Ann", **wish), self.now)
        assert isinstance(opened, Step)
        self.table = opened.table
        self.log: list[AnyEvent] = list(opened.events)
        self.sent: list[tuple[str, Move]] = []
        self.mirrors = {guest: Mirror(view(self.table, guest)) for guest in (*GUESTS, "nobody")}
        if busy and not self.table.offline:
            self.sit_down()

    def sit_down(self) -> None:
        """Most of what can happen happens in a game: start one."""
        for guest in GUESTS:
            self.send(guest, Enter(name=guest))
            self.send(guest, Cycle())
        for guest in GUESTS:
            self.send(guest, Ready())
        self.pass_time(3_000)

    # -- what happens

    def send(self, who: str, command: AnyCommand) -> Step | Refusal:
        before = self.table
        result = step(before, who, command, self.now)
        if isinstance(result, Refusal):
            assert result.code in SENTENCES
            assert result.text
            return result
        self.table = result.table
        self.log += result.events
        assert result.table.version == before.version + len(result.events)
        for guest, mirror in self.mirrors.items() if result.events else ():
            mirror.hear(update(before, result.events, result.table, guest))
            for event in result.events:
                if isinstance(event, Submitted) and event.seat not in mirror.view.you:
                    self.check_unseen(mirror, event.move)
        self.check_nothing_lost(before, result)
        return result

    def check_unseen(self, mirror: Mirror, move: str) -> None:
        """The last bytes this guest got do not hold the move, unless it is the guest's own as well, or by chance the guest's hint.

        A move of one word may be the name of a square too, so only longer ones can be looked for.
        """
        hint = mirror.view.hint
        own = {*dict(mirror.view.sealed).values(), *([hint.move] if hint is not None else [])}
        if " " in move and move not in own:
            assert move.encode() not in mirror.heard[-1]

    def check_nothing_lost(self, before: Table, result: Step) -> None:
        """Plies are only ever added by playing, and only ever removed by what is meant to remove them."""
        removing = {"TakenBack", "Restarted", "Rematched"}
        if not removing & {type(event).__name__ for event in result.events}:
            assert result.table.plies[: len(before.plies)] == before.plies
        played = [event for event in result.events if isinstance(event, Played)]
        for event in played:
            assert tuple(sorted(seat for seat, _ in event.moves)) == before.turn
            kept = [move for move in before.sealed if move[0] != event.moves[-1][0]]
            assert set(kept) <= set(event.moves)

    @rule(ms=st.sampled_from((0, 1, 500, 2_999, 3_000, 10_000, 59_999, 60_000)))
    def pass_time(self, ms: int) -> None:
        end = self.now + ms
        while (wake := next_wake(self.table)) is not None and wake <= end:
            self.now = max(self.now, wake)
            result = self.send(SERVER, Tick())
            assert isinstance(result, Step)
            assert result.events
        self.now = end

    @rule(ms=st.integers(1, 100_000))
    def oversleep(self, ms: int) -> None:
        """The server was busy; whatever comes next finds what is due."""
        self.now += ms

    @rule(who=guests, name=st.text(max_size=50))
    def come(self, who: str, name: str) -> None:
        self.send(who, Enter(name=name))

    @rule(who=guests, other=guests, seat=seats, ready=st.booleans(), data=st.data())
    def move_about(self, who: str, other: str, seat: int, ready: bool, data: st.DataObject) -> None:
        machine = data.draw(st.sampled_from((None, "greedy", "level-3", "nonsense", "bot:eve")))
        choices: tuple[AnyCommand, ...] = (
            Enter(name=who),
            Rename(name=other),
            Sit(seat=seat),
            Cycle(),
            Stand(),
            Ready(ready=ready),
            Ready(),
            Fill(seat=seat, machine=machine),
            Invite(seat=seat, guest=other, name=other),
            Decline(),
            Enter(name=who, bot=True),
            SetClock(clock=Clock(move_ms=seat * 1000, reserve_ms=1000)),
            SetClock(clock=None),
            Leave(sure=ready),
            Kick(guest=other, sure=ready),
            Close() if self.table.status == "playing" else Stand(),  # an open room has more to tell
        )
        self.send(who, data.draw(st.sampled_from(choices)))

    @rule(guest=guests, there=st.booleans())
    def connect(self, guest: str, there: bool) -> None:
        self.send(SERVER, Found(guest=guest) if there else Lost(guest=guest))

    @rule(seat=seats, bot=guests, comes=st.booleans())
    def invite(self, seat: int, bot: str, comes: bool) -> None:
        self.send(self.table.host, Invite(seat=seat, guest=bot, name=bot))
        if comes:
            self.send(bot, Enter(name=bot, bot=True))
            self.send(bot, Sit(seat=seat))
        else:
            self.send(SERVER, NoShow(guest=bot))

    @rule(data=st.data(), times=st.integers(1, 6))
    def play(self, data: st.DataObject, times: int) -> None:
        for _ in range(times):
            if not self.table.turn or self.table.status != "playing":
                return
            seat = data.draw(st.sampled_from(self.table.turn))
            prompt = self.table.game.prompt(self.table.position, seat)
            text = data.draw(st.sampled_from(list(prompt.moves())))
            who = self.table.seats[seat].guest or SERVER
            command = Move(seat=seat, text=text, version=self.table.version)
            overslept = next_wake(self.table)
            result = self.send(who, command)
            if isinstance(result, Step):
                self.sent.append((who, command))
            elif not self.table.seats[seat].vacant and (overslept is None or overslept > self.now):
                assert result.code == "already-accepted"  # sealed like that before

    @rule(data=st.data())
    def send_again(self, data: st.DataObject) -> None:
        """A move that was accepted is never carried out twice."""
        if self.sent:
            who, command = data.draw(st.sampled_from(self.sent))
            before = self.table
            result = self.send(who, command)
            if isinstance(result, Step):  # allowed only as another change of a move that is still sealed
                assert len(before.turn) > 1
                assert command.version >= before.turn_version

    @rule(who=guests, seat=seats, text=st.text(max_size=8), version=st.integers(0, 60))
    def send_rubbish(self, who: str, seat: int, text: str, version: int) -> None:
        self.send(who, Move(seat=seat, text=text, version=version))

    @rule(
        who=guests, kind=st.sampled_from(("undo", "hint", "restart", "draw", "rematch")), accept=st.booleans()
    )
    def ask(self, who: str, kind: Any, accept: bool) -> None:
        self.send(who, Ask(kind=kind))
        for other in GUESTS:
            if accept:
                self.send(other, Answer(accept=True))

    @rule(who=guests, data=st.data())
    def answer(self, who: str, data: st.DataObject) -> None:
        choices: tuple[AnyCommand, ...] = (
            Answer(accept=True),
            Answer(accept=False),
            Withdraw(),
            Claim(),
            Resign(),
            Abort(),
        )
        self.send(who, data.draw(st.sampled_from(choices)))

    @rule(accept=st.booleans(), data=st.data())
    def serve_machines(self, accept: bool, data: st.DataObject) -> None:
        for need in pending_machines(self.table):
            if need.kind == "draw":
                self.send(SERVER, MachineAnswer(seat=need.seat, accept=accept, version=need.version))
                continue
            prompt = self.table.game.prompt(self.table.position, need.seat) if self.table.turn else None
            if prompt is None or need.seat not in self.table.turn:
                continue
            text = data.draw(st.sampled_from(list(prompt.moves())))
            command: AnyCommand = Move(seat=need.seat, text=text, version=need.version)
            if need.kind == "hint":
                command = GiveHint(seat=need.seat, version=need.version, move=text)
            self.send(SERVER, command)

    # -- what always holds

    @invariant()
    def the_table_is_sound(self) -> None:
        table = self.table
        game = table.game
        assert table.position == (table.plies[-1].position if table.plies else table.start)
        assert table.turn == (() if table.result else game.turn(table.position))
        if table.status != "closed":
            assert (table.status == "finished") == (table.result is not None)
        assert {seat for seat, _ in table.sealed} <= set(table.turn)
        assert len(table.sealed) < max(1, len(table.turn))
        assert (table.countdown is not None) == (table.status == "counting")
        assert all(seat.guest in table.people for seat in table.seats if seat.guest is not None)
        assert not (set(table.people) & table.kicked)
        assert not table.people or table.host in table.people
        held = [seat.guest for seat in table.seats if seat.guest]
        assert table.offline or len(held) == len(set(held))
        assert all(seat.vacant and not seat.ready for seat in table.seats if seat.kept)
        kept = [seat.kept.guest for seat in table.seats if seat.kept]
        assert len(kept) == len(set(kept))
        assert not (set(kept) & {*held, *table.kicked})
        assert table.status != "closed" or next_wake(table) is None
        names = [person.name.casefold() for person in table.people.values()]
        assert len(names) == len(set(names))
        if table.offer is not None:
            assert table.offer.waiting
            assert all(not table.seats[seat].vacant for seat in table.offer.waiting)
        if table.running is not None:
            assert all(reserve >= 0 for reserve in table.running.reserves)
            assert (table.running.since is None) or table.status == "playing"

    @invariant()
    def everybody_sees_the_table_as_it_is(self) -> None:
        for guest, mirror in self.mirrors.items():
            assert mirror.view == view(self.table, guest)

    @invariant()
    def nobody_sees_a_sealed_move_of_another(self) -> None:
        for guest in self.mirrors:
            shown = view(self.table, guest)
            assert all(self.table.seats[seat].guest == guest for seat, _ in shown.sealed)
        for seat, text in self.table.sealed:
            for guest, mirror in self.mirrors.items():
                if self.table.seats[seat].guest != guest:
                    self.check_unseen(mirror, text)
                    self.check_unseen(Mirror(view(self.table, guest)), text)

    def teardown(self) -> None:
        if not hasattr(self, "table"):
            return
        stored = [encode_event(event) for event in self.log]
        assert fold(map(decode_event, stored)) == self.table
        assert replay(record(self.table)).position == self.table.position
        assert sum(isinstance(event, Played) for event in self.log) >= len(self.table.plies)
        assert all(event.plies >= 0 for event in self.log if isinstance(event, TakenBack))


TestAnySequence = AnySequence.TestCase
TestAnySequence.settings = settings(
    max_examples=120,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)

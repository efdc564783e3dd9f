"""A table in a window, here or on a server: how one comes to it, and what is told of it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress

from quintet.desktop.feed import OPEN_SEAT, Feed
from quintet.desktop.guest import PROGRAM, come_back
from quintet.desktop.items import Asked, Card, HandedOver, Over, Played, Said, Standing, Started, TakenBack
from quintet.games.contract import AnyGame, GameError, Prompt
from quintet.games.record import Record
from quintet.say.advice import hint_text
from quintet.say.endings import account_lines, deciding, told_ending, view_outcome
from quintet.say.errors import error_text
from quintet.say.log import log_lines
from quintet.say.people import holder
from quintet.say.state import PATIENCE, ask_text, badges, hand_overs, offer_text, sealed_text, state_text
from quintet.server.local import LocalMachines
from quintet.table.commands import Create, GuestCommand, Sit
from quintet.table.events import Answered, Offered, Settled
from quintet.table.shapes import PlyView, Update, View
from quintet.table.table import Hint
from quintet.wire.actions import actions, why_not
from quintet.wire.client import Client
from quintet.wire.composer import Composer
from quintet.wire.hands import Hands
from quintet.wire.picture import game_of, record_of
from quintet.wire.session import LocalSession, RemoteSession, Session

NO_ROOM = "give the link of a room, such as http://127.0.0.1:8642/r/abcdefgh"


@asynccontextmanager
async def watch_room(link: str) -> AsyncIterator[Session]:
    """A room on a server, by its link, to look on."""
    client = Client(link, program=PROGRAM)
    if client.linked_room is None:
        raise GameError(NO_ROOM)
    async with client:
        yield await RemoteSession.join(client, client.linked_room)


@asynccontextmanager
async def play_in_room(link: str, name: str) -> AsyncIterator[Session]:
    """A room on a server, to play: in the seat that is ours from before, or in a free one, or else to look on."""
    if Client(link).linked_room is None:
        raise GameError(NO_ROOM)
    client = await come_back(link)
    try:
        session = await RemoteSession.join(client, client.linked_room or "", name)
        free = [seat.seat for seat in session.view.seats if seat.kind == "open"]
        if free and not session.view.you and session.view.host != session.view.guest:
            with suppress(GameError):  # somebody was quicker; what can be done is shown anyway
                await session.ask(Sit(seat=free[0]))
        yield session
    finally:
        await client.close()


@asynccontextmanager
async def open_room(server: str, command: Create) -> AsyncIterator[Session]:
    """A new room on a server, as its host."""
    client = await come_back(server)
    try:
        yield await RemoteSession.create(client, command)
    finally:
        await client.close()


@asynccontextmanager
async def play_here(game: AnyGame, seats: tuple[str, ...]) -> AsyncIterator[Session]:
    """A table in this process: `me` for whoever sits at the window, or a machine."""
    command = Create(
        name="Here", game=game.name, options=game.settings, offline=True, host_name="You", seats=seats
    )
    async with sit_here(command) as session:
        yield session


@asynccontextmanager
async def sit_here(command: Create) -> AsyncIterator[Session]:
    """A table in this process, as the command says."""
    machines = LocalMachines()
    machines.get_ready(command)
    session = await LocalSession.open(command, machines)
    machines.tell = session.prepare
    try:
        yield session
    finally:
        await session.close()
        await machines.close()


class TableFeed(Feed):
    """A table, here or on a server: watched, and played at where a seat is one's own."""

    live = True

    def __init__(self, opening: AbstractAsyncContextManager[Session], *, playing: bool = False) -> None:
        """Of a table that is only watched nothing can be done."""
        super().__init__()
        self._opening, self._playing = opening, playing
        self._hint: Hint | None = None
        self._offer = ""
        self._hands = Hands()
        self._plies: tuple[PlyView, ...] = ()
        self._game: AnyGame | None = None
        self._since = 0
        """When the round began that is being played."""
        self._chosen: dict[int, int] = {}
        """By seat, when its move of that round was made."""
        self._over = False
        self.move, self.ask, self.ask_why, self.here = self._move, self._ask, self._ask_why, self._come
        self.record, self.why_not = self._record, self._why_not
        self._names: dict[str, str] = {}
        """By guest, what everybody is or was called."""
        self._loop = asyncio.new_event_loop()
        self._session: Session | None = None
        self._following = self._loop.create_task(self._follow(), name="table")
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Leave the table."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._following.cancel)
            self._thread.join(10)

    def _run(self) -> None:
        with suppress(asyncio.CancelledError):
            self._loop.run_until_complete(self._following)
        self._loop.close()

    async def _follow(self) -> None:
        try:
            async with self._opening as session:
                self._session = session
                if self._playing:
                    with suppress(
                        GameError
                    ):  # then nobody can be given a seat, which is no reason not to play
                        await session.follow_bench()
                self._show(session.view)
                async for news in session.news():
                    if isinstance(news, Update):
                        self._tell(news, session.view)
                    self._show(session.view)
                self.put(Over(session.ended or "The table is gone."))
        except (GameError, OSError) as error:
            self.put(Over(error_text(error)))

    def now(self) -> int:
        return self._session.now() if self._session is not None else super().now()

    # -- what is told

    def _show(self, view: View) -> None:
        self._show_game(view)
        self._show_standing(view)

    def _tell(self, news: Update, view: View) -> None:
        """Offers that came to nothing leave a line."""
        if any(isinstance(event, Settled) and event.how != "accepted" for event in news.events):
            told = [event for event in news.events if isinstance(event, (Answered, Settled, Offered))]
            lines = log_lines(game_of(view), told, view, lambda guest: self._names.get(guest, "Somebody"))
            self.put(Said(" ".join(lines)))
        self._names |= {person.guest: person.name for person in view.people}

    def _show_standing(self, view: View) -> None:
        game, session = game_of(view), self._session
        bench = session.bench if session is not None else ()
        found = actions(view, view.guest, self.now(), bench) if self._playing else []
        seated = {seat.guest for seat in view.seats}
        self.put(
            Standing(
                clock=view.clock,
                actions=tuple(found),
                cards=tuple(_card(view, seat) for seat in range(len(view.seats))),
                state=self._state(game, view),
                link=session.link if session is not None and not view.offline else "",
                countdown=view.countdown,
                begun=view.status not in ("seating", "counting"),
                watching=tuple(person.name for person in view.people if person.guest not in seated),
            )
        )
        self._say_once(game, view)

    def _say_once(self, game: AnyGame, view: View) -> None:
        """What somebody asks, and a hint."""
        offer = offer_text(game, view)
        if offer and offer != self._offer:
            self.put(Said(offer))
        self._offer = offer
        if view.hint is not None and view.hint != self._hint and view.hint.move:
            self.put(Said(hint_text(game, view.hint)))
        self._hint = view.hint

    def _state(self, game: AnyGame, view: View) -> str:
        told = sealed_text(game, view) if view.status == "playing" and view.sealed else ""
        told = told or state_text(game, view)
        thinks = any(view.seats[seat].kind == "machine" for seat in view.owing)
        preparing = self._session.preparing if self._session is not None else ""
        if self._session is not None and self._session.trouble:
            return self._session.trouble
        if view.queue or preparing:
            return f"{told} {view.queue or preparing}"
        return f"{told} {PATIENCE}" if thinks and len(view.plies) < 2 else told

    def _show_game(self, view: View) -> None:
        plies, known, now = view.plies, len(self._plies), self.now()
        if view.status != "playing" and view.outcome is None:
            self._since = now  # nobody thinks before it begins
        if self._game is None or self._changed(view) or (not plies and self._plies):
            self._begin(view)
        elif plies[:known] != self._plies:
            kept = next(
                (n for n, (a, b) in enumerate(zip(plies, self._plies, strict=False)) if a != b), len(plies)
            )
            self.put(TakenBack(kept))
            self._plies, self._over = plies[:kept], False
        for ply in plies[len(self._plies) :]:
            seconds = {seat: (self._chosen.get(seat, now) - self._since) / 1000 for seat, _ in ply.moves}
            last = ply is plies[-1]
            self.put(Played(dict(ply.moves), ply.changes, view.info if last else None, seconds))
            self._since, self._chosen = now, {}
        self._chosen = {seat.seat: now for seat in view.seats if seat.submitted} | self._chosen
        self._plies = plies
        self._show_prompt(view)
        if view.outcome is None:
            self._over = False
        elif not self._over:
            self._over = True
            self.put(_over(game_of(view), view))

    def _show_prompt(self, view: View) -> None:
        prompt, game = self._hands.follow(view), game_of(view)
        if prompt is None or prompt.seat not in view.owing:
            self.put(Asked(None))
        elif self._hands.handing_over:
            self.put(Asked(None))
            self.put(HandedOver(*hand_overs(game, view)[prompt.seat]))
        else:
            self.put(Asked(prompt, ask_text(game, view, prompt), _hinted(view, prompt)))

    def _changed(self, view: View) -> bool:
        """Is another game played, or the same with other options?"""
        game = self._game
        return game is not None and (game.name, game.settings) != (view.game, view.options)

    def _begin(self, view: View) -> None:
        """What was played before somebody came to look is there, and not played again."""
        self._game = game_of(view)
        names = tuple(holder(self._game, view, seat.seat) for seat in view.seats)
        start = self._game.start() if view.begins is None else self._game.load(view.begins)
        plies = [Played(dict(ply.moves), ply.changes) for ply in view.plies]
        self.put(Started(self._game, names, start, tuple(plies)))
        self._plies, self._over = view.plies, False
        self._since, self._chosen = self.now(), {}

    # -- what is asked

    def _move(self, text: str, seat: int | None) -> None:
        if self._session is not None:
            self._give(self._session.move(text, self._hands.seat if seat is None else seat))

    def _ask(self, command: GuestCommand) -> None:
        if self._session is not None:
            self._give(self._session.ask(command))

    def _ask_why(self, composer: Composer, space: str) -> None:
        if self._session is not None:
            self._give(self._session.ask_why(composer, space))

    def _record(self) -> Record:
        if self._session is None:
            raise GameError("There is no game yet.")
        return record_of(self._session.view)

    def _why_not(self, key: str) -> str:
        return "" if self._session is None else why_not(self._session.view, key, self.now())

    def _come(self) -> None:
        self._loop.call_soon_threadsafe(self._arrive)

    def _arrive(self) -> None:
        self._hands.here()
        if self._session is not None:
            self._show_prompt(self._session.view)

    def _give(self, call: Awaitable[None]) -> None:
        async def carry_out() -> None:
            try:
                await call
            except GameError as error:
                if self._session is not None:
                    self._show(self._session.view)  # a move that was refused is asked for again
                self.put(Said(error_text(error)))

        asyncio.run_coroutine_threadsafe(carry_out(), self._loop)


def _card(view: View, number: int) -> Card:
    seat = view.seats[number]
    told = tuple(text for _, text in badges(view, seat))
    if seat.kind == "open":
        return Card(OPEN_SEAT, told, here=False)
    played = view.players[number] if number < len(view.players) else ""
    return Card(seat.name or played, told, guest=seat.guest or "")


def _hinted(view: View, prompt: Prompt) -> str:
    return view.hint.move if view.hint is not None and view.hint.seat == prompt.seat else ""


def _over(game: AnyGame, view: View) -> Over:
    outcome, told = view.outcome, told_ending(game, view)
    assert outcome is not None, "asked only of what has ended"
    assert told is not None
    lines = tuple(account_lines(outcome.account, told.seats))
    marks = deciding(outcome.account, outcome.winners)
    return Over(view_outcome(game, view), lines, marks, outcome.winners, told.verdict, told.mood)

"""Moves and endings: what happens in a game, and who may do it."""

from __future__ import annotations

from quintet.games.contract import MoveError, short
from quintet.games.picking import nowhere, why_closed
from quintet.table import clock as clocks
from quintet.table.commands import Abort, Claim, Deliver, GiveHint, Move, Pick, Resign, Resume, Tick
from quintet.table.draft import SERVER, Draft
from quintet.table.events import Flagged, Hinted, Resigned, Resumed, Settled, Submitted
from quintet.table.filling import let_late_ones_miss
from quintet.table.refusal import RefusalError
from quintet.table.table import Table, begun, claimable_at, next_wake, owing, seats_of


def move(draft: Draft, command: Move) -> None:
    _need_own(draft, command.seat)
    _play(draft, command)


def deliver(draft: Draft, command: Deliver) -> None:
    """A machine thinks where it is played against. Only in a game on one screen: nobody else could be deceived there."""
    draft.need_seat(command.seat)
    draft.need_host()
    if not draft.table.offline:
        raise RefusalError("not-your-seat", "Machines in a room think on the server.")
    if draft.table.seats[command.seat].machine is None:
        raise RefusalError("not-your-seat", "No machine has this seat.")
    _play(draft, command)


def _play(draft: Draft, command: Move | Deliver) -> None:
    table, seat = draft.table, command.seat
    if command.version < table.turn_version:
        raise RefusalError("already-accepted" if _was_played(table, command) else "stale")
    draft.need_playing()
    if seat not in table.turn:
        raise RefusalError("not-your-turn")
    try:
        text = table.game.check(table.position, seat, command.text)
    except MoveError as error:
        raise RefusalError("illegal-move", str(error)) from None
    if len(table.turn) == 1:
        draft.play(((seat, text),))
    else:
        _seal(draft, seat, text)


def pick(draft: Draft, command: Pick) -> None:
    """Say why a space cannot be picked; where it can be, there is nothing to say."""
    table, seat = draft.table, command.seat
    _need_own(draft, seat)
    draft.need_playing()
    if command.version != table.turn_version:
        raise RefusalError("stale")
    if seat not in table.turn:
        raise RefusalError("not-your-turn")
    if nowhere(table.game, command.space):
        raise RefusalError("illegal-move", f"There is no space {short(command.space)} on this board.")
    prompt = table.game.prompt(table.position, seat)
    walk = prompt.walk(command.chosen) or []
    wanted = [c for c in prompt.choices(walk) if not command.piece or c.piece == command.piece]
    if not any(command.space in choice.clicks for choice in wanted):
        said = why_closed(table.game, table.position, seat, command.chosen, command.piece, command.space)
        raise RefusalError("illegal-move", said)


def _need_own(draft: Draft, seat: int) -> None:
    draft.need_seat(seat)
    holder = draft.table.seats[seat]
    if draft.who == SERVER:
        if holder.machine is None:
            raise RefusalError("not-your-seat", "The server moves for machines only.")
    elif holder.guest != draft.who:
        if not seats_of(draft.table, draft.who):
            raise RefusalError("not-seated")
        raise RefusalError("not-your-seat")


def _was_played(table: Table, command: Move | Deliver) -> bool:
    """Is this move the one that was played from the position its sender saw?"""
    for ply in reversed(table.plies):
        if ply.asked <= command.version < ply.version:
            text = dict(ply.moves).get(command.seat)
            return text is not None and text == _canonical(table, command.text)
        if ply.version <= command.version:
            return False
    return False


def _canonical(table: Table, text: str) -> str | None:
    try:
        return table.game.parse(text)
    except MoveError:
        return None


def _seal(draft: Draft, seat: int, text: str) -> None:
    """Keep a move of a simultaneous round hidden until the last one is in."""
    sealed = dict(draft.table.sealed)
    if sealed.get(seat) == text:
        raise RefusalError("already-accepted")
    if owing(draft.table) == (seat,):
        draft.play((*draft.table.sealed, (seat, text)))
    else:
        draft.happen(Submitted(at=draft.now, seat=seat, move=text, again=seat in sealed))


def resign(draft: Draft, command: Resign) -> None:
    seats = draft.own_seats()
    draft.need_playing()
    seat = command.seat
    if seat is None:
        in_turn = [own for own in seats if own in draft.table.turn]
        seat = in_turn[0] if in_turn else seats[0]
    if seat not in seats:
        raise RefusalError("not-your-seat")
    draft.happen(Resigned(at=draft.now, seat=seat))
    draft.finish_without((seat,), "resigned")


def claim(draft: Draft, _command: Claim) -> None:
    own = draft.own_seats()
    draft.need_playing()
    moments = {seat: claimable_at(draft.table, seat) for seat in range(len(draft.table.seats))}
    gone = tuple(
        s for s, moment in moments.items() if s not in own and moment is not None and moment <= draft.now
    )
    if not gone:
        raise RefusalError("not-claimable")
    draft.finish_without(gone, "abandoned")


def abort(draft: Draft, _command: Abort) -> None:
    draft.own_seats()
    draft.need_playing()
    if begun(draft.table):
        raise RefusalError("too-late")
    draft.finish((), "aborted")


def give_hint(draft: Draft, command: GiveHint) -> None:
    draft.need_server()
    due = draft.table.hint_due
    if due is None or (due.seat, due.version) != (command.seat, command.version):
        raise RefusalError("stale")
    draft.happen(Hinted(at=draft.now, seat=command.seat, move=command.move, note=command.note))


def tick(draft: Draft, _command: Tick) -> None:
    """Let happen what time has brought: the start, the end of an offer or an invitation, a flag."""
    draft.need_server()
    let_due_happen(draft)


def resume(draft: Draft, command: Resume) -> None:
    """Where something was to come, let it wait as long as nobody could do anything about it."""
    draft.need_server()
    if command.seat is not None:
        _resume_one(draft, command.seat, command.away)
        return
    away = min(command.away, draft.now - draft.table.at)
    gone = any(person.gone_at is not None for person in draft.table.people.values())
    if away > 0 and (gone or next_wake(draft.table) is not None):
        draft.happen(Resumed(at=draft.now, away=away))


def _resume_one(draft: Draft, seat: int, away: int) -> None:
    """Give one seat back what it could not use of its time in this turn."""
    running = draft.table.running
    if running is not None and running.since is not None and seat in owing(draft.table):
        away = min(away, draft.now - running.since)
        if away > 0:
            draft.happen(Resumed(at=draft.now, away=away, seat=seat))


def let_due_happen(draft: Draft) -> None:
    table, now = draft.table, draft.now
    if table.countdown is not None and table.countdown <= now:
        draft.start()
    offer = draft.table.offer
    if offer is not None and offer.expires <= now:
        draft.happen(Settled(at=now, kind=offer.kind, seat=offer.seat, how="expired"))
    let_late_ones_miss(draft)
    table = draft.table
    if table.clock is None or table.running is None:
        return
    fallen = clocks.fallen(table.running, table.clock, owing(table), now)
    for seat in fallen:
        draft.happen(Flagged(at=now, seat=seat))
    if fallen:
        draft.finish_without(fallen, "flagged")

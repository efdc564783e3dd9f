"""A game to be stepped through: its boards, its moves and what was counted, as the viewer wants them. To be made aside."""

from __future__ import annotations

from typing import Any

import msgspec

from quintet.games.contract import GameError, capital
from quintet.games.formats import FORMATS
from quintet.games.record import Record, Replay, read_record, replay
from quintet.games.title import unusual
from quintet.say.clocks import clock_setting
from quintet.say.endings import spoken, table_ending
from quintet.say.people import apart, between, players, sides
from quintet.say.told import counts, told_ply
from quintet.server.records import MOST_MOVES
from quintet.server.samples import short_change
from quintet.store.archive import Entry
from quintet.table.clock import Clock
from quintet.table.events import END_REASONS
from quintet.table.shapes import PlyView

MOST_COUNTED = 1_000
"""Plies after which it is not told any more what was counted after each of them."""


def summary(entry: Entry, guest: str) -> dict[str, Any]:
    """A finished game in a list, to this guest: nothing of it says who anybody is beyond the name."""
    names = apart([player.name for player in entry.players], entry.sides)
    own = entry.seats_of(guest)
    players = [
        {"name": player.name, "side": side, "kind": player.kind, "result": entry.result(seat)}
        for seat, (player, side) in enumerate(zip(entry.players, entry.sides, strict=True))
    ]
    return {
        "id": entry.id,
        "game": entry.game,
        "title": entry.title,
        "rules": entry.rules,
        "clock": clock_setting(entry.clock),
        "players": players,
        "who": who_played(entry),
        "result": table_ending(names, entry.winners, entry.reason, entry.text, entry.scores, entry.down),
        "started": entry.started,
        "ended": entry.ended,
        "plies": entry.plies,
        "public": entry.public,
        "offline": entry.offline,
        "yours": own,
        "wish": entry.players[own[0]].wish if own else "",
        "visible": visible(entry, guest),
    }


def who_played(entry: Entry) -> str:
    guests = {player.guest for player in entry.players}
    alone = len(entry.players) > 1 and len(guests) == 1 and "" not in guests
    return between([player.name for player in entry.players], entry.sides, alone=alone)


def visible(entry: Entry, guest: str) -> str:
    """Who can find the game, as a sentence."""
    if entry.public:
        return "Everybody can find this game."
    own = entry.seats_of(guest)
    if own and entry.players[own[0]].wish == "public":
        return "You want this game public; it will be when all who played it want that."
    return "Only those who played it find this game; whoever has the link can open it."


def named(record: bytes, entry: Entry) -> Record:
    """The record of a game with who played it."""
    return msgspec.structs.replace(
        read_record(record), players=tuple(player.name for player in entry.players)
    )


def formats_for(record: Record) -> list[dict[str, str]]:
    """The formats that can hold a game: name, title and the ending of the file."""
    fitting = []
    for form in FORMATS:
        try:
            if not form.for_studies and (not form.games or record.game in form.games):
                form.writes([record])
                fitting.append({"name": form.name, "title": form.title, "suffix": form.suffixes[0]})
        except GameError:  # such as another size than the format knows
            continue
    return fitting


def shown(record: Record) -> bytes:
    """Everything that is needed to step through a record. GameError if it cannot be played."""
    return msgspec.json.encode(steps(replay(record)))


def steps(played: Replay) -> dict[str, Any]:
    game = played.game
    plies = [
        {"moves": sorted(step.moves.items()), "changes": [short_change(change) for change in step.changes]}
        for step in played.steps
    ]
    told = [
        told_ply(game, PlyView(moves=tuple(step.moves.items()), changes=step.changes))
        for step in played.steps
    ]
    return {
        "game": game.name,
        "title": game.title,
        "options": game.settings,
        "seats": game.seats,
        "start": game.board(played.start),
        "begins": played.record().start,
        "plies": plies,
        "told": told,
        "counted": counted(played),
        "over": game.outcome(played.position) is not None,
        "ending": ended(played),
        "formats": formats_for(played.record()),
    }


def ended(played: Replay) -> dict[str, Any] | None:
    """What the result rests on, where the rules ended the game: spaces to mark, and how the scores add up."""
    game, outcome = played.game, played.game.outcome(played.position)
    if outcome is None:
        return None
    heads = [capital(side) for side in sides(game, game.describe(played.position))]
    account = game.account(played.position)
    return {
        "winners": outcome.winners,
        "seats": heads,
        "lines": account.lines,
        "groups": account.groups,
        "spoken": spoken(account, heads),
    }


def counted(played: Replay) -> list[Any]:
    """For the start and each ply what was counted then; null where it is as before, or for all of a very long game."""
    game = played.game
    if len(played.steps) > MOST_COUNTED:
        return []
    found: list[Any] = []
    last = None
    for position in (played.start, *(step.position for step in played.steps)):
        info = game.describe(position)
        now = {"colours": info.colours, "counts": counts(info), "sides": sides(game, info)}
        found.append(None if now == last else now)
        last = now
    return found


def brought(data: bytes) -> bytes:
    """A record that somebody brings, as the viewer wants it: `game` as far as the record says it, and `show`."""
    record = read_record(data)
    if len(record.moves) > MOST_MOVES:
        raise GameError(f"the record has {len(record.moves):,} moves; {MOST_MOVES:,} can be looked at here")
    played = replay(record)
    return msgspec.json.encode({"game": _told(played), "show": steps(played)})


def _told(played: Replay) -> dict[str, Any]:
    """The same as a summary, of a game that is in no archive."""
    game, record = played.game, played.record()
    side = sides(game, game.describe(played.position))
    given = record.players or ("",) * game.seats
    names, ending, pace = apart(given, side), record.outcome, record.clock
    clock = Clock(**msgspec.structs.asdict(pace)) if pace is not None else None
    result = "The game is not over."
    winners = ending.winners or () if ending is not None else ()
    if ending is not None:
        text = END_REASONS.get(ending.reason or "") or game.reasons.get(
            ending.reason or "", ending.reason or ""
        )
        result = table_ending(names, winners, "", text, ending.scores, None)
    return {
        "id": "",
        "game": game.name,
        "title": game.title,
        "rules": unusual(game),
        "clock": clock_setting(clock) if clock is not None else "",
        "players": [
            {"name": name, "side": one, "kind": "", "result": _result(seat, winners)}
            for seat, (name, one) in enumerate(zip(given, side, strict=True))
        ],
        "who": players(given, game, game.describe(played.position)),
        "result": result,
        "date": record.date,
        "plies": len(played.steps),
        "yours": (),
    }


def _result(seat: int, winners: tuple[int, ...]) -> str:
    if not winners:
        return ""
    return "lost" if seat not in winners else "drawn" if len(winners) > 1 else "won"

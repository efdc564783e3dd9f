"""Who is who: pieces, sides and holders of seats by the names that people use. Seats are counted from 1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from quintet.games.contract import BURNED, AnyGame, Info, Layout, capital

if TYPE_CHECKING:  # the list of games needs no table
    from quintet.table.shapes import View


def listed(names: Sequence[str]) -> str:
    """ "Ann", "Ann and Bob", "Ann, Bob and Cat"."""
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names)


def pieces(layout: Layout, codes: str) -> str:
    """What the codes stand for, each once: `bp` is "black and purple"."""
    names = {piece.code: piece.name for piece in layout.palette} | {BURNED: "burned"}
    return listed([names.get(code, code) for code in dict.fromkeys(codes)])


def colours(game: AnyGame, info: Info, seat: int) -> list[str]:
    """The colours of a seat, each by its name; none before it has chosen."""
    return [pieces(game.layout, code) for code in info.colours[seat] or ""]


def side(game: AnyGame, info: Info, seat: int) -> str:
    """A seat by its colours, once it has any: "black", "white and yellow", or "seat 1"."""
    codes = info.colours[seat]
    if info.sides:
        return info.sides[seat]
    return pieces(game.layout, codes) if codes else f"seat {seat + 1}"


def sides(game: AnyGame, info: Info) -> tuple[str, ...]:
    """Every seat by its colours."""
    return tuple(side(game, info, seat) for seat in range(game.seats))


def seats(game: AnyGame, info: Info) -> tuple[str, ...]:
    """Every seat where nobody has a name: "Seat 1 (black)"."""
    known = [bool(codes or info.sides) for codes in info.colours]
    named = zip(known, sides(game, info), strict=True)
    return tuple(f"Seat {n} ({name})" if is_ else f"Seat {n}" for n, (is_, name) in enumerate(named, start=1))


def holder(game: AnyGame, view: View, seat: int) -> str:
    """A seat as people speak of it: its holder, or its colours where one person holds several seats."""
    name = view.seats[seat].name or (view.players[seat] if seat < len(view.players) else "")
    namesakes = sum(other.name == view.seats[seat].name for other in view.seats)
    return name if name and namesakes == 1 else capital(side(game, view.info, seat))


def between(names: Sequence[str], sides: Sequence[str], *, alone: bool = False) -> str:
    """Who played a game, in one line: "Ann – Ben". Sides are named where names do not tell players apart; `alone`: one person had all."""
    if alone and names[0]:
        return f"{names[0]}, on {'both' if len(names) == 2 else 'all'} sides"
    told = [
        capital(side) if not name else f"{name} ({side})" if names.count(name) > 1 else name
        for name, side in zip(names, sides, strict=True)
    ]
    return " – ".join(told)


def players(names: Sequence[str], game: AnyGame, info: Info) -> str:
    """Who played what is written down of a game; empty where nobody has a name, or not one for every seat."""
    return between(names, sides(game, info)) if any(names) and len(names) == game.seats else ""


def apart(names: Sequence[str], sides: Sequence[str]) -> tuple[str, ...]:
    """Names by which seats can be told apart: where two are called the same, or nobody is called anything, their sides."""
    return tuple(
        name if name and names.count(name) == 1 else capital(side)
        for name, side in zip(names, sides, strict=True)
    )

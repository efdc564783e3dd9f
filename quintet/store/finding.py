"""A search as SQL, for both databases: they differ in how a value is marked and how a setting is asked for."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from quintet.store.archive import Search, name_range


class Query:
    """A statement that grows, and its values."""

    def __init__(self, mark: Callable[[int], str]) -> None:
        self._mark = mark
        self.values: list[Any] = []
        self.tests: list[str] = []

    def value(self, value: Any) -> str:
        """What stands in the statement for a value."""
        self.values.append(value)
        return self._mark(len(self.values))

    def test(self, text: str, *values: Any) -> None:
        """One more condition; each `?` in it is a value."""
        for value in values:
            text = text.replace("?", self.value(value), 1)
        self.tests.append(text)


def find(
    search: Search, tables: tuple[str, str], mark: Callable[[int], str], jsonb: bool
) -> tuple[str, list[Any]]:
    """The statement that finds the entries wanted, latest first, and its values."""
    games, players = tables
    query = Query(mark)
    source, when, which = f"{games} g", "g.ended", "g.id"
    if search.guest:
        source = f"{players} p JOIN {games} g ON g.id = p.game"
        when, which = "p.ended", "p.game"
        query.test("p.guest = ?", search.guest)
        if search.result in ("won", "lost"):
            query.test("p.result = ?", search.result)
    else:
        query.test("g.public = ?", 1)
    if search.name:
        _named(query, search, players)
    if search.game:
        query.test("g.kind = ?", search.game)
    if search.result in ("drawn", "decided"):
        query.test("g.drawn = ?", int(search.result == "drawn"))
    if search.since is not None:
        query.test(f"{when} >= ?", search.since)
    if search.until is not None:
        query.test(f"{when} < ?", search.until)
    for name, value in search.settings.items():
        if jsonb and "\0" in str(value):
            query.test("false")  # no setting has that in it, and the database would not take the question
        elif jsonb:
            query.test("g.settings @> ?::jsonb", json.dumps({name: value}))
        else:
            query.test("json_extract(g.settings, ?) = ?", f'$."{name}"', value)
    if search.after is not None:
        query.test(f"({when}, {which}) < (?, ?)", *search.after)
    limit = query.value(search.limit)
    text = (  # the words are ours; what anybody asks for is a value
        f"SELECT g.data FROM {source} WHERE {' AND '.join(query.tests)}"  # noqa: S608  (tests of ours, with places for values)
        f" ORDER BY {when} DESC, {which} DESC LIMIT {limit}"
    )
    return text, query.values


def _named(query: Query, search: Search, players: str) -> None:
    """Somebody's name begins so: another player's, among the games of a guest."""
    low, high = name_range(search.name)
    inner = f"SELECT o.game FROM {players} o WHERE o.called >= ? AND o.called < ?"  # noqa: S608  (one of ours)
    if search.guest:
        query.test(f"EXISTS ({inner} AND o.game = g.id AND o.seat <> p.seat)", low, high)
    else:
        query.test(f"g.id IN ({inner})", low, high)

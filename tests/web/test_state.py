"""The browser makes of a picture and an update what Python makes of them, with all that is said of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quintet.games import GAMES
from tests.corpus.tables import cases
from tests.web.conftest import OpenPage

MERGE = """async (cases) => {
  const { merge } = await import('/static/table/state.js');
  return cases.map(([before, update]) => merge(before, update));
}"""


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_and_an_update_make_the_next_picture(name: str, sit_down: OpenPage) -> None:
    page = sit_down().open("/rooms").page
    found = list(cases(name, Random(5)))
    made: list[dict[str, Any]] = page.evaluate(MERGE, [[before, update] for _, before, update, _ in found])
    for (guest, _, update, after), table in zip(found, made, strict=True):
        assert table["said"].pop("lines") == update["said"]["lines"]
        after["said"].pop("lines")
        assert table == after, (guest, update["events"])

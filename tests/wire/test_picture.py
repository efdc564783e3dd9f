"""A picture and an update make the picture that a newcomer gets: in Python here, in JavaScript in tests/web/test_state.py."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from quintet.games import GAMES
from quintet.table import Update, View
from quintet.wire import decode_server
from quintet.wire.merging import merge
from tests.corpus.tables import cases


def received(data: dict[str, Any]) -> Any:
    return decode_server(msgspec.json.encode(data))


@pytest.mark.parametrize("name", GAMES)
def test_a_picture_and_an_update_make_the_next_picture(name: str) -> None:
    seen = 0
    for guest, before, update, after in cases(name, Random(5)):
        picture, news = received(before), received(update)
        assert isinstance(picture, View)
        assert isinstance(news, Update)
        assert merge(picture, news) == received(after), (guest, update["events"])
        seen += 1
    assert seen > 20

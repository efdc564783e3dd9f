"""Games of somebody's own whose pieces move, in the full-screen terminal: by clicks, by keys and typed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.style import Style
from textual.widgets import Input

from quintet.games.record import read_record, replay
from quintet.terminal.app import QuintetApp
from quintet.terminal.board import BoardView
from quintet.terminal.picture import Appearance, Marks, Picture
from quintet.terminal.pixels import body
from quintet.terminal.plan import plan_at
from quintet.terminal.settings import Settings
from tests.terminal.conftest import table_app, table_of
from tests.terminal.test_app import click_space, playing, shown
from tests.toys.ataxx import Ataxx
from tests.toys.known import BEFORE_TWO_LEGS, TWO_LEGS, known_toys
from tests.waiting import until


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    with known_toys():
        yield


def marks(app: QuintetApp) -> Marks:
    return app.screen.query_one(BoardView).picture.marks


async def test_a_piece_grows_is_lifted_put_back_exchanged_and_jumps(tmp_path: Path) -> None:
    app = table_app("ataxx", options={"size": 5})
    async with playing(app) as pilot:
        table = table_of(app)
        await click_space(pilot, app, "b2")
        await until(lambda: len(table.session.view.plies) == 1)
        await pilot.pause()
        await click_space(pilot, app, "e1")
        assert marks(app).taken == ("e1",)
        assert "c1" in marks(app).targets
        assert "e1 … go on, or" in shown(app, "composer")
        await click_space(pilot, app, "e1")
        assert marks(app).taken == ()
        await click_space(pilot, app, "e1")
        await click_space(pilot, app, "a5")
        assert marks(app).taken == ("a5",)
        await click_space(pilot, app, "c3")
        await until(lambda: len(table.session.view.plies) == 2)
        await pilot.pause()
        assert marks(app).last == ("a5", "c3")
        assert table.session.view.board == {"a1": "r", "e5": "r", "e1": "u", "c3": "u", "b2": "u"}
        assert "2. a5 c3" in shown(app, "moves")
        await pilot.press("s")
    (file,) = tmp_path.glob("ataxx*")  # noqa: ASYNC240  (nothing else runs any more)
    played = replay(read_record(file.read_text()))
    assert [dict(step.moves) for step in played.steps] == [{0: "b2"}, {1: "a5 c3"}]


async def test_keys_lift_and_land_and_a_refused_pick_says_why() -> None:
    app = table_app("ataxx", options={"size": 5}, settings=Settings(name="Ann", speed="none"))
    async with playing(app) as pilot:
        table = table_of(app)
        assert app.screen.query_one(BoardView).cursor == "c3"
        await pilot.press("enter")
        await until(lambda: any("c3 is not beside a piece of yours" in n.message for n in app._notifications))
        await pilot.press("left", "left", "down", "down", "enter", "right", "right", "enter")
        await until(lambda: len(table.session.view.plies) == 1)
        assert dict(table.session.view.plies[0].moves) == {0: "a1 c1"}


async def test_a_jump_of_several_legs_is_clicked_and_typed() -> None:
    app = table_app("draughts")
    async with playing(app) as pilot:
        table = table_of(app)
        for number, move in enumerate(BEFORE_TWO_LEGS, start=1):
            await pilot.press("slash", *move.replace(" ", "-"), "enter")
            await until(lambda number=number: len(table.session.view.plies) == number)  # type: ignore[misc]  # mypy cannot infer a lambda with a default
            await pilot.pause()
        await pilot.press("slash", *"e5 c3", "enter")
        await until(lambda: any("must go on" in notice.message for notice in app._notifications))
        app.screen.query_one(Input).value = ""
        await pilot.press("escape")
        first, second, third = TWO_LEGS.split(" ")
        await click_space(pilot, app, first)
        await click_space(pilot, app, second)
        assert marks(app).chosen == {"c3": "b"}
        assert marks(app).targets == ("e1",)
        await pilot.press("backspace")
        assert marks(app).chosen == {}
        await click_space(pilot, app, second)
        await click_space(pilot, app, third)
        await until(lambda: len(table.session.view.plies) == len(BEFORE_TWO_LEGS) + 1)
        await pilot.pause()
        assert marks(app).last == ("e5", "c3", "e1")
        assert table.session.view.board["e1"] == "bb"


def test_pieces_have_their_game_s_colour_and_shape_or_their_letter() -> None:
    game = Ataxx(size=5)
    board = game.board(game.start())
    small = plan_at(game.layout, (2, 1), True)
    for light in (False, True):
        drawn = Picture(small, board, Marks(), Appearance(light=light)).text
        assert (drawn.plain.count("◉"), drawn.plain.count("■")) == (2, 2)
        inks = {drawn.plain[span.start]: span.style for span in drawn.spans}
        assert isinstance(inks["◉"], Style)
        assert isinstance(inks["■"], Style)
        assert inks["◉"].color != inks["■"].color
    assert body("square", 5, 4) != body("disc", 5, 4)
    for look in (Appearance(letters=True), Appearance(colour=False)):
        for plan in (small, plan_at(game.layout, (8, 4), True)):
            plain = Picture(plan, board, Marks(), look).text.plain
            wide = plan.letters[0] if not look.colour else 1
            assert (plain.count("r"), plain.count("u")) == (2 * wide * wide,) * 2

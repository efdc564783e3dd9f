"""docs/add-a-game.md and docs/add-an-engine.md: the code in them is that in tests/toys, and does what the pages say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quintet.draw import draw_text
from quintet.games.contract import IllegalMoveError
from quintet.testing import GameFault, check_game
from tests.testing.test_games import Doubled
from tests.toys.noughts import Noughts

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "add-a-game.md"
SHOWN = {PAGE: "noughts.py", ROOT / "docs" / "add-an-engine.md": "noughts_engine.py"}
FIRST_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", SHOWN, ids=lambda page: str(page.name))
def test_the_page_shows_the_whole_file(page: Path, rewrite: bool) -> None:
    code = (ROOT / "tests" / "toys" / SHOWN[page]).read_text("utf-8")
    if rewrite:
        text = FIRST_BLOCK.sub(lambda _: f"```python\n{code}```", page.read_text("utf-8"), count=1)
        page.write_text(text, "utf-8")
    shown = FIRST_BLOCK.search(page.read_text("utf-8"))
    assert shown
    assert shown[1].splitlines() == code.splitlines()


def test_the_game_is_played_as_the_page_says() -> None:
    noughts = Noughts(size=4)
    check_game(noughts)
    position = noughts.start()
    for seat, move in ((0, "b2"), (1, "a1")):
        position, _ = noughts.play(position, {seat: move})
    with pytest.raises(IllegalMoveError, match="b2 is taken"):
        noughts.check(position, 0, "b2")
    assert draw_text(noughts, position).splitlines()[:3] == ["  a b c d", "1 w . . .", "2 . b . ."]


def test_a_row_of_three_wins() -> None:
    noughts = Noughts()
    position = noughts.start()
    for number, move in enumerate(("a1", "a2", "b2", "b1", "c3")):
        position, _ = noughts.play(position, {number % 2: move})
    outcome = noughts.outcome(position)
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0,), "alignment")


def test_the_sentence_about_a_broken_promise_is_the_one_shown() -> None:
    with pytest.raises(GameFault) as fault:
        check_game(Doubled())
    assert str(fault.value) in PAGE.read_text("utf-8")


def test_the_code_in_the_page_of_the_contract_does_what_its_comments_say() -> None:
    found = FIRST_BLOCK.search((ROOT / "docs" / "contract.md").read_text("utf-8"))
    assert found
    names: dict[str, object] = {}
    for line in found[1].splitlines():
        code, _, comment = line.partition("#")
        if "=" in code or code.startswith("from"):
            exec(code, names)
        elif code.strip():
            value = repr(eval(code, names))
            assert comment.strip().startswith(value), f"{code.strip()} is {value}"

"""The pages: every drawn example is played, and nothing that can be played, set or typed lacks a page.

`pytest tests/docs --rewrite` draws the examples anew.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from quintet.cli import build_parser
from quintet.draw import draw_text
from quintet.games import GAMES
from quintet.games.contract import MoveError, Option
from quintet.say.pages import Example, PageError, read_example, read_examples, read_header, redraw, write_header

DOCS = Path(__file__).parents[2] / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
FEW = 8
"""An option with more choices than this need not have each of them on its page."""


def drawing(example: Example) -> str:
    played = example.play()
    return draw_text(played.game, played.position)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_every_drawn_example_is_the_position_it_says(page: Path, rewrite: bool) -> None:
    text = page.read_text("utf-8")
    if rewrite and (drawn := redraw(text, drawing)) != text:
        page.write_text(drawn, "utf-8")
        text = drawn
    for example in read_examples(text):
        where = f"{page.name}: {example.header} after {'; '.join(example.moves)}"
        assert example.drawing.splitlines() == drawing(example).splitlines(), where


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_every_refused_move_is_refused_for_that_reason(page: Path) -> None:
    for example in read_examples(page.read_text("utf-8")):
        if example.refused:
            played = example.play()
            with pytest.raises(MoveError) as refusal:
                played.game.check(played.position, (*played.owing, 0)[0], example.refused)
            assert example.because, f"{page.name}: say why {example.refused} is refused"
            assert example.because.lower() in str(refusal.value).lower()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_page_with_examples(name: str) -> None:
    page = (DOCS / "games" / f"{name}.md").read_text("utf-8")
    assert page.startswith(f"# {GAMES[name].title}\n")
    assert any(example.header.split()[0] == name for example in read_examples(page))


@pytest.mark.parametrize(
    ("name", "option"),
    [pytest.param(name, option, id=f"{name}-{option.name}") for name in GAMES for option in GAMES[name].options],
)
def test_every_option_is_on_the_page_of_its_game(name: str, option: Option) -> None:
    page = (DOCS / "games" / f"{name}.md").read_text("utf-8")
    assert f"`{option.name}`" in page, f"docs/games/{name}.md has no word of the option {option.name}"
    ends = option.choices if option.choices else (option.low, option.high)
    for value in ends if len(ends) <= FEW else (option.default,):
        assert re.search(rf"(?<![\w-]){re.escape(str(value))}(?![\w-])", page), f"{option.name}={value} is missing"


def commands() -> dict[str, argparse.ArgumentParser]:
    for action in build_parser()._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    raise AssertionError("the command line has no commands")


@pytest.mark.parametrize("name", commands())
def test_every_command_is_on_a_page(name: str) -> None:
    text = "".join(page.read_text("utf-8") for page in PAGES)
    assert f"quintet {name}" in text, f"no page under docs/ shows 'quintet {name}'"


def test_every_link_between_pages_leads_somewhere() -> None:
    for page in (*PAGES, DOCS.parent / "README.md"):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


# --- how examples are read --------------------------------------------------------------------------------------------


def test_an_example_is_read_in_parts() -> None:
    example = read_example("reversi size=4\nmoves: b1;\nmoves: a1; a2\nrefused: A1\nbecause: occupied\n---\n  a b\n")
    assert example.moves == ("b1", "a1", "a2")
    assert (example.refused, example.because, example.drawing) == ("A1", "occupied", "  a b")
    assert example.game().settings["size"] == 4


def test_an_example_with_an_unknown_line_is_refused() -> None:
    with pytest.raises(PageError, match="not 'movse"):
        read_example("reversi\nmovse: b1\n---\n")


def test_a_header_keeps_what_differs_from_the_defaults() -> None:
    for header in ("reversi", "reversi size=4 first=white", "omega players=3"):
        assert write_header(read_header(header)) == header


def test_a_header_may_hold_a_document() -> None:
    graph = '{"spaces": {"a1": [0, 0], "b1": [1, 0]}, "edges": [["a1", "b1"]]}'
    assert len(read_header(f"onyx board={graph}").layout.spaces) == 2

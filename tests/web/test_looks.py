"""A piece in the browser looks as its palette says, whatever its letter."""

from __future__ import annotations

from typing import Any

from tests.web.conftest import OpenPage

LAYOUT: dict[str, Any] = {
    "spaces": [{"name": name, "x": n, "y": 0} for n, name in enumerate(("a1", "b1", "c1"))],
    "shape": "square",
    "surface": "paper",
    "lines": [],
    "dots": [],
    "labels": [],
    "palette": [
        {"code": "r", "name": "red", "colour": "#c02020", "mark": "cross", "shape": "diamond"},
        {"code": "b", "name": "blue", "colour": "#2040d0", "mark": "", "shape": "disc"},
        {"code": "k", "name": "king", "colour": "black", "mark": "ring", "shape": "disc"},
    ],
}
DRAW = """async (layout) => {
  const { Board } = await import('/static/board/board.js');
  const { dot } = await import('/static/board/pieces.js');
  const board = new Board(layout, { title: 'A board' });
  board.show({ a1: 'r', b1: 'b', c1: 'k' });
  document.body.append(board.element);
  const of = (space) => board.svg.querySelector(`[data-at=${space}]`);
  return {
    red: of('a1').querySelector('path[fill="#c02020"]').getAttribute('d'),
    cross: Boolean(of('a1').querySelector('.mark .drawn')),
    blue: of('b1').querySelector('circle[fill="#2040d0"]') !== null,
    letter: of('b1').querySelector('.letter').textContent,
    king: of('c1').querySelector('.stone').getAttribute('class'),
    ring: of('c1').querySelector('circle.drawn') !== null,
    dots: ['b', 'k'].map((code) => dot(layout, code).style.backgroundColor || dot(layout, code).className),
  };
}"""


def test_a_colour_that_nobody_has_used_yet_is_drawn(sit_down: OpenPage) -> None:
    drawn = sit_down().open("/rooms").page.evaluate(DRAW, LAYOUT)
    assert drawn == {
        "red": "M0 -46L46 0L0 46L-46 0Z",
        "cross": True,
        "blue": True,
        "letter": "b",
        "king": "stone look-black",
        "ring": True,
        "dots": ["rgb(32, 64, 208)", "dot-black"],
    }

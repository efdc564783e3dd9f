"""What every face relies on: names that can be typed and shown, a board that can be drawn, counters that can be told."""

from __future__ import annotations

import math
import re
from collections import Counter

import msgspec

from quintet.games.contract import HEX_COLOUR, STONES, AnyGame, Info, Layout
from quintet.games.outside import NAME
from quintet.testing.fault import expect

LONGEST_SPACE = 6
LONGEST_LABEL = 4
LONGEST_TITLE = 40
FARTHEST = 1000.0
"""Units that a board may measure."""
OPTION = re.compile(r"[a-z][a-z0-9_]{0,29}")
SPACE = re.compile(r"[a-z0-9]+")


def check_names(game: AnyGame) -> None:
    """Names for addresses, files and command lines, and titles for people."""
    name, title = game.name, game.title
    expect(bool(NAME.fullmatch(name)), f"the name {name!r} must be small letters, digits and hyphens")
    shown = 0 < len(title.strip()) <= LONGEST_TITLE and title.isprintable()
    expect(shown, f"the title {title!r} must be 1 to {LONGEST_TITLE} characters that can be shown")
    twice = [option for option, times in Counter(option.name for option in game.options).items() if times > 1]
    expect(not twice, f"the option {twice[:1]} is there twice")
    for option in game.options:
        known = bool(OPTION.fullmatch(option.name))
        expect(known, f"the option {option.name!r} must be small letters, digits and underscores")
        expect(len(set(option.choices)) == len(option.choices), f"{option.name} has a choice twice")


def check_layout(game: AnyGame) -> None:
    """The board can be drawn, clicked and typed."""
    layout = game.layout
    try:
        msgspec.convert(msgspec.to_builtins(layout), Layout)
    except msgspec.ValidationError as error:
        expect(False, f"the layout is none that a face can draw: {error}")
    names = [space.name for space in layout.spaces]
    expect(bool(names), "the layout has no spaces")
    expect(len(names) == len(set(names)), "two spaces of the layout have the same name")
    for name in names:
        short = bool(SPACE.fullmatch(name)) and len(name) <= LONGEST_SPACE
        expect(short, f"the space {name!r} must be 1 to {LONGEST_SPACE} small letters and digits")
    places = {(space.x, space.y) for space in layout.spaces}
    expect(len(places) == len(names), "two spaces of the layout lie on one another")
    numbers = [number for place in (*places, *layout.lines, *layout.dots) for number in place]
    numbers += [number for label in layout.labels for number in (label.x, label.y)]
    drawn = all(math.isfinite(number) and abs(number) <= FARTHEST for number in numbers)
    expect(drawn, f"everything on the layout needs finite coordinates, {FARTHEST:,.0f} at most")
    for label in layout.labels:
        shown = 0 < len(label.text) <= LONGEST_LABEL and label.text.isprintable()
        expect(shown, f"the label {label.text!r} must be 1 to {LONGEST_LABEL} characters that can be shown")
    check_palette(layout)


def check_palette(layout: Layout) -> None:
    codes = [piece.code for piece in layout.palette]
    single = all(len(code) == 1 and code.isascii() and code.islower() for code in codes)
    expect(
        single and len(codes) == len(set(codes)),
        "every piece of the palette needs a code of its own: one small letter from a to z",
    )
    names = [piece.name for piece in layout.palette]
    expect(all(names), "every piece of the palette needs a name")
    expect(len(names) == len(set(names)), "two pieces of the palette have the same name")
    for piece in layout.palette:
        known = not piece.colour or piece.stone or HEX_COLOUR.fullmatch(piece.colour)
        expect(
            bool(known), f"the colour of {piece.name} is {', '.join(STONES)} or #rrggbb, not {piece.colour}"
        )


def counter_fault(info: Info, seats: int, pieces: set[str]) -> str:
    """What is wrong with the counters of a position; nothing if they can be told."""
    names = [counter.name for counter in info.counters]
    taken = [name for name in names if names.count(name) > 1 or name in ("phase", "colours")]
    if taken:
        return f"the counter {taken[0]} needs a name of its own"
    for counter in info.counters:
        values = counter.values
        if not counter.label.strip() or not OPTION.fullmatch(counter.name):
            return f"the counter {counter.name!r} needs a name in small letters and a label"
        if isinstance(values, tuple) and len(values) != seats:
            return f"the counter {counter.name} needs a value for every seat"
        if isinstance(values, dict) and not values.keys() <= pieces:
            return f"the counter {counter.name} counts {sorted(values)}, which the palette lacks"
        each = (
            values.values()
            if isinstance(values, dict)
            else values
            if isinstance(values, tuple)
            else (values,)
        )
        if not all(type(value) is int for value in each):
            return f"the counter {counter.name} must count in whole numbers, not {values}"
    return ""

"""The colours of a board in the terminal: a ground on which every piece of its palette can be seen, and each piece's own."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import lru_cache

from quintet.draw.theme import PLAIN, THEMES, Look, Surface, channels, lightness, looks, mix
from quintet.games.contract import BURNED, Layout

ENOUGH = 2.0
"""What differs by this ratio of luminances is told apart at once."""
STEPS = tuple(step / 10 for step in range(11))
SIXTEEN = (
    "#000000", "#aa0000", "#00aa00", "#aa5500", "#0000aa", "#aa00aa", "#00aaaa", "#aaaaaa",
    "#555555", "#ff5555", "#55ff55", "#ffff55", "#5555ff", "#ff55ff", "#55ffff", "#ffffff",
)  # fmt: skip
"""What every terminal has, though no two show them alike."""
BLACK, GREY, BLUE = SIXTEEN[0], SIXTEEN[8], SIXTEEN[4]


@dataclass(frozen=True)
class Colours:
    """What a board is painted with."""

    ground: str
    other: str
    """Every second tile, where shade tells tiles apart."""
    hole: str
    line: str
    ink: str
    """Letters on the ground."""
    cursor: str
    last: str
    hint: str
    target: str
    burnt: tuple[str, str]
    pieces: dict[str, str]
    inks: dict[str, str]
    """What is written on a piece."""

    def piece(self, code: str) -> str:
        return self.pieces.get(code) or mix(PLAIN.light, PLAIN.dark, 0.5)

    def on_piece(self, code: str) -> str:
        return self.inks.get(code) or PLAIN.ink


@lru_cache(maxsize=32)
def colours(layout: Layout, light: bool, few: bool = False) -> Colours:
    """The colours of a board, by day or by night; with `few`, those of sixteen that are told apart wherever they are shown."""
    theme = THEMES["light" if light else "dark"]
    surface = theme.surfaces[layout.surface]
    known = {code: look for code, look in looks(layout.palette).items() if code != BURNED}
    ground, pieces = _apart(surface, known)
    hole = ground
    if few:
        ground, hole = BLUE if layout.shape == "hole" else GREY, GREY
        pieces = {code: nearest(look) for code, look in known.items()}
    elif layout.shape == "hole":  # pieces lie in the holes, and the rack around them is darker
        ground = surface.dark
        hole, pieces = _apart(Surface(surface.dark, surface.hole_edge, surface.hole, ""), known)
    dark_ground = luminance(hole) < 0.28
    return Colours(
        ground=ground,
        other=mix(ground, "#ffffff" if dark_ground else "#000000", 0.09),
        hole=hole,
        line=BLACK if few else apart(surface.line, ground, 0.45),
        ink="#f2efe8" if dark_ground else "#1f1b16",
        cursor="#ffffff" if dark_ground else "#000000",
        last="#ffe14d" if dark_ground else "#c01700",
        hint="#7dff9b" if dark_ground else "#005c1f",
        target="#f5f2ea" if dark_ground else "#2b241b",
        burnt=(theme.burnt[0], theme.burnt[2]),
        pieces=pieces,
        inks={code: readable(look.ink, pieces[code]) for code, look in known.items()},
    )


def _apart(surface: Surface, known: dict[str, Look]) -> tuple[str, dict[str, str]]:
    """The colour of the surface, made darker or lighter as far as its pieces need it, and the shade of each piece.

    Every piece is to be told from the ground and from every other piece by lightness alone, as far as that can be had.
    """
    grounds = [mix(surface.dark, surface.light, step) for step in STEPS]
    grounds += [mix(surface.dark, surface.frame, step) for step in STEPS]
    grounds.sort(key=lambda ground: abs(lightness(ground) - lightness(surface.dark)))
    best: tuple[float, str, tuple[str, ...]] = (0.0, surface.dark, ())
    for ground in grounds:
        for chosen in itertools.product(*(shades(look) for look in known.values())):
            clear = min(
                (contrast(one, other) for one, other in itertools.combinations((ground, *chosen), 2)),
                default=ENOUGH,
            )
            if clear > best[0]:
                best = (clear, ground, chosen)
        if best[0] >= ENOUGH:
            break
    return best[1], dict(zip(known, best[2], strict=False))


def nearest(look: Look) -> str:
    """The one of sixteen colours that is most like a piece, but for those of boards."""
    wanted = channels(look.light if lightness(look.light) > 200 else look.dark)
    others = [one for one in SIXTEEN if one not in (GREY, BLUE)]
    return min(others, key=lambda one: sum((a - b) ** 2 for a, b in zip(channels(one), wanted, strict=True)))


def shades(look: Look) -> tuple[str, ...]:
    """The colours that a piece may have: black is black and white is white, any other has several."""
    if lightness(look.dark) < 40:
        return (look.dark,)
    if lightness(look.light) > 250:
        return (look.light,)
    return mix(look.light, look.dark, 0.4), look.light, look.dark, mix(look.dark, look.edge, 0.5)


def apart(colour: str, ground: str, share: float) -> str:
    """A line that is seen, and does not shout."""
    if contrast(colour, ground) >= 1.35:
        return colour
    return mix(ground, "#000000" if luminance(ground) > 0.12 else "#ffffff", share)


def readable(ink: str, ground: str) -> str:
    """This ink, or black or white where it could not be read."""
    if contrast(ink, ground) >= 3:
        return ink
    return max("#000000", "#ffffff", key=lambda one: contrast(one, ground))


@lru_cache(maxsize=512)
def luminance(colour: str) -> float:
    """How much light a colour gives, from 0 to 1, as WCAG measures it."""
    linear = [
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in channels(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The ratio of two luminances, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)

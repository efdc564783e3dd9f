"""The colours of everything drawn. Every piece differs from the others by lightness or by its mark, not by hue alone."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from quintet.games.contract import HEX_COLOUR, Form, Mark, Piece


class Look(Struct, frozen=True):
    """A piece: lit from the upper left, edged, and marked."""

    light: str
    dark: str
    edge: str
    mark: Mark = "none"
    ink: str = "#000000"
    shape: Form = "disc"


STONE_LOOKS = {
    "black": Look("#62676f", "#17191c", "#08090a", ink="#ffffff"),
    "white": Look("#ffffff", "#dbd6cb", "#857f74"),
    "grey": Look("#c3c8ce", "#878e97", "#50565d", "bars", "#33383e"),
    "purple": Look("#a877dc", "#5a2a90", "#32155a", "dot", "#f6edff"),
    "yellow": Look("#ffe583", "#e5a600", "#7f5b00", "ring", "#4f3900"),
}
PLAIN = Look("#9fd3d6", "#4d9499", "#235255", "letter")
"""For a piece that says nothing of its colour, or that the palette lacks; its letter is written on it."""


@lru_cache(maxsize=64)
def looks(palette: tuple[Piece, ...]) -> dict[str, Look]:
    """How each piece of a palette looks, by its code."""
    return {piece.code: look(piece) for piece in palette}


def look(piece: Piece) -> Look:
    """The finish of a stone of the house, or one made from any other colour."""
    if piece.stone:
        found = STONE_LOOKS[piece.stone]
    elif HEX_COLOUR.fullmatch(piece.colour):
        found = shaded(piece.colour)
    else:
        found = PLAIN
    return replace(found, mark=piece.mark or found.mark, shape=piece.shape)


def shaded(colour: str) -> Look:
    """A finish from one colour, marked by its letter in what can be read on it."""
    ink = "#000000" if lightness(colour) > 110 else "#ffffff"
    light, dark, edge = mix(colour, "#ffffff", 0.4), mix(colour, "#000000", 0.15), mix(colour, "#000000", 0.6)
    return Look(light, dark, edge, "letter", ink)


def mix(one: str, other: str, share: float) -> str:
    """So much of the other colour in the one."""
    pairs = zip(channels(one), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def lightness(colour: str) -> float:
    """How light a colour seems, from 0 to 255."""
    red, green, blue = channels(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def channels(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return red, green, blue


class Surface(Struct, frozen=True):
    """What a board is made of: the frame around it, its ground from light to dark, and the lines on it."""

    frame: str
    light: str
    dark: str
    line: str
    hole: str = ""
    hole_edge: str = ""


class Theme(Struct, frozen=True):
    page: str
    label: str
    accent: str
    """The last move."""
    halo: str
    """Around the accent, so that it shows on any ground."""
    shadow: str
    burnt: tuple[str, str, str]
    """A burned space: its ground, its edge and its cross."""
    surfaces: dict[str, Surface]


THEMES = {
    "light": Theme(
        page="#f7f3ea",
        label="#6f675c",
        accent="#e8432d",
        halo="#fffffff0",
        shadow="#1a120833",
        burnt=("#4a4039", "#2d2621", "#e08a4f"),
        surfaces={
            "felt": Surface("#5b4129", "#429a6c", "#2a7250", "#1f5a3e"),
            "wood": Surface("#b37f40", "#edc684", "#dca961", "#6d4b22"),
            "slate": Surface("#4d5a66", "#b9c4cd", "#9eabb6", "#4d5a66"),
            "paper": Surface("#b9a681", "#faf1de", "#eddfc2", "#cbb991"),
            "rack": Surface("#1c4a74", "#3577b2", "#245b8d", "#17406a", "#86abcb", "#5885ad"),
        },
    ),
    "dark": Theme(
        page="#191b1f",
        label="#9ba1a8",
        accent="#ff6a4d",
        halo="#101114e0",
        shadow="#00000059",
        burnt=("#2a2421", "#151210", "#d97b40"),
        surfaces={
            "felt": Surface("#33261b", "#2f7451", "#1d5038", "#143a28"),
            "wood": Surface("#5a3f21", "#bf955a", "#a27640", "#3c2812"),
            "slate": Surface("#262d34", "#7f8c97", "#67737e", "#262d34"),
            "paper": Surface("#34373d", "#8f8a80", "#837e74", "#5d594f"),
            "rack": Surface("#122c45", "#24587f", "#1a4263", "#102f49", "#5f82a1", "#3c5c79"),
        },
    ),
}

"""Cut the typefaces of the page anew: `make typefaces`.

Each face comes in three files, of which a browser loads those whose letters a page needs: plain English, accents of western
languages, and the other Latin letters of Europe. Names in other scripts are shown in what the reader's system has.

The faces are cut from Source Sans 3 and Source Serif 4. Their licence keeps the name *Source* for the originals, so that what is made of
them is called by a name of our own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "node_modules" / "@fontsource"
TYPE = ROOT / "quintet" / "web" / "type"
FACES = {"sans": "source-sans-3", "serif": "source-serif-4"}
WEIGHTS = (400, 600)
RANGES = {
    "plain": (
        "latin",
        "U+20-7E,U+A0,U+AB,U+B7,U+BB,U+BD,U+D7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026,U+2039-203A,U+2190,U+2192,U+2212",
    ),
    "accents": ("latin", "U+A1-AA,U+AC-B6,U+B8-BA,U+BC,U+BE-D6,U+D8-FF,U+131,U+152-153,U+201A,U+201E,U+20AC"),
    "europe": ("latin-ext", "U+100-130,U+132-151,U+154-17F,U+218-21B,U+1E9E"),
}
"""By name: the file that holds these letters, and which they are; the same ranges stand in style/type.css."""
FEATURES = {"sans": ["kern", "tnum", "ccmp"], "serif": ["kern", "ccmp"]}
"""Clocks and tables need figures of one width; they are set in the sans."""
COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT, LICENCE = 0, 1, 2, 3, 4, 6, 14
SAME_TIME = 3_600_000_000
"""When a file was made is no part of it: made again from the same sources it is the same, byte for byte."""


def main() -> None:
    if not SOURCES.is_dir():
        sys.exit("The typefaces to cut from are not there: run make typefaces, which fetches them.")
    TYPE.mkdir(exist_ok=True)
    for face, source in FACES.items():
        for weight in WEIGHTS:
            for name, (letters, unicodes) in RANGES.items():
                font = cut(
                    SOURCES / source / "files" / f"{source}-{letters}-{weight}-normal.woff2", face, unicodes
                )
                rename(font, f"Quintet {face.capitalize()}", weight)
                path = TYPE / f"{face}-{weight}-{name}.woff2"
                font.save(path)
                print(f"{path.relative_to(ROOT)}: {path.stat().st_size / 1000:.1f} kB")


def cut(path: Path, face: str, unicodes: str) -> TTFont:
    """A typeface with these letters only."""
    options = subset.Options(
        layout_features=FEATURES[face],
        hinting=False,
        name_IDs=[COPYRIGHT, FAMILY, STYLE, LICENCE],
        notdef_outline=True,
        recalc_timestamp=False,
    )
    font = TTFont(path, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(unicodes))
    subsetter.subset(font)
    font["head"].created = font["head"].modified = SAME_TIME
    font.flavor = "woff2"
    return font


def rename(font: TTFont, family: str, weight: int) -> None:
    """Call it by our own name."""
    plain = family.replace(" ", "")
    names = {
        FAMILY: family,
        UNIQUE: f"{plain}-{weight}",
        FULL: f"{family} {weight}",
        POSTSCRIPT: f"{plain}-{weight}",
    }
    for number, text in names.items():
        font["name"].setName(text, number, 3, 1, 0x409)
    font["name"].names = [name for name in font["name"].names if name.platformID == 3]


if __name__ == "__main__":
    main()

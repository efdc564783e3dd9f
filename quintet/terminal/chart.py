"""How the chances of the first player went in a game, as a line of characters."""

from __future__ import annotations

from textual.content import Content

from quintet.say.review import ToldReview

BLOCKS, PLAIN_BLOCKS = " ▁▂▃▄▅▆▇█", " .:-=+*#@"


def chances_chart(told: ToldReview, step: int, width: int, colour: bool) -> Content:
    """A column for each position, or for several where there are too many; the one that is shown is marked."""
    blocks = BLOCKS if colour else PLAIN_BLOCKS
    course = [stood[0] for stood in told.expected]
    places = [*range(len(course))]
    if len(course) > width:
        places = [n * len(course) // width for n in range(width)]
    cells = [
        " " if course[n] is None else blocks[round((course[n] or 0) * (len(blocks) - 1))] for n in places
    ]
    here = max((n for n, place in enumerate(places) if place <= step), default=0)
    return Content("".join(cells)).stylize("reverse", here, here + 1)

"""A rule page as Discord can show it: in pages short enough for a message, with the boards drawn in letters."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from quintet.draw.text import draw_text
from quintet.games.contract import GameError, MoveError
from quintet.say.pages import read_example, rule_page

LONGEST = 1700
FULL = 900
"""A page that has as much begins no new section."""
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")


@functools.lru_cache(maxsize=32)
def pages(game: str) -> tuple[str, ...]:
    """The rules of a game, page by page; PageError if it has none."""
    found: list[str] = []
    for block in _blocks(rule_page(game)):
        last = found[-1] if found else ""
        opens = block.startswith("## ") and len(last) > FULL
        if not last or opens or len(last) + len(block) > LONGEST:
            found.append(block[: LONGEST + 200])
        else:
            found[-1] = f"{last}\n{block}"
    return tuple(found)


def _blocks(page: str) -> Iterator[str]:
    """Headings, paragraphs, lists, tables and boards, one by one; a heading stays with what follows it."""
    heading = ""
    place = 0
    for fence in [*FENCE.finditer(page), None]:
        for part in page[place : fence.start() if fence else len(page)].split("\n\n"):
            told = _prose(part)
            if told.startswith("#") and "\n" not in told:
                heading = f"{heading}{told}\n"
            elif told:
                yield heading + told
                heading = ""
        if fence is not None:
            place = fence.end()
            yield heading + (_example(fence[2]) if fence[1] == "example" else f"```\n{fence[2]}```")
            heading = ""


def _prose(part: str) -> str:
    """A paragraph as one line, a list as one line for each of its items, a table as a list."""
    lines: list[str] = []
    for line in LINK.sub(r"\1", part.strip("\n")).splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if not set("".join(cells)) <= {"-", ":"}:
                lines.append("- " + " · ".join(cells))
        elif lines and not line.startswith(("- ", "#")) and not re.match(r"\d+\. ", line):
            lines[-1] += f" {line.strip()}"
        else:
            lines.append(line.rstrip())
    if part.lstrip("\n").startswith("|"):
        lines = lines[1:]  # what the columns are called
    return "\n".join(lines)


def _example(text: str) -> str:
    """A board, and what was played to get there."""
    example = read_example(text)
    drawn, why = example.drawing, example.because
    try:
        played = example.play()
        drawn = draw_text(played.game, played.position)
        if example.refused:
            played.game.check(played.position, (*played.owing, 0)[0], example.refused)
    except MoveError as error:  # in the rules' own words
        why = str(error)
    except GameError:
        pass  # a page with a mistake is shown as it is
    told = f"After {', '.join(f'`{move}`' for move in example.moves)}:\n" if example.moves else ""
    refused = f"\n`{example.refused}` may not be played here: {why}." if example.refused else ""
    return f"{told}```\n{drawn}\n```{refused}"

"""Rule pages, and their drawn examples as data: tests play them, and faces can show them.

In the Markdown an example is a block:

    ```example
    reversi size=4
    moves: b1; a1
    refused: c3
    because: c3 is occupied
    ---
      a b c d
    1 w b . .
    ...
    ```

The first line names the game and its settings. `moves` are played for the seat in turn (a simultaneous round is written
seat by seat); a long list may go on with another `moves` line. `refused` is a move that may not be played after them,
and `because` is part of what is answered. Below the line of dashes is the position, drawn.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from quintet.games.contract import AnyGame, GameError, OptionValue
from quintet.games.document import read_document
from quintet.games.outside import own_page
from quintet.games.record import Replay
from quintet.games.registry import GAMES, OURS, game

BLOCK = re.compile(r"^```example\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SETTING = re.compile(r"(\w+)=(\{.*\}|\S+)")


class PageError(GameError):
    """There is no such page, or an example is not written as one."""


def rule_page(name: str) -> str:
    """The rule page of a game: of ours from the package where it is installed, from the checkout otherwise.

    PageError if there is none. A game from outside brings its own.
    """
    if name in GAMES and name not in OURS:
        return own_page(GAMES[name])
    package = Path(__file__).resolve().parent.parent
    for docs in (package / "docs", package.parent / "docs"):
        page = docs / "games" / f"{name}.md"
        if page.is_file():
            return page.read_text("utf-8")
    raise PageError(f"the rule page of {name} is not installed; it is docs/games/{name}.md in the project")


class Example(Struct, frozen=True, kw_only=True):
    """A position of a game, and perhaps a move that is refused in it."""

    header: str
    moves: tuple[str, ...] = ()
    refused: str = ""
    because: str = ""
    drawing: str = ""

    def game(self) -> AnyGame:
        return read_header(self.header)

    def play(self) -> Replay:
        """The game after the moves; each goes to the lowest seat that owes one."""
        played = Replay(self.game())
        for move in self.moves:
            if not played.owing:
                raise PageError(f"{self.header}: the game is over before {move}")
            played.submit(played.owing[0], move)
        return played


def read_header(text: str) -> AnyGame:
    """A game with its settings, from a line like `omega size=4 players=3`."""
    name, _, rest = text.strip().partition(" ")
    options = {option.name: option for option in GAMES[name].options} if name in GAMES else {}
    settings: dict[str, OptionValue] = {}
    for option, value in SETTING.findall(rest):
        if option in options and value.startswith("{"):
            settings[option] = read_document(value)
        else:
            settings[option] = options[option].read(value) if option in options else value
    return game(name, **settings)


def write_header(played: AnyGame) -> str:
    """The line that `read_header` reads, with the settings that differ from the defaults."""
    defaults = {option.name: option.default for option in played.options}
    changed = (f" {name}={value}" for name, value in played.settings.items() if value != defaults[name])
    return played.name + "".join(changed)


def read_example(text: str) -> Example:
    """An example from what its block holds."""
    head, _, drawing = text.partition("---\n")
    header, *lines = head.strip().splitlines() or [""]
    found: dict[str, str] = {}
    for line in lines:
        key, colon, value = line.partition(":")
        if key not in ("moves", "refused", "because") or not colon:
            raise PageError(f"an example has lines of moves, refused and because, not {line[:40]!r}")
        found[key] = f"{found[key]}; {value}" if key in found else value
    moves = tuple(move.strip() for move in found.get("moves", "").split(";") if move.strip())
    return Example(
        header=header.strip(),
        moves=moves,
        refused=found.get("refused", "").strip(),
        because=found.get("because", "").strip(),
        drawing=drawing.rstrip("\n"),
    )


def read_examples(page: str) -> list[Example]:
    """Every example of a page, in order."""
    return [read_example(match[1]) for match in BLOCK.finditer(page)]


def redraw(page: str, draw: Callable[[Example], str]) -> str:
    """The page with every drawing made anew."""

    def again(match: re.Match[str]) -> str:
        head = match[1].partition("---\n")[0]
        return f"```example\n{head}---\n{draw(read_example(match[1]))}\n```"

    return BLOCK.sub(again, page)

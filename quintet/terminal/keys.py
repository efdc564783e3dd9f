"""Pages of keys: what every screen on which a move is made has in common stands here once, and each adds its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

Row: TypeAlias = tuple[str, str]
"""The keys, and what they do."""

CURSOR: tuple[Row, ...] = (
    ("arrows, `h` `j` `k` `l`", "move the cursor"),
    ("`enter`, `space`, a click", "pick the space: place a piece, or choose it"),
    ("`tab`", "the next piece, where there are several"),
)
ALWAYS: tuple[Row, ...] = (
    ("`pageup`, `pagedown`, the wheel", "what stands beside the board, where it is longer than the screen"),
    ("`i`", "the rules of the game"),
    ("`,`", "settings"),
)


def making(
    play: str = "play the move as it stands", typed: str = "a move; `enter` plays it"
) -> tuple[Row, ...]:
    """How a move is made; `play` is what becomes of it, and `typed` the same of what is written."""
    return (
        *CURSOR,
        ("`p`", play),
        ("`backspace`", "take the last piece back"),
        ("`1` … `9`", "choose a word, such as pass"),
        ("`/`", f"type {typed}, `escape` goes back"),
    )


def key_page(head: str, rows: Iterable[Row], leave: str, more: str = "") -> str:
    """A page in Markdown; `leave` is where `q` leads, and `more` what is to be said besides."""
    lines = [f"| {keys} | {does} |" for keys, does in (*rows, *ALWAYS, ("`q`", leave))]
    page = "\n".join([f"# {head}", "", "| Key | |", "|:--|:--|", *lines])
    return f"{page}\n\n{more}" if more else page


TABLE = key_page(
    "Keys",
    (
        *making(),
        ("`[` `]`, the wheel", "one move back, one forward; `home` and `end` to the start and the end"),
        ("`a`", "everything that can be done now"),
        ("`u` `t` `r` `d` `x`", "undo, hint (tip), restart, draw, resign"),
        ("`m`", "rematch"),
        ("`e`", "what the engine thinks of the position"),
        ("`v`", "study the game: step through it, review it"),
        ("`y` `n`", "answer what somebody asks"),
        ("`o` `g`", "take a seat or the next one; ready (go)"),
        ("`c`", "claim the game of a player who is gone"),
        ("`w`", "copy the link of the room"),
        ("`s`", "save the game to a file"),
    ),
    "leave the table",
    "Corners around a space mark the cursor, the last move, what is to be taken off, and the hint; on small boards these "
    "are `[x]`, `(x)`, `{x}` and `<x>`. A star or a bright dot is a space you may pick; a digit says how many pieces "
    "stand there. Picking a piece that you have just placed makes it a stack where there are stacks, or takes it back.",
)
PUZZLE = key_page(
    "Keys of a puzzle",
    (
        *making("give the move as it stands as your answer", "an answer; `enter` gives it"),
        ("`t`", "a hint (tip): what it is an example of"),
        ("`x`", "show the answer, which counts as a wrong one"),
        ("`n`", "the next puzzle of this game"),
    ),
    "back to all puzzles",
    "Only the first answer counts. What you get wrong comes back after a day, then after three and ten days.",
)
LESSON = key_page(
    "Keys of a lesson",
    (*making(), ("`n`", "the next step"), ("`b`", "the step before"), ("`x`", "show a move that is right")),
    "back to all lessons",
)
RETRY = key_page(
    "Keys of a mistake that is tried again",
    (
        *making("try the move as it stands", "a move; `enter` tries it"),
        ("`x`", "show the better move"),
        ("`n`", "the next mistake"),
    ),
    "back to the review",
    "Any move is right that loses less than an inaccuracy does: the engine looks at what you try as long as the review "
    "did.",
)
STUDY = key_page(
    "Keys of a study",
    (
        ("left, right, `h` `l`, the wheel", "one move back, one forward"),
        ("`home`, `end`", "the start, the end"),
        ("up, down, `k` `j`", "ten moves back, ten forward"),
        ("`e`", "what the engine thinks of the position, or no longer"),
        ("`x`", "explorer: what was played from here, how often and with what result, or no longer"),
        ("`1` … `9`", "with the explorer: make this move"),
        ("`/`", "try another move: `enter` makes it, on a board of its own; `q` there comes back here"),
        ("`r`", "review: every move graded, and what would have been better"),
        ("`n`, `b`", "with a review: the next mistake, the one before"),
        ("`t`", "with a review: try the mistakes again, one after the other"),
        ("`p`", "play on from here, at a table of your own"),
    ),
    "back",
    "Moves can be clicked, too; a `◂` (or `<`) marks what was played next. Where everybody moves at once, write the "
    "moves of all with a `/` between them. Behind a move that was reviewed stands what it is called: `??` a blunder, "
    "`?` a mistake, `?!` an inaccuracy, `!` the only move, `✓` the best one.",
)

"""What is asked in a puzzle, and what is said of a try: for every face."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from quintet.games.contract import AnyGame, Board, Info, Move, Prompt, capital
from quintet.games.record import Replay
from quintet.games.title import unusual
from quintet.say.counts import seat_text
from quintet.say.marks import move_text
from quintet.say.people import side, sides
from quintet.say.told import ToldPly, told_ply
from quintet.study.glicko import Standing
from quintet.study.puzzles import Goal, Puzzle, game_of
from quintet.table.shapes import PlyView

ASKED: dict[Goal, str] = {
    "win": "Find the only move that wins.",
    "draw": "Find the only move that does not lose.",
    "hold": "The other side threatens to win by force. Find the only move that stops it.",
    "force": "You can win by threats that cannot all be met. Find a move that begins them: any that wins so is right.",
    "most": "Both sides choose at once. Find the only choice that gives you the most.",
    "mix": "Everybody moves at once. Find a move that is good enough, whatever the other side does.",
}
SHORT: dict[Goal, str] = {
    "win": "win",
    "draw": "do not lose",
    "hold": "stop the threat",
    "force": "win by force",
    "most": "get the most",
    "mix": "be hard to beat",
}
WRONG: dict[Goal, str] = {
    "win": "With best play by the other side this does not win.",
    "draw": "With best play by the other side this loses.",
    "hold": "After this the other side wins by threats that cannot all be met.",
    "force": "After this the other side has an answer to every threat.",
    "most": "Another choice gives you more.",
    "mix": "A strong answer gets more out of this than it should.",
}
RIGHT: dict[Goal, str] = {
    "win": "Right: every other move gives the win away.",
    "draw": "Right: every other move loses.",
    "hold": "Right: every other move loses by force.",
    "force": "Right: the threats that follow cannot all be met.",
    "most": "Right: every other choice gives you less.",
    "mix": "Right: few moves are as hard to beat.",
}


def tried_text(game: AnyGame, goal: Goal, move: Move, right: bool) -> str:
    """What is said of a move that was tried: "c4: with best play by the other side this does not win"."""
    told = RIGHT[goal] if right else WRONG[goal]
    return f"{move_text(game, move)}: {told[:1].lower()}{told[1:]}"


def answer_text(game: AnyGame, right: Sequence[Move], line: Sequence[Move]) -> str:
    """The answer, or all of several: "The answer: c4; then d5, e6."."""
    written = [move_text(game, move) for move in right]
    if len(written) > 1:
        some = ", ".join(written[:8]) + (f" and {len(written) - 8} more" if len(written) > 8 else "")
        return f"The answers: {some}."
    follows = ", ".join(move_text(game, move) for move in line[1:8])
    return f"The answer: {written[0]}" + (f"; then {follows}." if follows else ".")


def theme_names(game: AnyGame, themes: Sequence[str]) -> tuple[str, ...]:
    """What it is an example of, for people."""
    return tuple(game.themes[theme] for theme in themes if theme in game.themes)


def hardness(rating: float) -> str:
    """How hard it is, in a word."""
    steps = ((1100, "easy"), (1400, "not hard"), (1700, "middling"), (2000, "hard"))
    return next((word for limit, word in steps if rating < limit), "very hard")


# --- as a face shows it -----------------------------------------------------------------------------------------------


class ToldPuzzle(Struct, frozen=True, kw_only=True):
    """A puzzle to be solved: a board to play on, and nothing of its answer. What it shares with the view of a table means the same."""

    id: str
    title: str
    ask: str
    hard: str
    rating: int
    hint: str
    rules: tuple[str, ...]
    game: str
    options: dict[str, Any]
    seat: int
    side: str
    """Whom the solver plays, in words."""
    counts: tuple[str, ...]
    """By seat, what the game counts: a line each, where anything is counted."""
    start: Board
    plies: tuple[PlyView, ...]
    told: tuple[ToldPly, ...]
    board: Board
    info: Info
    prompts: tuple[Prompt, ...]
    sides: tuple[str, ...]


def told_puzzle(puzzle: Puzzle, *, solved: bool = False, standing: Standing | None = None) -> ToldPuzzle:
    """The question; or, once it is solved or given up, the board with the answer played on it where one seat moves alone.

    How hard it is, is what people's answers say, where there are any.
    """
    rating = puzzle.rating if standing is None else round(standing.rating)
    game = game_of(puzzle)
    position = game.load(puzzle.position)
    played = Replay(game, start=position)
    if solved and played.owing == (puzzle.seat,):
        played.submit(puzzle.seat, puzzle.line[0])
    plies = tuple(PlyView(moves=tuple(ply.moves.items()), changes=ply.changes) for ply in played.steps)
    info = game.describe(played.position)
    return ToldPuzzle(
        id=puzzle.id,
        title=game.title,
        ask=ASKED[puzzle.goal],
        hard=hardness(rating),
        rating=rating,
        hint=hint_text(game, puzzle),
        rules=unusual(game),
        game=game.name,
        options=dict(game.settings),
        seat=puzzle.seat,
        side=side(game, game.describe(position), puzzle.seat),
        counts=counts_of(game, game.describe(position)),
        start=game.board(position),
        plies=plies,
        told=tuple(told_ply(game, ply) for ply in plies),
        board=game.board(played.position),
        info=info,
        prompts=() if solved else (game.prompt(position, puzzle.seat),),
        sides=tuple(capital(name) for name in sides(game, info)),
    )


def counts_of(game: AnyGame, info: Info) -> tuple[str, ...]:
    """What is counted for each side: "White: points 3, tokens left 5"."""
    told = [(name, seat_text(game, info, seat)) for seat, name in enumerate(sides(game, info))]
    return tuple(f"{capital(name)}: {text}" for name, text in told if text)


def head_text(told: ToldPuzzle) -> str:
    """What a puzzle is of, and how hard: "Gomoku, Board: 11 × 11 · middling (1500)"."""
    return f"{', '.join((told.title, *told.rules))} · {told.hard} ({told.rating})"


def shared_text(told: ToldPuzzle) -> str:
    """What is asked of whom, where the link of a puzzle is shared: "You are black. Find the only move that wins."."""
    return f"You are {told.side}. {told.ask}"


def hint_text(game: AnyGame, puzzle: Puzzle) -> str:
    """What it is an example of; where it is of nothing that has a name, how many moves there are to choose from."""
    if themes := theme_names(game, puzzle.themes):
        first, *others = themes
        return f"Hint: {', '.join([first, *(name[0].lower() + name[1:] for name in others)])}."
    moves = game.prompt(game.load(puzzle.position), puzzle.seat).count()
    right = len(puzzle.right)
    return (
        f"Hint: {'one' if right == 1 else right} of the {moves} moves {'is' if right == 1 else 'are'} right."
    )


def streak_text(streak: int) -> str:
    """How many were right, one after the other."""
    return f"{streak} in a row." if streak > 1 else ""


def stands_text(count: int, rating: str, solved: int, tried: int, streak: int, longest: int, due: int) -> str:
    """How somebody does in a game: "rated 1612, 12 of 15 right, 3 in a row (best 7)"."""
    if not tried:
        return f"{count} to solve"
    parts = [f"rated {rating}", f"{solved} of {tried} right", f"{streak} in a row (best {longest})"]
    return ", ".join([*parts, f"{due} to mend"] if due else parts)


def standing_text(standing: Standing) -> str:
    """A rating as people read it: "1612", or "1500?" while it is little more than a guess."""
    return f"{standing.rating:.0f}{'?' if standing.unsure else ''}"


def counted_text(before: Standing, after: Standing) -> str:
    """What an answer did to a rating: "Your rating is 1558 (+58)."."""
    change = round(after.rating) - round(before.rating)
    return f"Your rating is {standing_text(after)} ({change:+d})."

"""A position on the analysis board in words and marks, and what an engine has found in one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from quintet.games.contract import Account, AnyGame, Board, Group, Info, Line, Move, Prompt, capital
from quintet.games.record import Replay, Step
from quintet.games.title import unusual
from quintet.games.variations import UNSEEN, Study
from quintet.say.advice import expects, percent, standing
from quintet.say.endings import table_ending
from quintet.say.marks import move_text
from quintet.say.people import listed, sides
from quintet.say.told import ToldCounts, ToldPly, counts, told_ply
from quintet.table.shapes import PlyView

LINE = 8
"""Moves of a line that are told."""
OTHERS = 4
"""Moves that are told of what the other side is expected to play."""
TOLD = 0.005
"""What is less likely would be told as 0 %."""
SAID = 200
"""Characters of a study's first comment that are told of it."""
NOTHING = ToldPly((), ())


class ToldPosition(Struct, frozen=True, kw_only=True):
    """A position to be looked at from every side. What it shares with the view of a table means the same."""

    game: str
    title: str
    rules: tuple[str, ...]
    options: dict[str, Any]
    plies: int
    ply: PlyView | None
    """The round that led here; nothing at the start."""
    told: ToldPly
    pending: tuple[tuple[int, Move], ...]
    """What some have chosen already where all move at once."""
    chosen: str
    """The same in words."""
    board: Board
    info: Info
    counts: ToldCounts
    sides: tuple[str, ...]
    prompts: tuple[Prompt, ...]
    """For every side that has still to choose."""
    asks: dict[int, str]
    over: str
    """How the game ended here; empty while it goes on."""
    groups: tuple[Group, ...]
    lines: tuple[Line, ...]
    winners: tuple[int, ...]
    arranging: bool
    """Can it be set up by hand?"""


def told_position(played: Replay) -> ToldPosition:
    """Where a line of moves has led."""
    game, position = played.game, played.position
    outcome, info = game.outcome(position), game.describe(position)
    account = game.account(position) if outcome is not None else Account()
    names = tuple(capital(side) for side in sides(game, info))
    prompts = tuple(game.prompt(position, seat) for seat in played.owing)
    over = ""
    if outcome is not None:
        reason = game.reasons.get(outcome.reason or "", outcome.reason or "")
        over = table_ending(names, outcome.winners, "", reason, outcome.scores, None)
    ply = view(played.steps[-1]) if played.steps else None
    return ToldPosition(
        game=game.name,
        title=game.title,
        rules=tuple(unusual(game)),
        options=dict(game.settings),
        plies=len(played.steps),
        ply=ply,
        told=NOTHING if ply is None else told_ply(game, ply),
        pending=tuple(sorted(played.pending.items())),
        chosen=chosen_text(game, played.pending, names),
        board=game.board(position),
        info=info,
        counts=counts(info),
        sides=names,
        prompts=prompts,
        asks={prompt.seat: f"{names[prompt.seat]}: {prompt.ask}" for prompt in prompts},
        over=over,
        groups=account.groups,
        lines=account.lines,
        winners=outcome.winners if outcome is not None else (),
        arranging=game.arranging(position) is not None,
    )


def view(step: Step) -> PlyView:
    return PlyView(moves=tuple(step.moves.items()), changes=step.changes)


def told_rounds(game: AnyGame, steps: Sequence[Step | None]) -> list[ToldPly]:
    """The rounds of a study as a list of moves shows them."""
    return [NOTHING if step is None else told_ply(game, view(step)) for step in steps]


def some(count: int, noun: str) -> str:
    """ "1 move", "1,200 moves"."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def study_title(study: Study, game: AnyGame) -> str:
    """What a study is called where its link is shared: "My endgames", or the game of one that has no name."""
    return study.name.strip() or f"A study of {game.title}"


def study_about(study: Study, game: AnyGame) -> str:
    """And what it is: "Reversi · Board: 4 × 4 · 12 moves, 2 variations · Which move saves black?"."""
    begun = {node.before for node in study.nodes[1:]}
    moves, variations = len(study.nodes) - 1, len(study.nodes) - 1 - len(begun)
    size = [some(moves, "move"), *([some(variations, "variation")] if variations else [])]
    said = " ".join(UNSEEN.sub(" ", study.nodes[0].comment).split())
    if len(said) > SAID:
        said = f"{said[:SAID].rstrip()}…"
    return " · ".join([game.title, *unusual(game), ", ".join(size), *([said] if said else [])])


def chosen_text(game: AnyGame, pending: dict[int, Move], names: tuple[str, ...]) -> str:
    """ "Black has chosen a1"; empty where nobody has."""
    told = [f"{names[seat]} has chosen {move_text(game, move)}" for seat, move in sorted(pending.items())]
    return f"{listed(told)}." if told else ""


# --- what an engine has found -----------------------------------------------------------------------------------------


class FoundMove(Struct, frozen=True, kw_only=True):
    """One of the best moves, as an analysis has it."""

    move: Move
    value: float
    expected: float
    proven: str | None = None
    line: tuple[Move, ...] = ()
    probability: float | None = None


class Found(Struct, frozen=True, kw_only=True):
    """An analysis of a position, as far as it is told."""

    seat: int
    value: float
    expected: float
    moves: tuple[FoundMove, ...]
    depth: int
    nodes: int
    proven: str | None = None
    policy: dict[Move, float] | None = None
    others: dict[int, dict[Move, float]] = {}


class ToldLine(Struct, frozen=True):
    """One of the best moves as it is read."""

    move: Move
    text: str
    chance: str
    """The result to expect: "61 %"."""
    worth: str
    """How one stands then, and what of that is proven; empty where only the chance tells."""
    often: str
    """Of a mixture, how often it is played."""
    follows: str
    """How play would go on."""


class ToldLines(Struct, frozen=True):
    """What an engine has found, as it is read."""

    standing: str
    """What the side can expect: "Black expects 61 % of the game: 3 discs ahead."."""
    looked: str
    """How far it has looked."""
    mixed: str
    """Where all move at once: that the best is a mixture, and what the others are expected to play."""
    lines: tuple[ToldLine, ...]


def looked_text(found: Found) -> str:
    """How far the engine looked: "12 moves deep, 81,000 positions"."""
    deep = f"{some(found.depth, 'move')} deep, " if found.depth else ""
    return f"{deep}{'one position' if found.nodes == 1 else f'{found.nodes:,} positions'}"


def told_lines(game: AnyGame, found: Found, names: tuple[str, ...], most: int) -> ToldLines:
    """What was found, for the side whose move it is."""
    mixed = found.policy is not None
    return ToldLines(
        standing=expects(game, names[found.seat], found),
        looked=looked_text(found),
        mixed=mixture_text(game, found.policy or {}, found.others, names),
        lines=tuple(
            ToldLine(
                one.move,
                move_text(game, one.move),
                percent(one.expected),
                standing(game, one.value, one.proven, mixed=mixed),
                "" if one.probability is None else f"{percent(one.probability)} of the time",
                ", ".join(move_text(game, move) for move in one.line[1:LINE]),
            )
            for one in found.moves[:most]
        ),
    )


def mixture_text(
    game: AnyGame,
    policy: Mapping[Move, float],
    others: Mapping[int, Mapping[Move, float]],
    names: tuple[str, ...],
) -> str:
    """ "All move at once, so the best is a lot: each move as often as it says. White is expected to play b2 (60 %), c1 (40 %)."."""
    told = []
    if len(policy) > 1:
        told = ["All move at once, so the best is a lot: each move as often as it says."]
    for seat, mixture in sorted(others.items()):
        likely = sorted(
            ((move, part) for move, part in mixture.items() if part >= TOLD), key=lambda item: -item[1]
        )
        some = ", ".join(f"{move_text(game, move)} ({percent(part)})" for move, part in likely[:OTHERS])
        more = " and others" if len(likely) > OTHERS else ""
        if likely:
            told.append(f"{names[seat]} is expected to play {some}{more}.")
    return " ".join(told)

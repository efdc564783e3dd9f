"""A review in words: what every move is called and why, how everybody stood, and what it comes to.

Every face shows what is said here; it only decides where. What rests on an estimate is called one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from quintet.games.contract import AnyGame, Move, capital
from quintet.say.advice import worth
from quintet.say.marks import move_text
from quintet.say.people import listed

if TYPE_CHECKING:
    from quintet.study.account import Account
    from quintet.study.course import Standing
    from quintet.study.look import Look
    from quintet.study.moves import Reviewed
    from quintet.study.retry import Tried
    from quintet.study.review import Review

GLYPHS = {"best": "✓", "good": "·", "inaccuracy": "?!", "mistake": "?", "blunder": "??"}
WORDS = {
    "best": "Best move",
    "good": "Good move",
    "inaccuracy": "Inaccuracy",
    "mistake": "Mistake",
    "blunder": "Blunder",
}
SEVERAL = {
    "best": "best moves",
    "good": "good moves",
    "inaccuracy": "inaccuracies",
    "mistake": "mistakes",
    "blunder": "blunders",
}
ONLY, ONLY_GLYPH = "Only move", "!"
FORCED = "Forced"
PHASES = {"opening": "First third", "middle": "Second third", "end": "Last third"}
LINE = 6
"""Moves of a line that are told."""
ALMOST = 0.99
"""A move that is so likely is drawn by no lot."""
LUCKY = 0.005
"""A part of the result that is worth telling of."""


class ToldMove(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One move of a review as it is read."""

    round: int
    seat: int
    text: str
    """The move as a list of moves shows it."""
    grade: str = ""
    glyph: str = ""
    word: str = ""
    said: str = ""
    """All there is to say about it."""
    badge: str = ""
    """What it did to the proven result."""
    better: Move = ""
    """A better move, as it is written; empty where there is none."""
    line: tuple[Move, ...] = ()
    """How play would have gone on after the better one, itself first, as it is written."""
    loss: float | None = None
    loses: str = ""
    """The same in words; empty for next to nothing."""
    points: str = ""
    """The same in the unit of the game; empty for next to nothing, and where a game has none."""
    luck: str | None = None
    """Where everybody moves at once, what chance gave or took."""
    retry: bool = False
    """Was it so bad that it is worth a second try?"""


class ToldPlayer(Struct, frozen=True, kw_only=True):
    """One player's account as it is read."""

    name: str
    accuracy: str
    phases: tuple[tuple[str, str], ...]
    grades: tuple[tuple[str, str, int], ...]
    """Grade, what it is called, how many."""
    lost: str
    luck: str
    """Empty where nobody moves at once."""


class ToldReview(Struct, frozen=True, kw_only=True):
    """A review as it is read; without players and turning points until it is complete."""

    complete: bool
    done: int
    wanted: int
    effort: str
    names: tuple[str, ...]
    expected: tuple[tuple[float | None, ...], ...]
    """The graph: by position and seat, from 0 to 1."""
    standings: tuple[str, ...]
    """By position, what the graph shows there, in words."""
    moves: tuple[ToldMove, ...]
    turning: tuple[int, ...]
    players: tuple[ToldPlayer, ...]
    note: str


def told_review(game: AnyGame, review: Review, names: Sequence[str]) -> ToldReview:
    """The review of a game between people of these names."""
    return ToldReview(
        complete=review.complete,
        done=review.done,
        wanted=review.wanted,
        effort=review.effort,
        names=tuple(names),
        expected=tuple(stood.expected for stood in review.course),
        standings=tuple(standing_text(game, stood, names) for stood in review.course),
        moves=tuple(told_move(game, one, names[one.seat]) for one in review.moves),
        turning=review.turning,
        players=tuple(
            told_player(name, account) for name, account in zip(names, review.accounts, strict=False)
        ),
        note=note(review),
    )


def percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def loss_text(part: float) -> str:
    """What was lost, never rounded up: what is 10 % has the grade of 10 %. Empty for next to nothing."""
    return f"{int(100 * part + 1e-6)} %" if part >= 0.01 else ""


def points_text(game: AnyGame, amount: float) -> str:
    """A number of the game's unit: "3.5", "20"; empty for next to nothing."""
    return f"{amount:.1f}".removesuffix(".0") if game.unit is not None and amount >= 0.05 else ""


def luck_text(part: float) -> str:
    """ "+12 %", "−3 %"; empty for next to nothing."""
    return f"{'+' if part > 0 else '−'}{percent(abs(part))}" if abs(part) >= LUCKY else ""


def told_move(game: AnyGame, one: Reviewed, name: str) -> ToldMove:
    grade = one.grade or ""
    look = one.look
    wrong = grade in ("inaccuracy", "mistake", "blunder")
    other = look is not None and look.move != one.move and grade not in ("", "best")
    return ToldMove(
        round=one.round,
        seat=one.seat,
        text=move_text(game, one.move),
        grade="only" if one.only else grade,
        glyph=ONLY_GLYPH if one.only else GLYPHS.get(grade, ""),
        word=grade_word(one),
        said=move_said(game, one, name),
        badge=badge(one),
        better=look.move if look is not None and other else "",
        line=look.line if look is not None and other else (),
        loss=one.loss,
        loses=loss_text(one.loss or 0.0),
        points=points_text(game, one.regret or 0.0),
        luck=None if one.luck is None else luck_text(one.luck),
        retry=wrong,
    )


def grade_word(one: Reviewed) -> str:
    """What a move is called; empty where nothing is known of it yet."""
    if one.forced:
        return FORCED
    return ONLY if one.only else WORDS.get(one.grade or "", "")


def badge(one: Reviewed) -> str:
    """ "gave away a proven win": only where the results before and after are both proven."""
    if one.changed is None:
        return ""
    before, after = one.changed
    if before == "win":
        return "gave away a proven win" + (": a draw now" if after == "draw" else "")
    return "turned a proven draw into a loss"


def move_said(game: AnyGame, one: Reviewed, name: str) -> str:
    """Everything about a move, in a few sentences."""
    told = [f"{name}: {move_text(game, one.move)}."]
    look = one.look
    if one.forced:
        told.append("There was no other move.")
    elif look is None:
        told.append("Not looked at yet.")
    elif look.played is None:
        told.append("The engine cannot value this move.")
    else:
        told += _graded(game, one, look)
    if one.luck is not None and abs(one.luck) >= LUCKY:
        told.append(
            f"Chance {'gave' if one.luck > 0 else 'took'} {percent(abs(one.luck))} of the game in this round."
        )
    return " ".join(told)


def _graded(game: AnyGame, one: Reviewed, look: Look) -> list[str]:
    loss, told = one.loss or 0.0, []
    how = "by an estimate" if one.estimated else "proven"
    if one.only:
        told.append(f"The only move: every other would have been a mistake, {how}.")
    elif one.grade == "best":
        told.append(f"{_best_of(one.move, look)}, {how}.")
    else:
        others = "the others" if game.seats > 2 else "the other side"
        against = f" against the best mixture of {others}" if look.mixed else ""
        told.append(f"{grade_word(one)}: loses {_lost(game, loss, one.regret or 0.0)}{against}, {how}.")
    if changed := badge(one):
        told.append(f"It {changed}.")
    if look.mixed and max(look.mixture.values()) > ALMOST:
        told += [] if one.move == look.move else [f"Best is {move_text(game, look.move)}."]
    elif look.mixed:
        likely = ", ".join(
            f"{move_text(game, move)} ({percent(p)})" for move, p in [*look.mixture.items()][:3]
        )
        told.append(f"Best is to draw by lot: {likely}{', …' if len(look.mixture) > 3 else '.'}")
    elif one.grade != "best":
        told.append(f"Better is {line_text(game, look.line)}: {_worth(game, look)}.")
    return told


def _best_of(move: Move, look: Look) -> str:
    """Whether a move that loses nothing is the best one, one of those to draw among, or as good as they are."""
    if not look.mixed or look.mixture.get(move, 0.0) > ALMOST:
        return "The best move"
    return "One of the best mixture" if move in look.mixture else "As good as the best mixture"


def _lost(game: AnyGame, loss: float, regret: float) -> str:
    """ "12 % of the game (3.5 discs)"; what is too small for percents is told in points alone."""
    points = points_text(game, regret)
    if game.unit is not None and points:
        points += f" {game.unit[0] if points == '1' else game.unit[1]}"
    if not (lost := loss_text(loss)):
        return points or "hardly anything"
    return f"{lost} of the game" + (f" ({points})" if points else "")


def _worth(game: AnyGame, look: Look) -> str:
    settled = look.best.result is not None
    if game.unit is None and settled:
        return worth(game, look.best.value, settled=True) + ", proven"
    told = worth(game, look.best.value, settled=settled, expected=look.best.expected)
    return told + (", proven" if settled else "")


def line_text(game: AnyGame, line: Sequence[Move]) -> str:
    """ "e6, then d3, c4"."""
    first, *rest = [move_text(game, move) for move in line[:LINE]]
    return first + (f", then {', '.join(rest)}" if rest else "")


def standing_text(game: AnyGame, stood: Standing, names: Sequence[str]) -> str:
    """ "Ann expects 66 % of the game: 12 discs ahead, an estimate"; told of whoever stands best."""
    known = [(share, seat) for seat, share in enumerate(stood.expected) if share is not None]
    if not known:
        return "Not looked at yet."
    best = max(share for share, _ in known)
    leaders = [seat for share, seat in known if share == best]
    if len(leaders) > 1:
        return f"{listed([names[seat] for seat in leaders])} stand alike{'' if stood.proven else ', by an estimate'}."
    (seat,) = leaders
    value = stood.value[seat]
    points = f": {worth(game, value)}" if game.unit is not None and value is not None else ""
    how = "" if stood.proven else ", by an estimate"
    return f"{names[seat]} expects {percent(best)} of the game{points}{how}."


def of_a_game(part: float) -> str:
    """ "62 % of a game", "as much as 2.2 games": in a game that went to and fro more than one can be lost."""
    if f"{part:.1f}" == "1.0":
        return "as much as a whole game"
    return f"{percent(part)} of a game" if part < 1 else f"as much as {part:.1f} games"


def told_player(name: str, account: Account) -> ToldPlayer:
    luck = ""
    if account.luck is not None and abs(account.luck) >= LUCKY:
        luck = f"chance {'gave' if account.luck >= 0 else 'took'} {of_a_game(abs(account.luck))}"
    return ToldPlayer(
        name=name,
        accuracy="" if account.accuracy is None else percent(account.accuracy),
        phases=tuple(
            (PHASES[phase], percent(share)) for phase, share in account.phases.items() if share is not None
        ),
        grades=tuple(
            (grade, WORDS[grade].lower() if count == 1 else SEVERAL[grade], count)
            for grade, count in account.grades.items()
        ),
        lost=f"mistakes took {of_a_game(account.lost)}" if account.lost >= LUCKY else "no mistake",
        luck=luck,
    )


def player_text(told: ToldPlayer) -> str:
    """A player's account in a sentence."""
    if not told.accuracy:
        return f"{told.name}: nothing to decide."
    parts = [f"accuracy {told.accuracy}"]
    parts += [f"{count} {called}" for grade, called, count in told.grades if grade not in ("best", "good")]
    parts.append(told.lost)
    parts += [told.luck] if told.luck else []
    return f"{told.name}: {', '.join(parts)}."


def note(review: Review) -> str:
    """How much was looked at, and what that is worth."""
    if not review.complete:
        return f"{review.done} of {review.wanted} steps are done; totals come at the end."
    guessed = any(one.estimated for one in review.moves if not one.forced)
    told = f"{capital(review.effort)} review: looked at {review.nodes:,} positions, of {review.budget:,} at most."
    return told + (" Estimates, except where it says proven." if guessed else " All of it is proven.")


def exercise_text(game: AnyGame, name: str, move: Move) -> str:
    """What is asked of somebody who tries a mistake again."""
    return f"{name} played {move_text(game, move)}. Find a better move."


def found_text(found: int, of: int) -> str:
    """What came of trying mistakes again."""
    return f"You found {found} of {of} at the first try."


def tried_text(game: AnyGame, tried: Tried) -> str:
    """What is answered to a second try; it never names the better move."""
    move = move_text(game, tried.move)
    if tried.same:
        return f"{move} is what was played; look for something else."
    if tried.loss is None:
        return f"The engine cannot value {move}; try another move."
    if tried.good:
        best = tried.grade == "best"
        return (
            f"{move}: {'the best move' if best else 'a good move'}{'' if best else ', though not the best'}."
        )
    lost = _lost(game, tried.loss, tried.regret or 0.0)
    return f"{move} loses {lost}: {WORDS[tried.grade or 'mistake'].lower()}. Try another move."


def warning_text(game: AnyGame, move: Move, seen: Look, line: Sequence[Move]) -> str:
    """What is said of a move that is about to be made and would be a mistake; it never names the better move."""
    word = WORDS[seen.grade or "mistake"].lower()
    told = [f"{move_text(game, move)} would be a {word}: it loses {_lost(game, seen.loss, seen.regret)}."]
    if seen.changed is not None:
        before, after = seen.changed
        told.append(f"It is a proven {before} now, and a proven {after} after it.")
    if len(line) > 1 and not seen.mixed:
        told.append(f"The answer would be {move_text(game, line[1])}.")
    return " ".join(told)

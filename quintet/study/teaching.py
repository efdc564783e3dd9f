"""A lesson being taken: where a step stands, and what is answered to a move. Nothing is kept; whoever asks brings the moves made.

The moves are those that the learner has made since the last new board, so that a step that goes on from the one before can
be set up again from nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from quintet.games import game as make_game
from quintet.games import picking
from quintet.games.contract import AnyGame, Move, MoveError, Prompt, short, values_by_seat
from quintet.games.record import Replay
from quintet.games.record import Step as Ply
from quintet.study.lessons import Goal, Lesson, LessonError, Step

MOST_MOVES = 80
"""No board of a lesson sees more moves of the learner than this."""
LEGAL_BUT = "That is a legal move, but not the one that is looked for here. Try another."


class Stage(Struct, frozen=True):
    """Where a learner stands."""

    step: Step
    number: int
    played: Replay
    over: bool
    """Is there nothing left to do in this step?"""
    laid: int = 0
    """How many plies were laid out before the learner came; what they did is nothing new."""

    @property
    def prompt(self) -> Prompt | None:
        """What the learner may play; None where there is only to read, or nothing left to do."""
        if self.over or (self.step.goal is None and not self.step.free):
            return None
        return self.played.game.prompt(self.played.position, self.step.seat)


class Answer(Struct, frozen=True):
    """What is answered to a move."""

    right: bool
    text: str
    plies: tuple[Ply, ...]
    """What happened then: the learner's move and what the others did; nothing after a wrong one."""
    stage: Stage


def stage(lesson: Lesson, number: int, made: Sequence[Move]) -> Stage:
    """A step after the moves that the learner has made since the last new board."""
    if not 0 <= number < len(lesson.steps):
        raise LessonError(f"this lesson has {len(lesson.steps)} steps")
    if len(made) > MOST_MOVES:
        raise LessonError("no lesson takes that many moves")
    first = max(n for n in range(number + 1) if n == 0 or not lesson.steps[n].on)
    played, left = _board(lesson, lesson.steps[first]), list(made)
    laid, over = len(played.steps), False
    for step in lesson.steps[first : number + 1]:
        over = False
        while left and not over and (step.goal is not None or step.free):
            _make(played, step, left.pop(0))
            _follow(played, step)
            over = _done(step, played)
    if left:
        raise LessonError("these moves lead beyond the step that is asked for")
    return Stage(lesson.steps[number], number, played, over, laid)


def answer(lesson: Lesson, number: int, made: Sequence[Move], text: str) -> Answer:
    """What is said to a move of the learner, and what happens then."""
    here = stage(lesson, number, made)
    step, played = here.step, here.played
    if here.prompt is None:
        raise LessonError("there is nothing to play in this step")
    game = played.game
    try:
        move = game.check(played.position, step.seat, text)
    except MoveError as error:
        return Answer(False, picking.sentence(str(error)), (), here)
    after = Replay(game, played.submissions, played.start)
    before = len(after.steps)
    _make(after, step, move)
    if step.goal is not None and not meets(step.goal, game, move, after.steps[-1], step.seat):
        return Answer(False, step.wrong.get(move) or step.otherwise or LEGAL_BUT, (), here)
    _follow(after, step)
    over = _done(step, after)
    done = step.done if over else ""
    return Answer(True, done, tuple(after.steps[before:]), Stage(step, number, after, over, here.laid))


def why_closed(
    lesson: Lesson, number: int, made: Sequence[Move], chosen: Sequence[str], piece: str, space: str
) -> str:
    """Why a space cannot be picked next, as the rules say it."""
    here = stage(lesson, number, made)
    if here.prompt is None:
        return f"There is nothing to pick on {short(space)}."
    said = picking.why_closed(here.played.game, here.played.position, here.step.seat, chosen, piece, space)
    return picking.sentence(said)


def solution(step: Step, played: Replay) -> Move:
    """A move that is right in a step, for who asks to be shown."""
    if step.solution:
        return step.solution
    if step.goal is not None and step.goal.moves:
        return step.goal.moves[0]
    return own_choice(played.game, played.position, step.seat)


def meets(goal: Goal, game: AnyGame, move: Move, ply: Ply, seat: int) -> bool:
    """Does a move do all that is wanted, in the round that it was part of?"""
    position = ply.position
    if goal.moves and move not in goal.moves:
        return False
    if not set(goal.parts) <= set(move.split()):
        return False
    if goal.change:
        fitting = [c for c in ply.changes if c.kind == goal.change and c.piece in (goal.pieces or (c.piece,))]
        if len(fitting) < goal.least:
            return False
    if goal.outcome:
        outcome = game.outcome(position)
        if outcome is None:
            return False
        won = "draw" if outcome.draw else "win" if seat in outcome.winners else "loss"
        if won != goal.outcome:
            return False
    rivals = [other for other in range(game.seats) if other != seat]
    return all(counted(game, position, name, seat) >= least for name, least in goal.counts.items()) and all(
        counted(game, position, name, rival) <= most for name, most in goal.others.items() for rival in rivals
    )


def counted(game: AnyGame, position: object, name: str, seat: int) -> int:
    """What a seat has of something that the game counts. LessonError if it counts no such thing."""
    info = game.describe(position)
    for counter in info.counters:
        if counter.name == name:
            values = counter.values
            return values if isinstance(values, int) else values_by_seat(counter, info)[seat]
    raise LessonError(f"{game.title} counts no {name!r}")


def own_choice(game: AnyGame, position: object, seat: int) -> Move:
    """What somebody plays by themselves in a lesson: the first of the moves that gain most at once."""
    return max(game.candidates(position, seat), key=lambda move: game.gain(position, seat, move))


# --- what happens -----------------------------------------------------------------------------------------------------


def _board(lesson: Lesson, step: Step) -> Replay:
    """The board that a step begins with, if it does not go on from another."""
    game = make_game(lesson.game, **(lesson.set | step.set))
    played = Replay(game, (), None if step.start is None else game.load(step.start))
    for move in step.moves:
        if not played.owing:
            raise LessonError(f"{step.title!r}: the game is over before {move}")
        played.submit(played.owing[0], move)
    return played


def _make(played: Replay, step: Step, text: str) -> None:
    """The learner's move, with what the others play at the same time."""
    others = list(step.against)
    for seat in played.owing:
        if seat == step.seat:
            played.submit(seat, text)
        else:
            played.submit(seat, others.pop(0) if others else own_choice(played.game, played.position, seat))


def _follow(played: Replay, step: Step) -> None:
    """What the others play after it."""
    for move in step.reply:
        played.submit(played.owing[0], move)
    while step.free and played.owing and step.seat not in played.owing:
        seat = played.owing[0]
        played.submit(seat, own_choice(played.game, played.position, seat))


def _done(step: Step, played: Replay) -> bool:
    return not played.owing if step.free else True

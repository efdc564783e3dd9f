"""A step of a lesson in words and marks, as a face shows it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from quintet.games.contract import Account, AnyGame, Board, Group, Info, Line, Prompt, capital
from quintet.games.registry import GAMES
from quintet.say.marks import marked, move_text
from quintet.say.people import sides
from quintet.say.told import ToldPly, told_ply
from quintet.study.lessons import Lesson, lessons
from quintet.study.teaching import Stage, solution
from quintet.table.shapes import PlyView


class ToldLesson(Struct, frozen=True, kw_only=True):
    """A lesson in a list."""

    name: str
    title: str
    about: str
    minutes: int
    steps: int


class ToldStage(Struct, frozen=True, kw_only=True):
    """Where a learner stands: what is said, and a board to play on. What it shares with the view of a table means the same."""

    step: int
    title: str
    say: tuple[str, ...]
    """The paragraphs."""
    task: str
    over: bool
    """Is there nothing left to do here? So it is where there is only to read."""
    solution: str
    """A move that is right, for who asks; empty where there is nothing to do."""
    solution_text: str
    game: str
    options: dict[str, Any]
    seat: int
    start: Board
    plies: tuple[PlyView, ...]
    told: tuple[ToldPly, ...]
    board: Board
    info: Info
    prompts: tuple[Prompt, ...]
    sides: tuple[str, ...]
    groups: tuple[Group, ...]
    """What to point at, or, where the game is over, what its result rests on."""
    lines: tuple[Line, ...]
    """Where the game is over, how the scores add up."""
    winners: tuple[int, ...]


def told_lessons() -> list[ToldLesson]:
    """Every lesson, in the order of the games."""
    return [
        ToldLesson(
            name=name,
            title=GAMES[name].title,
            about=lesson.about,
            minutes=lesson.minutes,
            steps=len(lesson.steps),
        )
        for name, lesson in lessons().items()
    ]


def lesson_outline(lesson: Lesson) -> dict[str, Any]:
    """A lesson as a whole: its steps by their titles, and whether each goes on from the one before."""
    return {
        "name": lesson.game,
        "title": GAMES[lesson.game].title,
        "about": lesson.about,
        "minutes": lesson.minutes,
        "end": lesson.end,
        "steps": [{"title": step.title, "on": step.on} for step in lesson.steps],
    }


def told_stage(here: Stage) -> ToldStage:
    """A step as it stands."""
    played, step, prompt = here.played, here.step, here.prompt
    game, position = played.game, played.position
    outcome, info = game.outcome(position), game.describe(position)
    account = game.account(position) if outcome is not None else Account()
    plies = tuple(PlyView(moves=tuple(ply.moves.items()), changes=ply.changes) for ply in played.steps)
    shown = solution(step, played) if prompt is not None else ""
    return ToldStage(
        step=here.number,
        title=step.title,
        say=paragraphs(step.say),
        task=step.task,
        over=prompt is None,
        solution=shown,
        solution_text=move_text(game, shown) if shown else "",
        game=game.name,
        options=dict(game.settings),
        seat=step.seat,
        start=game.board(played.start),
        plies=plies,
        told=tuple(told_ply(game, ply) if n >= here.laid else ToldPly((), ()) for n, ply in enumerate(plies)),
        board=game.board(position),
        info=info,
        prompts=() if prompt is None else (prompt,),
        sides=tuple(capital(side) for side in sides(game, info)),
        groups=account.groups if outcome is not None else () if here.over else step.show,
        lines=account.lines,
        winners=outcome.winners if outcome is not None else (step.seat,),
    )


def right_text(game: AnyGame, move: str) -> str:
    """A move that is right, to who asks to be shown: as it is written, and in words where they say something else."""
    shown = move_text(game, move)
    also = f" ({shown})" if shown.lower() != move.lower() else ""
    return f"Right would be {move}{also}."


def paragraphs(text: str) -> tuple[str, ...]:
    """A text of several paragraphs, each in one line."""
    return tuple(" ".join(part.split()) for part in text.strip().split("\n\n"))


def pointed_at(here: Stage) -> tuple[str, ...]:
    """The spaces to mark where a board can show one kind of mark only: what a step points at, or its last move."""
    spaces = [space for group in here.step.show for space in group.spaces]
    made = here.played.steps[here.laid :]
    return tuple(spaces) or (marked(made[-1].changes) if made else ())

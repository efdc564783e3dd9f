"""A lesson in a plain terminal, or through a pipe: what is said, the board, a question, an answer."""

from __future__ import annotations

import textwrap
from collections.abc import Callable

from quintet.draw.text import draw_text
from quintet.games.contract import GameError
from quintet.games.registry import GAMES
from quintet.say.endings import deciding
from quintet.say.errors import error_text
from quintet.say.lessons import ToldLesson, paragraphs, pointed_at, right_text
from quintet.study.lessons import Lesson
from quintet.study.teaching import Stage, answer, solution, stage
from quintet.terminal.plain import Screen
from quintet.terminal.words import WIDTH, ending_text

HELP = """\
Write a move in the game's notation, or one of:
  show    see a move that is right
  board   draw the board again
  again   begin this board again
  back    the step before
  skip    the next new board
  help    this list
  quit    leave"""


def lessons_text(found: list[ToldLesson], learned: list[str]) -> str:
    """The list of lessons, with what was finished."""
    width = max((len(lesson.name) for lesson in found), default=0)
    lines = []
    for lesson in found:
        done = "finished" if lesson.name in learned else f"{lesson.minutes} minutes"
        lines.append(f"{lesson.name.ljust(width)}  {lesson.title} ({done}): {lesson.about}")
    return "\n".join([*lines, "", "quintet learn GAME begins one."])


class PlainLesson:
    """One person taking a lesson at this screen."""

    def __init__(self, lesson: Lesson, title: str, screen: Screen, colour: bool) -> None:
        self.lesson, self.title, self.screen, self.colour = lesson, title, screen, colour
        self.number = 0
        self.made: list[str] = []
        self.stopped = False
        self.finished = False
        self.commands: dict[str, Callable[[], None]] = {
            "show": self.show,
            "board": lambda: self.draw(self.here),
            "again": lambda: self.open(self.number),
            "back": lambda: self.open(max(0, self.number - 1)),
            "skip": self.skip,
            "help": lambda: self.screen.write(HELP),
            "quit": self.stop,
        }

    def run(self) -> bool:
        """Until the end, or until the learner leaves; was it finished?"""
        minutes = self.lesson.minutes
        self.screen.write(f"{self.title}: a lesson of {minutes} minutes. {self.lesson.about}")
        notation = GAMES[self.lesson.game].notation
        self.screen.write(textwrap.fill(f"How moves are written: {notation}", WIDTH))
        self.screen.write("Write a move, or help for the other words.")
        self.open(0)
        while not self.stopped:
            self.ask()
        return self.finished

    # -- from step to step

    @property
    def here(self) -> Stage:
        return stage(self.lesson, self.number, self.made)

    def open(self, number: int) -> None:
        """A step; one that goes on from another begins with the board of that one."""
        while number and self.lesson.steps[number].on:
            number -= 1
        self.number, self.made = number, []
        self.tell()

    def go_on(self) -> None:
        self.number += 1
        if self.number == len(self.lesson.steps):
            self.finish()
            return
        if not self.lesson.steps[self.number].on:
            self.made = []
        self.tell()

    def skip(self) -> None:
        """To the next new board: what goes on from a step that nobody took has nothing to go on from."""
        later = range(self.number + 1, len(self.lesson.steps))
        fresh = next((number for number in later if not self.lesson.steps[number].on), None)
        if fresh is None:
            self.screen.write("That was the last step.")
            self.stop()
        else:
            self.open(fresh)

    def finish(self) -> None:
        self.finished = self.stopped = True
        self.screen.write(f"\nWell done. {self.lesson.end}")

    def stop(self) -> None:
        self.stopped = True
        self.screen.write("Goodbye.")

    # -- a step

    def tell(self) -> None:
        step = self.lesson.steps[self.number]
        self.screen.write(f"\n{self.number + 1} of {len(self.lesson.steps)}: {step.title}\n")
        for part in paragraphs(step.say):
            self.screen.write(f"{textwrap.fill(part, WIDTH)}\n")
        self.draw(self.here)
        if step.task:
            self.screen.write(textwrap.fill(step.task, WIDTH))

    def draw(self, here: Stage) -> None:
        game, position = here.played.game, here.played.position
        outcome = game.outcome(position)
        last = pointed_at(here)
        if outcome is not None:
            last = deciding(game.account(position), outcome.winners) or last
        self.screen.write(draw_text(game, position, last=last, colour=self.colour))
        if outcome is not None:
            self.screen.write(ending_text(here.played))
        self.screen.write()

    def ask(self) -> None:
        """One answer of the learner: a word, a move, or nothing, which goes on where nothing is left to do."""
        waiting = self.here.prompt is not None
        text = self.screen.ask("> " if waiting else "Enter goes on> ")
        if text is None:
            self.stop()
        elif text.lower() in self.commands:
            self.commands[text.lower()]()
        elif waiting and text:
            self.try_move(text)
        elif not waiting:
            self.go_on()

    def try_move(self, text: str) -> None:
        try:
            told = answer(self.lesson, self.number, self.made, text)
        except GameError as error:
            self.screen.write(error_text(error))
            return
        if not told.right:
            self.screen.write(textwrap.fill(told.text, WIDTH))
            return
        self.made.append(dict(told.plies[0].moves)[told.stage.step.seat])
        self.draw(told.stage)
        if told.text:
            self.screen.write(textwrap.fill(told.text, WIDTH))

    def show(self) -> None:
        here = self.here
        if here.prompt is None:
            self.screen.write("There is nothing to play here: Enter goes on.")
            return
        move = solution(here.step, here.played)
        self.screen.write(right_text(here.played.game, move))

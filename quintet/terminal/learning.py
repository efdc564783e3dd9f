"""Lessons on the full screen: which there are, and one being taken, a step after the other."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from quintet.games.contract import GameError, capital
from quintet.games.registry import GAMES
from quintet.say.counts import rows
from quintet.say.endings import account_lines, deciding, outcome_text
from quintet.say.errors import error_text
from quintet.say.lessons import ToldLesson, paragraphs, pointed_at, right_text, told_lessons
from quintet.say.people import sides
from quintet.study.lessons import Lesson, lesson
from quintet.study.teaching import Stage, answer, solution, stage
from quintet.terminal.answering import Answering
from quintet.terminal.bindings import shown
from quintet.terminal.chips import chips
from quintet.terminal.flow import join
from quintet.terminal.forms import Entries
from quintet.terminal.keys import LESSON
from quintet.terminal.picture import Marks
from quintet.terminal.seats import row_content
from quintet.wire.composer import Composer


class LessonList(Entries):
    """Every lesson, and which are finished."""

    HEADING = "Learn"
    LEAD = "A game in a few minutes: one idea at a time, and you make the moves."

    def entries(self) -> list[Option | None]:
        found = told_lessons()
        widest = max((len(one.title) for one in found), default=0)
        return [self._entry(one, widest) for one in found] or [
            Option("There are no lessons here.", disabled=True)
        ]

    def _entry(self, one: ToldLesson, widest: int) -> Option:
        done = "finished" if one.name in self.quintet.settings.learned else f"{one.minutes} minutes"
        line = Content.assemble((one.title.ljust(widest), "bold"), f"  {done:10}", (one.about, "dim"))
        return Option(line, id=f"lesson-{one.name}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        name = (event.option.id or "").removeprefix("lesson-")
        self.quintet.show_screen(LessonScreen(lesson(name)))


class LessonScreen(Answering):
    """One step of a lesson: what there is to know, a board, and what is to be done. A new board is a new screen."""

    PARTS = ("said", "ask", "composer", "totals", "seats")
    HELP = LESSON
    TYPED = "/ to type a move"
    BINDINGS: ClassVar[list[BindingType]] = [
        shown("p", "play", "Play"),
        shown("b", "back", "Back"),
        shown("n", "next", "Next"),
        shown("x", "show", "Show me"),
        shown("q", "close", "Close"),
    ]

    def __init__(self, taken: Lesson, number: int = 0, made: tuple[str, ...] = ()) -> None:
        self.lesson, self.number, self.made = taken, number, made
        self.here: Stage = stage(taken, number, made)
        super().__init__(self.here.played.game)
        self._answer = ""
        self._take_prompt()

    def on_mount(self) -> None:
        super().on_mount()
        self.draw()

    @property
    def position(self) -> Any:
        return self.here.played.position

    def _take_prompt(self) -> None:
        prompt = self.here.prompt
        self.composer = None if prompt is None else Composer(prompt)

    # -- what is shown

    def draw(self) -> None:
        """Everything anew."""
        if not self._drawable:
            return
        step, steps = self.here.step, len(self.lesson.steps)
        self.say("title", f"{GAMES[self.lesson.game].title} · {self.number + 1} of {steps}: {step.title}")
        self.say("said", "\n\n".join(paragraphs(step.say)))
        self.say("ask", step.task if not self.here.over else "")
        self.say("composer", self.choosing())
        self.say("totals", self._answer)
        self.say("seats", self._counted())
        self.say("moves", "" if self.composer is not None else self._what_next())
        outcome, last = self.game.outcome(self.position), pointed_at(self.here)
        if outcome is not None:
            last = deciding(self.game.account(self.position), outcome.winners) or last
        marks = self.answer_marks()
        self.board.show(
            self.game.board(self.position),
            Marks(
                last=last, targets=marks.targets, barred=marks.barred, chosen=marks.chosen, taken=marks.taken
            ),
        )

    def _counted(self) -> Content:
        """What is counted for each side, and, where the game is over, how it ended."""
        game, info = self.game, self.game.describe(self.position)
        heads = [capital(side) for side in sides(game, info)]
        lines = []
        for seat, name in enumerate(heads):
            counted = [row_content(game, row, self.look) for row in rows(info, seat)]
            if counted:
                chip = chips(game, info.colours[seat] or "", self.look)
                lines.append(join([chip + f" {name}", *counted], " · "))
        outcome = game.outcome(self.position)
        if outcome is not None:
            told = [outcome_text(game, outcome, heads), *account_lines(game.account(self.position), heads)]
            lines += [Content(line) for line in told]
        return join(lines, "\n")

    def _what_next(self) -> str:
        if self.number + 1 < len(self.lesson.steps):
            return "n: go on"
        return f"{self.lesson.end}\n\nn: all lessons"

    # -- answering

    def over(self) -> None:
        self.notify("There is nothing to play here: n goes on.", timeout=3)

    def give(self, text: str) -> None:
        try:
            told = answer(self.lesson, self.number, self.made, text)
        except GameError as error:
            self.notify(error_text(error), severity="warning", timeout=8)
            return
        self._answer = told.text
        if told.right:
            self.made = (*self.made, dict(told.plies[0].moves)[told.stage.step.seat])
            self.here = told.stage
        self._take_prompt()
        self.typed()
        self.draw()

    def action_show(self) -> None:
        if self.composer is None:
            self.over()
            return
        move = solution(self.here.step, self.here.played)
        self._answer = right_text(self.game, move)
        self.draw()

    # -- from step to step

    def action_next(self) -> None:
        """The next step; where this one is not done, the next new board."""
        later = range(self.number + 1, len(self.lesson.steps))
        if self.composer is not None:
            fresh = next((number for number in later if not self.lesson.steps[number].on), None)
            if fresh is None:
                self.notify("This is the last step: x shows a move that is right.", timeout=4)
            else:
                self._open(fresh)
        elif later:
            going_on = self.lesson.steps[self.number + 1].on
            self._open(self.number + 1, self.made if going_on else ())
        else:
            self._finish()

    def action_back(self) -> None:
        if not self.number:
            self.notify("This is the first step.", timeout=3)
            return
        number = self.number - 1
        while number and self.lesson.steps[number].on:
            number -= 1
        self._open(number)

    def _open(self, number: int, made: tuple[str, ...] = ()) -> None:
        self.app.switch_screen(LessonScreen(self.lesson, number, made))

    def _finish(self) -> None:
        settings = self.quintet.settings
        if self.lesson.game not in settings.learned:
            settings.learned.append(self.lesson.game)
            self.quintet.keep_settings()
        self.action_close()

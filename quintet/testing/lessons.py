"""Is a lesson right? Every step is taken as a learner would: rightly, wrongly in each way it names, and as it shows."""

from __future__ import annotations

from quintet.games.contract import GameError
from quintet.study.lessons import Lesson, Step
from quintet.study.teaching import Answer, Stage, answer, solution, stage
from quintet.testing.fault import GameFault

FEWEST, MOST = 6, 12
"""So many steps take two to five minutes."""
LARGEST_BOARD = 100
LONGEST_TEXT = 420
MANY = 400
"""Of a step with more moves than this, not every one is tried."""


def check_lesson(lesson: Lesson) -> None:
    """Take every step of a lesson; GameFault with a sentence about the first that is not as it should be."""
    Taking(lesson).all()


class Taking:
    """One way through a lesson, with the moves since the last new board."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.made: list[str] = []
        self.number = 0

    def expect(self, holds: bool, sentence: str) -> None:
        if not holds:
            title = self.lesson.steps[self.number].title if self.lesson.steps else ""
            raise GameFault(f"the lesson of {self.lesson.game}, step {self.number + 1} ({title}): {sentence}")

    def all(self) -> None:
        lesson = self.lesson
        count = len(lesson.steps)
        self.expect(
            FEWEST <= count <= MOST, f"a lesson has {FEWEST} to {MOST} steps, and this one has {count}"
        )
        self.expect(bool(lesson.about.strip() and lesson.end.strip()), "it lacks `about` or `end`")
        self.expect(1 <= lesson.minutes <= 6, "it takes more than a few minutes")
        for number, step in enumerate(lesson.steps):
            self.number = number
            if not step.on:
                self.made = []
            try:
                self.take(step)
            except GameError as error:
                self.expect(False, f"the rules refuse what it plays: {error}")

    def take(self, step: Step) -> None:
        here = stage(self.lesson, self.number, self.made)
        self.check_texts(step)
        self.check_stage(step, here)
        if here.prompt is None:
            return
        for move, part in step.refused.items():
            told = self.answer(move)
            self.expect(not told.right, f"{move} is named as refused, and it is right")
            self.expect(part in told.text, f"{move} is answered by {told.text!r}, without {part!r}")
        for move, text in step.wrong.items():
            told = self.answer(move)
            self.expect(not told.right and told.text == text, f"{move} is answered by {told.text!r}")
        self.check_every_move(here)
        if step.free:
            self.play_out(here)
            return
        move = here.played.game.check(here.played.position, step.seat, solution(step, here.played))
        told = self.answer(move)
        self.expect(told.right and told.stage.over, f"its solution {move} is answered by {told.text!r}")
        self.made.append(move)

    def answer(self, move: str) -> Answer:
        return answer(self.lesson, self.number, self.made, move)

    def check_texts(self, step: Step) -> None:
        self.expect(bool(step.title.strip() and step.say.strip()), "it lacks `title` or `say`")
        self.expect(len(step.say) <= LONGEST_TEXT, f"`say` is longer than {LONGEST_TEXT} letters")
        asks = step.goal is not None or step.free
        self.expect(bool(step.task) == asks, "there is a task where there is a goal, and nowhere else")
        self.expect(not asks or bool(step.done.strip()), "nothing is said when it is done")
        self.expect(not (step.free and step.goal), "a game that is played freely has no goal")

    def check_stage(self, step: Step, here: Stage) -> None:
        game, position = here.played.game, here.played.position
        spaces = {space.name for space in game.layout.spaces}
        self.expect(len(spaces) <= LARGEST_BOARD, f"a board of {len(spaces)} spaces is not small")
        for group in step.show:
            self.expect({*group.spaces} <= spaces, f"it points at {group.spaces}, which are not all there")
        if step.goal is not None or step.free:
            self.expect(step.seat in game.turn(position), f"seat {step.seat + 1} is not to move")

    def check_every_move(self, here: Stage) -> None:
        """Whatever legal move comes, it has an answer, and the others have theirs; not everything is right by chance."""
        step, prompt = here.step, here.prompt
        assert prompt is not None
        if prompt.count() > MANY or step.free:
            return
        told = {move: self.answer(move) for move in prompt.moves()}
        for move, found in told.items():
            if found.right and step.reply:
                replies = sum(len(ply.moves) for ply in found.plies) - 1 - len(step.against)
                self.expect(replies == len(step.reply), f"after {move} not every reply can be played")
            self.expect(found.right or bool(found.text.strip()), f"{move} is answered by nothing")
        wrong = [move for move, found in told.items() if not found.right]
        said = all(move in step.wrong for move in wrong) or bool(step.otherwise)
        self.expect(
            said, f"{', '.join(wrong[:3])} can be played and miss the goal: say something (`otherwise`)"
        )

    def play_out(self, here: Stage) -> None:
        for _ in range(40):
            if here.over:
                self.expect(bool(here.played.game.outcome(here.played.position)), "it does not end")
                return
            told = self.answer(solution(here.step, here.played))
            self.expect(told.right, f"in a free game {told.text!r} is answered")
            self.made.append(dict(told.plies[0].moves)[here.step.seat])
            here = told.stage
        self.expect(False, "a free game of more than 40 moves is no lesson")

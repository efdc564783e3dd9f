"""Puzzles on the full screen: which there are and how one does at them, and one being solved."""

from __future__ import annotations

from typing import Any, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from quintet.games import GAMES
from quintet.games.contract import MoveError
from quintet.say.errors import error_text
from quintet.say.marks import marked
from quintet.say.puzzles import (
    answer_text,
    counted_text,
    head_text,
    standing_text,
    stands_text,
    streak_text,
    told_puzzle,
    tried_text,
)
from quintet.study import puzzles
from quintet.study.puzzles import Puzzle, PuzzleError, game_of, solves
from quintet.terminal.answering import Answering
from quintet.terminal.bindings import shown
from quintet.terminal.forms import Entries
from quintet.terminal.keys import PUZZLE
from quintet.terminal.picture import Marks
from quintet.terminal.solved import Solved, today
from quintet.wire.composer import Composer

HISTORY = 40
"""So many of the last puzzles are listed."""
NO_MORE = "You have seen them all. Those you got wrong come back after some days."


class PuzzleList(Entries):
    """Each game's puzzles, the puzzle of the day, and what was answered last."""

    HEADING = "Puzzles"
    LEAD = "Positions from real games. Every answer is proven. The first one counts for your rating."

    def __init__(self) -> None:
        super().__init__()
        self.solved = Solved()

    def entries(self) -> list[Option | None]:
        try:
            day = Option(f"The puzzle of the day: {GAMES[today().game].title}", id="day")
        except PuzzleError as error:
            return [Option(error_text(error), disabled=True)]
        names = [name for name in GAMES if name in puzzles.games()]
        widest = max(len(GAMES[name].title) for name in names)
        games = [
            Option(
                Content.assemble((GAMES[name].title.ljust(widest), "bold"), f"  {self._stands(name)}"),
                id=f"game-{name}",
            )
            for name in names
        ]
        past = [
            Option(
                Content.assemble(
                    f"{'right' if right else 'wrong'}  {GAMES[one.game].title.ljust(widest)}  ",
                    (head_text(told_puzzle(one)).partition(" · ")[2], "dim"),
                ),
                id=f"past-{one.id}",
            )
            for one, right in self.solved.latest(HISTORY)
        ]
        heads = [None, Option("Answered last", disabled=True)] if past else []
        return [day, None, *games, *heads, *past]

    def _stands(self, name: str) -> str:
        solver = self.solved.of(name)
        return stands_text(
            len(puzzles.shipped(name)),
            standing_text(solver.standing),
            solver.solved,
            len(solver.seen),
            solver.streak,
            solver.longest,
            self.solved.due(name),
        )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        kind, _, name = (event.option.id or "").partition("-")
        if kind == "day":
            self._open(today())
        elif kind == "game":
            found = self.solved.following(name)
            if found is None:
                self.notify(NO_MORE, timeout=6)
            else:
                self._open(found)
        elif kind == "past":
            self._open(puzzles.find(name))

    def _open(self, puzzle: Puzzle) -> None:
        self.quintet.show_screen(PuzzleScreen(puzzle, self.solved))


class PuzzleScreen(Answering):
    """One puzzle, with as many tries as somebody likes; the first one counts."""

    PARTS = ("seats", "ask", "composer", "said", "totals")
    HELP = PUZZLE
    SPARE = ("play", "hint")
    BINDINGS: ClassVar[list[BindingType]] = [
        shown("p", "play", "Answer"),
        shown("t", "hint", "Hint"),
        shown("x", "show", "Show the answer"),
        shown("n", "next", "Next"),
        shown("q", "close", "Back"),
    ]

    def __init__(self, puzzle: Puzzle, solved: Solved) -> None:
        super().__init__(game_of(puzzle))
        self.puzzle, self.solved = puzzle, solved
        self.told = told_puzzle(puzzle)
        self._position = self.game.load(puzzle.position)
        self.composer = Composer(self.told.prompts[0])
        self.said = ""
        self.totals = ""

    def on_mount(self) -> None:
        super().on_mount()
        self.draw()

    @property
    def position(self) -> Any:
        return self._position

    # -- what is shown

    def draw(self) -> None:
        """Everything anew."""
        if not self._drawable:
            return
        told, composer = self.told, self.composer
        self.say("title", f"Puzzle · {head_text(told)}")
        self.say("seats", "\n".join(told.counts))
        self.say("ask", f"You are {told.side}. {told.ask}")
        self.say("said", self.said)
        self.say("totals", self.totals)
        self.say("moves", "" if composer is not None else "n: the next puzzle · q: all puzzles")
        self.say("composer", self.choosing())
        self.board.show(
            told.board, Marks(last=self._answer_marks()) if composer is None else self.answer_marks()
        )

    def _answer_marks(self) -> tuple[str, ...]:
        """What the right move changed or, where others move at once, what it names."""
        if self.told.plies:
            return marked(self.told.plies[-1].changes)
        made = Composer(self.game.prompt(self.position, self.puzzle.seat))
        made.load(self.puzzle.line[0])
        return (*made.pieces, *made.taken)

    # -- answering

    def over(self) -> None:
        self.notify("This one is over: n is the next.", timeout=4)

    def give(self, text: str) -> None:
        try:
            right = solves(self.puzzle, text)
        except MoveError as error:
            self.notify(error_text(error), severity="warning", timeout=8)
            return
        self.said = tried_text(self.game, self.puzzle.goal, self.game.parse(text), right)
        self._count(right)
        if right:
            self._end()
        else:
            self.composer = Composer(self.told.prompts[0])
        self.typed()
        self.draw()

    def _count(self, right: bool) -> None:
        before = self.solved.of(self.puzzle.game).standing
        found = self.solved.count(self.puzzle, right)
        rating = counted_text(before, found.solver.standing) if found.counts else ""
        streak = streak_text(found.solver.streak) if right else ""
        self.totals = " ".join(part for part in (rating, streak) if part) or self.totals
        if self.solved.trouble:
            self.notify(self.solved.trouble, severity="warning", timeout=8)

    def _end(self) -> None:
        """The answer, in words and on the board."""
        self.said = f"{self.said}\n{answer_text(self.game, self.puzzle.right, self.puzzle.line)}".strip()
        self.told = told_puzzle(self.puzzle, solved=True)
        self.composer = None

    def action_show(self) -> None:
        if self.composer is None:
            self.over()
            return
        self.said = ""
        self._count(False)
        self._end()
        self.draw()

    def action_hint(self) -> None:
        if self.composer is None:
            self.over()
        else:
            self.said = self.told.hint
            self.draw()

    def action_next(self) -> None:
        found = self.solved.following(self.puzzle.game)
        if found is None or (found.id == self.puzzle.id and self.composer is not None):
            self.notify(NO_MORE if found is None else "This is the one that comes next.", timeout=6)
            return
        self.app.switch_screen(PuzzleScreen(found, self.solved))

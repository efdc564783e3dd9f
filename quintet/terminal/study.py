"""A game looked at again: step through it, try other moves, ask the engine and the explorer about any position, review it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Input

from quintet.games.contract import GameError, Info, Move, capital
from quintet.games.record import Replay
from quintet.games.title import title
from quintet.say.counts import rows, standing
from quintet.say.endings import account_lines, deciding, outcome_text
from quintet.say.errors import error_text
from quintet.say.marks import marked
from quintet.say.people import apart, sides
from quintet.say.review import ToldMove, ToldReview, player_text, told_review
from quintet.table.commands import HERE, Create
from quintet.table.shapes import PlyView
from quintet.terminal.bindings import hidden, shown
from quintet.terminal.board import BoardView
from quintet.terminal.boardscreen import BoardScreen
from quintet.terminal.chart import chances_chart
from quintet.terminal.chips import chips
from quintet.terminal.dialogs import Choose
from quintet.terminal.explored import KEYS, Explored
from quintet.terminal.flow import flow, join, wrapped
from quintet.terminal.keys import STUDY
from quintet.terminal.listing import Listing
from quintet.terminal.opinion import Opinion
from quintet.terminal.picture import Marks
from quintet.terminal.retry import RetryScreen
from quintet.terminal.reviewer import Reviewer, Told
from quintet.terminal.seats import row_content
from quintet.wire.picture import short_name

if TYPE_CHECKING:
    from quintet.study.review import Review

LOW = 32
"""A screen of fewer lines has room for the engine or for the explorer, not for both."""


class StudyScreen(BoardScreen):
    """One game, from its first position to its last."""

    PARTS = ("seats", "ask", "chart", "said", "opinion", "explored", "totals")
    TYPED = "/ to try another move"
    SPARE = ("step(-1)", "step(1)", "mistake(1)", "try_again", "play_on")
    AUTO_FOCUS = ""  # keys are for stepping, until somebody wants to type
    HELP = STUDY
    BINDINGS: ClassVar[list[BindingType]] = [
        shown("left,h,left_square_bracket", "step(-1)", "Back", "←"),
        shown("right,l,right_square_bracket,space", "step(1)", "On", "→"),
        hidden("up,k", "step(-10)"),
        hidden("down,j", "step(10)"),
        hidden("home,left_curly_bracket", "step(-1000000)"),
        hidden("end,right_curly_bracket", "step(1000000)"),
        shown("e", "opinion", "Eval"),
        shown("x", "explore", "Explorer"),
        *(hidden(str(number), f"explored({number})") for number in range(1, KEYS + 1)),
        hidden("slash", "type"),
        shown("r", "review", "Review"),
        shown("n", "mistake(1)", "Mistake"),
        hidden("b", "mistake(-1)"),
        shown("t", "try_again", "Retry"),
        shown("p", "play_on", "Play"),
        shown("q", "close", "Close"),
    ]

    def __init__(self, played: Replay, step: int = 0, heading: str = "Study") -> None:
        super().__init__(played.game)
        self.played, self.heading = played, heading
        known = played.told.players if played.told else ()
        names = sides(self.game, self.game.describe(played.position))
        self.names = apart(known or ("",) * self.game.seats, names)
        self.plies = [PlyView(moves=tuple(step.moves.items()), changes=step.changes) for step in played.steps]
        self.step = step
        """How many rounds have been played on the board that is shown."""
        self.told: ToldReview | None = None
        self._review: Review | None = None
        self.opinion = Opinion(self.draw)
        self.explored = Explored(lambda line: self.quintet.explore(line), self.draw)
        self._reviewer = Reviewer(self._hear)
        self._reviewing = ""
        """How the review does, while it is made or if it cannot be made."""

    def on_mount(self) -> None:
        super().on_mount()
        self.board.can_focus = False
        self.board.cursor = ""
        self.set_focus(None)
        self.draw()

    def on_unmount(self) -> None:
        self._drawable = False
        self._reviewer.stop()
        self.opinion.close()

    # -- what is shown

    def _position(self, step: int) -> object:
        return self.played.steps[step - 1].position if step else self.played.start

    def draw(self) -> None:
        """Everything anew."""
        if not self._drawable:
            return
        game, position = self.game, self._position(self.step)
        info = game.describe(position)
        last = marked(self.plies[self.step - 1].changes) if self.step else ()
        outcome = game.outcome(position)
        if outcome is not None:
            last = deciding(game.account(position), outcome.winners) or last
        self.board.show(game.board(position), Marks(last=last))
        self.say(
            "title", " · ".join([self.heading, title(game), *(capital(part) for part in standing(info))])
        )
        self.say("ask", self._where())
        self.say("said", self._said())
        if self.opinion.on:
            self.opinion.look(game, self.step, lambda: position)
        self.say("opinion", self.opinion.content(game, info, self.room))
        self.say("explored", self._explored())
        self.say("chart", self._chart())
        self.say("totals", self._totals())
        self.list_moves(Listing(game, self.plies, self.step, self.room - 1, self._glyphs))
        self.say_fitting("seats", [self._seats(info, game.turn(position), most) for most in (9, 1, 0)])

    def _seats(self, info: Info, turn: tuple[int, ...], most: int) -> Content:
        """Who played, and what was counted for each, if it is much only the first of it."""
        cards = []
        for seat, name in enumerate(self.names):
            sign = ("▶" if self.look.colour else ">") if seat in turn else " "
            codes = info.colours[seat] or ""
            head = Content(f"{sign} ") + chips(self.game, codes, self.look)
            head = head + f" {short_name(capital(name), max(6, self.room - head.cell_length - 1))}"
            counted = [row_content(self.game, row, self.look) for row in rows(info, seat)][:most]
            line = join([head, *counted], " · ")
            fits = line.cell_length <= self.room
            cards.append(line if fits or not counted else join([head, flow(counted, self.room)], "\n"))
        return join(cards, "\n")

    def _where(self) -> str:
        rounds = len(self.plies)
        if self.step == rounds:
            outcome = self.game.outcome(self.played.position)
            if outcome is not None:
                heads = [capital(name) for name in self.names]
                told = outcome_text(self.game, outcome, heads)
                return "\n".join([told, *account_lines(self.game.account(self.played.position), heads)])
        if not rounds:
            return "No move was played."
        return (
            f"Before the first move of {rounds}." if not self.step else f"After move {self.step} of {rounds}."
        )

    def _moves_of(self, ply: int) -> list[ToldMove]:
        return [] if self.told is None else [one for one in self.told.moves if one.round == ply]

    def _glyphs(self, ply: int) -> str:
        """What the moves of a round are called, in a letter or two."""
        signs = " ".join(one.glyph for one in self._moves_of(ply) if one.glyph not in ("", "·"))
        return f" {signs}" if signs else ""

    def _said(self) -> Content:
        """What the review says of the moves that led here."""
        said = [one.said for one in self._moves_of(self.step - 1) if one.word] if self.step else []
        if self.told is not None and not said:
            said = [self.told.standings[self.step]]
        return Content("\n".join(said))

    def _explored(self) -> Content:
        """What was played from here; a small screen has room for little of it."""
        if not self.explored.on:
            return Content("")
        step = self.step
        self.run_worker(self.explored.look(step, lambda: self._line(step)), name="exploring")
        following = [move for _, move in self.plies[step].moves] if step < len(self.plies) else []
        return self.explored.content(
            self.room, max(5, self.size.height // 2 - 6), self.look.colour, following
        )

    def _line(self, step: int) -> Replay:
        """The game up to here."""
        moves = [move for ply in self.plies[:step] for move in ply.moves]
        return Replay(self.game, moves, self.played.start)

    def _chart(self) -> Content:
        """How the chances of the first player went, a column a position, and where this one is."""
        if self.told is None:
            return Content(self._reviewing)
        line = chances_chart(self.told, self.step, self.room - 1, self.look.colour)
        told = [Content(f"The chances of {self.told.names[0]}:"), line]
        return join([*told, Content(self._reviewing)] if self._reviewing else told, "\n")

    def _totals(self) -> Content:
        if self.told is None or not self.told.complete or self.step < len(self.plies):
            return Content("")
        lines = [line for player in self.told.players for line in wrapped(player_text(player), self.room, 2)]
        return Content("\n".join([*lines, *wrapped(self.told.note, self.room, 2)]))

    # -- keys

    def action_step(self, by: int) -> None:
        self.action_show_ply(self.step + by)

    def action_show_ply(self, ply: int) -> None:
        wanted = max(0, min(len(self.plies), ply))
        if wanted == self.step and ply != wanted and abs(ply - self.step) < 1000:
            self.notify("This is the start." if not wanted else "This is the end of the game.", timeout=2)
        self.step = wanted
        self.draw()

    def on_board_view_scrolled(self, event: BoardView.Scrolled) -> None:
        self.action_step(event.by)

    def action_opinion(self) -> None:
        self.opinion.toggle()
        if self.opinion.on and self.explored.on and self.size.height < LOW:
            self.explored.toggle()
        self.draw()

    def action_explore(self) -> None:
        self.explored.toggle()
        if self.explored.on and self.opinion.on and self.size.height < LOW:
            self.opinion.close()
        self.draw()

    def action_explored(self, number: int) -> None:
        """One of the explorer's moves, by a click or by its number."""
        one = self.explored.choice(number)
        if one is not None:
            self._try({one.seat: one.moves})
        else:
            off = "x shows what was played from here."
            self.notify("There is no such move." if self.explored.on else off, timeout=3)

    # -- other moves

    def action_board(self) -> None:
        if self.focused is None:
            self.action_close()
        else:
            self.set_focus(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        texts = [part.strip() for part in event.value.split("/")]
        turn = self.game.turn(self._position(self.step))
        if not turn:
            self.notify("The game is over here; step back, and try something else there.", timeout=4)
        elif len(texts) != len(turn):
            sides_ = len(turn)
            self.notify(
                f"{sides_} choose at once here: write all moves, with a / between them."
                if sides_ > 1
                else "Write one move.",
                timeout=5,
            )
        elif self._try({seat: (text,) for seat, text in zip(turn, texts, strict=True)}):
            event.input.value = ""
            self.set_focus(None)

    def _try(self, moves: dict[int, Sequence[Move]]) -> bool:
        """Make these moves: what was played next is stepped to, anything else is a line of its own."""
        line = self._line(self.step)
        if self.step < len(self.plies):
            played = dict(self.plies[self.step].moves)
            if all(played.get(seat) in ways for seat, ways in moves.items()):
                self.action_step(1)
                return True
        if set(moves) != set(line.owing):
            self.notify("Everybody chooses at once here: / takes the moves of all.", timeout=5)
            return False
        try:
            for seat, ways in moves.items():
                line.submit(seat, ways[0])
        except GameError as error:
            self.notify(error_text(error), severity="warning", timeout=8)
            return False
        self.quintet.show_screen(StudyScreen(line, self.step + 1, "A line of your own"))
        return True

    # -- the review

    def action_review(self) -> None:
        if self._reviewing or self.told is not None:
            self.notify(self._reviewing or "The review is there: n goes to the next mistake.", timeout=4)
            return
        self._reviewing = "The engine gets ready to look at every move."
        self._reviewer.start(self.played)
        self.draw()

    def _hear(self, told: Told) -> None:
        if isinstance(told, str):
            self._reviewing = ""
            self.notify(capital(told), severity="warning", timeout=8)
        else:
            self._review = told
            self.told = told_review(self.game, told, [capital(name) for name in self.names])
            self._reviewing = "" if told.complete else self.told.note
        self.draw()

    def action_mistake(self, way: int) -> None:
        """To the next move that could have been better, or back to the one before."""
        if self.told is None:
            self.notify("Review the game first: r does that.", timeout=3)
            return
        rounds = sorted({one.round + 1 for one in self.told.moves if one.retry})
        found = [n for n in rounds if (n > self.step if way > 0 else n < self.step)]
        if found:
            self.action_show_ply(found[0] if way > 0 else found[-1])
        else:
            self.notify("No mistake was found there.", timeout=3)

    def action_try_again(self) -> None:
        """The mistakes of one player as exercises."""
        if self.told is None or self._review is None or not self.told.complete:
            text = (
                "Wait until the review is finished."
                if self._reviewing
                else "Review the game first: r does that."
            )
            self.notify(text, timeout=3)
            return
        review, names = self._review, self.told.names
        found = {seat: review.mistakes(seat) for seat in range(self.game.seats)}
        some = [seat for seat, mistakes in found.items() if mistakes]
        if not some:
            self.notify("Nobody made a mistake.", timeout=3)
            return

        def begin(number: int | None) -> None:
            if number is not None:
                seat = some[number]
                mistakes = [review.moves[n] for n in found[seat]]
                self.quintet.show_screen(RetryScreen(self.played, mistakes, names[seat]))

        if len(some) == 1:
            begin(0)
        else:
            whose = [("", f"{names[seat]}: {len(found[seat])}") for seat in some]
            self.app.push_screen(Choose("Whose mistakes?", whose), begin)

    def action_play_on(self) -> None:
        """A table of one's own that begins as the game stood here."""
        if self.step and not self.game.turn(self._position(self.step)):
            self.notify("The game is over here; step back, and play on from there.", timeout=4)
            return
        moves = tuple(move for ply in self.plies[: self.step] for move in ply.moves)
        record = self.played.record()
        self.quintet.play_here(
            Create(
                name="Here",
                game=self.game.name,
                options=self.game.settings,
                offline=True,
                host_name=self.quintet.settings.name,
                seats=(HERE,) * self.game.seats,
                moves=moves,
                start=record.start,
            )
        )

    def action_close(self) -> None:
        self.app.pop_screen()

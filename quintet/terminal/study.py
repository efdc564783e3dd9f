"""A game looked at again: step through it, ask the engine about any position, and have every move reviewed."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

from quintet.games.contract import Info, capital
from quintet.games.record import Replay
from quintet.games.title import title
from quintet.say.counts import rows, standing
from quintet.say.endings import account_lines, deciding, outcome_text
from quintet.say.marks import marked
from quintet.say.people import apart, sides
from quintet.say.review import ToldMove, ToldReview, player_text, told_review
from quintet.table.commands import HERE, Create
from quintet.table.shapes import PlyView
from quintet.terminal.board import BoardView
from quintet.terminal.boardscreen import BoardScreen
from quintet.terminal.chips import chips
from quintet.terminal.flow import flow, join, wrapped
from quintet.terminal.listing import Listing
from quintet.terminal.opinion import Opinion
from quintet.terminal.picture import Marks
from quintet.terminal.reviewer import Reviewer, Told
from quintet.terminal.seats import row_content

HELP = """\
# Keys of a study

| Key | |
|:--|:--|
| left, right, `h` `l`, the wheel | one move back, one forward |
| `home`, `end` | the start, the end |
| up, down, `k` `j` | ten moves back, ten forward |
| `e` | what the engine thinks of the position, or no longer |
| `r` | review: every move graded, and what would have been better |
| `n`, `b` | with a review: the next mistake, the one before |
| `p` | play on from here, at a table of your own |
| `i` | the rules of the game |
| `,` | settings |
| `q` | back |

A move of the list can be clicked. Behind a move that was reviewed stands what it is called: `??` a blunder, `?` a mistake, `?!` an
inaccuracy, `!` the only move, `✓` the best one.
"""
BLOCKS = " ▁▂▃▄▅▆▇█"
PLAIN_BLOCKS = " .:-=+*#@"


class StudyScreen(BoardScreen):
    """One game, from its first position to its last."""

    PARTS = ("seats", "ask", "said", "opinion", "chart", "totals")
    HELP = HELP
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("left,h,left_square_bracket", "step(-1)", "Back", key_display="←"),
        Binding("right,l,right_square_bracket,space", "step(1)", "On", key_display="→"),
        Binding("up,k", "step(-10)", show=False),
        Binding("down,j", "step(10)", show=False),
        Binding("home,left_curly_bracket", "step(-1000000)", "Start"),
        Binding("end,right_curly_bracket", "step(1000000)", "End"),
        Binding("e", "opinion", "Eval"),
        Binding("r", "review", "Review"),
        Binding("n", "mistake(1)", "Next mistake"),
        Binding("b", "mistake(-1)", show=False),
        Binding("p", "play_on", "Play on"),
        Binding("i", "rules", show=False),
        Binding("comma", "settings", show=False),
        Binding("q,escape", "close", "Close"),
    ]

    def __init__(self, played: Replay) -> None:
        super().__init__(played.game)
        self.played = played
        known = played.told.players if played.told else ()
        names = sides(self.game, self.game.describe(played.position))
        self.names = apart(known or ("",) * self.game.seats, names)
        self.plies = [PlyView(moves=tuple(step.moves.items()), changes=step.changes) for step in played.steps]
        self.step = 0
        """How many rounds have been played on the board that is shown."""
        self.told: ToldReview | None = None
        self.opinion = Opinion(self.draw)
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
        self.say("title", " · ".join(["Study", title(game), *(capital(part) for part in standing(info))]))
        self.say("seats", self._seats(info, game.turn(position)))
        self.say("ask", self._where())
        self.say("said", self._said())
        if self.opinion.on:
            self.opinion.look(game, self.step, lambda: position)
        self.say("opinion", self.opinion.content(game, info, self.room))
        self.say("chart", self._chart())
        self.say("totals", self._totals())
        self.list_moves(Listing(game, self.plies, self.step, self.room - 1, self._glyphs))

    def _seats(self, info: Info, turn: tuple[int, ...]) -> Content:
        """Who played, and what was counted for each."""
        cards = []
        for seat, name in enumerate(self.names):
            sign = ("▶" if self.look.colour else ">") if seat in turn else " "
            codes = info.colours[seat] or ""
            head = Content(f"{sign} ") + chips(self.game, codes, self.look) + f" {capital(name)}"
            counted = [row_content(self.game, row, self.look) for row in rows(info, seat)]
            cards.append(join([head, flow(counted, self.room)], "\n") if counted else head)
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

    def _chart(self) -> Content:
        """How the chances of the first player went, a column a position, and where this one is."""
        if self.told is None:
            return Content(self._reviewing)
        blocks = BLOCKS if self.look.colour else PLAIN_BLOCKS
        course = [stood[0] for stood in self.told.expected]
        width = self.room - 1
        places = (
            [n * len(course) // width for n in range(width)] if len(course) > width else [*range(len(course))]
        )
        cells = [
            " " if course[n] is None else blocks[round((course[n] or 0) * (len(blocks) - 1))] for n in places
        ]
        here = max((n for n, place in enumerate(places) if place <= self.step), default=0)
        line = Content("".join(cells)).stylize("reverse", here, here + 1)
        return join([Content(f"The chances of {self.told.names[0]}:"), line, Content(self._reviewing)], "\n")

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
        self.draw()

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

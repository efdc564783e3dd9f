"""A whole game in a plain terminal, or through a pipe: the board, a question, an answer.

The session knows no game. It asks people for moves in notation, lets programs choose theirs, and keeps the game as a
`Replay`, so that taking back and saving are the same for every game.
"""

from __future__ import annotations

import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from quintet.broken import what_broke
from quintet.games.contract import AnyGame, GameError, Move, short
from quintet.games.record import Replay, Step, write_record
from quintet.games.title import title
from quintet.inputs import free_name
from quintet.say.errors import error_text
from quintet.say.marks import changes_text, move_text
from quintet.say.people import seats as seat_names
from quintet.terminal import words

ESCAPE = "\x1b"
HEAD = re.compile(r" *(?:\S+ {2,})?")
"""How far a line is moved in, and the word of a list that it explains."""


class Program(Protocol):
    """Whatever chooses the moves of a seat that no person has."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move: ...


Seats: TypeAlias = Mapping[int, Program | None]
"""Who sits where; None is a person at this terminal."""


class Helpers(Struct, frozen=True):
    """What a session asks others for."""

    rules: Callable[[], str]
    """The rules of the game, as text."""
    hint: Callable[[AnyGame, Any, int], str]
    """What the engine would play for a seat, and what it thinks of it."""
    seat: Callable[[str, AnyGame], Program | None]
    """Who is written like this, to take a seat; None is a person."""


HELP = """\
Write a move in the game's notation, or one of:
  moves        list the legal moves
  board        draw the board again
  hint         ask the engine what it would play
  undo         take back your last move, and what was answered to it
  rules        print the rules of the game
  save [FILE]  write the game so far as a record
  help         this list
  quit         leave; an unsaved game is lost"""


class Screen:
    """Lines in, lines out. What came through a pipe is written out too, so that the transcript can be read."""

    def __init__(self) -> None:
        self.live = sys.stdin.isatty() and sys.stdout.isatty()
        reconfigure = getattr(sys.stdin, "reconfigure", None)
        if reconfigure and not self.live:
            reconfigure(errors="replace")

    def write(self, text: str = "") -> None:
        print(self._broken(text) if self.live else text, flush=True)

    def _broken(self, text: str) -> str:
        """The lines of a text as a person reads them: none breaks within a word, and what a list says stays beside its heads."""
        width = shutil.get_terminal_size().columns
        return "\n".join(
            line if len(line) < width or ESCAPE in line else broken_line(line, width - 1)
            for line in text.split("\n")
        )

    def ask(self, question: str) -> str | None:
        """The answer without blanks around it; None at the end of the input."""
        if self.live:
            try:
                return input(f"{self._broken(question.rstrip())} ").strip()
            except EOFError:
                self.write()
                return None
        print(question, end="", flush=True)
        line = sys.stdin.readline(10_000)
        self.write(line.strip())
        return line.strip() if line else None

    def wipe(self) -> None:
        """Make the last answer unreadable for the next person at this screen."""
        if self.live:
            print("\x1b[1A\r\x1b[2K", end="", flush=True)


def broken_line(line: str, width: int) -> str:
    """A line in several; the ones after the first stand below its text."""
    head = HEAD.match(line)
    indent = " " * (head.end() if head is not None and head.end() < width // 2 else 0)
    lines = textwrap.wrap(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(lines)


class PlainGame:
    """One game between people at this screen and programs."""

    def __init__(
        self,
        played: Replay,
        seats: Seats,
        rng: Random,
        screen: Screen,
        helpers: Helpers,
        colour: bool,
    ) -> None:
        self.played, self.seats, self.rng, self.screen = played, dict(seats), rng, screen
        self.helpers, self.colour = helpers, colour
        self.file: Path | None = None
        self._saved: list[tuple[int, Move]] | None = None
        self.stopped = False
        self.commands: dict[str, Callable[[str], None]] = {
            "moves": lambda _: self.list_moves(),
            "board": lambda _: self.draw(),
            "hint": lambda _: self.hint(),
            "undo": lambda _: self.undo(),
            "rules": lambda _: self.screen.write(self.helpers.rules()),
            "save": self.save,
            "help": lambda _: self.screen.write(HELP),
            "quit": lambda _: self.stop(),
        }

    @property
    def people(self) -> list[int]:
        return [seat for seat, player in self.seats.items() if player is None]

    def run(self) -> None:
        """Play until the end, or until somebody leaves."""
        write = self.screen.write
        write(title(self.played.game))
        if self.people:
            write("Write a move, or help for the other commands.")
        self.draw()
        self.report_end()
        while not self.stopped and (self.played.owing or self.people):
            self.next_move()

    def next_move(self) -> None:
        owing = self.played.owing
        if not owing:
            self.ask("The game is over (undo, save, quit)> ", None)
            return
        seat = owing[0]
        player = self.seats[seat]
        if player is None:
            self.ask(f"{self.name(seat)}> ", seat)
        else:
            try:
                move = player.choose(self.played.game, self.played.position, seat, self.rng)
                self.submit(seat, move)
            except (Exception, SystemExit) as error:  # whatever a program does, the game is not lost
                self.replace(seat, error)

    def replace(self, seat: int, error: BaseException) -> None:
        """A program has failed: whoever is at the screen says who goes on. The game is saved where nobody does."""
        told = what_broke(error)
        self.screen.write(f"{self.name(seat)} did not move: {told}.")
        while True:
            text = self.screen.ask("Who plays on? (again, human, greedy or another player, save, quit)> ")
            word, _, rest = (text or "quit").partition(" ")
            if word.lower() == "again":
                return
            if word.lower() == "save":
                self.save(rest.strip())
            elif word.lower() == "quit":
                if self.played.submissions and not self.saved:
                    self.save("")
                self.stop()
                if text is None:
                    raise GameError(told) from error
                return
            else:
                try:
                    self.seats[seat] = self.helpers.seat(text or "", self.played.game)
                except GameError as wrong:
                    self.screen.write(error_text(wrong))
                else:
                    if self.seats[seat] is None:
                        self.draw()
                    return

    @property
    def saved(self) -> bool:
        """Is the game as it stands now in a file?"""
        return self._saved == self.played.submissions

    def ask(self, question: str, seat: int | None) -> None:
        """One answer from a person: a command or a move."""
        text = self.screen.ask(question)
        if text is None:
            self.stop()
            return
        word, _, rest = text.partition(" ")
        run = self.commands.get(word.lower())
        if run:
            run(rest.strip())
        elif seat is None:
            self.screen.write("The game is over; help lists what you can do.")
        elif text:
            self.try_move(seat, text)

    def try_move(self, seat: int, text: str) -> None:
        hidden = self.hidden
        try:
            if hidden:
                self.screen.wipe()
            self.submit(seat, text)
        except GameError as error:
            self.screen.write(error_text(error))
            return
        if hidden and seat in self.played.pending:
            self.screen.write(f"{self.name(seat)} has moved; the move stays hidden until everybody has.")

    @property
    def hidden(self) -> bool:
        """Must the next person at this screen not see what is typed?"""
        together = self.played.game.turn(self.played.position)
        return sum(self.seats[seat] is None for seat in together) > 1

    def submit(self, seat: int, text: str) -> None:
        names = self.names
        step = self.played.submit(seat, text)
        if step:
            self.announce(step, names)
            if not self.played.owing or not self.people or any(s in self.people for s in self.played.owing):
                self.draw()
            self.report_end()

    def announce(self, step: Step, names: tuple[str, ...]) -> None:
        for seat, move in sorted(step.moves.items()):
            self.screen.write(f"{names[seat]} plays {move_text(self.played.game, move)}")
        changes = changes_text(step.changes)
        if changes:
            self.screen.write(f"  {changes}")

    def report_end(self) -> None:
        if self.played.game.outcome(self.played.position):
            self.screen.write(words.ending_text(self.played))

    @property
    def names(self) -> tuple[str, ...]:
        """The seats by what they are called now."""
        return seat_names(self.played.game, self.played.game.describe(self.played.position))

    def name(self, seat: int) -> str:
        return self.names[seat]

    # -- commands

    def draw(self) -> None:
        game, position = self.played.game, self.played.position
        self.screen.write(f"\n{words.board_text(self.played, self.colour)}\n")
        for line in words.counters_lines(self.played):
            self.screen.write(line)
        for seat in self.played.owing:
            if self.seats[seat] is None:
                self.screen.write(f"{self.name(seat)}: {game.prompt(position, seat).ask}")

    def list_moves(self) -> None:
        for seat in self.played.owing:
            if self.seats[seat] is None:
                prompt = self.played.game.prompt(self.played.position, seat)
                self.screen.write(f"{self.name(seat)}: {prompt.ask}")
                self.screen.write(words.moves_text(prompt, limit=500))

    def hint(self) -> None:
        """For the seat that is asked now: others at this screen may have sealed theirs."""
        if not self.played.owing:
            self.screen.write("The game is over; there is nothing to play.")
            return
        self.screen.write(self.helpers.hint(self.played.game, self.played.position, self.played.owing[0]))

    def undo(self) -> None:
        """Back to the last time a person decided something."""
        played = [seat for seat, _ in self.played.submissions]
        back = next((n for n, seat in enumerate(reversed(played), 1) if seat in self.people), 0)
        if not back:
            self.screen.write("There is nothing to take back.")
            return
        self.played.take_back(back)
        self.draw()

    def save(self, name: str) -> None:
        file = Path(name) if name else self.file or free_name(self.played.game.name)
        try:
            with file.open("w" if file == self.file else "x", encoding="utf-8") as out:
                out.write(write_record(self.played.record()) + "\n")
        except FileExistsError:
            self.screen.write(f"There is a file {short(str(file))} already; give another name.")
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            self.screen.write(f"Cannot write {short(str(file))}: {why.lower()}.")
        else:
            self.file, self._saved = file, list(self.played.submissions)
            self.screen.write(f"Saved to {file}. 'quintet play --record {file}' goes on from here.")

    def stop(self) -> None:
        self.stopped = True
        self.screen.write("Goodbye.")

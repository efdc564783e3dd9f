"""Gomoku with captures: five in a row wins, and so do five captured pairs. What stones do is in stones.py."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import ClassVar

from msgspec.structs import replace

from quintet.games.contract import (
    Account,
    Arranging,
    Board,
    Change,
    Counter,
    Game,
    Group,
    Info,
    InvalidMoveError,
    Layout,
    Line,
    Option,
    OptionError,
    Outcome,
    Piece,
    Position,
    Setting,
    Symmetry,
    capital,
    clean,
    symmetries_of,
)
from quintet.games.grammar import Move, Place, Prompt, choosing, placing
from quintet.games.grid import Grid
from quintet.games.stones import (
    EMPTY,
    OTHER,
    Stones,
    free_threes,
    makes_five,
    stone_worth,
    threatens,
    ways_to_five,
)

BREAK = "break the five"
TAKE_BLACK, TAKE_WHITE, PLACE_TWO = "take-black", "take-white", "place-two"
WORDS = {"swap": (TAKE_BLACK, TAKE_WHITE), "swap2": (TAKE_BLACK, TAKE_WHITE, PLACE_TWO)}
CHOICES = {TAKE_BLACK: "Take black", TAKE_WHITE: "Take white", PLACE_TWO: "Place two more stones"}
NAMED = {name.lower(): word for word, name in CHOICES.items()}
BANS: dict[int | str, str] = {"allowed": "Allowed", "forbidden": "Forbidden"}
OPENER = (0, 0, 0, 1, 1, 0)
"""In a swap opening, the seat that acts when so many stones have been placed; it chooses at three and at five."""
DISTANCE = {"pro": 3, "long-pro": 4}
"""How many lines from the centre move 3 must be."""
NINE_STARS = 17
"""From this size on a board has nine stars, as boards of nineteen lines do; a smaller one has five."""
PAIR, WIN = 50, 100_000
"""What a captured pair and a won game are worth to the greedy player."""


class GomokuPosition(Position, frozen=True, kw_only=True):
    """Where the stones are and what comes next. Seats are not colours: a swap opening decides who holds black."""

    points: str
    """Row by row from a1 at the bottom left: `b`, `w` or `.`."""
    phase: str
    """`opening`, `choice` (of a colour), `play`, `break the five` (the extra turn) or `over`."""
    mover: int | None
    """The seat to move; None when it is over."""
    colour: str
    """The colour of the next stone."""
    black: int | None
    """The seat that holds black; None before it is chosen."""
    placed: int = 0
    """How many stones have been placed, those captured since included."""
    captured: tuple[int, int] = (0, 0)
    """The pairs that black has captured, and those that white has."""
    result: Outcome | None = None

    def pairs(self, colour: str) -> int:
        return self.captured["bw".index(colour)]

    def holder(self, colour: str) -> int:
        """The seat that holds a colour."""
        assert self.black is not None, "the stones of an opening decide nothing: there are too few"
        return self.black if colour == "b" else 1 - self.black


class Gomoku(Game[GomokuPosition]):
    name = "gomoku"
    title = "Gomoku"
    version = 1
    summary = "Five in a row wins, and so do five captured pairs."
    reasons: ClassVar = {
        "alignment": "five in a row",
        "captures": "five captured pairs",
        "board-full": "the board is full",
        "no-legal-move": "no legal move is left",
    }
    words: ClassVar = CHOICES
    themes: ClassVar = {
        "capture": "Capturing a pair",
        "double": "Double threat",
        "four": "Making a four",
        "block": "Standing in the way",
        "quiet": "A quiet move",
    }
    notation = "A point, such as j10; in the swap openings also take-black, take-white and place-two."
    position_type = GomokuPosition
    options = (
        Option(
            name="size",
            label="Board",
            default=19,
            low=9,
            high=19,
            names={size: f"{size} × {size}" for size in range(9, 20)},
            help="Points along each side of the board.",
        ),
        Option(
            name="captures",
            default="on",
            choices=("on", "off"),
            names={"on": "Pairs are captured", "off": "None"},
            help="Whether pairs are captured.",
        ),
        Option(
            name="double_three",
            label="Two free threes",
            default="allowed",
            choices=("allowed", "forbidden"),
            names=BANS,
            help="Whether a move that captures nothing may make two free threes.",
        ),
        Option(
            name="self_capture",
            label="Self-capture",
            default="allowed",
            choices=("allowed", "forbidden"),
            names=BANS,
            help="Whether a stone may complete a pair that stands between two enemy stones.",
        ),
        Option(
            name="opening",
            default="free",
            choices=("free", "pro", "long-pro", "swap", "swap2"),
            names={"free": "Free", "pro": "Pro", "long-pro": "Long pro", "swap": "Swap", "swap2": "Swap2"},
            help="How the first stones are placed, and who gets which colour.",
        ),
    )

    def set_up(self) -> None:
        self.size = int(str(self.settings["size"]))
        self.opening = str(self.settings["opening"])
        if self.opening in DISTANCE and self.size % 2 == 0:
            raise OptionError(f"opening {self.opening} needs a centre: size must be odd, not {self.size}")
        self.captures = self.settings["captures"] == "on"
        self.no_double_three = self.settings["double_three"] == "forbidden"
        self.no_self_capture = self.captures and self.settings["self_capture"] == "forbidden"
        self.grid = Grid(self.size, self.size, first_row="bottom")
        self.stones = Stones(self.size)
        self.targets = tuple(Place(name, name) for name in self.grid.names)

    # -- what may be placed where

    def taken(self, board: str, cell: int, own: str) -> list[int]:
        """The cells that a stone there would empty by captures."""
        return self.stones.taken(board, cell, own) if self.captures else []

    def ban(self, board: str, cell: int, own: str) -> str:
        """What one of the two bans says against a stone there; nothing if it may be placed."""
        doubles = self.no_double_three and self.stones.count_threes(board, cell, own) > 1
        if doubles and not self.taken(board, cell, own):
            return "would make two free threes, which is forbidden"
        if self.no_self_capture and self.stones.flanked(board, cell, own):
            after = self.stones.after(board, cell, own, self.taken(board, cell, own))
            if self.stones.flanked(after, cell, own):
                return "would complete a pair between two enemy stones, which is forbidden"
        return ""

    def misplaced(self, number: int, point: int) -> str:
        """What the opening says against that point for the move of this number; nothing if it may be played."""
        if self.opening not in DISTANCE or number not in (1, 3):
            return ""
        middle, least = self.size // 2, DISTANCE[self.opening]
        away = max(abs(point % self.size - middle), abs(point // self.size - middle))
        if number == 1 and away > 0:
            return f"is not the centre: move 1 must be on {self.grid.names[middle * self.size + middle]}"
        if number == 3 and away < least:
            return f"is too near: move 3 must be at least {least} lines from the centre"
        return ""

    def places(self, position: GomokuPosition) -> Iterator[int]:
        """The points on which the next stone may be placed."""
        board, own, number = self.stones.walled(position.points), position.colour, position.placed + 1
        for point, cell in enumerate(self.stones.cells):
            if board[cell] == EMPTY and not self.ban(board, cell, own) and not self.misplaced(number, point):
                yield point

    def barred(self, position: GomokuPosition, open_points: list[int]) -> tuple[str, ...]:
        """The empty points that are closed to the next stone, where they are few enough to be told by a sign."""
        if len(open_points) < position.points.count(EMPTY) // 2:
            return ()
        closed = set(range(len(self.grid))) - set(open_points)
        return tuple(self.grid.names[point] for point in sorted(closed) if position.points[point] == EMPTY)

    def choices(self, position: GomokuPosition) -> tuple[Move, ...]:
        """The choices that are open; at five stones, two more can no longer be placed."""
        if position.phase != "choice":
            return ()
        return WORDS[self.opening] if position.placed == 3 else WORDS["swap"]

    # -- the course of the game

    def start(self) -> GomokuPosition:
        phase = "play" if self.opening == "free" else "opening"
        black = None if self.opening in WORDS else 0
        return GomokuPosition(points=EMPTY * len(self.grid), phase=phase, mover=0, colour="b", black=black)

    def turn(self, position: GomokuPosition) -> tuple[int, ...]:
        return () if position.mover is None else (position.mover,)

    def prompt(self, position: GomokuPosition, seat: int) -> Prompt:
        words = self.choices(position)
        if words:
            places = tuple(Place(word, label=CHOICES[word]) for word in words)
            return choosing(seat, f"{capital(spoken(words))}.", places)
        colour, ask = position.colour, "Break the five by a capture, or capture a fifth pair: all else loses."
        if position.phase != BREAK:
            ask = f"Place a {'black' if colour == 'b' else 'white'} stone."
        open_points = list(self.places(position))
        targets = tuple(self.targets[point] for point in open_points)
        return placing(seat, ask, ((colour,),), {colour: targets}, barred=self.barred(position, open_points))

    def legal(self, position: GomokuPosition, seat: int, move: Move) -> bool:
        return not self.why_not(position, seat, move)

    def apply(
        self, position: GomokuPosition, moves: Mapping[int, Move]
    ) -> tuple[GomokuPosition, tuple[Change, ...]]:
        ((seat, move),) = moves.items()
        if move not in self.grid.index:
            return self.choose(position, seat, move), ()
        own, enemy = position.colour, OTHER[position.colour]
        board, cell = self.stones.walled(position.points), self.stones.cells[self.grid.index[move]]
        taken = self.taken(board, cell, own)
        board = self.stones.after(board, cell, own, taken)
        changes = [Change(kind="place", space=move, piece=own)]
        for lost in taken:
            name = self.grid.names[self.stones.cells.index(lost)]
            changes.append(Change(kind="remove", space=name, piece=enemy, step=1))
        black, white = position.captured
        pairs = len(taken) // 2
        after = replace(
            position,
            points=self.stones.unwalled(board),
            colour=enemy,
            placed=position.placed + 1,
            captured=(black + pairs, white) if own == "b" else (black, white + pairs),
        )
        return self.judged(position, self.next_turn(after), board), tuple(changes)

    def choose(self, position: GomokuPosition, seat: int, word: Move) -> GomokuPosition:
        """A seat takes a colour and white moves next, or it goes on to place two more stones itself."""
        if word == PLACE_TWO:
            return replace(position, phase="opening")
        black = seat if word == TAKE_BLACK else 1 - seat
        return replace(position, phase="play", black=black, mover=1 - black)

    def next_turn(self, after: GomokuPosition) -> GomokuPosition:
        """Who acts after a stone, and on what, as long as nothing is decided."""
        if after.black is None:
            phase = "choice" if after.placed in (3, 5) else "opening"
            return replace(after, phase=phase, mover=OPENER[after.placed])
        phase = "opening" if self.opening in DISTANCE and after.placed < 3 else "play"
        return replace(after, phase=phase, mover=after.holder(after.colour))

    def judged(self, before: GomokuPosition, after: GomokuPosition, board: str) -> GomokuPosition:
        """The position after a stone, with the game decided or the extra turn granted where the rules say so."""
        own, enemy = before.colour, after.colour
        if after.pairs(own) >= 5:
            return won(after, own, "captures")
        if before.phase == BREAK and self.stones.has_five(board, enemy):
            return won(after, enemy, "alignment")
        if self.stones.has_five(board, own):
            if self.can_answer(board, enemy, after.pairs(enemy)):
                return replace(after, phase=BREAK)
            return won(after, own, "alignment")
        if EMPTY not in after.points:
            return ended(after, (0, 1), "board-full")
        if not any(True for _ in self.places(after)):
            return ended(after, (0, 1), "no-legal-move")
        return after

    def can_answer(self, board: str, own: str, pairs: int) -> bool:
        """Against a five: has this colour a legal capture that leaves no five, or that is its fifth pair?"""
        for cell in self.stones.cells:
            taken = self.taken(board, cell, own) if board[cell] == EMPTY else []
            if taken and not self.ban(board, cell, own):
                after = self.stones.after(board, cell, own, taken)
                if pairs + len(taken) // 2 >= 5 or not self.stones.has_five(after, OTHER[own]):
                    return True
        return False

    def outcome(self, position: GomokuPosition) -> Outcome | None:
        return position.result

    def account(self, position: GomokuPosition) -> Account:
        """Every row of five or more, how far each came with rows, and the captured pairs."""
        board, reason = self.stones.walled(position.points), position.result and position.result.reason
        colours = ["b" if seat == position.black else "w" for seat in (0, 1)]
        rows = [self.stones.longest_rows(board, colour) for colour in colours]
        longest = tuple(str(len(row[0])) if row else "0" for row in rows)
        lines = [Line("Longest row", longest, decides=reason == "alignment")]
        if self.captures:
            pairs = tuple(str(position.pairs(colour)) for colour in colours)
            lines.append(Line("Captured pairs", pairs, decides=reason == "captures"))
        fives = [
            Group(f"{capital(number_word(len(row)))} in a row", self.named(row), seat)
            for seat, found in enumerate(rows)
            for row in found
            if len(row) >= 5
        ]
        return Account(tuple(lines), tuple(fives))

    def named(self, cells: list[int]) -> tuple[str, ...]:
        return tuple(self.grid.names[self.stones.cells.index(cell)] for cell in cells)

    # -- positions from outside

    def check_position(self, position: GomokuPosition) -> None:
        points, (black, white) = position.points, position.captured
        self.need(len(points) == len(self.grid), f"the board has {len(self.grid)} points, not {len(points)}")
        self.need(set(points) <= set("bw."), "a point holds b, w or .")
        self.need(position.colour in OTHER, "the next stone is b or w")
        self.need(min(black, white) >= 0, "nobody has captured fewer than 0 pairs")
        self.need(self.captures or black == white == 0, "captures are off, so nobody has captured a pair")
        stones = len(points) - points.count(EMPTY) + 2 * (black + white)
        self.need(position.placed == stones, f"{position.placed} stones were placed, and {stones} are seen")
        if position.black is None:
            self.check_opening(position)
        else:
            self.check_course(position)

    def check_opening(self, position: GomokuPosition) -> None:
        """Before the colours are chosen: who acts follows from the number of stones."""
        acts = [("opening", placed, 0) for placed in (0, 1, 2)] + [("choice", 3, 1)]
        if self.opening == "swap2":
            acts += [("opening", 3, 1), ("opening", 4, 1), ("choice", 5, 0)]
        here = (position.phase, position.placed, position.mover)
        self.need(
            self.opening in WORDS and here in acts, "a seat must hold black, and who moves must fit that"
        )
        self.need(position.colour == "bw"[position.placed % 2], "in an opening the colours take turns")
        self.need(position.result is None, "an opening decides nothing")

    def check_course(self, position: GomokuPosition) -> None:
        """Once the colours are chosen: phase, seat and result are what the stones make them."""
        black = (0, 1) if self.opening in WORDS else (0,)
        self.need(position.black in black, f"seat {position.black} cannot hold black here")
        if position.phase == "over":
            self.need(
                position.mover is None and self.decided(position), "the stones do not decide it like that"
            )
            return
        self.need(position.result is None, "there is a result, so it is over")
        self.need(position.mover == position.holder(position.colour), "the seat to move holds the next stone")
        self.need(max(position.captured) < 5, "five captured pairs win, so it is over")
        own, board = position.colour, self.stones.walled(position.points)
        self.need(not self.stones.has_five(board, own), "five in a row win, so it is over")
        five = self.stones.has_five(board, OTHER[own])
        answer = five and self.can_answer(board, own, position.pairs(own))
        early = self.opening in DISTANCE and position.placed < 3
        phase = BREAK if answer else "opening" if early else "play"
        self.need(answer or not five, "five in a row win, so it is over")
        self.need(position.phase == phase, f"the phase is {phase!r} here")
        self.need(any(True for _ in self.places(position)), "no stone can be placed, so it is over")

    def decided(self, position: GomokuPosition) -> bool:
        """Do the stones bear out the result that the position names?"""
        result = position.result
        if result is None or result.scores is not None:
            return False
        if result.winners == (0, 1):
            full = EMPTY not in position.points
            stuck = not full and not any(True for _ in self.places(position))
            return (full and result.reason == "board-full") or (stuck and result.reason == "no-legal-move")
        for colour in OTHER:
            if result.winners == (position.holder(colour),):
                five = self.stones.has_five(self.stones.walled(position.points), colour)
                pairs = position.pairs(colour) >= 5
                return (five and result.reason == "alignment") or (pairs and result.reason == "captures")
        return False

    # -- what is the same

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return symmetries_of(self.layout.spaces)

    def turned(self, position: GomokuPosition, way: Symmetry) -> GomokuPosition:
        return replace(position, points=way.text(position.points))

    def arranging(self, position: GomokuPosition) -> Arranging:
        settings = [Setting("turn", "To move", "bw".index(position.colour), names=("Black", "White"))]
        if self.captures:
            pairs = zip(("Black", "White"), position.captured, strict=True)
            settings += [Setting(n.lower(), f"Captured by {n}", min(c, 5), high=5) for n, c in pairs]
        return Arranging(("b", "w"), tuple(settings))

    def arrange(self, board: Board, values: Mapping[str, int]) -> GomokuPosition:
        """Colours are chosen; the phase, or how it ended, is what the stones make it."""
        points = "".join(board.get(name, EMPTY) for name in self.grid.names)
        captured = (values["black"], values["white"]) if self.captures else (0, 0)
        position = GomokuPosition(
            points=points,
            phase="play",
            mover=None,
            colour="bw"[values["turn"]],
            black=self.start().black or 0,
            placed=len(points) - points.count(EMPTY) + 2 * sum(captured),
            captured=captured,
        )
        return self.settled(replace(position, mover=position.holder(position.colour)))

    def settled(self, position: GomokuPosition) -> GomokuPosition:
        """What stones from outside decide, if they decide anything."""
        own, board = position.colour, self.stones.walled(position.points)
        for colour in (OTHER[own], own):
            if position.pairs(colour) >= 5:
                return won(position, colour, "captures")
        for colour in (OTHER[own], own):
            if self.stones.has_five(board, colour):
                answer = colour != own and self.can_answer(board, own, position.pairs(own))
                return replace(position, phase=BREAK) if answer else won(position, colour, "alignment")
        if EMPTY not in position.points:
            return ended(position, (0, 1), "board-full")
        if not any(True for _ in self.places(position)):
            return ended(position, (0, 1), "no-legal-move")
        early = self.opening in DISTANCE and position.placed < 3
        return replace(position, phase="opening") if early else position

    # -- notation

    def parse(self, text: str) -> Move:
        move = clean(text)
        move = NAMED.get(move, move)
        if move not in self.grid.index and move not in CHOICES:
            last = self.grid.names[-1]
            raise InvalidMoveError(f"{move[:40]!r} is not a move: write a point from a1 to {last}")
        return move

    def themes_of(self, position: GomokuPosition, seat: int, move: Move) -> tuple[str, ...]:
        if move not in self.grid.index:
            return ()
        own, board = position.colour, self.stones.walled(position.points)
        cell = self.stones.cells[self.grid.index[move]]
        taken = self.taken(board, cell, own)
        lines = self.stones.lines(self.stones.after(board, cell, own, taken), cell)
        fours = [ways_to_five(line, own) for line in lines]
        threats = sum(fours) + sum(
            not four and free_threes(line, own) > 0 for four, line in zip(fours, lines, strict=True)
        )
        found = {
            "capture": bool(taken),
            "double": threats > 1,
            "four": any(fours),
            "block": any(threatens(line, OTHER[own]) for line in self.stones.lines(board, cell)),
        }
        return tuple(theme for theme, holds in found.items() if holds) or ("quiet",)

    def why_not(self, position: GomokuPosition, seat: int, move: Move) -> str:
        words = self.choices(position)
        if move not in self.grid.index:
            return "" if move in words else f"you cannot {CHOICES[move].lower()} now"
        if words:
            return f"no stone is placed now: {spoken(words)}"
        point = self.grid.index[move]
        if position.points[point] != EMPTY:
            return f"{move} is occupied"
        board, cell = self.stones.walled(position.points), self.stones.cells[point]
        reason = self.misplaced(position.placed + 1, point) or self.ban(board, cell, position.colour)
        return f"{move} {reason}" if reason else ""

    # -- what there is to see

    def board(self, position: GomokuPosition) -> Board:
        return {n: s for n, s in zip(self.grid.names, position.points, strict=True) if s != EMPTY}

    def describe(self, position: GomokuPosition) -> Info:
        colours = {None: (None, None), 0: ("b", "w"), 1: ("w", "b")}[position.black]
        captures = {"b": position.pairs("b"), "w": position.pairs("w")}
        counters = (Counter("captures", "Captured pairs", captures),)
        return Info(phase=position.phase, colours=colours, counters=counters)

    def make_layout(self) -> Layout:
        middle, edge = (self.size - 1) / 2, 3.0 if self.size > 11 else 2.0
        marks = (edge, self.size - 1 - edge)
        dots = [(x, y) for x in marks for y in marks]
        if self.size % 2:
            dots.append((middle, middle))
        if self.size % 2 and self.size >= NINE_STARS:
            dots += [(middle, side) for side in marks] + [(side, middle) for side in marks]
        return self.grid.layout("point", "wood", (Piece("b", "black"), Piece("w", "white")), tuple(dots))

    # -- what the greedy player looks at: captured pairs, and rows that can still become five

    def measure(self, position: GomokuPosition, seat: int) -> float:
        if position.result:
            return 0 if position.result.draw else (WIN if seat in position.result.winners else -WIN)
        if position.black is None:
            return 0
        own = "b" if seat == position.black else "w"
        pairs = position.pairs(own) - position.pairs(OTHER[own])
        return PAIR * pairs + self.stones.rows_worth(self.stones.walled(position.points), own)

    def gain(self, position: GomokuPosition, seat: int, move: Move) -> float:
        """As the contract says, quicker: a stone that captures and ends nothing only changes its own lines."""
        if position.black is not None and position.phase != BREAK and position.points.count(EMPTY) > 9:
            board, cell = self.stones.walled(position.points), self.stones.cells[self.grid.index[move]]
            lines, own = self.stones.lines(board, cell), position.colour
            if not self.taken(board, cell, own) and not any(makes_five(line, own) for line in lines):
                return sum(stone_worth(line, own) for line in lines)
        return super().gain(position, seat, move)


def number_word(count: int) -> str:
    words = {5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}
    return words.get(count) or str(count)


def spoken(words: tuple[Move, ...]) -> str:
    """The choices as people say them: "take black, take white or place two more stones"."""
    *others, last = (CHOICES[word].lower() for word in words)
    return f"{', '.join(others)} or {last}"


def won(position: GomokuPosition, colour: str, reason: str) -> GomokuPosition:
    return ended(position, (position.holder(colour),), reason)


def ended(position: GomokuPosition, winners: tuple[int, ...], reason: str) -> GomokuPosition:
    return replace(position, phase="over", mover=None, result=Outcome(winners=winners, reason=reason))

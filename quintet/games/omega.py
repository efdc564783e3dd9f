"""Thwart Omega: everybody places a stone of every colour, at once and unseen. Many middling groups beat one large one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import ClassVar

from quintet.games.contract import (
    BURNED,
    Account,
    AmbiguousMoveError,
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
    Outcome,
    Piece,
    Position,
    Symmetry,
    by_score,
    clean,
    symmetries_of,
)
from quintet.games.grammar import Move, Place, Prompt, placing
from quintet.games.grid import FOUR, Grid

EMPTY = ""
NAMES = {"w": "white", "b": "black", "g": "grey"}
SHORTLIST = 7
"""With three players, how many squares of each colour a greedy player compares."""

RECURRING = {(2, 3): 4, (2, 4): 4, (2, 5): 3, (3, 3): 3, (3, 4): 1}
"""By players and size, the rounds in which positions come again; the first choice does so on larger boards for two."""


class OmegaPosition(Position, frozen=True):
    """The squares row by row from a1 at the top left, and how many rounds were played.

    A square holds its stones (`w`, `bb`, `ggg`), `x` when it is burned, or nothing.
    """

    squares: tuple[str, ...]
    rounds: int


class Omega(Game[OmegaPosition]):
    name = "omega"
    title = "Thwart Omega"
    version = 1
    summary = (
        "Everybody places a stone of every colour at once, unseen; many middling groups beat one large one."
    )
    themes: ClassVar = {
        "mixture": "Being hard to foresee",
        "group": "A new group",
        "grow": "A group grows",
        "spoil": "Spoiling a rival's groups",
        "last": "The last rounds",
        "burn": "What is left burns",
    }
    notation = "A colour and a square for each stone, such as wa2 bb3 (gc4 too with three players)."
    position_type = OmegaPosition
    options = (
        Option(
            name="size",
            label="Board",
            default=7,
            low=3,
            high=9,
            names={size: f"{size} × {size}" for size in range(3, 10)},
            help="Squares along each side of the board.",
        ),
        Option(
            name="players",
            default=2,
            choices=(2, 3),
            names={2: "Two", 3: "Three"},
            help="Two players (white, black) or three (white, black, grey).",
        ),
    )

    def set_up(self) -> None:
        size, self.seats = int(str(self.settings["size"])), int(str(self.settings["players"]))
        self.grid = Grid(size, size, first_row="top")
        self.recurring = RECURRING.get((self.seats, size), 1 if self.seats == 2 else 0)
        self.colours = "wbg"[: self.seats]
        self.example = " ".join(("wa2", "bb3", "gc1")[: self.seats])
        self.targets = {c: tuple(Place(c + name, name) for name in self.grid.names) for c in self.colours}
        self.stone_at = {
            target.text: (colour, square)
            for colour, targets in self.targets.items()
            for square, target in enumerate(targets)
        }

    # -- the rules

    def start(self) -> OmegaPosition:
        return OmegaPosition((EMPTY,) * len(self.grid), 0)

    def turn(self, position: OmegaPosition) -> tuple[int, ...]:
        return tuple(range(self.seats)) if EMPTY in position.squares else ()

    def prompt(self, position: OmegaPosition, seat: int) -> Prompt:
        empty = empty_squares(position.squares)
        stones = [f"a {NAMES[colour]} stone" for colour in self.colours]
        return placing(
            seat,
            f"Place {', '.join(stones[:-1])} and {stones[-1]} on different empty squares.",
            (tuple(self.colours),),
            {colour: tuple(self.targets[colour][square] for square in empty) for colour in self.colours},
        )

    def legal(self, position: OmegaPosition, seat: int, move: Move) -> bool:
        squares = {square for _, square in self.stones(move)}
        return len(squares) == self.seats and all(position.squares[square] == EMPTY for square in squares)

    def apply(
        self, position: OmegaPosition, moves: Mapping[int, Move]
    ) -> tuple[OmegaPosition, tuple[Change, ...]]:
        squares = list(position.squares)
        changes = []
        step = -1
        for seat, move in sorted(moves.items()):
            step += 1  # revealed one after the other, in the order of the seats, whoever chose first
            for colour, square in self.stones(move):
                squares[square] += colour
                name = self.grid.names[square]
                changes.append(Change(kind="place", space=name, piece=colour, step=step, seat=seat))
        clashes = [square for square, stones in enumerate(squares) if len(set(stones)) > 1]
        empty = empty_squares(squares)
        leftovers = empty if len(empty) < self.seats**2 else []
        for burned in (clashes, leftovers):
            step += bool(burned)
            for square in burned:
                squares[square] = BURNED
                changes.append(Change(kind="burn", space=self.grid.names[square], step=step))
        return OmegaPosition(tuple(squares), position.rounds + 1), tuple(changes)

    def outcome(self, position: OmegaPosition) -> Outcome | None:
        return None if EMPTY in position.squares else by_score(self.scores(position))

    def scores(self, position: OmegaPosition) -> tuple[int, ...]:
        return tuple(score(group_sizes(position.squares, colour)) for colour in self.colours)

    def account(self, position: OmegaPosition) -> Account:
        """Every group with its size, and the sizes multiplied."""
        marks, products = [], []
        for seat, colour in enumerate(self.colours):
            sizes = []
            for group in groups(position.squares, colour):
                size = sum(len(position.squares[square]) for square in group)
                spaces = tuple(self.grid.names[square] for square in sorted(group))
                marks.append(Group(f"Group of {size}", spaces, seat, colour, str(size)))
                sizes.append(size)
            products.append(" × ".join(map(str, sorted(sizes, reverse=True))) or "no group")
        scores = tuple(map(str, self.scores(position)))
        lines = Line("Groups, multiplied", tuple(products)), Line("Score", scores, decides=True)
        return Account(lines, tuple(marks))

    def check_position(self, position: OmegaPosition) -> None:
        squares, rounds, seats = position.squares, position.rounds, self.seats
        self.need(
            len(squares) == len(self.grid), f"the board has {len(self.grid)} squares, not {len(squares)}"
        )
        held = {EMPTY, BURNED, *(colour * count for colour in self.colours for count in range(1, seats + 1))}
        self.need(set(squares) <= held, f"a square holds up to {seats} stones of one colour, x or nothing")
        empty = squares.count(EMPTY)
        self.need(
            not 0 < empty < seats**2, f"fewer than {seats**2} empty squares are burned, and {empty} are left"
        )
        taken = len(squares) - empty
        late = 0 if empty else seats**2 - 1  # squares that may have burned at the end
        self.need(
            seats * rounds <= taken <= seats**2 * rounds + late,
            f"{rounds} rounds do not fill {taken} squares",
        )

    # -- what is the same

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return symmetries_of(self.layout.spaces)

    def turned(self, position: OmegaPosition, way: Symmetry) -> OmegaPosition:
        return OmegaPosition(tuple([position.squares[square] for square in way.order]), position.rounds)

    def turned_move(self, move: Move, way: Symmetry) -> Move:
        return " ".join([stone[0] + way.to[stone[1:]] for stone in move.split(" ")])

    def arranging(self, position: OmegaPosition) -> Arranging:
        stones = [colour * count for colour in self.colours for count in range(1, self.seats + 1)]
        return Arranging((*stones, BURNED))

    def arrange(self, board: Board, values: Mapping[str, int]) -> OmegaPosition:
        """How many rounds there have been is not to be seen: as few as can fill so many squares."""
        squares = tuple(board.get(name, EMPTY) for name in self.grid.names)
        empty = squares.count(EMPTY)
        taken = len(squares) - empty
        late = 0 if empty else self.seats**2 - 1
        self.need(
            taken == 0 or taken >= self.seats, f"a round fills {self.seats} squares or more, not {taken}"
        )
        return OmegaPosition(squares, max(0, math.ceil((taken - late) / self.seats**2)))

    # -- notation

    def stones(self, move: Move) -> list[tuple[str, int]]:
        """The colour and the square of each stone of a move."""
        return [self.stone_at[text] for text in move.split(" ")]

    def parse(self, text: str) -> Move:
        words = clean(text).split(" ")
        if len(words) == self.seats and all(word in self.grid.index for word in words):
            first, second = (" ".join(map(str.__add__, order, words)) for order in ("wbg", "bwg"))
            raise AmbiguousMoveError(
                f"{' '.join(words)!r} does not say which stone goes where: write for example {first!r} or {second!r}"
            )
        for word in words:
            if word not in self.stone_at:
                letters = ", ".join(self.colours[:-1]) + f" or {self.colours[-1]}"
                last = self.grid.names[-1]
                raise InvalidMoveError(
                    f"{word[:40]!r} is not a stone: write its colour ({letters}) and a square from a1 to {last}, as in {self.example!r}"
                )
        if sorted(word[0] for word in words) != sorted(self.colours):
            raise InvalidMoveError(f"a move is one stone of every colour, as in {self.example!r}")
        return " ".join(sorted(words, key=lambda word: self.colours.index(word[0])))

    def themes_of(self, position: OmegaPosition, seat: int, move: Move) -> tuple[str, ...]:
        empty, squares = position.squares.count(EMPTY), list(position.squares)
        for colour, square in self.stones(move):
            squares[square] += colour
        before, after = ([group_sizes(held, c) for c in self.colours] for held in (position.squares, squares))
        counts = [(len(old), len(new)) for old, new in zip(before, after, strict=True)]
        found = {
            "mixture": True,
            "group": counts[seat][1] > counts[seat][0],
            "grow": counts[seat][1] == counts[seat][0],
            "spoil": any(new < old for rival, (old, new) in enumerate(counts) if rival != seat),
            "last": empty <= 2 * self.seats**2,
            "burn": empty - self.seats < self.seats**2,
        }
        return tuple(theme for theme, holds in found.items() if holds)

    def why_not(self, position: OmegaPosition, seat: int, move: Move) -> str:
        taken: set[int] = set()
        for _, square in self.stones(move):
            name, there = self.grid.names[square], position.squares[square]
            if there != EMPTY:
                return f"{name} is {'burned' if there == BURNED else 'occupied'}"
            if square in taken:
                return f"{name} is named twice; your stones go on different squares"
            taken.add(square)
        return "every stone goes on an empty square of its own"

    def why_closed(
        self, position: OmegaPosition, seat: int, chosen: tuple[str, ...], piece: str, space: str
    ) -> str:
        return self.why_not(position, seat, " ".join((*chosen, f"{piece or self.colours[0]}{space}")))

    # -- what there is to see

    def board(self, position: OmegaPosition) -> Board:
        return {name: there for name, there in zip(self.grid.names, position.squares, strict=True) if there}

    def describe(self, position: OmegaPosition) -> Info:
        over = EMPTY not in position.squares
        return Info(
            phase="over" if over else "play",
            colours=tuple(self.colours),
            counters=(
                Counter("scores", "Score", self.scores(position)),
                Counter("round", "Round", position.rounds + (not over)),
                Counter("empty", "Empty squares", position.squares.count(EMPTY)),
            ),
        )

    def make_layout(self) -> Layout:
        stones = tuple(Piece(colour, NAMES[colour]) for colour in self.colours)
        return self.grid.layout("square", "paper", (*stones, Piece(BURNED, "burned")))

    # -- what a greedy player looks at

    def measure(self, position: OmegaPosition, seat: int) -> float:
        return lead(self.scores(position), seat)

    def gain(self, position: OmegaPosition, seat: int, move: Move) -> float:
        """What one's own stones alone would do: nobody knows where the others' go."""
        scores = [score_with(position.squares, colour)[square] for colour, square in self.stones(move)]
        return lead(scores, seat) - self.measure(position, seat)

    def candidates(self, position: OmegaPosition, seat: int) -> Iterator[Move]:
        """With three players, all joint choices of the best squares for each colour.

        Each stone changes the score of its own colour only, so the best move of all is among them.
        """
        if self.seats == 2:
            yield from super().candidates(position, seat)
            return
        shortlists = []
        for colour in self.colours:
            own, after = colour == self.colours[seat], score_with(position.squares, colour)
            ranked = sorted(spread(list(after)), key=lambda square: -after[square] if own else after[square])
            shortlists.append([self.targets[colour][square] for square in ranked[:SHORTLIST]])
        for chosen in itertools.product(*shortlists):
            if len({target.space for target in chosen}) == self.seats:
                yield " ".join(target.text for target in chosen)


# --- groups -----------------------------------------------------------------------------------------------------------


@cache
def neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    """For each square of a board, the squares side by side with it."""
    grid = Grid(size, size, first_row="top")
    return tuple(grid.neighbours(square, FOUR) for square in range(len(grid)))


def empty_squares(squares: Sequence[str]) -> list[int]:
    return [square for square, there in enumerate(squares) if there == EMPTY]


def groups(squares: Sequence[str], colour: str) -> list[list[int]]:
    """The maximal sets of side-by-side squares that hold this colour."""
    beside = neighbours(math.isqrt(len(squares)))
    unseen = {square for square, there in enumerate(squares) if there[:1] == colour}
    found = []
    while unseen:
        group = [unseen.pop()]
        for square in group:  # grows while it is walked
            joined = unseen.intersection(beside[square])
            group += joined
            unseen -= joined
        found.append(group)
    return found


def group_sizes(squares: Sequence[str], colour: str) -> list[int]:
    """The size of each group of this colour: the number of stones in it."""
    return [sum(len(squares[square]) for square in group) for group in groups(squares, colour)]


def score(sizes: Sequence[int]) -> int:
    """The product of all group sizes; 0 where there is no group."""
    return math.prod(sizes) if sizes else 0


@lru_cache(maxsize=64)  # a greedy player asks about every move of one position
def score_with(squares: tuple[str, ...], colour: str) -> dict[int, int]:
    """For each empty square, this colour's score if one more stone of it stood there."""
    beside = neighbours(math.isqrt(len(squares)))
    of_square = {square: n for n, group in enumerate(groups(squares, colour)) for square in group}
    sizes = group_sizes(squares, colour)
    after = {}
    for square in empty_squares(squares):
        joined = {of_square[near] for near in beside[square] if near in of_square}
        apart = [size for n, size in enumerate(sizes) if n not in joined]
        after[square] = math.prod(apart) * (1 + sum(sizes[n] for n in joined))
    return after


def lead(scores: Sequence[int], seat: int) -> float:
    """How many times its best rival's score a seat has, as a logarithm: products grow by factors."""
    rival = max(score for other, score in enumerate(scores) if other != seat)
    return math.log(1 + scores[seat]) - math.log(1 + rival)


def spread(squares: list[int]) -> list[int]:
    """The same squares, neighbours far apart, so that equal ones on a shortlist lie all over the board.

    The step is near the golden share of them and shares no factor with their number: it meets every square, and no
    few squares in a row lie in one column or corner.
    """
    step = max(1, round(len(squares) * 0.382))
    while math.gcd(step, len(squares)) > 1:
        step += 1
    return [squares[number * step % len(squares)] for number in range(len(squares))]

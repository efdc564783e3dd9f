"""Onyx: two colours each on any graph of spaces. Crowd pieces out, then count what every colour holds and reaches."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias

import msgspec

from quintet.games.contract import (
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
    Setting,
    Symmetry,
    by_score,
    clean,
    short,
    symmetries_of,
)
from quintet.games.grammar import Move, Place, Prompt, marking, placing
from quintet.games.graph import (
    NAMES,
    SHAPE,
    SPACE,
    TITLES,
    built_board,
    check_graph,
    drawn_graph,
    space_order,
)

EMPTY = "."
COLOURS = {"b": "black", "p": "purple", "w": "white", "y": "yellow"}
HELD = ("bp", "wy")
"""By seat, the colours it holds."""
BONUS = (0, 5)
CROWD = 3
"""So many pieces of other colours around a space close it to a colour, and remove what stands there."""
PASS, REMOVE = "pass", "remove"
PHASES = ("Placing pieces", "Taking stacks off")
WORDS = {PASS: "Pass", REMOVE: "Take nothing off", f"{REMOVE} ": "Take off"}
PASSING, TAKING_OFF = (Place(PASS, label=WORDS[PASS]),), Place(REMOVE, label=WORDS[f"{REMOVE} "])
MOST_COMPARED = 25_000
"""A greedy player compares no more moves than this: all those of the built boards, a choice on larger graphs."""
MOST_EARLIER = 2_000
"""So many earlier positions a position from outside may name: each move compares with all of them."""
STACKS = tuple(colour.upper() for colour in COLOURS)

SQUARES = EMPTY + "".join(COLOURS) + "".join(STACKS)
OTHERS = {
    colour: {s: 0 if s in (EMPTY, colour, colour.upper()) else 2 if s in STACKS else 1 for s in SQUARES}
    for colour in COLOURS
}
"""How many pieces of other colours than this one a square holds."""

Placement: TypeAlias = tuple[str, int]
"""What is put down, as it is kept in `squares`, and where."""


class OnyxPosition(Position, frozen=True):
    """What stands on each space in the board's order: `.`, a colour's letter, or its capital for a stack."""

    squares: str
    mover: int
    """The seat to move; in the removal phase both are, and this says nothing."""
    passed: tuple[int, ...] = ()
    """The seats that have passed at least once."""
    phase: Literal["placing", "removal", "over"] = "placing"
    earlier: tuple[str, ...] = ()
    """Every position before this one with the same seats having passed, each as the seat to move and the squares."""

    @property
    def mark(self) -> str:
        """What is compared to find that a position has come up before."""
        return f"{self.mover}{self.squares}"


class Onyx(Game[OnyxPosition]):
    name = "onyx"
    title = "Onyx"
    version = 1
    summary = "Two colours each: crowd pieces out, then count what every colour holds and reaches."
    words: ClassVar = WORDS
    unit = ("point", "points")
    themes: ClassVar = {
        "stacks": "What stacks cost",
        "keep": "What stacks bring",
        "suffocation": "Suffocation",
        "stack": "Building a stack",
        "two": "Two pieces at once",
    }
    notation = "A piece and a space for each piece placed, such as b@a1, bb@a1 (a stack) or b@a1 p@c3; pass; at the end remove and the spaces of stacks, such as remove a1 c3."
    recurring = 8
    position_type = OnyxPosition
    options = (
        Option(
            name="board",
            default="king-8",
            choices=NAMES,
            names=TITLES,
            document=f"a graph of your own: {SHAPE}",
            help="The board: squares with eight neighbours (king) or four (square), hexagons, or your own graph.",
        ),
    )

    def set_up(self) -> None:
        board = self.settings["board"]
        if isinstance(board, dict):
            self.settings["board"] = board = check_graph(board)
            self.graph = drawn_graph(board)
        else:
            self.graph = built_board(str(board))
        self.targets = {
            piece: tuple(Place(f"{piece}@{name}", name) for name in self.graph.names)
            for colour in COLOURS
            for piece in (colour, colour * 2)
        }

    # -- the rules: placing

    def start(self) -> OnyxPosition:
        return OnyxPosition(EMPTY * len(self.graph.names), 0)

    def turn(self, position: OnyxPosition) -> tuple[int, ...]:
        return {"placing": (position.mover,), "removal": (0, 1), "over": ()}[position.phase]

    def others(self, squares: str, space: int, colour: str) -> int:
        """How many pieces of other colours the neighbours of a space hold."""
        count = OTHERS[colour]
        return sum([count[squares[near]] for near in self.graph.neighbours[space]])

    def open_to(self, squares: str, space: int, colour: str) -> bool:
        """May a piece or a stack of this colour be placed here?"""
        return squares[space] == EMPTY and self.others(squares, space, colour) < CROWD

    def place(self, squares: str, placements: list[Placement]) -> tuple[str, list[int]]:
        """The squares after placing and suffocation, and the spaces that suffocation cleared."""
        after = list(squares)
        for piece, space in placements:
            after[space] = piece
        placed = {space for _, space in placements}
        beside = {near for space in placed for near in self.graph.neighbours[space]} - placed
        full = "".join(after)
        removed = [
            space
            for space in sorted(beside)
            if full[space] != EMPTY and self.others(full, space, full[space].lower()) >= CROWD
        ]
        return cleared(full, removed), removed

    def prompt(self, position: OnyxPosition, seat: int) -> Prompt:
        if position.phase == "removal":
            stacks = tuple(self.graph.names[space] for space in self.stacks(position.squares, seat))
            ask = "Choose which of your stacks to take off the board; the other player chooses at the same time."
            return marking(seat, ask, TAKING_OFF, tuple(sorted(stacks, key=space_order)))
        targets: dict[str, tuple[Place, ...]] = {}
        for colour in HELD[seat]:
            spaces = [s for s in range(len(self.graph.names)) if self.open_to(position.squares, s, colour)]
            for piece in (colour, colour * 2):
                if spaces:
                    targets[piece] = tuple([self.targets[piece][space] for space in spaces])
        combos: list[tuple[str, ...]] = [(piece,) for piece in targets]
        if all(colour in targets for colour in HELD[seat]):
            both = {target.space for colour in HELD[seat] for target in targets[colour]}
            combos += [tuple(HELD[seat])] if len(both) > 1 else []
        names = " and ".join(COLOURS[colour] for colour in HELD[seat])
        ask = f"Place one piece, a stack of two, or one piece each of {names}; or pass."
        return placing(seat, ask, tuple(combos), targets, PASSING)

    def legal(self, position: OnyxPosition, seat: int, move: Move) -> bool:
        squares = position.squares
        if position.phase == "removal":
            return is_removal(move) and set(self.named(move)) <= set(self.stacks(squares, seat))
        if is_removal(move):
            return False
        return all(
            piece.lower() in HELD[seat] and self.open_to(squares, space, piece.lower())
            for piece, space in self.placements(move)
        )

    def apply(
        self, position: OnyxPosition, moves: Mapping[int, Move]
    ) -> tuple[OnyxPosition, tuple[Change, ...]]:
        if position.phase == "removal":
            return self.take_off(position, moves)
        ((seat, move),) = moves.items()
        if move == PASS:
            return after_pass(position, seat), ()
        placements = self.placements(move)
        squares, removed = self.place(position.squares, placements)
        changes = [Change(kind="place", space=self.graph.names[s], piece=pieces(p)) for p, s in placements]
        changes += [self.removal(position.squares, space, step=1) for space in removed]
        return next_turn(position, squares, position.passed), tuple(changes)

    # -- the rules: removal and score

    def stacks(self, squares: str, seat: int) -> list[int]:
        """The spaces that hold a stack of this seat."""
        own = HELD[seat].upper()
        return [space for space, square in enumerate(squares) if square in own]

    def take_off(
        self, position: OnyxPosition, moves: Mapping[int, Move]
    ) -> tuple[OnyxPosition, tuple[Change, ...]]:
        spaces = [space for seat in sorted(moves) for space in self.named(moves[seat])]
        squares = cleared(position.squares, spaces)
        changes = tuple(self.removal(position.squares, space, step=0) for space in spaces)
        return OnyxPosition(squares, position.mover, position.passed, "over"), changes

    def removal(self, squares: str, space: int, step: int) -> Change:
        return Change(kind="remove", space=self.graph.names[space], piece=pieces(squares[space]), step=step)

    def points(self, squares: str) -> dict[str, int]:
        """For each colour, the spaces that it occupies and the empty ones from which it can be reached."""
        regions = self.graph.regions(spaces_holding(squares, EMPTY))
        points = {}
        for colour in COLOURS:
            occupied = spaces_holding(squares, colour)
            reached = sum([size for size, around in regions if around & occupied])
            points[colour] = occupied.bit_count() + reached
        return points

    def scores(self, squares: str) -> tuple[int, ...]:
        """By seat, the better colour's points once, the other's twice, and the second player's bonus."""
        points = self.points(squares)
        held = [sorted(points[colour] for colour in colours) for colours in HELD]
        return tuple(
            greater + 2 * lesser + bonus for (lesser, greater), bonus in zip(held, BONUS, strict=True)
        )

    def account(self, position: OnyxPosition) -> Account:
        """What each colour reaches besides where it stands, and how its points go into the score."""
        squares, points = position.squares, self.points(position.squares)
        reached = [
            Group(f"Reached by {COLOURS[colour]}", self.reached(squares, colour), seat, colour, joined=False)
            for seat, colours in enumerate(HELD)
            for colour in colours
        ]
        ranked = [sorted(colours, key=points.__getitem__) for colours in HELD]
        once = tuple(f"{points[better]} ({COLOURS[better]})" for _, better in ranked)
        twice = tuple(f"2 × {points[lesser]} ({COLOURS[lesser]})" for lesser, _ in ranked)
        lines = (
            Line("Points of the better colour", once),
            Line("Points of the other, twice", twice),
            Line("For moving second", tuple(str(bonus or "") for bonus in BONUS)),
            Line("Score", tuple(map(str, self.scores(squares))), decides=True),
        )
        return Account(lines, tuple(group for group in reached if group.spaces))

    def reached(self, squares: str, colour: str) -> tuple[str, ...]:
        """The empty spaces from which a path of empty spaces leads to this colour."""
        edge = [space for space, square in enumerate(squares) if square.lower() == colour]
        seen: dict[int, None] = {}
        for space in edge:  # grows while it is walked
            fresh = [n for n in self.graph.neighbours[space] if squares[n] == EMPTY and n not in seen]
            seen |= dict.fromkeys(fresh)
            edge += fresh
        return tuple(sorted((self.graph.names[space] for space in seen), key=space_order))

    def outcome(self, position: OnyxPosition) -> Outcome | None:
        return by_score(self.scores(position.squares)) if position.phase == "over" else None

    def check_position(self, position: OnyxPosition) -> None:
        size, earlier = len(self.graph.names), position.earlier
        self.need(len(position.squares) == size, f"the board has {size} spaces, not {len(position.squares)}")
        self.need(set(position.squares) <= set(SQUARES), "a space holds one of " + SQUARES)
        self.need(position.mover in (0, 1), f"there is no seat {position.mover}")
        both = ((0, 1),) if position.phase != "placing" else ()
        self.need(position.passed in ((), (0,), (1,), *both), "passed names the seats that have passed")
        self.need(
            not earlier or position.phase == "placing",
            "earlier positions matter only as long as pieces are placed",
        )
        self.need(len(earlier) <= MOST_EARLIER, f"at most {MOST_EARLIER} earlier positions are kept")
        for mark in earlier:
            known = len(mark) == size + 1 and mark[0] in "01" and set(mark[1:]) <= set(SQUARES)
            self.need(known, "an earlier position is the seat to move and its squares")
        self.need(
            earlier.count(position.mark) < 2, "the third time that a position comes up, placing is over"
        )

    # -- what is the same

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Those of the board, one of somebody's own too: where it is drawn so that they show."""
        return symmetries_of(self.layout.spaces, self.graph.neighbours)

    def turned(self, position: OnyxPosition, way: Symmetry) -> OnyxPosition:
        earlier = tuple([mark[0] + way.text(mark[1:]) for mark in position.earlier])
        return msgspec.structs.replace(position, squares=way.text(position.squares), earlier=earlier)

    def turned_move(self, move: Move, way: Symmetry) -> Move:
        first, *rest = move.split(" ")
        if first == REMOVE:
            return self.parse_removal([way.to[space] for space in rest])
        pairs = [word.partition("@") for word in (first, *rest)]
        return self.parse(" ".join([f"{piece}{at}{way.to.get(space, space)}" for piece, at, space in pairs]))

    def bare(self, position: OnyxPosition) -> OnyxPosition:
        return msgspec.structs.replace(position, earlier=())

    def arranging(self, position: OnyxPosition) -> Arranging:
        names = ("Black and purple", "White and yellow")
        passed = min(sum(seat + 1 for seat in position.passed), 2)
        return Arranging(
            tuple(piece for colour in COLOURS for piece in (colour, colour * 2)),
            (
                Setting("turn", "To move", position.mover, names=names),
                Setting("phase", "Phase", int(position.phase != "placing"), names=PHASES),
                Setting("passed", "Has passed", passed, high=2, names=("Nobody", *names)),
            ),
        )

    def arrange(self, board: Board, values: Mapping[str, int]) -> OnyxPosition:
        """Nobody knows what came before, so no position has come up yet."""
        held = (board.get(name, EMPTY) for name in self.graph.names)
        squares = "".join(piece if len(piece) == 1 else piece[0].upper() for piece in held)
        if values["phase"]:
            return OnyxPosition(squares, values["turn"], (0, 1), "removal")
        return OnyxPosition(squares, values["turn"], (values["passed"] - 1,) if values["passed"] else ())

    # -- notation

    def parse(self, text: str) -> Move:
        move = clean(text)
        words = move.split(" ")
        if move == PASS:
            return PASS
        if words[0] == REMOVE:
            return self.parse_removal(words[1:])
        if all(word in self.graph.index for word in words):
            wanted = ", ".join(f"{colour}@{words[0]}" for colour in COLOURS)
            raise AmbiguousMoveError(
                f"{words[0]} could be {wanted}, a stack such as bb@{words[0]}, or {REMOVE} {words[0]}: say which"
            )
        placed = sorted(self.parse_placement(word) for word in words)
        colours = "".join(piece for piece, _ in placed)
        if len(placed) == 2 and (colours not in HELD or placed[0][1] == placed[1][1]):
            raise InvalidMoveError(
                f"{short(move)} is not a move: two pieces are one of each of your colours on two different spaces,"
                " such as b@a1 p@c3 or w@a1 y@c3"
            )
        if len(placed) > 2:
            raise InvalidMoveError(f"{short(move)} is not a move: at most two pieces are placed in one turn")
        return " ".join(f"{piece}@{space}" for piece, space in placed)

    def parse_placement(self, word: str) -> tuple[str, str]:
        piece, _, space = word.partition("@")
        if piece not in self.targets or not SPACE.fullmatch(space):
            raise InvalidMoveError(
                f"{short(word)} is not a move: write b@a1, bb@a1 for a stack, b@a1 p@c3, {PASS} or {REMOVE} a1"
            )
        return piece, self.known(space)

    def parse_removal(self, spaces: list[str]) -> Move:
        named = {self.known(space) for space in spaces}
        if len(named) < len(spaces):
            raise InvalidMoveError("the same space is named twice; name each stack once")
        return " ".join((REMOVE, *sorted(named, key=space_order)))

    def known(self, space: str) -> str:
        if space not in self.graph.index:
            example = self.graph.names[0]
            raise InvalidMoveError(f"{short(space)} is not a space of this board; one that is: {example}")
        return space

    def placements(self, move: Move) -> list[Placement]:
        """What a canonical move puts where; nothing for a pass."""
        if move == PASS:
            return []
        pairs = [word.split("@") for word in move.split(" ")]
        return [(p if len(p) == 1 else p[0].upper(), self.graph.index[space]) for p, space in pairs]

    def named(self, move: Move) -> list[int]:
        """The spaces that a canonical removal names."""
        return [self.graph.index[space] for space in move.split(" ")[1:]]

    def themes_of(self, position: OnyxPosition, seat: int, move: Move) -> tuple[str, ...]:
        if position.phase == "removal":
            return ("stacks",) if self.named(move) else ("keep",)
        _, changes = self.apply(position, {seat: move})
        placed = [change.piece for change in changes if change.kind == "place"]
        found = {
            "suffocation": len(placed) < len(changes),
            "stack": any(len(piece) > 1 for piece in placed),
            "two": len(placed) > 1,
        }
        return tuple(theme for theme, holds in found.items() if holds)

    def why_not(self, position: OnyxPosition, seat: int, move: Move) -> str:
        if position.phase == "removal":
            return self.why_not_remove(position.squares, seat, move)
        if is_removal(move):
            return "stacks are taken off only when placing is over: place pieces or pass"
        for piece, space in self.placements(move):
            colour = piece.lower()
            if colour not in HELD[seat]:
                own = " and ".join(f"{COLOURS[c]} ({c})" for c in HELD[seat])
                return f"{COLOURS[colour]} is not yours; you place {own}"
            if not self.open_to(position.squares, space, colour):
                return self.crowded(position.squares, space, colour)
        raise AssertionError(f"{move} is legal")

    def crowded(self, squares: str, space: int, colour: str) -> str:
        """Why a space is closed to a colour."""
        name = self.graph.names[space]
        if squares[space] != EMPTY:
            return f"{name} is occupied"
        fitting = [COLOURS[c] for c in COLOURS if self.open_to(squares, space, c)]
        several = ", ".join(fitting[:-1]) + " and " if len(fitting) > 1 else ""
        legal = f"legal for {several}{fitting[-1]} only" if fitting else "legal for no colour"
        return f"{name} is {legal}: {number(self.others(squares, space, colour))} other pieces surround it"

    def why_closed(
        self, position: OnyxPosition, seat: int, chosen: tuple[str, ...], piece: str, space: str
    ) -> str:
        if position.phase == "removal":
            return self.why_not_remove(position.squares, seat, f"{REMOVE} {space}")
        named_before = any(text.endswith(f"@{space}") for text in chosen)
        if named_before and self.open_to(position.squares, self.graph.index[space], piece[:1]):
            return "two pieces of one turn go on two different spaces"
        return self.crowded(position.squares, self.graph.index[space], piece[:1])

    def why_not_remove(self, squares: str, seat: int, move: Move) -> str:
        if not is_removal(move):
            return (
                f"placing is over: write {REMOVE} and the spaces of the stacks you take off, or just {REMOVE}"
            )
        own = self.stacks(squares, seat)
        name = next(self.graph.names[space] for space in self.named(move) if space not in own)
        hint = f"{self.graph.names[own[0]]} does" if own else f"you have none, so write {REMOVE}"
        return f"{name} holds no stack of yours; {hint}"

    # -- what there is to see

    def board(self, position: OnyxPosition) -> Board:
        squares = zip(self.graph.names, position.squares, strict=True)
        return {name: pieces(square) for name, square in squares if square != EMPTY}

    def describe(self, position: OnyxPosition) -> Info:
        squares = position.squares
        passed = tuple(int(seat in position.passed) for seat in (0, 1))
        return Info(
            phase=position.phase,
            colours=HELD,
            counters=(
                Counter("scores", "Score", self.scores(squares)),
                Counter("points", "Points", self.points(squares)),
                Counter("stacks", "Stacks", tuple(len(self.stacks(squares, seat)) for seat in (0, 1))),
                Counter("passed", "Has passed", passed, told="has passed"),
            ),
        )

    def make_layout(self) -> Layout:
        palette = tuple(Piece(code, name) for code, name in COLOURS.items())
        return msgspec.structs.replace(self.graph.layout, palette=palette)

    def measure(self, position: OnyxPosition, seat: int) -> float:
        return self.lead(position.squares, seat)

    def lead(self, squares: str, seat: int) -> float:
        scores = self.scores(squares)
        return float(scores[seat] - scores[1 - seat])

    def gain(self, position: OnyxPosition, seat: int, move: Move) -> float:
        """The same as by playing it, quicker; a removal is judged as if the other player took nothing off."""
        if position.phase == "removal":
            after = cleared(position.squares, self.named(move))
        else:
            after, _ = self.place(position.squares, self.placements(move))
        return self.lead(after, seat) - self.lead(position.squares, seat)

    def candidates(self, position: OnyxPosition, seat: int) -> Iterator[Move]:
        """Every move where that is quick; else sets of up to two stacks, or pairs of the best single pieces."""
        prompt = self.prompt(position, seat)
        if prompt.count() <= MOST_COMPARED:
            yield from prompt.moves()
        elif position.phase == "removal":
            stacks = [self.graph.names[space] for space in self.stacks(position.squares, seat)]
            for size in range(3):
                for spaces in itertools.combinations(sorted(stacks, key=space_order), size):
                    yield " ".join((REMOVE, *spaces))
        else:
            best = {
                key: tuple(sorted(places, key=lambda place: -self.gain(position, seat, place.text))[:60])
                for key, places in prompt.places.items()
            }
            yield from msgspec.structs.replace(prompt, places=best).moves()


def after_pass(position: OnyxPosition, seat: int) -> OnyxPosition:
    """Placing is over if the other player has ever passed; else it is that player's turn."""
    if 1 - seat in position.passed:
        return OnyxPosition(position.squares, 1 - seat, (0, 1), "removal")
    return next_turn(position, position.squares, (seat,))


def next_turn(position: OnyxPosition, squares: str, passed: tuple[int, ...]) -> OnyxPosition:
    """The other seat's turn; but the third time that a position comes up, placing is over."""
    same_passes = passed == position.passed
    earlier = (*position.earlier, position.mark) if same_passes else ()
    after = OnyxPosition(squares, 1 - position.mover, passed, "placing", earlier)
    if earlier.count(after.mark) >= 2:
        return OnyxPosition(squares, after.mover, passed, "removal")
    return after


def cleared(squares: str, spaces: Iterable[int]) -> str:
    after = list(squares)
    for space in spaces:
        after[space] = EMPTY
    return "".join(after)


def is_removal(move: Move) -> bool:
    return move.split(" ")[0] == REMOVE


def pieces(square: str) -> str:
    """A square as the pieces on it: `B` is a stack, `bb`."""
    return square if square in COLOURS else square.lower() * 2


BITS = {
    kind: {ord(s): "1" if s in (kind, kind.upper()) else "0" for s in SQUARES} for kind in (EMPTY, *COLOURS)
}


def spaces_holding(squares: str, kind: str) -> int:
    """The set of spaces that are empty, or that hold a colour, one bit a space as `Graph.regions` takes it."""
    return int(squares[::-1].translate(BITS[kind]), 2)


def number(count: int) -> str:
    words = ("three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[count - CROWD] if count - CROWD < len(words) else str(count)

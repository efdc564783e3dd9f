"""Gomoku a second time, straight from the rule page: stones in a dict of coordinates, nothing remembered, nothing quick.

It shares no code with quintet/games/gomoku.py, so that the two can be compared move by move.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Point = tuple[int, int]
STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
AXES = [(1, 0), (0, 1), (1, 1), (1, -1)]


def name_of(point: Point) -> str:
    return "abcdefghijklmnopqrs"[point[0]] + str(point[1] + 1)


def point_of(name: str) -> Point:
    return "abcdefghijklmnopqrs".index(name[0]), int(name[1:]) - 1


def enemy_of(colour: str) -> str:
    return "w" if colour == "b" else "b"


@dataclass
class Brute:
    size: int = 19
    captures: str = "on"
    double_three: str = "allowed"
    self_capture: str = "allowed"
    opening: str = "free"
    stones: dict[Point, str] = field(default_factory=dict)
    pairs: dict[str, int] = field(default_factory=lambda: {"b": 0, "w": 0})
    history: list[str] = field(default_factory=list)
    black_seat: int | None = None
    threatened: bool = False
    """The colour to move stands before a five and has its extra turn."""
    winner: str | None = None
    """A colour, or "draw"."""
    reason: str = ""

    def __post_init__(self) -> None:
        if self.opening in ("free", "pro", "long-pro"):
            self.black_seat = 0

    # -- whose move

    @property
    def stone_count(self) -> int:
        return len([move for move in self.history if "-" not in move])

    @property
    def colour(self) -> str:
        return "b" if self.stone_count % 2 == 0 else "w"

    def choosing(self) -> bool:
        if self.black_seat is not None:
            return False
        if self.stone_count == 3:
            return "place-two" not in self.history
        return self.stone_count == 5

    def turn(self) -> int | None:
        if self.winner:
            return None
        if self.black_seat is not None:
            return self.black_seat if self.colour == "b" else 1 - self.black_seat
        if self.stone_count < 3:
            return 0
        return 0 if self.stone_count == 5 else 1

    def colours(self) -> tuple[str | None, ...]:
        if self.black_seat is None:
            return None, None
        return ("b", "w") if self.black_seat == 0 else ("w", "b")

    # -- the rules of stones

    def on_board(self, point: Point) -> bool:
        return 0 <= point[0] < self.size and 0 <= point[1] < self.size

    def captured_by(self, stones: dict[Point, str], point: Point, colour: str) -> set[Point]:
        gone: set[Point] = set()
        if self.captures == "off":
            return gone
        for dx, dy in STEPS:
            first, second, third = ((point[0] + n * dx, point[1] + n * dy) for n in (1, 2, 3))
            if stones.get(first) == stones.get(second) == enemy_of(colour) and stones.get(third) == colour:
                gone |= {first, second}
        return gone

    def put(self, stones: dict[Point, str], point: Point, colour: str) -> tuple[dict[Point, str], int]:
        gone = self.captured_by(stones, point, colour)
        pairs = 0
        for dx, dy in STEPS:
            row = [(point[0] + n * dx, point[1] + n * dy) for n in (1, 2, 3)]
            if row[0] in gone and row[1] in gone and stones.get(row[2]) == colour:
                pairs += 1
        return {p: c for p, c in {**stones, point: colour}.items() if p not in gone}, pairs

    @staticmethod
    def five(stones: dict[Point, str], colour: str) -> bool:
        for (x, y), stone in stones.items():
            for dx, dy in AXES:
                if stone == colour and all(stones.get((x + n * dx, y + n * dy)) == colour for n in range(5)):
                    return True
        return False

    def threes(self, stones: dict[Point, str], point: Point, colour: str) -> int:
        """Free threes on the board after the move that hold the placed stone."""
        count = 0
        for dx, dy in AXES:
            for shape in ("_XXX_", "_XX_X_", "_X_XX_"):
                for shift in range(len(shape)):
                    fits = shape[shift] == "X" and all(
                        self.on_board((point[0] + (n - shift) * dx, point[1] + (n - shift) * dy))
                        and stones.get((point[0] + (n - shift) * dx, point[1] + (n - shift) * dy), "_")
                        == (colour if mark == "X" else "_")
                        for n, mark in enumerate(shape)
                    )
                    count += fits
        return count

    def caught(self, stones: dict[Point, str], point: Point, colour: str) -> bool:
        """Enemy-own-own-enemy, the placed stone being one of the two."""
        for dx, dy in AXES:
            for shift in (-1, -2):
                row = [
                    stones.get((point[0] + (shift + n) * dx, point[1] + (shift + n) * dy)) for n in range(4)
                ]
                if row == [enemy_of(colour), colour, colour, enemy_of(colour)]:
                    return True
        return False

    def permitted(self, stones: dict[Point, str], point: Point, colour: str, number: int) -> bool:
        if point in stones or not self.on_board(point):
            return False
        distance = max(abs(point[0] - self.size // 2), abs(point[1] - self.size // 2))
        least = {"pro": 3, "long-pro": 4}.get(self.opening)
        if least and ((number == 1 and distance != 0) or (number == 3 and distance < least)):
            return False
        after, pairs = self.put(stones, point, colour)
        if self.double_three == "forbidden" and pairs == 0 and self.threes(after, point, colour) >= 2:
            return False
        forbidden = self.self_capture == "forbidden" and self.captures == "on"
        return not (forbidden and self.caught(after, point, colour))

    def points(self) -> list[Point]:
        return [(x, y) for x in range(self.size) for y in range(self.size)]

    def placements(self) -> list[Point]:
        number = self.stone_count + 1
        return [p for p in self.points() if self.permitted(self.stones, p, self.colour, number)]

    def legal(self) -> set[str]:
        if self.winner:
            return set()
        if self.choosing():
            more = {"place-two"} if self.opening == "swap2" and self.stone_count == 3 else set()
            return {"take-black", "take-white"} | more
        return {name_of(point) for point in self.placements()}

    # -- a move

    def play(self, move: str) -> None:
        seat = self.turn()
        assert seat is not None
        if "-" in move:
            self.history.append(move)
            if move != "place-two":
                self.black_seat = seat if move == "take-black" else 1 - seat
            return
        colour, enemy = self.colour, enemy_of(self.colour)
        self.stones, pairs = self.put(self.stones, point_of(move), colour)
        self.history.append(move)
        self.pairs[colour] += pairs
        was_threatened, self.threatened = self.threatened, False
        if self.pairs[colour] >= 5:
            self.winner, self.reason = colour, "captures"
        elif was_threatened and self.five(self.stones, enemy):
            self.winner, self.reason = enemy, "alignment"
        elif self.five(self.stones, colour):
            self.threatened = self.saved(enemy)
            if not self.threatened:
                self.winner, self.reason = colour, "alignment"
        elif len(self.stones) == self.size**2:
            self.winner, self.reason = "draw", "board-full"
        elif not self.choosing() and not self.placements():
            self.winner, self.reason = "draw", "no-legal-move"

    def saved(self, colour: str) -> bool:
        """Has this colour a legal capture that leaves the enemy no five, or reaches five pairs?"""
        return any(self.saves(point, colour) for point in self.points())

    def saves(self, point: Point, colour: str) -> bool:
        if not self.permitted(self.stones, point, colour, self.stone_count + 1):
            return False
        after, pairs = self.put(self.stones, point, colour)
        if pairs == 0:
            return False
        return self.pairs[colour] + pairs >= 5 or not self.five(after, enemy_of(colour))

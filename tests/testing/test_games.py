"""The conformance kit: every game passes it, and every broken toy is caught."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import pytest
from msgspec.structs import replace

from quintet.games import GAMES
from quintet.games.contract import (
    SCORE_REASONS,
    Account,
    Board,
    Change,
    Group,
    Info,
    Label,
    Layout,
    Line,
    Move,
    Option,
    Outcome,
    Piece,
    Prompt,
    Space,
)
from quintet.games.contract import Counter as Count
from quintet.games.grammar import START, Place, State, Step
from quintet.games.grid import Grid
from quintet.testing import GameFault, check_game, variants
from tests.toys.noughts import Noughts, NoughtsPosition

SMALL: dict[str, dict[str, int | str]] = {
    "gomoku": {"size": 9},
    "onyx": {"board": "king-3"},
    "omega": {"size": 4},
}
"""Settings that make a game short; every option is varied from there."""


def every_variant() -> Iterator[Any]:
    for name, kind in GAMES.items():
        for settings in variants(kind, **SMALL.get(name, {})):
            label = ",".join(f"{option}={value}" for option, value in settings.items())
            yield pytest.param(kind, settings, id=f"{name}({label})")


@pytest.mark.parametrize(("kind", "settings"), list(every_variant()))
def test_every_game_keeps_the_contract_with_every_option_value(
    kind: type[Any], settings: dict[str, int | str]
) -> None:
    check_game(kind(**settings), seeds=(1,))


@pytest.mark.parametrize("kind", GAMES.values(), ids=GAMES.keys())
def test_every_game_keeps_the_contract_as_it_comes(kind: type[Any]) -> None:
    check_game(kind(), seeds=(7,))


@pytest.mark.parametrize("size", [3, 6])
def test_the_toy_keeps_the_contract(size: int) -> None:
    check_game(Noughts(size=size), seeds=range(5))


# --- each of these breaks one promise -------------------------------------------------------------------------------


class Unwritten(Noughts):
    """does not say how its moves are written"""

    notation = ""


class RestlessStart(Noughts):
    """does not always start from the same position"""

    def start(self) -> NoughtsPosition:
        return NoughtsPosition("." * len(self.grid), random.randrange(-900, -1))


class OpenEnded(Noughts):
    """which it must refuse with OptionError"""

    options = (Option(name="size", default=3, choices=(3, 4), help="Squares along each side."),)

    def __init__(self, **settings: object) -> None:
        super().__init__(size=settings.get("size", 3) if settings.get("size") in (3, 4) else 3)


class LostSpace(Noughts):
    """which the layout lacks"""

    def make_layout(self) -> Layout:
        layout = super().make_layout()
        kept = tuple(space for space in layout.spaces if space.name != "a1")
        return Layout(spaces=kept, shape="square", surface="paper", palette=layout.palette)


class Colourless(Noughts):
    """which the palette lacks"""

    def make_layout(self) -> Layout:
        layout = super().make_layout()
        return Layout(spaces=layout.spaces, shape="square", surface="paper", palette=layout.palette[:1])


class Piled(Noughts):
    """two spaces of the layout lie on one another"""

    def make_layout(self) -> Layout:
        layout = super().make_layout()
        first = layout.spaces[0]
        moved = (type(first)("a1", 1.0, 0.0), *layout.spaces[1:])
        return Layout(spaces=moved, shape="square", surface="paper", palette=layout.palette)


class Endless(Noughts):
    """does not end within"""

    def outcome(self, position: NoughtsPosition) -> Outcome | None:
        return None

    def apply(
        self, position: NoughtsPosition, moves: Mapping[int, Move]
    ) -> tuple[NoughtsPosition, tuple[Change, ...]]:
        after, changes = super().apply(position, moves)
        return (after, changes) if after.squares.count(".") > 3 else (position, ())


class TwoEnds(Noughts):
    """turn must be empty exactly when there is an outcome"""

    def turn(self, position: NoughtsPosition) -> tuple[int, ...]:
        return (self.mover(position),)


class WrongPhase(Noughts):
    """phase must be "over" exactly at the end"""

    def describe(self, position: NoughtsPosition) -> Info:
        return Info(phase="play", colours=("b", "w"))


class OneColour(Noughts):
    """colours needs an entry for every seat"""

    def describe(self, position: NoughtsPosition) -> Info:
        info = super().describe(position)
        return Info(phase=info.phase, colours=("b",))


class Forgetful(Noughts):
    """not the same after dump, JSON and load"""

    def dump(self, position: NoughtsPosition) -> Any:
        return {"squares": position.squares}


class Silent(Noughts):
    """the changes make"""

    def apply(
        self, position: NoughtsPosition, moves: Mapping[int, Move]
    ) -> tuple[NoughtsPosition, tuple[Change, ...]]:
        return super().apply(position, moves)[0], ()


class BackToFront(Noughts):
    """order of their steps"""

    def apply(
        self, position: NoughtsPosition, moves: Mapping[int, Move]
    ) -> tuple[NoughtsPosition, tuple[Change, ...]]:
        after, (placed,) = super().apply(position, moves)
        late = Change(kind="turn", space=placed.space, piece=placed.piece, step=2)
        return after, (placed, late, Change(kind="turn", space=placed.space, piece=placed.piece, step=1))


class WrongRemoval(Noughts):
    """is not what stands there"""

    def apply(
        self, position: NoughtsPosition, moves: Mapping[int, Move]
    ) -> tuple[NoughtsPosition, tuple[Change, ...]]:
        after, (placed,) = super().apply(position, moves)
        wrong = "w" if placed.piece == "b" else "b"
        return after, (placed, Change(kind="remove", space=placed.space, piece=wrong), placed)


class Generous(Noughts):
    """is refused"""

    def prompt(self, position: NoughtsPosition, seat: int) -> Prompt:
        whole = super().prompt(self.start(), seat)
        return whole if position.squares.count(".") < 5 else super().prompt(position, seat)

    def legal(self, position: NoughtsPosition, seat: int, move: Move) -> bool:
        return super().prompt(position, seat).allows(move)


class Mean(Noughts):
    """legal says True of"""

    def prompt(self, position: NoughtsPosition, seat: int) -> Prompt:
        full = super().prompt(position, seat)
        return replace(full, places={key: places[:1] for key, places in full.places.items()})

    def legal(self, position: NoughtsPosition, seat: int, move: Move) -> bool:
        return super().prompt(position, seat).allows(move)


class Regrammared(Noughts):
    """A prompt with something else in place of what the walker expects."""

    step = Step("put", "b", piece="b")
    place = Place("a1", "a1")

    def prompt(self, position: NoughtsPosition, seat: int) -> Prompt:
        full = super().prompt(position, seat)
        step, key = self.step, "bw"[seat]
        states = {START: State((step,)), "around": State((Step("put", key, "around", key),))}
        return replace(full, states=states, places=full.places | {"one": (self.place,), "none": ()})


class Twice(Noughts):
    """can be chosen in two ways"""

    def prompt(self, position: NoughtsPosition, seat: int) -> Prompt:
        full = super().prompt(position, seat)
        (step,) = full.states[START].steps
        return replace(full, states={START: State((step, step))})


class Doubled(Noughts):
    """can be chosen in two ways"""

    def prompt(self, position: NoughtsPosition, seat: int) -> Prompt:
        full = super().prompt(position, seat)
        return replace(full, places={key: places * 2 for key, places in full.places.items()})


class OffTheBoard(Noughts):
    """which the layout lacks"""

    def prompt(self, position: NoughtsPosition, seat: int) -> Prompt:
        full = super().prompt(position, seat)
        away = {k: tuple(Place(p.text, p.space, (p.space, "z9")) for p in v) for k, v in full.places.items()}
        return replace(full, places=away)


class NoSuchState(Regrammared):
    """has no state 'gone'"""

    step = Step("put", "one", "gone", "b")


class InACircle(Regrammared):
    """lead in a circle"""

    step = Step("put", "one", "around", "b")


class NoSuchPlaces(Regrammared):
    """which is no places"""

    step = Step("put", "many", piece="b")


class NothingToDraw(Regrammared):
    """only what is put or lands has a piece"""

    step = Step("put", "one")


class UnknownPiece(Regrammared):
    """is not a piece of the palette"""

    step = Step("put", "one", piece="q")


class SpacelessPiece(Regrammared):
    """words have no space and all else has one"""

    step = Step("put", "one", piece="b")
    place = Place("a1")


class BrokenText(Regrammared):
    """is not one word"""

    step = Step("put", "one", piece="b")
    place = Place("a 1", "a1")


class MarkAlone(Regrammared):
    """a step that marks stands alone"""

    step = Step("mark", "one")


class BarredNowhere(Noughts):
    """are not all spaces"""

    def prompt(self, position: NoughtsPosition, seat: int) -> Prompt:
        return replace(super().prompt(position, seat), barred=("z9",))


class Mute(Noughts):
    """is refused without one sentence"""

    def why_not(self, position: NoughtsPosition, seat: int, move: Move) -> str:
        return ""


class Crashing(Noughts):
    """must be refused with a MoveError"""

    def why_not(self, position: NoughtsPosition, seat: int, move: Move) -> str:
        raise KeyError(move)


class CaseSensitive(Noughts):
    """is refused"""

    def parse(self, text: str) -> Move:
        return super().parse("upper case" if text.strip() and text.isupper() else text)


class Renaming(Noughts):
    """is read as"""

    def parse(self, text: str) -> Move:
        return super().parse("a1" if text.strip() == "b2" else text)

    def legal(self, position: NoughtsPosition, seat: int, move: Move) -> bool:
        return True


class Unsettled(Noughts):
    """did not do the same"""

    def apply(
        self, position: NoughtsPosition, moves: Mapping[int, Move]
    ) -> tuple[NoughtsPosition, tuple[Change, ...]]:
        return super().apply(position, moves)[0], (
            *super().apply(position, moves)[1],
            Change(
                kind="turn",
                space=next(iter(moves.values())),
                piece="bw"[self.mover(position)],
                step=random.getrandbits(60),
            ),
        )


class Greedless(Noughts):
    """measure must be a finite number"""

    def measure(self, position: NoughtsPosition, seat: int) -> float:
        return float("nan")


class WrongWinner(Noughts):
    """do not make"""

    reasons: ClassVar = SCORE_REASONS

    def outcome(self, position: NoughtsPosition) -> Outcome | None:
        real = super().outcome(position)
        return real and Outcome(winners=(0,), reason="more-points", scores=(1, 2))


class Cluttered(Noughts):
    """leave empty spaces out"""

    def board(self, position: NoughtsPosition) -> Board:
        return dict.fromkeys(self.grid.names, "") | super().board(position)


class Anybody(Noughts):
    """play takes"""

    def play(
        self, position: NoughtsPosition, moves: Mapping[int, str]
    ) -> tuple[NoughtsPosition, tuple[Change, ...]]:
        return super().play(position, dict(list(moves.items())[:1]))


class Shouting(Noughts):
    """must be small letters, digits and hyphens"""

    name = "Noughts And Crosses"


class Untitled(Noughts):
    """the title '' must be 1 to 40 characters"""

    title = ""


class TwoSizes(Noughts):
    """is there twice"""

    options = (Noughts.options[0],) * 2  # type: ignore[assignment]  # the toy has one option


class OddOption(Noughts):
    """must be small letters, digits and underscores"""

    options = (Option(name="My Option", default=1, low=1, high=2, help="Odd."),)

    def set_up(self) -> None:
        self.grid = Grid(3, 3, first_row="top")


class SameChoice(Noughts):
    """has a choice twice"""

    options = (Option(name="size", default=3, choices=(3, 4, 3), help="Squares along each side."),)


class Shapeless(Noughts):
    """the layout is none that a face can draw"""

    def make_layout(self) -> Layout:
        shape: Any = "star"
        return replace(super().make_layout(), shape=shape)


class Spaceless(Noughts):
    """the layout has no spaces"""

    def make_layout(self) -> Layout:
        return replace(super().make_layout(), spaces=())


class LongNamed(Noughts):
    """must be 1 to 6 small letters and digits"""

    def make_layout(self) -> Layout:
        layout = super().make_layout()
        return replace(layout, spaces=(Space("the corner", -1.0, -1.0), *layout.spaces))


class SameNamed(Noughts):
    """two spaces of the layout have the same name"""

    def make_layout(self) -> Layout:
        layout = super().make_layout()
        return replace(layout, spaces=(*layout.spaces, Space("a1", 9.0, 9.0)))


class Infinite(Noughts):
    """needs finite coordinates"""

    def make_layout(self) -> Layout:
        return replace(super().make_layout(), dots=((0.0, float("inf")),))


class LongLabelled(Noughts):
    """the label 'column a' must be 1 to 4 characters"""

    def make_layout(self) -> Layout:
        return replace(super().make_layout(), labels=(Label("column a", 0.0, -1.0),))


class TwoLetters(Noughts):
    """a code of its own: one small letter"""

    def make_layout(self) -> Layout:
        return replace(super().make_layout(), palette=(Piece("B", "black"), Piece("w", "white")))


class TwoBlacks(Noughts):
    """two pieces of the palette have the same name"""

    def make_layout(self) -> Layout:
        return replace(super().make_layout(), palette=(Piece("b", "black"), Piece("w", "black")))


class Miscounting(Noughts):
    """must count in whole numbers"""

    def describe(self, position: NoughtsPosition) -> Info:
        half: Any = 0.5
        return replace(super().describe(position), counters=(Count("turn", "Turn", half),))


class ForeignCounter(Noughts):
    """which the palette lacks"""

    def describe(self, position: NoughtsPosition) -> Info:
        return replace(super().describe(position), counters=(Count("turn", "Turn", {"green": 1}),))


class OneSeatCounter(Noughts):
    """needs a value for every seat"""

    def describe(self, position: NoughtsPosition) -> Info:
        return replace(super().describe(position), counters=(Count("turn", "Turn", (1,)),))


class HiddenCounter(Noughts):
    """needs a name of its own"""

    def describe(self, position: NoughtsPosition) -> Info:
        return replace(super().describe(position), counters=(Count("phase", "Phase", 1),))


class Unlabelled(Noughts):
    """needs a name in small letters and a label"""

    def describe(self, position: NoughtsPosition) -> Info:
        return replace(super().describe(position), counters=(Count("turn", "", 1),))


class Rambling(Noughts):
    """is refused without one sentence"""

    def why_not(self, position: NoughtsPosition, seat: int, move: Move) -> str:
        return "taken " * 100


class Trusting(Noughts):
    """must be refused with a PositionError"""

    def check_position(self, position: NoughtsPosition) -> None:
        """Whatever comes is believed."""


class Distrustful(Noughts):
    """a position of the game's own is refused"""

    def check_position(self, position: NoughtsPosition) -> None:
        self.need("b" not in position.squares, "there is something on the board")


class HalfTold(Noughts):
    """of the account needs a value for every seat"""

    def account(self, position: NoughtsPosition) -> Account:
        return Account((Line("Rows", ("1",)),))


class MarkedBeside(Noughts):
    """has spaces that the layout lacks"""

    def account(self, position: NoughtsPosition) -> Account:
        return Account(groups=(Group("Three in a row", ("a1", "a2", "z9"), 0),))


class Uncounted(Noughts):
    """no line of the account that decides has the scores"""

    reasons: ClassVar = SCORE_REASONS

    def outcome(self, position: NoughtsPosition) -> Outcome | None:
        return super().outcome(position) and Outcome(winners=(0,), reason="more-points", scores=(2, 1))

    def account(self, position: NoughtsPosition) -> Account:
        return Account((Line("Rows", ("2", "2"), decides=True),))


BROKEN = [
    kind
    for kind in (*Noughts.__subclasses__(), *Regrammared.__subclasses__())
    if kind.__module__ == __name__ and kind is not Regrammared
]


@pytest.mark.parametrize("kind", BROKEN, ids=lambda kind: kind.__name__)
def test_every_broken_promise_is_caught(kind: type[Noughts]) -> None:
    """The docstring of each broken toy is part of the sentence that must be said about it."""
    with pytest.raises(GameFault) as fault:
        check_game(kind(), seeds=range(8), max_moves=40)
    assert kind.__doc__ is not None
    assert kind.__doc__ in str(fault.value)


def test_variants_cover_every_value() -> None:
    assert variants(Noughts) == [{}, {"size": 6}]
    assert variants(Noughts, size=4) == [{"size": 4}, {"size": 3}, {"size": 6}]

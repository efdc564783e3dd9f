"""What a seat may play, as data, and the one walker over it.

A prompt is a small automaton. A move is a walk through it: in every state one thing is chosen, a word or a space, and
that leads to the next state; where a state is whole the move may end. The text of a move is the texts of what was
chosen, with blanks between them. Whatever needs moves asks the walker: all of them, how many, is this one legal, any one
at random, what could come next in a half-typed or half-clicked one.

Most games need no more than `placing`, `marking` and `moving`, which build the automaton for the common kinds of move.
`web/table/grammar.js` is the same walker for the browser; both run the cases in tests/corpus/grammar.json.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Literal, TypeAlias

from msgspec import Struct

Move: TypeAlias = str

START, END = "start", ""
"""The state in which every move begins, and the one in which nothing is left to choose."""


class Place(Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that can be chosen: how it is written, the space it is about, and what a person may click for it."""

    text: str
    space: str = ""
    """Empty for a word."""
    clicks: tuple[str, ...] = ()
    """Every space that stands for this one; empty means just `space`."""
    label: str = ""
    """What a button says where the text is no word for people."""


class Step(Struct, frozen=True, omit_defaults=True):
    """One of these places may be chosen, and then the move is in the state `to`.

    `word`  a word, such as a pass
    `put`   a new `piece` on a space; the spaces of all pieces put in one move differ
    `lift`  the piece that stands on a space is taken up
    `land`  the `piece` that was taken up is put down on a space, or goes on to another
    `mark`  any of these spaces, or none: the move stays in its state, and the spaces are written in their own order
    """

    kind: Literal["word", "put", "lift", "land", "mark"]
    of: str
    """The key of these places in `Prompt.places`."""
    to: str = END
    piece: str = ""
    loose: bool = False
    """Another order of a move that can be made without this step: for people, and never counted."""


class State(Struct, frozen=True, omit_defaults=True):
    steps: tuple[Step, ...] = ()
    whole: bool = False
    """May the move end here?"""


class Choice(Struct, frozen=True):
    """One thing that can be chosen next."""

    step: Step
    place: Place

    @property
    def text(self) -> str:
        return self.place.text

    @property
    def space(self) -> str:
        return self.place.space

    @property
    def clicks(self) -> tuple[str, ...]:
        """Every space that a person may click for it."""
        return self.place.clicks or ((self.place.space,) if self.place.space else ())

    @property
    def piece(self) -> str:
        """What to draw there."""
        return self.step.piece


Path: TypeAlias = tuple[Step, ...]
"""The steps of a whole move, before any place is chosen."""
OVER = State(whole=True)


class Prompt(Struct, frozen=True, kw_only=True):
    """Everything one seat may play now, as data. Its legal moves are exactly what `moves` generates."""

    seat: int
    ask: str
    """What is wanted of the player, as a sentence."""
    places: dict[str, tuple[Place, ...]]
    states: dict[str, State]
    barred: tuple[str, ...] = ()
    """Spaces that look open and are forbidden by a special rule: faces put a sign on them."""

    # -- the walk

    def state(self, walk: Sequence[Choice]) -> State:
        """Where a walk has led."""
        for choice in reversed(walk):
            if choice.step.kind != "mark":
                return self.states.get(choice.step.to, OVER)
        return self.states[START]

    def choices(self, walk: Sequence[Choice] = (), loose: bool = True) -> Iterator[Choice]:
        """What can be chosen next, such that the move can be made whole; without `loose`, in written order only."""
        state, used = self.state(walk), spaces_put(walk)
        for step in state.steps:
            if step.loose and not loose:
                continue
            chosen = {choice.text for choice in walk if choice.step == step} if step.kind == "mark" else ()
            for place in self.places[step.of]:
                clash = step.kind == "put" and place.space in used
                if not clash and place.text not in chosen and self._leads_on(step, place, used):
                    yield Choice(step, place)

    def _leads_on(self, step: Step, place: Place, used: frozenset[str]) -> bool:
        """Can the move be made whole after this choice?"""
        state = self.states.get(step.to, OVER)
        if state.whole or step.kind == "mark":
            return True
        used = used | {place.space} if step.kind == "put" else used
        return any(
            self._leads_on(following, there, used)
            for following in state.steps
            for there in self.places[following.of]
            if not (following.kind == "put" and there.space in used)
        )

    def walk(self, texts: Iterable[str], loose: bool = True) -> list[Choice] | None:
        """The walk that chooses these texts one after the other; None if there is none."""
        walk: list[Choice] = []
        for text in texts:
            found = self._find(walk, text, loose)
            if found is None:
                return None
            walk.append(found)
        return walk

    def _find(self, walk: Sequence[Choice], text: str, loose: bool) -> Choice | None:
        used = spaces_put(walk)
        for step in self.state(walk).steps:
            if loose or not step.loose:
                for place in self.places[step.of]:
                    if place.text == text and not (step.kind == "put" and place.space in used):
                        again = step.kind == "mark" and any(choice.place == place for choice in walk)
                        return None if again else Choice(step, place)
        return None

    def text(self, walk: Sequence[Choice]) -> Move | None:
        """The move that a walk has made, in canonical writing; None while it is not whole."""
        if not self.state(walk).whole or not walk:
            return None
        if any(choice.step.loose for choice in walk):
            walk = self._in_order([], list(walk)) or ()
        marks = [choice for choice in walk if choice.step.kind == "mark"]
        if marks:
            order = {place.text: number for number, place in enumerate(self.places[marks[0].step.of])}
            marks.sort(key=lambda choice: order[choice.text])
        others = [choice for choice in walk if choice.step.kind != "mark"]
        return " ".join(choice.text for choice in (*others, *marks))

    def _in_order(self, walk: list[Choice], rest: list[Choice]) -> list[Choice] | None:
        """The same choices as a walk without loose steps."""
        if not rest:
            return walk
        for choice in rest:
            found = self._find(walk, choice.text, loose=False)
            if found is not None:
                others = [other for other in rest if other is not choice]
                whole = self._in_order([*walk, found], others)
                if whole is not None:
                    return whole
        return None

    # -- all moves

    def moves(self) -> Iterator[Move]:
        """Every legal move, in a fixed order: those with fewer choices first."""
        for path in self.paths():
            if path[-1].kind == "mark":
                yield from self._marked(path)
                continue
            for chosen in itertools.product(*(self.places[step.of] for step in path)):
                if distinct(path, chosen):
                    yield " ".join([place.text for place in chosen])

    def _marked(self, path: Path) -> Iterator[Move]:
        for before in itertools.product(*(self.places[step.of] for step in path[:-1])):
            places = self.places[path[-1].of]
            for size in range(len(places) + 1):
                for marks in itertools.combinations(places, size):
                    yield " ".join([place.text for place in (*before, *marks)])

    def paths(self) -> list[Path]:
        """The ways of making a move, by the kind of each choice; the shorter ones first."""
        found: list[Path] = []
        open_ends: list[tuple[str, Path]] = [(START, ())]
        for name, path in open_ends:  # grows while it is walked: so the shorter ones come first
            state = self.states.get(name, OVER)
            marks = [step for step in state.steps if step.kind == "mark"]
            found += [(*path, step) for step in marks]
            if state.whole and path and not marks:
                found.append(path)
            open_ends += [
                (step.to, (*path, step))
                for step in state.steps
                if step.kind != "mark" and not step.loose and self.places[step.of]
            ]
        return found

    def count(self) -> int:
        """How many moves `moves` generates, without generating the large sets."""
        return sum(map(self._ways, self.paths()))

    def _ways(self, path: Path) -> int:
        """How many moves a path stands for."""
        ways, puts = 1, []
        for step in path:
            places = self.places[step.of]
            if step.kind == "put":
                puts.append({place.space for place in places})
            else:
                ways *= 2 ** len(places) if step.kind == "mark" else len(places)
        return ways * count_distinct(puts)

    def allows(self, move: Move) -> bool:
        """Is this canonical text one of the legal moves?"""
        walk = self.walk(move.split(" "), loose=False)
        return walk is not None and self.text(walk) == move

    def sample(self, rng: Random) -> Move:
        """One of the moves, each equally likely, without writing down all of them. IndexError if there is none."""
        paths = self.paths()
        ways = [self._ways(path) for path in paths]
        total = sum(ways)
        if not total:
            raise IndexError("there is no move to choose from")
        number = rng.randrange(total)  # in whole numbers: the subsets of a large board are beyond any float
        for path, count in zip(paths, ways, strict=True):
            if number < count:
                return self._draw(path, rng)
            number -= count
        raise AssertionError("the number is below the sum of the ways")

    def vary(self, rng: Random) -> Move:
        """A move of any kind, the rare kinds as likely as the common ones. IndexError if there is none."""
        kinds: list[Path | Place] = []
        for path in self.paths():
            if path[0].kind == "word" and len(path) == 1:
                kinds += self.places[path[0].of]
            elif self._ways(path):
                kinds.append(path)
        kind = rng.choice(kinds)
        return kind.text if isinstance(kind, Place) else self._draw(kind, rng)

    def _draw(self, path: Path, rng: Random) -> Move:
        """Draw again while two pieces share a space: what is left is spread evenly over the moves of the path."""
        while True:
            chosen = [rng.choice(self.places[step.of]) for step in path if step.kind != "mark"]
            if distinct(path, chosen):
                break
        marks = self.places[path[-1].of] if path[-1].kind == "mark" else ()
        return " ".join([place.text for place in (*chosen, *(mark for mark in marks if rng.random() < 0.5))])

    # -- for people

    @property
    def words(self) -> tuple[Move, ...]:
        """The moves that are a single word, after which nothing can follow."""
        return tuple(
            place.text
            for step in self.states[START].steps
            if step.kind == "word" and step.to == END
            for place in self.places[step.of]
        )

    @property
    def pieces(self) -> tuple[str, ...]:
        """The pieces a move can put down, in the order in which the prompt names them."""
        steps = (step for state in self.states.values() for step in state.steps)
        return tuple(dict.fromkeys(step.piece for step in steps if step.kind == "put"))

    def complete(self, typed: str, limit: int) -> list[str]:
        """Ways to go on with a half-typed move: what is typed, with the next choice of the move written out."""
        words = typed.lower().split()
        ending = "" if not words or typed.endswith(" ") else words.pop()
        walk: list[Choice] = []
        for word in words:
            found = next((c for c in self.choices(walk) if typeable(c.text) == typeable(word)), None)
            if found is None:
                return []
            walk.append(found)
        ways = [walk] if walk and not ending and self.text(walk) else []
        begun = typeable(ending)
        further = [c for c in self.choices(walk) if typeable(c.text).startswith(begun)]
        ways += (way for choice in further for way in self._landed([*walk, choice]))
        if len(further) == 1 and typeable(further[0].text) == begun:  # it is whole: what may come after it
            ways += ([*walk, *further, choice] for choice in self.choices((*walk, *further)))
        texts = [" ".join(choice.text for choice in way) for way in ways]
        return list(dict.fromkeys(texts))[:limit]

    def _landed(self, walk: list[Choice]) -> Iterator[list[Choice]]:
        """A piece that was only lifted is no answer to anything: every way to put it down."""
        if walk[-1].step.kind == "lift":
            yield from ([*walk, choice] for choice in self.choices(walk))
        else:
            yield walk


def typeable(text: str) -> str:
    """A text without the sign that people leave out: `wa` begins `w@a1`."""
    return text.lower().replace("@", "")


def spaces_put(walk: Iterable[Choice]) -> frozenset[str]:
    return frozenset(choice.place.space for choice in walk if choice.step.kind == "put")


def distinct(path: Path, chosen: Sequence[Place]) -> bool:
    """Are all pieces that are put down on different spaces?"""
    if len(path) == 1:
        return True
    spaces = [place.space for step, place in zip(path, chosen, strict=False) if step.kind == "put"]
    return len(set(spaces)) == len(spaces)


def count_distinct(sets: list[set[str]]) -> int:
    """In how many ways one space can be taken from each set, all different: by inclusion and exclusion."""
    if not sets:
        return 1
    if len(sets) == 1:
        return len(sets[0])
    first, *others = sets
    total = len(first) * count_distinct(others)
    for number, other in enumerate(others):  # the ways in which the first shares its space with this one
        rest = others[:number] + others[number + 1 :]
        total -= count_distinct([first & other, *rest])
    return total


# --- the common kinds of move -----------------------------------------------------------------------------------------


def placing(
    seat: int,
    ask: str,
    combos: tuple[tuple[str, ...], ...],
    places: Mapping[str, tuple[Place, ...]],
    words: tuple[Place, ...] = (),
    barred: tuple[str, ...] = (),
) -> Prompt:
    """A move puts the pieces of one of these combinations on different spaces, or is a word.

    Each entry of a combination is a key of `places`: the pieces it puts down (`bb` is two at once).
    """
    states = _placing_states(combos, bool(words))
    every = dict(places) | {WORDS: words} if words else dict(places)
    return Prompt(seat=seat, ask=ask, places=every, states=states, barred=barred)


WORDS = "words"


@lru_cache(maxsize=256)
def _placing_states(combos: tuple[tuple[str, ...], ...], words: bool) -> dict[str, State]:
    """A state for every set of pieces put so far, whichever was put first; only the written order is not loose."""
    wholes = {tuple(sorted(combo)) for combo in combos}
    straight = {(tuple(sorted(combo[:n])), combo[n]) for combo in combos for n in range(len(combo))}
    pieces = tuple(dict.fromkeys(piece for combo in combos for piece in combo))
    states: dict[str, State] = {}
    reached: list[tuple[str, ...]] = [()]
    for put in reached:  # grows while it is walked
        steps = [Step("word", WORDS)] if words and not put else []
        for piece in pieces:
            after = tuple(sorted((*put, piece)))
            larger = [combo for combo in combos if not Counter(after) - Counter(combo)]
            if larger:
                more = any(len(combo) > len(after) for combo in larger)
                to = "+".join(after) if more else END
                steps.append(Step("put", piece, to, piece, loose=(put, piece) not in straight))
                if more and after not in reached:
                    reached.append(after)
        states["+".join(put) or START] = State(tuple(steps), put in wholes)
    return states


def choosing(seat: int, ask: str, words: tuple[Place, ...]) -> Prompt:
    """A move is one of these words."""
    return placing(seat, ask, (), {}, words)


def marking(seat: int, ask: str, word: Place, spaces: tuple[str, ...]) -> Prompt:
    """A move is a word followed by any of these spaces, or none, in this order."""
    places = {WORDS: (word,), "marks": tuple(Place(space, space) for space in spaces)}
    states = {
        START: State((Step("word", WORDS, "marks"),)),
        "marks": State((Step("mark", "marks"),), whole=True),
    }
    return Prompt(seat=seat, ask=ask, places=places, states=states)


def moving(
    seat: int,
    ask: str,
    moves: Mapping[tuple[str, ...], str | tuple[str, ...]],
    then: Mapping[tuple[str, ...], tuple[Place, ...]] | None = None,
    words: tuple[Place, ...] = (),
) -> Prompt:
    """A move takes a piece from a space to another, in one leg or several: `{("a1", "c3", "e5"): "b"}`; or is a word.

    The value is the piece as it is drawn where it lands; where it changes on its way, one for each leg. A move that is the
    beginning of another may end there. `then` names the moves after which one of these words is due, such as what a piece
    is promoted to.
    """
    then = then or {}
    ends = set(moves) - set(then)
    further: dict[tuple[str, ...], dict[str, None]] = {}
    pieces: dict[tuple[str, ...], str] = {}
    for move, drawn in moves.items():
        for length in range(len(move)):
            further.setdefault(move[:length], {})[move[length]] = None
            pieces[move[: length + 1]] = drawn if isinstance(drawn, str) else ("", *drawn)[length]
    places: dict[str, tuple[Place, ...]] = {WORDS: words} if words else {}
    states = {}
    for so_far in dict.fromkeys([(), *further, *then]):
        steps = [Step("word", WORDS)] if words and not so_far else []
        for after in ((*so_far, space) for space in further.get(so_far, ())):
            name, on = " ".join(after), after in further or after in then
            piece = pieces[after] if so_far else ""
            key = f"to {name}" if on else f"from {' '.join(so_far)}"
            if not on and any(step.of == key and step.piece != piece for step in steps):
                key = f"{key} as {piece}"
            places[key] = (*places.get(key, ()), Place(after[-1], after[-1]))
            if on or len(places[key]) == 1:
                kind: Literal["lift", "land"] = "land" if so_far else "lift"
                steps.append(Step(kind, key, name if on else END, piece))
        if so_far in then:
            places[f"then {' '.join(so_far)}"] = then[so_far]
            steps.append(Step("word", f"then {' '.join(so_far)}"))
        states[" ".join(so_far) or START] = State(tuple(steps), so_far in ends)
    return Prompt(seat=seat, ask=ask, places=places, states=states)


def either(first: Prompt, second: Prompt) -> Prompt:
    """Whatever one of two prompts allows, as the first asks for it. Words belong to one of them only."""
    shared = (first.places.keys() & second.places.keys()) | (first.states.keys() & second.states.keys()) - {
        START
    }
    if shared:
        raise ValueError(f"both prompts have {', '.join(sorted(shared))}")
    start = State(first.states[START].steps + second.states[START].steps)
    return Prompt(
        seat=first.seat,
        ask=first.ask,
        places=first.places | second.places,
        states=first.states | second.states | {START: start},
        barred=first.barred + second.barred,
    )

"""`check_game`: does a game keep the contract? Whoever adds a game runs it, and every face can play that game.

    from quintet.testing import check_game
    check_game(MyGame(size=5))

It plays random games and, at every position, checks what the rest of quintet relies on. A broken promise raises
GameFault, with a sentence that says which promise and where.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterable

from quintet.games.contract import (
    BURNED,
    AnyGame,
    Board,
    Change,
    IllegalMoveError,
    MoveError,
    Option,
    OptionError,
    Outcome,
    Position,
    PositionError,
    Prompt,
    apply_changes,
)
from quintet.games.grammar import END, START
from quintet.testing.arranging import check_arranging
from quintet.testing.faces import check_layout, check_names, counter_fault
from quintet.testing.fault import GameFault, expect
from quintet.testing.images import check_image

LISTED = 5_000
"""Prompts with more moves than this are sampled instead of listed."""
SAMPLE = 12
LONGEST_SENTENCE = 400
JUNK: tuple[object, ...] = (None, -1, 10**17, "", "?" * 200, [], [[]], {}, [10**17] * 3)
"""What a stranger might put in the place of any part of a position."""

NONSENSE = (
    "",
    "  ",
    "?",
    "a0",
    "zz99",
    "-1",
    "１",
    "а1",
    "\x00",
    "a1;b2",
    "undo",
    "no such move",
    "a" * 5000,
)
"""Texts that are a move in no game: some empty, some long, some with letters that only look like ours."""


def check_game(game: AnyGame, seeds: Iterable[int] = range(3), max_moves: int = 2000) -> None:
    """Play a random game for each seed, checking every position; each must end within `max_moves` rounds."""
    check_names(game)
    check_options(game)
    check_layout(game)
    for seed in seeds:
        Walk(game, random.Random(seed)).to_the_end(max_moves)


# --- the game as a value ----------------------------------------------------------------------------------------------


def check_options(game: AnyGame) -> None:
    kind = type(game)
    expect(game.version >= 1 and game.seats >= 1, f"{game} needs a version and seats of at least 1")
    expect(bool(game.notation), f"{game} does not say how its moves are written: notation is empty")
    same = kind(**game.settings)
    expect(
        same == game and hash(same) == hash(game),
        f"{game} is not equal to another game with the same settings",
    )
    expect(same.start() == game.start(), f"{game} does not always start from the same position")
    json.dumps(game.settings)
    must_refuse_option(kind, {"no_such_option": 1})
    for option in kind.options:
        expect(bool(option.help), f"the option {option.name} has no sentence of help")
        named = set(option.names) - set(option.choices or range(option.low, option.high + 1))
        expect(not named, f"the option {option.name} names {named}, which it does not take")
        expect(option.check(option.default) == option.default, f"{option.name} refuses its own default")
        for value in wrong_values(option):
            must_refuse_option(kind, {option.name: value})


def wrong_values(option: Option) -> list[object]:
    wrong: list[object] = [None, True, 1.5, "no-such-value", [], ""]
    if not option.choices:
        wrong += [option.low - 1, option.high + 1]
    wrong.append({})  # wrong even where a document is taken: an empty one describes nothing
    return wrong


def must_refuse_option(kind: type[AnyGame], settings: dict[str, object]) -> None:
    try:
        kind(**settings)
    except OptionError as error:
        expect(str(error).strip() != "", f"{kind.name} refuses {settings} without a sentence")
    else:
        raise GameFault(f"{kind.name} takes the settings {settings}, which it must refuse with OptionError")


# --- a game played at random ------------------------------------------------------------------------------------------


class Walk:
    """One random game; `here` says where it stands, for the sentences."""

    def __init__(self, game: AnyGame, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.position: Position = game.start()
        self.played: list[str] = []
        self.seen: dict[str, None] = {}
        self.spaces = {space.name for space in game.layout.spaces}
        self.pieces = {piece.code for piece in game.layout.palette} | {BURNED}

    @property
    def here(self) -> str:
        return f"{self.game} after {'; '.join(self.played[-12:]) or 'no move'} ({len(self.played)} in all)"

    def expect(self, holds: bool, sentence: str) -> None:
        expect(holds, f"{sentence}: {self.here}" if not holds else "")

    def to_the_end(self, max_moves: int) -> None:
        for _ in range(max_moves):
            turn = self.look()
            if not turn:
                return
            moves = {seat: self.check_seat(seat) for seat in turn}
            self.check_refusals_of_play(moves)
            check_image(self.game, self.position, moves, self.rng, self.here)
            self.step(moves)
        raise GameFault(f"the game does not end within {max_moves} rounds: {self.here}")

    # -- one position

    def look(self) -> tuple[int, ...]:
        """Everything that can be seen of a position; returns the seats in turn."""
        game, position = self.game, self.position
        turn, outcome = game.turn(position), game.outcome(position)
        check_arranging(game, position, self.here)
        self.expect(list(turn) == sorted(set(turn)), f"turn must be ascending seats, not {turn}")
        self.expect(
            all(0 <= seat < game.seats for seat in turn), f"turn names a seat that is not there: {turn}"
        )
        self.expect((outcome is None) == bool(turn), "turn must be empty exactly when there is an outcome")
        self.check_value()
        self.check_board(game.board(position))
        self.check_info(outcome)
        if outcome is not None:
            self.check_outcome(outcome)
            self.check_account(outcome)
            self.must_refuse(0, next(iter(self.seen), "pass"))
        return turn

    def check_value(self) -> None:
        game, position = self.game, self.position
        try:
            travelled = game.load(json.loads(json.dumps(game.dump(position))))
        except PositionError as error:
            raise GameFault(f"a position of the game's own is refused ({error}): {self.here}") from error
        self.expect(travelled == position, "a position is not the same after dump, JSON and load")
        self.expect(hash(travelled) == hash(position), "equal positions have different hashes")
        self.expect(game.board(travelled) == game.board(position), "equal positions have different boards")
        self.check_hostile_positions()

    def check_hostile_positions(self) -> None:
        """What is no position is refused in a sentence, or can be played from; it never breaks anything."""
        dumped = self.game.dump(self.position)
        wrong: list[object] = [*JUNK, self.rng.choice(JUNK)]
        if isinstance(dumped, dict) and dumped:
            wrong.append({**dumped, self.rng.choice(sorted(dumped)): self.rng.choice(JUNK)})
        for data in wrong:
            try:
                read = self.game.load(data)
                self.game.describe(read)
                for seat in self.game.turn(read):
                    self.game.prompt(read, seat)
            except PositionError:
                continue
            except Exception as error:
                raise GameFault(
                    f"the position {str(data)[:60]} must be refused with a PositionError, not {error!r}: {self.here}"
                ) from error

    def check_board(self, board: Board) -> None:
        for space, pieces in board.items():
            self.expect(space in self.spaces, f"the board has {space}, which the layout lacks")
            self.expect(pieces != "", f"{space} is on the board with nothing on it; leave empty spaces out")
            self.expect(set(pieces) <= self.pieces, f"{space} holds {pieces!r}, which the palette lacks")

    def check_info(self, outcome: Outcome | None) -> None:
        info = self.game.describe(self.position)
        self.expect(
            (info.phase == "over") == (outcome is not None), 'phase must be "over" exactly at the end'
        )
        self.expect(len(info.colours) == self.game.seats, "colours needs an entry for every seat")
        held = {code for codes in info.colours for code in codes or ""}
        self.expect(held <= self.pieces, f"colours names {held}, which the palette lacks")
        wrong = counter_fault(info, self.game.seats, self.pieces)
        self.expect(not wrong, wrong)
        json.dumps(info.data())
        for seat in range(self.game.seats):
            worth = self.game.measure(self.position, seat)
            self.expect(math.isfinite(worth), f"measure must be a finite number, not {worth}")

    def check_outcome(self, outcome: Outcome) -> None:
        winners, scores = outcome.winners, outcome.scores
        fits = winners and list(winners) == sorted(set(winners)) and winners[-1] < self.game.seats
        self.expect(bool(fits), f"winners must be ascending seats, not {winners}")
        self.expect(
            outcome.reason in self.game.reasons, f"{outcome.reason!r} is not one of the game's reasons"
        )
        if scores is not None:
            self.expect(len(scores) == self.game.seats, "scores needs an entry for every seat")
            best = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
            self.expect(winners == best, f"the scores {scores} do not make {winners} the winners")

    def check_account(self, outcome: Outcome) -> None:
        """What explains the end: lines with a value for each seat, groups of spaces that are there."""
        game, account = self.game, self.game.account(self.position)
        for line in account.lines:
            self.expect(line.label.strip() != "", "a line of the account has no label")
            self.expect(
                len(line.values) == game.seats, f"{line.label!r} of the account needs a value for every seat"
            )
            self.expect(any(line.values), f"{line.label!r} of the account tells nothing of anybody")
        if outcome.scores is not None:
            scores = tuple(map(str, outcome.scores))
            told = any(line.decides and line.values == scores for line in account.lines)
            self.expect(told, f"no line of the account that decides has the scores {outcome.scores}")
        for group in account.groups:
            self.expect(group.name.strip() != "", "a group of the account has no name")
            self.expect(
                0 <= group.seat < game.seats, f"{group.name!r} is of seat {group.seat}: there is none"
            )
            self.expect(bool(group.spaces), f"{group.name!r} of the account has no space")
            self.expect({*group.spaces} <= self.spaces, f"{group.name!r} has spaces that the layout lacks")
            self.expect({*group.piece} <= self.pieces, f"{group.piece!r} is not a piece of the palette")

    # -- what a seat may play

    def check_seat(self, seat: int) -> str:
        """Check the prompt of a seat in turn; returns a random move of it."""
        prompt = self.game.prompt(self.position, seat)
        self.expect(prompt.seat == seat, f"the prompt of seat {seat} says it is seat {prompt.seat}'s")
        self.expect(prompt.ask.strip() != "", "the prompt asks for nothing: `ask` is empty")
        self.check_grammar(prompt)
        sample = self.sample(prompt)
        for move in sample:
            self.check_move(seat, prompt, move)
        self.check_refusals(seat, prompt)
        self.seen.update(dict.fromkeys(sample))
        return self.rng.choice(sample)

    def check_grammar(self, prompt: Prompt) -> None:
        """Everything that a walk over the prompt relies on."""
        self.check_states(prompt, START, ())
        for place in (place for places in prompt.places.values() for place in places):
            clicks = {place.space, *place.clicks} - {""}
            self.expect(clicks <= self.spaces, f"{place.text} needs {clicks}, which the layout lacks")
            self.expect(" " not in place.text and place.text != "", f"{place.text!r} is not one word")
        self.expect(set(prompt.barred) <= self.spaces, f"{prompt.barred} are not all spaces of the layout")

    def check_states(self, prompt: Prompt, name: str, above: tuple[str, ...]) -> None:
        """The states that can be reached from this one: all are there, none leads back, no text is open twice."""
        self.expect(name in prompt.states, f"the prompt has no state {name!r}")
        self.expect(name not in above, f"the states of the prompt lead in a circle: {(*above, name)}")
        steps = prompt.states[name].steps
        texts: list[str] = []
        for step in steps:
            self.expect(step.of in prompt.places, f"a step of {name!r} is of {step.of!r}, which is no places")
            texts += [place.text for place in prompt.places[step.of]]
            drawn = step.kind in ("put", "land")
            self.expect(bool(step.piece) == drawn, f"only what is put or lands has a piece, unlike {step}")
            self.expect(set(step.piece) <= self.pieces, f"{step.piece!r} is not a piece of the palette")
            spaces = [place.space != "" for place in prompt.places[step.of]]
            wordy = step.kind == "word"
            self.expect(wordy not in spaces, f"words have no space and all else has one, unlike {step.of!r}")
            if step.kind == "mark":
                only = len(steps) == 1 and prompt.states[name].whole
                self.expect(only, "a step that marks stands alone in a state that is whole")
            elif step.to != END:
                self.check_states(prompt, step.to, (*above, name))
        twice = [text for text, times in Counter(texts).items() if times > 1]
        self.expect(not twice, f"{twice[:3]} can be chosen in two ways in the state {name!r}")

    def sample(self, prompt: Prompt) -> list[str]:
        count = prompt.count()
        self.expect(count > 0, f"seat {prompt.seat} is in turn and has no move")
        if count > LISTED:
            return [prompt.vary(self.rng) for _ in range(SAMPLE)]
        moves = list(prompt.moves())
        self.expect(count == len(moves), f"prompt.count() says {count}, and there are {len(moves)} moves")
        self.expect(len(moves) == len(set(moves)), "the prompt generates a move twice")
        return [prompt.vary(self.rng), *self.rng.sample(moves, min(SAMPLE, len(moves)))]

    def check_move(self, seat: int, prompt: Prompt, move: str) -> None:
        game = self.game
        for text in (move, move.upper(), f"  {move.replace(' ', '   ')} "):
            try:
                read = game.check(self.position, seat, text)
            except MoveError as error:
                raise GameFault(
                    f"the prompt offers {move}, and {text!r} is refused ({error}): {self.here}"
                ) from error
            self.expect(read == move, f"{text!r} is read as {read!r}, not as {move!r}")
        self.expect(prompt.allows(move), f"the prompt generates {move} and does not allow it")

    def check_refusals(self, seat: int, prompt: Prompt) -> None:
        """Whatever the prompt does not allow is refused: moves of other positions, bare names, and nonsense."""
        others = list(self.seen)
        texts = self.rng.sample(others, min(SAMPLE, len(others)))
        texts += self.rng.sample(sorted(self.spaces), min(SAMPLE, len(self.spaces)))
        first = next(prompt.moves())
        texts += [f"{first} {first}", first + "!", *NONSENSE]
        for text in texts:
            try:
                move = self.game.parse(text)
            except MoveError:
                self.must_refuse(seat, text)
                continue
            self.expect(
                self.game.parse(move) == move, f"{text!r} is read as {move!r}, which is read differently"
            )
            legal, allowed = self.game.legal(self.position, seat, move), prompt.allows(move)
            self.expect(legal == allowed, f"legal says {legal} of {move!r} and the prompt says {allowed}")
            if not legal:
                self.must_refuse(seat, text)

    def must_refuse(self, seat: int, text: str) -> None:
        try:
            self.game.check(self.position, seat, text)
        except MoveError as error:
            sentence = str(error)
            self.expect(
                sentence.strip() != "" and sentence.isprintable() and len(sentence) <= LONGEST_SENTENCE,
                f"{text[:40]!r} is refused without one sentence",
            )
        except Exception as error:
            raise GameFault(
                f"{text[:40]!r} must be refused with a MoveError, not {error!r}: {self.here}"
            ) from error
        else:
            raise GameFault(f"{text[:40]!r} is accepted from seat {seat}, and it is not legal: {self.here}")

    # -- one round

    def check_refusals_of_play(self, moves: dict[int, str]) -> None:
        """A round takes exactly one move of every seat in turn."""
        some = next(iter(moves.values()))
        stranger = next((seat for seat in range(self.game.seats + 1) if seat not in moves), -1)
        wrong = [{}, {**moves, stranger: some}, dict(list(moves.items())[1:])]
        for attempt in wrong:
            try:
                self.game.play(self.position, attempt)
            except IllegalMoveError:
                continue
            raise GameFault(f"play takes {attempt} where {tuple(moves)} owe a move: {self.here}")

    def step(self, moves: dict[int, str]) -> None:
        game, before = self.game, self.position
        written, board = json.dumps(game.dump(before)), dict(game.board(before))
        after, changes = game.play(before, moves)
        again, same_changes = game.play(game.load(json.loads(written)), moves)
        self.played += moves.values()
        self.expect(
            json.dumps(game.dump(before)) == written, "playing a move altered the position it was played on"
        )
        self.expect(
            (after, changes) == (again, same_changes),
            "the same move on the same position did not do the same",
        )
        self.check_changes(board, changes, game.board(after))
        if len(moves) == 1:
            ((seat, move),) = moves.items()
            gain = game.gain(before, seat, move)
            self.expect(math.isfinite(gain), f"gain must be a finite number, not {gain}")
        self.position = after

    def check_changes(self, board: Board, changes: tuple[Change, ...], after: Board) -> None:
        steps = [change.step for change in changes]
        self.expect(steps == sorted(steps), "changes must come in the order of their steps")
        for change in changes:
            there = board.get(change.space, "")
            self.expect(change.space in self.spaces, f"a change is on {change.space}, which the layout lacks")
            if change.kind in ("remove", "fall"):
                self.expect(there == change.piece != "", f"{change} is not what stands there ({there!r})")
            elif change.kind == "turn":
                self.expect(there != "" != change.piece, f"{change} turns nothing ({there!r})")
            elif change.kind == "place":
                self.expect(change.piece != "", f"{change} places nothing")
            if change.kind == "fall":
                self.expect(
                    change.to in self.spaces - board.keys(), f"{change} falls on a space that is not empty"
                )
            board = apply_changes(board, (change,))
        self.expect(board == after, f"the changes make {differences(board, after)}")


def differences(made: Board, wanted: Board) -> str:
    wrong = [name for name in sorted(made.keys() | wanted.keys()) if made.get(name) != wanted.get(name)]
    return ", ".join(
        f"{name} {made.get(name, 'empty')} where the position has {wanted.get(name, 'empty')}"
        for name in wrong[:5]
    )

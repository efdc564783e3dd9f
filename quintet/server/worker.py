"""What a machine answers. This runs in a worker process: it may think as long as it is let, and may die.

`python -m quintet.server.worker` reads one question a line from stdin and writes one answer a line to stdout.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from quintet.extras import need
from quintet.games import game as make_game
from quintet.games.contract import AnyGame, Document, GameError, MoveError, short
from quintet.games.record import read_record, replay
from quintet.players import (
    STRONGEST,
    EnginePlayer,
    Loads,
    Player,
    PlayerError,
    Thinks,
    for_guests,
    make_player,
)
from quintet.say.advice import judgement
from quintet.server.verdicts import asked_about, takes_draw
from quintet.table import Need

if TYPE_CHECKING:
    from quintet.engine import Memory, Thought


REMEMBERED = 2
"""Rooms of which a worker remembers what it learned: a memory takes up to 40 MB."""
remembered: dict[str, Memory] = {}
"""By room, the one asked about last at the end."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A position, and what is asked of a machine there."""

    kind: Literal["move", "draw", "hint", "load", "review", "try", "pack", "analyse"]
    """To `load` is to get the game's engine ready, so that later questions need only thought. A `review` is gone on with for a
    moment, and to `try` is to judge another move than one that was a mistake. To `pack` is to make a position ready for the
    engine of a page."""
    game: str
    options: Document = {}
    position: Any = None
    seat: int = 0
    machine: str | None = None
    """Who is asked; None for a hint to a person."""
    room: str = ""
    """Where; what an engine learned at one move of a game there serves the next."""
    seed: int = 0
    seconds: float | None = None
    """To `analyse`: how long to think, and …"""
    nodes: int | None = None
    """… how many nodes; how many of the best moves are wanted, and which others."""
    lines: int = 3
    also: tuple[str, ...] = ()
    may_compile: bool = True
    """To a `load`: even if that means compiling, which takes much longer and leaves the process much larger."""
    record: str = ""
    """The game that a `review` or a `try` is about."""
    effort: str = "usual"
    taken: Any = ()
    """What of the review there is already."""
    mistake: Any = None
    """The move, as the review has it, that another is tried for."""
    text: str = ""
    """That other one."""


class Reply(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer: a move, whether a draw is accepted, a review as far as it is, a try judged; or why nothing came."""

    move: str = ""
    note: str = ""
    accept: bool = False
    data: Any = None
    """A packed position, or an analysis."""
    error: str = ""
    taken: Any = None
    review: Any = None
    tried: Any = None
    cold: bool = False
    """To a `load`: the engine would have to be compiled, so nothing was done."""


def answer(question: Question) -> Reply:
    """What the machine says; a Reply with `error` where it has nothing to say."""
    try:
        if question.kind == "pack" and not question.game:
            return get_packing_ready()
        game = make_game(question.game, **question.options)
        if question.kind == "load":
            return load(game, may_compile=question.may_compile)
        if question.kind == "review":
            return go_on(question)
        if question.kind == "try":
            return judge(question)
        position = game.load(question.position)
        if question.kind == "pack":
            return packed(game, position, question)
        if question.kind == "analyse":
            return analysed(game, position, question)
        if question.kind == "draw":
            return Reply(accept=accepts_draw(game, position, question))
        if question.kind == "hint":
            return hint(game, position, question)
        return Reply(move=choose(game, position, question))
    except (GameError, msgspec.ValidationError) as error:
        return Reply(error=str(error))
    except Exception as error:  # a mistake in a player: this process is still good for other questions
        where = extract_tb(error.__traceback__)[-1]
        return Reply(error=f"{type(error).__name__}: {error} ({Path(where.filename).name}:{where.lineno})")


def choose(game: AnyGame, position: Any, question: Question) -> str:
    player = remind(load_player(game, question.machine or "greedy"), question.room)
    return player.choose(game, position, question.seat, Random(question.seed))


def get_packing_ready() -> Reply:
    """Asked to pack nothing: load what packing needs."""
    need("engine", "an analysis")
    import quintet.engine.packing  # noqa: F401  (this is where it takes its time)

    return Reply()


def packed(game: AnyGame, position: Any, question: Question) -> Reply:
    """The position for the engine of a page, and the machine's order if one is asked."""
    need("engine", "an analysis")
    from quintet.engine.packing import pack

    player = None if question.machine is None else make_player(question.machine)
    level = player.level if isinstance(player, EnginePlayer) else None
    return Reply(data=pack(game, position, question.seat, level=level, seed=question.seed))


def analysed(game: AnyGame, position: Any, question: Question) -> Reply:
    from quintet.engine import Budget, analyse

    budget = Budget(seconds=question.seconds, nodes=question.nodes)
    found = analyse(game, position, question.seat, budget, lines=question.lines, also=question.also)
    return Reply(data=found)


def hint(game: AnyGame, position: Any, question: Question) -> Reply:
    """The engine's own choice, and what it expects to follow."""
    if question.machine is not None:
        note = f"not from the engine, which did not answer, but from the {question.machine} player"
        return Reply(move=choose(game, position, question), note=note)
    thought = think(game, position, question)
    return Reply(move=thought.move, note=judgement(game, thought))


def accepts_draw(game: AnyGame, position: Any, question: Question) -> bool:
    """A machine takes a draw unless it stands better: by what its engine would tell somebody who asked for a hint."""
    seat = asked_about(game, position, Need(question.seat, "draw", 0, question.machine))
    if seat is not None:
        value = think(game, position, msgspec.structs.replace(question, seat=seat, machine=None)).value
        return takes_draw(value, own=seat == question.seat)
    own = game.measure(position, question.seat)
    return own <= max(game.measure(position, other) for other in range(game.seats) if other != question.seat)


def think(game: AnyGame, position: Any, question: Question) -> Thought:
    """What the machine thinks; the strongest level where nobody is named."""
    player = remind(load_player(game, question.machine or f"level-{STRONGEST}"), question.room)
    assert isinstance(player, Thinks)
    return player.think(game, position, question.seat, Random(question.seed))


def go_on(question: Question) -> Reply:
    """A review a little further: a few more looks, and what is known then."""
    from quintet.study.plan import EffortName
    from quintet.study.review import Reviewing, Taken

    effort = msgspec.convert(question.effort, EffortName)
    taken = msgspec.convert(question.taken, tuple[Taken, ...])
    work = Reviewing(replay(read_record(question.record)), effort, taken)
    for ask in work.a_few():
        work.take(ask, work.look(ask))
    return Reply(taken=work.taken[len(taken) :], review=work.review())


def judge(question: Question) -> Reply:
    """A second try, judged; a move that may not be played gets the sentence that says why."""
    from quintet.study.moves import Reviewed
    from quintet.study.retry import retry

    mistake = msgspec.convert(question.mistake, Reviewed)
    try:
        return Reply(tried=retry(replay(read_record(question.record)), mistake, question.text))
    except MoveError as error:
        return Reply(note=str(error))


def load(game: AnyGame, *, may_compile: bool) -> Reply:
    """Get the engine ready for a game, unless it would have to be compiled and may not."""
    from quintet.engine.ready import get_ready
    from quintet.engine.warm import load_compiled

    if not (may_compile or load_compiled(game.name)):
        return Reply(cold=True)
    load_player(game, f"level-{STRONGEST}")
    get_ready(game)
    return Reply()


def load_player(game: AnyGame, machine: str) -> Player:
    """One of the players that guests may ask for, ready to choose."""
    if not for_guests(machine):
        raise PlayerError(f"{short(machine)} does not play here")
    player = make_player(machine)
    if isinstance(player, Loads):
        player.load(game)
    return player


def remind(player: Player, room: str) -> Player:
    """Give an engine what was learned in this room; the rooms asked about last are remembered."""
    if room and isinstance(player, EnginePlayer) and player.memory is not None:
        player.memory = remembered[room] = remembered.pop(room, player.memory)
        while len(remembered) > REMEMBERED:
            del remembered[next(iter(remembered))]
    return player


def main() -> None:
    """Answer until the server closes the pipe. Whatever else prints goes to stderr, not between the answers."""
    for number in (
        signal.SIGINT,
        signal.SIGTERM,
    ):  # Ctrl-C and a service that stops are for the server, which then ends us
        signal.signal(number, signal.SIG_IGN)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    decoder = msgspec.json.Decoder(Question)
    try:
        for line in sys.stdin.buffer:
            out.write(msgspec.json.encode(answer(decoder.decode(line))) + b"\n")
            out.flush()
    except BrokenPipeError:  # the server stopped while we thought: nobody is left to be told anything
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


if __name__ == "__main__":
    main()

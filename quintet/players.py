"""Programs that take a seat, and the one list of the kinds there are: terminal, server and arena all look here.

A player is asked `choose(game, position, seat, rng)` and answers with a legal move. All chance comes from `rng`, so that
a game between programs can be played again from its seed. A player that has something to load before it can think has a
`load(game)` too, and one that does not play every game has a `plays(game)`.
"""

from __future__ import annotations

import importlib.util
import inspect
import itertools
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from quintet.broken import what_broke
from quintet.extras import has, need
from quintet.games.contract import AnyGame, GameError, Move, short
from quintet.games.errors import near
from quintet.games.title import title as game_title

if TYPE_CHECKING:
    from quintet.engine import Budget, Memory, Thought


class Player(Protocol):
    """Anything that chooses moves."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move: ...


@runtime_checkable
class Loads(Protocol):
    """A player that gets ready for a game first; that is not thinking time."""

    def load(self, game: AnyGame) -> None: ...


@runtime_checkable
class Choosy(Protocol):
    """A player that does not play every game."""

    def plays(self, game: AnyGame) -> bool: ...


@runtime_checkable
class Thinks(Protocol):
    """A player that can say how it came to its move."""

    def think(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Thought: ...


@runtime_checkable
class HasPlayer(Protocol):
    """Something that plays in another form too, such as a bot."""

    def as_player(self) -> Player: ...


class PlayerError(GameError):
    """No player is called that, or it does not play this game."""


class RandomPlayer:
    """Every legal move is equally likely."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        return game.prompt(position, seat).sample(rng)


class GreedyPlayer:
    """What improves its own standing most at once, by the game's own measure; chance decides between equals."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        best: list[Move] = []
        most = float("-inf")
        for move in game.candidates(position, seat):
            gain = game.gain(position, seat, move)
            if gain > most:
                most, best = gain, []
            if gain == most:
                best.append(move)
        return rng.choice(best)


class EnginePlayer:
    """The engine: at a level, or with a budget for each move."""

    def __init__(self, level: int | None = None, budget: Budget | None = None) -> None:
        self.level, self.budget = level, budget
        self.memory: Memory | None = None
        """What it learned at earlier moves of the game, where time and not nodes limits it."""

    def load(self, game: AnyGame) -> None:
        need("engine", "an engine player")
        from quintet.engine import Memory
        from quintet.engine.registry import player

        player(game)
        self.memory = Memory()

    def get_ready(self, game: AnyGame) -> None:
        """`load`, telling whoever waits at the terminal how far it is."""
        need("engine", "an engine player")
        from quintet.engine.patience import get_ready

        get_ready(game)

    def think(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Thought:
        need("engine", "an engine player")
        from quintet.engine import think

        seed = rng.getrandbits(31)
        return think(
            game, position, seat, level=self.level, budget=self.budget, seed=seed, memory=self.memory
        )

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        return self.think(game, position, seat, rng).move


# --- the kinds of player ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Kind:
    """A kind of player: how it is written, what it is, and how one is made from what was written."""

    written: str
    help: str
    make: Callable[[str], Player | None]
    """A player, or None if the text is not of this kind. PlayerError if it is, but wrong."""
    guests: tuple[str, ...] = ()
    """The players of this kind that anybody who comes to a server may ask for."""


STRONGEST, NEWCOMERS = 10, 2
"""The highest level, and the one that somebody new is offered first."""
EXPECT = {
    1: "first games",
    2: "easy games",
    3: "friendly games",
    4: "asks for some practice",
    5: "a good test",
    6: "punishes mistakes",
    7: "hard to beat",
    8: "very hard to beat",
    9: "for experts",
    STRONGEST: "as strong as it gets",
}
"""What people can expect of each level."""
HUMAN = "human"


def _named(name: str, player: Player, help_: str) -> Kind:
    return Kind(name, help_, lambda text: player if text == name else None, guests=(name,))


def _level(text: str) -> Player | None:
    number = text.removeprefix("level-")
    if not (number.isascii() and number.isdecimal() and len(number) < 4):
        return None
    if not 1 <= int(number) <= STRONGEST:
        raise PlayerError(f"there is no level {number}; levels go from 1 to {STRONGEST}")
    return EnginePlayer(level=int(number))


def _nodes(text: str) -> Player | None:
    number = text.removeprefix("nodes-").replace("_", "")
    if not text.startswith("nodes-"):
        return None
    if not (number.isascii() and number.isdecimal() and len(number) < 16 and int(number)):
        raise PlayerError(f"{short(text)} needs a number of positions, such as nodes-20000")
    need("engine", text)
    from quintet.engine import Budget

    return EnginePlayer(budget=Budget(nodes=int(number)))


def _seconds(text: str) -> Player | None:
    if not text.startswith("seconds-"):
        return None
    try:
        seconds = float(text.removeprefix("seconds-"))
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < 1e6:
        raise PlayerError(f"{short(text)} needs a number of seconds, such as seconds-0.2")
    need("engine", text)
    from quintet.engine import Budget

    return EnginePlayer(budget=Budget(seconds=seconds))


def _frozen(text: str) -> Player | None:
    if text.startswith("frozen:"):
        need("engine", text)
    elif not has("engine"):
        return None
    from quintet.engine.baselines import BASELINES

    name = text.removeprefix("frozen:")
    if name in BASELINES:
        return BASELINES[name].make()
    if text.startswith("frozen:"):
        raise PlayerError(f"there is no frozen player {short(name)}; there are: {', '.join(BASELINES)}")
    return None


_loaded = itertools.count()


def _in_file(text: str) -> bool:
    """Is this `FILE.py:Class`?"""
    return text.rpartition(":")[0].endswith(".py")


def _from_file(text: str) -> Player | None:
    if text.endswith(".py"):
        raise PlayerError(
            f"{short(text)} is a file: write the class of the program behind it, {text[:60]}:Class"
        )
    if not _in_file(text):
        return None
    file, _, name = text.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise PlayerError(f"there is no file {short(file)}")
    module_name = f"quintet_player_{next(_loaded)}"
    spec = importlib.util.spec_from_file_location(module_name, path)
    assert spec is not None, "a name that ends in .py always has a loader"
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module  # dataclasses and pickles look their module up there
    try:
        spec.loader.exec_module(module)
        made: Any = getattr(module, name, None)
        player: Any = None if made is None else made()
        if isinstance(player, HasPlayer):
            player = player.as_player()
    except Exception as error:
        raise PlayerError(f"{short(text)} cannot be loaded: {what_broke(error)}") from error
    if player is None:
        raise PlayerError(f"{short(file)} has no class {short(name)}")
    if fault := _cannot_be_asked(getattr(player, "choose", None)):
        raise PlayerError(
            f"{short(text)} {fault}; write class {name}(Bot), with Bot from quintet.bots, and in it choose(self, position, prompt)"
        )
    chosen: Player = player
    return chosen


def _cannot_be_asked(choose: Any) -> str:
    """Why a class that is no `Bot` has no `choose` to ask; empty if it has one."""
    if not callable(choose):
        return "has no method choose"
    try:
        inspect.signature(choose).bind("game", "position", "seat", "rng")
    except TypeError:
        return "is no Bot, and its choose does not take game, position, seat and rng"
    except ValueError:
        pass  # written in C: nobody knows what it takes before it is called
    return ""


def _from_outside(protocol: str) -> Callable[[str], Player | None]:
    def make(text: str) -> Player | None:
        command = text.removeprefix(f"{protocol}:").strip()
        if not text.startswith(f"{protocol}:"):
            return None
        if not command:
            raise PlayerError(f"{short(text)} needs a command, such as {protocol}:./engine")
        from quintet.bots.engines import ENGINES

        return ENGINES[protocol](command)

    return make


def _from_catalogue(text: str) -> Player | None:
    name = text.removeprefix("engine:")
    if name == text:
        return None
    from quintet.bots.catalogue import find_engine

    return find_engine(name)


def _version(text: str) -> Player | None:
    player, at, folder = text.removeprefix("version:").partition("@")
    if not text.startswith("version:"):
        return None
    if not (player and at and folder):
        raise PlayerError(
            f"{short(text)} needs a player and a folder, such as version:level-10@../quintet-0.1"
        )
    from quintet.bots.version import VersionPlayer

    return VersionPlayer(player, Path(folder))


KINDS: list[Kind] = [
    _named("random", RandomPlayer(), "plays any legal move, all equally likely"),
    _named("greedy", GreedyPlayer(), "takes the largest immediate gain"),
    Kind(
        "level-N",
        f"the engine at level N, from 1 ({EXPECT[1]}) to {STRONGEST} ({EXPECT[STRONGEST]}); N alone means it too",
        _level,
        guests=tuple(f"level-{number}" for number in range(1, STRONGEST + 1)),
    ),
    Kind("nodes-N", "the engine, looking at N positions for each move", _nodes),
    Kind("seconds-S", "the engine, thinking S seconds for each move", _seconds),
    Kind(
        "frozen:NAME",
        "a player that never changes, to measure others against; NAME alone means it too",
        _frozen,
    ),
    Kind(
        "gomocup:COMMAND", "a gomoku engine from outside, started by that command", _from_outside("gomocup")
    ),
    Kind(
        "nboard:COMMAND",
        "a reversi engine from outside that speaks NBoard's protocol",
        _from_outside("nboard"),
    ),
    Kind("gtp:COMMAND", "a reversi or gomoku engine from outside that speaks GTP", _from_outside("gtp")),
    Kind("engine:NAME", "an engine from outside that engines.toml names", _from_catalogue),
    Kind(
        "version:PLAYER@FOLDER", "a player of another version of quintet, which that folder holds", _version
    ),
    Kind("FILE.py:Class", "a class of your own with a method choose(game, position, seat, rng)", _from_file),
]


def make_player(text: str, game: AnyGame | None = None) -> Player:
    """The player that is written like this; PlayerError naming the kinds there are, or if it does not play the game."""
    for kind in KINDS:
        player = kind.make(text)
        if player is not None:
            if game is not None and isinstance(player, Choosy) and not player.plays(game):
                raise PlayerError(f"{short(text)} does not play {game_title(game)}")
            return player
    kinds = ", ".join(kind.written for kind in KINDS)
    hint = near(text, (HUMAN, *guest_players())) or "."
    raise PlayerError(f"there is no player {short(text)}{hint} The players are: {HUMAN}, {kinds}")


def full_name(text: str) -> str:
    """The writing of a player in full: `7` is `level-7`, `frozen:NAME` is `NAME`."""
    number = text.removeprefix("level-")
    if number.isascii() and number.isdecimal():
        return f"level-{int(number)}"
    return text.removeprefix("frozen:")


def for_guests(text: str) -> bool:
    """Is this, in full, a player that anybody who comes to a server may ask for?"""
    return text in guest_players()


def plays_by_engine(text: str) -> bool:
    """Is this, in full, a player for guests that has to load our engine before it can choose?"""
    return for_guests(text) and text not in _at_home and isinstance(make_player(text), Loads)


def guest_players() -> tuple[str, ...]:
    """Every player that anybody who comes to a table of this process may give a seat to."""
    return (*(text for kind in KINDS for text in kind.guests), *_at_home)


_at_home: dict[str, tuple[str, ...]] = {}
"""Players of other kinds that sit down at tables of this process, and the games each plays: none means all."""


def welcome(text: str, games: tuple[str, ...] = ()) -> None:
    """Let a player of any kind sit down at tables of this process. Only for a process whose tables are its user's alone."""
    _at_home[text] = games


def forget(text: str) -> None:
    """The other way round."""
    _at_home.pop(text, None)


def at_home(text: str) -> bool:
    """Is this a player that is here because the user of this process named it?"""
    return text in _at_home


def games_of(text: str) -> tuple[str, ...]:
    """The games that a player for guests plays; none means every game."""
    return _at_home.get(text, ())


def title(text: str) -> str:
    """What people call a player."""
    if text.startswith("level-"):
        return f"Engine level {text.removeprefix('level-')}"
    if text in _at_home:
        return text.removeprefix("engine:")[:40]
    return f"The {text} player"


def what_to_expect(text: str) -> str:
    """Of a level of the engine, in a few words; of others nothing."""
    kind, _, number = text.partition("-")
    return EXPECT[int(number)] if kind == "level" else ""


def compiling_text(done: int, total: int, seconds: float, *, later: bool = False) -> str:
    """How far the compiler is, for people who wait for it; `later`: it is busy with another game's engine."""
    far = f"{min(done, total)} of {total} parts are done" if total else "it is about to begin"
    if later:
        far = "that of another game comes first"
    return f"The engine is being compiled, which this machine does only once: {far}, after {seconds:.0f} s."


def compiling_line(done: int, total: int, seconds: float, width: int) -> str:
    """The same as one line of a terminal: whole where it has room for that, and shorter otherwise."""
    text = compiling_text(done, total, seconds)
    line = f"The engine is being compiled, once: {min(done, total)} of {total} parts, {seconds:.0f} s."
    return text if len(text) < width else line


def seat_player(text: str, game: AnyGame) -> Player | None:
    """Who takes a seat: a program by its name, or None for a person. What is in a file plays in a process of its own."""
    if text == HUMAN:
        return None
    if _in_file(text):
        from quintet.bots.separate import SeparatePlayer

        return SeparatePlayer(text, game)
    return make_player(text, game)


def check_player(text: str, game: AnyGame) -> None:
    """PlayerError if there is no such player, or none that plays this game. A program in a file is tried in a process of its own."""
    if _in_file(text):
        from quintet.bots.separate import SeparatePlayer

        SeparatePlayer(text, game, load=False)
    else:
        make_player(text, game)


def default_seat(seat: int) -> str:
    """A person in the first seat, and in the others the engine as somebody new is offered it; without it, who plays a little."""
    if seat == 0:
        return HUMAN
    return f"level-{NEWCOMERS}" if has("engine") else "greedy"

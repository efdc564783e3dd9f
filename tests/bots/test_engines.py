"""Engines from outside in a seat: our own as one of them, and small programs that do wrong."""

from __future__ import annotations

import re
import shlex
import sys
import textwrap
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from quintet.bots.engines import ENGINES, Engine, find_way
from quintet.cli import main
from quintet.games import game
from quintet.games.contract import AnyGame, GameError
from quintet.games.record import Replay
from quintet.games.reversi import Reversi
from quintet.players import PlayerError, RandomPlayer, for_guests, make_player
from tests.waiting import PATIENCE

Make = Callable[..., Engine]
MOVER = """
    import sys
    from random import Random
    from quintet.bots.protocols.gtp import Speaker
    from quintet.engine import Thought
    from quintet.players import RandomPlayer

    def choose(game, position, seat, most):
        move = RandomPlayer().choose(game, position, seat, Random(1))
        return Thought(seat=seat, move=move, value=0, exact=False, line=(), depth=0, nodes=0, seconds=0)

    speaker = Speaker(choose, "reversi")
    for line in sys.stdin:
        answer = speaker.hear(line)
        print("\\n".join(answer), flush=True)
"""
"""An Othello program that speaks GTP and plays anywhere."""


def command(*words: str) -> str:
    return shlex.join([sys.executable, *words])


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], str]:
    """The command that runs a program written in the test."""

    def write(text: str) -> str:
        file = tmp_path / "engine.py"
        file.write_text(textwrap.dedent(text), "utf-8")
        return command(str(file))

    return write


@pytest.fixture
def engine() -> Iterator[Make]:
    """Makes engines and ends them after the test."""
    made: list[Engine] = []

    def make(protocol: str, words: str, seconds: float = 200.0) -> Engine:
        made.append(ENGINES[protocol](words, seconds, seconds))
        return made[-1]

    yield make
    for each in made:
        each.close()


def play(chosen: AnyGame, player: Engine, seat: int, moves: int = 200, seed: int = 1) -> Replay:
    """A game against chance; the engine asks no more than so many times."""
    played, rng = Replay(chosen), Random(seed)
    while played.owing and len(played.submissions) < moves:
        (mover,) = played.owing
        who = player if mover == seat else RandomPlayer()
        played.submit(mover, who.choose(chosen, played.position, mover, rng))
    return played


# --- engines that behave ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("protocol", "chosen", "seat"),
    [
        ("gomocup", game("gomoku", size=9), 0),
        ("nboard", game("reversi"), 1),
        ("gtp", game("reversi", size=6), 0),
        ("gtp", game("gomoku", size=9, captures="off"), 1),
    ],
)
def test_our_own_engine_from_outside(engine: Make, protocol: str, chosen: AnyGame, seat: int) -> None:
    words = ["-m", "quintet", "engine", "--protocol", protocol, "--level", "1", "--game", chosen.name]
    if protocol == "gtp":
        words += [f"--set={option}={value}" for option, value in chosen.settings.items()]
    player = engine(protocol, command(*words))
    player.load(chosen)
    assert len(play(chosen, player, seat, moves=7).submissions) == 7


def test_a_brain_sees_the_point_that_wins(engine: Make) -> None:
    chosen = game("gomoku", size=9, captures="off")
    played = Replay(chosen)
    for number, move in enumerate(("a1", "a2", "b1", "b2", "c1", "c2", "d1", "i9")):
        played.submit(number % 2, move)
    brain = engine("gomocup", command("-m", "quintet", "engine", "--protocol", "gomocup", "--level", "2"))
    assert brain.choose(chosen, played.position, 0, Random(1)) == "e1"


def test_a_brain_is_told_where_the_stones_are_and_which_rule(
    engine: Make, script: Callable[[str], str]
) -> None:
    told = """
        import sys
        heard = []
        for line in sys.stdin:
            heard.append(line.strip())
            if line.startswith("START"):
                print("MESSAGE hello", "OK", sep="\\n", flush=True)
            if line.startswith("DONE"):
                good = heard[-4:] == ["BOARD", "2,0,1", "0,8,2", "DONE"] and "INFO rule 16" in heard
                print("8,8" if good else heard, flush=True)
    """
    chosen = game("gomoku", size=9)
    played = Replay(chosen, [(0, "c9"), (1, "a1")])
    assert engine("gomocup", script(told)).choose(chosen, played.position, 0, Random(1)) == "i1"


TEMPLATE = """
    import sys

    size, stones = 0, {{}}
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "START":
            size = int(rest)
            print("OK", flush=True)
        elif word == "RESTART":
            stones.clear()
            print({restart!r}, flush=True)
        elif word == "TURN" or word.count(",") == 2:
            point = tuple(int(number) for number in (rest or word).split(",")[:2])
            print("DEBUG", *point, flush=True) if point not in stones else print("ERROR taken", flush=True)
            stones[point] = 1
        if word in ("BEGIN", "TURN", "DONE"):
            mine = next((x, y) for x in range(size) for y in range(size) if (x, y) not in stones)
            stones[mine] = 1
            print(*mine, sep=",", flush=True)
"""
"""A brain as most are made: the board is cleared by RESTART, not by a second START."""


@pytest.mark.parametrize("restart", ["OK", "UNKNOWN"])
@pytest.mark.parametrize("captures", ["on", "off"])
def test_a_brain_that_keeps_its_board_plays_game_after_game(
    engine: Make, script: Callable[[str], str], restart: str, captures: str
) -> None:
    brain = engine("gomocup", script(TEMPLATE.format(restart=restart)))
    for size, seat in ((9, 0), (9, 1), (11, 0)):
        played = play(game("gomoku", size=size, captures=captures), brain, seat, moves=50, seed=size + seat)
        assert len(played.submissions) == 50 or played.game.outcome(played.position)


def test_stones_are_told_through_gtp_without_the_letter_i(engine: Make, script: Callable[[str], str]) -> None:
    told = """
        import sys
        heard = []
        for line in sys.stdin:
            heard.append(line.strip())
            good = heard[-4:-1] == ["play b B1", "play w A1", "play b J9"] and "boardsize 9" in heard
            print("=", ("J1" if good else "A1") if line == "genmove w\\n" else "", end="\\n\\n", flush=True)
    """
    chosen = game("gomoku", size=9, captures="off")
    played = Replay(chosen, [(0, "b1"), (1, "a1"), (0, "i9")])
    assert engine("gtp", script(told)).choose(chosen, played.position, 1, Random(1)) == "i1"


def test_a_whole_game_through_gtp(engine: Make, script: Callable[[str], str]) -> None:
    player = engine("gtp", script(MOVER))
    played = play(game("reversi"), player, 1)
    assert played.game.outcome(played.position)
    assert played.game.outcome(play(game("reversi"), player, 0, seed=2).position)


def test_an_engine_that_passes_by_itself_may_refuse_to_be_told_so(
    engine: Make, script: Callable[[str], str]
) -> None:
    heard = "answer = speaker.hear(line)"
    refused = f'{heard} if "pass" not in line.lower() else speaker.hear(line) and ["? syntax error", ""]'
    player = engine("gtp", script(MOVER.replace(heard, refused)))
    games = [play(game("reversi", size=4), player, 0, seed=seed) for seed in range(3)]
    assert all(played.game.outcome(played.position) for played in games)
    assert any(move == "pass" for played in games for _, move in played.submissions[:-1])


def test_moves_that_lead_to_a_position_are_found() -> None:
    chosen, rng = Reversi(), Random(3)
    played = Replay(chosen)
    for _ in range(6):
        (seat,) = played.owing
        played.submit(seat, chosen.prompt(played.position, seat).sample(rng))
    way = find_way(chosen, chosen.start(), played.position)
    assert way is not None
    assert Replay(chosen, way).position == played.position
    assert find_way(chosen, played.position, chosen.start()) is None


def test_a_position_out_of_nowhere(engine: Make, script: Callable[[str], str]) -> None:
    """NBoard's engines can be told it; those that speak GTP cannot."""
    chosen = game("reversi")
    position = play(chosen, engine("gtp", script(MOVER)), 0, moves=30).position
    (seat,) = chosen.turn(position)
    with pytest.raises(GameError, match="let it play from the start"):
        engine("gtp", script(MOVER)).choose(chosen, position, seat, Random(1))
    move = next(chosen.prompt(position, seat).moves())
    squares = position.squares.replace(".", "-").replace("b", "*").replace("w", "O")
    told = f"""
        import sys
        for line in sys.stdin:
            if line.startswith("set game"):
                board = line.split("BO[8 ")[1].split("]")[0].replace(" ", "")
                good = board == "{squares}{"*O"[seat]}"
            if line.startswith("go"):
                print("status thinking", "=== {move.upper()}/1.5/0.1" if good else "===", sep="\\n", flush=True)
    """
    assert engine("nboard", script(told)).choose(chosen, position, seat, Random(1)) == move


# --- engines that do wrong --------------------------------------------------------------------------------------------

GAMES = {"gomocup": game("gomoku", size=9), "nboard": game("reversi"), "gtp": game("reversi")}
CRASHES = "raise SystemExit(3)"
STALLS = "import sys; sys.stdin.read()"
FLOODS = "while True: print('x' * 1000)"
OFF = {
    "gomocup": "print('OK\\n99,99', flush=True)",
    "nboard": "print('=== Z9', flush=True)",
    "gtp": "print('= 2\\n\\n=\\n\\n=\\n\\n= z9\\n', flush=True)",
}
ILLEGAL = {
    "nboard": "print('=== A1', flush=True)",
    "gtp": "print('= 2\\n\\n=\\n\\n=\\n\\n= resign\\n', flush=True)",
}
REFUSES = {"gomocup": "print('ERROR no such size', flush=True)", "gtp": "print('? go away\\n', flush=True)"}


@pytest.mark.parametrize(
    ("protocol", "text", "sentence"),
    [
        *((protocol, CRASHES, "has ended: .* expected") for protocol in GAMES),
        *((protocol, STALLS, "did not answer in time: .* expected") for protocol in GAMES),
        *((protocol, FLOODS, "expected") for protocol in GAMES),
        *((protocol, OFF[protocol] + "; " + STALLS, "(99,99|z9)") for protocol in OFF),
        *((protocol, ILLEGAL[protocol] + "; " + STALLS, "which is refused") for protocol in ILLEGAL),
        *((protocol, REFUSES[protocol] + "; " + STALLS, "(no such size|go away)") for protocol in REFUSES),
    ],
)
def test_an_engine_that_does_wrong_is_named(
    engine: Make, script: Callable[[str], str], protocol: str, text: str, sentence: str
) -> None:
    words = script(text)
    player = engine(protocol, words, seconds=0.4 if text in (STALLS, FLOODS) else PATIENCE)
    with pytest.raises(PlayerError, match=f"^the {protocol} engine .*engine.py.*{sentence}") as caught:
        player.choose(GAMES[protocol], GAMES[protocol].start(), 0, Random(1))
    assert "\n" not in str(caught.value)
    assert player.program is None


@pytest.mark.parametrize("words", ["/no/such/engine --fast", "'unclosed"])
def test_an_engine_that_cannot_be_started(engine: Make, words: str) -> None:
    with pytest.raises(PlayerError, match="cannot be started"):
        engine("gtp", words).load(game("reversi"))


def test_what_a_failing_engine_wrote_on_its_error_output_is_told(engine: Make, tmp_path: Path) -> None:
    script = tmp_path / "fails.py"
    script.write_text("import sys; print('reading weights'); sys.exit('no weights.bin here')", "utf-8")
    with pytest.raises(PlayerError, match=r"Its error output ends: no weights\.bin here"):
        engine("gtp", command(str(script))).load(game("reversi"))


def alive(number: int) -> bool:
    """Does the process run? One that has ended and waits to be collected does not."""
    stat = Path(f"/proc/{number}/stat")
    with suppress(OSError):
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_what_an_engine_started_ends_with_it(engine: Make, tmp_path: Path) -> None:
    child = tmp_path / "child"
    text = (
        "import subprocess, sys; print(subprocess.Popen(['sleep', '60']).pid, flush=True); sys.stdin.read()"
    )
    child.write_text(text, "utf-8")
    player = engine("nboard", command(str(child)))
    player.load(game("reversi"))
    assert player.program
    number = int(player.program.hear(time.monotonic() + PATIENCE, "a number"))
    assert alive(number)
    own = player.program.process.pid
    player.close()
    until = time.monotonic() + PATIENCE
    while alive(number) and time.monotonic() < until:
        time.sleep(0.01)
    assert not alive(number)
    assert not alive(own)


# --- where they are asked for -----------------------------------------------------------------------------------------


def test_engines_are_players_but_not_for_guests() -> None:
    plays = {"gomocup": "gomoku", "nboard": "reversi", "gtp": "reversi"}
    for protocol, name in plays.items():
        assert isinstance(make_player(f"{protocol}:some command", game(name)), Engine)
        assert not for_guests(f"{protocol}:some command")
        with pytest.raises(PlayerError, match="does not play"):
            make_player(f"{protocol}:some command", game("onyx"))
        with pytest.raises(PlayerError, match="needs a command"):
            make_player(f"{protocol}: ")
    for untold in ({"opening": "swap"}, {"double_three": "forbidden"}, {"self_capture": "forbidden"}):
        with pytest.raises(PlayerError, match="does not play"):
            make_player("gomocup:some command", game("gomoku", **untold))


def test_check_bot_walks_an_engine_through_its_games(
    script: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert check(f"gtp:{script(MOVER)}") == 0
    said = re.sub(r"took \d+\.\d", "took 0.0", capsys.readouterr().out)
    assert said.splitlines() == [
        "ok     Reversi, seat 1",
        "ok     Reversi, seat 2",
        "In a contest: 0 of 2 games lost by a fault; the slowest move took 0.0 seconds.",
        "Nothing is wrong.",
    ]
    assert check(f"gtp:{script(MOVER)}", "--game", "onyx") == 2
    assert check("gtp:/no/such/engine") == 1
    assert "cannot be started" in capsys.readouterr().out


def check(*arguments: str) -> object:
    with pytest.raises(SystemExit) as ended:
        main(["check-bot", *arguments])
    return ended.value.code

"""`quintet puzzles`: solved at a prompt, listed, and mined from the games of people in a store."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from quintet.games import game
from quintet.games.record import write_record
from quintet.say.people import sides
from quintet.store import open_store
from quintet.store.archive import Entry, Kept, Kind, Player
from quintet.study import mining, puzzles
from tests.commands.conftest import Quintet
from tests.study.games import by_dice


def entry(number: int, kind: Kind, *, public: bool) -> Kept:
    done = by_dice(game("best"), number)
    kept = Entry(
        id=f"{number:012d}", room="room", number=number, started=1, ended=number, game="best", title="Best Game Ever",
        rules=(), settings={}, clock=None, players=(Player("Ann", kind), Player("Ben", kind)),
        sides=sides(done.game, done.game.describe(done.position)), winners=(0,), reason="", text="", scores=None,
        down=None, plies=len(done.steps), offline=False, open=True, public=public,
    )  # fmt: skip
    return Kept(kept, write_record(done.record()).encode())


async def fill(file: Path, games: list[Kept]) -> None:
    store = await open_store(f"sqlite:{file}")
    await store.archive.remember("room", 1, games, (), 1)
    await store.close()


def test_puzzles_are_found_in_the_public_games_of_people(
    quintet: Quintet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mining, "first_level", lambda _found: 1)  # how hard they are is another matter
    file, out = tmp_path / "store.sqlite3", tmp_path / "found"
    hidden = [entry(90, "machine", public=True), entry(91, "person", public=False)]
    asyncio.run(fill(file, hidden))
    ran = quintet("puzzles", "mine", "--store", str(file))
    assert ran.code == 2
    assert "there are no public games of people in this store" in ran.err
    asyncio.run(fill(file, [*hidden, *(entry(n, "person", public=True) for n in (1, 2, 3, 5))]))
    ran = quintet("puzzles", "mine", "best", "--store", str(file), "-o", str(out), "--goal", "win")
    assert ran.code == 0
    found = puzzles.read(out / "best.json")
    assert 1 <= len(found) <= 4
    assert {puzzle.goal for puzzle in found} == {"win"}
    again = quintet("puzzles", "mine", "best", "--store", str(file), "-o", str(out), "--goal", "win")
    assert f"{len(found)} puzzles" in again.out, "none comes twice"


def test_one_is_asked_at_the_prompt(quintet: Quintet) -> None:
    puzzle = puzzles.shipped("best")[0]
    game_of = puzzles.game_of(puzzle)
    moves = game_of.prompt(game_of.load(puzzle.position), puzzle.seat).moves()
    wrong = next(move for move in moves if move not in puzzle.right)
    ran = quintet("puzzles", "solve", puzzle.id, stdin=f"hint\n99\n{wrong}\n{puzzle.right[0]}\n")
    assert "Hint: " in ran.out
    assert ran.code == 0
    assert "Right" in ran.out or "right:" in ran.out
    assert quintet("puzzles", "solve", puzzle.id, stdin="answer\n").code == 1
    assert quintet("puzzles", "solve", "nothing").code == 2
    assert puzzle.id in quintet("puzzles", "list", "best").out


def test_only_those_of_a_goal_are_listed(quintet: Quintet) -> None:
    forced = [one for one in puzzles.shipped("gomoku") if one.goal == "force"]
    listed = quintet("puzzles", "list", "gomoku", "--goal", "force").out
    assert len(listed.splitlines()) == len(forced)
    assert forced[0].id in listed
    ran = quintet("puzzles", "check", "best", "--goal", "mix")
    assert ran.code == 2
    assert "no puzzle of these has the goal mix; they have draw, win" in ran.err


def test_those_that_are_there_are_graded_anew(quintet: Quintet, tmp_path: Path) -> None:
    puzzle = next(one for one in puzzles.shipped("onyx") if one.goal == "most")
    ran = quintet("puzzles", "grade", puzzle.id, "-o", str(tmp_path))
    assert ran.out.splitlines() == [f"{tmp_path / 'onyx.json'}: 1 puzzles"], "as it was rated before"
    puzzles.write("onyx", [replace(puzzle, rating=3000)], tmp_path)
    quintet("puzzles", "grade", puzzle.id, "-o", str(tmp_path))
    assert puzzles.read(tmp_path / "onyx.json") == (puzzle,)

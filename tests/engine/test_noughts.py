"""A compiled engine made as docs/add-an-engine.md says, for a toy: asked through the same doors as the others."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from quintet.engine import Budget, EngineError, Memory, analyse, deepening, host, registry, solve, think
from quintet.engine.board import CompiledBoard
from quintet.engine.host import Compiled
from quintet.engine.levels import LEVELS
from quintet.engine.spelling import Named, Part, Spelling
from quintet.engine.thought import FOREVER, Limits
from tests.engine.positions import random_position
from tests.engine.test_cache import run
from tests.engine.walks import check_walk, slow_perft
from tests.toys import noughts_engine
from tests.toys.noughts import Noughts


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> Compiled:
    engine = Compiled(noughts_engine)
    monkeypatch.setattr(registry, "load", {"noughts": engine}.get)
    return engine


def test_under_the_name_of_its_game_it_is_asked_wherever_that_is_played(tmp_path: Path) -> None:
    """The page's file on its own, uncompiled, in the place where the house keeps its players."""
    (tmp_path / "noughts.py").write_text(Path(noughts_engine.__file__).read_text("utf-8"), "utf-8")
    program = f"""
import json, sys
from quintet.engine import analyse, players, solve, Budget
from tests.toys.noughts import Noughts
players.__path__.append({str(tmp_path)!r})
rules = Noughts()
position = rules.start()
for number, move in enumerate(("b2", "a1", "a2", "c2")):
    position, _ = rules.play(position, {{number % 2: move}})
found = analyse(rules, position, 0, Budget(nodes=5000), also=("a3",))
solved = solve(rules, position, 0)
print(json.dumps([found.proven, found.value, solved.exact, solved.value, [name for name in sys.modules if "noughts" in name]]))
"""
    proven, value, exact, worth, modules = run(program, NUMBA_DISABLE_JIT="1")
    assert (proven, exact, value) == ("equal", True, worth)
    assert sorted(modules) == ["quintet.engine.players.noughts", "tests.toys.noughts"]


@pytest.mark.parametrize("size", [3, 5, 6])
def test_its_board_plays_by_the_readable_rules(size: int) -> None:
    rules, board = Noughts(size=size), cast(CompiledBoard, noughts_engine)
    for seed in range(4):
        check_walk(board, rules, seed)
    state = board.load(rules, rules.start())
    assert board.perft(rules, state, 3) == slow_perft(rules, rules.start(), 3)


def truth(rules: Noughts, position: Any) -> int:
    """What best play leads to, for the side to move, by the readable rules."""
    outcome = rules.outcome(position)
    if outcome is not None:
        return 0 if outcome.draw else -1
    (seat,) = rules.turn(position)
    moves = rules.prompt(position, seat).moves()
    return max(-truth(rules, rules.apply(position, {seat: move})[0]) for move in moves)


def test_what_it_proves_is_true_and_every_move_asked_for_has_its_value() -> None:
    rules = Noughts()
    for seed in range(12):
        position = random_position(rules, 2 + seed % 3, seed)
        if not rules.turn(position):
            continue
        (seat,) = rules.turn(position)
        moves = tuple(rules.prompt(position, seat).moves())
        found = analyse(rules, position, seat, Budget(nodes=100_000), lines=2, also=moves)
        assert (found.value, found.proven) == (truth(rules, position), "equal")
        for one in found.also:
            after, _ = rules.play(position, {seat: one.move})
            assert (one.value, one.proven) == (-truth(rules, after), "equal")
        assert found.moves[0].value == found.value == solve(rules, position, seat).value


def test_it_deepens_step_by_step_and_the_lines_are_legal() -> None:
    rules = Noughts(size=5)
    steps = list(deepening(rules, rules.start(), 0, Budget(nodes=20_000), lines=4))
    assert [one.depth for one in steps] == list(range(1, len(steps) + 1))
    assert len(steps) > 3
    for one in steps[-1].moves:
        position = rules.start()
        for ply, move in enumerate(one.line):
            position, _ = rules.play(position, {ply % 2: move})
        assert len(one.line) > 1


def test_the_same_nodes_and_seed_give_the_same_answer_whatever_is_remembered() -> None:
    rules, memory = Noughts(size=6), Memory()
    position = random_position(rules, 3, 4)

    def ask(nodes: int) -> Any:
        found = analyse(rules, position, 1, Budget(nodes=nodes), memory=memory)
        return msgspec.structs.replace(found, seconds=0.0)

    first = ask(3_000)
    analyse(rules, position, 1, Budget(seconds=0.05), memory=memory)
    think(rules, rules.start(), 0, budget=Budget(nodes=500))
    assert ask(3_000) == first


def test_weak_levels_lose_no_more_than_they_may_and_the_strongest_nothing() -> None:
    rules = Noughts(size=4)
    chosen: dict[int, set[str]] = {}
    for level in LEVELS:
        thoughts = [think(rules, rules.start(), 0, level=level, seed=seed) for seed in range(20)]
        chosen[level] = {thought.move for thought in thoughts}
        for thought in thoughts:
            assert rules.legal(rules.start(), 0, thought.move)
            assert thought.line[0] == thought.move
    assert len(chosen[1]) > len(chosen[10]) == 1


def weakly(engine: Compiled, rules: Noughts, position: Any, nodes: int, seed: int) -> Any:
    """What is found with so many nodes by who may lose anything."""
    (seat,) = rules.turn(position)
    return engine.analyse(
        rules, position, seat, Limits(deadline=FOREVER, nodes=nodes, spread=1000.0, seed=seed)
    )


def test_a_win_that_is_seen_is_taken_and_a_loss_that_is_seen_is_not_whatever_may_be_lost(
    compiled: Compiled,
) -> None:
    rules, met = Noughts(), set()
    for number in range(24):
        position = random_position(rules, 3 + number % 3, number)
        if not (turn := rules.turn(position)):
            continue
        right = truth(rules, position)
        for seed in range(3):
            found = weakly(compiled, rules, position, 1_000_000, seed)
            after, _ = rules.play(position, {turn[0]: found.chosen})
            assert -truth(rules, after) == right
            assert all(abs(value) <= 1 for value in found.values.values())
            met.add((right, found.exact, len(found.values) > 1))
    assert {(1, True, False), (0, True, True), (-1, True, True)} <= met


def test_with_hardly_a_look_a_win_at_once_is_taken_and_a_loss_at_once_is_met(compiled: Compiled) -> None:
    rules, met = Noughts(), set()
    for number in range(40):
        position = random_position(rules, 3 + number % 4, number)
        if not (turn := rules.turn(position)):
            continue
        fates = {move: fate(rules, position, move) for move in rules.prompt(position, turn[0]).moves()}
        best = max(fates.values())
        for nodes in (2, 6, 14):
            for seed in range(4):
                found = weakly(compiled, rules, position, nodes, seed)
                assert fates[found.chosen] == best
                assert not found.exact or found.values[found.chosen] == truth(rules, position)
        met.add((best, min(fates.values())))
    assert {(1, 0), (1, -1), (0, -1), (0, 0), (-1, -1)} <= met


def fate(rules: Noughts, position: Any, move: str) -> int:
    """1 for a move that wins at once, -1 for one after which the other side can."""
    (seat,) = rules.turn(position)
    after, _ = rules.play(position, {seat: move})
    outcome = rules.outcome(after)
    if outcome is not None:
        return int(not outcome.draw)
    replies = [rules.play(after, {1 - seat: reply})[0] for reply in rules.prompt(after, 1 - seat).moves()]
    ends = [end for end in map(rules.outcome, replies) if end is not None]
    return -int(any(not end.draw for end in ends))


def test_a_board_that_cannot_be_solved_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, prove = Noughts(size=6), host.prove
    monkeypatch.setattr(host, "prove", lambda *given: prove(*given, nodes=2))
    with pytest.raises(EngineError, match="too large"):
        solve(rules, rules.start(), 0)


def test_a_spelling_reads_what_it_writes_and_survives_the_way_to_a_page() -> None:
    names = ("a1", "b1", "a2", "b2")
    pair = ((Part("pass"),), (Part("b@", 1),), (Part("b@", 1), Part(" w@", 0)))
    turned = ((Part("pass"),), (Part("w@", 1),), (Part("w@", 1), Part(" b@", 0)))
    spelling = Spelling(names, 4, 2, (pair, turned))
    assert spelling.write(2 * 16 + 1 * 4 + 3) == "b@b1 w@b2"
    assert spelling.write(2 * 16 + 1 * 4 + 3, 1) == "w@b1 b@b2"
    assert (spelling.write(0), spelling.write(16 + 8 + 2)) == ("pass", "b@a2")
    for code in (0, 16 + 2 * 4 + 2, 2 * 16 + 3 * 4 + 0):
        assert spelling.read(spelling.write(code)) == code
    own, others = (("b2", 3), ("b1", 1), ("a1", 0), ("a2", 2)), (("c1", 1), ("d1", 0))
    sets = Spelling(
        (),
        0,
        forms=(((Part("remove"),),),),
        sets=tuple(tuple(Named(*one) for one in side) for side in (own, others)),
    )
    assert sets.write(0b11, 1) == "remove c1 d1"
    assert [sets.write(code) for code in (0, 0b1010, 0b1111)] == [
        "remove",
        "remove b2 b1",
        "remove b2 b1 a1 a2",
    ]
    dice = random.Random(1)
    for spelled in (spelling, sets):
        again = msgspec.json.decode(msgspec.json.encode(spelled), type=Spelling)
        assert again == spelled
        code = dice.randrange(16)
        assert again.read(again.write(code)) == spelled.read(spelled.write(code))

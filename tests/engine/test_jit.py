"""Compiling: what may be compiled, and that it does the same as plain Python."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.engine import _jit
from quintet.engine._jit import I64, I, entry, helper, tool
from tests.engine.test_cache import run


def test_recursion_that_would_crash_from_the_cache_is_refused() -> None:
    @helper
    def varying(depth: Any, flag: Any) -> Any:
        return I(0) if depth <= 0 else varying(depth - I(1), True)

    with pytest.raises(TypeError, match="called itself with other types"):

        @entry(I64, I64)
        def bad(depth: Any) -> Any:
            return varying(depth, I(1))


def test_uncompiled_code_searches_the_same_tree() -> None:
    program = """
import json
from quintet.engine import Budget, think
from quintet.games import game
rules = game("reversi", size=6)
found = think(rules, rules.start(), 0, budget=Budget(nodes=400))
print(json.dumps([found.move, found.value, found.nodes, found.depth, found.line]))
"""
    assert run(program, NUMBA_DISABLE_JIT="1") == run(program)


@pytest.mark.parametrize(("name", "size"), [("reversi", 4), ("omega", 4)])
def test_uncompiled_code_finds_the_same_values_to_the_last_digit(name: str, size: int) -> None:
    program = f"""
import json
from quintet.engine import Budget, analyse
from quintet.games import game
rules = game({name!r}, size={size})
position = rules.start()
last = list(rules.prompt(position, 0).moves())[-1]
found = analyse(rules, position, 0, Budget(nodes=150), also=(last,))
moves = [(one.move, one.value, one.line, one.probability) for one in (*found.moves, *found.also)]
print(json.dumps([moves, found.value, found.expected, found.nodes]))
"""
    assert run(program, NUMBA_DISABLE_JIT="1") == run(program)


@helper
def twice(number: Any) -> Any:
    return number + number


def test_python_cannot_call_a_helper_and_is_told_so() -> None:
    @entry(I64, I64)
    def four_times(number: Any) -> Any:
        return twice(twice(number))

    assert four_times(I(3)) == 12
    with pytest.raises(TypeError, match="twice is a helper: only compiled code can call it"):
        twice(I(3))


def test_an_entry_shares_no_helper_with_another() -> None:
    @helper
    def count_down(number: Any) -> Any:
        return I(0) if number <= 0 else count_down(number - I(1)) + count_down(number - I(2))

    @entry(I64, I64)
    def counted(number: Any) -> Any:
        return count_down(number)

    dispatcher: Any = counted
    (result,) = dispatcher.overloads.values()
    module = result.library._final_module
    names = [f.name for f in module.functions if not f.is_declaration and "count_down" in f.name]
    assert names
    assert all(module.get_function(name).linkage.name == "internal" for name in names)


def test_a_tool_is_compiled_when_it_is_first_called() -> None:
    heard: list[str] = []

    @tool(I64, I64)
    def doubled(number: Any) -> Any:
        return number + number

    _jit.on_part.append(heard.append)
    try:
        assert not heard
        assert [doubled(I(2)), doubled(I(21))] == [4, 42]
        assert heard == [f"{__name__}.doubled"]
    finally:
        _jit.on_part.remove(heard.append)

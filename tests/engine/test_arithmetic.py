"""Numbers that are the same on every machine, and nothing else where moves are decided."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintet import engine
from quintet.engine._jit import I64, I, Int, array, entry, helper
from quintet.engine.arithmetic import exp, ln, tanh

ENGINE = Path(engine.__file__).parent
SOURCES = sorted(path for path in ENGINE.rglob("*.py") if "training" not in path.parts)
ROUNDED_ALIKE = {"sqrt", "isqrt", "floor", "ceil", "copysign", "inf", "nan", "isfinite", "comb"}
"""What `math` gives to the last bit on every machine."""
OF_THE_SYSTEM = {
    *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "power", "float_power", "dot", "matmul"),
    *("einsum", "inner", "vdot", "tanh", "sin", "cos", "linalg", "logaddexp"),
}
"""What NumPy takes from a library of the system, or adds up in an order of its own."""


@given(st.floats(1e-300, 1e300))
def test_the_logarithm_is_one(x: float) -> None:
    assert ln(x) == pytest.approx(math.log(x), rel=1e-14, abs=1e-15)


@given(st.floats(-690, 690))
def test_the_exponential_is_one(x: float) -> None:
    assert exp(x) == pytest.approx(math.exp(x), rel=1e-14)


@given(st.floats(-1e6, 1e6))
def test_the_tangent_is_one_and_stays_within_its_bounds(x: float) -> None:
    assert tanh(x) == pytest.approx(math.tanh(x), abs=1e-14)
    assert -1 <= tanh(x) <= 1


def test_the_first_and_last_digits_are_known() -> None:
    """Written down once: whichever machine runs this test, these are the bits."""
    found = [ln(2.0), ln(10.0), ln(1e-9), exp(1.0), exp(-3.3), exp(20.5), tanh(0.3)]
    assert [number.hex() for number in found] == KNOWN


KNOWN = [
    *("0x1.62e42fefa39efp-1", "0x1.26bb1bbb55515p+1", "-0x1.4b927f32bffb8p+4"),
    *("0x1.5bf0a8b14576ap+1", "0x1.2e259bb85be84p-5", "0x1.7d6c4f0bcdd5cp+29"),
    "0x1.2a4dda7d914fap-2",
]

_ln, _exp = helper(ln), helper(exp)


@entry(I64, array("f8"), array("f8"))
def compiled_pair(given: Int, found: Int) -> Int:
    for i in range(len(given)):
        found[i] = _exp(_ln(given[i]) * 0.7)
    return I(0)


def test_compiled_code_finds_the_same_bits() -> None:
    given = np.array([0.001 * 1.37**i for i in range(60)])
    found = np.zeros(60)
    compiled_pair(given, found)
    assert list(found) == [exp(ln(float(x)) * 0.7) for x in given]


def powers(x: float) -> float:
    power: float = x**x
    return power


@pytest.mark.parametrize("function", [math.log, math.exp, math.tanh, powers])
def test_an_entry_that_asks_a_library_of_the_system_is_refused(function: Callable[[float], float]) -> None:
    within = helper(function) if function is powers else function

    def foreign(numbers: Int) -> Int:
        numbers[0] = within(numbers[0])
        return I(0)

    with pytest.raises(TypeError, match="differs from machine to machine"):
        entry(I64, array("f8"))(foreign)


def foreign_numbers(tree: ast.AST) -> Iterator[str]:
    """Calls and operators of a module that the system's libraries answer."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            allowed = node.value.id != "math" or node.attr in ROUNDED_ALIKE
            if not allowed or (node.value.id == "np" and node.attr in OF_THE_SYSTEM):
                yield ast.unparse(node)
        if isinstance(node, ast.ImportFrom) and node.module == "math":
            yield ast.unparse(node)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
            yield ast.unparse(node)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_no_module_of_the_engine_asks_a_library_of_the_system(path: Path) -> None:
    assert list(foreign_numbers(ast.parse(path.read_text("utf-8")))) == []


def test_the_look_into_the_sources_sees_them() -> None:
    bad = "import math\nfrom math import exp\na = math.exp(1) + np.log(2)\nb = c @ d\n"
    assert len(list(foreign_numbers(ast.parse(bad)))) == 4

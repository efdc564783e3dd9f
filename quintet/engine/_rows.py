# mypy: disable-error-code="no-untyped-call,attr-defined"
# Numba carries no types; this file, with _jit.py, is where that ends.
"""Rows of small numbers in compiled code, a whole row at once; each function has its twin in plain Python.

A net that is kept up to date move by move does little else than adding rows of 16-bit numbers. A row is one register or a few,
but a compiler left to itself makes 64-bit numbers of each.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import config
from numba.core import cgutils
from numba.extending import intrinsic

from quintet.engine._jit import I64, VOID, ir


@dataclass(frozen=True)
class Rows:
    """Compiled functions over rows of so many int16 numbers, and over totals of int32 ones.

    A total is of clipped rows: every number below 0 counts as 0, and every one above `most` as that. Nothing is checked: a sum
    that needs more bits wraps around.
    """

    change: Callable[..., Any]
    """(row, less, more): take one row off another, and add a third."""
    change_counted: Callable[..., Any]
    """(row, less, more, total): the same with a row that is part of the total."""
    count: Callable[..., Any]
    """(row, total): add a row to the total."""
    discount: Callable[..., Any]
    """(row, total): take it off."""
    copy: Callable[..., Any]
    """(row, other): make the other the same."""
    weigh: Callable[..., Any]
    """(row, weights) -> the sum of the clipped row's numbers, each times its weight."""


def make_rows(width: int, most: int) -> Rows:
    return _plain(most) if config.DISABLE_JIT else _compiled(width, most)


def _plain(most: int) -> Rows:
    def clip(row: Any) -> Any:
        return np.clip(row, 0, most).astype(np.int32)

    def change(row: Any, less: Any, more: Any) -> None:
        row += more - less

    def change_counted(row: Any, less: Any, more: Any, total: Any) -> None:
        discount(row, total)
        change(row, less, more)
        count(row, total)

    def count(row: Any, total: Any) -> None:
        total += clip(row)

    def discount(row: Any, total: Any) -> None:
        total -= clip(row)

    def copy(row: Any, other: Any) -> None:
        other[:] = row

    def weigh(row: Any, weights: Any) -> Any:
        return np.int64((clip(row) * weights.astype(np.int32)).sum(dtype=np.int32))

    return Rows(change, change_counted, count, discount, copy, weigh)


def _compiled(width: int, most: int) -> Rows:
    short, long = ir.VectorType(ir.IntType(16), width), ir.VectorType(ir.IntType(32), width)
    lowest, highest = (ir.Constant(short, [number] * width) for number in (0, most))

    def load(b: Any, place: Any) -> Any:
        return b.load(b.bitcast(place, short.as_pointer()), align=2)

    def clip(b: Any, row: Any) -> Any:
        row = b.select(b.icmp_signed(">", row, lowest), row, lowest)
        return b.sext(b.select(b.icmp_signed("<", row, highest), row, highest), long)

    def add(b: Any, total: Any, row: Any) -> None:
        place = b.bitcast(total, long.as_pointer())
        b.store(b.add(b.load(place, align=4), row), place, align=4)

    def changed(b: Any, row: Any, less: Any, more: Any) -> tuple[Any, Any]:
        was = load(b, row)
        now = b.add(was, b.sub(load(b, more), load(b, less)))
        b.store(now, b.bitcast(row, short.as_pointer()), align=2)
        return was, now

    def change(b: Any, row: Any, less: Any, more: Any) -> None:
        changed(b, row, less, more)

    def change_counted(b: Any, row: Any, less: Any, more: Any, total: Any) -> None:
        was, now = changed(b, row, less, more)
        add(b, total, b.sub(clip(b, now), clip(b, was)))

    def count(b: Any, row: Any, total: Any) -> None:
        add(b, total, clip(b, load(b, row)))

    def discount(b: Any, row: Any, total: Any) -> None:
        add(b, total, b.neg(clip(b, load(b, row))))

    def copy(b: Any, row: Any, other: Any) -> None:
        b.store(load(b, row), b.bitcast(other, short.as_pointer()), align=2)

    def weigh(b: Any, row: Any, weights: Any) -> Any:
        each = b.mul(clip(b, load(b, row)), b.sext(load(b, weights), long))
        kind = ir.FunctionType(ir.IntType(32), [long])
        name = f"llvm.vector.reduce.add.v{width}i32"
        return b.sext(b.call(cgutils.get_or_insert_function(b.module, kind, name), [each]), ir.IntType(64))

    return Rows(
        _of_3(change), _of_4(change_counted), _of_2(count), _of_2(discount), _of_2(copy), _of_2(weigh, I64)
    )


def make_mix(inputs: int, sums: int) -> Any:
    """(numbers, weights, totals): to each of so many int32 totals add all numbers, each times its weight for that total."""
    if config.DISABLE_JIT:
        return _plain_mix
    long = ir.VectorType(ir.IntType(32), sums)
    blank, first = ir.Constant(long, ir.Undefined), ir.Constant(ir.IntType(32), 0)
    everywhere = ir.Constant(long, [0] * sums)

    def mix(b: Any, numbers: Any, weights: Any, totals: Any) -> None:
        rows = b.bitcast(weights, long.as_pointer())
        place = b.bitcast(totals, long.as_pointer())
        total = b.load(place, align=4)
        for i in range(inputs):
            here = ir.Constant(ir.IntType(32), i)
            number = b.insert_element(blank, b.load(b.gep(numbers, [here])), first)
            number = b.shuffle_vector(number, blank, everywhere)
            total = b.add(total, b.mul(number, b.load(b.gep(rows, [here]), align=4)))
        b.store(total, place, align=4)

    return _of_3(mix)


def _plain_mix(numbers: Any, weights: Any, totals: Any) -> None:
    totals += (numbers[:, None] * weights).sum(axis=0, dtype=totals.dtype)


# --- instructions over arrays: Numba asks how many arguments there are ------------------------------------------------


def _of_2(emit: Callable[..., Any], returns: Any = VOID) -> Any:
    return intrinsic(lambda _, a, b: (returns(a, b), _on_pointers(emit)))


def _of_3(emit: Callable[..., Any]) -> Any:
    return intrinsic(lambda _, a, b, c: (VOID(a, b, c), _on_pointers(emit)))


def _of_4(emit: Callable[..., Any]) -> Any:
    return intrinsic(lambda _, a, b, c, d: (VOID(a, b, c, d), _on_pointers(emit)))


def _on_pointers(emit: Callable[..., Any]) -> Callable[..., Any]:
    """What `emit` builds from where each array begins."""

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made = [context.make_array(kind) for kind in signature.args]
        places = [make(context, builder, value).data for make, value in zip(made, arguments, strict=True)]
        found = emit(builder, *places)
        return context.get_dummy_value() if found is None else found

    return lower

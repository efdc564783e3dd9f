# mypy: disable-error-code="no-untyped-call,attr-defined,misc"
# Numba carries no types; this file is where that ends.
"""How Python becomes machine code here: the only module, beside its cache, that speaks to Numba.

`@helper` marks a function that other compiled functions call; `@entry(...)` one that Python calls, with one explicit
signature. Only entries are kept (by `_cache.py`), and their object code holds every helper they use, so a warm start
compiles nothing.

With NUMBA_DISABLE_JIT=1 everything runs as plain Python, with the same results.
"""

from __future__ import annotations

import functools
import re
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
from llvmlite.binding import Linkage
from numba import config, types
from numba.core import cgutils, codegen, typeinfer
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaWarning
from numba.core.event import Listener, install_listener
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

from quintet.engine._cache import cache_folder, keep_in

_Library: Any = codegen.JITCodeLibrary
_Codegen: Any = codegen.JITCPUCodegen
ir: Any = cgutils.ir  # llvmlite's instructions, which carry no types
F = TypeVar("F", bound=Callable[..., Any])
Int: TypeAlias = Any
"""A signed number in compiled code (int64). Annotations there are for the reader: Numba infers its own types."""
Word: TypeAlias = Any
"""64 bits in compiled code (uint64)."""
Record: TypeAlias = Any
"""A NumPy record (or an array of them) in compiled code; its fields depend on the game."""

I, U = np.int64, np.uint64  # noqa: E741  (the two number types of compiled code, on every line of it)
I64, U64, VOID = types.int64, types.uint64, types.void

UNRESOLVED = ".numba.unresolved$"
"""In the names of object code: a recursive call that only the compiling process can resolve."""

FOREIGN = re.compile(
    r"(llvm\.)?(exp|exp2|exp10|expm1|log|log2|log10|log1p|pow|cbrt|hypot|erfc?|[lt]gamma|a?(sin|cos|tan)h?|atan2)f?(\.f\d+)?"
    r"|numba_(xx.*|.*pow.*|gamma.*|erf.*)"
)
"""Functions of the system's libraries that compiled code must not call. A square root is exact, and an instruction."""

on_part: list[Callable[[str], object]] = []
"""Called with the name of each function once it is compiled, helpers too: it shows whoever waits how far the compiler is."""


def record(fields: list[tuple[Any, ...]]) -> Any:
    """The type of a record: `s.field` works compiled and uncompiled. Scalars are fields of shape 1: `s.count[0]`."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def records(dtype: Any) -> Any:
    """In a signature: an array of such records."""
    return numba.from_dtype(dtype)[::1]


def array(dtype: Any, dimensions: int = 1) -> Any:
    """In a signature: a contiguous array of plain numbers."""
    return types.Array(numba.from_dtype(np.dtype(dtype)), dimensions, "C")


def roomy(dtype: Any, slots: int = 0) -> tuple[Any, int]:
    """An array of one record, all zeros, whose last field has so many slots, or as many as its type says if that is more.

    Compiled code takes a type's word for the size of every field but checks none, so a table that stands last may be larger.
    Returns how many slots there are: no more than the type says where indices are checked after all.
    """
    last, end = dtype, 0
    while last.subdtype is None:
        last, start = last.fields[last.names[-1]][:2]
        end += start
    declared = last.shape[0]
    if config.DISABLE_JIT or config.BOUNDSCHECK or slots < declared:
        slots = declared
    assert end + last.itemsize == dtype.itemsize, "the table must be the end of the record"
    memory = np.zeros(dtype.itemsize + (slots - declared) * (last.itemsize // declared), np.uint8)
    return memory[: dtype.itemsize].view(dtype), slots


# --- the decorators ---------------------------------------------------------------------------------------------------


def helper(function: F) -> F:
    """Compile together with whichever entry calls it; Python itself cannot call it, except uncompiled."""
    dispatcher: Any = numba.njit(nogil=True, error_model="numpy")(function)
    if not config.DISABLE_JIT:
        dispatcher.__class__ = _Helper
    return cast(F, dispatcher)


class _Helper(CPUDispatcher):
    """A compiled function without machine code of its own: the entries that use it contain it."""

    def __call__(self, *arguments: Any, **named: Any) -> Any:  # noqa: ARG002  (any call at all)
        raise TypeError(f"{self.__name__} is a helper: only compiled code can call it; Python calls an entry")


def entry(returns: Any, *arguments: Any) -> Callable[[F], F]:
    """Compile now, or load from the cache; Python may call it with exactly these types."""

    def wrap(function: F) -> F:
        return _plain(function) if config.DISABLE_JIT else _compile(function, returns(*arguments))

    return wrap


def tool(returns: Any, *arguments: Any) -> Callable[[F], F]:
    """An entry that no move needs, such as counting leaves: compiled, or loaded, when it is first called.

    Its `entry()` is what that gives.
    """

    def wrap(function: F) -> F:
        ready = functools.cache(lambda: entry(returns, *arguments)(function))

        @functools.wraps(function)
        def run(*given: Any) -> Any:
            return ready()(*given)

        run.entry = ready
        return cast(F, run)

    return wrap


def _plain(function: F) -> F:
    """Uncompiled: hashes overflow on purpose, as they do when compiled."""

    @functools.wraps(function)
    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return cast(F, run)


def _compile(function: F, signature: Any) -> F:
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    folder = cache_folder(function.__module__)
    if folder is not None:
        keep_in(folder, dispatcher)
    with warnings.catch_warnings(), typeinfer.register_dispatcher(dispatcher), _only(function.__qualname__):
        warnings.simplefilter("error", NumbaWarning)  # such as: a global table too big to cache
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    _refuse(dispatcher, function.__name__, folder)
    for result in dispatcher.overloads.values():
        # A copy for other code to contain, which an entry never is: 1 MB each.
        result.library._shared_module = None
    return cast(F, dispatcher)


class _Parts(Listener):
    """Tells those who want to know of every function that Numba has compiled."""

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        for listener in on_part:
            listener(f"{function.__module__}.{function.__name__}")


@contextmanager
def _only(entry_name: str) -> Iterator[None]:
    """While an entry is compiled, optimise and emit machine code for it alone, not for every helper on the way.

    Numba would do that for each function and again for each function that contains it: more than half of all the time.
    """
    with global_compiler_lock:
        finish, point, bind = _Library.finalize, _Library.get_pointer_to_function, _Codegen.set_env

        def finalize(library: Any) -> None:
            if library.name == entry_name:
                _keep_private(library)
                finish(library)
                return
            for part in dict.fromkeys(library._linking_libraries):
                library._reload_init.update(part._reload_init)
                library._final_module.link_in(part._get_module_for_linking(), preserve=True)
            library._finalize_dynamic_globals()
            library._finalized = True

        def get_pointer_to_function(library: Any, name: str) -> int:
            return cast(int, point(library, name)) if library.name == entry_name else 0

        def set_env(codegen: Any, name: str, environment: Any) -> None:
            if codegen._engine.get_global_value_address(name):  # helpers have none of their own
                bind(codegen, name, environment)

        _Library.finalize, _Library.get_pointer_to_function = finalize, get_pointer_to_function
        _Codegen.set_env = set_env
        try:
            with install_listener("numba:compile", _Parts()):
                yield
        finally:
            _Library.finalize, _Library.get_pointer_to_function, _Codegen.set_env = finish, point, bind


def _keep_private(library: Any) -> None:
    """Hide an entry's copies of its helpers from other entries.

    They are named by a number that starts anew in each process, so a helper compiled now can have the name of another one
    in an entry that came from the cache (a second search made for the same game, say), and would be replaced by it.
    """
    optimise = library._optimize_final_module

    def optimise_privately() -> None:
        for function in library._final_module.functions:
            if not function.is_declaration and function.linkage == Linkage.linkonce_odr:
                function.linkage = Linkage.internal
        optimise()

    library._optimize_final_module = optimise_privately


def _refuse(dispatcher: Any, name: str, folder: Path | None) -> None:
    """Code that cannot be kept, or does not do the same everywhere, is refused at once; what came from the cache passed."""
    (result,) = dispatcher.overloads.values()
    module = getattr(result.library, "_final_module", None)  # None when it came from the cache
    why = module and (_unresolved(module) or _of_this_machine(module))
    if why:
        if folder is not None:
            dispatcher._cache.flush()
        raise TypeError(f"{name}: {why}")


def _unresolved(module: Any) -> str:
    """Type-varying or mutual recursion works once and crashes when loaded from the cache."""
    if any(UNRESOLVED in variable.name for variable in module.global_variables):
        return "a function called itself with other types, or two call each other"
    return ""


def _of_this_machine(module: Any) -> str:
    """What the libraries of a system compute differs in the last digit from one system to the next."""
    for function in module.functions:
        if function.is_declaration and FOREIGN.fullmatch(function.name):
            return f"it calls {function.name}, which differs from machine to machine; arithmetic.py has what is the same on all"
    return ""


# --- single machine instructions, each with its twin in plain Python --------------------------------------------------


def _instruction(signature: Any, emit: Callable[..., Any], twin: Callable[..., int]) -> Any:
    """A function that becomes what `emit` builds when compiled, and is `twin` when not."""
    if config.DISABLE_JIT:
        return twin

    def lower(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001  (Numba's)
        return emit(builder, *arguments)

    def without(typing: Any) -> Any:  # noqa: ARG001  (Numba's)
        return signature, lower

    def of_word(typing: Any, word: Any) -> Any:  # noqa: ARG001  (Numba's)
        return signature, lower

    return intrinsic(of_word if signature.args else without)


def _emit_clock(builder: Any) -> Any:
    word, half = ir.IntType(64), ir.IntType(32)
    pair = cgutils.alloca_once(builder, ir.ArrayType(word, 2))  # struct timespec: seconds, nanoseconds
    kind = ir.FunctionType(half, [half, pair.type])
    read = cgutils.get_or_insert_function(builder.module, kind, "clock_gettime")
    builder.call(read, [ir.Constant(half, time.CLOCK_MONOTONIC), pair])
    both = builder.load(pair)
    seconds, rest = builder.extract_value(both, 0), builder.extract_value(both, 1)
    return builder.add(builder.mul(seconds, ir.Constant(word, 1_000_000_000)), rest)


def _emit_highest(builder: Any, word: Any) -> Any:
    zeros = builder.ctlz(word, ir.Constant(ir.IntType(1), 1))
    return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)


_read_clock = _instruction(I64(), _emit_clock, time.monotonic_ns)
_count_bits = _instruction(I64(U64), lambda b, word: b.ctpop(word), lambda word: int(word).bit_count())
_low_bit = _instruction(
    I64(U64),
    lambda b, word: b.cttz(word, ir.Constant(ir.IntType(1), 1)),
    lambda word: (int(word) & -int(word)).bit_length() - 1,
)
_high_bit = _instruction(I64(U64), _emit_highest, lambda word: int(word).bit_length() - 1)


@helper
def clock_ns() -> Int:
    """Nanoseconds of `time.monotonic_ns`, read without leaving compiled code."""
    return I(_read_clock())


@helper
def popcount(word: Word) -> Int:
    """How many bits are set."""
    return I(_count_bits(word))


@helper
def lowest(word: Word) -> Int:
    """The number of the lowest set bit; the word must not be 0."""
    return I(_low_bit(word))


@helper
def highest(word: Word) -> Int:
    """The number of the highest set bit; the word must not be 0."""
    return I(_high_bit(word))

# mypy: disable-error-code="no-untyped-call,attr-defined"
# Numba and llvmlite carry no types; this file is where that ends.
"""A compiled function as a WebAssembly object: Numba's own code for it, before anything was done for this machine.

Numba types and lowers a function to LLVM's language, and only then makes it fit the processor. This takes what it has
before that last step, gives it the measures of a 32-bit WebAssembly machine, and lets LLVM optimise for that one. The
result depends on the sources and on the versions of Numba and LLVM, and on nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, cast

import llvmlite.binding as llvm
import numba
from numba import types
from numba.core import codegen, typeinfer

from quintet.engine import _jit

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals,+simd128"
"""What every browser of the last years has; the page asks for the youngest of them, SIMD, before it begins."""
OWN = ("_ZN7cpython", "cfunc.", "_ZN13_3cdynfunc")
"""How Numba's names begin for what only Python calls."""
_Library: Any = codegen.JITCodeLibrary


class Deferred(NamedTuple):
    """An entry that has not been compiled: a function, and the types it takes."""

    function: Callable[..., Any]
    signature: Any

    def __call__(self, *_: Any) -> Any:
        raise TypeError(
            f"{self.function.__name__} is being built for a browser: nothing can be computed meanwhile"
        )


def defer_entries() -> None:
    """From now on importing an engine compiles nothing. Only for a process that builds, and before it imports one."""
    _Library._optimize_functions = lambda _library, _module: (
        None
    )  # it would lay things out for this processor
    _jit._compile = cast(Any, Deferred)


def compile_object(entry: Deferred, export: str) -> bytes:
    """The object with this entry as `export`, every array of records a plain pointer."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, features=FEATURES)
    text, name = _lowered(entry)
    text = re.sub(r'^target triple = ".*"$', f'target triple = "{TRIPLE}"', text, flags=re.MULTILINE)
    layout = f'target datalayout = "{machine.target_data}"'
    text = re.sub(r'^target datalayout = ".*"$', layout, text, flags=re.MULTILINE)
    text = re.sub(r"= common( local_unnamed_addr)? global", "= internal global", text)
    module = llvm.parse_assembly(text + _shim(export, name, entry.signature, text))
    module.verify()
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration and one.name != export:
            one.linkage = llvm.Linkage.internal
    for _ in range(2):  # as Numba does: once, then again without what counting references left behind
        tuning = llvm.create_pipeline_tuning_options(speed_level=3)
        tuning.loop_vectorization = tuning.slp_vectorization = True
        builder = llvm.create_pass_builder(machine, tuning)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.run(module, builder)
    module.verify()
    return bytes(machine.emit_object(module))


class _Captured(Exception):  # noqa: N818  (no error: the way out of Numba once it has what we want)
    pass


def _lowered(entry: Deferred) -> tuple[str, str]:
    """The entry with all its helpers in LLVM's language, not optimised; and the name of its body there."""
    found: list[Any] = []

    def take(library: Any) -> None:
        found.append(library._final_module)
        raise _Captured

    dispatcher = numba.njit(nogil=True, error_model="numpy")(entry.function)
    with (
        _in_place_of(_Library, "_optimize_final_module", take),
        _in_place_of(_jit, "_keep_private", lambda _library: None),
        typeinfer.register_dispatcher(dispatcher),
        _jit._only(entry.function.__qualname__),
        suppress(_Captured),
    ):
        dispatcher.compile(entry.signature)
    (module,) = found
    bodies = [
        function.name
        for function in module.functions
        if not function.is_declaration
        and function.linkage == llvm.Linkage.external
        and not function.name.startswith(OWN)
    ]
    (name,) = bodies
    return str(module), name


@contextmanager
def _in_place_of(owner: Any, name: str, other: Any) -> Iterator[None]:
    before = getattr(owner, name)
    setattr(owner, name, other)
    try:
        yield
    finally:
        setattr(owner, name, before)


def _shim(export: str, name: str, signature: Any, text: str) -> str:
    """`i64 export(ptr, …)`: makes each pointer an array of one record, as Numba passes it; stops where an exception would be."""
    pointers, given = [], ["ptr %result", "ptr %exception"]
    for number, kind in enumerate(signature.args):
        if not isinstance(kind, types.Array) or not isinstance(kind.dtype, types.Record) or kind.ndim != 1:
            raise TypeError(f"{export}: a page can pass records only, not {kind}")
        pointers.append(f"ptr %a{number}")
        size = kind.dtype.size  # an array is: owner, parent, items, size of an item, data, extent, stride
        given.append(f"ptr null, ptr null, i64 1, i64 {size}, ptr %a{number}, i64 1, i64 {size}")
    trap = "" if "declare void @llvm.trap()" in text else "declare void @llvm.trap()"
    return f"""
define i64 @{export}({", ".join(pointers)}) {{
  %result = alloca i64
  %exception = alloca ptr
  %status = call i32 @{name}({", ".join(given)})
  %bad = icmp ne i32 %status, 0
  br i1 %bad, label %fail, label %good
good:
  %value = load i64, ptr %result
  ret i64 %value
fail:
  call void @llvm.trap()
  unreachable
}}
{trap}
"""

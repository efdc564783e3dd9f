# mypy: disable-error-code="no-untyped-call,attr-defined,misc"
# Numba carries no types; this file is where that ends.
"""How Python becomes machine code here: the only module that speaks to Numba.

`@helper` marks a function that other compiled functions call; `@entry(...)` one that Python calls, with one explicit
signature. Only entries are cached, and their object code holds every helper they use, so a warm start compiles nothing.

An entry's cache folder is named after the hash of everything its code can depend on: its module, every quintet module
that one imports (except under `if TYPE_CHECKING`), the versions of Numba and NumPy, and the flags. So a cache is never
stale, and editing one game's files leaves the others' caches alone. Data files are sealed with a checksum: a damaged
one is compiled again. Where nothing can be written, compiling happens in memory.

With NUMBA_DISABLE_JIT=1 everything runs as plain Python, with the same results.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import logging
import os
import pickle
import stat
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, cast

import numba
import numpy as np
import platformdirs
from llvmlite.binding import Linkage
from numba import config, types
from numba.core import caching, cgutils, codegen, typeinfer
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaWarning
from numba.core.registry import CPUDispatcher
from numba.extending import intrinsic

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

PACKAGE = Path(__file__).parent.parent
_cache_dir_lock = threading.Lock()
on_entry: list[Callable[[str], object]] = []
"""Called with the name of each entry once it is ready; `warm` shows progress with it."""
_may_compile = True


class NotCompiledError(Exception):
    """The cache lacks an entry, and nothing may be compiled now."""


@contextmanager
def only_from_cache() -> Iterator[None]:
    """Within this, an entry that the cache lacks is not compiled: NotCompiledError. Where no cache can be, it is."""
    global _may_compile
    before, _may_compile = _may_compile, False
    try:
        yield
    finally:
        _may_compile = before


def record(fields: list[tuple[Any, ...]]) -> Any:
    """The type of a record: `s.field` works compiled and uncompiled. Scalars are fields of shape 1: `s.count[0]`."""
    return np.dtype((np.record, np.dtype(fields, align=True)))


def records(dtype: Any) -> Any:
    """In a signature: an array of such records."""
    return numba.from_dtype(dtype)[::1]


def array(dtype: Any, dimensions: int = 1) -> Any:
    """In a signature: a contiguous array of plain numbers."""
    return types.Array(numba.from_dtype(np.dtype(dtype)), dimensions, "C")


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
        ready = _plain(function) if config.DISABLE_JIT else _compile(function, returns(*arguments))
        for listener in on_entry:
            listener(f"{function.__module__}.{function.__name__}")
        return ready

    return wrap


def tool(returns: Any, *arguments: Any) -> Callable[[F], F]:
    """An entry that no move needs, such as counting leaves: compiled, or loaded, when it is first called."""

    def wrap(function: F) -> F:
        ready = functools.cache(lambda: entry(returns, *arguments)(function))

        @functools.wraps(function)
        def run(*given: Any) -> Any:
            return ready()(*given)

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
        _cache_in(dispatcher, folder)
    with warnings.catch_warnings(), typeinfer.register_dispatcher(dispatcher), _only(function.__qualname__):
        warnings.simplefilter("error", NumbaWarning)  # such as: a global table too big to cache
        dispatcher.compile(signature)
        dispatcher.disable_compile()
    _refuse_unresolved(dispatcher, function.__name__, folder)
    for result in dispatcher.overloads.values():
        # A copy for other code to contain, which an entry never is: 1 MB each.
        result.library._shared_module = None
    return cast(F, dispatcher)


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


def _cache_in(dispatcher: Any, folder: Path) -> None:
    with _cache_dir_lock:  # the setting is Numba's own and global: leave it as it was
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            dispatcher.enable_caching()
        except (OSError, RuntimeError):  # the folder went away: compile in memory
            return
        finally:
            config.CACHE_DIR = before
    dispatcher._cache._cache_file.__class__ = _SealedFile


def _refuse_unresolved(dispatcher: Any, name: str, folder: Path | None) -> None:
    """Type-varying or mutual recursion works once and crashes when loaded from the cache; refuse it at once."""
    (result,) = dispatcher.overloads.values()
    module = getattr(result.library, "_final_module", None)  # None when it came from the cache
    if module and any(UNRESOLVED in variable.name for variable in module.global_variables):
        if folder is not None:
            dispatcher._cache.flush()
        raise TypeError(f"{name}: a function called itself with other types, or two call each other")


class _SealedFile(caching.IndexDataCacheFile):
    """Numba's cache files, each sealed with its checksum. A damaged or unwritable one counts as missing."""

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except Exception:  # any damage at all: unpickling raises nearly anything
            return {}

    def load(self, key: Any) -> Any:
        found = super().load(key)
        if found is None and not _may_compile:
            raise NotCompiledError
        return found

    def _load_data(self, name: str) -> Any:
        sealed = Path(self._data_path(name)).read_bytes()
        data, seal = sealed[:-32], sealed[-32:]
        if hashlib.sha256(data).digest() != seal:
            raise OSError(f"{name} is damaged")  # Numba compiles it again and replaces the file
        with suppress(OSError):
            os.utime(self._data_path(name))  # in use: `warm` sweeps away what is not
        return pickle.loads(data)  # noqa: S301  (our own file, in a folder only we can write)

    def _save_data(self, name: str, data: Any) -> None:
        plain = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(plain + hashlib.sha256(plain).digest())

    def save(self, key: Any, data: Any) -> None:
        try:
            super().save(key, data)
        except OSError:  # the disk is full, say: what was compiled still runs
            return


# --- where the cache lies ---------------------------------------------------------------------------------------------


@functools.cache
def cache_root() -> Path | None:
    """The first folder of ours that can be written and belongs to us; None, after one warning, when there is none."""
    named = os.environ.get("QUINTET_CACHE_DIR")
    wanted = Path(named) if named else platformdirs.user_cache_path("quintet")
    folder = wanted if _usable(wanted / "compiled") else _temporary_folder()
    warn = logging.getLogger(__name__).warning
    if folder is None:
        warn("no folder to keep compiled code in: %s cannot be used, so every start compiles anew", wanted)
        return None
    if named and folder != wanted:
        warn("QUINTET_CACHE_DIR names %s, which cannot be used; compiled code is kept in %s", wanted, folder)
    return folder / "compiled"


def _temporary_folder() -> Path | None:
    """Our private place among temporary files; None where it cannot be used."""
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    try:
        folder = Path(tempfile.gettempdir()) / f"quintet-{user}"
    except OSError:  # not even that
        return None
    return folder if _usable(folder / "compiled") else None


def _usable(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = folder.stat()
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or status.st_mode & stat.S_IWOTH):
            return False  # whoever can write there can make us run anything
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@functools.cache
def cache_folder(module: str) -> Path | None:
    """The cache folder of a module's entries: its name changes with everything the code depends on."""
    root = cache_root()
    if root is None or _file_of(module) is None:  # only our own modules: of others we do not know the sources
        return None
    digest = hashlib.sha256()
    for name in sorted(sources(module)):
        digest.update(name.encode() + b"\0" + source(name).encode() + b"\0")
    flags = (config.BOUNDSCHECK, config.OPT, config.CPU_NAME, config.CPU_FEATURES, config.DEBUG)
    digest.update(repr((numba.__version__, np.__version__, flags)).encode())
    return root / f"{module.removeprefix('quintet.engine.')}-{digest.hexdigest()[:16]}"


def sources(module: str) -> set[str]:
    """A module and every quintet module that it imports, and that those import."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += imported(name)
    return found


@functools.cache
def source(module: str) -> str:
    path = _file_of(module)
    assert path is not None
    return path.read_text(encoding="utf-8")


def _file_of(module: str) -> Path | None:
    """The file of a quintet module, found without importing it; None for a name that is no module."""
    package, *path = module.split(".")
    if package != PACKAGE.name:
        return None
    place = PACKAGE.joinpath(*path)
    files = (place.with_suffix(".py"), place / "__init__.py")
    return next((file for file in files if file.is_file()), None)


@functools.cache
def imported(module: str) -> tuple[str, ...]:
    """The quintet modules whose values a module can see; what only the type checker imports does not count."""
    names: list[str] = []
    for node in _statements(ast.parse(source(module))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return tuple(name for name in names if _file_of(name))


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        yield from _statements(node)


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

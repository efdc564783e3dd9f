"""A linker for one object: LLVM has already given everything its final place, so little is left to do.

An object becomes a module when it says what it exports and no longer holds what only linkers read. What it wants from
outside is looked at closely: memory, the stack pointer and a clock are all that a page gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

HEADER = b"\0asm\1\0\0\0"
CUSTOM, TYPES, IMPORTS, EXPORTS, DATA = 0, 1, 2, 7, 11
DATA_COUNT = 12
FUNCTION, TABLE, MEMORY, GLOBAL = 0, 1, 2, 3
SYMBOLS = 8
"""The part of the section `linking` that lists the symbols."""
UNDEFINED, EXPLICIT_NAME = 0x10, 0x40
ALLOWED = {("__linear_memory", MEMORY), ("__stack_pointer", GLOBAL), ("clock_gettime", FUNCTION)}
"""All that a page gives a module."""
AFTER_EXPORTS = {8, 9, DATA_COUNT, 10, DATA}


class LinkError(Exception):
    """The object cannot become a module for a page; the text says why."""


class Linked(NamedTuple):
    module: bytes
    data: int
    """How many bytes at the beginning of the memory are the module's own."""


class Reader:
    """Bytes, and how far they have been read."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    @property
    def left(self) -> bool:
        return self.at < len(self.data)

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        """As WebAssembly writes whole numbers: seven bits a byte, the low ones first."""
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def text(self) -> str:
        return self.take(self.number()).decode()


def number(value: int) -> bytes:
    written = bytearray()
    while value > 127:
        written.append(value & 127 | 128)
        value >>= 7
    return bytes([*written, value])


def text(value: str) -> bytes:
    return number(len(value.encode())) + value.encode()


def link(code: bytes, export: str) -> Linked:
    """The module, with one function to call."""
    sections = list(_sections(code))
    wanted = dict(sections)
    refuse_unknown(_imports(wanted.get(IMPORTS, b"\0")))
    symbols = next(body for kind, body in sections if kind == CUSTOM and Reader(body).text() == "linking")
    try:
        index = _functions(symbols)[export]
    except KeyError:
        raise LinkError(f"the object has no function {export}") from None
    exported = number(1) + text(export) + bytes([FUNCTION]) + number(index)
    parts, written = [HEADER], False
    for kind, body in sections:
        if kind == CUSTOM:
            continue
        if kind in AFTER_EXPORTS and not written:
            parts.append(_section(EXPORTS, exported))
            written = True
        parts.append(_section(kind, body))
    return Linked(b"".join(parts), _extent(wanted.get(DATA, b"\0")))


def refuse_unknown(imports: list[tuple[str, int]]) -> None:
    """LinkError for anything that no page gives: a function of a system's library, or a call by address."""
    unknown = sorted(name for name, kind in imports if (name, kind) not in ALLOWED)
    if unknown:
        raise LinkError(
            f"it needs {', '.join(unknown)}, which no page has: only its memory, its stack and a clock. "
            "No allocation, no exception and no function of the system's libraries may be left in compiled code"
        )


def _section(kind: int, body: bytes) -> bytes:
    return bytes([kind]) + number(len(body)) + body


def _sections(code: bytes) -> Iterator[tuple[int, bytes]]:
    if not code.startswith(HEADER):
        raise LinkError("this is no WebAssembly object")
    reader = Reader(code)
    reader.take(len(HEADER))
    while reader.left:
        yield reader.byte(), reader.take(reader.number())


def _imports(body: bytes) -> list[tuple[str, int]]:
    reader, found = Reader(body), []
    for _ in range(reader.number()):
        reader.text()  # the module it is to come from: always the same
        name, kind = reader.text(), reader.byte()
        found.append((name, kind))
        if kind == FUNCTION:
            reader.number()
        elif kind == GLOBAL:
            reader.take(2)
        else:
            if kind == TABLE:
                reader.byte()
            bounded = reader.byte() & 1
            reader.number()
            if bounded:
                reader.number()
    return found


def _functions(body: bytes) -> dict[str, int]:
    """The functions of an object by name, with their numbers."""
    reader, found = Reader(body), {}
    reader.text()
    reader.number()  # the version
    while reader.left:
        kind, part = reader.byte(), Reader(reader.take(reader.number()))
        if kind != SYMBOLS:
            continue
        for _ in range(part.number()):
            sort, flags = part.byte(), part.number()
            if sort == 1:  # data
                part.text()
                if not flags & UNDEFINED:
                    for _ in range(3):
                        part.number()
            elif sort == 3:  # a section
                part.number()
            else:
                index = part.number()
                if not flags & UNDEFINED or flags & EXPLICIT_NAME:
                    name = part.text()
                    if sort == 0:
                        found[name] = index
    return found


def _extent(body: bytes) -> int:
    """Where the data ends that a module brings into its memory."""
    reader, end = Reader(body), 0
    for _ in range(reader.number()):
        if reader.number() != 0 or reader.byte() != 0x41:  # at a constant place
            raise LinkError("data without a place of its own")
        start = reader.number()
        reader.byte()
        size = reader.number()
        reader.take(size)
        end = max(end, start + size)
    return end

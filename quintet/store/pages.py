"""The pages of a SQLite file, read without SQLite: rows are found even where the way to them is lost.

A table is a tree of pages; SQLite finds none of its leaves if the root is gone, as in a file that was cut off. But every leaf
says by itself what it is and holds whole rows (https://www.sqlite.org/fileformat.html). Pages that are free are passed over:
what was let go does not come back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, TypeAlias

Value: TypeAlias = int | str | bytes | None
Row: TypeAlias = list[Value]

TABLE_LEAF, INDEX_LEAF, INDEX_INNER = 13, 10, 2
"""What a page says it is. A table that is its own index has rows on the inner pages, too."""
FIRST_HEAD = 100
"""Bytes of the first page that are about the whole file."""
CHILD = 4
"""Bytes by which one page names another."""
MOST_BYTES = 64 * 1024 * 1024
"""Nothing that we keep is as long: a length beyond it is damage."""


def rows_on_pages(path: Path, kinds: tuple[int, ...]) -> Iterator[Row]:
    """Every row on every page of these kinds that can be read."""
    with path.open("rb") as file:
        pages = _Pages(file)
        for number in range(1, pages.count + 1):
            if number not in pages.free:
                yield from pages.rows(number, kinds)


class _Pages:
    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        head = file.read(FIRST_HEAD).ljust(FIRST_HEAD, b"\0")
        size = int.from_bytes(head[16:18])
        self.size = 65_536 if size == 1 else size if size >= 512 and size & (size - 1) == 0 else 4096
        self.usable = self.size - min(head[20], 32)
        self.count = file.seek(0, 2) // self.size
        self.free = self._free(int.from_bytes(head[32:36]))

    def page(self, number: int) -> bytes:
        self._file.seek((number - 1) * self.size)
        return self._file.read(self.size)

    def rows(self, number: int, kinds: tuple[int, ...]) -> Iterator[Row]:
        page = self.page(number)
        start = FIRST_HEAD if number == 1 else 0
        kind = page[start]
        if kind not in kinds:
            return
        first = start + (12 if kind == INDEX_INNER else 8)
        for cell in range(min(int.from_bytes(page[start + 3 : start + 5]), self.size // CHILD)):
            place = int.from_bytes(page[first + 2 * cell : first + 2 * cell + 2])
            try:
                yield _record(self._payload(page, place, kind))
            except (IndexError, ValueError):
                continue

    def _payload(self, page: bytes, place: int, kind: int) -> bytes:
        """What a cell holds, with what did not fit on its page."""
        length, place = _number(page, place + (CHILD if kind == INDEX_INNER else 0))
        if length > MOST_BYTES:
            raise ValueError
        if kind == TABLE_LEAF:
            _, place = _number(page, place)  # which row it is
        most = self.usable - 35 if kind == TABLE_LEAF else (self.usable - 12) * 64 // 255 - 23
        if length <= most:
            return page[place : place + length]
        least = (self.usable - 12) * 32 // 255 - 23
        here = least + (length - least) % (self.usable - CHILD)
        here = here if here <= most else least
        whole = bytearray(page[place : place + here])
        following = int.from_bytes(page[place + here : place + here + CHILD])
        while len(whole) < length:
            if not 1 <= following <= self.count:
                raise ValueError
            more = self.page(following)
            following = int.from_bytes(more[:CHILD])
            whole += more[CHILD : self.usable]
        return bytes(whole[:length])

    def _free(self, trunk: int) -> set[int]:
        """The pages that hold nothing any more, as far as the list of them can be read."""
        free: set[int] = set()
        while 1 <= trunk <= self.count and trunk not in free:
            page = self.page(trunk)
            free.add(trunk)
            listed = min(int.from_bytes(page[CHILD : 2 * CHILD]), self.size // CHILD - 2)
            free |= {
                int.from_bytes(page[at : at + CHILD]) for at in range(2 * CHILD, CHILD * (2 + listed), CHILD)
            }
            trunk = int.from_bytes(page[:CHILD])
        return free


def _number(data: bytes, place: int) -> tuple[int, int]:
    """A number of one to nine bytes, seven bits in each but the ninth; and where it ends."""
    value = 0
    for count in range(8):
        byte = data[place + count]
        value = value << 7 | byte & 127
        if byte < 128:
            return value, place + count + 1
    return value << 8 | data[place + 8], place + 9


def _record(data: bytes) -> Row:
    """The values of a row: first of what kind and length each is, then all of them."""
    ends, place = _number(data, 0)
    kinds = list[int]()
    while place < ends:
        kind, place = _number(data, place)
        kinds.append(kind)
    row = list[Value]()
    for kind in kinds:
        length, read = _reader(kind)
        value = data[place : place + length]
        if len(value) < length:
            raise ValueError
        row.append(read(value))
        place += length
    return row


_INTEGERS = (0, 1, 2, 3, 4, 6, 8)
"""How many bytes a whole number has, by its kind."""


def _reader(kind: int) -> tuple[int, Callable[[bytes], Value]]:
    """How long a value of this kind is, and what it is."""
    if kind >= 12:
        return (kind - 12) // 2, (bytes if kind % 2 == 0 else bytes.decode)
    if 1 <= kind < len(_INTEGERS):
        return _INTEGERS[kind], lambda value: int.from_bytes(value, signed=True)
    if kind in (8, 9):
        return 0, lambda _: kind - 8
    return (
        8 if kind == 7 else 0
    ), lambda _: None  # a number with a fraction, of which we keep none, or nothing

"""What was played, as a value that grows without being copied."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Generic, TypeVar, overload

T = TypeVar("T")
_new = object.__new__


class History(Sequence[T], Generic[T]):
    """A tuple to all who look, but one more item costs the same however long it is.

    Histories of one game share a list and each knows how much of it is its own. What is in the list never changes; only
    the longest history can add to it, and any other that grows gets a list of its own first.
    """

    __slots__ = ("_length", "_shared")

    def __init__(self, items: Sequence[T] = ()) -> None:
        self._shared = list(items)
        self._length = len(self._shared)

    def plus(self, item: T) -> History[T]:
        """The same and one more."""
        shared, length = self._shared, self._length
        if len(shared) > length:
            shared = shared[:length]
        shared.append(item)
        history: History[T] = _new(History)
        history._shared, history._length = shared, length + 1
        return history

    def first(self, count: int) -> History[T]:
        """As it was when there were so many."""
        return _part(self._shared, min(count, self._length))

    def since(self, count: int) -> list[T]:
        """What came after the first so many."""
        return self._shared[count : self._length]

    def common(self, other: History[T]) -> int:
        """How many items both begin with."""
        shorter = min(self._length, other._length)
        if self._shared is other._shared:
            return shorter
        pairs = zip(self, other, strict=False)
        return next((n for n, (ours, theirs) in enumerate(pairs) if ours is not theirs), shorter)

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[T]:
        return islice(self._shared, self._length)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[T, ...]: ...

    def __getitem__(self, index: int | slice) -> T | tuple[T, ...]:
        length = self._length
        if isinstance(index, slice):
            return tuple([self._shared[at] for at in range(*index.indices(length))])
        if not -length <= index < length:
            raise IndexError(f"a history of {length} has no item {index}")
        return self._shared[index if index >= 0 else index + length]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History | tuple):
            return NotImplemented
        return tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"History({list(self)!r})"


def _part(shared: list[T], length: int) -> History[T]:
    history: History[T] = _new(History)
    history._shared, history._length = shared, length
    return history

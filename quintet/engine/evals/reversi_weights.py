"""The weights of Reversi's patterns as their file has them, and as the search wants them."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quintet.engine import knowledge
from quintet.engine.evals.reversi_patterns import (
    COUNTS_START,
    KINDS,
    PHASES,
    SIZES,
    STARTS,
    TOTAL,
    Cells,
    images,
)
from quintet.engine.folded import Folded

NAME = "reversi-patterns"


@functools.cache
def canonical() -> NDArray[np.int32]:
    """For each of the TOTAL places, the number of the stored weight that it shares with its mirror image."""
    shared = np.zeros(TOTAL, np.int32)
    used = 0
    for kind, cells in enumerate(KINDS.values()):
        numbers = np.arange(SIZES[kind])
        mirrored = np.minimum.reduce([_reorder(numbers, cells, image) for image in _self_images(cells)])
        kept, places = np.unique(mirrored, return_inverse=True)
        shared[STARTS[kind] : STARTS[kind] + SIZES[kind]] = used + places
        used += len(kept)
    shared[COUNTS_START:] = np.arange(used, used + TOTAL - COUNTS_START)
    return shared


def _self_images(cells: Cells) -> list[Cells]:
    return [image for image in images(cells) if set(image) == set(cells)]


def _reorder(numbers: NDArray[Any], cells: Cells, image: Cells) -> NDArray[Any]:
    """The numbers read when the cells are taken in the order of the image."""
    return sum(
        (numbers // 3 ** cells.index(cell) % 3 * 3**place for place, cell in enumerate(image)), 0 * numbers
    )


@functools.cache
def swapped() -> NDArray[np.int64]:
    """For each place, the place for the same contents with the sides exchanged; counts are always the side's to move."""
    places = np.arange(TOTAL)
    for kind, cells in enumerate(KINDS.values()):
        numbers = np.arange(SIZES[kind])
        digits = [numbers // 3**place % 3 for place in range(len(cells))]
        other = sum(((digit * 2 % 3) * 3**place for place, digit in enumerate(digits)), 0 * numbers)
        places[STARTS[kind] : STARTS[kind] + SIZES[kind]] = STARTS[kind] + other
    return places


def stored_count() -> int:
    return int(canonical().max()) + 1


def fold(stored: NDArray[np.int16]) -> Folded:
    """Stored weights, PHASES rows, for the search, which wants them for the root's side to move and for the other."""
    return Folded(stored, np.stack([canonical(), canonical()[swapped()]]))


@functools.cache
def stored() -> NDArray[np.int16] | None:
    """The weights that come with the engine, as their file has them; None if it is missing or damaged."""
    return knowledge.shipped(
        NAME,
        lambda data: np.frombuffer(data, np.int16).reshape(PHASES, stored_count()),
        "Reversi is played by the hand-made evaluation",
    )


def shipped() -> Folded | None:
    """The same for the search. Unfolded they are three times as large, so only the search keeps them so."""
    weights = stored()
    return None if weights is None else fold(weights)

"""Where everything is in a window of any size: the board, the bar below it, and the panel beside it or further down."""

from __future__ import annotations

import pygame
from msgspec import Struct

from quintet.desktop.bar import HEIGHT
from quintet.desktop.stage import fitting
from quintet.games.contract import Layout

USUAL = (1000, 700)
"""The size, in pixels, for which everything is drawn in scale 1."""
LEAST = (480, 360)
MARGIN, NARROWEST, WIDEST, BAR = 16, 262, 430, 480
SMALLEST, LARGEST = 0.8, 4.0
"""Below that nobody can read it; above that nobody has to."""


class Places(Struct, frozen=True):
    """The parts of a window."""

    scale: float
    board: pygame.Rect
    bar: pygame.Rect
    panel: pygame.Rect


def places(width: int, height: int, layout: Layout | None = None) -> Places:
    """A wide window has its panel to the right of the board, a high one below it."""
    scale = max(SMALLEST, min(LARGEST, width / USUAL[0], height / USUAL[1]))
    margin, bar = round(MARGIN * scale), round(HEIGHT * scale)
    wide = width > 1.05 * height
    least = round(NARROWEST * scale)
    room_wide = width - 3 * margin - least if wide else width - 2 * margin
    room_high = height - 2 * margin - bar if wide else round(0.6 * height) - bar
    room_wide, room_high = max(80, room_wide), max(80, room_high)
    fit = fitting(layout, room_wide, room_high) if layout is not None else (min(room_wide, room_high),) * 2
    if not wide:
        board = pygame.Rect((width - fit[0]) // 2, margin // 2, *fit)
        below = pygame.Rect(margin, board.bottom, width - 2 * margin, bar)
        panel = pygame.Rect(margin, below.bottom + margin // 2, width - 2 * margin, 0)
        panel.height = max(0, height - panel.y - margin)
        return Places(scale, board, below, panel)
    column = max(fit[0], min(room_wide, round(BAR * scale)))
    panel_wide = min(round(WIDEST * scale), width - 3 * margin - column)
    left = max(0, (width - column - panel_wide - 3 * margin) // 2) + margin
    board = pygame.Rect(left + (column - fit[0]) // 2, margin + (room_high - fit[1]) // 2, *fit)
    below = pygame.Rect(left, board.bottom + margin // 4, column, bar)
    panel = pygame.Rect(left + column + margin, margin + round(4 * scale), panel_wide, height - 2 * margin)
    return Places(scale, board, below, panel)

"""Pictures of a position, made from its layout and nothing else: as text, SVG or PNG."""

from quintet.draw.text import draw_text

__all__ = ["draw_text"]

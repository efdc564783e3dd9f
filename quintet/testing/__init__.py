"""Conformance kits: what a part of quintet must do to work with all the others. Import them in your own tests."""

from quintet.testing.fault import GameFault
from quintet.testing.games import check_game
from quintet.testing.lessons import check_lesson
from quintet.testing.store import check_store
from quintet.testing.variants import variants

__all__ = ["GameFault", "check_game", "check_lesson", "check_store", "variants"]

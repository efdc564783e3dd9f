"""What a game counts, and where it stands."""

from __future__ import annotations

from quintet.games import game
from quintet.say.counts import standing


def test_a_phase_is_told_only_where_it_tells_something() -> None:
    reversi, omega, onyx = game("reversi"), game("omega"), game("onyx")
    assert standing(reversi.describe(reversi.start())) == ()
    assert standing(omega.describe(omega.start())) == ("Round 1", "Empty squares 49")
    assert standing(onyx.describe(onyx.start())) == ("placing",)

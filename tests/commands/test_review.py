"""`quintet review`: for people, as JSON, refused in sentences, and interrupted."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from quintet.games import game
from quintet.games.record import write_record
from quintet.study import plan
from tests.commands.conftest import Quintet
from tests.study.games import LITTLE, by_dice

SMALL = write_record(by_dice(game("reversi", size=4), 5).record())
LONG = write_record(by_dice(game("reversi"), 5).record())


@pytest.fixture(autouse=True)
def _little(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in plan.EFFORTS:
        monkeypatch.setitem(plan.EFFORTS, name, LITTLE)


def test_people_read_a_graph_every_move_and_what_it_comes_to(quintet: Quintet) -> None:
    named = json.dumps(json.loads(SMALL) | {"players": ["Ann", "Bob"]})
    ran = quintet("review", "-", stdin=named)
    assert ran.code == 0
    assert ran.out.startswith("Reversi (Board: 4 × 4): Ann – Bob\n")
    assert "The result that Ann could expect:" in ran.out
    assert "100 % " in ran.out
    assert "█" in ran.out
    assert "Best move" in ran.out
    assert "Ann: accuracy" in ran.out
    assert "Bob: accuracy" in ran.out
    rows = [line.split() for line in ran.out.splitlines() if line.split()[1:2] in (["Ann"], ["Bob"])]
    assert [row[2].lower() for row in rows] == [move for _, move in json.loads(SMALL)["moves"]]


def test_what_a_move_loses_is_told_in_chances_and_in_points(quintet: Quintet) -> None:
    told = quintet("review", "-", stdin=SMALL).out.splitlines()
    head = next(line for line in told if line.split()[:2] == ["player", "move"])
    assert head.split() == ["player", "move", "loses", "discs", "better"]
    at = head.index("discs") + len("discs")
    losses = [
        line[at - 5 : at].strip() for line in told[told.index(head) + 1 :] if line[:2].strip().isdigit()
    ]
    found = json.loads(quintet("review", "-", "--json", stdin=SMALL).out)
    assert [float(loss or 0) for loss in losses] == [
        pytest.approx(one.get("regret") or 0.0, abs=0.051) for one in found["moves"]
    ]
    assert max(losses), "somebody lost discs"


def test_programs_get_one_line_a_game_and_a_sentence_for_what_is_refused(quintet: Quintet) -> None:
    unfinished = json.dumps({"game": "reversi", "moves": [[0, "d3"]]})
    empty = json.dumps({"game": "best", "moves": []})
    unknown = json.dumps({"game": "chess", "moves": [[0, "e4"]]})
    ran = quintet("review", "-", "--json", stdin=f"{SMALL}\n{unfinished}\n{empty}\n{unknown}")
    found, *refused = ran.json
    assert ran.code == 2
    assert found["complete"]
    assert found["effort"] == "usual"
    assert len(found["course"]) == len(found["moves"]) + 1
    sentences = [one["error"] for one in refused]
    assert "the game is not over" in sentences[0]
    assert "no move was played" in sentences[1]
    assert "chess" in sentences[2]


def test_the_effort_is_named_and_only_one_can_be(quintet: Quintet) -> None:
    assert quintet("review", "-", "--quick", "--json", stdin=SMALL).json[0]["effort"] == "quick"
    assert quintet("review", "-", "--quick", "--deep", stdin=SMALL).code == 2


def test_ctrl_c_keeps_what_was_found() -> None:
    # a review of minutes, interrupted when it has begun: what tells is the bar on a terminal, so a watcher stands in for it
    program = (
        "import quintet.study.review as r, os, signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # whoever runs the tests may ignore it
        "whole = r.review\n"
        "def watched(*a, watch, **k):\n"
        "    return whole(*a, **k, watch=lambda d, w: (watch(d, w), d == 3 and os.kill(os.getpid(), signal.SIGINT)))\n"
        "r.review = watched\n"
        "from quintet.cli import main\n"
        "main(['review', '-', '--deep', '--json'])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], input=LONG, text=True, capture_output=True, timeout=240, check=False
    )
    assert ran.returncode == 128 + signal.SIGINT
    found = json.loads(ran.stdout)
    assert not found["complete"]
    assert found["accounts"] == []
    assert sum("loss" in one for one in found["moves"]) >= 3
    assert "stopped" in ran.stderr

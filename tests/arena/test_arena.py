"""Matches as they are run: the command, its report, its file of games."""

from __future__ import annotations

import asyncio
import errno
import itertools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from quintet.arena.html import score_curve, write_html
from quintet.arena.match import Ledger, Over
from quintet.arena.rating import Sprt, estimate, expected_score
from quintet.arena.records import Records, RecordsError, append
from quintet.arena.report import duration
from quintet.arena.runner import Kept, next_line
from quintet.arena.schedule import Schedule
from quintet.arena.summary import summarise
from quintet.arena.worker import Task
from quintet.engine.baselines import BASELINES
from quintet.games import game as make_game
from quintet.games.contract import GameError
from quintet.games.record import load
from quintet.players import KINDS
from tests.commands.conftest import Quintet, quintet
from tests.waiting import until

__all__ = ["quintet"]

MISBEHAVING = "tests/arena/misbehaving.py"


def lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def without_times(games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    for game in games:
        for effort in game["arena"]["efforts"]:
            effort["seconds"] = effort["slowest"] = 0
    return games


def test_a_match_is_reported_and_every_game_can_be_replayed(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    ran = quintet("arena", "2", "random", "--game", "best", "--games", "5", "--records", str(file))
    assert (ran.code, ran.err) == (0, "")
    assert "Best Game Ever: 6 of 6 games" in ran.out
    assert re.search(r"^level-2 +6 ", ran.out, re.MULTILINE)
    assert "level-2 against random:" in ran.out
    assert "over 3 openings" in ran.out
    games = lines(file)
    assert len(games) == 6
    for line in file.read_text("utf-8").splitlines():
        assert load(line).record().outcome is not None
    first, second = games[:2]
    assert first["arena"]["seats"] == ["level-2", "random"]
    assert second["arena"]["seats"] == ["random", "level-2"]
    length = first["arena"]["opening"]
    assert first["moves"][:length] == second["moves"][:length]
    effort = first["arena"]["efforts"][0]
    assert effort["thoughts"] == effort["moves"] > 0
    assert effort["depth"] >= effort["moves"]
    assert first["arena"]["efforts"][1]["thoughts"] == 0


def test_a_match_that_was_stopped_goes_on_as_if_it_had_not_been(quintet: Quintet, tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    match = ("arena", "nodes-30", "random", "greedy", "--game", "best", "--set", "tokens=3", "--seed", "4")
    quintet(*match, "--games", "6", "--records", str(whole))
    text = whole.read_text("utf-8").splitlines(keepends=True)
    kept = [*text[:4], text[6]]  # as several jobs may leave it, the last line cut off
    stopped.write_text("".join(kept) + text[5][:70], "utf-8")
    ran = quintet(*match, "--games", "6", "--resume", str(stopped), "--jobs", "2")
    assert "18 of 18 games" in ran.out
    games = sorted(lines(stopped), key=lambda game: int(game["arena"]["number"]))
    assert without_times(games) == without_times(lines(whole))
    longer = quintet(*match, "--games", "8", "--resume", str(stopped))
    assert "24 of 24 games" in longer.out
    shorter = quintet(*match, "--games", "6", "--resume", str(stopped))
    assert (shorter.code, shorter.out) == (2, "")
    assert "a match that has only 18 now: give --games as it was, or more" in shorter.err


def test_only_the_match_itself_is_taken_up(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match = ("arena", "random", "greedy", "--game", "best", "--games", "2")
    assert quintet(*match, "--resume", str(file)).code == 0  # nothing there yet: it begins
    assert "already; --resume goes on" in quintet(*match, "--records", str(file)).err
    for other in (("--seed", "1"), ("--plies", "1"), ("--set", "tokens=5")):
        ran = quintet(*match, *other, "--resume", str(file))
        assert ran.code == 2
        assert "cannot be taken up: line 1" in ran.err
    assert (
        "give the players, --seed, --plies, --openings and --gauntlet as they were"
        in quintet(*match, "--seed", "2", "--resume", str(file)).err
    )
    file.write_text("not a record\n", "utf-8")
    ran = quintet(*match, "--resume", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be taken up: line 1" in ran.err


def test_two_matches_do_not_write_to_one_file(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match = ("arena", "random", "greedy", "--game", "best", "--games", "2")
    with Records(make_game("best"), file).held():
        for option in ("--records", "--resume"):
            ran = quintet(*match, option, str(file))
            assert (ran.code, ran.out) == (2, "")
            assert "another match is writing to" in ran.err
    assert file.read_bytes() == b""
    assert quintet(*match, "--records", str(file)).code == 0, "nothing is in the file yet"


@pytest.mark.parametrize("foreign", [b"my notes", b"\x00" * 40, b'{"game": "reversi", "ver'])
def test_what_is_no_file_of_the_match_is_left_as_it_is(
    quintet: Quintet, tmp_path: Path, foreign: bytes
) -> None:
    match = ("arena", "random", "greedy", "--game", "best", "--games", "2")
    file, begun = tmp_path / "notes.txt", tmp_path / "match.jsonl"
    quintet(*match, "--records", str(begun))
    for content in (foreign, begun.read_bytes() + foreign, b"first line\n" + foreign):
        file.write_bytes(content)
        ran = quintet(*match, "--resume", str(file))
        assert (ran.code, ran.out) == (2, "")
        assert "cannot be taken up" in ran.err
        assert file.read_bytes() == content


@pytest.mark.parametrize(
    "damage",
    [
        lambda game: game["outcome"].update(winners=[7]),
        lambda game: game["outcome"].update(winners=[0, 0]),
        lambda game: game["outcome"].update(winners=[]),
        lambda game: game["arena"].update(culprit=2),
        lambda game: game["arena"]["efforts"].pop(),
    ],
)
def test_points_that_belong_to_no_seat_are_not_taken_up(
    quintet: Quintet, tmp_path: Path, damage: Callable[[dict[str, Any]], None]
) -> None:
    file = tmp_path / "match.jsonl"
    match = ("arena", "random", "greedy", "--game", "best", "--games", "2")
    quintet(*match, "--records", str(file))
    first, second = lines(file)
    damage(second)
    file.write_text("".join(json.dumps(game) + "\n" for game in (first, second)), "utf-8")
    ran = quintet(*match, "--resume", str(file))
    assert (ran.code, ran.out) == (2, "")
    assert "cannot be taken up: line 2: its " in ran.err


@pytest.mark.parametrize("option", ["--resume", "--html"])
def test_a_folder_is_no_file(quintet: Quintet, tmp_path: Path, option: str) -> None:
    ran = quintet("arena", "random", "greedy", "--game", "best", option, str(tmp_path))
    assert (ran.code, ran.out) == (2, "")
    assert "it is a folder; give the name of a file" in ran.err


def hear_ctrl_c() -> None:
    """What is started in the background of a shell ignores Ctrl-C, and so would its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.mark.parametrize("moments", range(6))
async def test_a_line_that_comes_with_ctrl_c_does_not_hide_it(moments: int) -> None:
    stream = asyncio.StreamReader()
    waiting = asyncio.create_task(next_line(stream, 60))
    await asyncio.sleep(0)
    stream.feed_data(b"an event\n")
    for _ in range(moments):
        await asyncio.sleep(0)
    if waiting.cancel():
        with pytest.raises(asyncio.CancelledError):
            await waiting


def test_ctrl_c_ends_the_match_with_a_report_of_what_was_played(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match = [
        sys.executable,
        "-m",
        "quintet",
        "arena",
        "nodes-2000",
        "greedy",
        "--game",
        "best",
        "--games",
        "100000",
    ]
    with subprocess.Popen(
        [*match, "--records", str(file)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=hear_ctrl_c,
    ) as process:  # fmt: skip
        deadline = time.monotonic() + 120
        while not (file.exists() and file.stat().st_size) and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        try:
            out, err = process.communicate(timeout=120)
        finally:
            process.kill()
    assert (process.returncode, err.strip()) == (130, "")
    assert " of 100000 games" in out


@pytest.mark.parametrize(
    ("name", "reason", "told"),
    [
        ("Cheat", "illegal-move", "played an illegal move: 'a1 and all the rest': "),
        ("Mute", "illegal-move", "None is no text"),
        ("Crash", "crash", "crashed: ZeroDivisionError: one over nothing ("),
        ("Crash", "crash", "misbehaving.py, line "),
        ("Leave", "crash", "crashed: KeyboardInterrupt: \N{REPLACEMENT CHARACTER}[31mred ("),
        ("Unspeakable", "crash", "crashed: UnspeakableError ("),
        ("Vanish", "crash", "its process ended with the exit status 3"),
        ("Segfault", "crash", "its process ended by the signal SIGSEGV"),
        ("Killed", "crash", "its process ended by the signal SIGKILL"),
        ("Scribble", "crash", "it wrote between what the game told"),
        ("Flood", "crash", "it wrote without end"),
        ("Stall", "timeout", "did not answer in time: no answer within 5 s"),
        ("Unready", "crash", "RuntimeError: no book"),
    ],
)
def test_whoever_misbehaves_loses_by_name(
    quintet: Quintet, tmp_path: Path, name: str, reason: str, told: str
) -> None:
    file, player = tmp_path / "match.jsonl", f"{MISBEHAVING}:{name}"
    match = ("arena", "random", player, "--game", "best", "--games", "2")
    ran = quintet(*match, "--records", str(file), *(("--limit", "5") if name == "Stall" else ()))
    assert ran.code == 0
    assert re.search(r"^random +2 +2 +0 +0 +100.0 %", ran.out, re.MULTILINE)
    assert f"game 1: {player} " in ran.out
    assert told in ran.out
    for game in lines(file):
        assert game["outcome"]["reason"] == reason
        assert game["arena"]["seats"][game["arena"]["culprit"]] == player
        assert load(json.dumps(game)).owing


def test_a_game_whose_process_is_killed_once_is_played_again_and_counts_once(
    quintet: Quintet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "match.jsonl"
    monkeypatch.setenv("KILLED_ONCE", str(tmp_path / "killed"))
    match = ("arena", "random", f"{MISBEHAVING}:Killed", "--game", "best", "--games", "2")
    ran = quintet(*match, "--records", str(file))
    assert (tmp_path / "killed").exists()
    assert "2 of 2 games" in ran.out
    assert "SIGKILL" not in ran.out
    assert [game["arena"]["number"] for game in lines(file)] == [1, 2]
    assert not any("error" in game["arena"] and game["arena"]["error"] for game in lines(file))


async def test_a_process_that_is_gone_between_two_games_costs_nobody_the_next() -> None:
    best = make_game("best", tokens=2)
    first, second = itertools.islice(Schedule(best, ("random", "greedy"), 2), 2)
    kept = Kept()
    try:
        await kept.play(Task(game="best", options=best.settings, pairing=first, limit=30))
        assert kept.process is not None
        kept.process.kill()
        await kept.process.wait()
        result = await kept.play(Task(game="best", options=best.settings, pairing=second, limit=30))
    finally:
        await kept.end()
    assert (result.pairing, result.culprit) == (second, None)


async def test_a_process_that_never_begins_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    best = make_game("best", tokens=2)
    pairing = next(iter(Schedule(best, ("random", "greedy"), 2)))
    monkeypatch.setattr(sys, "executable", shutil.which("false"))
    with pytest.raises(GameError, match="ended before a game began"):
        await Kept().play(Task(game="best", options=best.settings, pairing=pairing, limit=30))


def test_what_a_player_prints_does_no_harm(quintet: Quintet) -> None:
    ran = quintet("arena", "random", f"{MISBEHAVING}:Chatter", "--game", "best", "--games", "2")
    assert "because I say so" not in ran.out
    assert "2 of 2 games" in ran.out


def test_what_a_player_tells_of_its_thinking_is_told_only_if_it_is_a_number(
    quintet: Quintet, tmp_path: Path
) -> None:
    file, player = tmp_path / "match.jsonl", f"{MISBEHAVING}:Boast"
    ran = quintet("arena", "random", player, "--game", "best", "--games", "2", "--records", str(file))
    assert "crashed" not in ran.out
    for game in lines(file):
        effort = game["arena"]["efforts"][game["arena"]["seats"].index(player)]
        assert (effort["thoughts"], effort["depth"], effort["nodes"]) == (0, 0, 0)
        assert effort["moves"] > 0


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("name", ["Parent", "Deaf"])
def test_what_a_player_has_started_ends_with_its_worker(
    quintet: Quintet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    children = tmp_path / "children"
    monkeypatch.setenv("CHILDREN", str(children))
    match = ("arena", "random", f"{MISBEHAVING}:{name}", "--game", "best", "--games", "1")
    ran = quintet(*match, "--plies", "0", "--limit", "2")
    assert "did not answer in time" in ran.out
    for number in children.read_text("utf-8").split():
        asyncio.run(until(partial(has_ended, number)))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="looks for processes in /proc")
def test_a_worker_does_not_outlive_a_match_that_is_killed(tmp_path: Path) -> None:
    children = tmp_path / "children"
    match = ("arena", "random", f"{MISBEHAVING}:Parent", "--game", "best", "--games", "1", "--plies", "0")
    with subprocess.Popen(
        [sys.executable, "-m", "quintet", *match, "--limit", "600"],
        env={**os.environ, "CHILDREN": str(children)},
    ) as process:
        asyncio.run(until(lambda: children.exists() and len(children.read_text("utf-8").split()) == 2))
        process.kill()
    for number in children.read_text("utf-8").split():
        asyncio.run(until(partial(has_ended, number)))


def has_ended(number: str) -> bool:
    try:
        status = Path(f"/proc/{number}/stat").read_text("utf-8")
    except OSError:
        return True
    return status.rpartition(")")[2].split()[0] in {"Z", "X"}


def test_one_opening_is_not_many(quintet: Quintet) -> None:
    ran = quintet("arena", "random", "greedy", "--game", "best", "--set", "tokens=2", "--games", "2")
    assert " over 1 opening\n" in ran.out


def test_in_a_game_for_three_the_others_share_what_one_forfeits(quintet: Quintet) -> None:
    three = ("--game", "omega", "--set", "players=3", "--set", "size=4", "--games", "3")
    ran = quintet("arena", "random", "greedy", f"{MISBEHAVING}:Crash", *three)
    assert "3 of 3 games" in ran.out
    assert re.search(r"^random +3 +0 +3 +0 +50.0 %", ran.out, re.MULTILINE)


def test_the_sequential_test_stops_the_match(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    match = ("arena", "greedy", f"{MISBEHAVING}:Crash", "--game", "best", "--games", "1000")
    ran = quintet(*match, "--sprt", "0", "200", "--records", str(file))
    assert "accepted: better by 200 Elo rather than 0" in ran.out
    played = re.search(r"(\d+) of 1000 games", ran.out)
    assert played is not None
    assert int(played[1]) < 100
    again = quintet(*match, "--sprt", "0", "200", "--resume", str(file))
    assert again.out == ran.out, "what is decided needs no further game"


def test_the_page_holds_everything_it_needs(quintet: Quintet, tmp_path: Path) -> None:
    file, odd = tmp_path / "match.html", tmp_path / "a<b>&c.py"
    odd.write_text("from tests.arena.misbehaving import Polite, Crash\n", "utf-8")
    players = ("greedy", f"{odd}:Polite", f"{odd}:Crash")
    quintet("arena", *players, "--game", "best", "--games", "4", "--html", str(file))
    page = file.read_text("utf-8")
    assert not re.search(r"https?:|//\w|src=|href=|url\(|@import|<script|<b>&c", page)
    seen = Outline()
    seen.feed(page)
    seen.close()
    assert seen.open == ["html"]
    assert (
        seen.count["svg"] == 12
    )  # results, Elo, two for each of three meetings, two of times, seats, lengths
    assert seen.count["figcaption"] == 12
    assert (
        len(re.findall(r'class="axis"', page)) == 8 + 2 * 4 - 1 + 4
    )  # a curve or a column plot has two axes
    assert seen.count["polyline"] == 3
    assert "4 of 12 games" not in seen.text
    assert "12 of 12 games." in seen.text
    assert f"{odd}:Crash crashed: ZeroDivisionError: one over nothing" in seen.text


def test_the_page_shows_the_sequential_test(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    match = ("arena", "greedy", "random", "--game", "best", "--games", "6", "--sprt", "0", "10")
    quintet(*match, "--html", str(file))
    page = file.read_text("utf-8")
    assert "Log-likelihood ratio, between the bounds that decide" in page
    assert "SPRT from 0 to 10 Elo" in page


def test_a_page_of_half_an_opening_has_no_plots_of_nothing(quintet: Quintet, tmp_path: Path) -> None:
    file, best = tmp_path / "match.jsonl", make_game("best")
    quintet("arena", "greedy", "random", "--game", "best", "--games", "2", "--records", str(file))
    file.write_text(file.read_text("utf-8").splitlines()[0] + "\n", "utf-8")
    records, schedule = Records(best, file), Schedule(best, ("greedy", "random"), 2)
    records.read(schedule)
    page = write_html(summarise(best, schedule.players, records.results, schedule.total, Sprt(0, 10)))
    assert "1 of 2 games" in page
    assert "Games won, drawn and lost" in page
    assert "not decided yet" in page
    for plot in ("Elo, with the bar", "Log-likelihood ratio, between", "so far, with its 95 % band"):
        assert plot not in page


def test_the_band_of_the_page_ends_where_the_bar_does() -> None:
    for sample in ([1.0] * 5, [0.25, 0.75, 1.0, 1.0, 0.5], [0.0]):
        found = estimate(sample)
        points, band = score_curve(sample)
        assert points[-1] == pytest.approx((len(sample), 100 * found.score))
        ends = (100 * expected_score(found.low), 100 * expected_score(found.high))
        assert band[-1] == pytest.approx((len(sample), *ends))


def test_the_page_and_the_text_have_one_order_and_rounded_numbers(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "match.html"
    match = ("arena", f"{MISBEHAVING}:Crash", "random", "greedy", "--game", "best", "--games", "4")
    text = quintet(*match, "--html", str(file)).out
    order = re.findall(r"^(\S+) +8 ", text, re.MULTILINE)
    assert order == ["greedy", "random", f"{MISBEHAVING}:Crash"]
    met = re.findall(r"^(\S+) against (\S+):", text, re.MULTILINE)
    assert met == [(order[0], order[1]), (order[0], order[2]), (order[1], order[2])]
    page = file.read_text("utf-8")
    assert re.findall(r"<h2>(\S+) against (\S+)</h2>", page) == met
    assert re.findall(r'<td data-name="player">(.*?)</td>', page) == order
    shown = [name if len(name) <= 20 else "…" + name[-19:] for name in order]
    for figure in re.findall(r"<figure>.*?</figure>", page):
        rows = [text for text in re.findall(r"<text[^>]*>(.*?)</text>", figure) if text in shown]
        assert rows in ([], shown)
    numbers = re.findall(r"<text[^>]*>([^<]*)</text>", page)
    assert not [text for text in numbers if re.search(r"\d\.\d{4}|\de[-+]?\d", text)]
    after = re.findall(r"<figcaption>Score of.*?</figure>", page)
    assert len(after) == 3
    assert all(">1</text>" in figure and ">1.5</text>" not in figure for figure in after)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0 s"), (2e-7, "under 1 µs"), (4.319e-05, "43.2 µs"), (0.0015, "1.5 ms"), (0.5204, "520 ms"),
     (0.9996, "1 s"), (1.2345, "1.23 s"), (123.4, "123 s")],
)  # fmt: skip
def test_times_are_written_in_the_unit_that_fits(seconds: float, text: str) -> None:
    assert duration(seconds) == text


class Outline(HTMLParser):
    """The elements of a page, and whether each is closed."""

    VOID = ("meta", "line", "rect", "circle", "polygon", "polyline", "!doctype")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.count: Counter[str] = Counter()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] += 1
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.count[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if not self.open:
            self.open.append("html")

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_help_lists_every_kind_of_player_and_every_frozen_one(
    quintet: Quintet, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    told = quintet("arena", "--help").out
    assert max(map(len, told.splitlines())) <= 70
    written = {kind.written: kind.help for kind in KINDS} | {name: it.help for name, it in BASELINES.items()}
    for name, text in written.items():
        assert f"  {name} " in told
        assert text in " ".join(told.split())


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("random",), "two players or more"),
        (("random", "random"), "give some that differ; what a seat is worth stands under any match"),
        (("level-3", "3"), "level-3 is named twice"),
        (("random", "human"), "people cannot play"),
        (("random", "nobody"), "there is no player 'nobody'"),
        (("random", "level-11"), "levels go from 1 to 10"),
        (("random", "nodes-x"), "such as nodes-20000"),
        (("random", "seconds--1"), "such as seconds-0.2"),
        (("random", "frozen:snow"), "there is no frozen player 'snow'; there are: plain"),
        (("random", "no/such.py:Bot"), "there is no file 'no/such.py'"),
        (("random", f"{MISBEHAVING}:Nobody"), "has no class 'Nobody'"),
        (("random", f"{MISBEHAVING}:Random"), "has no method choose"),
        (("random", f"{MISBEHAVING}:Elsewhere"), "does not play Best Game Ever"),
        (("random", f"{MISBEHAVING}:Undecided"), "cannot be loaded: LookupError: best ("),
        (
            ("random", f"{MISBEHAVING}:Stillborn"),
            "cannot be loaded: its process ended (with the exit status 4)",
        ),
        (("random", "a\udcff.py:Bot"), "holds letters that cannot be written down"),
        (("random", "ucb-6k"), "'ucb-6k' does not play Best Game Ever"),
        (("random", "greedy", "--games", "0"), "--games is a whole number from 1"),
        (("random", "greedy", "--jobs", "0"), "--jobs is a whole number from 1"),
        (("random", "greedy", "--plies", "-1"), "--plies is a whole number from 0"),
        (("random", "greedy", "--limit", "0"), "--limit is a number of seconds"),
        (("random", "greedy", "--games", "many"), "--games is a whole number from 1 to 1000000, not 'many'"),
        (("random", "greedy", "--seed", "x"), "--seed is a whole number, not 'x'"),
        (("random", "greedy", "--limit", "nan"), "--limit is a number of seconds above 0"),
        (
            ("random", "greedy", "--sprt", "a", "b"),
            "--sprt is a number of Elo above -1,000 and at most 1,000",
        ),
        (("random", "greedy", "--sprt", "5", "0"), "the smaller first"),
        (("random", "greedy", "plain", "--sprt", "0", "5"), "--sprt is for two players"),
        (("random", "greedy", "--records", "no/such/folder.jsonl"), "there is no folder"),
        (("random", "greedy", "--html", "no/such/folder.html"), "there is no folder"),
    ],
)
def test_a_wrong_match_is_one_sentence(quintet: Quintet, arguments: tuple[str, ...], told: str) -> None:
    ran = quintet("arena", *arguments, "--game", "best")
    assert (ran.code, ran.out) == (2, "")
    assert told in ran.err
    assert ran.err.count("\n") == 1


# --- openings, gauntlets, and a disk that is full -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "opening"),
    [
        ("o.txt", "f5d6c3\nf5f6e6\n", [[0, "f5"], [1, "d6"], [0, "c3"]]),
        ("o.sgf", "(;GM[2]SZ[8];B[f5];W[d6])", [[0, "f5"], [1, "d6"]]),
        ("o.obf", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; A2:+38;\n", []),
    ],
)
def test_games_begin_where_those_of_a_file_stand(
    quintet: Quintet, tmp_path: Path, name: str, text: str, opening: list[Any]
) -> None:
    file, kept = tmp_path / name, tmp_path / "match.jsonl"
    file.write_text(text, "utf-8")
    match = ("arena", "greedy", "random", "--game", "reversi", "--openings", str(file))
    ran = quintet(*match, "--records", str(kept))
    assert (ran.code, ran.err) == (0, "")
    games = lines(kept)
    assert len(games) == 2 * text.count("\n") or len(games) == 2
    assert games[0]["moves"][: len(opening)] == games[1]["moves"][: len(opening)] == opening
    assert ("start" in games[0]) == (not opening)
    for line in kept.read_text("utf-8").splitlines():
        load(line)
    again = quintet(*match, "--resume", str(kept))
    assert (again.code, again.out) == (0, ran.out)


def test_whoever_waits_at_a_terminal_sees_how_far_the_openings_are_read(
    quintet: Quintet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "o.txt"
    file.write_text("f5d6c3\nf5f6e6\nf5f6\n", "utf-8")
    match = ("arena", "greedy", "random", "--game", "reversi", "--games", "2", "--openings", str(file))
    assert "Reading" not in quintet(*match).err
    monkeypatch.setenv("FORCE_COLOR", "1")  # what is not one is taken for a terminal then
    assert "Reading the openings: 3 games." in quintet(*match).err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("f5a1\n", "move 2 (a1): a1 outflanks no enemy disc"),
        ("", "there is no record in"),
        ("hello", "openings"),
        ("(;GM[2]SZ[6];B[e4])", "Reversi is to be played: set the same options, or take it out"),
        ("Piskvorky 15x15, 11:11, 0\n8,8,0\n", "game 1 of the openings: it is of Gomoku"),
    ],
)
def test_openings_that_cannot_be_played_are_refused(
    quintet: Quintet, tmp_path: Path, text: str, sentence: str
) -> None:
    file = tmp_path / "o.txt"
    file.write_text(text, "utf-8")
    ran = quintet("arena", "greedy", "random", "--game", "reversi", "--openings", str(file))
    assert ran.code == 2
    assert sentence in ran.err


def test_a_finished_game_is_no_opening_but_its_beginning_is(quintet: Quintet, tmp_path: Path) -> None:
    kept, match = tmp_path / "match.jsonl", ("arena", "greedy", "random", "--game", "best")
    quintet(*match, "--games", "2", "--records", str(kept))
    ran = quintet(*match, "--openings", str(kept))
    assert ran.code == 2
    assert "it is over: --plies N begins after the first N rounds of it" in ran.err
    assert "2 of 2 games" in quintet(*match, "--openings", str(kept), "--plies", "4", "--games", "2").out


@pytest.mark.skipif(
    not Path("/dev/full").exists(), reason="needs /dev/full, a file on a disk that is always full"
)
def test_on_a_full_disk_the_match_stops_and_says_how_to_go_on() -> None:
    best = make_game("best")
    records = Records(best, Path("/dev/full"))
    result = Ledger(next(iter(Schedule(best, ("a", "b"), 2))))
    result.note(Over((0,), "score"))
    assert result.result
    with pytest.raises(RecordsError, match="no space left on device; 0 games are safe"):
        records.add(result.result)
    assert not records.results


def test_a_page_is_written_whole_or_not_at_all(
    quintet: Quintet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "match.html"
    match = ("arena", "random", "greedy", "--game", "best", "--set", "tokens=2", "--games", "2")
    page.write_text("of an earlier match", "utf-8")
    real = Path.write_text

    def full(path: Path, text: str, **words: Any) -> int:
        real(path, text[:100], **words)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", full)
    ran = quintet(*match, "--html", str(page))
    monkeypatch.undo()
    assert ran.code == 2
    assert "no space left on device" in ran.err
    assert "2 of 2 games" in ran.out, "the report is told in any case"
    assert [(file.name, file.read_text("utf-8")) for file in tmp_path.iterdir()] == [
        ("match.html", "of an earlier match")
    ]
    assert quintet(*match, "--html", str(page)).code == 0
    assert [file.name for file in tmp_path.iterdir()] == ["match.html"]
    assert "Best Game Ever" in page.read_text("utf-8")


def test_a_line_is_written_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "match.jsonl"
    append(file, b"first\n")
    real = Path.open

    def opened(path: Path, *arguments: Any, **words: Any) -> Any:
        made = real(path, *arguments, **words)

        class Nearly:
            def __enter__(self) -> Any:
                return self

            def __exit__(self, *_: object) -> None:
                made.close()

            def __getattr__(self, name: str) -> Any:
                return getattr(made, name)

            def write(self, data: bytes) -> int:
                return int(made.write(data[: len(data) // 2]))

        return Nearly()

    monkeypatch.setattr(Path, "open", opened)
    with pytest.raises(OSError, match="No space left"):
        append(file, b"second line\n")
    monkeypatch.undo()
    assert file.read_bytes() == b"first\n"

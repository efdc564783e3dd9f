"""The files of knowledge that are shipped: whatever is wrong with one, the engine says so once and plays without it."""

from __future__ import annotations

import hashlib
import lzma
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from quintet.engine import Budget, EngineError, knowledge, registry, think
from quintet.engine.evals import gomoku as gomoku_points
from quintet.engine.evals import gomoku_net, reversi_weights
from quintet.engine.solvers import best_book
from quintet.games import game

FILES = {
    "best": "best-book",
    "gomoku": "gomoku-points",
    "plain five": "gomoku-net",
    "reversi": "reversi-patterns",
}
PLAIN_FIVE = game("gomoku", captures="off")


def rewrite(folder: Path, name: str, packed: bytes) -> None:
    """Another file with the hash that belongs to it."""
    (folder / f"{name}.xz").write_bytes(packed)
    (folder / f"{name}.txt").write_text(f"sha256: {hashlib.sha256(packed).hexdigest()}\n")


def put_folder(place: Path) -> None:
    place.unlink()
    place.mkdir()


def other_bytes(folder: Path, name: str, change: Callable[[bytes], bytes]) -> None:
    rewrite(folder, name, lzma.compress(change(knowledge.read(name, folder)), preset=0))


DAMAGES: dict[str, tuple[Callable[[Path, str], object], str]] = {
    "no bytes": (lambda folder, name: (folder / f"{name}.xz").unlink(), "cannot be read"),
    "no story": (lambda folder, name: (folder / f"{name}.txt").unlink(), "cannot be read"),
    "a folder": (lambda folder, name: put_folder(folder / f"{name}.txt"), "cannot be read"),
    "no text": (lambda folder, name: (folder / f"{name}.txt").write_bytes(b"\xff\xfe"), "its hash"),
    "no hash": (lambda folder, name: (folder / f"{name}.txt").write_text("Made by hand."), "its hash"),
    "cut": (
        lambda folder, name: (folder / f"{name}.xz").write_bytes((folder / f"{name}.xz").read_bytes()[:-1]),
        "its hash",
    ),
    "not packed": (lambda folder, name: rewrite(folder, name, b"as it is"), "cannot be unpacked"),
    "packed badly": (
        lambda folder, name: rewrite(folder, name, (folder / f"{name}.xz").read_bytes()[:-40]),
        "cannot be unpacked",
    ),
    "empty": (lambda folder, name: other_bytes(folder, name, lambda _: b""), "the form"),
    "odd": (lambda folder, name: other_bytes(folder, name, lambda data: data[:-1]), "the form"),
    "short": (lambda folder, name: other_bytes(folder, name, lambda data: data[:-4]), "the form"),
    "long": (lambda folder, name: other_bytes(folder, name, lambda data: data + bytes(4)), "the form"),
}


def forget() -> None:
    for remembered in (
        reversi_weights.stored,
        gomoku_points.weights,
        gomoku_points.shipped_values,
        gomoku_net.shipped,
        best_book.shipped,
        registry.load,
    ):
        remembered.cache_clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the files that the engine reads in place of its own."""
    copy = tmp_path / "data"
    shutil.copytree(knowledge.FOLDER, copy)
    monkeypatch.setattr(knowledge, "FOLDER", copy)
    forget()
    yield copy
    monkeypatch.undo()
    forget()


def opening_move(name: str) -> Any:
    """A short thought about the start, in a thread that remembers nothing of earlier ones."""
    found: list[Any] = []
    rules = PLAIN_FIVE if name == "plain five" else game(name)
    thread = Thread(target=lambda: found.append(think(rules, rules.start(), 0, budget=Budget(nodes=200))))
    thread.start()
    thread.join()
    (thought,) = found
    assert rules.legal(rules.start(), 0, thought.move)
    return thought


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_gets_one_warning_and_a_legal_move(
    name: str, damage: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    spoil, sentence = DAMAGES[damage]
    spoil(folder, FILES[name])
    if name == "best":
        best_book.shipped()  # as its player does when it is loaded
    opening_move(name)
    opening_move(name)
    (said,) = [one.getMessage() for one in caplog.records]
    assert FILES[name] in said or "opening book" in said
    assert sentence in said
    assert "played" in said


@pytest.mark.parametrize("name", FILES)
def test_whole_files_are_used_without_a_word(
    name: str, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    taught = opening_move(name)
    assert not caplog.records
    (folder / f"{FILES[name]}.xz").unlink()
    forget()
    untaught = opening_move(name)
    if name != "best":  # the book is for the strongest level alone
        assert taught.value != untaught.value


@pytest.mark.parametrize("name", ["best", "gomoku", "reversi"])
def test_on_the_command_line_it_is_one_sentence_beside_the_answer(name: str, tmp_path: Path) -> None:
    program = f"""
import pathlib, sys
from quintet.engine import knowledge
knowledge.FOLDER = pathlib.Path({str(tmp_path)!r})
from quintet.cli import main
sys.exit(main(["think", {name!r}, "--nodes", "200", "--json"]))
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=100)
    assert told.returncode == 0
    assert '"move"' in told.stdout
    assert told.stderr.count("\n") == 1
    assert f"the engine's file {FILES[name]} cannot be read: No such file or directory; " in told.stderr


def test_what_is_written_is_read(tmp_path: Path) -> None:
    knowledge.write("weights", b"abc" * 1000, "Made for a test.", tmp_path)
    assert knowledge.read("weights", tmp_path) == b"abc" * 1000
    with pytest.raises(EngineError, match="cannot be read"):
        knowledge.read("others", tmp_path)


def test_a_book_with_a_move_into_a_full_column_is_refused() -> None:
    whole = best_book.read(knowledge.read("best-book"))
    book = next(book for book in whole if book.columns == 7)
    met = book.met(further=False)
    full = next(
        (number, column)
        for number, (own, other) in enumerate(met[:, :2])
        for column in range(7)
        if (int(own) | int(other)) >> (6 * column + 4) & 1
    )
    moves = bytearray(book.moves[: full[0] + 1])
    moves[-1] = moves[-1] & ~7 | full[1]
    spoilt = best_book.Opening(book.columns, book.seat, book.plies, book.last, bytes(moves))
    with pytest.raises(EngineError, match="its moves cannot be made"):
        best_book.index([spoilt])

"""A game as a film: as many pictures as it has positions, shown as long as was asked, and bounded."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from quintet.cli import main
from quintet.draw.film import END_MS, MOVE_MS
from quintet.games import game
from quintet.games.record import Replay, write_record
from quintet.say.captions import captions


@pytest.fixture
def record(tmp_path: Path) -> str:
    played = Replay(game("reversi", size=4))
    for seat, move in ((0, "b1"), (1, "a1"), (0, "a2")):
        played.submit(seat, move)
    file = tmp_path / "game.json"
    file.write_text(write_record(played.record()))
    return str(file)


def grey(film: Image.Image, share: tuple[float, float]) -> int:
    found = film.convert("L").getpixel((round(film.width * share[0]), round(film.height * share[1])))
    return int(str(found))


@pytest.mark.parametrize("ending", ["gif", "webp"])
def test_every_position_is_shown_for_its_time(record: str, ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"game.{ending}"
    with pytest.raises(SystemExit) as stop:
        main(["draw", "--record", record, "-o", str(file), "--size", "120", "--speed", "3", "--no-labels"])
    assert stop.value.code == 0
    with Image.open(file) as film:
        assert film.n_frames == 4  # type: ignore[attr-defined]  # every animated picture has it
        assert max(film.size) == 120
        times, corner = [], []
        for number in range(4):
            film.seek(number)
            film.load()
            times.append(film.info["duration"])
            corner.append(grey(film, (0.17, 0.17)))
    assert times == [MOVE_MS / 3] * 3 + [END_MS]
    assert corner[0] == corner[1] < 200 < corner[2], "a1 is white from the second move on"


def test_captions_say_who_plays_what_was_played_and_how_it_ended() -> None:
    played = Replay(game("best", tokens=1), [(0, "3"), (1, "3")])
    told = captions(played)
    assert told[:2] == ["Best Game Ever: White and Black", "1. 3"]
    assert told[2] == "A draw: equal scores (0 : 0)." or told[2].startswith(("White wins", "Black wins"))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["-o", "game.mp4"], "ffmpeg"),
        (["-o", "game.gif", "--size", "2000"], "at most 1024"),
        (["-o", "game.png", "--speed", "2"], "--speed is for films"),
        (["-o", "game.gif", "--speed", "0"], "--speed is a number above 0"),
        (["-o", "game.bmp"], "that of a film in .gif or .webp"),
    ],
)
def test_what_cannot_be_filmed_gets_one_sentence(
    arguments: list[str], sentence: str, record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["draw", "--record", record, *arguments])
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err


def test_a_game_that_is_too_long_for_a_film_is_refused(
    record: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("quintet.draw.film.MOST_FRAMES", 3)
    with pytest.raises(SystemExit):
        main(["draw", "--record", record, "-o", str(tmp_path / "game.gif")])
    assert "3 positions at most, and this game has 4" in capsys.readouterr().err

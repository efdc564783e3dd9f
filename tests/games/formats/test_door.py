"""The one door for files: every format is recognised by what stands in it, and whatever is wrong is one sentence."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from quintet.games import game
from quintet.games.contract import GameError
from quintet.games.formats import FORMATS, ggf, sgf
from quintet.games.formats.door import read_file
from quintet.games.record import MAX_BYTES, Pace, Record, Replay, load, read_record, write_record
from tests.games.formats.test_formats import BY_NAME, GGF, PSQ, SEEDS, START, moves, random_game

FFO = (Path(__file__).parent / "ffo-40-44.obf").read_bytes()
RECORD = b'{"game": "reversi", "moves": [[0, "d3"]]}'
FILES: list[tuple[str, bytes, int]] = [
    ("record", RECORD, 1),
    ("record", b"\xef\xbb\xbf\n" + RECORD + b"\n" + RECORD, 2),
    ("record", json.dumps(json.loads(RECORD), indent=2).encode(), 1),
    ("study", b'{"game": "reversi", "nodes": [{}, {"moves": [[0, "d3"]]}, {"moves": [[0, "c4"]]}]}', 1),
    ("transcript", b"f5d6c3\n\nF5 D6\n", 2),
    ("transcript", "f5d6c3".encode("utf-16"), 1),
    ("ggf", GGF.encode(), 2),
    ("ggf", GGF.encode("latin-1").replace(b"PB[ant", b"PB[\xe4nt"), 2),
    ("sgf", b"(;GM[4]SZ[9];B[aa])", 1),
    ("sgf", b"some mail\n\n( ;\nFF[4]GM[2];B[d3])(;GM[2])", 2),
    ("psq", PSQ.encode(), 1),
    ("obf", FFO, 5),
    ("obf", b"% remarks\n# and more\n" + FFO, 5),
]


@pytest.mark.parametrize(("name", "data", "count"), FILES, ids=[f"{f[0]}-{n}" for n, f in enumerate(FILES)])
def test_a_file_is_what_stands_in_it(name: str, data: bytes, count: int) -> None:
    found = read_file(data)
    assert (found.form.name, len(found.records)) == (name, count)
    for record in found.records:
        assert load(write_record(record)).record() == record


def test_every_format_comes_through_the_door() -> None:
    assert {name for name, _, _ in FILES} == {form.name for form in FORMATS}


REFUSED: list[tuple[bytes, str]] = [
    (b"", "the file is empty"),
    (b" \n\t\n", "the file is empty"),
    (b"\xef\xbb\xbf", "the file is empty"),
    (
        b"hello",
        "this is no game file that we know (record, study, transcript, ggf, sgf, psq or obf): it begins with 'hello'",
    ),
    (b"null", "this is no game file"),
    (b"\x89PNG\r\n\x1a\n\0\0\0", "the file is not a text"),
    (b"f5\0d6", "the file is not a text"),
    (b'{"game": "reversi", "moves": [[0, "\xff"]]}', "the text is not UTF-8: byte 36 is wrong"),
    (b"\xff\xfe\x00", "the file is not a text"),
    (b"[" * 100_000, "nested too deeply"),
    (b"{" * 100_000, "the text is not JSON"),
    (b"x" * (MAX_BYTES + 1), "the file is 4,000,001 bytes long; 4,000,000 are allowed"),
    (b'{"game": "reversi", "moves": [' + b",".join([b'[0,"d3"]'] * 400_000) + b"]}", "20000 are allowed"),
    (b"f5d6" * 900_000, "line 1, move 3 (f5): f5 is occupied"),
    (b"(;GM[2]" + b";B[d3]" * 600_000, "a game may have 200,000 nodes"),
    (b"(;" * 1_900_000, "nested more than 1,000 deep"),
    (b"(;GM[2" + b"9" * 3_000_000 + b"])", "is another game"),
    (b"(;GM[4]SZ[" + b"9" * 1000 + b"])", "the board must be a square"),
    (b"Piskvorky 15x15, 0:0, 0\n" + b"8,8,0\n" * 600_000, "line 3, move 2: h8 is occupied"),
    (b"Piskvorky 999999999999x15, 0:0, 0", "this is no game file"),
    (START.encode() + b" X; " + b"D3:+1;" * 100_000 + b"zz", "a scored move is written"),
    (
        b'{"game": "reversi", "moves": [], "start": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        "nested too deeply",
    ),
    (b'{"game": "reversi", "moves": [], "start": {"squares": "x", "mover": 1e400}}', "too large"),
    (
        b'{"game": "reversi", "moves": [], "start": {"squares": "x", "mover": 0}}',
        "the record cannot begin",
    ),
]


@pytest.mark.parametrize(("data", "sentence"), REFUSED, ids=[f"{n}: {r[1]}" for n, r in enumerate(REFUSED)])
def test_a_hostile_file_gets_one_sentence(data: bytes, sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        read_file(data)
    assert sentence in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "data",
    [
        b"f5d6c3d3c4\n" * 300_000,
        b"(;GM[2])" * 400_000,
        (START.encode() + b" X\n") * 50_000,
        (RECORD + b"\n") * 90_000,
    ],
    ids=["transcripts", "sgf", "obf", "records"],
)
def test_the_work_that_a_file_makes_is_bounded(data: bytes) -> None:
    with pytest.raises(GameError, match="have more than 1,000 moves"):
        read_file(data, most_moves=1000)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=80) | st.text("(;)[]GMBW24fd56XO-{}\"':,\n", max_size=80).map(str.encode))
@example(b"(;")
@example(b"%")
@example(b"#\n%")
def test_any_bytes_at_all_are_read_or_refused(data: bytes) -> None:
    answer = "read"
    try:
        read_file(data)
    except GameError as error:
        answer = str(error)
    assert answer.isprintable()


# --- who played, when, and with what clock ------------------------------------------------------------------------------

NAMES = st.text("abc Ä☃]\\", max_size=12).map(str.strip).filter(lambda n: "  " not in n)
DATES = st.sampled_from(["", "2026", "2026-11", "2026-11-17", "2026-11-17T20:15:00Z", "2026-11-17T20:15"])
SECONDS = st.integers(0, 100_000).map(lambda seconds: seconds * 1000)


def told(record: Record, names: tuple[str, str], date: str, clock: Pace | None) -> Record:
    players = names if any(names) else ()
    return replace(record, players=players, date=date, clock=clock if clock and clock.sound() else None)


@pytest.mark.parametrize(
    ("name", "form"), [("reversi", "ggf"), ("reversi", "sgf"), ("gomoku", "sgf"), ("gomoku", "record")]
)
@settings(max_examples=40, deadline=None)
@given(
    seed=SEEDS,
    names=st.tuples(NAMES, NAMES),
    date=DATES,
    clock=st.builds(Pace, reserve_ms=SECONDS, increment_ms=SECONDS, move_ms=SECONDS),
    first=st.sampled_from(["black", "white"]),
)
def test_names_dates_and_clocks_survive(
    name: str, form: str, seed: int, names: tuple[str, str], date: str, clock: Pace, first: str
) -> None:
    chosen = game(name, first=first) if name == "reversi" else game(name, size=9, opening="swap2")
    if form == "ggf":
        clock = replace(clock, move_ms=0)
    record = told(random_game(chosen, seed, 12), names, date, clock)
    assert BY_NAME[form].reads(BY_NAME[form].writes([record])) == [record]


def test_piskvork_s_files_name_the_players() -> None:
    (record,) = BY_NAME["psq"].reads(PSQ)
    assert record.players == ("pbrain-a.exe", "b")
    assert BY_NAME["psq"].reads(BY_NAME["psq"].writes([record])) == [record]


def test_a_server_s_ggf_tells_who_played_and_when() -> None:
    first, second = BY_NAME["ggf"].reads(GGF)
    assert (first.players, first.date) == (("ant]", "bee"), "2003-12-15T22:11:39Z")
    assert first.clock == Pace(reserve_ms=300_000)
    assert (second.players, second.date, second.clock) == ((), "", None)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("1996-05-06", "1996-05-06"),
        ("1996-05", "1996-05"),
        ("1996-05-06,07,08", "1996-05-06"),
        ("2003.1.5", "2003-01-05"),
        ("Summer 1996", ""),
        ("19960506", ""),
        ("", ""),
    ],
)
def test_the_dates_of_others(text: str, date: str) -> None:
    (record,) = sgf.read(f"(;GM[2]DT[{text}])")
    assert record.date == date


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("TM[300]OT[3x30 byo-yomi]", Pace(reserve_ms=300_000)),
        ("TM[300.5]OT[2.5 Fischer]", Pace(reserve_ms=300_500, increment_ms=2500)),
        ("TM[0]OT[30/move]", Pace(move_ms=30_000)),
        ("TM[-5]", None),
        ("TM[1e9]", None),
        ("TM[99999999999999999999]", None),
    ],
)
def test_the_clocks_of_others(text: str, clock: Pace | None) -> None:
    (record,) = sgf.read(f"(;GM[2]{text})")
    assert record.clock == clock


def test_a_game_with_white_first_names_its_players_by_seat() -> None:
    (record,) = ggf.read("(;GM[Othello]PB[Ann]PW[Bo]BO[4 ---- -O*- -*O- ---- O]W[c1];)")
    assert record.players == ("Bo", "Ann")


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        ({"players": ["Ann", "Bo"]}, ("Ann", "Bo")),
        ({"players": ["Ann"]}, ()),
        ({"players": ["Ann", 3]}, ()),
        ({"players": {"black": "Ann"}}, ()),
        ({"players": ["A\u0000n\n n", "x" * 500]}, ("An n", "x" * 80)),
    ],
)
def test_names_that_are_none_are_left_out(data: dict[str, object], kept: tuple[str, ...]) -> None:
    text = json.dumps({"game": "reversi", "moves": []} | data)
    assert load(text).record().players == kept


@pytest.mark.parametrize(
    "date", ["yesterday", "20261117", {"year": 2026}, 2026, "2026-11-17\n", "9" * 10**5, None]
)
def test_a_date_that_is_none_is_left_out(date: object) -> None:
    assert read_record(json.dumps({"game": "reversi", "moves": [], "date": date})).date == ""


@pytest.mark.parametrize(
    "clock", [{}, {"move_ms": -1}, {"move_ms": 10**17}, {"move_ms": "9"}, [], "5+3", 5, {"reserve_ms": True}]
)
def test_a_clock_that_is_none_is_left_out(clock: object) -> None:
    assert read_record(json.dumps({"game": "reversi", "moves": [], "clock": clock})).clock is None


def test_a_game_that_is_continued_keeps_its_players_and_loses_its_ending() -> None:
    text = '{"game": "reversi", "moves": [[0, "d3"]], "players": ["Ann", "Bo"], "outcome": {"winners": [0], "reason": "resigned"}}'
    played = load(text)
    ending = played.record().outcome
    assert ending is not None
    assert ending.reason == "resigned"
    played.submit(1, "c3")
    assert played.record().players == ("Ann", "Bo")
    assert played.record().outcome is None


# --- games that begin elsewhere -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["record", "ggf", "sgf"])
@settings(max_examples=25, deadline=None)
@given(size=st.sampled_from([4, 6, 8]), seed=SEEDS, before=st.integers(1, 60), after=st.integers(0, 20))
def test_reversi_survives_from_any_position(form: str, size: int, seed: int, before: int, after: int) -> None:
    record = begun_elsewhere(random_game(game("reversi", size=size), seed, before), seed, after)
    assert BY_NAME[form].reads(BY_NAME[form].writes([record])) == [record]


def begun_elsewhere(before: Record, seed: int, length: int) -> Record:
    """A game that begins where another has come to."""
    whole, rng = load(write_record(before)), random.Random(seed)
    played = Replay(whole.game, start=whole.position)
    while played.owing and len(played.submissions) < length:
        seat = played.owing[0]
        played.submit(seat, played.game.prompt(played.position, seat).vary(rng))
    return played.record()


@settings(max_examples=25, deadline=None)
@given(
    seed=SEEDS, before=st.integers(1, 20), after=st.integers(0, 10), opening=st.sampled_from(["free", "pro"])
)
def test_gomoku_survives_as_sgf_from_a_position_without_captures(
    seed: int, before: int, after: int, opening: str
) -> None:
    first = random_game(game("gomoku", size=9, captures="off", opening=opening), seed, before)
    record = begun_elsewhere(first, seed, after)
    assert BY_NAME["sgf"].reads(BY_NAME["sgf"].writes([record])) == [record]


@pytest.mark.parametrize(("form", "name"), [("transcript", "reversi"), ("psq", "gomoku")])
def test_formats_without_a_start_refuse_one(form: str, name: str) -> None:
    record = begun_elsewhere(random_game(game(name), 1, 3), 1, 3)
    with pytest.raises(GameError, match="begins elsewhere"):
        BY_NAME[form].writes([record])


def test_sgf_refuses_a_start_that_it_cannot_show() -> None:
    record = begun_elsewhere(random_game(game("gomoku", size=9, opening="swap2"), 1, 3), 1, 0)
    with pytest.raises(GameError, match="there is more to this one: write record"):
        BY_NAME["sgf"].writes([record])


def test_positions_of_obf_are_games_that_begin_there() -> None:
    first = read_file(FFO).records[0]
    played = load(write_record(first))
    assert played.owing == (0,)
    assert played.game.board(played.position)["a1"] == "w"
    played.submit(0, "a2")
    assert moves(played.record()) == "a2"


def test_stones_that_are_set_up_are_where_a_game_begins() -> None:
    (record,) = sgf.read("(;GM[4]SZ[9]AB[aa][bb]AW[cc];W[dd];B[ee])")
    assert record.moves == ((1, "d6"), (0, "e5"))
    played = load(write_record(record))
    assert played.game.board(played.start) == {"a9": "b", "b8": "b", "c7": "w"}

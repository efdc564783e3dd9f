"""Every file format: games survive the way out and back, files of others are understood, wrong ones are refused."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from quintet.games import game
from quintet.games.contract import AnyGame, GameError
from quintet.games.formats import FORMATS, Format, obf
from quintet.games.formats.common import FormatError
from quintet.games.record import Ending, Record, Replay

BY_NAME = {form.name: form for form in FORMATS}
PAGE = (Path(__file__).parents[3] / "docs" / "formats.md").read_text("utf-8")


def reading(form: str, text: str) -> list[Record]:
    return BY_NAME[form].reads(text)


def writing(form: str, *records: Record) -> str:
    return BY_NAME[form].writes(records)


def random_game(chosen: AnyGame, seed: int, length: int = 400) -> Record:
    rng, played = random.Random(seed), Replay(chosen)
    while played.owing and len(played.submissions) < length:
        prompt = chosen.prompt(played.position, played.owing[0])
        played.submit(played.owing[0], prompt.vary(rng))
    return played.record()


def moves(record: Record) -> str:
    return " ".join(text for _, text in record.moves)


# --- there and back -----------------------------------------------------------------------------------------------------

SEEDS = st.integers(0, 10**6)
LENGTHS = st.integers(0, 70)
ENDINGS = st.sampled_from(
    [
        None,
        Ending(winners=(0,), draw=False, reason="resigned"),
        Ending(winners=(1,), draw=False, reason="flagged"),
        Ending(winners=(0, 1), draw=True, reason="agreed"),
    ]
)
REVERSI = st.fixed_dictionaries(
    {"size": st.sampled_from([4, 6, 8]), "first": st.sampled_from(["black", "white"])}
)
GOMOKU = st.fixed_dictionaries(
    {
        "size": st.sampled_from([9, 11, 19]),
        "captures": st.sampled_from(["on", "off"]),
        "double_three": st.sampled_from(["allowed", "forbidden"]),
        "self_capture": st.sampled_from(["allowed", "forbidden"]),
        "opening": st.sampled_from(["free", "pro", "long-pro", "swap", "swap2"]),
    }
)


def ended(record: Record, ending: Ending | None) -> Record:
    """The record with this ending, if no rule has ended the game."""
    return record if record.outcome else replace(record, outcome=ending)


@pytest.mark.parametrize("form", ["record", "ggf", "sgf"])
@settings(max_examples=25, deadline=None)
@given(options=REVERSI, seed=SEEDS, length=LENGTHS, ending=ENDINGS)
def test_reversi_survives(
    form: str, options: dict[str, object], seed: int, length: int, ending: Ending
) -> None:
    record = ended(random_game(game("reversi", **options), seed, length), ending)
    assert reading(form, writing(form, record)) == [record]


@settings(max_examples=25, deadline=None)
@given(first=st.sampled_from(["black", "white"]), seed=SEEDS, length=st.integers(1, 70))
def test_reversi_survives_as_a_transcript(first: str, seed: int, length: int) -> None:
    record = random_game(game("reversi", first=first), seed, length)
    assert reading("transcript", writing("transcript", record)) == [record]


@pytest.mark.parametrize("form", ["record", "sgf"])
@settings(max_examples=25, deadline=None)
@given(options=GOMOKU, seed=SEEDS, length=LENGTHS, ending=ENDINGS)
def test_gomoku_survives(
    form: str, options: dict[str, object], seed: int, length: int, ending: Ending
) -> None:
    record = random_game(game("gomoku", **options), seed, length)
    chosen = length > 7 or options["opening"] not in ("swap", "swap2")
    record = ended(record, ending if chosen else None)
    assert reading(form, writing(form, record)) == [record]


@settings(max_examples=20, deadline=None)
@given(options=GOMOKU, seed=SEEDS, length=LENGTHS)
def test_gomoku_survives_as_psq(options: dict[str, object], seed: int, length: int) -> None:
    record = random_game(game("gomoku", **options), seed, length)
    if options["opening"] in ("swap", "swap2"):
        with pytest.raises(FormatError, match="write sgf instead"):
            writing("psq", record)
    else:
        assert reading("psq", writing("psq", record)) == [record]


@pytest.mark.parametrize("form", ["record", "ggf", "sgf", "transcript"])
def test_a_file_can_hold_many_games(form: str) -> None:
    records = [random_game(game("reversi"), seed) for seed in range(4)]
    assert reading(form, writing(form, *records)) == records


def test_every_result_that_sgf_knows_survives() -> None:
    record = random_game(game("gomoku", size=9), 1, 6)
    for ending in (
        Ending(winners=(1,), draw=False, reason="abandoned"),
        Ending(winners=(), draw=False, reason="aborted"),
    ):
        assert reading("sgf", writing("sgf", replace(record, outcome=ending))) == [
            replace(record, outcome=ending)
        ]


# --- coordinates at the edge --------------------------------------------------------------------------------------------


def test_sgf_counts_gomoku_from_the_top_and_reversi_as_it_is() -> None:
    gomoku = Replay(game("gomoku"), [(0, "a1"), (1, "s19"), (0, "c18")]).record()
    assert ";B[as];W[sa];B[cb]" in writing("sgf", gomoku)
    reversi = Replay(game("reversi"), [(0, "d3"), (1, "c5")]).record()
    assert ";B[d3];W[c5]" in writing("sgf", reversi)


def test_psq_counts_from_the_top_left_from_one() -> None:
    gomoku = Replay(game("gomoku"), [(0, "a1"), (1, "s19"), (0, "c18")]).record()
    assert writing("psq", gomoku).splitlines()[:4] == ["Piskvorky 19x19, 0:0, 0", "1,19,0", "19,1,0", "3,2,0"]


# --- files of others ----------------------------------------------------------------------------------------------------

SHORTEST = "e6f4e3f6g5d6e7f5c5"
"""White has no disc left after nine moves."""


def test_transcripts_are_read_in_any_writing() -> None:
    for text in (SHORTEST, SHORTEST.upper(), "  E6 f4 E3 f6 g5\td6 e7 f5 c5\r\n\n"):
        (record,) = reading("transcript", text)
        assert moves(record) == "e6 f4 e3 f6 g5 d6 e7 f5 c5"
        assert record.outcome is not None
        assert record.outcome.winners == (0,)


def passing_game() -> Record:
    """A game with a forced pass in the middle."""
    records = (random_game(game("reversi"), seed) for seed in range(50))
    return next(r for r in records if any(m == "pass" for _, m in r.moves[:-1]))


def test_passes_may_be_written_or_left_out() -> None:
    record = passing_game()
    spelt = "".join(text.replace("pass", "PA") for _, text in record.moves)
    silent = spelt.replace("PA", "")
    assert reading("transcript", f"{spelt}\n{silent}") == [record, record]
    ggf = writing("ggf", record)
    assert "[PA]" in ggf
    assert reading("ggf", ggf.replace("W[PA]", "").replace("B[PA]", "")) == [record]
    assert reading("sgf", writing("sgf", record).replace("[PA]", "[]")) == [record]


def test_the_first_square_tells_who_began() -> None:
    (record,) = reading("transcript", "f4")
    assert record.options["first"] == "white"


GGF = """1 (;GM[Othello]PC[GGS/os]DT[2003-12-15 22:11:39.GMT]PB[ant\\]]PW[bee]RB[2197.01]RW[2199.72]TI[05:00//02:00]
TY[8]RE[+2.00:r]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]
B[F5/0.10/1.2]W[d6//2.1]B[C3];)(;GM[Othello]B[d3]W[c5/1.00];)"""


def test_a_server_s_ggf_is_read() -> None:
    first, second = reading("ggf", GGF)
    assert moves(first) == "f5 d6 c3"
    assert first.outcome == Ending(winners=(0,), draw=False, reason="resigned")
    assert moves(second) == "d3 c5"
    assert second.outcome is None


def test_foreign_sgf_is_read_along_its_main_line() -> None:
    text = """Some mail header
    ( ;FF[4]GM[4]SZ[15:15]PB[a\\]b]C[two
lines \\\\ ] ;B[hh]TM[3];W[ii](;B[gg]N[main];W[ff])(;B[aa](;W[bb])(;W[cc])))  (;GM[2];Black[dc];W[cE])"""
    gomoku, reversi = reading("sgf", text)
    assert gomoku.options == game("gomoku", size=15, captures="off").settings
    assert moves(gomoku) == "h8 i7 g9 f10"
    assert moves(reversi) == "d3 c5"


def test_a_white_first_move_in_sgf_makes_white_first() -> None:
    (record,) = reading("sgf", "(;GM[2];W[f4])")
    assert record.options["first"] == "white"
    assert record.moves == ((0, "f4"),)


PSQ = "Piskvorky 15x15, 11:11, 1\r\n8,8,0\r\n9,7,1234\r\n1,15,5\r\npbrain-a.exe\r\nb\r\n3\r\n"


def test_piskvork_s_own_file_is_read_as_plain_five_in_a_row() -> None:
    (record,) = reading("psq", PSQ)
    assert moves(record) == "h8 i9 a1"
    assert record.options == game("gomoku", size=15, captures="off").settings


# --- OBF positions -------------------------------------------------------------------------------------------------------


def test_the_end_game_test_of_the_french_federation_survives() -> None:
    text = (Path(__file__).parent / "ffo-40-44.obf").read_text("ascii")
    problems = obf.read(text)
    assert [dict(p.scores)[p.scores[0][0]] for p in problems] == [38, 0, 6, -12, -14]
    assert [p.position.mover for p in problems] == [0, 0, 0, 1, 1]
    assert obf.write(problems).split() == text.split()


@settings(max_examples=20, deadline=None)
@given(seed=SEEDS, length=LENGTHS, first=st.sampled_from(["black", "white"]))
def test_the_position_of_a_game_survives(seed: int, length: int, first: str) -> None:
    record = random_game(game("reversi", first=first), seed, length)
    (problem,) = obf.read(writing("obf", record))
    played = Replay(game("reversi", first=first), record.moves)
    assert problem.position.squares == played.position.squares
    colours = played.game.describe(played.position).colours
    assert [colours[seat] for seat in played.owing] == [
        "bw"[seat] for seat in obf.REVERSI.turn(problem.position)
    ]


# --- what cannot be read, or written -------------------------------------------------------------------------------------

START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
WRONG = [
    ("transcript", "f5d6z9", "line 1, move 3: 'z9' does not begin with a square from a1 to h8"),
    ("transcript", "\nf5a1", "line 2, move 2 (a1): a1 outflanks no enemy disc"),
    ("transcript", "f5pa", "line 1, move 2 (pass): you may pass only when"),
    ("transcript", SHORTEST + "a1", "line 1, move 10 (a1): the game is over"),
    ("ggf", "(;GM[Othello]B[f5]\nW[a1];)", "move 2, W[a1] at line 2, column 1: a1 outflanks no enemy disc"),
    ("ggf", "(;GM[Othello]W[f4];)", "it is black's turn, not white's"),
    ("ggf", "(;GM[Othello]B[zz];)", "'zz' is not a move"),
    ("ggf", "(;GM[Chess];)", "GM must be Othello, not 'Chess'"),
    ("ggf", "(;GM[Othello]BO[8 x *];)", "BO must be a size"),
    ("ggf", "(;GM[Othello]BO[4 ---- -*O- -O*- ---- *]B[a1];)", "a1 outflanks no enemy disc"),
    ("ggf", "(;GM[Othello]BO[10 " + "-" * 100 + " *];)", "size cannot be 10"),
    ("ggf", "(;GM[Othello]BO[];)", "BO must be a size"),
    ("ggf", "(;GM[Othello]KM[-2.5];)", "komi"),
    ("ggf", "(;GM[Othello]TY[8a];)", "line 1, column 14: TY '8a' is an anti game"),
    ("ggf", "(;GM[Othello]TY[10];)", "size cannot be 10"),
    ("ggf", "(;GM[Othello]B[f5", "line 1, column 14: 'B[f5' is no node or property"),
    ("sgf", "(;GM[1];B[aa])", "GM[1] is another game"),
    ("sgf", "(;)", "is another game"),
    ("sgf", "(;GM[2\n0])", "is another game"),
    ("sgf", "(;GM[2];B[\n\n])", "B[...] at line 1, column 9: you may pass only"),
    ("sgf", "(;GM[4]SZ[20];B[aa])", "size cannot be 20; it takes a whole number from 9 to 19"),
    ("sgf", "(;GM[4]SZ[9:10])", "the board must be a square"),
    ("sgf", "(;GM[4]SZ[x])", "the board must be a square"),
    ("sgf", "(;GM[4]SZ[9];B[aa];W[aa])", "move 2, W[aa] at line 1, column 20: a9 is occupied"),
    ("sgf", "(;GM[4]SZ[9];B[aa];B[bb])", "it is white's turn, not black's"),
    ("sgf", "(;GM[4]SZ[9];B[jj])", "'jj' is not on a board of 9x9"),
    ("sgf", "(;GM[4]SZ[9];B[])", "'' is not a point"),
    ("sgf", "(;GM[4]SZ[9]AB[aa][ba][ca][da][ea];W[bb])", "five in a row win, so it is over"),
    ("sgf", "(;GM[4]SZ[9]RU[quintet opening=swap]AB[aa];W[bb])", "a seat must hold black"),
    ("sgf", "(;GM[4]SZ[9];B[aa];AE[aa])", "AE sets stones up"),
    ("sgf", "(;GM[4]SZ[9]RU[quintet captures=maybe])", "captures cannot be 'maybe'; it takes on or off"),
    ("sgf", "(;GM[4]SZ[9]RU[quintet wings=on])", "'wings=on' is no setting of gomoku"),
    ("sgf", "(;GM[4]SZ[10]RU[quintet opening=pro])", "size must be odd"),
    ("sgf", "(;GM[4]SZ[9];QT[take-black])", "you cannot take black now"),
    ("sgf", "(;GM[2];B[d3]", "the text ends inside a game"),
    ("sgf", "(;GM[2];B[d3]]", "']' is no node or property"),
    ("sgf", "(;GM[2]" + "(;" * 5000, "nested more than 1,000 deep"),
    ("sgf", "(;GM[4]" + ";C[x]" * 100_000 + ")", "a game may have 200,000 nodes and properties"),
    ("sgf", "(;GM[4]SZ[9]RE[B+R];QT[x])", "'x' is not a move"),
    ("sgf", "(;GM[4]SZ[9]RU[quintet opening=swap]RE[B+R])", "no seat holds a colour yet"),
    ("psq", "", "line 1: a .psq file begins with"),
    ("psq", "Piskvorky 15x14, 0:0, 0", "the board must be a square, not 15x14"),
    ("psq", "Piskvorky 20x20, 0:0, 0", "size cannot be 20"),
    ("psq", "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0", "line 3, move 2: h8 is occupied"),
    ("psq", "Piskvorky 15x15, 0:0, 0\n8,16,0", "line 2, move 1: 8,16 is not on a board of 15x15"),
    ("psq", "Piskvorky 15x15, 0:0, 0\nquintet captures", "line 2: 'captures' is no setting"),
    ("record", '{"game": "reversi", "moves": [[0, "a1"]]}', "move 1 ('a1'): a1 outflanks"),
    ("record", "[" * 100_000, "the JSON is nested too deeply"),
]


@pytest.mark.parametrize(("form", "text", "sentence"), WRONG, ids=[f"{w[0]}: {w[2]}" for w in WRONG])
def test_a_wrong_file_is_refused_in_one_sentence(form: str, text: str, sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        reading(form, text)
    assert sentence in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("XO X", "line 1: a position is 64 of X, O and -"),
        (START + " X; A1:+2;", "line 1: A1 is not a legal move there"),
        ("% a remark\n" + START + " X; D3;", "line 2: a scored move is written A2:+38, not 'D3'"),
        (START + " -", "X or O"),
    ],
)
def test_a_wrong_position_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(FormatError) as caught:
        obf.read(text)
    assert sentence in str(caught.value)


def test_a_result_that_the_moves_deny_is_refused() -> None:
    record = random_game(game("reversi", size=4), 1)
    text = writing("sgf", record)
    assert record.outcome is not None
    said = text[text.index("RE[") :].split("]")[0]
    with pytest.raises(FormatError, match="the moves do not come to that"):
        reading("sgf", text.replace(said, "RE[W+9" if "B+" in said else "RE[B+9"))


@pytest.mark.parametrize(
    ("form", "name", "options", "sentence"),
    [
        ("transcript", "reversi", {"size": 6}, "8x8 squares only"),
        ("transcript", "gomoku", {}, "a transcript holds games of reversi, not of gomoku"),
        ("transcript", "reversi", {}, "without moves"),
        ("ggf", "best", {}, "ggf holds games of reversi"),
        ("sgf", "omega", {}, "sgf holds games of reversi or gomoku, not of omega"),
        ("psq", "reversi", {}, "psq holds games of gomoku"),
        ("obf", "reversi", {"size": 4}, "8x8 squares only"),
    ],
)
def test_a_game_that_does_not_fit_is_refused(
    form: str, name: str, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(FormatError) as caught:
        writing(form, Replay(game(name, **options)).record())
    assert sentence in str(caught.value)


def test_psq_holds_one_game() -> None:
    record = random_game(game("gomoku", size=9), 1, 3)
    with pytest.raises(FormatError, match="one game, not 2"):
        writing("psq", record, record)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
@settings(max_examples=60, deadline=None)
@given(text=st.text(max_size=60) | st.text("();[]\\ABGMWSZ429eddaa:*O-\n", max_size=80))
@example(text="(;" + "A[" * 1000)
def test_any_text_at_all_is_read_or_refused(form: Format, text: str) -> None:
    answer = "read"
    try:
        form.reads(text)
    except GameError as error:
        answer = str(error)
    assert answer
    assert answer.isprintable()


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_every_format_is_documented(form: Format) -> None:
    assert f"`{form.name}`" in PAGE
    for suffix in form.suffixes:
        assert f"`{suffix}`" in PAGE

"""Files with variations: trees, comments, signs and marks survive the way in and out, and hostile ones are refused or bounded."""

from __future__ import annotations

import random

import msgspec
import pytest

from quintet.games import game
from quintet.games.contract import AnyGame, GameError
from quintet.games.formats import FORMATS
from quintet.games.formats.door import read_file, read_studies
from quintet.games.variations import LONGEST_COMMENT, MOST_NODES, Node, Study, main_line, play_through

BY_NAME = {form.name: form for form in FORMATS}
TREE = (
    "(;GM[4]SZ[9]PB[Ann]PW[Bo]C[First \\] words];B[ee]N[Centre]C[Good]TE[2];W[ed]"
    "(;B[dd]CR[aa][bb]SQ[cc]TR[dd]MA[ee]LB[ff:A][gg:long][zz:B](;W[ff]DM[1])(;W[gg]BM[1];C[no move here]))"
    "(;B[ff]IT[];W[aa]DO[])(;B[dd]C[the same move again]))"
)


def grown(rules: AnyGame, seed: int, size: int = 60) -> Study:
    """A tree made at random, with everything that a node can have."""
    dice = random.Random(seed)
    positions, nodes = [rules.start()], [Node(comment="A [tricky] \\ comment: ]")]
    spaces = [space.name for space in rules.layout.spaces]
    known: set[tuple[int, str]] = set()
    while len(nodes) < size:
        at = dice.choice((len(nodes) - 1, dice.randrange(len(nodes))))
        turn = rules.turn(positions[at])
        if not turn:
            continue
        move = rules.prompt(positions[at], turn[0]).sample(dice)
        if (at, move) in known:
            continue
        known.add((at, move))
        positions.append(rules.apply(positions[at], {turn[0]: move})[0])
        marks = {dice.choice(spaces): dice.choice(("circle", "square", "triangle", "cross", "A", "12"))}
        nodes.append(
            Node(
                before=at,
                moves=((turn[0], move),),
                sign=dice.choice(("", "!", "!!", "?", "??", "!?", "?!", "=")),
                comment=dice.choice(("", "plain", "two\nlines", "<script>", ")(;B[aa]")),
                marks=dice.choice(({}, marks)),
            )
        )
    return Study(game=rules.name, options=dict(rules.settings), name="Grown", nodes=tuple(nodes))


def as_tree(study: Study) -> object:
    """What a study says, in whatever order its nodes are listed."""
    below: list[list[int]] = [[] for _ in study.nodes]
    for number, node in enumerate(study.nodes[1:], start=1):
        below[node.before].append(number)

    def told(number: int) -> object:
        node = study.nodes[number]
        return (
            node.moves,
            node.sign,
            node.comment,
            sorted(node.marks.items()),
            [told(n) for n in below[number]],
        )

    return (study.game, study.options, study.start, study.name, told(0))


@pytest.mark.parametrize("form", ["sgf", "study"])
@pytest.mark.parametrize(
    "rules",
    [
        game("reversi", size=6),
        game("reversi", first="white"),
        game("gomoku", size=9),
        game("gomoku", size=9, opening="swap2"),
    ],
    ids=repr,
)
def test_a_tree_survives_the_way_out_and_back(rules: AnyGame, form: str) -> None:
    study = grown(rules, seed=4)
    writes = BY_NAME[form].writes_studies
    assert writes is not None
    (again,) = read_studies(writes([study]).encode())
    assert as_tree(again) == as_tree(study)


@pytest.mark.parametrize("name", ["onyx", "omega", "best"])
def test_other_games_have_a_file_of_our_own_and_none_of_sgf(name: str) -> None:
    rules = game(name)
    start = rules.start()
    moves = tuple((seat, next(rules.prompt(start, seat).moves())) for seat in rules.turn(start))
    study = Study(game=name, nodes=(Node(comment="x"), Node(moves=moves)))
    own, sgf = BY_NAME["study"].writes_studies, BY_NAME["sgf"].writes_studies
    assert own is not None
    assert sgf is not None
    (again,) = read_studies(own([study]).encode())
    assert again == play_through(study)[2]
    with pytest.raises(GameError, match="sgf holds games of reversi or gomoku"):
        sgf([study])


def test_what_another_program_wrote_is_understood() -> None:
    (study,) = read_studies(TREE.encode())
    assert study.name == "Ann – Bo"
    root, first, second, third, *_ = study.nodes
    assert root.comment == "First ] words"
    assert (first.moves, first.sign, first.comment) == (((0, "e5"),), "!!", "Centre\nGood")
    assert second.before == 1
    assert third.marks == {
        "a9": "circle", "b8": "circle", "c7": "square", "d6": "triangle", "e5": "cross", "f4": "A", "g3": "lon",
    }  # fmt: skip
    assert third.comment == "the same move again", (
        "a variation that begins with the same move is the same line"
    )
    assert [(node.before, node.sign, node.comment) for node in study.nodes[4:]] == [
        (3, "=", ""),
        (3, "?", "no move here"),
        (2, "!?", ""),
        (6, "?!", ""),
    ]
    (record,) = read_file(TREE.encode()).records
    assert main_line(study).moves == record.moves, "who reads only the main line reads the same one"


def test_ggf_has_variations_and_a_pass_that_is_left_out_is_put_in() -> None:
    board = "8 O*------" + " --------" * 7 + " *"  # black can only pass
    (study,) = read_studies(f"(;GM[Othello]BO[{board}](;W[C1//1.5]C[quick])(;B[PA]C[a pass]);)".encode())
    assert [node.moves for node in study.nodes] == [(), ((0, "pass"),), ((1, "c1"),)]
    assert [node.comment for node in study.nodes] == ["", "a pass", "quick"]
    play_through(study)


def test_a_game_without_variations_is_a_study_of_one_line() -> None:
    (study,) = read_studies(b"f5d6c3")
    assert study.plain
    assert len(study.nodes) == 4
    (told,) = read_studies(b"(;GM[4]SZ[9]PB[A];B[aa];W[bb])")
    assert (told.plain, told.name) == (True, "A – ?")


HOSTILE: list[tuple[str, str]] = [
    ("(;GM[2];B[d3](;W[c3])(;W[a1]))", "W[a1] at line 1, column 24: a1 outflanks no enemy disc"),
    ("(;GM[2];B[d3](;W[c3])(;B[c4]))", "it is white's turn, not black's"),
    ("(;GM[4]SZ[9];B[aa](;W[bb])(;AB[cc]))", "AB sets stones up in the middle of a game"),
    ('{"game": "reversi", "nodes": [{"marks": {"z9": "circle"}}]}', "marks 'z9', which is no space"),
    ('{"game": "reversi", "nodes": [{"marks": {"a1": "label"}}]}', "a mark is circle"),
    ('{"game": "reversi", "nodes": [{"marks": {"a1": "\\u0007"}}]}', "a mark is circle"),
    ('{"game": "reversi", "nodes": []}', "not written as a study"),
    ('{"game": "reversi", "nodes": [{}], "x": 1}', "not written as a study"),
]


@pytest.mark.parametrize(("text", "why"), HOSTILE, ids=[why for _, why in HOSTILE])
def test_a_wrong_tree_gets_one_sentence(text: str, why: str) -> None:
    with pytest.raises(GameError) as refusal:
        read_studies(text.encode())
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


def test_many_branches_are_read_and_more_than_fit_are_refused() -> None:
    squares = [f"{a}{b}" for a in "abcdefghi" for b in "abcdefghi"]
    lines = [f"(;B[{one}];W[{two}])" for one in squares for two in squares if one != two]
    wide = "(;GM[4]SZ[9]" + "".join(lines) + ")"
    (study,) = read_studies(wide.encode())
    assert len(study.nodes) == 1 + 81 + 81 * 80
    deeper = [
        f"(;B[aa];W[{two}];B[{three}])"
        for two in squares[1:50]
        for three in squares
        if three not in ("aa", two)
    ]
    with pytest.raises(GameError, match=f"may have {MOST_NODES:,} moves"):
        read_studies(("(;GM[4]SZ[9]" + "".join(lines + deeper) + ")").encode())


def test_a_long_comment_is_cut_and_control_characters_are_left_out() -> None:
    (study,) = read_studies(f"(;GM[2]C[\x1b[31m\\]{'x' * 5000}];B[d3])".encode())
    comment = study.nodes[0].comment
    assert len(comment) == LONGEST_COMMENT
    assert comment.endswith("…")
    assert comment.startswith("[31m]x")
    assert msgspec.json.decode(msgspec.json.encode(study), type=Study) == study

"""Boards that are graphs: the built ones, and one's own from a JSON text."""

from __future__ import annotations

import itertools
import json
import math
import random
from typing import Any

import pytest

from quintet.games import game
from quintet.games.contract import GameError, OptionError
from quintet.games.graph import (
    NAMES,
    built_board,
    check_graph,
    closest_of,
    drawn_graph,
    read_graph,
    space_order,
)
from quintet.games.onyx import Onyx

TRIANGLE: dict[str, Any] = {
    "spaces": {"a1": [0, 0], "b1": [4, 0], "a2": [0, 3]},
    "edges": [["a1", "b1"], ["b1", "a2"], ["a2", "a1"]],
}


def degrees(name: str) -> list[int]:
    return sorted({len(near) for near in built_board(name).neighbours})


def test_the_built_boards_are_those_of_the_rule_page() -> None:
    assert len(NAMES) == 11 + 11 + 6
    assert {"king-2", "king-12", "square-2", "square-12", "hex-2", "hex-7"} <= set(NAMES)
    assert {"king-1", "king-13", "hex-8"}.isdisjoint(NAMES)


@pytest.mark.parametrize(
    ("name", "spaces", "neighbours"),
    [
        ("king-8", 64, [3, 5, 8]),
        ("king-2", 4, [3]),
        ("square-5", 25, [2, 3, 4]),
        ("hex-2", 7, [3, 6]),
        ("hex-3", 19, [3, 4, 6]),
        ("hex-7", 127, [3, 4, 6]),
    ],
)
def test_a_built_board_has_its_spaces_and_neighbours(name: str, spaces: int, neighbours: list[int]) -> None:
    assert (len(built_board(name).names), degrees(name)) == (spaces, neighbours)


def test_row_one_is_at_the_bottom_left() -> None:
    at = {space.name: (space.x, space.y) for space in built_board("king-8").layout.spaces}
    assert (at["a1"], at["b1"], at["a2"]) == ((0, 7), (1, 7), (0, 6))


@pytest.mark.parametrize("name", ["hex-2", "hex-3", "hex-7"])
def test_on_hexagons_neighbours_are_exactly_what_lies_at_distance_one(name: str) -> None:
    graph = built_board(name)
    at = [(space.x, space.y) for space in graph.layout.spaces]
    for index, near in enumerate(graph.neighbours):
        assert near == tuple(n for n, point in enumerate(at) if abs(math.dist(at[index], point) - 1) < 1e-9)
    assert min(x for x, _ in at) == min(y for _, y in at) == 0


@pytest.mark.parametrize("name", NAMES)
def test_every_row_and_every_letter_has_one_label_on_no_space(name: str) -> None:
    layout = built_board(name).layout
    texts = [label.text for label in layout.labels]
    assert sorted(texts) == sorted(
        {space.name[0] for space in layout.spaces} | {s.name[1:] for s in layout.spaces}
    )
    places = {(round(space.x, 6), round(space.y, 6)) for space in layout.spaces}
    labelled = {(round(label.x, 6), round(label.y, 6)) for label in layout.labels}
    assert len(places | labelled) == len(layout.spaces) + len(layout.labels)


# --- one's own --------------------------------------------------------------------------------------------------------


def test_a_graph_is_read_in_its_canonical_form() -> None:
    text = (
        '{"edges": [["B1","a10"],["a10","b1"],["a2","A10"]], "spaces": {"B1":[0,1],"a10":[0.5,0],"a2":[2,2]}}'
    )
    assert read_graph(text) == {
        "spaces": {"a2": [2, 2], "a10": [0.5, 0], "b1": [0, 1]},
        "edges": [["a2", "a10"], ["a10", "b1"]],
    }


def test_games_on_the_same_graph_are_equal_however_it_was_written() -> None:
    other = {
        "edges": [["A2", "B1"], ["a1", "a2"], ["b1", "a1"]],
        "spaces": dict(reversed(TRIANGLE["spaces"].items())),
    }
    one, two = Onyx(board=TRIANGLE), Onyx(board=other)
    assert one == two
    assert one.start() == two.start()


def test_a_graph_is_drawn_with_typical_edges_of_length_one() -> None:
    path = {
        "spaces": {"a1": [10, 5], "b1": [14, 5], "b2": [14, 9], "c2": [24, 9]},
        "edges": [["a1", "b1"], ["b1", "b2"], ["b2", "c2"]],
    }
    layout = drawn_graph(check_graph(path)).layout
    assert layout.shape == "point"
    assert [(s.name, s.x, s.y) for s in layout.spaces] == [
        ("a1", 0, 0),
        ("b1", 1, 0),
        ("b2", 1, 1),
        ("c2", 3.5, 1),
    ]
    assert list(layout.lines) == [(0, 0, 1, 0), (1, 0, 1, 1), (1, 1, 3.5, 1)]


def test_the_closest_spaces_of_a_graph_leave_room_for_pieces() -> None:
    near = {"spaces": {"a1": [0, 0], "b1": [1, 0], "c1": [9, 0]}, "edges": [["a1", "c1"], ["b1", "c1"]]}
    at = [space.x for space in drawn_graph(check_graph(near)).layout.spaces]
    assert at[1] - at[0] == pytest.approx(0.9)


def test_the_closest_two_of_many_points_are_found() -> None:
    assert closest_of([(1.0, 2.0)]) == math.inf
    for seed in range(50):
        rng = random.Random(seed)
        wide = rng.choice((0, 1, 3, 40))  # in a column, crowded, far apart
        points = [(rng.uniform(0, wide), rng.uniform(0, 9)) for _ in range(rng.randrange(2, 40))]
        assert closest_of(points) == min(math.dist(*two) for two in itertools.combinations(points, 2))


def test_a_board_in_its_own_writing_is_not_made_again() -> None:
    board = {"spaces": {"B1": [1, 0], "A1": [0, 0]}, "edges": [["b1", "a1"]]}
    made = game("onyx", board=board)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("quintet.games.onyx.check_graph", pytest.fail)
        assert game("onyx", **made.settings) is made


def test_a_graph_may_be_in_several_parts_and_far_apart() -> None:
    far = {"spaces": {"a1": [0, 0], "b1": [0.001, 0], "c1": [1_000_000, 5]}, "edges": [["a1", "b1"]]}
    with pytest.raises(OptionError, match="a1 and b1 lie on the same point"):
        Onyx(board=far)
    near = {"spaces": {"a1": [0, 0], "b1": [1, 0], "c1": [9, 5]}, "edges": [["a1", "b1"]]}
    onyx = Onyx(board=near)
    assert onyx.graph.neighbours == ((1,), (0,), ())
    assert max(space.x for space in onyx.layout.spaces) == 9
    lonely = Onyx(board={"spaces": {"a1": [0, 0], "b1": [1, 0], "c1": [9, 0]}, "edges": []})
    assert max(space.x for space in lonely.layout.spaces) < 10


def test_regions_are_the_connected_parts() -> None:
    graph = built_board("square-3")
    row = [1 << graph.index[name] for name in ("a1", "b1", "c1", "a3", "c3")]
    assert sorted(size for size, _ in graph.regions(sum(row))) == [1, 1, 3]
    assert graph.regions(0) == ()


def test_spaces_are_ordered_by_letter_and_then_by_number() -> None:
    assert sorted(["b1", "a10", "aa1", "a2"], key=space_order) == ["a2", "a10", "aa1", "b1"]


def spaces(**given: object) -> dict[str, object]:
    return {"spaces": given, "edges": []}


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ({}, "exactly two parts, spaces and edges"),
        ([], "exactly two parts"),
        ({"spaces": {"a1": [0, 0]}}, "exactly two parts"),
        ({**TRIANGLE, "name": "x"}, "exactly two parts"),
        ({"spaces": [], "edges": []}, "spaces is an object and edges is a list"),
        ({"spaces": {}, "edges": {}}, "spaces is an object and edges is a list"),
        (spaces(), "1 to 400 spaces, not 0"),
        ({"spaces": {f"a{n}": [n, 0] for n in range(401)}, "edges": []}, "1 to 400 spaces, not 401"),
        ({**TRIANGLE, "edges": [["a1", "b1"]] * 4001}, "at most 4000 edges"),
        (spaces(one=[0, 0]), "'one' cannot name a space"),
        (spaces(a01=[0, 0]), "'a01' cannot name a space"),
        ({"spaces": {"\u04301": [0, 0]}, "edges": []}, "cannot name a space"),  # a Cyrillic letter
        ({"spaces": {"a\uff11": [0, 0]}, "edges": []}, "cannot name a space"),  # a full-width digit
        (
            {"spaces": {"\u212a1": [0, 0]}, "edges": []},
            "cannot name a space",
        ),  # the Kelvin sign, which lower-cases to k
        (spaces(**{"a1\n": [0, 0]}), "cannot name a space"),
        (spaces(**{"\ud800": [0, 0]}), "cannot name a space"),
        ({"spaces": {1: [0, 0]}, "edges": []}, "1 cannot name a space"),
        (spaces(a1=[0, 0], A1=[1, 0]), "the space a1 twice"),
        (spaces(a1=[0, 0], b1=[0.0, 0]), "a1 and b1 lie on the same point"),
        (spaces(a1=[0]), "a1 needs two coordinates"),
        (spaces(a1=[0, "1"]), "a1 needs two coordinates"),
        (spaces(a1=[0, True]), "a1 needs two coordinates"),
        (spaces(a1=[0, float("nan")]), "a1 needs two coordinates"),
        (spaces(a1=[0, float("inf")]), "a1 needs two coordinates"),
        (spaces(a1=[0, 10**400]), "a1 needs two coordinates"),
        (spaces(a1="00"), "a1 needs two coordinates"),
        ({**TRIANGLE, "edges": [["a1", "c9"]]}, "leads to 'c9', which is not a space"),
        ({**TRIANGLE, "edges": [["a1", 5]]}, "leads to 5, which is not a space"),
        ({**TRIANGLE, "edges": [["a1", ["b1"]]]}, "which is not a space"),
        ({**TRIANGLE, "edges": [["a1", "A1"]]}, "joins a space to itself"),
        ({**TRIANGLE, "edges": [["a1"]]}, "an edge is a list of two spaces"),
        ({**TRIANGLE, "edges": ["a1b1"]}, "an edge is a list of two spaces"),
    ],
)
def test_what_is_no_graph_is_refused_with_one_sentence(document: Any, sentence: str) -> None:
    with pytest.raises(OptionError, match=sentence) as refusal:
        drawn_graph(check_graph(document))
    assert "\n" not in str(refusal.value)
    assert len(str(refusal.value)) < 250


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"spaces": {"a1": [0, 0], "a1": [1, 0]}, "edges": []}', "twice"),
        ('{"spaces": {"a1": [0, NaN]}, "edges": []}', "NaN"),
        ('{"spaces": {"a1": [0, 1e999]}, "edges": []}', "too large"),
        ("[" * 100_000, "nested too deeply"),
        ('{"spaces": ' + "[" * 20 + "]" * 20 + "}", "nested too deeply"),
        ("{", "not JSON"),
        ("[]", "exactly two parts"),
        (json.dumps({"spaces": {"a1": [0, 0]}, "edges": [["a1", "b1"]]}), "leads to 'b1'"),
    ],
)
def test_a_text_that_holds_no_graph_is_refused_with_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(GameError, match=sentence) as refusal:
        read_graph(text)
    assert "\n" not in str(refusal.value)

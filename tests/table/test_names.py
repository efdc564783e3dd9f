"""Names: nobody looks like nothing, like somebody else, or like a machine; bots are marked wherever they are named."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintet.players import guest_players, title
from quintet.table import Refusal, create, step, summary, view
from quintet.table.commands import Create, Enter, Ready, Rename, Sit
from quintet.table.names import LONGEST_NAME, looks, skeleton
from quintet.wire.picture import columns, short_name
from tests.table.scene import Scene


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u2800\u2800", "a\u3164b", "\u115f", "\u034f", "e" + "\u0301" * 30, "\u0301", "\u0332Ann", "\u200b", "x\u202ey", "", "W" * 41],
)  # fmt: skip
def test_what_cannot_be_seen_is_no_name(name: str) -> None:
    scene = Scene.open()
    assert "." in scene.refused("bob", Enter(name=name), "bad-name").text
    assert isinstance(create("r", "ann", Create(name=name, game="reversi"), 1), Refusal)


@pytest.mark.parametrize(
    "name",
    ["Level 10", "level-3", "Engine level 3", "LEVEL  7", "Leve1 1O", "Еngine lеvel 3", "Ⅼevel １0", "The random player",
     "Engine", "computer", "Bot", "Ann (bot)", "Ann [BОT]", "Ann 【bot】", "ʟᴇᴠᴇʟ 10", "🅻🅴🆅🅴🅻 10", "Ꮮevel 10", "ꓡevel 10", "greedy", "Random player", *map(title, guest_players()),
     "Lvl 10", "Lvl. ten", "lvl", "Lv. 10", "LV3", "L10", "L-1O", "l 7", "level10", "Level ten", "Level X", "Levei V", "Eng. 10", "Engine lvl 3", "Eng. lv. 3",
     "Computer level 10", "Machine (level 4)", "Level 10 engine", "Level 10 bot", "CPU", "CPU 2", "Comp. 5", "Bot 3", "Robot", "Robot 10", "Ｌ１０", "ʟᴠʟ 10"],
)  # fmt: skip
def test_no_person_looks_like_a_machine(name: str) -> None:
    scene = Scene.open().when("bob", Enter(name="Bob"))
    assert "machine" in scene.refused("eve", Enter(name=name), "bad-name").text
    scene.refused("bob", Rename(name=name), "bad-name")
    assert isinstance(create("r", "ann", Create(name="R", game="reversi", host_name=name), 1), Refusal)


@pytest.mark.parametrize(
    "name",
    ["Ann", "aNN", "Аnn", "Ánn", "A n n", "Αnn", "ΑΝΝ", "Ａｎｎ", "An\u0301n", "ᴀnn", "ᴀɴɴ", "🅰nn", "Ꭺnn", "ꓮnn", "Aոո", "Ann.", "·Ann'"],
)  # fmt: skip
def test_who_looks_like_somebody_here_is_shown_apart(name: str) -> None:
    scene = Scene.open().when("eve", Enter(name=name))
    assert scene.table.people["eve"].name.endswith(" 2")
    scene.when("dan", Enter(name=name))
    seen = [looks(person.name) for person in scene.table.people.values()]
    assert len(seen) == 3
    assert not any(one & other for one, other in itertools.combinations(seen, 2))
    assert scene.when("ann", Rename(name="ANN")).table.people["ann"].name == "ANN", (
        "one may look like oneself"
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Torn", "Tom"),
        ("vvill", "Will"),
        ("Νίκος", "ΝΙΚΟΣ"),
        ("Nick", "Νick"),
        ("ooo", "Oοօ"),
        ("J. R.", "JR"),
    ],
)
def test_names_that_a_careless_eye_takes_for_one_are_shown_apart(one: str, other: str) -> None:
    scene = Scene.open().when("bob", Enter(name=one)).when("eve", Enter(name=other))
    assert (scene.table.people["bob"].name, scene.table.people["eve"].name) == (one, f"{other} 2")


@pytest.mark.parametrize(
    "name",
    [
        "Bo",
        "Zoë",
        "Łukasz",
        "Ольга",
        "Νίκος",
        "李小龍",
        "ศรีสุดา",
        "🙂",
        "!",
        "42",
        "Levi",
        "Levi 10",
        "Lev",
        "Lev 10",
        "Lvov",
        "Lv",
        "L",
        "Li",
        "Lo",
        "Lio",
        "Leo 10",
        "Lil 2",
        "Li 1",
        "Ellen",
        "Eng",
        "Al",
        "Al 10",
        "Melville",
        "Compton 5",
        "Botond",
        "Abbott 3",
        "L 99",
        "Engineer",
        "Arnold",
        "Randolph",
        "Հովհաննես",
    ],
)
def test_names_that_people_have_are_taken(name: str) -> None:
    assert Scene.open().when("bob", Enter(name=name)).table.people["bob"].name == name


def test_a_number_that_tells_people_apart_makes_no_machine_of_them() -> None:
    scene = (
        Scene.open().when("bob", Enter(name="L")).when("eve", Enter(name="L")).when("dan", Enter(name="Lv"))
    )
    assert (scene.table.people["bob"].name, scene.table.people["eve"].name) == ("L", "L 11")
    assert scene.when("eve", Rename(name="L")).table.people["eve"].name == "L 11"


@given(st.lists(st.text(max_size=60), max_size=8))
def test_whoever_is_in_a_room_can_be_told_from_everybody_else(names: list[str]) -> None:
    scene = Scene.open()
    for number, name in enumerate(names):
        result = step(scene.table, f"g{number}", Enter(name=name), scene.now)
        if not isinstance(result, Refusal):
            scene.table = result.table
    shown = [person.name for person in scene.table.people.values()]
    assert not any(looks(one) & looks(other) for one, other in itertools.combinations(shown, 2))
    assert all(skeleton(name) and len(name) <= LONGEST_NAME for name in shown)


def test_a_bot_is_marked_wherever_it_is_named() -> None:
    scene = Scene.open().when("robo", Enter(name="Level 10", bot=True)).when("robo", Sit(seat=1))
    scene.when("ann", Ready()).when("robo", Ready()).wait(3_000)
    seen = view(scene.table, "ann")
    assert seen.seats[1].name == seen.players[1] == seen.people[1].name == "Level 10 (bot)"
    assert summary(scene.table).seats == ("Ann", "Level 10 (bot)")
    scene.when("robo", Rename(name="Level 9"))
    assert view(scene.table, "ann").seats[1].name == "Level 9 (bot)"


@given(st.text(max_size=60), st.integers(10, 40), st.booleans())
def test_a_name_is_cut_to_the_room_there_is(name: str, width: int, bot: bool) -> None:
    whole = f"{name} (bot)" if bot else name
    cut = short_name(whole, width)
    assert columns(cut) <= width
    assert cut.endswith(" (bot)") or not bot
    assert cut == whole or "…" in cut

"""Lessons: each is taken from beginning to end, rightly and wrongly, and what is not written as one is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from quintet.games import GAMES
from quintet.games.contract import GameError
from quintet.games.registry import FILES, OURS, add_file
from quintet.study.lessons import Goal, Lesson, LessonError, Step, lesson, lessons, read_lesson
from quintet.study.teaching import LEGAL_BUT, answer, solution, stage, why_closed
from quintet.testing import GameFault, check_lesson


@pytest.mark.parametrize("name", OURS)
def test_every_lesson_can_be_taken(name: str) -> None:
    """Right moves go on, every wrong one that is named gets its sentence, the rules refuse what they are said to refuse."""
    check_lesson(lesson(name))


@pytest.mark.parametrize("name", OURS)
def test_lessons_say_what_they_are_about_in_few_words(name: str) -> None:
    told = lesson(name)
    assert 6 <= len(told.steps) <= 12
    titles = [step.title for step in told.steps]
    assert len(set(titles)) == len(titles)
    for step in told.steps:
        texts = (step.title, step.say, step.task, step.done, step.otherwise, *step.wrong.values())
        assert not any("  " in text or text != text.strip() for text in (*texts, told.about, told.end))


def test_a_wrong_move_leaves_everything_as_it_was() -> None:
    taught = lesson("reversi")
    told = answer(taught, 0, (), "c4")
    assert not told.right
    assert told.plies == ()
    assert told.text.startswith("That traps the white disc on c3.")
    assert told.stage.played.steps == []
    assert answer(taught, 0, (), "a1").text == "a1 outflanks no enemy disc."
    assert answer(taught, 0, (), "nonsense").text.startswith("'nonsense' is not a move")


def test_a_step_goes_on_from_whatever_was_played_before() -> None:
    taught = lesson("reversi")
    for first in ("b1", "a2"):
        here = stage(taught, 1, (first,))
        assert here.played.submissions == [(0, first), (1, "a1")]
        assert not here.over


def test_others_choose_together_with_the_learner() -> None:
    taught = lesson("omega")
    number = next(n for n, step in enumerate(taught.steps) if step.title == "Fire")
    told = answer(taught, number, (), "wb2 bd3")
    assert told.right
    assert [change.space for change in told.plies[0].changes if change.kind == "burn"] == ["b2"]


def test_a_free_game_is_answered_until_it_is_over() -> None:
    taught = lesson("best")
    number = len(taught.steps) - 1
    made: list[str] = []
    here = stage(taught, number, made)
    while not here.over:
        told = answer(taught, number, made, solution(here.step, here.played))
        made.append(dict(told.plies[0].moves)[0])
        here = told.stage
        assert stage(taught, number, made).played.submissions == here.played.submissions
    assert told.text == taught.steps[number].done


def test_a_pick_that_means_nothing_is_explained_by_the_rules() -> None:
    taught = lesson("onyx")
    number = next(n for n, step in enumerate(taught.steps) if step.title == "Crowded spaces")
    assert "three other pieces surround it" in why_closed(taught, number, (), (), "b", "b2")
    assert why_closed(taught, number, (), (), "b", "z9") == "There is nothing to pick on 'z9'."


@pytest.mark.parametrize(
    ("number", "made"), [(-1, ()), (99, ()), (0, ("b1", "b1")), (0, ("a1",)), (2, ("c3",) * 99)]
)
def test_nobody_gets_where_no_lesson_leads(number: int, made: tuple[str, ...]) -> None:
    with pytest.raises(GameError):
        stage(lesson("reversi"), number, made)


def test_there_is_nothing_to_play_in_a_step_to_read() -> None:
    taught = lesson("onyx")
    made = ("pass", "remove a2")
    assert stage(taught, len(taught.steps) - 1, made).prompt is None
    with pytest.raises(LessonError, match="nothing to play"):
        answer(taught, len(taught.steps) - 1, made, "pass")


# --- lessons that are not right ---------------------------------------------------------------------------------------


def changed(number: int, **fields: object) -> Lesson:
    taught = lesson("reversi")
    steps = list(taught.steps)
    steps[number] = replace(steps[number], **fields)
    return replace(taught, steps=tuple(steps))


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        (changed(0, solution="c4"), "its solution c4 is answered by"),
        (changed(0, refused={"a1": "it rains"}), "without 'it rains'"),
        (changed(0, wrong={"b1": "no"}), "b1 is answered by"),
        (changed(0, otherwise=""), "miss the goal: say something"),
        (changed(0, reply=("d4",)), "the rules refuse what it plays"),
        (changed(0, seat=1), "seat 2 is not to move"),
        (changed(0, task=""), "there is a task where there is a goal"),
        (changed(0, done=""), "nothing is said when it is done"),
        (changed(2, start={"squares": "b", "mover": 0}), "the board has 6x6 squares"),
        (changed(1, goal=Goal(counts={"luck": 1})), "counts no 'luck'"),
        (replace(lesson("reversi"), steps=lesson("reversi").steps[:3]), "has 6 to 12 steps"),
    ],
)
def test_what_is_wrong_with_a_lesson_is_told(broken: Lesson, sentence: str) -> None:
    with pytest.raises(GameFault) as fault:
        check_lesson(broken)
    assert sentence in str(fault.value)


def test_what_is_not_written_as_a_lesson_is_refused() -> None:
    for text in ("steps = 3", "about = ", 'about = "x"\nminutes = 2\nend = "y"\nsteps = []\ncolour = "red"'):
        with pytest.raises(LessonError, match="is not written as a lesson"):
            read_lesson("reversi", text, "a file")


def test_where_a_lesson_says_nothing_the_house_does() -> None:
    step = Step(title="One", say="One.", task="Do it.", goal=Goal(moves=("b1",)), set={"size": 4})
    short = Lesson(about="a", minutes=1, end="e", steps=(step,), game="reversi")
    assert answer(short, 0, (), "c4").text == LEGAL_BUT


def test_a_game_from_outside_brings_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FILES, "")
    code = (Path(__file__).parents[1] / "toys" / "noughts.py").read_text("utf-8")
    (tmp_path / "mine.py").write_text(code.replace('name = "noughts"', 'name = "mine"'), "utf-8")
    name = add_file(str(tmp_path / "mine.py"))
    try:
        with pytest.raises(LessonError, match="brings no lesson"):
            lesson(name)
        GAMES[name].lesson = (Path(__file__).parents[1] / "toys" / "noughts.lesson.toml").read_text("utf-8")
        check_lesson(lesson(name))
        assert name in lessons()
    finally:
        del GAMES[name]

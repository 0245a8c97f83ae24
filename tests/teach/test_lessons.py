"""Every lesson is held to the engine: its exercises can be answered rightly and wrongly, and its numbers are true."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.rules.catalogue import catalogue
from partake.rules.errors import DataError
from partake.rules.languages import NAMES, speak
from partake.rules.tiles import SUN
from partake.teach.facts import facts, facts_of
from partake.teach.lesson import Lesson, Step, lessons, load_lessons
from partake.teach.position import LEARNER
from partake.web.text.learn import LEARN
from partake.web.text.pages import say
from teaching import answers, wrong_answer

LESSONS = lessons()
STEPS = [(lesson, step) for lesson in LESSONS.values() for step in lesson.steps]
IDS = [f"{lesson.edition.name}-{step.name}" for lesson, step in STEPS]
each_step = pytest.mark.parametrize(("lesson", "step"), STEPS, ids=IDS)
NUMBER_WORDS = {
    "en": "two three four five six seven eight nine ten eleven twelve",
    "fr": "deux trois quatre cinq sept huit neuf dix onze douze",
    "de": "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "ro": "doi două trei patru cinci șase șapte opt nouă zece unsprezece doisprezece",
}
NAMED = {"learn_two", "learn_now"}
"""Texts in which a number is a name or a promise, not a number of the game."""


def test_every_game_has_a_lesson() -> None:
    assert list(LESSONS) == list(catalogue().editions)


@each_step
def test_an_exercise_has_a_right_and_a_wrong_answer(lesson: Lesson, step: Step) -> None:
    assert step.right
    made = wrong_answer(step)
    assert not step.is_right(made)
    assert made.refusal or step.miss(made), "something must be said about it"


@each_step
def test_what_is_refused_is_never_right_and_changes_nothing(lesson: Lesson, step: Step) -> None:
    for made in answers(step):
        if not made.is_legal:
            assert not step.is_right(made)
            assert made.after == made.before
            assert str(made.refusal)


@each_step
def test_every_number_comes_from_the_engine(lesson: Lesson, step: Step) -> None:
    """The texts have none of their own, and those that fill them are counted here a second time."""
    for made in step.right:
        found = facts_of(step, made)
        for part in ("", "_ask", "_told"):
            gaps = {gap for _, gap, _, _ in Formatter().parse(LEARN[f"learn_{step.text}{part}"]) if gap}
            assert gaps <= found.keys(), f"{step.name}{part}"
        if isinstance(made.after, HexagonView):
            whole = Sheet(made.after.variant, made.after.sheet.cells).score.total
            charged = made.after.is_charged or not made.after.variant.yard
            assert not charged or made.after.variant.options.ties_players or found["total"] == whole
            for item in made.gained:
                if item.kind == "line":
                    assert item.points == len(item.cells) * (item.number or 0)


@pytest.mark.parametrize("language", NAMES)
def test_no_number_is_written_out(language: str) -> None:
    speak(language)
    words = rf"\d|\b({NUMBER_WORDS[language].replace(' ', '|')})\b"
    for key, english in LEARN.items():
        gaps = {gap: "" for _, gap, _, _ in Formatter().parse(english) if gap}
        told = say(key, **gaps)
        assert key in NAMED or not re.search(words, told, re.IGNORECASE), f"{key}: {told}"
    speak("en")


@pytest.mark.parametrize("language", NAMES)
def test_every_text_can_be_said(language: str) -> None:
    speak(language)
    for _, step in STEPS:
        for part in ("", "_ask", "_told"):
            told = say(f"learn_{step.text}{part}", **facts(step))
            assert told
            assert "{" not in told
            assert "learn_" not in told
    speak("en")


def test_what_texts_say_of_a_position_is_so() -> None:
    """The few things that a text says of its position without a gap."""
    for _, step in STEPS:
        view = step.view
        if not isinstance(view, HexagonView):
            continue
        if step.text in ("symbol", "rays"):
            assert view.variant.tiles.symbols[view.called[0]] == SUN
        if step.text == "bonus":
            assert view.variant.tiles.bonuses[view.called[0]] == "gold"
        if step.text == "end_step":
            assert len(view.legal) == 1
        if step.text in ("line", "orchid_line"):
            assert facts(step)["missing"] == 1
        if step.text == "wild":
            assert [number == 0 for number in view.called[0]] == [False, True, True]
            assert len(step.right[0].gained) == 2
        if step.text == "stamens_open":
            assert [made.action.cell for made in step.right] == ["c2"]  # type: ignore[union-attr]


OPTIONS = {
    "classic": {"rays=each", "placement=adjacent", "placement=symbol", "draw=2"},
    "daffodil": {
        "rays=each", "placement=adjacent", "placement=symbol", "draw=2",
        "stamens=first", "stamens=last", "stamens=reserve",
    },
    "nexus": {"scrapyard=passed", "scrapyard=none"},
    "orchid": {"symbols=both"},
    "five": set(),
}  # fmt: skip


@pytest.mark.parametrize("name", OPTIONS)
def test_options_have_an_exercise(name: str) -> None:
    shown = {f"{option}={value}" for step in LESSONS[name].steps for option, value in step.options.items()}
    assert shown == OPTIONS[name]


def test_lessons_of_take_five_play_every_kind_of_round_and_end_a_game() -> None:
    five = LESSONS["five"]
    won = {item.phase for step in five.steps for made in step.right for item in made.gained}
    assert won == set(five.edition.phases)  # type: ignore[union-attr]
    last = five.steps[-1].right[0].after
    assert last.outcome is not None
    assert last.outcome.winners == (LEARNER,)


STEP = '[[steps]]\nname = "x"\n'
BAD = {
    "an unknown goal": (f'{STEP}goal = "flies"\ncells = ""\ncall = ["9-7-8"]', "goal"),
    "an unknown part": (f'{STEP}goal = "places"\npart = "end"\ncall = ["9-7-8"]', "part"),
    "a goal out of reach": (f'{STEP}goal = "completes"\ncall = ["9-7-8"]', "goal"),
    "no such tile": (f'{STEP}goal = "places"\ncells = "a1 2-2-2"\ncall = ["9-7-8"]', "cells"),
    "no such cell": (f'{STEP}goal = "places"\ncells = "z9 9-7-3"\ncall = ["9-7-8"]', "cells"),
    "a cell filled twice": (f'{STEP}goal = "places"\ncells = "a1 9-7-3, a1 9-7-4"\ncall = ["9-7-8"]', "cells"),
    "a call that lies": (f'{STEP}goal = "places"\ncells = "a1 9-7-8"\ncall = ["9-7-8"]', "call"),
    "a field too many": (f'{STEP}goal = "places"\ncall = ["9-7-8"]\nhint = "no"', "hint"),
    "a name twice": (f'{STEP}goal = "places"\ncall = ["9-7-8"]\n' * 2, "steps"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_lesson_that_does_not_add_up_is_refused(name: str, tmp_path: Path) -> None:
    text, field = BAD[name]
    file = tmp_path / "classic.toml"
    file.write_text(f'kind = "lesson"\nedition = "classic"\n{text}\n', encoding="utf-8")
    with pytest.raises(DataError, match=field):
        load_lessons([file])

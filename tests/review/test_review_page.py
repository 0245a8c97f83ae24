"""The page of a review is complete in itself: every shape it uses is there, and every move has its place."""

from __future__ import annotations

import re
from functools import cache

import pytest

import partake
from partake.draw.svg.review import FAR, SCALE, heat
from partake.review import review
from partake.review.five import evaluator
from partake.review.page import review_page
from recorded import GOLDEN

RECORDS = ("classic-take-back", "daffodil-reserve", "five-2")


@cache
def page(name: str) -> str:
    record = partake.load(GOLDEN / f"{name}.partake")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evaluator, "WORLDS", 2)  # the page is the same, whatever stands in it
        return review_page(review(record, seconds=0), record)


@pytest.mark.parametrize("name", RECORDS)
def test_it_loads_nothing_and_every_shape_it_uses_is_defined(name: str) -> None:
    text = page(name)
    links = set(re.findall(r'(?:href|src)="([^"]*)"', text))
    assert all(link.startswith("#") for link in links)
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    assert {link[1:] for link in links} <= set(ids)
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)
    assert text.count("url(") == text.count("url(#")
    assert "@import" not in text


@pytest.mark.parametrize("name", RECORDS)
def test_every_move_has_a_picture_and_a_row(name: str) -> None:
    text = page(name)
    steps, rows = text.count('<article class="step"'), text.count("<tr data-step=")
    assert steps == rows > 0
    assert text.count('<div class="boardpic"><svg') == steps
    assert "\0" not in text


def test_every_colour_has_a_light_and_a_dark_shade() -> None:
    text = page("classic-take-back")
    style = text[text.index("<style>") : text.index("</style>")]
    used = set(re.findall(r"var\((--[\w-]+)", text))
    assert {name for name in used if style.count(f"{name}:") != 2} == set()


def test_names_cannot_break_the_page() -> None:
    table = partake.start("classic", seats=["<script>alert(1)</script>"], seed="names")
    while not table.is_over:
        if table.to_act:
            table.play(1, table.view(1).legal[0])
        else:
            table.deal()
    assert "<script>alert" not in review_page(review(table.record(), seconds=0), table.record())


def test_one_player_can_be_shown_alone() -> None:
    record = partake.load(GOLDEN / "classic-take-back.partake")
    text = review_page(review(record, seconds=0), record, seat=2)
    assert 'id="g1s2m1"' in text
    assert 'id="g1s1m1"' not in text


def test_the_scale_runs_from_the_best_to_the_worst() -> None:
    assert (heat(0), heat(FAR), heat(1000)) == (SCALE[0], SCALE[-1], SCALE[-1])
    assert len({heat(lost) for lost in (0, 2, 4, 6, 9, 12, 15)}) == 7

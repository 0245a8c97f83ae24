"""A review in one file: it is complete in itself, shows every decision, and is made of the server's templates."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache

import pytest

import partake
from partake.draw.palettes import USUAL
from partake.draw.svg.canvas import every_paint
from partake.draw.svg.review import FAR, SCALE, loss_colour
from partake.review import review
from partake.review.five.model import FiveReview
from partake.review.hexagon.model import Review
from partake.web.pages.review_file import review_file
from recorded import GOLDEN

RECORDS = ("classic-take-back", "daffodil-reserve", "five-2")
TEMPLATE = re.compile(r'<template id="([^"]*)">(.*?)</template>', re.DOTALL)


@cache
def found(name: str) -> tuple[Review | FiveReview, partake.Record]:
    record = partake.load(GOLDEN / f"{name}.partake")
    return review(record, seconds=0), record


@cache
def page(name: str, seat: int | None = None) -> str:
    return review_file(*found(name), seat=seat)


@pytest.mark.parametrize("name", RECORDS)
def test_it_loads_nothing_and_every_shape_it_uses_is_defined(name: str) -> None:
    text = page(name)
    links = set(re.findall(r'(?:href|src|action)="([^"]*)"', text))
    assert all(link.startswith(("#", "data:image/svg+xml;base64,")) for link in links)
    ids = re.findall(r' id="([^"]*)"', text)
    assert len(ids) == len(set(ids))
    pages = {link.partition(".")[0][1:] for link in links if link.startswith("#") and len(link) > 1}
    assert pages <= set(ids)
    assert set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)
    assert text.count("url(") == text.count("url(#")
    assert "@import" not in text
    assert "default-src 'none'" in text
    assert not re.search(r"<[^>]* (?:on\w+|style)=", re.sub(r"<(script|style)\b.*?</\1>", "", text, flags=re.DOTALL))


@pytest.mark.parametrize("name", RECORDS)
def test_every_decision_has_a_picture_and_a_row(name: str) -> None:
    review, _ = found(name)
    kept = dict(TEMPLATE.findall(page(name)))
    decisions = {key for key in kept if key.startswith("decision-")}
    moves = (
        len(review.moves)
        if isinstance(review, FiveReview)
        else sum(len(player.moves) for game in review.games for player in game.players)
    )
    assert len(decisions) == moves > 0
    assert all("review-board" in kept[key] and "<svg" in kept[key] for key in decisions)
    panels = "".join(text for key, text in kept.items() if key.startswith("panel-"))
    assert set(re.findall(r'data-decision="([^"]*)"', panels)) == decisions
    assert "\0" not in page(name)


def test_every_colour_has_a_light_and_a_dark_shade() -> None:
    text = page("classic-take-back")
    style = text[text.index("<style>") : text.index("</style>")]
    used = set(re.findall(r"var\((--pk-[\w-]+)\)", text))
    shades = {f"--pk-{name}": pair for name, pair in every_paint(USUAL).items()}
    assert used <= set(shades)
    for name in used:  # a shade that is the same in both schemes is written once
        assert all(f"{name}:{shade}" in style for shade in shades[name]), name


def test_names_cannot_break_the_page() -> None:
    table = partake.start("classic", seats=["<script>alert(1)</script>"], seed="names")
    while not table.is_over:
        if table.to_act:
            table.play(1, table.view(1).legal[0])
        else:
            table.deal()
    assert "<script>alert" not in review_file(review(table.record(), seconds=0), table.record())


@pytest.mark.parametrize("name", ["classic-take-back", "five-2"])
def test_one_player_can_be_shown_alone(name: str) -> None:
    kept = dict(TEMPLATE.findall(page(name, seat=2)))
    assert [key for key in kept if key.startswith("panel-")] == ["panel-1-2"]
    review, _ = found(name)
    moves = (
        [move for move in review.moves if move.seat == 2]
        if isinstance(review, FiveReview)
        else review.games[0].players[1].moves
    )
    assert len(kept) == 1 + len(moves)
    assert 'type="radio"' not in page(name, seat=2)


def test_the_best_board_is_shown_or_it_is_said_why_not() -> None:
    assert "The best board was not looked for." in page("classic-take-back")
    record = partake.load(GOLDEN / "classic-take-back.partake")
    solved = review(record, seconds=20)
    assert isinstance(solved, Review)
    assert solved.games[0].hindsight is not None
    assert f"{solved.games[0].hindsight.score} points" in review_file(solved, record)


def test_without_the_templates_it_is_refused_before_the_work_begins() -> None:
    """The extra `web` is missing here; what the review computes with is never loaded."""
    code = (
        "import sys\nsys.modules['jinja2'] = None\nfrom partake.cli.main import main\n"
        f"done = main(['review', {str(GOLDEN / 'classic.partake')!r}, '--html', 'review.html'])\n"
        "assert 'partake.learn' not in sys.modules\nsys.exit(done)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2, done.stderr
    assert "--html needs the extra web: pip install 'partake-games[web]'" in done.stderr


def test_the_scale_runs_from_the_best_to_the_worst() -> None:
    assert (loss_colour(0), loss_colour(FAR), loss_colour(1000)) == (SCALE[0], SCALE[-1], SCALE[-1])
    assert len({loss_colour(lost) for lost in (0, 2, 4, 6, 9, 12, 15)}) == 7

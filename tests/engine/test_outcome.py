"""Who won: one place decides it, and terminal, pictures and pages say the same."""

from __future__ import annotations

from dataclasses import replace

import pytest

import partake
from partake.draw.svg import svg
from partake.engine.outcome import Item, Outcome, Score
from partake.web.pages.result import headline, total_rows


def outcome(**totals: int) -> Outcome:
    return Outcome(
        tuple(
            Score(name.replace("_and_", " & "), (Item(kind="line", points=points),)) for name, points in totals.items()
        )
    )


@pytest.mark.parametrize(
    ("found", "sentence", "title"),
    [
        (outcome(Ann=0, Bob=0), "Nobody wins: Ann 0, Bob 0 points", "0 points each: nobody wins"),
        (outcome(Ann=-3, Bob=-3), "Nobody wins: Ann -3, Bob -3 points", "−3 points each: nobody wins"),
        (outcome(Ann=0, Bob=-3), "Ann wins: Ann 0, Bob -3 points", "Ann wins"),
        (outcome(Ann=4, Bob=4), "Ann and Bob share the win: Ann 4, Bob 4 points", "Ann and Bob share the win"),
        (outcome(Bob=4, Ann_and_Dee=5), "Ann & Dee win: Ann & Dee 5, Bob 4 points", "Ann & Dee win"),
        (outcome(Ann=0), "Ann 0 points", "0 points"),
    ],
    ids=["nothing", "less", "least", "shared", "pair", "alone"],
)
def test_terminal_and_page_say_who_won(found: Outcome, sentence: str, title: str) -> None:
    assert (str(found), headline(found)) == (sentence, title)
    if len(found.scores) > 1:
        assert any(is_won for *_, is_won in total_rows(found)) == ("nobody" not in title)


def test_a_picture_of_a_draw_without_points_names_no_winner() -> None:
    view = partake.start("classic", seats=["Ann", "Bob"]).view(1)
    picture = svg(replace(view, outcome=outcome(Ann=0, Bob=0)))
    assert "nobody wins" in picture
    assert "share the win" not in picture

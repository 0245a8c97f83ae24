"""Every action of every game in words."""

from __future__ import annotations

import re

import pytest

import partake
from partake.engine.actions import GiveUp, Reveal
from partake.engine.description import describe, with_article


@pytest.mark.parametrize("edition", partake.editions())
def test_every_move_of_a_game_is_told_in_words(edition: str) -> None:
    table = partake.start(edition, seats=2, seed="words")
    names = ["Ann", "Bob"]
    for _ in range(60):
        while table.to_act:
            seat = table.to_act[0]
            table.play(seat, table.view(seat).legal[0])
        if table.is_over:
            break
        table.deal()
    for actor, action in table.record().moves:
        sentence = str(describe(names, actor, action))
        assert re.fullmatch(r"[^@>=?+]+\.", sentence)
        assert not actor or sentence.startswith(names[actor - 1])


@pytest.mark.parametrize(
    ("number", "spoken"),
    [(1, "a 1"), (8, "an 8"), (9, "a 9"), (11, "an 11"), (18, "an 18"), (21, "a 21"), (80, "an 80")],
)
def test_numbers_have_the_article_that_is_spoken_before_them(number: int, spoken: str) -> None:
    assert str(with_article(number)) == spoken
    if number < 10:
        assert str(describe(["Ann"], 0, Reveal(number))) == f"The pawn is {spoken}."
        assert str(describe(["Ann"], 1, GiveUp(number, "c4"))) == f"Ann gives up {spoken}, face down on c4."

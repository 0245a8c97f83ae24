"""Every action of every game in words."""

from __future__ import annotations

import re

import pytest

import partake
from partake.engine.description import describe


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
        sentence = describe(names, actor, action)
        assert re.fullmatch(r"[^@>=?+]+\.", sentence)
        assert not actor or sentence.startswith(names[actor - 1])

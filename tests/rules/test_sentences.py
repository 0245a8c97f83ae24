"""A sentence that people are shown begins with a capital; names that have a form of their own keep it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partake.rules.errors import capitalised


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("there is no cell z9", "There is no cell z9"),
        ("you've placed", "You've placed"),
        ("line 3: there is no tile", "Line 3: there is no tile"),
        ("a bot does not take back", "A bot does not take back"),
        ("c3 is taken by 9-7-8", "c3 is taken by 9-7-8"),
        ("9-7-8 is not yours", "9-7-8 is not yours"),
        ("board.txt: line 3: no", "board.txt: line 3: no"),
        ("rays=best compares the players", "rays=best compares the players"),
        ("seats: must be a list", "seats: must be a list"),
        ("'x' is not a tile", "'x' is not a tile"),
        ("Ann wins", "Ann wins"),
        ("", ""),
    ],
)
def test_a_sentence_has_its_capital_and_a_name_its_form(words: str, shown: str) -> None:
    assert capitalised(words) == shown


@given(st.text())
def test_no_more_than_the_first_letter_changes_and_only_once(words: str) -> None:
    once = capitalised(words)
    assert once[1:] == words[1:]
    assert capitalised(once) == once

"""A record that was cut or changed anywhere is refused, saying where, or tells of the same game."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partake.engine.actions import DEALER
from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.engine.record.text import format_record
from partake.engine.table import Table
from partake.rules.errors import RecordError
from recorded import FINAL, FIVE, KNOWN, RESERVE, SAMPLE, refusal, table_at


@pytest.mark.parametrize("text", [SAMPLE, FIVE, RESERVE], ids=["classic", "five", "daffodil"])
def test_every_cut_of_a_finished_record_is_refused(text: str) -> None:
    whole = read_record(text, KNOWN)
    for length in range(len(text) - 1):
        problem = refusal(text[:length])
        assert problem is not None, f"cut after {length} characters: {text[:length][-30:]!r}"
        _check_says_where(problem, text[:length])
    assert read_record(text[:-1], KNOWN) == whole


@pytest.mark.parametrize("name", ["classic", "five"])
def test_every_cut_of_a_published_record_is_refused(name: str) -> None:
    text = format_record(table_at(name, 30).record())
    for length in range(len(text) - 1):
        problem = refusal(text[:length])
        assert problem is not None, f"cut after {length} characters: {text[:length][-30:]!r}"
        _check_says_where(problem, text[:length])


@pytest.mark.parametrize("name", ["classic", "five"])
def test_every_cut_of_a_private_save_is_refused(name: str) -> None:
    """It says at its head that a seed must follow: without it, it would look like a published record."""
    text = format_record(table_at(name, 30).private_save())
    assert "Private: yes\n" in text
    for length in range(len(text) - 1):
        problem = refusal(text[:length])
        assert problem is not None, f"cut after {length} characters: {text[:length][-30:]!r}"
        _check_says_where(problem, text[:length])
    problem = refusal(text[: text.index("Seed: ")])
    assert problem is not None
    assert problem.reason == "there is no Seed: the file seems to be cut"


@pytest.mark.parametrize("name", ["classic", "five"])
def test_a_private_save_from_before_the_header_private_is_read(name: str) -> None:
    table = table_at(name, 30)
    text = format_record(table.private_save())
    older = read_record(text.replace("Private: yes\n", ""), KNOWN)
    assert older == read_record(text, KNOWN) == table.private_save()
    assert Table.resume(older).to_act == table.to_act


@pytest.mark.parametrize("text", [SAMPLE, FIVE, RESERVE], ids=["classic", "five", "daffodil"])
def test_every_lost_doubled_or_swapped_line_is_refused_or_changes_nothing(text: str) -> None:
    whole, lines = read_record(text, KNOWN), text.splitlines(keepends=True)
    for i, line in enumerate(lines):
        swapped = [*lines[:i], *lines[i : i + 2][::-1], *lines[i + 2 :]]
        for edited in ("".join(lines[:i] + lines[i + 1 :]), "".join(lines[: i + 1] + lines[i:]), "".join(swapped)):
            problem = refusal(edited)
            if problem is None:
                assert _is_harmless(read_record(edited, KNOWN), whole), f"line {i + 1}: {line}"
            else:
                _check_says_where(problem, edited)


@pytest.mark.parametrize("text", FINAL, ids=["classic", "daffodil"])
def test_every_lost_doubled_or_changed_character_is_refused_or_changes_nothing(text: str) -> None:
    whole = read_record(text, KNOWN)
    for i, old in enumerate(text):
        for new in ("", old * 2, *{"0", "1", "#", "\n", "x", "\u0661", "\0"} - {old}):
            _check_edit(text[:i] + new + text[i + 1 :], whole)


@pytest.mark.slow
def test_every_other_character_of_a_record_of_take_five() -> None:
    whole = read_record(FIVE, KNOWN)
    for i, old in enumerate(FIVE):
        for new in {"", "7", "x", "?"} - {old}:
            _check_edit(FIVE[:i] + new + FIVE[i + 1 :], whole)


@given(st.data())
def test_edited_records_of_take_five(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(FIVE) - 1))
    new = data.draw(st.text(max_size=2))
    _check_edit(FIVE[:at] + new + FIVE[at + 1 :], read_record(FIVE, KNOWN))


def _check_edit(edited: str, whole: Record) -> None:
    problem = refusal(edited)
    if problem is None:
        assert _is_harmless(read_record(edited, KNOWN), whole), edited
    else:
        _check_says_where(problem, edited)


def _is_harmless(edited: Record, whole: Record) -> bool:
    """The same game: names, and options that made no difference, are all that an accepted edit may change.

    In Take Five a player could have moved elsewhere, or given up a pawn elsewhere, and come to the same end: that is
    another game that might have been played, as true to its seed as this one.
    """
    assert edited.outcome is not None
    assert whole.outcome is not None
    is_five = whole.setup.edition.family == "five"
    moves = [
        [action for actor, action in record.moves if actor == DEALER] if is_five else list(record.moves)
        for record in (edited, whole)
    ]
    same = (edited.seed, edited.commitment, moves[0]) == (whole.seed, whole.commitment, moves[1])
    return same and edited.outcome.totals == whole.outcome.totals and edited.setup.edition == whole.setup.edition


def _check_says_where(problem: RecordError, text: str) -> None:
    word, _, number = problem.where.partition(" ")
    assert word == "line", problem
    assert 1 <= int(number) <= max(1, len(text.splitlines())), problem
    assert problem.reason, problem

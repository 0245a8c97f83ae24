"""The calendar of daily deals: any day's key proves all earlier ones and nothing else, and every server deals alike."""

from __future__ import annotations

import hashlib
import hmac
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from partake.engine.setup import arrange
from partake.rules.catalogue import catalogue
from partake.table.calendar import (
    CLASSIC,
    DAYS,
    DEALS,
    EDITION,
    ROTATION,
    CalendarError,
    DayKey,
    day_of,
    dealt,
    midnight,
    utc_day,
)

FIRST = date(2026, 11, 17)
LENGTH = 40
keys = st.binary(min_size=32, max_size=32)
days = st.integers(0, LENGTH - 1).map(lambda i: FIRST + timedelta(i))


def calendar_of(data: bytes) -> DayKey:
    """The key of the last day of a short calendar."""
    return DayKey(FIRST + timedelta(LENGTH - 1), data)


@given(keys, days, days)
def test_a_key_proves_all_earlier_ones_and_the_fingerprint_and_no_later_one(
    data: bytes, one: date, other: date
) -> None:
    root = calendar_of(data)
    fingerprint = root.at(FIRST - timedelta(1))
    earlier, later = root.at(min(one, other)), root.at(max(one, other))
    assert later.follows(earlier)
    assert later.follows(fingerprint)
    assert later.at(earlier.day) == earlier
    if earlier.day < later.day:
        assert not earlier.follows(later)
        with pytest.raises(CalendarError):
            earlier.at(later.day)


@given(keys, days, days, st.integers(0, 255))
def test_a_key_of_which_one_bit_is_changed_proves_nothing(data: bytes, one: date, other: date, bit: int) -> None:
    root = calendar_of(data)
    earlier, later = root.at(min(one, other)), root.at(max(one, other))
    changed = bytearray(later.data)
    changed[bit // 8] ^= 1 << bit % 8
    assert not DayKey(later.day, bytes(changed)).follows(earlier)
    assert not DayKey(later.day + timedelta(1), later.data).follows(earlier), "a key is that of its day alone"


@given(keys, days)
def test_a_key_is_written_and_read(data: bytes, day: date) -> None:
    key = DayKey(day, data)
    assert DayKey.of(str(key)) == key
    assert DayKey.of(f" {str(key).upper()}\n") == key
    assert data.hex() not in repr(key), "what is logged by mistake tells nothing"


@pytest.mark.parametrize(
    "text", ["", "2026-11-17", "2026-11-17:00", "2026-02-30:" + "0" * 64, "17.11.2026:" + "0" * 64]
)
def test_what_is_no_key_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(CalendarError, match="is written as"):
        DayKey.of(text)


@pytest.mark.parametrize("text", ["", "today", "2026-13-01", "2026-1-1", "20261117", "2026-W47-2", "-026-11-17"])
def test_what_is_no_day_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(CalendarError, match="year, month and day"):
        day_of(text)


def test_the_keys_and_seeds_are_those_of_the_documents() -> None:
    """A few lines of Python, as in docs/daily.md, agree with the program: other servers must be able to."""
    root = calendar_of(bytes(range(32)))
    key = root.data
    for _ in range(LENGTH - 1):
        key = hashlib.sha256(b"partake daily key\0" + key).digest()
    assert root.at(FIRST).data == key
    for deal in DEALS:
        told = f"partake daily deal\0{FIRST.isoformat()}\0{deal}".encode()
        assert root.at(FIRST).seed(deal).data == hmac.new(key, told, hashlib.sha256).digest()


@given(keys, days, days)
def test_no_two_deals_have_the_same_seed(data: bytes, one: date, other: date) -> None:
    root = calendar_of(data)
    seeds = {root.at(day).seed(deal) for day in (one, other) for deal in DEALS}
    assert len(seeds) == 2 * len({one, other})


def test_every_edition_of_the_day_is_playable_alone_by_scores_that_nobody_else_changes() -> None:
    known = catalogue()
    for way in ROTATION:
        edition = known.edition(way.edition)
        options = arrange(edition, way.options).options
        assert not options.ties_players
        assert options.rounds == 1


def test_the_schedule_is_the_same_on_every_server_and_reaches_every_weekday() -> None:
    assert dealt(FIRST, CLASSIC).options == {}
    assert (dealt(FIRST, EDITION).edition, dict(dealt(FIRST, EDITION).options)) == ("daffodil", {})
    span = [FIRST + timedelta(i) for i in range(7 * len(ROTATION))]
    assert len({(str(dealt(day, EDITION)), day.weekday()) for day in span}) == len(span)
    assert all(dealt(day, EDITION) != dealt(day + timedelta(1), EDITION) for day in span)


def test_a_new_calendar_lasts_a_century() -> None:
    root = DayKey.root(FIRST)
    assert (root.day - FIRST).days == DAYS - 1
    assert root != DayKey.root(FIRST)
    assert utc_day(midnight(FIRST)) == FIRST
    assert utc_day(midnight(FIRST) - 1e-3) == FIRST - timedelta(1)

"""Reviews that are kept come back as they were, and tell no names."""

from __future__ import annotations

import zlib
from dataclasses import replace

import pytest

from partake.engine.record.files import read_record
from partake.engine.record.model import Record
from partake.review import review, to_json
from partake.review.stored import dumps, loads
from partake.rules.languages import speaking
from partake.rules.messages import said
from partake.table.shared_reviews import anonymous
from recorded import FIVE, KNOWN, SAMPLE

NAMES = ("Xanthippe", "Yolanda", "Zebedee", "Wilhelmina")


def named(text: str) -> Record:
    record = read_record(text, KNOWN)
    seats = tuple((name,) for name in NAMES[: len(record.setup.seats)])
    return replace(record, setup=replace(record.setup, seats=seats))


@pytest.mark.parametrize("text", [SAMPLE, FIVE], ids=["hexagon", "five"])
def test_a_review_comes_back_as_it_was_without_ever_keeping_a_name(text: str) -> None:
    record = named(text)
    found = review(record, seconds=0)
    kept = dumps(found)
    assert loads(kept, record.setup.names) == found
    assert to_json(loads(kept, record.setup.names)) == to_json(found)
    assert not any(name.encode() in zlib.decompress(kept) for name in NAMES)
    assert dumps(review(anonymous(record), seconds=0)) == kept, "names make no difference"
    with speaking("de"):
        assert [said(one) for one in words(loads(kept, ()))] == [said(one) for one in words(found)]


def words(found: object) -> list[object]:
    """All sentences of a review."""
    moves = getattr(found, "moves", None)
    if moves is None:
        moves = [move for game in found.games for player in game.players for move in player.moves]  # type: ignore[attr-defined]
    return [move.words for move in moves]


def test_what_is_no_part_of_a_review_is_not_read() -> None:
    with pytest.raises(KeyError):
        loads(zlib.compress(b'["Popen", "true"]'), ())

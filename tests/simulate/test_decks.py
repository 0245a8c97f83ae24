"""The published decks are those that everybody is dealt."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

import pytest

import partake
from partake.rules.edition import HexagonEdition
from partake.rules.variant import Variant, variant
from partake.simulate.deck_lists import PUBLISHED, decks, lines, orders, published_seed

DOCS = Path(__file__).parent.parent.parent / "docs"
FIRST_1000 = "03b705a6ca309085147efda0ff79fd145bd0346562ac82a024dafcf8feade099"


def classic() -> Variant:
    return variant_of("classic")


def variant_of(name: str, **options: str | int) -> Variant:
    edition = partake.edition(name)
    assert isinstance(edition, HexagonEdition)
    return variant(edition, options, seats=2)


@pytest.mark.parametrize(
    ("name", "options"),
    [("classic", {}), ("classic", {"draw": 2}), ("nexus", {"scrapyard": "none"}), ("orchid", {}), ("daffodil", {})],
)
def test_decks_are_what_a_table_deals(name: str, options: dict[str, Any]) -> None:
    found = variant_of(name, **options)
    for number, order in enumerate(orders(found, "s", 3), start=1):
        table = partake.start(name, seed=f"s/{number}", is_open=False, data=(), **options)
        while not table.is_over:
            if table.to_act:
                table.play(1, table.view(1).legal[0])
            else:
                table.deal()
        drawn: Any = table.view(1)
        assert drawn.drawn == tuple(found.tiles.tiles[place] for place in order)


def test_lists_go_on_where_they_were_left() -> None:
    whole = list(orders(classic(), "s", 10))
    assert list(orders(classic(), "s", 4, first=7)) == whole[6:]
    assert whole != list(orders(classic(), "t", 10))


def test_arrays_hold_the_same() -> None:
    numpy: Any = pytest.importorskip("numpy")
    found = decks(classic(), "s", 20, first=3)
    assert (found.shape, found.dtype) == ((20, 19), numpy.uint8)
    assert found.tolist() == [list(order) for order in orders(classic(), "s", 20, first=3)]
    found[0, 0] = 1  # a copy of one's own


def checksum(games: int) -> str:
    return hashlib.sha256("".join(lines(classic(), published_seed("classic"), games)).encode()).hexdigest()


def test_the_published_list_begins_as_published() -> None:
    assert published_seed("classic") == "partake-classic-50000"
    assert checksum(1000) == FIRST_1000


@pytest.mark.slow
def test_the_published_list_is_the_published_one() -> None:
    page = (DOCS / "arena.md").read_text(encoding="utf-8")
    (pinned,) = re.findall(r"\b[0-9a-f]{64}\b", page)
    assert checksum(PUBLISHED) == pinned

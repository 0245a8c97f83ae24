"""Records: the famous 307, what there are sixteen of, and the count of all Classic draws."""

from __future__ import annotations

import json
from itertools import islice
from pathlib import Path

import pytest

import partake
from boards import HEXAGON, hexagon_edition, variant_of
from partake.rules.errors import PartakeError
from partake.rules.tiles import Tile
from partake.rules.variant import variant
from partake.solve import solve
from partake.solve.compiled.census import CensusError, count_draws, draws_of
from partake.solve.maxima import count_boards, highest, record_variants
from partake.solve.solution import own_points

FOUND = Path(__file__).parent.parent.parent / "docs" / "highest"


def test_307_is_the_most_and_sixteen_boards_have_it() -> None:
    best = highest(hexagon_edition("classic"), {"rays": "none"}).solution
    assert (best.score, best.proven) == (307, True)
    assert count_boards(variant_of("classic"), 307) == (16, 16, 4)
    assert count_boards(variant_of("classic"), 308).boards == 0


@pytest.mark.parametrize("name", HEXAGON)
def test_every_variant_has_its_record_or_one_that_is_the_same(name: str) -> None:
    options = [found for found, _ in record_variants(hexagon_edition(name))]
    assert len({tuple(found.items()) for found in options}) == len(options) > 0


def test_committed_records_hold() -> None:
    """Boards in docs/highest/ have the scores that are claimed for them, by the ordinary scorer."""
    records = json.loads((FOUND / "records.json").read_text(encoding="utf-8"))["records"]
    assert {record["edition"] for record in records} == set(HEXAGON)
    for record in records:
        found = variant(hexagon_edition(record["edition"]), record["options"], seats=2)
        sheet = partake.Sheet.of(found, dict(record["board"]))
        assert own_points(found, sheet.cells) == record["score"] <= record["bound"]
        assert record["proven"] == (record["score"] == record["bound"])


def test_the_count_goes_on_where_its_notes_end(tmp_path: Path) -> None:
    found, notes = variant_of("classic"), tmp_path / "notes"
    whole = count_draws(found, tmp_path / "whole", most=60)
    for _ in range(3):
        census = count_draws(found, notes, most=20)
    assert census == whole
    assert (census.done, census.draws) == (60, draws_of(found)) == (60, 2_220_075)


def test_the_count_agrees_with_the_solver(tmp_path: Path) -> None:
    census = count_draws(variant_of("classic"), tmp_path / "notes", most=400)
    for score, tiles in islice(census.examples.items(), 12):
        assert solve(variant_of("classic"), tiles).score == score
    assert len(set(census.examples.values())) == len(census.counts)
    assert census.quantile(0) == min(census.counts)
    assert census.quantile(1) == max(census.counts)


def test_notes_of_something_else_are_refused(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("{}")
    with pytest.raises(PartakeError, match="is not a file of notes of this count"):
        count_draws(variant_of("classic"), tmp_path / "notes")
    (tmp_path / "notes").write_text('{"rules": "", "next": 1, "optima": {}}')
    with pytest.raises(PartakeError, match="was begun with other rules"):
        count_draws(variant_of("classic"), tmp_path / "notes")
    with pytest.raises(CensusError, match="lines alone"):
        count_draws(variant_of("daffodil"), tmp_path / "fresh")


def test_the_committed_count_is_whole() -> None:
    found = json.loads((FOUND / "classic-draws.json").read_text(encoding="utf-8"))
    assert found["done"] == found["draws"] == 2_220_075 == sum(found["counts"].values())
    total = sum(int(score) * count for score, count in found["counts"].items())
    assert found["sum"] == total
    assert found["mean"] == round(total / found["draws"], 6)
    assert max(map(int, found["counts"])) == 307
    for score in (min(found["examples"], key=int), "307"):
        tiles = [Tile.parse(tile) for tile in found["examples"][score]]
        assert solve(variant_of("classic"), tiles).score == int(score)

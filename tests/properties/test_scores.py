"""The engine counts every sheet of every hexagon game as the independent count does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import brute_force
from boards import HEXAGON, hexagon_edition, picture
from partake.engine.hexagon.scoring import may_differ, scores
from partake.engine.hexagon.sheet import Sheet, score_table
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, combinations, variant

SCORING = ("stamens", "scrapyard", "rays", "symbols")
"""The options that change how a sheet is counted or what it may hold."""


class Game(NamedTuple):
    edition: str
    options: tuple[tuple[str, str], ...]
    seats: int

    def __str__(self) -> str:
        return " ".join([self.edition, *(f"{name}={value}" for name, value in self.options), f"seats={self.seats}"])

    def variant(self) -> Variant:
        return variant(hexagon_edition(self.edition), dict(self.options), seats=self.seats)


def every_game(*names: str) -> Iterator[Game]:
    """Every edition with every combination of these options, alone and at a table; all options if none is named."""
    for edition in HEXAGON:
        for seats in (1, 4):
            found = combinations(hexagon_edition(edition), seats=seats)
            kept = [tuple((n, v) for n, v in chosen.items() if not names or n in names) for chosen in found]
            yield from (Game(edition, options, seats) for options in dict.fromkeys(kept))


def random_sheet(game: Game, random: Random, holes: int) -> dict[str, str]:
    """A sheet on which many lines fit: each line wishes a number and a symbol, each cell takes a tile that suits it."""
    found = game.variant()
    bag = brute_force.tiles(game.edition, dict(game.options).get("symbols", "both"))
    random.shuffle(bag)
    named = [*brute_force.LINES[game.edition], *(brute_force.YARD_LINES if found.scrapyard else [])]
    wishes = {
        line: (str(random.choice(brute_force.NUMBERS[game.edition][line.direction])), random.choice(("sun", "moon")))
        for line in named
    }
    greed = random.choice((0, 1, 1, 4))
    targets = {found.positions[i] for i in found.targets}
    sheet: dict[str, str] = {}
    for cell in random.sample([name for name in found.positions if name not in targets], found.draws):
        through = [line for line in named if cell in line.cells]

        def suits(tile: str, through: list[brute_force.Line] = through) -> int:
            numbers = sum(tile.split("-")[line.direction] in (wishes[line][0], "*") for line in through)
            return numbers + greed * sum(brute_force.symbol(game.edition, tile) == wishes[line][1] for line in through)

        sheet[cell] = max(bag, key=suits)
        bag.remove(sheet[cell])
    _move_reserve(found, sheet, random)
    for cell in random.sample(sorted(sheet), min(holes, len(sheet))):
        del sheet[cell]
    return sheet


def _move_reserve(found: Variant, sheet: dict[str, str], random: Random) -> None:
    slots = [found.positions[i] for i in found.reserve]
    for target in random.sample(found.targets, random.randint(0, len(found.targets))):
        movable = [slot for slot in slots if slot in sheet and "*" not in sheet[slot]]
        if movable:
            sheet[found.positions[target]] = sheet.pop(random.choice(movable))


def assert_same_scores(game: Game, boards: list[dict[str, str]]) -> None:
    found = game.variant()
    sheets = [Sheet.of(found, tiles, f"P{i}") for i, tiles in enumerate(boards)]
    expected = brute_force.totals(game.edition, boards, rays=found.options.rays, scrapyard=found.options.scrapyard)
    for sheet, score, points in zip(sheets, score_table(sheets), expected, strict=True):
        by_kind = {kind: sum((i.points for i in score.items if i.kind == kind), Fraction(0)) for kind in points}
        assert by_kind == points, f"{game}\n{picture(sheet)}"
        assert score.total == sum(points.values())
        assert score.total == sum(item.points for item in score.items)
        for item in score.items:
            if item.kind == "scrapyard":
                assert item.value == brute_force.scrapyard_value({cell: str(tile) for cell, tile in sheet})


@pytest.mark.parametrize("game", list(every_game(*SCORING)), ids=str)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32), holes=st.sampled_from((0, 0, 0, 1, 3, 12)))
def test_every_sheet_is_counted_as_by_brute_force(game: Game, seed: int, holes: int) -> None:
    random = Random(seed)
    assert_same_scores(game, [random_sheet(game, random, holes) for _ in range(game.seats)])


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), game=st.sampled_from([g for g in every_game(*SCORING) if g.seats > 1]))
def test_equal_sheets_share_exactly(game: Game, seed: int) -> None:
    random = Random(seed)
    kinds = [random_sheet(game, random, 0) for _ in range(2)]
    seats = random.randint(2, 8)
    assert_same_scores(game, [random.choice(kinds) for _ in range(seats)])


@pytest.mark.parametrize("edition", HEXAGON)
def test_every_combination_of_options_counts_the_same(edition: str) -> None:
    random = Random(edition)
    for game in every_game():
        if game.edition == edition:
            assert_same_scores(game, [random_sheet(game, random, random.choice((0, 2)))] * min(2, game.seats))


@settings(max_examples=60)
@given(
    rows=st.dictionaries(
        st.sampled_from(sorted(brute_force.NAMES["daffodil"])), st.sampled_from(brute_force.tiles("daffodil"))
    ),
    rays=st.sampled_from(("none", "each")),
)
def test_scattered_tiles_are_counted_the_same(rows: Mapping[str, str], rays: str) -> None:
    once = {tile: cell for cell, tile in rows.items()}
    assert_same_scores(Game("daffodil", (("rays", rays),), 1), [{cell: tile for tile, cell in once.items()}])


def test_random_sheets_score_lines_bonuses_and_rays() -> None:
    """The sheets that the tests above draw must have something to count."""
    random = Random("scoring sheets")
    seen = dict.fromkeys(("line", "bonus", "ray", "best-ray", "penalty"), 0)
    for game in every_game(*SCORING):
        for _ in range(3):
            found = game.variant().options
            boards = [random_sheet(game, random, 0) for _ in range(game.seats)]
            for points in brute_force.totals(game.edition, boards, rays=found.rays, scrapyard=found.scrapyard):
                for kind, amount in points.items():
                    seen[kind] += amount != 0
    assert min(seen.values()) > 10, seen


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32), game=st.sampled_from([g for g in every_game(*SCORING) if g.seats == 1]))
def test_a_sheet_filled_cell_by_cell_is_counted_anew_wherever_its_points_change(game: Game, seed: int) -> None:
    """Incremental scoring: where `may_differ` says no, counting everything gives the very same items."""
    random, found = Random(seed), game.variant()
    whole = Sheet.of(found, random_sheet(game, random, 0)).cells
    cells: list[Tile | None] = [None] * len(whole)
    skipped = 0
    for at in random.sample(range(len(whole)), len(whole)):
        before, cells[at] = tuple(cells), whole[at]
        after = tuple(cells)
        is_same = scores(found, [before]) == scores(found, [after])
        assert is_same or (may_differ(found, before, after) and may_differ(found, after, before))
        skipped += not may_differ(found, before, after)
    assert skipped, "the first tiles complete nothing"

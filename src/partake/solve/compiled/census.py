"""A census of all draws: the optimum of each draw of plain Classic, its exact mean and distribution; resumable."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from itertools import starmap
from pathlib import Path
from typing import Any

import numpy as np

from partake.rules.errors import PartakeError, system_reason
from partake.rules.tiles import Tile
from partake.rules.variant import Variant
from partake.solve.compiled import optima
from partake.solve.compiled.compiled_search import labeling_arrays
from partake.solve.compiled.optima import Ints, Words
from partake.solve.layouts import all_layouts
from partake.solve.maxima import OrderedMap
from partake.solve.pool import Pool, bits

PIECE = 10_000
"""Draws solved between two checkpoints."""


class CensusError(PartakeError):
    """A variant that this census cannot count."""


@dataclass(frozen=True)
class Census:
    """The histogram of optima over draws, with an example for each; complete when all draws are counted."""

    draws: int
    """The number of draws there are."""
    counts: dict[int, int]
    """For each optimum the number of draws that have it."""
    examples: dict[int, tuple[Tile, ...]]
    """For each optimum a draw that has it."""

    @property
    def done(self) -> int:
        """The number of draws counted so far."""
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        """The mean optimum of the draws that are counted."""
        return sum(score * count for score, count in self.counts.items()) / max(1, self.done)

    @property
    def deviation(self) -> float:
        """The standard deviation of the optimum."""
        spread = sum((score - self.mean) ** 2 * count for score, count in self.counts.items())
        return math.sqrt(spread / max(1, self.done))

    def quantile(self, share: float) -> int:
        """The least optimum that at least this share of the draws does not exceed."""
        passed = 0
        for score, count in sorted(self.counts.items()):
            passed += count
            if passed >= share * self.done:
                return score
        return 0

    def to_json(self) -> dict[str, Any]:
        """The census as plain data."""
        return {
            "draws": self.draws,
            "done": self.done,
            "sum": sum(score * count for score, count in self.counts.items()),
            "mean": round(self.mean, 6),
            "deviation": round(self.deviation, 6),
            "counts": {str(score): count for score, count in sorted(self.counts.items())},
            "examples": {str(score): list(map(str, tiles)) for score, tiles in sorted(self.examples.items())},
        }


def draws_of(variant: Variant) -> int:
    """The number of draws of a variant, as sets of tiles."""
    return math.comb(len(variant.tiles.tiles), variant.draws)


def count_draws(
    variant: Variant,
    notes: Path,
    *,
    progress: Callable[[int], None] | None = None,
    most: int | None = None,
    mapped: OrderedMap = starmap,
) -> Census:
    """Solve all draws, or `most` more, resuming from the checkpoint file `notes`; `progress` gets each increment.

    `mapped` runs the pieces, here or on other machines, and gives their results in order: neither the census nor the
    notes depend on it.
    """
    if not _has_lines_alone(variant):
        raise CensusError("all draws are counted of boards where lines alone score, like classic")
    draws = draws_of(variant)
    counts, examples = _read(notes, variant)
    done = int(counts.sum())
    end = draws if most is None else min(draws, done + most)
    pieces = ((variant, first, min(PIECE, end - first)) for first in range(done, end, PIECE))
    for more, found in mapped(count_piece, pieces):
        # The example of an optimum is the first draw that has it, whoever solved that draw.
        is_new = (counts == 0) & (more > 0)
        examples[is_new] = found[is_new]
        counts += more
        number = int(more.sum())
        done += number
        _write(notes, variant, _draw_number(variant, done), counts, examples)
        if progress is not None:
            progress(number)
    seen, tiles = [int(score) for score in np.flatnonzero(counts)], Pool(variant, variant.tiles.tiles).tiles
    return Census(
        draws,
        {score: int(counts[score]) for score in seen},
        {score: tuple(tiles[i] for i in bits(int(examples[score]))) for score in seen},
    )


def count_piece(variant: Variant, first: int, number: int) -> tuple[Ints, Words]:
    """The histogram of the optima of draws number first, first + 1, …, and the first draw with each optimum."""
    counts, examples = _empty(variant)
    a, a_points, b, b_points, c, c_points, fitting, cells = _search_arrays(variant)
    draw = np.uint64(_draw_number(variant, first))
    optima.tally(draw, number, a, a_points, b, b_points, c, c_points, fitting, cells, counts, examples)
    return counts, examples


@lru_cache(maxsize=2)
def _search_arrays(variant: Variant) -> tuple[Any, ...]:
    """What `optima.tally` searches with: labelings and points of each direction, fitting tiles, cells."""
    pool = Pool(variant, variant.tiles.tiles)
    layout = next(all_layouts(pool, {}, in_order=False))
    labelings = (array for d in range(3) for array in labeling_arrays(pool, layout, d))
    return (*labelings, np.array(pool.fitting, np.uint64), np.array(layout.cells))


def _draw_number(variant: Variant, number: int) -> int:
    """Draw number 0, 1, … as a bit set, in the order of `next_combination` (combinatorial number system).

    The highest tile c is the greatest for which no more than `number` draws have all their k tiles below c: C(c, k).
    """
    draw, tile = 0, len(variant.tiles.tiles)
    for k in range(variant.draws, 0, -1):
        while math.comb(tile, k) > number:
            tile -= 1
        draw |= 1 << tile
        number -= math.comb(tile, k)
    return draw


def _has_lines_alone(variant: Variant) -> bool:
    is_wild = any(tile.is_wild for tile in variant.tiles.tiles)
    return (
        variant.is_plain and variant.options.rays == "none" and not (variant.yard or variant.tiles.bonuses or is_wild)
    )


def _empty(variant: Variant) -> tuple[Ints, Words]:
    # No board has more than the highest number on each line; optima index the histogram.
    most = 1 + sum(len(line.cells) * variant.tiles.numbers(line.direction)[-1] for line in variant.board.lines)
    return np.zeros(most, np.int64), np.zeros(most, np.uint64)


def _read(notes: Path, variant: Variant) -> tuple[Ints, Words]:
    counts, examples = _empty(variant)
    if not notes.exists():
        return counts, examples
    try:
        found = json.loads(notes.read_text(encoding="utf-8"))
        if found["rules"] != variant.edition.digest:
            raise PartakeError("{notes} was begun with other rules: name another file", notes=notes)
        for score, (count, example) in found["optima"].items():
            counts[int(score)], examples[int(score)] = count, example
        if found["next"] != _draw_number(variant, int(counts.sum())):
            raise ValueError("the next draw is not the one that follows those counted")
        return counts, examples
    except (OSError, ValueError, KeyError, TypeError, IndexError, OverflowError) as problem:
        if isinstance(problem, PartakeError):
            raise
        raise PartakeError("{notes} is not a file of notes of this count", notes=notes) from None


def _write(notes: Path, variant: Variant, draw: int, counts: Ints, examples: Words) -> None:
    """Replace the checkpoint atomically: an interruption leaves the old or the new one."""
    optima_found = {str(score): [int(counts[score]), int(examples[score])] for score in np.flatnonzero(counts)}
    found = {"rules": variant.edition.digest, "next": draw, "optima": optima_found}
    fresh = notes.with_name(f"{notes.name}.new")
    try:
        fresh.write_text(json.dumps(found), encoding="utf-8")
        fresh.replace(notes)
    except OSError as problem:
        raise PartakeError(
            "{notes} cannot be written: {reason}",
            notes=notes,
            reason=system_reason(problem),
        ) from None

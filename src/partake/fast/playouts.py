"""Games in bulk from Python: random play, and the scores of many boards at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from partake.engine.hexagon.sheet import Sheet
from partake.fast import playing
from partake.fast.scoring import EMPTY, score_all
from partake.fast.tables import Cells, Numbers, tables_of
from partake.rules.errors import PartakeError
from partake.rules.variant import Variant

MOST_GAMES = 2**40


def random_scores(variant: Variant, games: int, *, seed: int = 0, first: int = 0) -> Numbers:
    """The scores of random games number `first`, `first + 1`, … of a seed, always the same for the same numbers."""
    if not 0 <= games <= MOST_GAMES or first < 0:
        raise PartakeError(f"the number of games must be from 0 to {MOST_GAMES}, and the first not below 0")
    tables, out = tables_of(variant), np.empty(games, np.int64)
    play = playing.plain_scores if len(tables.plain) else playing.random_scores
    play(tables, checked_seed(seed), first, out)
    return out


def checked_seed(seed: int) -> np.uint64:
    """A seed as a word."""
    if not 0 <= seed < 2**64:
        raise PartakeError(f"a seed is a whole number from 0 to 2^64 - 1, not {seed}")
    return np.uint64(seed)


def score_boards(variant: Variant, boards: ArrayLike) -> Numbers:
    """The score of each board: a row of tiles by position, each as its place in the variant's set, -1 for none."""
    sheets = checked_boards(variant, boards)
    out = np.empty(len(sheets), np.int64)
    score_all(tables_of(variant), sheets, out)
    return out


def checked_boards(variant: Variant, boards: ArrayLike) -> Cells:
    """Boards as an array of the right shape, with tiles of the set, none twice on a board."""
    sheets = np.asarray(boards)
    size, tiles = len(variant.positions), len(variant.tiles.tiles)
    if sheets.ndim != 2 or sheets.shape[1] != size:
        raise PartakeError(f"boards of {variant.edition.name} must have shape (games, {size}), not {sheets.shape}")
    if not np.issubdtype(sheets.dtype, np.integer) or (sheets.size and (sheets.min() < EMPTY or sheets.max() >= tiles)):
        raise PartakeError(f"tiles are whole numbers from 0 to {tiles - 1}, or {EMPTY} for none")
    ordered = np.sort(sheets, axis=1)
    if ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != EMPTY)).any():
        raise PartakeError("a board holds a tile twice")
    return np.ascontiguousarray(sheets, np.int8)


def board_of(sheet: Sheet) -> list[int]:
    """A sheet as a row for `score_boards`."""
    places = {tile: i for i, tile in enumerate(sheet.variant.tiles.tiles)}
    return [EMPTY if tile is None else places[tile] for tile in sheet.cells]


def sheet_of(variant: Variant, row: Sequence[int]) -> Sheet:
    """A row of tile places as a sheet."""
    return Sheet(variant, tuple(None if tile == EMPTY else variant.tiles.tiles[tile] for tile in row))

"""The standings of a tournament: pure functions from the points of each deal to places.

Duplicate scoring with a datum, as in a Butler: for each deal the mean of those who played it to the end is the datum,
and every result is also given as what it is above or below. Exact fractions, so that the differences of those who
finished a deal add up to nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Played:
    """What a player has made of a deal."""

    points: Fraction
    is_finished: bool = True
    """Whether the game was played to its end; otherwise the board counts as it stood when the time was up."""
    table: str = ""
    """Where it was played."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The result of one player on one deal."""

    played: Played
    above: Fraction | None
    """The points above the mean of those who finished the deal; None where nobody has."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The line of one player."""

    player: str
    place: int | None
    """From 1; equal totals share a place. None for those of whom no result can be seen."""
    is_shared: bool
    cells: tuple[Cell | None, ...]
    """For each deal what was made of it; None where it was not begun, or cannot be seen."""
    total: Fraction
    above: Fraction
    """The points above the mean, of all deals that were played."""


@dataclass(frozen=True, slots=True)
class Standings:
    """All players, the best first, and the mean of each deal."""

    rows: tuple[Standing, ...]
    means: tuple[Fraction | None, ...]
    """The mean of those who finished each deal; None where nobody has."""
    finished: tuple[int, ...]
    """How many have finished each deal."""


def standings(players: Mapping[str, str], deals: Sequence[Mapping[str, Played]]) -> Standings:
    """The standings of these players, by their names, from what each has made of the deals.

    A deal that was not played brings no points, and is in no mean. Places go by the total; equal totals share the
    better place, and the next place is left out.
    """
    means = tuple(map(_mean, ({who: one for who, one in deal.items() if who in players} for deal in deals)))
    found: list[tuple[str, tuple[Cell | None, ...]]] = []
    for player in players:
        played = (deal.get(player) for deal in deals)
        cells = tuple(
            None if one is None else Cell(one, None if mean is None else one.points - mean)
            for one, mean in zip(played, means, strict=True)
        )
        found.append((player, cells))
    totals = {player: sum((cell.played.points for cell in cells if cell), Fraction()) for player, cells in found}
    placed = sorted(-totals[player] for player, cells in found if any(cells))
    rows = []
    for player, cells in found:
        is_placed, total = any(cells), totals[player]
        rows.append(
            Standing(
                player,
                1 + bisect_left(placed, -total) if is_placed else None,
                is_placed and bisect_right(placed, -total) - bisect_left(placed, -total) > 1,
                cells,
                total,
                sum((cell.above for cell in cells if cell and cell.above is not None), Fraction()),
            )
        )
    rows.sort(key=lambda row: (row.place is None, row.place or 0, players[row.player].casefold()))
    counts = tuple(sum(one.is_finished for who, one in deal.items() if who in players) for deal in deals)
    return Standings(tuple(rows), means, counts)


def _mean(deal: Mapping[str, Played]) -> Fraction | None:
    points = [one.points for one in deal.values() if one.is_finished]
    return sum(points, Fraction()) / len(points) if points else None

"""Statistics of the games of a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from partake.store.rows import PlayedRow, Status, values_of

BIN = 10
"""The width of a bar of the distribution, in points."""


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """A table at which a person sits or sat."""

    table: str
    title: str
    edition: str
    options: dict[str, str]
    status: Status
    players: int
    created: float
    finished: float | None
    total: float | None
    won: bool
    rounds: tuple[float, ...]
    """The points of each game of the match."""

    @classmethod
    def of(cls, row: PlayedRow) -> GamePlayed:
        """What the store knows of it."""
        table, seat = row.table, row.seat
        return cls(
            table.id, table.title, table.edition, dict(table.options), table.status, row.players, table.created,
            table.finished, seat.total, seat.won, seat.rounds or (),
        )  # fmt: skip

    def to_json(self) -> dict[str, Any]:
        """The game as plain data."""
        return values_of(self)


def statistics(games: Iterable[GamePlayed]) -> list[dict[str, Any]]:
    """For each edition: the number of games, the best, the mean, how often each range of points, and all in order."""
    points: dict[str, list[float]] = {}
    matches: dict[str, list[bool]] = {}
    for game in sorted((game for game in games if game.finished is not None), key=lambda game: game.finished or 0):
        points.setdefault(game.edition, []).extend(game.rounds)
        if game.players > 1:
            matches.setdefault(game.edition, []).append(game.won)
    return [
        {
            "edition": edition,
            "games": len(found),
            "best": max(found),
            "mean": round(fmean(found), 2),
            "matches": len(matches.get(edition, ())),
            "won": sum(matches.get(edition, ())),
            "distribution": _distribution(found),
            "progress": found[-200:],
        }
        for edition, found in points.items()
        if found
    ]


def _distribution(points: list[float]) -> list[dict[str, int]]:
    """Bars from the lowest to the highest, empty ones between them too."""
    counted = Counter(int(value // BIN) for value in points)
    return [
        {"from": n * BIN, "to": n * BIN + BIN - 1, "games": counted[n]} for n in range(min(counted), max(counted) + 1)
    ]

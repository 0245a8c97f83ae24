"""The JSON API: one module of routes for each kind of resource."""

from __future__ import annotations

from partake.web.api import (
    daily,
    evenings,
    games,
    health,
    hints,
    moves,
    paper,
    people,
    progress,
    puzzles,
    review,
    tables,
    tournaments,
)

__all__ = [
    "daily",
    "evenings",
    "games",
    "health",
    "hints",
    "moves",
    "paper",
    "people",
    "progress",
    "puzzles",
    "review",
    "tables",
    "tournaments",
]

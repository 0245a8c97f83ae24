"""The JSON API: one module of routes for each kind of resource."""

from __future__ import annotations

from partake.web.api import (
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
)

__all__ = [
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
]

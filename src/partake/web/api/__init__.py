"""The JSON API: one module of routes for each kind of resource."""

from __future__ import annotations

from partake.web.api import evenings, games, health, moves, paper, people, review, tables, tournaments

__all__ = ["evenings", "games", "health", "moves", "paper", "people", "review", "tables", "tournaments"]

"""The JSON API: one module of routes for each kind of resource."""

from __future__ import annotations

from partake.web.api import games, health, moves, people, review, tables

__all__ = ["games", "health", "moves", "people", "review", "tables"]

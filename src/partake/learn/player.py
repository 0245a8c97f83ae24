"""Players by learned value functions: the kind of model that a variant is played with, its player, cached."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np

from partake.learn.linear_player import LinearPlayer
from partake.learn.model_player import Cells
from partake.learn.network.files import network_file
from partake.learn.network.player import NetworkPlayer
from partake.learn.registry import own_folder
from partake.learn.search_budget import SearchBudget
from partake.learn.two_ply import next_pairs
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


class Player(Protocol):
    """Places called tiles by a learned value function."""

    kind: str
    """The kind of model: `network`, or `table` for the linear model."""

    def place(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> tuple[Tile, int]:
        """One-ply play: which of the called tiles to place first, and where, when the others have these sheets."""

    def search(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile], budget: SearchBudget
    ) -> tuple[Tile, int]:
        """The same by deeper search of the best candidates, within a budget."""

    def placement_values(
        self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]
    ) -> dict[tuple[Tile, int], float]:
        """The expected final score after each placement of a called tile, searched as deep as the player searches."""

    def position_value(self, sheets: Sequence[Cells], seat: int, drawn: Sequence[Tile], hand: Sequence[Tile]) -> float:
        """The expected final score after the best placement of all called tiles, by one-ply lookahead."""


def player_of(variant: Variant) -> Player:
    """The best player of a variant: by the network where there is one, else by the linear model."""
    return _player(variant, own_folder())


@lru_cache(maxsize=32)
def _player(variant: Variant, own: str) -> Player:
    return new_player(variant)


def new_player(variant: Variant) -> Player:
    """The same player with scratch buffers of its own, for use in another thread."""
    path = network_file(variant)
    return NetworkPlayer(variant, path) if path else LinearPlayer(variant)


def linear_player(variant: Variant) -> LinearPlayer:
    """The player of a variant by its linear model, cached: loading its weights takes longer than a move."""
    return _linear_player(variant, own_folder())


@lru_cache(maxsize=32)
def _linear_player(variant: Variant, own: str) -> LinearPlayer:
    return LinearPlayer(variant)


def next_hands(bag: Sequence[Tile], count: int) -> list[tuple[Tile, ...]]:
    """The hands that may be called next: each tile, or the pairs that two-ply lookahead takes the mean over."""
    if count == 1:
        return [(tile,) for tile in bag]
    return [(bag[one], bag[other]) for one, other in next_pairs(np.arange(len(bag)))]

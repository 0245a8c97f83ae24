"""Decks: the tiles of each game of a seed, in the order in which they are drawn.

The published list for Classic is that of the seed `partake-classic-50000`, games 1 to 50,000.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from partake.engine.chance import Seed
from partake.rules.extras import load
from partake.rules.messages import Message
from partake.rules.variant import Variant

PUBLISHED = 50_000
"""The number of decks in a published list."""


def published_seed(edition: str) -> str:
    """The seed of the published list of an edition, on which bots are compared."""
    return f"partake-{edition}-{PUBLISHED}"


def orders(variant: Variant, seed: str, games: int, *, first: int = 1) -> Iterator[tuple[int, ...]]:
    """The decks of games `first`, `first` + 1, …: indices into the tile set, shuffled by the seed `SEED/NUMBER`.

    Of a match of several rounds it is the first.
    """
    tiles = range(len(variant.tiles.tiles))
    for game in range(first, first + games):
        yield Seed.of(f"{seed}/{game}").shuffled("round 1", tiles)[: variant.draws]


def decks(variant: Variant, seed: str, games: int, *, first: int = 1) -> Any:
    """The decks as an array uint8[game, draw] of indices into the tile set; needs the extra `fast`."""
    numpy = load("numpy", extra="fast", purpose=Message("an array of decks"))
    flat = bytes(tile for order in orders(variant, seed, games, first=first) for tile in order)
    return numpy.frombuffer(flat, numpy.uint8).reshape(games, variant.draws).copy()


def lines(variant: Variant, seed: str, games: int, *, first: int = 1) -> Iterator[str]:
    """The decks as text: a line for each, its tiles in the order in which they are drawn."""
    words = [str(tile) for tile in variant.tiles.tiles]
    for order in orders(variant, seed, games, first=first):
        yield " ".join(words[tile] for tile in order) + "\n"

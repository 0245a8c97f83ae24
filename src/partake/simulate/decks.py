"""Lists of decks: the tiles of every game of a seed, in the order in which they are drawn.

The published list for Classic is that of the seed `partake-classic-50000`, games 1 to 50,000.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from partake.engine.chance import Seed
from partake.rules.variant import Variant
from partake.simulate.optional_packages import load

PUBLISHED = 50_000
"""How many decks a published list has."""


def published_seed(edition: str) -> str:
    """The seed of the list that everybody can compare bots of an edition on."""
    return f"partake-{edition}-{PUBLISHED}"


def orders(variant: Variant, seed: str, games: int, *, first: int = 1) -> Iterator[tuple[int, ...]]:
    """The decks of games number `first`, `first` + 1, …: places in the tile set, as `SEED/NUMBER` deals them.

    Of a match it is the first game.
    """
    places = range(len(variant.tiles.tiles))
    for game in range(first, first + games):
        yield Seed.of(f"{seed}/{game}").shuffled("round 1", places)[: variant.draws]


def decks(variant: Variant, seed: str, games: int, *, first: int = 1) -> Any:
    """The same as an array of bytes [game, draw], for compiled bots; needs the extra `fast`."""
    numpy = load("numpy", extra="fast", purpose="an array of decks")
    flat = bytes(place for order in orders(variant, seed, games, first=first) for place in order)
    return numpy.frombuffer(flat, numpy.uint8).reshape(games, variant.draws).copy()


def lines(variant: Variant, seed: str, games: int, *, first: int = 1) -> Iterator[str]:
    """The same as text: a line for each deck, its tiles in the order in which they are drawn."""
    words = [str(tile) for tile in variant.tiles.tiles]
    for order in orders(variant, seed, games, first=first):
        yield " ".join(words[place] for place in order) + "\n"

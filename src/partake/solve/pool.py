"""The tiles that may be laid, and which of them show what."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from partake.rules.grid import Direction
from partake.rules.tiles import MOON, SUN, WILD, Tile
from partake.rules.variant import Variant

Mask = int
"""A set of positions, or of tiles of a pool, as the bits of a number."""


@dataclass(frozen=True)
class Pool:
    """Tiles in a fixed order; sets of them are masks over that order."""

    variant: Variant
    tiles: tuple[Tile, ...]

    @cached_property
    def everything(self) -> Mask:
        """All tiles."""
        return (1 << len(self.tiles)) - 1

    @cached_property
    def wild(self) -> Mask:
        """The tiles with a wild stripe."""
        return self._those(lambda tile: tile.is_wild)

    @cached_property
    def numbers(self) -> tuple[tuple[int, ...], ...]:
        """The numbers of each direction."""
        return tuple(self.variant.tiles.numbers(direction) for direction in Direction)

    @cached_property
    def fitting(self) -> tuple[tuple[Mask, ...], ...]:
        """[direction][place of a number] the tiles that a line of this number takes, wild stripes included."""
        return tuple(tuple(self._showing(d, n) for n in numbers) for d, numbers in enumerate(self.numbers))

    @cached_property
    def suns(self) -> Mask:
        """The tiles with a sun."""
        return self._those(lambda tile: self.variant.tiles.symbols.get(tile) == SUN)

    @cached_property
    def moons(self) -> Mask:
        """The tiles with a moon."""
        return self._those(lambda tile: self.variant.tiles.symbols.get(tile) == MOON)

    @cached_property
    def bonuses(self) -> tuple[int, ...]:
        """What each tile earns when three scoring lines cross it."""
        return tuple(self.variant.tiles.bonus(tile) for tile in self.tiles)

    @cached_property
    def bonus_tiles(self) -> tuple[tuple[int, tuple[int, int, int]], ...]:
        """What each bonus tile earns, and the places of its three numbers."""
        return tuple(
            (bonus, (places[0], places[1], places[2]))
            for tile, bonus in zip(self.tiles, self.bonuses, strict=True)
            if bonus and (places := [numbers.index(n) for numbers, n in zip(self.numbers, tile, strict=True)])
        )

    def mask(self, tiles: tuple[Tile, ...]) -> Mask:
        """These tiles of the pool."""
        return self._those(lambda tile: tile in tiles)

    def _showing(self, direction: int, number: int) -> Mask:
        return self._those(lambda tile: tile[direction] in (number, WILD))

    def _those(self, wanted: Callable[[Tile], bool]) -> Mask:
        return sum(1 << i for i, tile in enumerate(self.tiles) if wanted(tile))


def bits(mask: Mask) -> list[int]:
    """The members of a set."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]

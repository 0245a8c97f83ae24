"""The tiles that may be placed, as bit sets by what they show; and whether given tiles can be those of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from partake.engine.hexagon.sheet import Sheet
from partake.engine.reading import read_tile
from partake.rules.errors import NotationError, PartakeError
from partake.rules.grid import Direction
from partake.rules.messages import Message, Plural
from partake.rules.tiles import MOON, SUN, WILD, Tile
from partake.rules.variant import Variant

Mask = int
"""A bit set of positions, or of tiles of a pool."""
Fixed = Mapping[int, Tile]
"""The tiles that lie already, by position."""


class TilesError(PartakeError):
    """Tiles that cannot be those of one game."""


@dataclass(frozen=True)
class Pool:
    """Tiles in a fixed order; bit i of a mask is tile i of that order."""

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
        """[direction][number index] the tiles that a line of this number takes, wild stripes included."""
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
        """[tile] what it earns when three scoring lines cross it."""
        return tuple(self.variant.tiles.bonus(tile) for tile in self.tiles)

    @cached_property
    def bonus_tiles(self) -> tuple[tuple[int, tuple[int, int, int]], ...]:
        """For each bonus tile what it earns in full, and the indices of its three numbers."""
        return tuple(
            (bonus, (indices[0], indices[1], indices[2]))
            for tile, bonus in zip(self.tiles, self.bonuses, strict=True)
            if bonus and (indices := [numbers.index(n) for numbers, n in zip(self.numbers, tile, strict=True)])
        )

    def mask(self, tiles: tuple[Tile, ...]) -> Mask:
        """These tiles of the pool."""
        return self._those(lambda tile: tile in tiles)

    def _showing(self, direction: int, number: int) -> Mask:
        return self._those(lambda tile: tile[direction] in (number, WILD))

    def _those(self, wanted: Callable[[Tile], bool]) -> Mask:
        return sum(1 << i for i, tile in enumerate(self.tiles) if wanted(tile))


def bits(mask: Mask) -> list[int]:
    """The members of a set, ascending."""
    return [i for i in range(mask.bit_length()) if mask >> i & 1]


def check_tiles(
    variant: Variant, tiles: Sequence[Tile | str], fixed: Iterable[tuple[str, Tile | str]], *, choose: bool
) -> tuple[tuple[Tile, ...], Fixed]:
    """The tiles to place and those that lie, by position; raises `TilesError` with one sentence if they cannot be."""
    try:
        known = variant.edition.tiles
        given = tuple(read_tile(known, tile) if isinstance(tile, str) else tile for tile in tiles)
        lying = Sheet.of(variant, dict(fixed)).cells
    except NotationError as problem:
        raise TilesError(problem) from None
    placed = {i: tile for i, tile in enumerate(lying) if tile is not None}
    # Tiles are distinct in each set, so that a tile is identified by its numbers.
    seen = set(placed.values())
    for tile in given:
        if tile not in variant.tiles.tiles:
            raise TilesError(
                "{tile} is not one of the {number_of_tiles} tiles of {name}",
                tile=tile,
                number_of_tiles=len(variant.tiles.tiles),
                name=_name(variant),
            )
        if tile in seen:
            raise TilesError("{tile} is there twice, and the set has only one of it", tile=tile)
        seen.add(tile)
    missing = variant.draws - len(placed)
    if len(given) < missing or (len(given) > missing and not choose):
        found = _NEEDS[choose, bool(placed)]
        raise TilesError(found.filled(count=missing, name=_name(variant), placed=len(placed), given=len(given)))
    return given, placed


_NEEDS = {
    (False, False): Plural(
        "{name} needs {count} tiles, not {given}", "{name} needs {count} tiles, not {given}", count=2
    ),
    (True, False): Plural(
        "{name} needs at least {count} tiles, not {given}",
        "{name} needs at least {count} tiles, not {given}",
        count=2,
    ),
    (False, True): Plural(
        "{name} needs {count} tiles besides the {placed} that lie already, not {given}",
        "{name} needs {count} tiles besides the {placed} that lie already, not {given}",
        count=2,
    ),
    (True, True): Plural(
        "{name} needs at least {count} tiles besides the {placed} that lie already, not {given}",
        "{name} needs at least {count} tiles besides the {placed} that lie already, not {given}",
        count=2,
    ),
}
"""What is said of too few or too many tiles: whether some may be left out, and whether some lie already."""


def _name(variant: Variant) -> Message:
    name = variant.edition.name
    match variant.options.symbols:
        case "sun":
            return Message("{edition} with suns only", edition=name)
        case "moon":
            return Message("{edition} with moons only", edition=name)
    return Message("{edition}", edition=name)

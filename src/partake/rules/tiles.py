"""Tiles and sets of tiles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import NamedTuple

from partake.rules.errors import NotationError, quoted
from partake.rules.grid import Direction
from partake.rules.messages import Message, message_of
from partake.rules.pickling import PickledByFields

WILD = 0
"""The number of a wild stripe, which counts as the number that the line needs."""

SUN = "sun"
"""The symbol of half of the tiles."""
MOON = "moon"
"""The symbol of the other half."""
GOLD = "gold"
"""The kind of the higher bonus."""
SILVER = "silver"
"""The kind of the lower bonus."""

_TEXT = re.compile(r"([1-9]\d{0,2}|\*)-([1-9]\d{0,2}|\*)-([1-9]\d{0,2}|\*)", re.ASCII)


@lru_cache(maxsize=1024)
def tile_text(numbers: tuple[int, ...]) -> str:
    """The text of a tile: there are few, and a server writes each of them thousands of times a second."""
    return "-".join("*" if number == WILD else str(number) for number in numbers)


class Tile(NamedTuple):
    """The three numbers of a tile, vertical-rising-falling, written `9-7-8`; `*` marks a wild stripe."""

    vertical: int
    rising: int
    falling: int

    def __str__(self) -> str:
        return tile_text(self)

    @property
    def is_wild(self) -> bool:
        """Whether any stripe is wild."""
        return WILD in self

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read `9-7-8` or `1-*-*`."""
        found = _TEXT.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise NotationError(
                "{given} is not a tile: write its three numbers as vertical-rising-falling, like 9-7-8",
                given=quoted(text),
            )
        return cls(*(WILD if part == "*" else int(part) for part in found.groups()))


@dataclass(frozen=True)
class TileSet(PickledByFields):
    """One of each tile, in a fixed order, with what is printed on them besides their numbers."""

    name: str
    title: str | Message
    tiles: tuple[Tile, ...]
    symbols: Mapping[Tile, str] = field(hash=False)
    bonuses: Mapping[Tile, str] = field(hash=False)
    bonus_points: Mapping[str, int] = field(hash=False)
    colours: Mapping[int, str] = field(hash=False, compare=False)
    """The colour of each stripe, as a name of `partake.draw.palette`."""

    def __repr__(self) -> str:
        return f"<TileSet {self.name}: {len(self.tiles)} tiles>"

    @cached_property
    def index(self) -> Mapping[Tile, int]:
        """The place of each tile in the order."""
        return {tile: i for i, tile in enumerate(self.tiles)}

    def numbers(self, direction: Direction) -> tuple[int, ...]:
        """The numbers that occur in a direction, smallest first."""
        return tuple(sorted({tile[direction] for tile in self.tiles} - {WILD}))

    def only(self, symbol: str) -> TileSet:
        """The tiles that carry this symbol."""
        kept = tuple(tile for tile in self.tiles if self.symbols.get(tile) == symbol)
        whole = message_of(self.title)
        title = (
            Message("{title}, suns only", title=whole) if symbol == SUN else Message("{title}, moons only", title=whole)
        )
        return TileSet(
            f"{self.name}-{symbol}", title, kept, self.symbols, self.bonuses, self.bonus_points, self.colours
        )  # fmt: skip

    def bonus(self, tile: Tile) -> int:
        """What the tile earns when three scoring lines cross it; 0 for a plain tile."""
        kind = self.bonuses.get(tile)
        return self.bonus_points[kind] if kind else 0

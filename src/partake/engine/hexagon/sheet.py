"""A player's board as a value of its own: the tiles before one player, read, written and scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from partake.engine.hexagon.scoring import scores
from partake.engine.notebook import SvgRepr
from partake.engine.outcome import Item, Score
from partake.engine.reading import read_cell, read_tile
from partake.rules.errors import NotationError, quoted
from partake.rules.messages import Message, Plural
from partake.rules.names import special_cells
from partake.rules.pickling import PickledByFields
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


@dataclass(frozen=True)
class Sheet(SvgRepr, PickledByFields):
    """The tiles on a player's board, scrapyard and reserve; `cells` has one entry per position of the variant."""

    variant: Variant
    cells: tuple[Tile | None, ...]
    name: str = ""

    @classmethod
    def of(cls, variant: Variant, tiles: Mapping[str, Tile | str], name: str = "") -> Sheet:
        """A sheet from cell names and tiles, checked; both are read as people write them."""
        if not isinstance(tiles, Mapping):
            raise NotationError("a board is made of cells and their tiles, not of {given}", given=quoted(tiles))
        known = variant.edition.tiles
        placed = [(cell, tile if isinstance(tile, Tile) else read_tile(known, tile)) for cell, tile in tiles.items()]
        return cls(variant, _checked(variant, placed), name)

    def with_(self, **tiles: Tile | str | None) -> Sheet:
        """The same board with other tiles on some cells, checked as a whole: `board.with_(c3="9-7-8", c4=None)`.

        None empties a cell, and a tile takes the place of what lies there.
        """
        changed = {self.variant.positions[position(self.variant, cell)]: tile for cell, tile in tiles.items()}
        found = {**dict(self), **changed}
        return Sheet.of(self.variant, {cell: tile for cell, tile in found.items() if tile is not None}, self.name)

    def __getitem__(self, cell: str) -> Tile | None:
        return self.cells[position(self.variant, cell)]

    def __iter__(self) -> Iterator[tuple[str, Tile]]:
        """Every filled cell with its tile."""
        for name, tile in zip(self.variant.positions, self.cells, strict=True):
            if tile is not None:
                yield name, tile

    def __repr__(self) -> str:
        filled, name = sum(tile is not None for tile in self.cells), f" of {self.name}" if self.name else ""
        return f"<Sheet{name}: {self.variant.edition.name}, {filled} of {len(self.cells)} cells filled>"

    def __str__(self) -> str:
        return "".join(f"{cell} {tile}\n" for cell, tile in self)

    @cached_property
    def score(self) -> Score:
        """What the sheet scores as it stands; for rules that compare players use `score_table`."""
        return score_table([self])[0]

    @property
    def items(self) -> tuple[Item, ...]:
        """The scored things."""
        return self.score.items


def score_table(sheets: Sequence[Sheet]) -> tuple[Score, ...]:
    """The scores of all players of one table, bonuses and penalties between them included."""
    if not sheets:
        return ()
    found = scores(sheets[0].variant, [sheet.cells for sheet in sheets])
    return tuple(Score(sheet.name, items) for sheet, items in zip(sheets, found, strict=True))


def position(variant: Variant, cell: str) -> int:
    """The position of a cell, named in either case."""
    found = variant.index.get(cell, variant.index.get(read_cell(cell))) if isinstance(cell, str) else None
    if found is None:
        raise NotationError(_no_cell(variant, cell).text, edition=variant.edition.name, cell=quoted(cell))
    return found


def _no_cell(variant: Variant, cell: str) -> Message:
    """The sentence about a cell that does not exist: perhaps it is one of a zone that this variant lacks."""
    match str(cell)[:1].lower():
        case "s" if not variant.yard:
            return Message("{edition} has no cell {cell} (this variant has no scrapyard)")
        case "x" if not variant.reserve:
            return Message("{edition} has no cell {cell} (this variant has no reserve)")
    return Message("{edition} has no cell {cell}")


def check_tile(variant: Variant, cell: str, tile: Tile) -> int:
    """The position of a cell, if it exists and may hold this tile."""
    at = position(variant, cell)
    check_in_bag(variant, tile)
    if tile.is_wild and at in variant.targets:
        raise NotationError(
            "{tile} has a wild stripe and may not move to {cell}", tile=tile, cell=variant.positions[at]
        )
    return at


def check_in_bag(variant: Variant, tile: Tile) -> None:
    """Refuse a tile that this is not played with."""
    if tile not in variant.tiles.tiles:
        raise NotationError(_no_tile(variant, tile))


def _no_tile(variant: Variant, tile: Tile) -> Message:
    """The sentence about a tile that is not played with: perhaps it carries the other symbol."""
    count, name = len(variant.tiles.tiles), variant.edition.name
    match variant.edition.tiles.symbols.get(tile):
        case "sun":
            return Plural(
                "{tile} is not one of the {count} tiles of {edition}: it is a sun, and this is played with moons only",
                "{tile} is not one of the {count} tiles of {edition}: it is a sun, and this is played with moons only",
                tile=tile,
                count=count,
                edition=name,
            )
        case "moon":
            return Plural(
                "{tile} is not one of the {count} tiles of {edition}: it is a moon, and this is played with suns only",
                "{tile} is not one of the {count} tiles of {edition}: it is a moon, and this is played with suns only",
                tile=tile,
                count=count,
                edition=name,
            )
    return Plural(
        "{tile} is not one of the {count} tiles of {edition}",
        "{tile} is not one of the {count} tiles of {edition}",
        tile=tile,
        count=count,
        edition=name,
    )


def _checked(variant: Variant, placed: Iterable[tuple[str, Tile]]) -> tuple[Tile | None, ...]:
    cells: list[Tile | None] = [None] * len(variant.positions)
    for cell, tile in placed:
        at = check_tile(variant, cell, tile)
        if tile in cells:
            raise NotationError("{tile} is placed twice", tile=tile)
        if cells[at] is not None:
            raise NotationError("{cell} is filled twice", cell=variant.positions[at])
        cells[at] = tile
    moved = sum(cells[i] is not None for i in (*variant.targets, *variant.reserve))
    if moved > len(variant.reserve):
        raise NotationError(
            Plural(
                "there are {moved} tiles in the reserve and on {cells}, but only {count} can be",
                "there are {moved} tiles in the reserve and on {cells}, but only {count} can be",
                count=len(variant.reserve),
                moved=moved,
                cells=special_cells(variant.edition.reserve.cells if variant.edition.reserve else ""),
            )
        )
    return tuple(cells)

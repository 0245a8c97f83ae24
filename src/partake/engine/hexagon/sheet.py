"""A player's board as a value of its own: the tiles before one player, read, written and scored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from partake.engine.hexagon.scoring import scores
from partake.engine.notebook import SvgRepr
from partake.engine.outcome import Item, Score
from partake.rules.errors import NotationError
from partake.rules.tiles import Tile
from partake.rules.variant import Variant


@dataclass(frozen=True)
class Sheet(SvgRepr):
    """The tiles on a player's board, scrapyard and reserve; `cells` has one entry per position of the variant."""

    variant: Variant
    cells: tuple[Tile | None, ...]
    name: str = ""

    @classmethod
    def of(cls, variant: Variant, tiles: Mapping[str, Tile | str], name: str = "") -> Sheet:
        """A sheet from cell names and tiles, checked."""
        placed = [(cell, Tile.parse(tile) if isinstance(tile, str) else tile) for cell, tile in tiles.items()]
        return cls(variant, _checked(variant, placed), name)

    def __getitem__(self, cell: str) -> Tile | None:
        return self.cells[_position(self.variant, cell)]

    def __iter__(self) -> Iterator[tuple[str, Tile]]:
        """Every filled cell with its tile."""
        for name, tile in zip(self.variant.positions, self.cells, strict=True):
            if tile is not None:
                yield name, tile

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


def parse_sheets(text: str) -> list[tuple[str, dict[str, Tile], dict[str, int]]]:
    """Read boards written as lines `cell tile`, several of them under lines `player NAME`; `#` starts a comment.

    Gives for each player the name, the tiles by cell, and the line each cell stands on.
    """
    found: list[tuple[str, dict[str, Tile], dict[str, int]]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if not words:
            continue
        if words[0] == "player":
            name = " ".join(words[1:])
            if not name:
                raise NotationError(f"line {number}: a name must follow 'player'")
            if any(name == other for other, _, _ in found):
                raise NotationError(f"line {number}: there are two players named {name!r}")
            found.append((name, {}, {}))
            continue
        if not found:
            found.append(("Player 1", {}, {}))
        _add(found[-1][1], found[-1][2], words, number)
    if not found:
        raise NotationError("there is no board: write lines like 'c3 9-7-8'")
    return found


def _add(tiles: dict[str, Tile], lines: dict[str, int], words: list[str], number: int) -> None:
    if len(words) != 2:
        raise NotationError(f"line {number}: write a cell and a tile, like 'c3 9-7-8'")
    cell, text = words
    try:
        tile = Tile.parse(text)
    except NotationError as problem:
        raise NotationError(f"line {number}: {problem}") from None
    if cell in tiles:
        raise NotationError(f"line {number}: {cell} is filled twice, the first time on line {lines[cell]}")
    if tile in tiles.values():
        first = next(lines[other] for other, placed in tiles.items() if placed == tile)
        raise NotationError(f"line {number}: {tile} is placed twice, the first time on line {first}")
    tiles[cell], lines[cell] = tile, number


def read_sheets(variant: Variant, text: str) -> tuple[Sheet, ...]:
    """The boards of a text, checked against the variant; every error names its line."""
    sheets = []
    for name, tiles, lines in parse_sheets(text):
        for cell, tile in tiles.items():
            try:
                _check_one(variant, cell, tile)
            except NotationError as problem:
                raise NotationError(f"line {lines[cell]}: {problem}") from None
        try:
            sheets.append(Sheet.of(variant, tiles, name))
        except NotationError as problem:
            raise NotationError(f"{name}: {problem}") from None
    return tuple(sheets)


def _position(variant: Variant, cell: str) -> int:
    if cell not in variant.index:
        raise NotationError(f"{variant.edition.name} has no cell {cell!r}{_hint(variant, cell)}")
    return variant.index[cell]


def _hint(variant: Variant, cell: str) -> str:
    zones = [("s", "scrapyard", variant.yard), ("x", "reserve", variant.reserve)]
    return next((f" (this variant has no {what})" for c, what, zone in zones if cell[:1] == c and not zone), "")


def _check_one(variant: Variant, cell: str, tile: Tile) -> None:
    position = _position(variant, cell)
    if tile not in variant.tiles.tiles:
        also = variant.edition.tiles.symbols.get(tile)
        reason = f": it is a {also}, and this is played with {variant.options.symbols}s only" if also else ""
        raise NotationError(
            f"{tile} is not one of the {len(variant.tiles.tiles)} tiles of {variant.edition.name}{reason}"
        )
    if tile.is_wild and position in variant.targets:
        raise NotationError(f"{tile} has a wild stripe and may not move to {cell}")


def _checked(variant: Variant, placed: Iterable[tuple[str, Tile]]) -> tuple[Tile | None, ...]:
    cells: list[Tile | None] = [None] * len(variant.positions)
    for cell, tile in placed:
        _check_one(variant, cell, tile)
        if tile in cells:
            raise NotationError(f"{tile} is placed twice")
        cells[variant.index[cell]] = tile
    moved = sum(cells[i] is not None for i in (*variant.targets, *variant.reserve))
    if moved > len(variant.reserve):
        kind = variant.edition.reserve.cells if variant.edition.reserve else ""
        raise NotationError(
            f"there are {moved} tiles in the reserve and on {kind} cells, but only {len(variant.reserve)} can be"
        )
    return tuple(cells)

"""The hexagon grid: axial coordinates, three line directions, boards made of columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property

from partake.rules.pickling import PickledByFields

NEIGHBOUR_OFFSETS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""From a cell to its six neighbours, clockwise from the top."""


class Direction(IntEnum):
    """The three directions in which lines run; also the index of its number on a tile."""

    VERTICAL = 0
    RISING = 1
    FALLING = 2

    def __str__(self) -> str:
        return self.name.lower()

    def key(self, q: int, r: int) -> int:
        """What all cells of one line in this direction have in common."""
        return (q, q + r, r)[self]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell for one tile: its name, where it lies, and the kind of special cell it is, if any."""

    name: str
    q: int
    r: int
    kind: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """All cells of a board along one direction, as indices into the board's cells, end to end."""

    direction: Direction
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Board(PickledByFields):
    """Cells in the order of their names, with the lines and neighbours that follow from where they lie."""

    name: str
    title: str
    cells: tuple[Cell, ...]
    summary: str = field(default="", compare=False)

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The position of each named cell among the cells."""
        return {cell.name: i for i, cell in enumerate(self.cells)}

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """Every line of the board: vertical ones first, then rising, then falling, each from left or top."""
        return tuple(_lines(self.cells))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells that share an edge with it."""
        at = {(cell.q, cell.r): i for i, cell in enumerate(self.cells)}
        return tuple(
            tuple(at[cell.q + dq, cell.r + dr] for dq, dr in NEIGHBOUR_OFFSETS if (cell.q + dq, cell.r + dr) in at)
            for cell in self.cells
        )

    def special(self, kind: str) -> tuple[int, ...]:
        """The cells of one special kind (stamens, orchid cells)."""
        return tuple(i for i, cell in enumerate(self.cells) if cell.kind == kind)

    def __repr__(self) -> str:
        return f"<Board {self.name}: {len(self.cells)} cells>"

    def __hash__(self) -> int:
        return hash((self.name, self.cells))


def _lines(cells: tuple[Cell, ...]) -> Iterator[Line]:
    for direction in Direction:
        rows: dict[int, list[int]] = {}
        for i, cell in enumerate(cells):
            rows.setdefault(direction.key(cell.q, cell.r), []).append(i)
        for key in sorted(rows):
            yield Line(direction, tuple(rows[key]))


def column_cells(columns: Iterable[tuple[int, int, int]], *, prefix: str = "") -> tuple[tuple[str, int, int], ...]:
    """Name the cells of columns given as (q, first r, last r): `a1` is the top of the leftmost column.

    With a prefix the cells are numbered straight through instead: `s1`, `s2`, …, column by column.
    """
    found: list[tuple[str, int, int]] = []
    for letter, (q, first, last) in zip("abcdefghijklmnopqrstuvwxyz", sorted(columns), strict=False):
        for row, r in enumerate(range(first, last + 1), start=1):
            name = f"{prefix}{len(found) + 1}" if prefix else f"{letter}{row}"
            found.append((name, q, r))
    return tuple(found)

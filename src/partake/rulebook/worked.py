"""Worked examples: boards whose points the engine counts, among them those of the rulebooks' own totals.

A picture has a row of text for each column of the board from left to right, its cells from top to bottom; then the
columns of the scrapyard, then a row with the reserve. A dot is an empty cell; rows at the end may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product

from partake.rulebook.model import Case
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.grid import Board, Direction, Line
from partake.rules.messages import Message
from partake.rules.tiles import Tile
from partake.rules.variant import Variant, variant

EMPTY = "."
BEST_BOARDS = 16
"""The number of Classic boards that reach the highest total; a test finds them all (H24)."""


@dataclass(frozen=True)
class Shown:
    """One board of an example, and what is said beneath it."""

    picture: str
    caption: Message | None = None
    is_yard: bool = False
    """Whether the picture has only the scrapyard."""


@dataclass(frozen=True)
class Example:
    """Boards that show a rule at work; they belong to one board and set of tiles, whatever edition uses them."""

    id: str
    place: str
    title: Message
    board: str
    tiles: str
    shown: tuple[Shown, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    """The options that it shows: it is in force where they are."""
    is_table: bool = False
    """Whether the boards are those of one table, so that they are compared."""
    is_sequence: bool = False
    """Whether each board follows from the one before it by a move."""
    is_only_lines: bool = False
    """Whether it is counted without rays and scrapyard, whatever is in force: it is about lines and bonus tiles."""

    def suits(self, case: Case) -> bool:
        """Whether an edition has the board and the tiles, and the options are in force."""
        from partake.rules.catalogue import catalogue  # the package's own data: an operator's may differ

        edition, known = case.edition, catalogue()
        return (
            isinstance(edition, HexagonEdition)
            and edition.board == known.boards[self.board]
            and edition.tiles == known.tile_sets[self.tiles]
            and all(case.has(name, value) for name, value in self.options.items())
        )


def placed(played: Variant, shown: Shown) -> dict[str, str]:
    """The tile on each filled cell of a picture."""
    board = [] if shown.is_yard else _columns(played.board)
    rows = [*board, *(_columns(played.scrapyard) if played.scrapyard else [])]
    rows += [[played.positions[i] for i in played.reserve]]
    found: dict[str, str] = {}
    for names, line in zip(rows, shown.picture.strip().splitlines(), strict=False):
        found |= {name: tile for name, tile in zip(names, line.split(), strict=True) if tile != EMPTY}
    return found


def _columns(board: Board) -> list[list[str]]:
    return [[cell.name for cell in board.cells if cell.q == q] for q in sorted({cell.q for cell in board.cells})]


def only_lines(edition: HexagonEdition, given: Mapping[str, str] | None = None, *, seats: int = 1) -> Variant:
    """The variant in which nothing but lines and bonus tiles counts, as far as the edition offers it."""
    chosen = dict(given or {})
    for name in ("rays", "scrapyard"):
        if "none" in edition.offer.values.get(name, ()):
            chosen[name] = "none"
    return variant(edition, chosen, seats=seats)


def one_of_each(played: Variant) -> dict[str, Tile]:
    """A complete line in each direction, apart from each other, for any board: the longest such lines, each with the
    highest number for which there are tiles. A direction for which no line is left has none."""
    found: dict[str, Tile] = {}
    left = [tile for tile in played.tiles.tiles if not tile.is_wild]
    for line in _apart(played):
        numbers = sorted({tile[line.direction] for tile in left}, reverse=True)
        groups = ([tile for tile in left if tile[line.direction] == number] for number in numbers)
        enough = next((group for group in groups if len(group) >= len(line.cells)), None)
        if enough:
            used = dict(zip((played.positions[i] for i in line.cells), enough, strict=False))
            left = [tile for tile in left if tile not in used.values()]
            found |= used
    return found


def _apart(played: Variant) -> tuple[Line, ...]:
    """Lines of different directions without a common cell: as many as can be, then as long as can be."""
    open_lines = [line for line in played.board.lines if not {*line.cells} & {*played.targets}]
    own = [[(line,) for line in open_lines if line.direction is direction] for direction in Direction]
    choices = (sum(chosen, ()) for chosen in product(*([(), *lines] for lines in own)))
    apart = (chosen for chosen in choices if len({i for line in chosen for i in line.cells}) == _total(chosen))
    return max(apart, key=lambda chosen: (len(chosen), _total(chosen)))


def _total(lines: tuple[Line, ...]) -> int:
    return sum(len(line.cells) for line in lines)


def best_total(case: Case) -> object:
    """What the highest Classic board brings without rays, as the engine counts it."""
    from partake.engine.hexagon.sheet import Sheet

    edition = case.edition
    assert isinstance(edition, HexagonEdition)
    played = only_lines(edition)
    return Sheet.of(played, placed(played, HIGHEST.shown[0])).score.total


def is_classic(edition: Edition) -> bool:
    """Whether an edition has the board and the tiles of Classic."""
    return HIGHEST.suits(Case(edition, variant(edition).options)) if isinstance(edition, HexagonEdition) else False


HIGHEST = Example(
    "H24",
    "scoring",
    Message("A board that nobody can beat"),
    "classic",
    "27",
    (
        Shown(
            """
            5-6-3 5-7-8 5-2-4
            5-6-8 5-7-3 5-2-8 5-6-4
            1-6-4 1-7-8 1-2-3 1-6-8 1-7-4
            9-7-4 9-2-8 9-6-3 9-7-8
            9-2-4 9-6-8 9-7-3
            """
        ),
    ),
    is_only_lines=True,
)
"""The highest Classic board."""

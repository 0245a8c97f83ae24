"""The scoring rules of the hexagon games a second time, slowly and by trial, from the formulas of the rules page alone.

Nothing here comes from the package: cells are names, tiles are texts like `9-7-8`, boards are dictionaries. A score is
a dictionary with the points of each kind, so that a difference shows where it lies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

Cell = tuple[int, int]
Sheet = Mapping[str, str]
Points = dict[str, Fraction]

NEIGHBOURS = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)]
WINDOW = range(-9, 10)


def hexagon(side: int) -> set[Cell]:
    return {(q, r) for q, r in product(WINDOW, WINDOW) if max(abs(q), abs(r), abs(q + r)) < side}


STAMEN_CELLS = [(0, 0), (2, 1), (-1, 3)]
ORCHID_CELLS = {"A": (5, -2), "B": (2, -2), "C": (2, 1)}
CELLS: dict[str, set[Cell]] = {
    "classic": hexagon(3),
    "daffodil": {(q + dq, r + dr) for q, r in STAMEN_CELLS for dq, dr in [*NEIGHBOURS, (0, 0)]},
    "nexus": hexagon(4),
    "orchid": {(q, r) for q, r in product(WINDOW, WINDOW) if 0 <= q <= 5 and -4 <= r <= 1 and 0 <= q + r <= 5},
}
SCRAPYARD = hexagon(2)


def names(cells: set[Cell]) -> dict[str, Cell]:
    columns = sorted({q for q, _ in cells})
    rows = {q: sorted(r for other, r in cells if other == q) for q in columns}
    return {f"{chr(97 + i)}{j}": (q, r) for i, q in enumerate(columns) for j, r in enumerate(rows[q], start=1)}


NAMES = {board: names(cells) for board, cells in CELLS.items()}
YARD_NAMES = {f"s{i}": cell for i, cell in enumerate(sorted(SCRAPYARD), start=1)}


class Line(NamedTuple):
    direction: int
    cells: frozenset[str]


def lines(named: Mapping[str, Cell]) -> list[Line]:
    found = set()
    for direction in range(3):
        for q, r in named.values():
            same = (q, q + r, r)[direction]
            found.add(Line(direction, frozenset(n for n, (a, b) in named.items() if (a, a + b, b)[direction] == same)))
    return sorted(found, key=lambda line: (line.direction, sorted(line.cells)))


LINES = {board: lines(named) for board, named in NAMES.items()}
YARD_LINES = lines(YARD_NAMES)

SMALL = ((1, 5, 9), (2, 6, 7), (3, 4, 8))
LARGE = ((1, 4, 9, 12), (2, 6, 7, 11), (3, 5, 8, 10))
NUMBERS = {"classic": SMALL, "daffodil": SMALL, "nexus": LARGE, "orchid": LARGE}
WILDCARDS = ("*-*-*", "1-*-*", "*-2-*", "*-*-3")
GOLD = ("1-2-3", "4-6-5", "9-7-8", "12-11-10")
SILVER = ("1-6-8", "4-7-10", "9-11-3", "12-2-5", "1-11-8", "4-2-10", "9-6-3", "12-7-5")


def symbol(edition: str, tile: str) -> str:
    """Sun or moon; wildcards have neither."""
    if "*" in tile:
        return ""
    places = [group.index(int(part)) for group, part in zip(NUMBERS[edition], tile.split("-"), strict=True)]
    return "moon" if sum(places) % 2 else "sun"


def tiles(edition: str, symbols: str = "both") -> list[str]:
    every = ["-".join(map(str, numbers)) for numbers in product(*NUMBERS[edition])]
    every += WILDCARDS if edition == "daffodil" else ()
    return [tile for tile in every if symbols in ("both", symbol(edition, tile))]


class Scored(NamedTuple):
    line: Line
    cells: frozenset[str]
    number: int

    @property
    def points(self) -> int:
        return len(self.cells) * self.number


def needed(edition: str, line: Line, sheet: Sheet) -> frozenset[str]:
    """The cells of a line that must hold a tile: all, but for orchid cells that are empty."""
    spare = {n for n, cell in NAMES["orchid"].items() if cell in ORCHID_CELLS.values()} if edition == "orchid" else ()
    return frozenset(cell for cell in line.cells if cell in sheet or cell not in spare)


def scoring(edition: str, every: Iterable[Line], sheet: Sheet) -> list[Scored]:
    found = []
    for line in every:
        cells = needed(edition, line, sheet)
        if not all(cell in sheet for cell in cells):
            continue
        stripes = {sheet[cell].split("-")[line.direction] for cell in cells}
        fits = [n for n in NUMBERS[edition][line.direction] if stripes <= {str(n), "*"}]
        if fits:
            found.append(Scored(line, cells, max(fits)))
    return found


def bonuses(sheet: Sheet, cells: Iterable[str], lines: Sequence[Scored]) -> list[tuple[str, int]]:
    """The kind and points of each bonus tile that earns something."""
    found = []
    for cell in cells:
        tile = sheet.get(cell, "")
        full = 80 if tile in GOLD else 40 if tile in SILVER else 0
        crossed = len([line for line in lines if cell in line.cells])
        points = {3: full, 2: full // 2}.get(crossed, 0)
        if points:
            found.append(("gold" if tile in GOLD else "silver", points))
    return found


def rays(edition: str, sheet: Sheet) -> list[tuple[str, Line, int]]:
    """Symbol, line and length of every ray."""
    found = []
    for line, kind in product(LINES[edition], ("sun", "moon")):
        cells = needed(edition, line, sheet)
        if all(cell in sheet and symbol(edition, sheet[cell]) == kind for cell in cells):
            found.append((kind, line, len(cells)))
    return found


def scrapyard_value(sheet: Sheet) -> int:
    scored = scoring("nexus", YARD_LINES, sheet)
    earned = bonuses(sheet, YARD_NAMES, scored)
    silver = [points for kind, points in earned if kind == "silver"]
    gold = [points for kind, points in earned if kind == "gold"]
    return max(_best([line.points for line in scored], 3), _best(silver, 2), _best(gold, 1))


def _best(values: Sequence[int], most: int) -> int:
    """The greatest sum of so many values, by trying all choices."""
    return max(sum(chosen) for chosen in combinations(values, min(most, len(values))))


def totals(edition: str, sheets: Sequence[Sheet], *, rays: str = "none", scrapyard: str = "none") -> list[Points]:
    """The points of each player by kind; all kinds together are the total."""
    found = [_own(edition, sheet, rays) for sheet in sheets]
    if rays == "best":
        _award_best_rays(edition, sheets, found)
    if scrapyard != "none":
        _charge_scrapyards([scrapyard_value(sheet) for sheet in sheets], found, scrapyard)
    return found


def _own(edition: str, sheet: Sheet, rule: str) -> Points:
    scored = scoring(edition, LINES[edition], sheet)
    earned = bonuses(sheet, NAMES[edition], scored) if edition in ("nexus", "orchid") else []
    found = rays(edition, sheet)
    ray_points = 0
    if rule == "each":
        ray_points = sum(length * (7 if kind == "sun" else 6) for kind, _, length in found)
    if rule == "longest":
        ray_points = 10 * max([length for _, _, length in found], default=0)
    return {
        "line": Fraction(sum(line.points for line in scored)),
        "bonus": Fraction(sum(points for _, points in earned)),
        "ray": Fraction(ray_points),
        "best-ray": Fraction(0),
        "penalty": Fraction(0),
    }


def _award_best_rays(edition: str, sheets: Sequence[Sheet], found: list[Points]) -> None:
    for kind in ("sun", "moon"):
        claims: list[tuple[int, int, int]] = []
        for player, sheet in enumerate(sheets):
            on_lines = {scored.line: scored.points for scored in scoring(edition, LINES[edition], sheet)}
            claims += [
                (length, on_lines[line], player)
                for symbol, line, length in rays(edition, sheet)
                if symbol == kind and line in on_lines
            ]
        winners = {player for length, points, player in claims if (length, points) == max(claims)[:2]}
        for player in winners:
            found[player]["best-ray"] += Fraction(60, len(winners))


def _charge_scrapyards(values: Sequence[int], found: list[Points], rule: str) -> None:
    if rule == "threshold":
        losers = [player for player, value in enumerate(values) if value < 60]
    else:
        worst = min(values) if rule == "lowest" else max(values)
        losers = [player for player, value in enumerate(values) if value == worst]
    for player in losers:
        found[player]["penalty"] -= Fraction(60, 1 if rule == "threshold" else len(losers))

"""Scoring of the hexagon family: from the tiles before each player to a list of items with their reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from partake.engine.outcome import Item, share
from partake.rules.grid import Direction, Line
from partake.rules.tiles import GOLD, MOON, SILVER, SUN, WILD, Tile
from partake.rules.variant import Variant

if TYPE_CHECKING:
    from fractions import Fraction

Cells = Sequence[Tile | None]
"""What lies on each position of a variant."""


class ScoringLine(NamedTuple):
    """A line that scores: where its tiles lie and the number they share."""

    direction: Direction
    cells: tuple[int, ...]
    number: int


def scores(variant: Variant, sheets: Sequence[Cells]) -> tuple[tuple[Item, ...], ...]:
    """Every player's items, those that compare the players of the table included."""
    items = [own_items(variant, cells) for cells in sheets]
    if variant.options.rays == "best":
        _add_best_rays(variant, sheets, items)
    if variant.scrapyard is not None:
        _add_scrapyards(variant, sheets, items)
    return tuple(tuple(found) for found in items)


def own_items(variant: Variant, cells: Cells) -> list[Item]:
    """The lines, bonus tiles and rays that depend on no other sheet."""
    lines = scoring_lines(variant, variant.board.lines, cells)
    items = [_line_item(variant, line) for line in lines]
    items += _bonus_items(variant, cells, lines, range(len(variant.board.cells)))
    if variant.options.rays == "each":
        items += [_ray_item(variant, ray, symbol) for symbol, ray in rays(variant, cells)]
    elif variant.options.rays == "longest":
        found = max(rays(variant, cells), key=lambda ray: len(ray[1].cells), default=None)
        items += [_ray_item(variant, found[1], found[0])] if found else []
    return items


def scoring_lines(variant: Variant, lines: Iterable[Line], cells: Cells) -> list[ScoringLine]:
    """The complete lines of one number, wild stripes counting as what the line needs (H22, H23, H42)."""
    found = []
    for line in lines:
        filled = complete(variant, line, cells)
        numbers = {tile[line.direction] for _, tile in filled}
        numbers.discard(WILD)
        if filled and len(numbers) <= 1:
            number = numbers.pop() if numbers else variant.tiles.numbers(line.direction)[-1]
            found.append(ScoringLine(line.direction, tuple(i for i, _ in filled), number))
    return found


def complete(variant: Variant, line: Line, cells: Cells) -> list[tuple[int, Tile]]:
    """A line's tiles with their positions, or nothing if one is missing where the line cannot do without."""
    filled: list[tuple[int, Tile]] = []
    for i in line.cells:
        tile = cells[i]
        if tile is not None:
            filled.append((i, tile))
        elif i not in variant.skips_empty:
            return []
    return filled


def rays(variant: Variant, cells: Cells) -> Iterator[tuple[str, Line]]:
    """The lines made only of suns or only of moons, as their tiles' positions (H28, H44)."""
    symbols = variant.tiles.symbols
    for line in variant.board.lines:
        filled = complete(variant, line, cells)
        kinds = {symbols.get(tile) for _, tile in filled}
        if len(kinds) == 1 and (symbol := kinds.pop()) is not None:
            yield symbol, Line(line.direction, tuple(i for i, _ in filled))


def scrapyard_item(variant: Variant, cells: Cells) -> Item:
    """A scrapyard's value and what it is made of: the best three lines, two silvers or one gold (H36)."""
    lines = scoring_lines(variant, variant.yard_lines, cells)
    bonuses = _bonus_items(variant, cells, lines, variant.yard)
    choices = (
        _best((_line_item(variant, line) for line in lines), 3),
        _best((item for item in bonuses if item.bonus == SILVER), 2),
        _best((item for item in bonuses if item.bonus == GOLD), 1),
    )
    parts = max(choices, key=_sum)
    return Item(kind="scrapyard", points=0, value=_sum(parts), parts=parts)


def _best(items: Iterable[Item], most: int) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda item: item.points, reverse=True)[:most])


def _sum(items: Iterable[Item]) -> int:
    return int(sum(item.points for item in items))


def _names(variant: Variant, cells: Iterable[int]) -> tuple[str, ...]:
    return tuple(variant.positions[i] for i in cells)


def _line_item(variant: Variant, line: ScoringLine) -> Item:
    return Item(
        kind="line",
        points=len(line.cells) * line.number,
        cells=_names(variant, line.cells),
        direction=line.direction,
        number=line.number,
    )


def _bonus_items(variant: Variant, cells: Cells, lines: Sequence[ScoringLine], zone: range) -> list[Item]:
    """Bonus tiles crossed by three scoring lines, or by two for half (H34)."""
    if not variant.tiles.bonuses:
        return []
    found = []
    for i in zone:
        tile = cells[i]
        if tile is None or not (full := variant.tiles.bonus(tile)):
            continue
        crossed = sum(i in line.cells for line in lines)
        if crossed >= 2:
            points = full if crossed == 3 else full // 2
            kind = variant.tiles.bonuses[tile]
            names = (variant.positions[i],)
            found.append(Item(kind="bonus", points=points, cells=names, tile=tile, bonus=kind, crossed=crossed))
    return found


def _ray_item(variant: Variant, ray: Line, symbol: str) -> Item:
    points = variant.edition.points
    each = points.sunray if symbol == SUN else points.moonray
    per_tile = points.longest_ray if variant.options.rays == "longest" else each
    names = _names(variant, ray.cells)
    return Item(kind="ray", points=len(names) * per_tile, cells=names, direction=ray.direction, symbol=symbol)


def _add_best_rays(variant: Variant, sheets: Sequence[Cells], items: list[list[Item]]) -> None:
    """The table's best sunray and best moonray on scoring lines; equal ones share (H29)."""
    bonus = variant.edition.points.best_ray
    for symbol in (SUN, MOON):
        best = [_best_ray(variant, cells, symbol) for cells in sheets]
        record = max(((len(line.cells), line.number) for line in best if line), default=None)
        winners = [i for i, line in enumerate(best) if line and (len(line.cells), line.number) == record]
        for i in winners:
            line = best[i]
            if line is not None:
                items[i].append(
                    Item(
                        kind="best-ray",
                        points=share(bonus, len(winners)),
                        cells=_names(variant, line.cells),
                        direction=line.direction,
                        number=line.number,
                        symbol=symbol,
                        shared=len(winners),
                    )
                )


def _best_ray(variant: Variant, cells: Cells, symbol: str) -> ScoringLine | None:
    """A player's best ray of one symbol among the scoring lines: the longest, then the one worth most."""
    across = {(ray.direction, ray.cells) for kind, ray in rays(variant, cells) if kind == symbol}
    lines = scoring_lines(variant, variant.board.lines, cells)
    found = [line for line in lines if (line.direction, line.cells) in across]
    return max(found, key=lambda line: (len(line.cells), line.number), default=None)


def _add_scrapyards(variant: Variant, sheets: Sequence[Cells], items: list[list[Item]]) -> None:
    """Each scrapyard's value, and the penalty for those who must pay it (H36, H37, H38)."""
    points, rule = variant.edition.points, variant.options.scrapyard
    yards = [scrapyard_item(variant, cells) for cells in sheets]
    values = [item.value or 0 for item in yards]
    if rule == "threshold":
        paying = [value < points.scrapyard_threshold for value in values]
        due: int | Fraction = points.scrapyard_penalty
        shared = 1
    else:
        worst = min(values) if rule == "lowest" else max(values)
        paying = [value == worst for value in values]
        shared = sum(paying)
        due = share(points.scrapyard_penalty, shared)
    for found, yard, pays in zip(items, yards, paying, strict=True):
        found.append(yard)
        if pays:
            found.append(Item(kind="penalty", points=-due, value=yard.value, shared=shared))

"""What the tiles before each player of a table earn: the one place where points of hexagon boards are counted.

Everything here is plain data, so that PScript can turn this module and `line_rule.py` into JavaScript
(`tools/page_scripts.py`), by which the pages for the cardboard table count without a network. That asks for functions
over numbers, texts, lists and dictionaries with text keys; no classes, generators, sets, star arguments, `sum` or
`sorted`; `None` is compared by `is`. What only describes types is left out of the script.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from partake.engine.hexagon.line_rule import line_number


class LineRule(TypedDict):
    """A line of a board: its direction, and its positions from end to end."""

    direction: int
    cells: list[int]


class Rules(TypedDict):
    """All that counting needs to know of a variant; made by `counting_rules.py`."""

    positions: list[str]
    """The name of every position: board, then scrapyard, then reserve."""
    board: list[int]
    yard: list[int]
    lines: list[LineRule]
    yard_lines: list[LineRule]
    skips: list[bool]
    tiles: list[list[int]]
    symbols: list[str | None]
    bonuses: list[str | None]
    bonus_points: list[int]
    highest: list[int]
    """The highest number of each direction, for lines of wild stripes alone."""
    rays: str
    ray_points: dict[str, int]
    best_ray: int
    scrapyard: str
    threshold: int
    penalty: int


class Counted(TypedDict):
    """One scored thing; what it earned is its points, divided among as many players as share them."""

    kind: str
    points: int
    shared: int
    cells: list[int]
    direction: int | None
    number: int | None
    symbol: str | None
    tile: int | None
    bonus: str | None
    crossed: int | None
    value: int | None
    parts: list[Counted]


Tiles = Sequence[int]
"""For every position the index of its tile, or less than 0."""


def count(rules: Rules, sheets: Sequence[Tiles]) -> list[list[Counted]]:
    """Every player's items, those that compare the players of the table included."""
    found = [own_items(rules, sheet) for sheet in sheets]
    if rules["rays"] == "best":
        _add_best_rays(rules, sheets, found)
    if rules["scrapyard"] != "none":
        _add_scrapyards(rules, sheets, found)
    return found


def own_items(rules: Rules, sheet: Tiles) -> list[Counted]:
    """The lines, bonus tiles and rays that depend on no other sheet."""
    found = scoring_lines(rules, rules["lines"], sheet)
    for item in _bonuses(rules, rules["board"], found, sheet):
        found.append(item)
    if rules["rays"] == "each":
        for ray in _rays(rules, rules["lines"], sheet):
            found.append(ray)
    if rules["rays"] == "longest":
        longest = None
        for ray in _rays(rules, rules["lines"], sheet):
            if longest is None or len(ray["cells"]) > len(longest["cells"]):
                longest = ray
        if longest is not None:
            found.append(longest)
    return found


def scoring_lines(rules: Rules, lines: Sequence[LineRule], sheet: Tiles) -> list[Counted]:
    """The complete lines of one number: length times number."""
    found: list[Counted] = []
    for line in lines:
        direction = line["direction"]
        highest = rules["highest"][direction]
        number = line_number(direction, line["cells"], sheet, rules["tiles"], rules["skips"], highest)
        if number > 0:
            cells = _filled(line, sheet)
            item = _item("line", len(cells) * number, cells)
            item["direction"] = direction
            item["number"] = number
            found.append(item)
    return found


def scrapyard(rules: Rules, sheet: Tiles) -> Counted:
    """A scrapyard's value and what it is made of: the best three lines, two silvers or one gold (H36)."""
    lines = scoring_lines(rules, rules["yard_lines"], sheet)
    bonuses = _bonuses(rules, rules["yard"], lines, sheet)
    parts = _best(lines, 3)
    for other in [_best(_of_kind(bonuses, "silver"), 2), _best(_of_kind(bonuses, "gold"), 1)]:
        if _total(other) > _total(parts):
            parts = other
    item = _item("scrapyard", 0, [])
    item["value"] = _total(parts)
    item["parts"] = parts
    return item


def _item(kind: str, points: int, cells: list[int]) -> Counted:
    return {
        "kind": kind,
        "points": points,
        "shared": 1,
        "cells": cells,
        "direction": None,
        "number": None,
        "symbol": None,
        "tile": None,
        "bonus": None,
        "crossed": None,
        "value": None,
        "parts": [],
    }


def _filled(line: LineRule, sheet: Tiles) -> list[int]:
    return [at for at in line["cells"] if sheet[at] >= 0]


def _bonuses(rules: Rules, zone: Sequence[int], lines: Sequence[Counted], sheet: Tiles) -> list[Counted]:
    """Bonus tiles crossed by three scoring lines, or by two for half (H34)."""
    found: list[Counted] = []
    for at in zone:
        tile = sheet[at]
        if tile >= 0 and rules["bonus_points"][tile] > 0:
            crossed = 0
            for line in lines:
                if at in line["cells"]:
                    crossed += 1
            if crossed >= 2:
                full = rules["bonus_points"][tile]
                item = _item("bonus", full if crossed == 3 else full // 2, [at])
                item["tile"] = tile
                item["bonus"] = rules["bonuses"][tile]
                item["crossed"] = crossed
                found.append(item)
    return found


def _rays(rules: Rules, lines: Sequence[LineRule], sheet: Tiles) -> list[Counted]:
    """The complete lines made only of suns or only of moons, whatever their stripes (H28, H35, H44)."""
    found: list[Counted] = []
    for line in lines:
        symbol = _ray_symbol(rules, line, sheet)
        if symbol is not None:
            cells = _filled(line, sheet)
            item = _item("ray", len(cells) * rules["ray_points"][symbol], cells)
            item["direction"] = line["direction"]
            item["symbol"] = symbol
            found.append(item)
    return found


def _ray_symbol(rules: Rules, line: LineRule, sheet: Tiles) -> str | None:
    found = None
    for at in line["cells"]:
        tile = sheet[at]
        if tile < 0:
            if rules["skips"][at] is False:
                return None
        else:
            symbol = rules["symbols"][tile]
            if symbol is None or (found is not None and found != symbol):
                return None
            found = symbol
    return found


def _add_best_rays(rules: Rules, sheets: Sequence[Tiles], found: list[list[Counted]]) -> None:
    """The table's best sunray and best moonray on scoring lines; equal ones share (H29)."""
    for symbol in ["sun", "moon"]:
        rays = [_best_ray(rules, sheet, symbol) for sheet in sheets]
        best = None
        for ray in rays:
            if ray is not None and (best is None or _is_better(ray, best)):
                best = ray
        winners = 0
        for ray in rays:
            if ray is not None and best is not None and not _is_better(best, ray):
                winners += 1
        for seat in range(len(rays)):
            ray = rays[seat]
            if ray is not None and best is not None and not _is_better(best, ray):
                item = _item("best-ray", rules["best_ray"], ray["cells"])
                item["shared"] = winners
                item["direction"] = ray["direction"]
                item["number"] = ray["number"]
                item["symbol"] = symbol
                found[seat].append(item)


def _best_ray(rules: Rules, sheet: Tiles, symbol: str) -> Counted | None:
    """A player's best ray of one symbol among the scoring lines: the longest, then the one worth most."""
    best = None
    for line in scoring_lines(rules, rules["lines"], sheet):
        own: LineRule = {"direction": 0, "cells": line["cells"]}
        if _ray_symbol(rules, own, sheet) == symbol and (best is None or _is_better(line, best)):
            best = line
    return best


def _is_better(ray: Counted, other: Counted) -> bool:
    if len(ray["cells"]) > len(other["cells"]):
        return True
    return len(ray["cells"]) == len(other["cells"]) and ray["points"] > other["points"]


def _add_scrapyards(rules: Rules, sheets: Sequence[Tiles], found: list[list[Counted]]) -> None:
    """Each scrapyard's value, and the penalty for those who must pay it (H36, H37, H38)."""
    yards = [scrapyard(rules, sheet) for sheet in sheets]
    values = [_total(yard["parts"]) for yard in yards]
    worst = rules["threshold"]
    if rules["scrapyard"] == "lowest" or rules["scrapyard"] == "passed":
        worst = values[0]
        for value in values:
            if (value < worst) if rules["scrapyard"] == "lowest" else (value > worst):
                worst = value
    paying = [value < worst if rules["scrapyard"] == "threshold" else value == worst for value in values]
    shared = 1
    if rules["scrapyard"] != "threshold":
        shared = len([pays for pays in paying if pays])
    for seat in range(len(yards)):
        found[seat].append(yards[seat])
        if paying[seat]:
            item = _item("penalty", -rules["penalty"], [])
            item["shared"] = shared
            item["value"] = values[seat]
            found[seat].append(item)


def _of_kind(items: Sequence[Counted], bonus: str) -> list[Counted]:
    return [item for item in items if item["bonus"] == bonus]


def _best(items: Sequence[Counted], most: int) -> list[Counted]:
    """The items with the most points, at most so many; of equal ones the first."""
    left = [item for item in items]  # noqa: C416 (a copy that the compiler understands)
    found: list[Counted] = []
    while len(left) > 0 and len(found) < most:
        best = 0
        for i in range(len(left)):
            if left[i]["points"] > left[best]["points"]:
                best = i
        found.append(left[best])
        left = [left[i] for i in range(len(left)) if i != best]
    return found


def _total(items: Sequence[Counted]) -> int:
    total = 0
    for item in items:
        total += item["points"]
    return total

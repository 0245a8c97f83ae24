"""What a picture shows, in words, for those who do not see it."""

from __future__ import annotations

from collections.abc import Sequence

from partake.draw.svg.frame import MOST_OTHERS, amount
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Item, Score
from partake.rules.messages import said


def sheet_words(sheet: Sheet, *, is_scored: bool) -> str:
    """The tiles by cell, and what they score."""
    return " ".join([_tiles(sheet), *([_items(sheet.score)] if is_scored else [])])


def view_words(view: HexagonView, seat: int, *, is_scored: bool) -> str:
    """The call, the own board by cell, what it scores, and how the others stand."""
    names, found = view.setup.names, []
    if view.called:
        found.append(f"Called: {', '.join(map(str, view.called))}.")
    if view.hand:
        found.append(f"Still to place: {', '.join(map(str, view.hand))}.")
    found.append(f"{names[seat - 1]}: {_tiles(view.sheets[seat - 1])}")
    if is_scored:
        found.append(_items(view.scores[seat - 1]))
    if view.latest[seat - 1]:
        found.append(f"Latest: {', '.join(view.latest[seat - 1])}.")
    others = [other for other in range(1, len(names) + 1) if other != seat]
    for other in others[:MOST_OTHERS]:
        filled = sum(tile is not None for tile in view.cells[other - 1])
        points = f", {amount(view.scores[other - 1].total)} points" if is_scored else ""
        found.append(f"{names[other - 1]}: {filled} tiles{points}.")
    if len(others) > MOST_OTHERS:
        found.append(f"And {len(others) - MOST_OTHERS} more players.")
    if view.outcome:
        found.append(f"{said(view.outcome)}.")
    return " ".join(found)


def _tiles(sheet: Sheet) -> str:
    placed = [f"{cell} {tile}" for cell, tile in sheet]
    return f"{len(placed)} tiles: {', '.join(placed)}." if placed else "No tiles."


def _items(score: Score) -> str:
    return f"{_reasons(score.items)}Total {amount(score.total)}."


def _reasons(items: Sequence[Item]) -> str:
    told = [
        str(item) if item.kind != "scrapyard" else item.reason
        for item in items
        if item.points or item.value is not None
    ]
    return f"Scored: {'; '.join(told)}. " if told else ""

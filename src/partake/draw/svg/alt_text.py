"""What a picture shows, in words, for those who do not see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from partake.draw.svg.frame import MOST_OTHERS, amount
from partake.engine.hexagon.sheet import Sheet
from partake.engine.hexagon.view import HexagonView
from partake.engine.outcome import Score
from partake.rules.messages import SEMICOLON, Joined, Message, Plural, said
from partake.rules.names import shown_name

if TYPE_CHECKING:
    from fractions import Fraction


def sheet_words(sheet: Sheet, *, is_scored: bool, score: Score | None = None) -> str:
    """The tiles by cell, and what they score: by themselves, or as it was counted for the whole table."""
    return _said([_tiles(sheet), *(_items(score or sheet.score) if is_scored else ())])


def view_words(view: HexagonView, seat: int, *, is_scored: bool) -> str:
    """The call, the own board by cell, what it scores, and how the others stand."""
    names: list[Message] = list(map(shown_name, view.setup.names))
    found: list[Message] = []
    if view.called:
        found.append(Message("Called: {tiles}.", tiles=Joined(view.called)))
    if view.hand:
        found.append(Message("Still to place: {tiles}.", tiles=Joined(view.hand)))
    found.append(Message("{name}: {told}", name=names[seat - 1], told=_tiles(view.sheets[seat - 1])))
    if is_scored:
        found += _items(view.scores[seat - 1])
    if view.latest[seat - 1]:
        found.append(Message("Latest: {cells}.", cells=Joined(view.latest[seat - 1])))
    others = [other for other in range(1, len(names) + 1) if other != seat]
    for other in others[:MOST_OTHERS]:
        filled = Plural("{count} tiles", "{count} tiles", count=sum(tile is not None for tile in view.cells[other - 1]))
        if is_scored:
            points = points_of(view.scores[other - 1].total)
            found.append(Message("{name}: {tiles}, {points}.", name=names[other - 1], tiles=filled, points=points))
        else:
            found.append(Message("{name}: {tiles}.", name=names[other - 1], tiles=filled))
    if len(others) > MOST_OTHERS:
        more = len(others) - MOST_OTHERS
        found.append(Plural("And {count} more players.", "And {count} more players.", count=more))
    if view.outcome:
        found.append(Message("{outcome}.", outcome=view.outcome))
    return _said(found)


def points_of(total: int | Fraction) -> Message:
    """Points as they are printed, with their unit."""
    return Plural("{amount} points", "{amount} points", count=abs(int(total)), amount=amount(total))


def _said(sentences: Iterable[Message]) -> str:
    return " ".join(map(said, sentences))


def _tiles(sheet: Sheet) -> Message:
    placed = [f"{cell} {tile}" for cell, tile in sheet]
    if not placed:
        return Message("No tiles.")
    return Plural("{count} tiles: {tiles}.", "{count} tiles: {tiles}.", count=len(placed), tiles=", ".join(placed))


def _items(score: Score) -> Iterator[Message]:
    told = [
        Message("{reason}: {points}", reason=item.message, points=item.points)
        if item.kind != "scrapyard"
        else item.message
        for item in score.items
        if item.points or item.value is not None
    ]
    if told:
        yield Message("Scored: {items}.", items=Joined(told, SEMICOLON))
    yield Message("Total {points}.", points=amount(score.total))

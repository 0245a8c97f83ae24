"""Scores in words: every point with its reason, and who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from partake.draw.text.canvas import columns
from partake.engine.outcome import Item, Outcome, Score
from partake.rules.errors import printable
from partake.rules.messages import Message, said
from partake.rules.names import shown_name

WIDTH = 60
"""The width of a score sheet, in columns."""

NOTHING = Message("nothing that scores")
"""What stands for items where there are none."""
IN_ALL = {"points": Message("points in all"), "markers": Message("markers in all")}
"""The last line of a score sheet, by what is counted."""


def explain(scores: Sequence[Score], *, unit: str = "points", games: int = 1) -> str:
    """The items of each player and their total; in a match of several games, game by game."""
    return "\n\n".join("\n".join(_score(score, unit, games)) for score in scores)


def verdict(outcome: Outcome) -> str:
    """Who won, with all totals."""
    return printable(said(outcome))


def _score(score: Score, unit: str, games: int) -> Iterator[str]:
    yield printable(said(shown_name(score.name)))
    for number in range(1, games + 1):
        one = score.of_round(number) if games > 1 else score
        if games > 1:
            yield f"  {said(Message('game {number}', number=number))}"
        for item in one.items:
            yield from _item(item)
        if not one.items:
            yield f"  {said(NOTHING)}"
        if games > 1:
            yield row(f"  {said(Message('game {number} together', number=number))}", said(one.total))
    yield row(f"  {said(IN_ALL[unit])}", said(score.total))


def _item(item: Item) -> Iterator[str]:
    if item.kind == "scrapyard":  # its value counts only against the penalty
        yield "  " + said(Message("{what}:", what=item.message) if item.parts else item.message)
        for part in item.parts:
            yield "    " + said(Message("{reason}: {points}", reason=part.message, points=part.points))
        return
    yield row(f"  {said(item.message)}", said(item.points))


def row(words: str, points: str) -> str:
    """A line of a score sheet: what, dots, and the points."""
    dots = "." * max(2, WIDTH - columns(words) - len(points) - 2)
    return f"{words} {dots} {points}"

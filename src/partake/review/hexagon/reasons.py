"""Why a move was good or bad: what it completes, breaks or makes unlikely, compared with the best move."""

from __future__ import annotations

from dataclasses import dataclass

from partake.bots.hexagon.prospects import Key, Prospect, Prospects
from partake.engine.hexagon.state import Cells
from partake.review.hexagon.clauses import CLAUSES, THE_SCRAPYARD
from partake.review.hexagon.model import GAINS, HANDED, Option, Reason
from partake.review.model import likely, points
from partake.rules.messages import Message, Sentence
from partake.rules.variant import Variant

LEAST = 1.0
"""A smaller change of the expected points is no reason."""
MOST = 2
"""The number of reasons given that speak for the grade."""
FEW = 1
"""The number of reasons given that speak against it."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The prospects before a move, after it and after the best one."""

    cell: str | Message
    best: str | Message
    before: Prospects
    after: Prospects
    better: Prospects


def named(option: Option, other: Option) -> str | Message:
    """Where a placement puts its tile, beside another one; with the tile if that differs."""
    is_scrapped = option.cell == HANDED
    if option.tile == other.tile:
        return THE_SCRAPYARD if is_scrapped else option.cell
    if is_scrapped:
        return Message("{tile} on the scrapyard", tile=option.tile)
    return Message("{tile} on {cell}", tile=option.tile, cell=option.cell)


def position_of(variant: Variant, cells: Cells, option: Option) -> int:
    """The position that a placement fills."""
    if option.cell == HANDED:  # the neighbour chooses the cell; any of them stands for it
        return next(i for i in variant.yard if cells[i] is None)
    return variant.index[option.cell]


def reasons(seen: Compared) -> tuple[Reason, ...]:
    """The lines, rays and bonus tiles that matter most; for the best move itself, what it changed."""
    is_best = seen.cell == seen.best
    ranked = sorted(_changes(seen), key=lambda found: -abs(found[0]))
    lost = [reason for change, reason in ranked if change < 0]
    won = [reason for change, reason in ranked if change > 0]
    first, second = (won, lost) if is_best else (lost, won)
    return (*first[:MOST], *second[:FEW])


def in_words(seen: Compared, found: tuple[Reason, ...]) -> Sentence:
    """The reasons as a sentence."""
    told = [reason.words for reason in found]
    if seen.cell == seen.best:
        return Sentence(told or [Message("nothing promises more")])
    if all(reason.change in GAINS for reason in found):
        told.insert(0, _room(seen.best))
    return Sentence(told)


def _room(best: str | Message) -> Message:
    if best == THE_SCRAPYARD:
        return Message("no single line decides it, but the scrapyard leaves more room for what may come")
    return Message("no single line decides it, but {best} leaves more room for what may come", best=best)


def _changes(seen: Compared) -> list[tuple[float, Reason]]:
    """Everything that the move changed, with the points to expect that it won or lost by it."""
    is_best = seen.cell == seen.best
    before, after = seen.before.listed, seen.after.listed
    other = before if is_best else seen.better.listed
    found = []
    for key in {**other, **after}:
        change = _worth(after.get(key)) - _worth(other.get(key))
        if abs(change) > LEAST:
            reason = _reason(seen, key, before.get(key), after.get(key), other.get(key))
            found += [(change, reason)] if reason.kind != "bonus" or _differs(reason, is_best=is_best) else []
    return found


def _differs(reason: Reason, *, is_best: bool) -> bool:
    """Whether the change can be seen in what is told."""
    return likely(reason.after) != likely(reason.before if is_best else reason.better)


def _reason(
    seen: Compared, key: Key, before: Prospect | None, after: Prospect | None, other: Prospect | None
) -> Reason:
    is_loss = _worth(after) < _worth(other)
    shown = (other if is_loss else after) or before
    if shown is None:
        raise ValueError("there is nothing to give a reason for")
    change = _change(before, after, other, is_loss=is_loss)
    better = other.chance if other and other.number == shown.number else 0.0
    left = after.chance if after and after.number == shown.number else 0.0
    was = before.chance if before and before.number == shown.number else 0.0
    words = _words(seen, key[0], change, shown, after, was, other.chance if other else 0.0)
    return Reason(key[0], change, shown.cells, shown.number, shown.symbol, shown.points, was, left, better, words)


def _change(before: Prospect | None, after: Prospect | None, other: Prospect | None, *, is_loss: bool) -> str:
    if not is_loss:
        return "completes" if after and not after.need else "raises"
    if after is None:
        return "breaks" if before else "forgoes"
    if other and other.number != after.number:
        return "binds" if after.is_begun else "forgoes"
    if other and not other.need:
        return "misses"
    return "ends" if after.chance == 0 else "lowers"


def _words(
    seen: Compared, kind: str, change: str, shown: Prospect, after: Prospect | None, was: float, other: float
) -> Message:
    """A reason as a clause: one text for each kind of thing, change and comparison."""
    is_best = seen.cell == seen.best
    values = {
        "first": shown.cells[0],
        "last": shown.cells[-1],
        "number": shown.number,
        "points": points(shown.points),
        "was": likely(was),
        "now": likely(after.chance if after else 0.0),
        "other": likely(other),
        "best": seen.best,
        "need": after.need if after and change in ("ends", "lowers") else shown.need,
        "fewer": shown.need,
        "left": after.left if after else 0,
        "bound": after.number if after else None,
    }
    thing = shown.symbol or kind if kind == "ray" else kind
    if change == "raises" and not shown.is_begun and kind != "bonus":
        change = "keeps"
    elif change == "lowers" and (is_best or after is None):
        change = "falls"
    found = CLAUSES.get((thing, change)) or CLAUSES[thing, "falls"]
    return Message(found[not is_best].text, **values)


def _worth(found: Prospect | None) -> float:
    return found.worth if found else 0.0

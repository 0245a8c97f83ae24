"""Why a move was good or bad: what it completes, breaks or makes unlikely, compared with the best move."""

from __future__ import annotations

from dataclasses import dataclass

from partake.bots.hexagon.prospects import Key, Prospect, Prospects
from partake.review.hexagon.model import GAINS, Reason
from partake.review.model import percent

LEAST = 1.0
"""A smaller change of the expected points is no reason."""
MOST = 2
"""The number of reasons given that speak for the grade."""
FEW = 1
"""The number of reasons given that speak against it."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The prospects before a move, after it and after the best one."""

    cell: str
    best: str
    before: Prospects
    after: Prospects
    better: Prospects


def reasons(seen: Compared) -> tuple[Reason, ...]:
    """The lines, rays and bonus tiles that matter most; for the best move itself, what it changed."""
    is_best = seen.cell == seen.best
    ranked = sorted(_changes(seen), key=lambda found: -abs(found[0]))
    lost = [reason for change, reason in ranked if change < 0]
    won = [reason for change, reason in ranked if change > 0]
    first, second = (won, lost) if is_best else (lost, won)
    return (*first[:MOST], *second[:FEW])


def in_words(seen: Compared, found: tuple[Reason, ...]) -> str:
    """The reasons as a sentence."""
    told = "; ".join(reason.words for reason in found)
    if seen.cell == seen.best:
        told = told or "nothing promises more"
    elif all(reason.change in GAINS for reason in found):
        room = f"no single line decides it, but {seen.best} leaves more room for what may come"
        told = f"{room}; {told}" if told else room
    return f"{told[0].upper()}{told[1:]}."


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
    return percent(reason.after) != percent(reason.before if is_best else reason.better)


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
) -> str:
    is_best, best = seen.cell == seen.best, seen.best
    what, points, needs = _what(kind, shown), f"{shown.points} points", "needs" if kind == "ray" else "need"
    now = percent(after.chance if after else 0.0)
    instead = f"{percent(was)} before" if is_best else f"{percent(other)} with {best}"
    for_that = "" if is_best else "for that, "
    if kind == "bonus":
        return f"{what}, {points}, all score with {now}, {instead}"
    match change:
        case "completes":
            return f"it completes {what}, {points}"
        case "breaks":
            return f"it breaks {what}, {points} that were {percent(was)} likely"
        case "forgoes":
            return f"with {best} {what} ({points}) would need {shown.need} more ({percent(other)})"
        case "binds" if after:
            return f"it binds {span(shown)} to {after.number}s, where {shown.number}s were {percent(was)} likely"
        case "misses":
            return f"with {best} {what} would be complete, {points}"
        case "ends" if after:
            return f"{what} can no longer be completed ({after.need} needed, {after.left} left), {points}, {instead}"
        case "raises" if not shown.is_begun:
            return f"{for_that}it keeps {span(shown)} free for {shown.number}s ({points}, {now})"
        case "raises":
            return f"{for_that}it leaves {what} ({points}) needing {shown.need} more ({now})"
        case "lowers" if after and not is_best:
            return f"{what} ({points}) {needs} {after.need} more ({now}), with {best} {shown.need} ({percent(other)})"
    return f"{what} ({points}) {'falls' if kind == 'ray' else 'fall'} from {percent(was)} to {now}"


def _what(kind: str, found: Prospect) -> str:
    if kind == "bonus":
        return f"the three lines through the bonus tile on {found.cells[0]}"
    name = f"the {found.symbol}ray" if kind == "ray" else f"the {found.number}s"
    return f"{name} {span(found)}"


def span(found: Prospect) -> str:
    """Where a line runs."""
    return f"{found.cells[0]}–{found.cells[-1]}"


def _worth(found: Prospect | None) -> float:
    return found.worth if found else 0.0

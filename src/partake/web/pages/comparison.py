"""A score beside others: the player's best and mean by the same rules, the bot and the best board on the same tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request, Response

from partake.engine.outcome import Outcome
from partake.review.hexagon.model import Review
from partake.table.model import Person, TableInfo
from partake.web.api.review import found_review, reviews_of
from partake.web.context import context_of
from partake.web.pages.common import page
from partake.web.pages.families import has_best
from partake.web.pages.review_hexagon import points_of
from partake.web.text.phrases import figure

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@dataclass(frozen=True, slots=True)
class OwnRecord:
    """How a result stands among a player's own games by exactly these rules."""

    games: int
    """The number of the other games."""
    best: str
    mean: str
    is_new: bool
    """Whether no other game has more."""
    gain: str
    """By how much a new best is better than the best before."""


async def own_record(
    request: Request, person: Person | None, info: TableInfo, outcome: Outcome, seat: int | None
) -> OwnRecord | None:
    """The record of the person who sat at this seat; None for others."""
    if person is None or seat is None or info.given:
        return None
    hints = any(info.seats[seat - 1].hints)
    other = await context_of(request).people.own_scores(person, info, hints=hints)
    if other.best is None or other.mean is None:
        return OwnRecord(0, "", "", is_new=False, gain="")
    score, rounds = outcome.scores[seat - 1], max(1, int(info.options.get("rounds", "1")))
    reached = max(float(score.of_round(number).total) for number in range(1, rounds + 1))
    is_new = reached > other.best and outcome.unit == "points"
    gain = points_of(reached - other.best) if is_new else ""
    return OwnRecord(other.games, points_of(other.best), figure(other.mean, ".1f"), is_new, gain)


@router.get("/comparison")
async def comparison(request: Request, table: str) -> Response:
    """What the bot made of the same tiles and the best board they allowed, as far as that is known."""
    record = await context_of(request).record(request, table)
    found = await found_review(request, table)
    shown = found.found if found is not None else None
    has_boards = has_best(record.setup)
    context: dict[str, Any] = {
        "id": table,
        "bot": _bot(shown) if has_boards and isinstance(shown, Review) else None,
        "best": _best(shown) if has_boards and isinstance(shown, Review) else None,
        "is_pending": has_boards and found is not None and found.is_pending,
        "may_ask": has_boards and found is None and reviews_of(request).is_idle,
    }
    return page("finished/comparison.html", **context)


def _bot(review: Review) -> str:
    """The bot's points, of all games together."""
    return points_of(sum(game.players[0].bot.score for game in review.games))


def _best(review: Review) -> tuple[str, bool] | None:
    """The points of the best boards, all games together, and whether they are proven; None if they are not known."""
    found = [game.hindsight for game in review.games]
    known = [one for one in found if one is not None]
    if len(known) < len(found):
        return None
    return points_of(sum(one.score for one in known)), all(one.proven for one in known)

"""The form by which a game is played on from a move of a review, or from a step of a replay."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from partake.table.model import ConflictError
from partake.table.play_on import STRONGEST, moves_before
from partake.table.replays import aside
from partake.web.context import context_of
from partake.web.pages.common import form_of, guest, see, whole
from partake.web.pages.replay import replay_steps

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")


@router.post("/play-on")
async def play_on(request: Request, table: str) -> Response:
    """A new table with the position of a decision of a review, or of a step of a replay."""
    form, context = await form_of(request), context_of(request)
    record = await context.record(request, table)
    if record.outcome is None:
        raise ConflictError("a game can be played on from one of its moves when it is over")
    asked = {name: whole(form.get(name, "")) for name in ("game", "seat", "at", "step")}
    seat, step = asked["seat"], asked["step"]
    if step is not None:
        steps = await aside(len(record.moves), replay_steps, record.moves)
        moves = steps[min(step, len(steps) - 1)]
    else:
        seat = min(max(seat or 1, 1), len(record.setup.seats))
        game, at = asked["game"] or 1, asked["at"] or 1
        moves = await aside(len(record.moves), moves_before, record, game=game, seat=seat, at=at)
    person, is_new = await guest(request)
    context.count_creation(request)
    level = form.get("level", STRONGEST)
    info = await context.play_on.create(table, person, moves=moves, seat=seat, level=level)
    return see(request, f"/tables/{info.id}", person if is_new else None)

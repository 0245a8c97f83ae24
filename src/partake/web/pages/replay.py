"""A finished game, step by step: from the empty board to the last placement, where the replay ends."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request, Response

from partake.engine.actions import Action, Close, Reveal
from partake.engine.description import describe
from partake.rules.messages import said
from partake.table.replays import aside
from partake.web.context import context_of
from partake.web.pages.common import page, tables_of, whole
from partake.web.pages.families import family_of
from partake.web.pages.table import table_context
from partake.web.text.pages import say

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")

MOST_CLOSED = 16
"""More entries than are ever closed one after the other."""


def replay_steps(moves: Sequence[tuple[int, Action]]) -> list[int]:
    """Where a replay stops: after each of these numbers of entries of a log.

    Closing a part is no step of its own, since nothing is seen of it; the last step has everything that was closed.
    A look or a take is one step with the pawn that it turned up.
    """
    steps = [0, *(number for number, (_, action) in enumerate(moves, start=1) if not isinstance(action, Close))]
    turned = {number for number, (_, action) in enumerate(moves) if isinstance(action, Reveal)}
    return [*(step for step in steps[:-1] if step not in turned), len(moves)]


@router.get("/replay")
async def replay(request: Request, table: str) -> Response:
    """The game as it stood after one of its steps, the last one if none is asked for."""
    person, tables = await context_of(request).who(request), tables_of(request)
    reader = person.id if person else None
    moves = (await tables.record(table, reader)).moves
    steps = await aside(len(moves), replay_steps, moves)
    wanted, last = whole(request.query_params.get("at", "")), len(steps) - 1
    at = last if wanted is None else min(wanted, last)
    state = await tables.state(table, reader)
    view = await tables.replay(table, steps[at], reader)
    context = await table_context(request, state, person)
    context |= family_of(view.setup.edition).replayed(view)
    lately = moves[max(0, steps[at] - MOST_CLOSED) : steps[at]]
    shown = [move for move in lately if not isinstance(move[1], Close)]
    shown = shown[-2:] if shown and isinstance(shown[-1][1], Reveal) else shown[-1:]
    told = " ".join(said(describe(context["names"], *move)) for move in shown) or say("told_start")
    return page("finished/replay.html", person, **context, at=at, moves=last, told=told)

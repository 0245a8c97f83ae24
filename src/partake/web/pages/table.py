"""The pages of one table: waiting, playing, over; and the forms of what people do there besides moving."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from fastapi import APIRouter, Request, Response

from partake.rules.edition import Edition, meaning
from partake.rules.languages import current
from partake.rules.messages import Listed, said
from partake.rules.names import shown_name
from partake.store.rows import Status
from partake.table.daily import named_day
from partake.table.model import ForbiddenError, Person, TableInfo
from partake.table.service import TableState
from partake.web.context import context_of
from partake.web.identity import AS
from partake.web.pages.challenge import other_boards
from partake.web.pages.common import page, qr_code, see, tables_of
from partake.web.pages.comparison import own_record
from partake.web.pages.daily import daily_result
from partake.web.pages.families import family_of, has_best
from partake.web.pages.invitation import joining_context
from partake.web.pages.options import LEVELS
from partake.web.pages.preview import table_preview
from partake.web.pages.progress import reached_at
from partake.web.pages.tournament_views import tournament_strip
from partake.web.text.pages import say, value_name
from partake.web.text.phrases import heading, whole_number
from partake.web.text.scripts import SCRIPT

router = APIRouter(include_in_schema=False, prefix="/tables/{table}")

UNASKED = tuple(
    key for key in SCRIPT if key.endswith("_sure") and key not in ("leave_sure", "close_sure", "remove_sure")
)
"""Questions that only other pages ask."""


@router.get("")
async def show(request: Request, table: str) -> Response:
    """The table as the visitor may see it."""
    person = await context_of(request).who(request)
    if person is not None and person.banned is None:
        await tables_of(request).arrive(table, person.id)
    try:
        state = await tables_of(request).state(table, person.id if person else None)
    except ForbiddenError:
        dealt = named_day((await tables_of(request).info(table)).deal or "")
        if dealt is None:
            raise
        return see(request, f"/daily/{dealt.isoformat()}?sealed")
    return await table_page(request, state, person)


async def table_page(
    request: Request, state: TableState, person: Person | None, *, status: int = 200, **joining: object
) -> Response:
    """The page of a table in its state; `joining` is what the form for sitting down says instead of its usual."""
    context = await table_context(request, state, person)
    view = state.view
    context["preview"] = table_preview(request, state.info, view)
    if view is None:
        context |= await joining_context(request, state, person)
        return page("table/waiting.html", person, status=status, **{**context, **joining})
    family = family_of(view.setup.edition)
    if state.info.status is Status.OVER and view.outcome is not None:
        is_shared = bool((await _device(request, state, person))["device"])
        asking = None if is_shared else person  # at a device that goes round, "your best" is nobody's
        context["own"] = await own_record(request, asking, state.info, view.outcome, state.seat)
        context |= {
            "hints_in_words": hints_in_words,
            "others": await other_boards(request, state.info.id),
            "can_challenge": has_best(view.setup) and not (state.info.paper or state.info.given or state.info.deal),
            "daily": await daily_result(request, state.info, person),
        }
        context["reached"] = await reached_at(request, asking, state.info.id) if state.seat else []
        return page("finished/result.html", person, page=family.finished(view, view.outcome), **context)
    if state.info.status is Status.CLOSED:
        context |= family.replayed(view)
        return page("table/closed.html", person, **context)
    context |= await joining_context(request, state, person) | await _device(request, state, person)
    is_alone = len(state.info.seats) == 1 and not context["has_left"]
    context["unused"] = (*UNASKED, "seats.js", "signals.js") if is_alone else UNASKED
    return page(family.template, person, status=status, page=family.playing(view), **{**context, **joining})


async def _device(request: Request, state: TableState, person: Person | None) -> dict[str, Any]:
    """Those who play here on one device, each with the page as that player may see it; nobody if it is not shared."""
    if person is None or state.seat is None:
        return {"device": [], "has_signals": False}
    seats = await context_of(request).people.device_seats(state.info.id, person)
    shared = seats if len(seats) > 1 else {}
    path, names = f"/tables/{state.info.id}", [said(shown_name(held.name)) for held in state.info.seats]
    is_met = any(held.kept and held.seat not in seats for held in state.info.seats)
    return {
        "has_signals": is_met if shared else len(names) > 1,
        "acting": person.id if person.guardian else "",
        "device": [(seat, names[seat - 1], f"{path}?{AS}={one}") for seat, one in shared.items()],
    }


async def table_context(request: Request, state: TableState, person: Person | None) -> dict[str, Any]:
    """What every page of a table needs."""
    info = state.info
    edition = tables_of(request).catalogue.edition(info.edition)
    has_left = await _has_left(request, state, person)
    is_open = info.unlimited and info.status is Status.PLAYING
    can_come_late = is_open and state.seat is None and not has_left and not state.is_removed
    return {
        "table": info,
        "edition": edition,
        "heading": heading(info, edition),
        "has_sheets": family_of(edition).has_sheets,
        "seat": state.seat,
        "is_solo": sum(not held.bot and not held.left for held in info.seats) == 1,
        "is_host": state.may_decide,
        "is_removed": state.is_removed,
        "can_come_late": can_come_late,
        "patience": f"{tables_of(request).limits.patience:g}",
        "can_start": info.unlimited or sum(not held.is_free for held in info.seats) >= max(2, edition.seats[0]),
        "names": [said(shown_name(seat.name)) for seat in info.seats],
        "has_left": has_left,
        "levels": LEVELS,
        "now": time.time(),
        "rules": [current().text(edition.summary), *_rules(edition, info)],
        "link": _link(request, info.id),
        "device": [],
        "tournament": await tournament_strip(request, info),
        "instead": {"stood_in_place": "placed_at_random"} if info.deal else {},
    }


async def _has_left(request: Request, state: TableState, person: Person | None) -> bool:
    """Whether a seat here waits for this person to come back to it."""
    if person is None or state.info.status is not Status.PLAYING:
        return False
    if state.seat is not None:
        return state.info.seats[state.seat - 1].left
    return any(game.table == state.info.id for game in await context_of(request).people.games(person))


def _link(request: Request, table: str) -> str:
    """The address of a table, as it is sent to friends."""
    return f"{context_of(request).link(request)}/tables/{table}"


def _rules(edition: Edition, info: TableInfo) -> list[str]:
    """The options of a table in words."""
    found = []
    for name, value in info.options.items():
        told = value_name(name, value) if name == "rounds" else said(meaning(edition, name, value))
        found.append(say("particular", what=say(name), value=told))
    if info.clock:
        time_limit = say("clock_seconds", count=whole_number(info.clock))
        found.append(say("clock_told", what=say("clock"), seconds=time_limit, hint=say("clock_hint")))
    return found


def hints_in_words(hints: Sequence[int]) -> str:
    """How deep hints went, in words: those that said where to look, what it is about, the move."""
    where, about, move = hints
    told = (
        say("hints_depth_1", count=where) if where else "",
        say("hints_depth_2", count=about) if about else "",
        say("hints_depth_3", count=move) if move else "",
    )
    return said(Listed(filter(None, told)))


@router.post("/start")
async def start(request: Request, table: str) -> Response:
    """Begin with those who are there."""
    person = await context_of(request).who(request)
    await tables_of(request).start(table, person.id if person else None)
    return see(request, f"/tables/{table}")


@router.post("/leave")
async def leave(request: Request, table: str) -> Response:
    """Leave the table, and go to the home page."""
    person = await context_of(request).who(request)
    if person is None:
        await tables_of(request).leave(table, None)
    else:
        await context_of(request).people.leave(table, person)
    return see(request, "/")


@router.post("/rematch")
async def rematch(request: Request, table: str) -> Response:
    """The same people, the same rules, new draws."""
    context = context_of(request)
    info = await context.people.rematch(table, await context.person(request))
    return see(request, f"/tables/{info.id}")


@router.get("/qr.svg")
async def qr(request: Request, table: str) -> Response:
    """The link to this table as a QR code."""
    info = await tables_of(request).info(table)
    return Response(qr_code(_link(request, info.id)), media_type="image/svg+xml")

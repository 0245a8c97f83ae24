"""The settings page: how pages look (a cookie), and how one plays (kept by the page's script)."""

from __future__ import annotations

from functools import cache

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

import partake
from partake.draw.svg import svg
from partake.rules.languages import current
from partake.web.context import context_of
from partake.web.language import A_YEAR
from partake.web.look import CHOICES, COOKIE, Look, current_look
from partake.web.pages.common import form_of, page, see

router = APIRouter(include_in_schema=False)
SAMPLE = {
    "a1": "1-7-8", "a2": "1-2-3", "b1": "5-6-8", "b2": "5-7-4", "b3": "5-2-3", "b4": "5-7-8",
    "c1": "9-6-3", "c2": "9-7-4", "c3": "9-2-8", "d2": "1-6-4", "d3": "1-2-8", "e2": "5-6-4",
}  # fmt: skip
"""A board on which every number of the classic game lies, lines that score and lines that are dead."""


@router.get("/settings")
async def settings(request: Request) -> Response:
    """What can be chosen, what is chosen, and a board that shows it."""
    context = context_of(request)
    person = await context.who(request)
    return page(
        "settings/settings.html",
        person,
        choices=CHOICES,
        chosen=current_look(),
        boards=_preview(current().code),
        is_saved="saved" in request.query_params,
        shares=(await context.puzzles.standing(person)).shares,
        is_shared_now="shared" in request.query_params,
        is_chosen="chosen" in request.query_params,
        has_leaders=context.leaderboards.is_on,
    )


@router.post("/settings")
async def choose(request: Request) -> Response:
    """Keep a look in this browser."""
    look = Look.chosen(await form_of(request))
    response = see(request, "/settings?saved")
    response.set_cookie(COOKIE, str(look), max_age=A_YEAR, httponly=True, samesite="lax")
    return response


@cache
def _preview(language: str) -> tuple[Markup, Markup]:
    """A board of the classic game in the middle of a game, and one of Take Five, described in a language."""
    sheet = partake.sheet("classic", SAMPLE, rays="each")
    table = partake.start("five", seats=2, seed="settings")
    table.deal()
    board = svg(sheet, theme="page", prefix="board", alone=True, paper=False)
    return Markup(board), Markup(svg(table.view(1), theme="page", prefix="five", alone=True, paper=False))

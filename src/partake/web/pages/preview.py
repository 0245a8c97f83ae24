"""What messengers show of a link: a title, a sentence and a picture, with nothing that is secret.

A table that waits or is played shows the empty board of its game; only a game that is over shows a board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from fastapi import APIRouter, Request, Response

from partake.draw.svg import svg
from partake.engine.contract import View
from partake.engine.hexagon.sheet import Sheet
from partake.rules.catalogue import catalogue
from partake.rules.edition import Edition, HexagonEdition
from partake.rules.languages import current
from partake.rules.variant import variant
from partake.store.rows import Status
from partake.table.model import TableInfo
from partake.web.context import context_of
from partake.web.language import VARY
from partake.web.pages.common import tables_of, whole
from partake.web.pages.families import family_of
from partake.web.pages.invitation import invitation, particulars
from partake.web.pages.result import headline, total_rows
from partake.web.raster import preview_png
from partake.web.text.pages import say
from partake.web.text.phrases import joined, titled

router = APIRouter(include_in_schema=False)
KEPT = 64
"""How many pictures of finished games are remembered."""
WEEK = {"Cache-Control": "public, max-age=604800", "Vary": VARY}
"""A picture of something that does not change."""
SHORT = {"Cache-Control": "public, max-age=60", "Vary": VARY}
"""A picture of a table that will look different when its game is over."""
WELCOME = """
a1 9-6-3
a2 9-7-8
a3 9-2-4
b1 1-7-4
b2 1-7-8
b3 1-7-3
b4 1-2-4
c1 5-6-8
c2 5-2-3
c3 5-7-4
c4 5-2-8
c5 5-6-4
"""
"""The board of the home page's preview."""


def home_preview(request: Request) -> Mapping[str, str]:
    """What is shown of a link to the home page."""
    link = context_of(request).link(request)
    return {"title": say("name"), "told": say("tagline"), "url": f"{link}/", "image": f"{link}/preview.png"}


def table_preview(request: Request, info: TableInfo, view: View | None) -> Mapping[str, str]:
    """What is shown of a link to a table, to anybody: who invites, who plays, or how it ended."""
    link = f"{context_of(request).link(request)}/tables/{info.id}"
    edition = tables_of(request).catalogue.edition(info.edition)
    told = ". ".join(particulars(edition, info)) or current().text(edition.summary)
    if view is None:
        title = invitation(edition, info)
    elif view.outcome is None:
        title = _playing(view.setup.names, titled(edition))
    else:
        game = say("paper_of", game=titled(edition)) if info.paper else titled(edition)
        title = say("preview_over", result=headline(view.outcome), game=game)
        rows = total_rows(view.outcome)
        told = ", ".join(say("preview_row", name=name, points=points) for _, name, points, _ in rows)
    return {"title": title, "told": told, "url": link, "image": f"{link}/preview.png"}


def _playing(names: Sequence[str], game: str) -> str:
    if len(names) == 1:
        return say("preview_playing_one", name=names[0], game=game)
    return say("preview_playing", names=joined(names), game=game)


@router.get("/preview.png")
async def home_picture(request: Request) -> Response:
    """The picture of the home page."""
    return Response(await drawn(request, _welcome(current().code)), media_type="image/png", headers=WEEK)


@router.get("/tables/{table}/preview.png")
async def table_picture(request: Request, table: str) -> Response:
    """The picture of a table: its empty board, or when the game is over the board of a seat or else the best."""
    state = await tables_of(request).state(table, None)
    view = state.view
    if state.info.status is Status.OVER and view is not None and view.outcome is not None:
        wanted, seats = whole(request.query_params.get("seat", "")) or 0, len(view.setup.names)
        best = wanted if 1 <= wanted <= seats else view.outcome.winners[0]
        seat = best if family_of(view.setup.edition).has_sheets else None
        picture, caching = svg(view, theme="light", alone=True, paper=False, seat=seat), WEEK
    else:
        picture, caching = _empty(tables_of(request).catalogue.edition(state.info.edition), current().code), SHORT
    return Response(await drawn(request, picture), media_type="image/png", headers=caching)


async def drawn(request: Request, picture: str) -> bytes:
    """A picture as PNG, drawn once in another process and remembered for a while."""
    known: dict[str, bytes] = request.app.state.previews
    if picture not in known:
        drawn = await tables_of(request).runner.bots.compute(preview_png, picture)
        while len(known) >= KEPT:
            known.pop(next(iter(known)))
        known[picture] = drawn
    return known[picture]


@cache
def _welcome(language: str) -> str:
    edition = catalogue().edition("classic")
    assert isinstance(edition, HexagonEdition)
    tiles = dict(line.split() for line in WELCOME.strip().splitlines())
    return svg(Sheet.of(variant(edition), tiles), theme="light", paper=False, alone=True)


@cache
def _empty(edition: Edition, language: str) -> str:
    value = family_of(edition).specimen(edition)
    return svg(value, theme="light", paper=False, scored=False, alone=True)

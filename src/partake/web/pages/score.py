"""The scorekeeper's page: the boards of a cardboard table, filled in and counted in the browser."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from partake.rules.edition import HexagonEdition
from partake.rules.languages import current
from partake.web.companion import companion
from partake.web.context import context_of
from partake.web.pages.common import page, qr_code, tables_of
from partake.web.pages.home import edition_emblem

router = APIRouter(include_in_schema=False)


@router.get("/score")
async def score(request: Request) -> Response:
    """The page with all that it needs to count without a server; it is the same for everybody."""
    editions = [
        edition for edition in tables_of(request).catalogue.editions.values() if isinstance(edition, HexagonEdition)
    ]
    return page(
        "companion/score.html",
        editions=editions,
        pictures={edition.name: edition_emblem(edition, current().code) for edition in editions},
        companion=companion(context_of(request).settings.data),
    )


@router.get("/score/qr/{code}.svg")
async def qr(request: Request, code: Annotated[str, Path(pattern="^[a-z0-9]{1,16}$")]) -> Response:
    """The link to an evening that several phones fill in together, as a QR code."""
    return Response(qr_code(f"{context_of(request).link(request)}/score?with={code}"), media_type="image/svg+xml")

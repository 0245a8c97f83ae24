"""The pages: everything a person sees in the browser, mounted on the application."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from fastapi import APIRouter, FastAPI, Response
from fastapi.staticfiles import StaticFiles

from partake.draw.svg import stylesheet
from partake.draw.svg.live import number_rules
from partake.rules.catalogue import catalogue
from partake.web.pages import home, me, replay, review, table
from partake.web.pages.common import error_page

router = APIRouter(include_in_schema=False)
for part in (home, table, replay, review, me):
    router.include_router(part.router)


def install_pages(app: FastAPI) -> None:
    """Give an application its pages, its static files and a page for whatever goes wrong."""
    app.include_router(router)
    app.mount("/static", StaticFiles(directory=Path(__file__).parent.parent / "static"), name="static")
    app.state.error_page = error_page


@router.get("/boards.css")
async def boards() -> Response:
    """The colours of everything that is drawn, light and dark."""
    return Response(_colours(), media_type="text/css", headers={"Cache-Control": "max-age=300"})


@cache
def _colours() -> str:
    numbers = "".join(number_rules(tiles) for tiles in catalogue().tile_sets.values())
    return stylesheet(selector=":root") + numbers

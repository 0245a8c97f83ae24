"""What all pages share: templates, the style sheet of the boards, forms, and redirects."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from partake.draw.svg import stylesheet
from partake.draw.svg.live import number_rules
from partake.rules.catalogue import catalogue
from partake.table.model import Person
from partake.table.service import TableService
from partake.web.context import context_of
from partake.web.text.pages import SCRIPT, plainly, say, value_name

WEB = Path(__file__).parent.parent
"""The folder of templates and static files."""

router = APIRouter(include_in_schema=False)
_templates = Environment(
    loader=FileSystemLoader(WEB / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals.update(say=say, value_name=value_name, plainly=plainly, script_words=dict(SCRIPT))


@router.get("/boards.css")
async def boards(request: Request) -> Response:
    """The colours of everything that is drawn, light and dark, for the tile sets that this server has."""
    text = _colours(context_of(request).settings.data)
    return Response(text, media_type="text/css", headers={"Cache-Control": "max-age=300"})


@cache
def _colours(files: tuple[str, ...]) -> str:
    """The style sheet for the packaged tile sets and those in the operator's files."""
    numbers = "".join(number_rules(tiles) for tiles in catalogue(*files).tile_sets.values())
    return stylesheet(selector=":root") + numbers


def render(template: str, **context: object) -> str:
    """The text of a template."""
    return _templates.get_template(template).render(**context)


def page(template: str, person: Person | None = None, *, status: int = 200, **context: object) -> HTMLResponse:
    """A rendered template; a page is true only now, so no cache may keep it."""
    text = render(template, person=person, **context)
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store"})


def error_page(request: Request, status: int, sentence: str) -> Response:
    """What went wrong, on a page for people."""
    return page("error.html", status=status, problem=sentence)


def tables_of(request: Request) -> TableService:
    """The tables of the application that answers this request."""
    return context_of(request).tables


async def form_of(request: Request) -> dict[str, str]:
    """The fields of a form that are texts."""
    return {name: value for name, value in (await request.form()).items() if isinstance(value, str)}


async def guest(request: Request, nickname: str = "") -> tuple[Person, bool]:
    """The person who asks, by this nickname from now on if there is one; whether they are new."""
    context = context_of(request)
    person, is_new = await context.person_or_guest(request, nickname or say("guest"))
    if nickname and nickname != person.nickname:
        person = await context.people.rename(person, nickname)
    return person, is_new


def seat_name(person: Person, form: Mapping[str, str]) -> str | None:
    """The name of a seat that a form gives to two people; None if there is only one."""
    partner = form.get("partner", "").strip()
    return f"{person.nickname} & {partner}" if partner else None


def whole(text: str) -> int | None:
    """The number that a form or an address gives, if it is one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


def see(request: Request, path: str, person: Person | None = None) -> Response:
    """Redirect to another page (303), with a cookie for a person who is new."""
    response = RedirectResponse(path, status_code=303)
    if person is not None:
        context_of(request).identity.remember(response, person)
    return response

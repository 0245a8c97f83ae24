"""What all pages share: templates, who is asking, forms, and where to go next."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from partake.table.model import Person
from partake.table.service import TableService
from partake.web.context import context_of
from partake.web.text.pages import SCRIPT, plainly, say, value_name

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent.parent / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_templates.globals.update(say=say, value_name=value_name, plainly=plainly, script_words=dict(SCRIPT))


def page(template: str, person: Person | None = None, *, status: int = 200, **context: object) -> HTMLResponse:
    """A rendered template; pages are true only now, so nobody keeps them."""
    text = _templates.get_template(template).render(person=person, **context)
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
    """Who is asking, by this nickname from now on if there is one; whether it is somebody new."""
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
    """Go on to another page, with a cookie for somebody new."""
    response = RedirectResponse(path, status_code=303)
    if person is not None:
        context_of(request).identity.remember(response, person)
    return response

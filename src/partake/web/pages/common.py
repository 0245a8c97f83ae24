"""What all pages share: templates, the style sheet of the boards, forms, and redirects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import replace
from functools import cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

import segno
from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension

from partake.draw.svg.live import number_rules
from partake.rules.catalogue import catalogue
from partake.rules.languages import NAMES, current
from partake.rules.messages import said
from partake.rules.names import shown_name
from partake.table.model import Person
from partake.table.service import TableService
from partake.teach.lesson import has_lesson
from partake.web.assets import Asset, Assets, text_asset
from partake.web.context import context_of
from partake.web.look import PLAIN, Look, current_look
from partake.web.release import release
from partake.web.text.pages import PAIR, level_name, say, script_word, value_name
from partake.web.text.phrases import figure, whole_number
from partake.web.text.scripts import SCRIPT
from partake.web.text.shared import SHARED

WEB = Path(__file__).parent.parent
"""The folder of templates and static files."""

ASSETS = Assets()
"""The static files."""

NOTHING: Mapping[str, str] = MappingProxyType({})
router = APIRouter(include_in_schema=False)
_data: ContextVar[tuple[str, ...]] = ContextVar("data", default=())


class SlimTemplates(Extension):
    """Templates without their indentation, and with the static files that they mention under their lasting names."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """A template as it is compiled."""
        return ASSETS.in_template(re.sub(r"\n\s+", "\n", source))


_templates = Environment(
    loader=FileSystemLoader(WEB / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[SlimTemplates],
)


def use_data(files: tuple[str, ...]) -> None:
    """Let the pages that are made in this context show the boards and tiles of the operator's files as well."""
    _data.set(files)


def boards_address(theme: str = "") -> str:
    """Where the style sheet of the boards is for ever, in the visitor's look; in this theme, if one is named."""
    look = replace(current_look(), theme=theme) if theme else current_look()
    named = "" if look == PLAIN else f"{look}."
    return f"/boards.{named}{_boards(_data.get(), look).digest}.css"


def kept_mark() -> str:
    """What a page that is kept without a network depends on: the release, and the visitor's language and look."""
    return f"{release(_data.get())}.{current().code}.{current_look()}"


@router.get("/boards.css")
@router.get("/boards.{digest}.css")
async def boards(request: Request, digest: str = "") -> Response:
    """The colours of everything that is drawn, for the tile sets that this server has, in the look that the address
    names."""
    look, _, asked = digest.rpartition(".")
    found = _boards(context_of(request).settings.data, Look.read(look))
    return found.response(request, is_current=asked == found.digest)


@cache
def _boards(files: tuple[str, ...], look: Look) -> Asset:
    """The style sheet for the packaged tile sets and those in the operator's files."""
    numbers = "".join(number_rules(tiles) for tiles in catalogue(*files).tile_sets.values())
    return text_asset(look.style() + numbers, ".css")


def script_words(
    head: str, unused: tuple[str, ...] = (), instead: Mapping[str, str] = NOTHING
) -> dict[str, str | dict[str, str]]:
    """The words that the scripts of a page say, and the questions that its forms name in `data-sure`; `unused` are the
    scripts that this page never loads and the questions that it never asks; `instead` has the texts that it says in
    place of others."""
    found = _script_words(head, unused, current().code)
    return {**found, **{key: script_word(other) for key, other in instead.items()}}


@cache
def _script_words(head: str, unused: tuple[str, ...], language: str) -> dict[str, str | dict[str, str]]:
    texts = ASSETS.sources(head, unused=unused)
    needed = (key for key in (*SCRIPT, *SHARED) if is_named(key, texts) or _is_asked(key, head))
    return {key: script_word(key) for key in needed if key not in unused}


def _is_asked(key: str, head: str) -> bool:
    """Whether a text is a question that the forms of a page may ask: `x_…_sure` only where its script is, `x.js`."""
    script, _, rest = key.partition("_")
    return key.endswith("_sure") and (rest == "sure" or f"/{script}." in head)


def is_named(key: str, scripts: str) -> bool:
    """Whether scripts name the key of a text, or put it together from its first part and something else."""
    return f'"{key.removesuffix(PAIR)}"' in scripts or f"`{key.partition('_')[0]}_" in scripts


_templates.filters["data"] = lambda text: current().text(text)
_templates.filters["shown"] = lambda name: said(shown_name(name))
_templates.globals.update(
    say=say,
    has_lesson=has_lesson,
    value_name=value_name,
    level_name=level_name,
    figure=figure,
    whole_number=whole_number,
    script_words=script_words,
    boards_address=boards_address,
    kept_mark=kept_mark,
    language=current,
    languages=NAMES,
)


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
    return (await context.rename(request, person, nickname) if nickname else person), is_new


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


def qr_code(text: str) -> str:
    """Any link as a picture to scan."""
    out = BytesIO()
    code = segno.make(text, micro=False)
    code.save(out, kind="svg", border=2, scale=4, dark="#14161b", light="#fff", xmldecl=False, omitsize=True)
    return out.getvalue().decode()

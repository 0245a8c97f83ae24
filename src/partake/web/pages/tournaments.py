"""The pages of tournaments: make one, join it, play it, its standings, and the screen for a room."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response
from fastapi.responses import HTMLResponse
from markupsafe import Markup

from partake.rules.catalogue import Catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.languages import current
from partake.store.deal_rows import Mode, TournamentSettings
from partake.table.codes import read_code
from partake.table.model import NameTakenError, Person
from partake.table.tournament_course import MOST_DEALS
from partake.table.tournament_field import Tournament
from partake.table.tournament_json import results_csv, results_json
from partake.table.tournaments import Tournaments
from partake.web.api.tournaments import not_modified, tagged
from partake.web.context import context_of
from partake.web.pages.common import form_of, guest, page, qr_code, render, see, tables_of, whole
from partake.web.pages.home import edition_emblem
from partake.web.pages.options import CLOCKS, ELSEWHERE, OptionsPanel, panel
from partake.web.pages.tournament_views import (
    common,
    csv_heads,
    duration,
    live_context,
    moment,
    screen_context,
    title_of,
)
from partake.web.text.pages import say

router = APIRouter(include_in_schema=False, prefix="/tournaments")
Code = Annotated[str, Path(pattern="^[A-Za-z0-9]{1,16}$")]
HOUR, DAY = 3600, 86_400
SECONDS = (120, 180, 300, 480, 600, 900, 1200, 1800)
"""The time for a deal that the form offers."""
USUAL = 600
PAUSES = (15, 30, 60, 120, 300, 900)
"""The time between two deals that the form offers."""
LASTS = (HOUR, 2 * HOUR, 6 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY, 30 * DAY)
"""How long a window may last, as the form offers it."""


@router.get("")
async def overview(request: Request) -> Response:
    """My tournaments, and the form for a new one."""
    context, form = context_of(request), dict(request.query_params)
    if code := read_code(form.get("code", "")):
        await context.tables.tournaments.look(code)
        return see(request, f"/tournaments/{code}")
    person = await context.who(request)
    rows = await context.tables.tournaments.mine(person) if person else []
    mine = [(await context.tables.tournaments.look(row.code), title_of(request, row)) for row in rows]
    editions = [one for one in context.catalogue.editions.values() if isinstance(one, HexagonEdition)]
    return page(
        "tournaments/overview.html",
        person,
        mine=mine,
        moment=moment,
        editions=editions,
        pictures={edition.name: edition_emblem(edition, current().code) for edition in editions},
        typed=form,
        duration=duration,
        most_deals=MOST_DEALS,
        seconds=SECONDS,
        usual=USUAL,
        pauses=PAUSES,
        lasts=LASTS,
        clocks=CLOCKS,
        panel=_panel(context.catalogue, form),
        is_open=False,
    )


@router.get("/options")
async def options(request: Request) -> Response:
    """The options that go with what has been chosen so far."""
    chosen = _panel(tables_of(request).catalogue, dict(request.query_params))
    return page("tournaments/options.html", panel=chosen, is_open=False)


def _panel(known: Catalogue, form: dict[str, str]) -> OptionsPanel:
    """What can be chosen for a tournament: rules by which nobody depends on another, one game for each deal."""
    return panel(known, {**form, "who": ELSEWHERE, "unlimited": "yes", "players": ""})


@router.post("")
async def create(request: Request) -> Response:
    """The tournament that the form describes."""
    form, context = await form_of(request), context_of(request)
    person, is_new = await guest(request, form.get("nickname", "").strip())
    context.count_creation(request)
    chosen = _panel(context.catalogue, form).request()
    wanted = TournamentSettings(
        title=form.get("title", ""), edition=chosen.edition, options={**chosen.options, "rounds": "1"},
        deals=whole(form.get("deals", "")) or 1, clock=chosen.clock, **_times(form, context.tables.now()),
    )  # fmt: skip
    found = await context.tables.tournaments.create(person, wanted)
    if form.get("plays") == "yes":
        await context.tables.tournaments.join(found.row.code, person)
    return see(request, f"/tournaments/{found.row.code}", person if is_new else None)


def _times(form: dict[str, str], now: float) -> dict[str, Any]:
    """When a form wants the deals to be played; the script writes the moments as Unix time."""
    if form.get("mode") != Mode.WINDOW:
        times = {name: whole(form.get(name, "")) for name in ("seconds", "pause")}
        return {"mode": Mode.ROUNDS, **{name: float(value) for name, value in times.items() if value}}
    begins = _moment(form.get("begins", ""), form.get("offset", ""))
    return {"mode": Mode.WINDOW, "begins": begins, "ends": (begins or now) + (whole(form.get("lasts", "")) or DAY)}


def _moment(written: str, offset: str) -> float | None:
    """A local time as a form writes it, by the minutes that the reader's clock is behind UTC."""
    try:
        found = datetime.fromisoformat(written).replace(tzinfo=UTC).timestamp()
        return found + 60 * int(offset or 0)
    except (ValueError, OverflowError):
        return None


@router.get("/{code}")
async def show(request: Request, code: Code) -> Response:
    """The tournament as the visitor may see it."""
    person = await context_of(request).who(request)
    return await _page(request, await _tournaments(request).look(code), person)


async def _page(
    request: Request, found: Tournament, person: Person | None, *, status: int = 200, **joining: object
) -> Response:
    link = _link(request, found)
    title = title_of(request, found.row)
    return page(
        "tournaments/tournament.html",
        person,
        status=status,
        live=Markup(await _live(request, found, person, **joining)),
        link=link,
        share=say("tournament_share", title=title),
        code=Markup(qr_code(link)),
        secret=await _tournaments(request).secret(found),
        preview={
            "title": title,
            "told": say("tournament_invites", title=title),
            "url": link,
            "image": f"{context_of(request).link(request)}/preview.png",
        },
        **common(request, found),
    )


async def _live(request: Request, found: Tournament, person: Person | None, **joining: object) -> str:
    typed = {"name": person.nickname if person else "", "problem": "", "suggestion": ""}
    return render("tournaments/live.html", **{**typed, **joining}, **live_context(request, found, person))


@router.get("/{code}/live")
async def live(request: Request, code: Code) -> Response:
    """The part of the page that changes by itself; nothing if it is as the page has it."""
    person = await context_of(request).who(request)
    found = await _tournaments(request).look(code)
    if unchanged := not_modified(request, found, person):
        return unchanged
    return tagged(_fragment(await _live(request, found, person)), found, person)


def _fragment(text: str) -> Response:
    return HTMLResponse(text, headers={"Cache-Control": "no-store"})


@router.post("/{code}/join")
async def join(request: Request, code: Code) -> Response:
    """Take part by the name that the form gives, or by one that is free."""
    form, context = await form_of(request), context_of(request)
    found = await _tournaments(request).look(code)
    name = form.get("as", "") or form.get("nickname", "").strip()
    person, is_new = await context.person_or_guest(request, name or say("guest"))
    context.count_move(person)
    try:
        await _tournaments(request).join(code, person, name or None)
    except NameTakenError as problem:
        taken = {"name": problem.name, "suggestion": problem.suggestion}
        response = await _page(
            request, found, person, status=409, problem=say("tournament_name_taken", name=problem.name), **taken
        )
        if is_new:
            context.identity.remember(response, person)
        return response
    return see(request, f"/tournaments/{found.row.code}", person if is_new else None)


@router.post("/{code}/leave")
async def leave(request: Request, code: Code) -> Response:
    """Take part no more."""
    await _tournaments(request).leave(code, await _acting(request))
    return see(request, f"/tournaments/{code}")


@router.post("/{code}/play")
async def play(request: Request, code: Code) -> Response:
    """To the table of the deal that can be played now."""
    info = await _tournaments(request).play(code, await _acting(request))
    return see(request, f"/tables/{info.id}")


@router.post("/{code}/go-on")
async def go_on(request: Request, code: Code) -> Response:
    """As the host, start a deal or end it."""
    form = await form_of(request)
    await _tournaments(request).go_on(code, await _acting(request), whole(form.get("version", "")))
    return see(request, f"/tournaments/{code}")


@router.post("/{code}/end")
async def end(request: Request, code: Code) -> Response:
    """As the host, end the tournament."""
    await _tournaments(request).end(code, await _acting(request))
    return see(request, f"/tournaments/{code}")


@router.post("/{code}/change")
async def change(request: Request, code: Code) -> Response:
    """As the host, rename the tournament, close the joining or open it again."""
    form = await form_of(request)
    joining = {"yes": True, "no": False}.get(form.get("joining", ""))
    await _tournaments(request).change(code, await _acting(request), title=form.get("title"), joining=joining)
    return see(request, f"/tournaments/{code}")


@router.post("/{code}/remove")
async def remove(request: Request, code: Code) -> Response:
    """As the host, take a player out."""
    form = await form_of(request)
    await _tournaments(request).remove(code, await _acting(request), whole(form.get("number", "")) or 0)
    return see(request, f"/tournaments/{code}")


@router.get("/{code}/results.csv")
async def results(request: Request, code: Code) -> Response:
    """The standings that the visitor may see, for spreadsheets."""
    person = await context_of(request).who(request)
    found = await _tournaments(request).look(code)
    text = results_csv(results_json(found, person), dict(csv_heads()))
    headers = {
        "Cache-Control": "no-store",
        "Content-Disposition": f'attachment; filename="tournament-{found.row.code}.csv"',
    }
    return Response(f"\ufeff{text}", media_type="text/csv; charset=utf-8", headers=headers)


@router.get("/{code}/screen")
async def screen(request: Request, code: Code) -> Response:
    """The screen for a room: big type, and nothing to do."""
    found = await _tournaments(request).look(code)
    link = _link(request, found)
    shown = screen_context(request, found, link)
    body = Markup(render("tournaments/screen_live.html", **shown))
    return page("tournaments/screen.html", live=body, code=Markup(qr_code(link)), **shown)


@router.get("/{code}/screen/live")
async def screen_live(request: Request, code: Code) -> Response:
    """The part of the screen that changes by itself."""
    found = await _tournaments(request).look(code)
    return _fragment(render("tournaments/screen_live.html", **screen_context(request, found, _link(request, found))))


@router.get("/{code}/qr.svg")
async def qr(request: Request, code: Code) -> Response:
    """The link to this tournament as a QR code."""
    found = await _tournaments(request).look(code)
    return Response(qr_code(_link(request, found)), media_type="image/svg+xml")


def _tournaments(request: Request) -> Tournaments:
    return tables_of(request).tournaments


def _link(request: Request, found: Tournament) -> str:
    """The address of a tournament, as it is sent to people."""
    return f"{context_of(request).link(request)}/tournaments/{found.row.code}"


async def _acting(request: Request) -> Person:
    """The one who does something, within the limit of one person."""
    context = context_of(request)
    person = await context.person(request)
    context.count_move(person)
    return person

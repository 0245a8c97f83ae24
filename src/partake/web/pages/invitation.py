"""What the page of a table says to those who may still come: who invites to what, and the partner's own link."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from markupsafe import Markup

from partake.rules.edition import Edition
from partake.rules.options import PLAYERS
from partake.table.model import ForbiddenError, Person, TableInfo
from partake.table.service import TableState
from partake.web.context import context_of
from partake.web.pages.common import qr_code, tables_of
from partake.web.text.pages import say, value_name
from partake.web.text.phrases import titled, whole_number


def invitation(edition: Edition, info: TableInfo) -> str:
    """Who invites to what, in a sentence."""
    game, games = titled(edition), info.options.get("rounds", "1")
    name = "" if info.host is None else info.seats[info.host - 1].name
    if games == "1":
        return say("invites", name=name, game=game) if name else say("invited", game=game)
    if games == PLAYERS:
        return say("invites_players", name=name, game=game) if name else say("invited_players", game=game)
    if name:
        return say("invites_match", name=name, game=game, count=int(games))
    return say("invited_match", game=game, count=int(games))


def particulars(edition: Edition, info: TableInfo) -> list[str]:
    """What is not as usual at a table, each in a few words."""
    usual = edition.offer.defaults(info.options)
    found = [
        say("particular", what=say(name), value=value_name(name, value))
        for name, value in info.options.items()
        if name != "rounds" and value != usual.get(name)
    ]
    if info.clock:
        found.append(say("particular", what=say("clock"), value=say("clock_seconds", count=whole_number(info.clock))))
    return found


async def joining_context(request: Request, state: TableState, person: Person | None) -> dict[str, Any]:
    """What a guest, a partner and the person who awaits one read on the page of a table."""
    tables, info = tables_of(request), state.info
    edition = tables.catalogue.edition(info.edition)
    key = await tables.partner_key(info.id, person.id) if person else None
    link = f"{context_of(request).link(request)}/tables/{info.id}?partner={key}" if key else ""
    challenger = await context_of(request).challenges.challenger(info.id) if state.view is None else ""
    given = request.query_params.get("partner", "") if state.seat is None else ""
    return {
        "invitation": say("challenges", name=challenger, game=titled(edition))
        if challenger
        else invitation(edition, info),
        "is_challenge": bool(challenger),
        "particulars": particulars(edition, info),
        "partner_name": info.seats[state.seat - 1].name.split(" & ")[-1] if key and state.seat else "",
        "partner_link": link,
        "partner_code": Markup(qr_code(link)) if link else "",
        "partner_key": given,
        "awaited": await _awaited(request, info.id, given) if given else "",
        "asked": await _is_asked(request, info.id, person),
        "typed": {"nickname": person.nickname if person else "", "partner": ""},
        "problem": "",
        "suggestion": "",
    }


async def _is_asked(request: Request, table: str, person: Person | None) -> bool:
    """Whether a person is asked to play again at this table."""
    found = await tables_of(request).invitation(person.id) if person else None
    return found is not None and found[0].id == table


async def _awaited(request: Request, table: str, key: str) -> str:
    """The name of whoever is awaited by a partner's link; nobody once they have come."""
    try:
        return await tables_of(request).awaited(table, key)
    except ForbiddenError:
        return ""

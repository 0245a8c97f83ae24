"""What the pages of a tournament show of it: where it is, what the visitor can do, the standings, the screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from fastapi import Request

from partake.rules.edition import HexagonEdition
from partake.rules.languages import current
from partake.rules.variant import variant
from partake.store.deal_rows import Mode, Stage, TournamentRow
from partake.store.rows import Status
from partake.table.model import Person, TableInfo
from partake.table.tournament_course import is_closed, read_deal
from partake.table.tournament_field import Tournament, is_settled
from partake.table.tournament_json import results_json
from partake.web.context import context_of
from partake.web.pages.common import render, tables_of
from partake.web.pages.me import in_words
from partake.web.text.pages import say
from partake.web.text.phrases import DATES, figure, titled

MOST_SHOWN = 16
"""The players in the standings on the screen."""
MOST_CHIPS = 60
"""The players whose names are on the screen while a deal is played."""
KEPT = 32
"""How many rendered standings are remembered."""
_standings: dict[tuple[object, ...], str] = {}


def title_of(request: Request, row: TournamentRow) -> str:
    """What a tournament is called: by its host, or else as its game is in the reader's language."""
    return row.title or say("tournament_of", game=titled(tables_of(request).catalogue.edition(row.edition)))


def moment(at: float) -> str:
    """A moment as a page without scripts writes it; the scripts put it into the reader's own time."""
    return datetime.fromtimestamp(at, UTC).strftime(f"{DATES[current().code]} %H:%M UTC")


def duration(seconds: float) -> str:
    """A length of time in the largest unit of which it is a whole number."""
    for unit, key in ((86_400, "tournament_days"), (3600, "tournament_hours"), (60, "tournament_minutes")):
        if seconds >= unit and seconds % unit == 0:
            return say(key, count=int(seconds // unit))
    return say("tournament_seconds_n", count=int(seconds))


def live_context(request: Request, found: Tournament, person: Person | None) -> dict[str, Any]:
    """What the part of the page needs that changes by itself."""
    mine = found.player(person)
    deal = found.next_deal(person.id) if mine and person else None
    own = found.own(person.id, deal) if deal and person else None
    visible = found.visible(person)
    place = None
    if mine and visible:
        place = next((one.place for one in found.standings(visible).rows if one.player == mine.person), None)
    return {
        **common(request, found),
        "me": mine,
        "is_removed": mine is None and person is not None and person.id in found.entrants,
        "is_host": found.is_host(person),
        "deal": deal,
        "is_begun": own is not None,
        "place": place,
        "placed": sum(one.place is not None for one in found.standings(visible).rows),
        "standings": standings_html(found, person),
        "progress": _progress(found),
    }


def common(request: Request, found: Tournament) -> dict[str, Any]:
    """What every page of a tournament needs."""
    row, tables = found.row, tables_of(request)
    edition = tables.catalogue.edition(row.edition)
    return {
        "tournament": row,
        "title": title_of(request, row),
        "game": titled(edition),
        "rules": in_words(edition, {name: str(value) for name, value in row.options.items()}),
        "now": tables.now(),
        "is_rounds": row.mode is Mode.ROUNDS,
        "stage": row.stage.value,
        "players": len(found.players),
        "done": found.count_done(row.round) if row.round else 0,
        "opened": found.opened,
        "moment": moment,
        "duration": duration,
        "stamp": f"{found.mark}.{found.stamp}",
    }


def standings_html(found: Tournament, person: Person | None) -> str:
    """The standings that a person may see; rendered once for all who see the same."""
    visible = found.visible(person)
    key = (found.mark, found.stamp, visible, current().code)
    if key not in _standings:
        while len(_standings) >= KEPT:
            _standings.pop(next(iter(_standings)))
        results = results_json(found, person)
        _standings[key] = render(
            "tournaments/standings.html",
            results=results,
            rows=[one for one in results["players"] if one["place"] is not None],
            has_hidden=len(visible) < found.opened or (found.opened < found.row.deals and not results["is_final"]),
            signed=signed,
            code=found.row.code,
        )
    return _standings[key]


def signed(value: float | None) -> str:
    """A difference with its sign."""
    if value is None:
        return ""
    return figure(round(value, 1)) if value <= 0 else f"+{figure(round(value, 1))}"


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a player is."""

    number: int
    name: str
    done: int
    is_done: bool
    """Whether nothing is left to do for now."""


def _progress(found: Tournament) -> list[Progress]:
    row, shown = found.row, []
    for person, entrant in found.players.items():
        done = sum(is_settled(found.own(person, deal)) for deal in range(1, row.deals + 1))
        is_done = is_settled(found.own(person, row.round)) if row.round else done == row.deals
        shown.append(Progress(entrant.number, entrant.name, done, is_done))
    return shown


@dataclass(frozen=True, slots=True)
class Chip:
    """A player on the screen while a deal is played."""

    name: str
    is_done: bool
    placed: int | None
    """The number of tiles on the board; None before the first."""


def screen_context(request: Request, found: Tournament, link: str) -> dict[str, Any]:
    """What the screen for a room shows: nothing that a player may still be waiting for."""
    row, tables = found.row, tables_of(request)
    results = results_json(found, None)
    rows = [one for one in results["players"] if one["place"] is not None]
    edition = tables.catalogue.edition(row.edition)
    tiles = 0
    if isinstance(edition, HexagonEdition):
        tiles = variant(edition, dict(row.options)).draws
    return {
        **common(request, found),
        "address": link.partition("://")[2].rpartition("/")[0],
        "crowd": "few" if len(found.players) <= 16 else "some" if len(found.players) <= 36 else "many",
        "rows": rows[:MOST_SHOWN],
        "more": len(rows) - MOST_SHOWN,
        "closed": sum(deal["is_visible"] for deal in results["deals"]),
        "chips": _chips(request, found),
        "more_chips": len(found.players) - MOST_CHIPS,
        "tiles": tiles,
        "signed": signed,
        "played_deals": sum(one.done for one in _progress(found)),
    }


def _chips(request: Request, found: Tournament) -> list[Chip]:
    """The players, those who are still at it first."""
    row, shown = found.row, []
    for person, entrant in found.players.items():
        own = found.own(person, row.round) if row.round else None
        is_done = row.stage is Stage.PLAYING and is_settled(own)
        is_playing = row.stage is Stage.PLAYING and own is not None and own.status is Status.PLAYING
        placed = tables_of(request).tournaments.placed(found, person) if is_playing else None
        shown.append(Chip(entrant.name, is_done, placed))
    return sorted(shown, key=lambda chip: chip.is_done)[:MOST_CHIPS]


def csv_heads() -> Mapping[str, str]:
    """The heads of the columns of the standings as a table."""
    keys = {"place": "tournament_place", "name": "tournament_player", "total": "tournament_total"}
    heads = {name: say(key) for name, key in keys.items()}
    return {
        **heads,
        "deal": say("tournament_deal_csv"),
        "above": say("tournament_above"),
        "unfinished": say("tournament_unfinished_csv"),
    }


@dataclass(frozen=True, slots=True)
class Strip:
    """What the page of a table says of the tournament that is played there."""

    code: str
    title: str
    deal: int
    deals: int
    until: float | None
    """When the time for the deal is up; None when it is."""
    now: float
    is_done: bool
    is_closed: bool
    """Whether everybody may see the game."""
    link: str


async def tournament_strip(request: Request, info: TableInfo) -> Strip | None:
    """The tournament of a table, if it is one's."""
    code, deal = read_deal(info.deal or "") or ("", 0)
    if not code:
        return None
    row, tables = (await tables_of(request).tournaments.look(code)).row, tables_of(request)
    is_done, is_open = info.status is not Status.PLAYING, not is_closed(row, deal)
    until = row.due if is_open and not is_done else None
    link = f"{context_of(request).link(request)}/tournaments/{code}"
    return Strip(code, title_of(request, row), deal, row.deals, until, tables.now(), is_done, not is_open, link)

"""The leaderboards: of a day and of all time, for each edition and its rules."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request, Response

from partake.review.strength import RECENT
from partake.table.leaderboards import LEAST, Board, Measure, Period, Place
from partake.table.statistics import read_key
from partake.web.context import RequestContext, context_of
from partake.web.pages.common import page, whole
from partake.web.pages.me import in_words, title_of
from partake.web.text.pages import say
from partake.web.text.phrases import figure, written_date

router = APIRouter(include_in_schema=False)
USUAL = ("classic", "")
"""The edition and the rules that are shown first."""


@router.get("/leaders")
async def leaders(request: Request) -> Response:
    """One leaderboard, and the choice of the others."""
    context, asked = context_of(request), request.query_params
    person = await context.who(request)
    boards = context.leaderboards
    choices = await boards.choices(person)
    edition, _, rules = asked.get("game", "").partition("?")
    if not edition:
        edition, rules = choices[0] if choices and USUAL not in choices else USUAL
    period = Period.DAY if asked.get("period") == Period.DAY else Period.ALL
    if not boards.measures(edition, period):
        period = Period.ALL
    wanted = Measure.STRENGTH if asked.get("by") == Measure.STRENGTH else Measure.SCORE
    measures = boards.measures(edition, period)
    board = await boards.board(
        edition, rules, person, period=period, by=wanted if wanted in measures else measures[0],
        day=_day(asked.get("day", "")), page=whole(asked.get("page", "")) or 1,
    )  # fmt: skip
    listed = list(dict.fromkeys([*choices, USUAL, (edition, rules)]))
    return page(
        "progress/leaders.html",
        person,
        board=board,
        choices=[(_game(one), _named(context, *one), one == (edition, rules)) for one in listed],
        kinds=_kinds(context, board),
        places=[_place(board, place) for place in board.places],
        mine=_mine(board, is_public=bool(person and person.public)),
        title=_named(context, edition, rules),
        day=say("leaders_on_day", date=written_date(board.day)) if period is Period.DAY else "",
        links=_links(context, board),
        here=f"/leaders?{asked}" if asked else "/leaders",
        recent=RECENT,
        least=LEAST,
    )


def _day(text: str) -> date | None:
    """The day that an address asks for, if it is one."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _game(choice: tuple[str, str]) -> str:
    """An edition and its rules as one value of a form."""
    return f"{choice[0]}?{choice[1]}" if choice[1] else choice[0]


def _named(context: RequestContext, edition: str, rules: str) -> str:
    """An edition and what differs from its usual rules."""
    options, players = read_key(rules)
    found = context.catalogue.editions
    parts = [title_of(found, edition), in_words(found.get(edition), options)]
    return " · ".join([part for part in (*parts, say("n_players", count=players) if players else "") if part])


def _address(board: Board, **changed: Any) -> str:
    """The address of a leaderboard like this one."""
    asked = {"game": _game((board.edition, board.rules)), "period": board.period.value, "by": board.by.value, **changed}
    return "/leaders?" + urlencode({name: value for name, value in asked.items() if value is not None})


def _kinds(context: RequestContext, board: Board) -> list[tuple[str, str, bool]]:
    """The leaderboards of these rules: what they are called, where they are, and whether it is this one."""
    found = [
        (period, by)
        for period in (Period.DAY, Period.ALL)
        for by in context.leaderboards.measures(board.edition, period)
    ]
    names = {
        (Period.DAY, Measure.SCORE): say("leaders_day"),
        (Period.ALL, Measure.SCORE): say("leaders_all"),
        (Period.ALL, Measure.STRENGTH): say("leaders_strength"),
    }
    return [
        (names[one], _address(board, period=one[0].value, by=one[1].value), one == (board.period, board.by))
        for one in found
    ]


def _links(context: RequestContext, board: Board) -> dict[str, str]:
    """Where the pages and days beside this one are."""
    found = dict.fromkeys(("newer", "older", "before", "after"), "")
    day = board.day.isoformat() if board.period is Period.DAY else None
    if board.page > 1:
        found["newer"] = _address(board, day=day, page=board.page - 1)
    if board.page < board.pages:
        found["older"] = _address(board, day=day, page=board.page + 1)
    if board.period is Period.DAY:
        if board.day > date.min:
            found["before"] = _address(board, day=(board.day - timedelta(days=1)).isoformat())
        if board.day < context.leaderboards.today():
            found["after"] = _address(board, day=(board.day + timedelta(days=1)).isoformat())
    return found


def _place(board: Board, place: Place) -> dict[str, Any]:
    entry = place.entry
    interval = (
        ""
        if entry.low is None or entry.high is None
        else say("interval", low=_value(board, entry.low), high=_value(board, entry.high))
    )
    is_me = board.mine is not None and board.mine.entry.person == entry.person
    return {
        "place": place.place, "name": entry.name, "value": _value(board, entry.value), "interval": interval,
        "games": entry.games, "is_me": is_me,
    }  # fmt: skip


def _value(board: Board, value: float) -> str:
    if board.by is Measure.SCORE:
        return figure(value)
    return say("percent", value=figure(100 * value, ".1f")) if board.edition == "five" else figure(value, ".2f")


def _mine(board: Board, *, is_public: bool) -> str:
    if board.mine is None:
        return ""
    key = "leaders_mine" if is_public else "leaders_would_be"
    return say(key, place=board.mine.place, value=_value(board, board.mine.entry.value))

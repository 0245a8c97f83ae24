"""The pages of a person: their games and statistics, carrying the identity over, and deleting it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg.charts import bars, course
from partake.rules.edition import Edition
from partake.web.api.review import reviews_of
from partake.web.context import context_of
from partake.web.pages.common import form_of, page, qr_code, see, whole
from partake.web.text.pages import say, value_name
from partake.web.text.phrases import day, joined, titled

router = APIRouter(include_in_schema=False)
SHOWN = 20
"""How many games the page lists at a time."""


@router.get("/me")
async def me(request: Request) -> Response:
    """Who I am here, and everything I played."""
    context = context_of(request)
    person = await context.who(request)
    number = max(whole(request.query_params.get("page", "")) or 1, 1)
    played = await context.people.games(person) if person else []
    games = played[SHOWN * (number - 1) : SHOWN * number]
    others = await context.people.others(games)
    found = await context.people.statistics(person) if person else []
    editions, reviews = context.catalogue.editions, reviews_of(request)
    return page(
        "me/me.html",
        person,
        games=[
            {
                "played": game,
                "day": day(game.finished or game.created),
                "title": title_of(editions, game.edition, game.title),
                "rules": in_words(editions.get(game.edition), game.options),
                "others": joined(others[game.table]),
                "can_retry": game.edition in editions and editions[game.edition].family == "hexagon",
                "well": reviews.well_played(game.table, game.seat),
            }
            for game in games
        ],
        has_leaders=context.leaderboards.is_on,
        tokens=[(row, day(row.created)) for row in await context.people.tokens(person)] if person else [],
        is_signed_out=request.query_params.get("done") == "signed_out",
        number=number,
        is_last=len(played) <= SHOWN * number,
        statistics=[
            {
                **facts,
                "title": _statistics_title(editions, facts),
                "rules": in_words(editions.get(facts["edition"]), facts["options"]),
                "bars": Markup(bars(_bars(facts["distribution"]), title=say("distribution"))),
                "course": Markup(course(facts["progress"], title=say("progress"))),
            }
            for facts in sorted(found, key=lambda facts: (bool(facts["hints"]), bool(facts["paper"])))
        ],
    )


def _bars(distribution: list[dict[str, int]]) -> list[tuple[str, int]]:
    return [(str(part["from"]), part["games"]) for part in distribution]


def title_of(editions: Mapping[str, Edition], name: str, own: str = "") -> str:
    """What a game is called: by the host of its table, or else as its edition is."""
    usual = editions[name].title if name in editions else ""
    return own if own not in ("", usual) else titled(editions[name]) if usual else name


def _statistics_title(editions: Mapping[str, Edition], facts: Mapping[str, Any]) -> str:
    """What statistics are of: a game, as it is played here or at the cardboard table."""
    found = title_of(editions, facts["edition"])
    found = say("paper_of", game=found) if facts["paper"] else found
    return say("hints_of", game=found) if facts["hints"] else found


def in_words(edition: Edition | None, options: Mapping[str, str]) -> str:
    """The options of a game that differ from its edition's defaults."""
    usual = edition.offer.defaults(options) if edition else {}
    told = (
        say("particular", what=say(name), value=value_name(name, value))
        for name, value in options.items()
        if value != usual.get(name)
    )
    return " · ".join(told)


@router.post("/me/name")
async def rename(request: Request) -> Response:
    """Another nickname, for tables to come."""
    context = context_of(request)
    await context.people.rename(await context.owner(request), (await form_of(request)).get("nickname", "").strip())
    return see(request, "/me")


@router.post("/me/carry")
async def carry(request: Request) -> Response:
    """A link that makes another device the same person, once."""
    context = context_of(request)
    person = await context.owner(request)
    link = f"{context.link(request)}/carry/{context.identity.carry(person)}"
    code = Markup(qr_code(link))
    return page("me/carry.html", person, link=link, code=code)


@router.get("/carry/{token}")
async def offer(request: Request, token: str) -> Response:
    """Ask before this device becomes another person's."""
    context = context_of(request)
    person = await context.carried(token)
    await context.people.check_link(token)
    return page("me/carried.html", person, token=token)


@router.post("/carry/{token}")
async def carried(request: Request, token: str) -> Response:
    """From now on this device is the person of the link."""
    context = context_of(request)
    person = await context.carried(token)
    await context.people.use_link(token, context.settings.carry_seconds)
    return see(request, "/me", person)


@router.post("/me/sign-out")
async def sign_out(request: Request) -> Response:
    """Sign out everywhere but here."""
    context = context_of(request)
    also_tokens = "tokens" in await form_of(request)
    person = await context.people.end_sessions(await context.owner(request), tokens=also_tokens)
    return see(request, "/me?done=signed_out#sign-out", None if "authorization" in request.headers else person)


@router.post("/me/tokens")
async def new_token(request: Request) -> Response:
    """A token for a program, which this page alone shows."""
    context, form = context_of(request), await form_of(request)
    context.count_creation(request)
    person = await context.owner(request)
    token, row = await context.people.new_token(person, form.get("label", "").strip(), manages="manage" in form)
    return page("me/token.html", person, token=token, row=row)


@router.post("/me/tokens/{token_id}/delete")
async def drop_token(request: Request, token_id: str) -> Response:
    """Make a token useless."""
    context = context_of(request)
    await context.people.drop_token(await context.owner(request), token_id)
    return see(request, "/me#tokens")


@router.post("/me/delete")
async def delete(request: Request) -> Response:
    """Forget everything about me."""
    context = context_of(request)
    await context.people.forget(await context.owner(request))
    response = see(request, "/")
    context.identity.forget(response)
    return response

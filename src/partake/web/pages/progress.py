"""The page of a person's progress: strength with its interval, charts, parts of the game, causes, and milestones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from markupsafe import Markup

from partake.draw.svg.charts import SPAN, Mark, course
from partake.review.strength import Estimate, Sums, adjusted
from partake.rules.messages import said
from partake.rules.names import shown_name
from partake.store.practice_rows import ResultRow
from partake.table.milestones import Milestone, milestones
from partake.table.model import Person
from partake.table.progress import Compared, Relation, RulesProgress, compared, progress_of
from partake.table.statistics import read_key
from partake.web.context import context_of
from partake.web.pages.common import form_of, page, see
from partake.web.pages.me import in_words, title_of
from partake.web.text.pages import say
from partake.web.text.phrases import day, figure, joined

router = APIRouter(include_in_schema=False)
CHARTED = 200
"""The number of games, the latest, that charts and the table show."""
WORTH_DRAWING = 3
"""The number of games from which on a chart says something."""
NOTABLE = 0.05
"""A smaller share of what was given away is not mentioned."""
BACK = ("/settings", "/leaders")
"""Where somebody may come from who chooses what others see."""


@router.get("/me/progress")
async def show(request: Request) -> Response:
    """How well the person who asks plays, for each edition and its rules."""
    context = context_of(request)
    person = await context.who(request)
    rows = await context.people.results(person) if person else []
    found = [_shown(request, one) for one in progress_of(rows) if one.games]
    reached = milestones(context.catalogue, rows) if person and person.milestones else []
    return page(
        "progress/progress.html",
        person,
        progress=found,
        milestones=[(told(one), _title(request, one.edition), day(one.at), one.table) for one in reversed(reached)],
        is_by_itself=context.settings.idle_reviews > 0,
    )


@router.post("/me/choices")
async def choose(request: Request) -> Response:
    """Whether to be seen on leaderboards and to be told of milestones, from the settings or from a leaderboard."""
    context, form = context_of(request), await form_of(request)
    person = await context.owner(request)
    await context.people.choose(
        person,
        public=form["public"] == "yes" if "public" in form else None,
        milestones=form["milestones"] == "yes" if "milestones" in form else None,
    )
    path = form.get("to", "")
    return see(request, path if path.partition("?")[0] in BACK else "/settings?chosen#choices")


async def reached_at(request: Request, person: Person | None, table: str) -> list[str]:
    """What the person who asks reached for the first time at a table that is over, in words."""
    if person is None or not person.milestones:
        return []
    context = context_of(request)
    await context.tables.results.note(table)
    rows = await context.people.results(person)
    return [told(one) for one in milestones(context.catalogue, rows) if one.table == table]


def told(one: Milestone) -> str:
    """A milestone in words."""
    return say(f"milestone_{one.kind}", points=one.value, length=one.value, count=one.value)


def _title(request: Request, edition: str) -> str:
    return title_of(context_of(request).catalogue.editions, edition) if edition else ""


def _shown(request: Request, one: RulesProgress) -> dict[str, Any]:
    """Everything that the card of an edition and its rules shows."""
    editions = context_of(request).catalogue.editions
    edition, (options, players), sums = editions.get(one.edition), read_key(one.rules), one.sums
    is_five = edition is not None and edition.family == "five"
    amount: Callable[[float], str] = _percent if is_five else _points
    given = sums.given_away
    return {
        "title": _title(request, one.edition),
        "rules": in_words(edition, options),
        "players": players,
        "is_five": is_five,
        "games": len(one.games),
        "reviewed": len(one.reviewed),
        "recent": len(one.recent),
        "needed": one.needed,
        "waiting": len(one.games) - len(one.reviewed),
        "given": given and _interval(given, amount),
        "adjusted": sums.adjusted_score and _interval(sums.adjusted_score, lambda value: figure(value, ".1f")),
        "standing": _standing(compared(given, one.levels), amount),
        "levels": _levels(one, given, amount),
        "charts": [Markup(chart) for chart in _charts(one, is_five=is_five)] if len(one.games) >= WORTH_DRAWING else [],
        "parts": [(say(f"part_{part}"), amount(lost), lost) for part, lost in one.phases.items()] if given else [],
        "causes": [(say(f"cause_{cause}"), _percent(share)) for cause, share in one.causes[:3] if share >= NOTABLE]
        if given
        else [],
        "rows": [_row(game, amount) for game in reversed(one.games[-CHARTED:])],
        "apart": joined(say(f"apart_{why}", count=count) for why, count in sorted(one.apart.items())),
    }


def _points(value: float) -> str:
    return figure(value, ".2f")


def _percent(share: float) -> str:
    return say("percent", value=figure(100 * share, ".1f"))


def _interval(found: Estimate, amount: Callable[[float], str]) -> tuple[str, str]:
    return amount(found.value), say("interval", low=amount(found.low), high=amount(found.high))


def _standing(found: Compared | None, amount: Callable[[float], str]) -> str:
    if found is None:
        return ""
    if found.standing is Relation.BETWEEN:
        weaker, stronger = found.levels
        return say(
            "standing_between", weaker=_bot(weaker.level), weaker_lost=amount(weaker.lost),
            stronger=_bot(stronger.level), stronger_lost=amount(stronger.lost),
        )  # fmt: skip
    (level,) = found.levels
    return say(f"standing_{found.standing}", bot=_bot(level.level), lost=amount(level.lost))


def _bot(level: str) -> str:
    return said(shown_name(f"{level.capitalize()} bot"))


def _levels(
    one: RulesProgress, given: Estimate | None, amount: Callable[[float], str]
) -> list[tuple[str, str, str, bool]]:
    """The levels and the person among them, who gives away most first: name, given away, mean score, whether it is
    the person."""
    if given is None or not one.levels:
        return []
    rows = [(level.lost, say(f"level_{level.level}"), figure(level.mean, ".0f"), False) for level in one.levels]
    mean = sum(game.score for game in one.recent) / len(one.recent)
    rows.append((given.value, say("levels_you"), figure(mean, ".0f"), True))
    return [(name, amount(lost), score, is_me) for lost, name, score, is_me in sorted(rows, reverse=True)]


def _charts(one: RulesProgress, *, is_five: bool) -> list[str]:
    """The points, the points without luck, and what is given away, as far as there is something to draw."""
    games, reviewed = one.games[-CHARTED:], one.reviewed[-CHARTED:]
    found = []
    if not is_five:
        found.append(course([game.score for game in games], title=say("chart_score"), ends=_ends(games), is_even=True))
    if len(reviewed) < WORTH_DRAWING:
        return found
    without = [score for game in reviewed if (score := adjusted(game)) is not None]
    if len(without) == len(reviewed):
        found.append(course(without, title=say("chart_adjusted"), ends=_ends(reviewed), is_even=True))
    unit = 100 if is_five else 1
    lost = [unit * (game.lost or 0) / (game.moves or 1) for game in reviewed]
    band = [
        (unit * known.low, unit * known.high)
        for i in range(len(reviewed))
        if (known := Sums.of(reviewed[max(0, i + 1 - SPAN) : i + 1]).given_away)
    ]
    levels = [Mark(unit * level.lost, say(f"level_{level.level}")) for level in one.levels]
    title = say("chart_lost_five") if is_five else say("chart_lost")
    found.append(course(lost, title=title, band=band, levels=levels, ends=_ends(reviewed), is_even=True))
    return found


def _ends(games: tuple[ResultRow, ...]) -> tuple[str, str]:
    return day(games[0].finished), day(games[-1].finished)


def _row(game: ResultRow, amount: Callable[[float], str]) -> dict[str, Any]:
    """A game as a row of the table."""
    without = adjusted(game)
    return {
        "table": game.table_id,
        "day": day(game.finished),
        "score": figure(game.score),
        "luck": "" if game.luck is None else figure(game.luck, "+.1f"),
        "adjusted": "" if without is None else figure(without, ".1f"),
        "lost": amount(game.lost / game.moves) if game.moves and game.lost is not None else "",
    }

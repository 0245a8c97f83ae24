"""Phrases that are put together: lists of names, numbers, dates and how long ago something was, titles of games."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime
from fractions import Fraction

from partake.rules.edition import Edition
from partake.rules.languages import current
from partake.rules.messages import Listed, Message, said
from partake.rules.names import shown_name
from partake.table.daily import named_day
from partake.table.model import TableInfo
from partake.web.text.pages import say

MINUTE, HOUR, DAY = 60, 3600, 86_400
"""Seconds."""
LONG_AGO = 30
"""Days after which a date says more than their number."""
PHASES: Mapping[str, Message] = {"score": Message("score"), "quinte": Message("quinte")}
"""The phases of Take Five within a sentence."""
DATES: Mapping[str, str] = {"en": "%Y-%m-%d", "fr": "%d/%m/%Y", "de": "%d.%m.%Y", "ro": "%d.%m.%Y"}
"""How each language writes a date in numbers."""


def joined(names: Iterable[str]) -> str:
    """Names as a list in a sentence: "Ann, Bob and Cleo"."""
    return said(Listed(shown_name(name) for name in names))


def titled(edition: Edition) -> str:
    """What an edition is called in the reader's language."""
    return current().text(edition.title)


def heading(info: TableInfo, edition: Edition) -> str:
    """What a table is called: by its host, or else as its game is in the reader's language; and if it was cardboard."""
    found = info.title if info.title not in ("", edition.title) else titled(edition)
    if (dealt := named_day(info.deal or "")) is not None:
        return say("daily_heading" if info.counts else "daily_practice_heading", date=written_date(dealt), game=found)
    return say("paper_of", game=found) if info.paper else found


def phase_name(phase: str) -> str:
    """What a phase of Take Five is called."""
    found = PHASES.get(phase)
    return phase if found is None else said(found)


def figure(value: float | Fraction, form: str = "g") -> str:
    """A number by itself, with the marks of the reader's language and a true minus sign."""
    return current().marked(format(float(value), form)).replace("-", "−")


def whole_number(value: float) -> int | float:
    """A number without a fraction as a whole one, so that it is written so."""
    return int(value) if value == int(value) else value


def day(moment: float) -> str:
    """The date of a moment."""
    return written_date(datetime.fromtimestamp(moment, UTC).date())


def written_date(found: date) -> str:
    """A date as the reader's language writes it."""
    return found.strftime(DATES[current().code])


def ago(moment: float, now: float | None = None) -> str:
    """How long ago a moment was, as roughly as people say it."""
    seconds = max(0.0, (time.time() if now is None else now) - moment)
    if seconds < MINUTE:
        return say("ago_now")
    if seconds < HOUR:
        return say("ago_minutes", count=int(seconds // MINUTE))
    if seconds < DAY:
        return say("ago_hours", count=int(seconds // HOUR))
    count = int(seconds // DAY)
    return say("ago_date", date=day(moment)) if count > LONG_AGO else say("ago_days", count=count)

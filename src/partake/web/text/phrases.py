"""Phrases that are put together: lists of names, and how long ago something was."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime

from partake.web.text.pages import say

MINUTE, HOUR, DAY = 60, 3600, 86_400
"""Seconds."""
LONG_AGO = 30
"""Days after which a date says more than their number."""


def joined(names: Sequence[str]) -> str:
    """Names as a list in a sentence: "Ann, Bob and Cleo"."""
    if len(names) < 2:
        return "".join(names)
    return say("both", one=", ".join(names[:-1]), two=names[-1])


def day(moment: float) -> str:
    """The date of a moment."""
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d")


def ago(moment: float, now: float | None = None) -> str:
    """How long ago a moment was, as roughly as people say it."""
    seconds = max(0.0, (time.time() if now is None else now) - moment)
    if seconds < MINUTE:
        return say("ago_now")
    if seconds < HOUR:
        count = int(seconds // MINUTE)
        return say("ago_minute") if count == 1 else say("ago_minutes", count=count)
    if seconds < DAY:
        count = int(seconds // HOUR)
        return say("ago_hour") if count == 1 else say("ago_hours", count=count)
    count = int(seconds // DAY)
    if count > LONG_AGO:
        return say("ago_date", date=day(moment))
    return say("ago_day") if count == 1 else say("ago_days", count=count)

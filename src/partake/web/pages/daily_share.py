"""A result of a daily deal as it is shared: a text and a picture in which no tile and no cell is named."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from partake.draw.palette import LIGHT
from partake.draw.svg.daily import BLOCKS, filled_blocks, share_picture
from partake.draw.svg.emblem import emblem
from partake.rules.edition import Edition
from partake.table.daily import DayDeal
from partake.web.pages.review_hexagon import points_of
from partake.web.text.pages import say
from partake.web.text.phrases import titled, whole_number, written_date

FILLED, OPEN = "🟩", "⬜"
"""The blocks of a text: as many of ten as the points are tenths of the best possible board's."""


@dataclass(frozen=True, slots=True)
class Shared:
    """What is sent to others."""

    text: str
    link: str
    picture: str
    """The address of the picture."""


def shared(found: DayDeal, edition: Edition, streak: int, link: str) -> Shared | None:
    """What somebody can send who has finished a try that counts; None for others."""
    mine = found.mine
    if mine is None or mine.total is None or not found.is_counted:
        return None
    points, facts = mine.total, found.facts
    first = [say("daily_share_points", points=points_of(points), count=whole_number(points))]
    if found.place is not None:
        first.append(say("daily_share_place", place=found.place, count=found.players))
    lines = [say("daily_share_head", date=written_date(found.day), game=titled(edition)), " · ".join(first)]
    blocks = filled_blocks(points, facts.best if facts else None)
    if facts is not None and facts.best and blocks is not None:
        percent = max(0, round(100 * points / facts.best))
        lines.append(f"{FILLED * blocks}{OPEN * (BLOCKS - blocks)} {say('daily_share_best', percent=percent)}")
    if facts is not None:
        lead = points - facts.bot
        key = "daily_share_ahead" if lead > 0 else "daily_share_behind" if lead < 0 else "daily_share_even"
        lines.append(say(key, count=whole_number(abs(lead))))
    if streak > 1:
        lines.append(say("daily_streak", count=streak))
    address = f"/daily/{found.day.isoformat()}"
    return Shared("\n".join(lines), f"{link}{address}", f"{address}/{found.which}/share.png")


def result_picture(found: DayDeal, edition: Edition) -> str:
    """The picture of a person's result, or of the deal for those who have none."""
    day, mine = found.day.isoformat(), found.mine
    if mine is None or mine.total is None or not found.is_counted:
        return share_picture(_emblem(edition), day=day)
    best = found.facts.best if found.facts else None
    place = "" if found.place is None else f"{found.place} / {found.players}"
    points = f"{mine.total:g}"
    return share_picture(_emblem(edition), day=day, points=points, blocks=filled_blocks(mine.total, best), place=place)


@cache
def _emblem(edition: Edition) -> str:
    return emblem(edition, theme=LIGHT)

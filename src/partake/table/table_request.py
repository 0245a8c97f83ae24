"""Validation and defaults of a request for a table, before anything is stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from partake.bots import LEVELS
from partake.engine.setup import arrange
from partake.rules.catalogue import Catalogue
from partake.rules.edition import Edition
from partake.rules.errors import OptionError
from partake.store.rows import TableRow
from partake.table.limits import Limits
from partake.table.model import LONGEST_TITLE, TableRequest, TooManyError
from partake.table.names import is_visible

PAUSE = 1.5
"""The seconds that the draw waits after the last placement of several players."""
SOLO_PAUSE = 0.4
"""The same for a single player."""


def check_request(catalogue: Catalogue, wanted: TableRequest, limits: Limits) -> Edition:
    """The edition of a request that the rules allow; otherwise a sentence says why they do not."""
    edition = catalogue.edition(wanted.edition)
    if not 1 <= len(wanted.seats) <= limits.seats:
        raise OptionError("a table needs a seat")
    if sum(seat.kind == "host" for seat in wanted.seats) > 1:
        raise OptionError("the host sits at one seat only")
    for seat in wanted.seats:
        if seat.kind not in ("host", "here", "person", "bot") or (seat.kind == "here") != (seat.friend is not None):
            raise OptionError("a seat is for the host, a friend here, another person or a bot")
    if sum(seat.kind == "bot" for seat in wanted.seats) > limits.bots_per_table:
        raise TooManyError("a table takes at most {most} bots here", most=limits.bots_per_table)
    if all(seat.kind == "bot" for seat in wanted.seats) and not wanted.unlimited:
        raise OptionError("somebody must play: give at least one seat to a person")
    title = wanted.title.strip()
    if len(title) > LONGEST_TITLE or not title.isprintable() or (title and not is_visible(title)):
        raise OptionError("a table's name has at most {longest} characters on one line", longest=LONGEST_TITLE)
    _check_time("clock", wanted.clock, 1.0, limits.longest_clock)
    _check_time("pause", wanted.pause, 0.0, limits.longest_pause)
    if wanted.hints and not is_without_others(wanted):
        raise OptionError("hints are for games in which no other person plays")
    arrange(edition, wanted.options, seats=max(len(wanted.seats), edition.seats[0]), is_open=wanted.unlimited)
    if not wanted.unlimited:
        arrange(edition, wanted.options, seats=len(wanted.seats))
    return edition


def _check_time(what: str, seconds: float | None, least: float, most: float) -> None:
    if seconds is not None and not least <= seconds <= most:
        raise OptionError("the {what} must be {least:g} to {most:g} seconds", what=what, least=least, most=most)


def is_without_others(wanted: TableRequest) -> bool:
    """Whether nobody but the host and bots will play."""
    return not wanted.unlimited and all(seat.kind in ("host", "bot") for seat in wanted.seats)


def pause_of(wanted: TableRequest) -> float:
    """The pause before a draw that is asked for, or the default."""
    if wanted.pause is not None:
        return wanted.pause
    return PAUSE if len(wanted.seats) > 1 or wanted.unlimited else SOLO_PAUSE


def bot_names(bots: Sequence[str], taken: Iterable[str]) -> list[str]:
    """A name for each bot that nobody has: what it is, numbered when there are several; one between levels is named
    by the nearer one."""
    found, used = list[str](), {*taken, ""}
    titles = [f"{_nearest_level(bot).capitalize()} bot" for bot in bots]
    several = Counter(titles)
    for title in titles:
        names = (title if several[title] == 1 and n == 1 else f"{title} {n}" for n in range(1, len(used) + 2))
        name = next(name for name in names if name not in used)
        used.add(name)
        found.append(name)
    return found


def _nearest_level(bot: str) -> str:
    around = LEVELS.around(bot)
    return around[-1] if bot[-1] > "5" else around[0]


def option_text(value: str | int | bool) -> str:
    """The value of an option as records write it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def default_title(catalogue: Catalogue, row: TableRow) -> str:
    """The title of a table to which nobody gave one."""
    edition = catalogue.editions.get(row.edition)
    return edition.title if edition else row.edition

"""The course of a tournament: pure functions over its stored row, and the seeds of its deals.

The secret of a tournament is 32 random bytes, and its commitment their SHA-256, which everybody sees from the start.
The seed of deal n is HMAC-SHA-256 with the secret as key over the text `partake tournament deal n`: whoever knows the
seed of one deal knows nothing of the others, and whoever has the secret, at the end, can check them all.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import replace

from partake.engine.chance import Seed
from partake.rules.catalogue import Catalogue
from partake.rules.edition import HexagonEdition
from partake.rules.errors import OptionError
from partake.store.deal_rows import Mode, Stage, TournamentRow, TournamentSettings
from partake.table.limits import Limits
from partake.table.model import TableRequest
from partake.table.table_request import check_request, option_text

KIND = "tournament"
"""The kind of the deals of tournaments."""
MOST_DEALS = 20
"""The most deals of a tournament."""
MINUTE, DAY = 60.0, 24 * 3600.0
SECONDS = (30.0, 2 * 3600.0, 10 * MINUTE)
"""The least, the most and the usual time for a deal that all play at the same time."""
PAUSE = (5.0, 3600.0, 30.0)
"""The same for the standings between two rounds."""
LONGEST_WINDOW = 92 * DAY
"""The most seconds of a time window."""
FARTHEST = 366 * DAY
"""The most seconds until a time window begins."""
PATIENCE = 30 * DAY
"""The seconds after which a tournament in rounds that nobody starts is over."""


def settled(catalogue: Catalogue, wanted: TournamentSettings, limits: Limits, now: float) -> TournamentSettings:
    """What a host wants, checked, with the defaults for what was left open."""
    edition = catalogue.edition(wanted.edition)
    if not isinstance(edition, HexagonEdition):
        raise OptionError(
            "{edition} cannot be a tournament on the same tiles: its players share the pieces", edition=edition.name
        )
    options = {name: option_text(value) for name, value in wanted.options.items()}
    table = TableRequest(edition.name, options=options, title=wanted.title, clock=wanted.clock, unlimited=True)
    check_request(catalogue, table, limits)
    if options.get("rounds", "1") != "1":
        raise OptionError("each deal of a tournament is one game: choose more deals instead")
    if not 1 <= wanted.deals <= MOST_DEALS:
        raise OptionError("a tournament has 1 to {most} deals", most=MOST_DEALS)
    found = replace(wanted, title=wanted.title.strip(), options=options)
    return _window(found, now) if wanted.mode is Mode.WINDOW else _rounds(found)


def _window(wanted: TournamentSettings, now: float) -> TournamentSettings:
    if wanted.seconds is not None or wanted.pause is not None:
        raise OptionError("in a time window everybody plays when they like: there is no time for a deal and no pause")
    begins = max(now, wanted.begins or now)
    if wanted.ends is None or wanted.ends <= begins:
        raise OptionError("a time window ends after it begins, and after now")
    if begins > now + FARTHEST or wanted.ends > begins + LONGEST_WINDOW:
        raise OptionError("a time window begins within a year and lasts three months at most")
    return replace(wanted, begins=begins)


def _rounds(wanted: TournamentSettings) -> TournamentSettings:
    if wanted.begins is not None or wanted.ends is not None:
        raise OptionError("rounds begin when the host starts them: they have no time window")
    found = []
    for given, (least, most, usual) in ((wanted.seconds, SECONDS), (wanted.pause, PAUSE)):
        seconds = usual if given is None else given
        if not least <= seconds <= most:
            raise OptionError(
                "a deal takes {least:g} to {most:g} seconds, and the pause between two {shortest:g} to {longest:g}",
                least=SECONDS[0], most=SECONDS[1], shortest=PAUSE[0], longest=PAUSE[1],
            )  # fmt: skip
        found.append(seconds)
    return replace(wanted, seconds=found[0], pause=found[1])


def first_due(wanted: TournamentSettings, now: float) -> float:
    """When a new tournament leaves its first stage by itself."""
    return now + PATIENCE if wanted.begins is None else wanted.begins


def next_stage(row: TournamentRow, now: float) -> TournamentRow:
    """The tournament in its next stage, which begins now; one that is over stays as it is."""
    match row.stage, row.mode:
        case Stage.WAITING, Mode.WINDOW:
            begins = min(now, row.begins or now)
            return replace(row, stage=Stage.PLAYING, since=now, begins=begins, due=row.ends or now)
        case ((Stage.WAITING | Stage.BETWEEN), Mode.ROUNDS):
            due = now + (row.seconds or 0.0)
            return replace(row, stage=Stage.PLAYING, since=now, round=row.round + 1, due=due)
        case Stage.PLAYING, Mode.ROUNDS if row.round < row.deals:
            return replace(row, stage=Stage.BETWEEN, since=now, due=now + (row.pause or 0.0))
        case _:
            return ended(row, now)


def ended(row: TournamentRow, now: float) -> TournamentRow:
    """The tournament when nothing more is played."""
    if row.stage is Stage.OVER:
        return row
    return replace(row, stage=Stage.OVER, since=now, due=now, joining=False)


def in_time(row: TournamentRow, now: float) -> TournamentRow:
    """The tournament in the stage that it must be in by now: of one that nobody has started nothing is played."""
    while row.stage is not Stage.OVER and now >= row.due:
        unstarted = row.stage is Stage.WAITING and row.mode is Mode.ROUNDS
        row = ended(row, row.due) if unstarted else next_stage(row, row.due if row.mode is Mode.WINDOW else now)
    return row


def is_closed(row: TournamentRow, deal: int) -> bool:
    """Whether nobody can play a deal any more, so that everybody may see it."""
    if row.stage is Stage.OVER:
        return True
    return row.mode is Mode.ROUNDS and (deal < row.round or (deal == row.round and row.stage is Stage.BETWEEN))


def deal_name(code: str, deal: int) -> str:
    """What a deal of a tournament is called among all deals."""
    return f"{KIND}/{code}/{deal}"


def read_deal(name: str) -> tuple[str, int] | None:
    """The tournament of a deal and its number there; None if it is no tournament's."""
    kind, _, rest = name.partition("/")
    code, _, number = rest.partition("/")
    return (code, int(number)) if kind == KIND and number.isdecimal() else None


def deal_seed(secret: bytes, deal: int) -> Seed:
    """The seed of a deal: HMAC-SHA-256 with the tournament's secret as key."""
    return Seed(hmac.new(secret, f"partake tournament deal {deal}".encode(), hashlib.sha256).digest())

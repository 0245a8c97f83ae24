"""The calendar of daily deals: a hash chain of day keys, what each day is dealt, and the seed of each deal.

The keys form a hash chain (Lamport): K(d) = SHA-256(`partake daily key` NUL K(d + 1)), from a random key of a day far
in the future down to the first. A key therefore proves all earlier ones, and tells nothing of later ones. The
calendar's fingerprint, known from the start, is the key of the day before its first. The seed of a deal is
HMAC-SHA-256(K(d), `partake daily deal` NUL date NUL name of the deal), so that no seed tells the key or the other seed.

    anchor, key = DayKey.of("2026-11-16:…"), DayKey.of("2026-11-20:…")
    key.follows(anchor)                                      # the proof
    key.at(date(2026, 11, 18)).seed("classic")               # the seed of an earlier day
    dealt(date(2026, 11, 18), "edition")                     # Dealt(edition="nexus", options={…})
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from partake.engine.chance import Seed
from partake.rules.errors import PartakeError

KEY_LABEL = b"partake daily key\0"
"""What is hashed before a key, to get the key of the day before."""
DEAL_LABEL = "partake daily deal"
"""The first part of what is authenticated by a key, to get the seed of a deal."""
DAYS = 36_525
"""The days of a new calendar: a century."""
CLASSIC, EDITION = "classic", "edition"
"""The two deals of a day: plain Classic, and the edition of the day."""
DEALS = (CLASSIC, EDITION)
_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
_TEXT = re.compile(f"({_DAY.pattern}):([0-9a-f]{{64}})")


@dataclass(frozen=True, slots=True)
class Dealt:
    """What is played: an edition with its options."""

    edition: str
    options: Mapping[str, str]


ROTATION: tuple[Dealt, ...] = (
    Dealt("nexus", {}),
    Dealt("daffodil", {}),
    Dealt("orchid", {}),
    Dealt("classic", {"draw": "2"}),
    Dealt("nexus", {"scrapyard": "none"}),
    Dealt("daffodil", {"stamens": "first"}),
    Dealt("orchid", {"symbols": "moon"}),
    Dealt("classic", {"rays": "each"}),
    Dealt("nexus", {"placement": "adjacent"}),
    Dealt("daffodil", {"stamens": "reserve"}),
    Dealt("orchid", {"symbols": "both"}),
    Dealt("classic", {"placement": "symbol"}),
    Dealt("nexus", {"draw": "2"}),
    Dealt("daffodil", {"stamens": "last"}),
    Dealt("orchid", {"draw": "2"}),
    Dealt("classic", {"placement": "adjacent"}),
)
"""The edition of the day, by the day's number (0001-01-01 is 1) modulo 16: every fourth day the same edition by other
rules, and in 112 days each of them on every day of the week. Only what one player can play alone, by scores that no
other player changes: no Take Five, no match, no ray or scrapyard that is compared with others'."""


class CalendarError(PartakeError):
    """A key that is none, or that does not belong to a calendar."""


@dataclass(frozen=True, slots=True)
class DayKey:
    """The key of a day, from which those of all earlier days follow."""

    day: date
    data: bytes

    def __post_init__(self) -> None:
        if len(self.data) != 32:
            raise ValueError("a day's key has 32 bytes")

    def __str__(self) -> str:
        return f"{self.day.isoformat()}:{self.data.hex()}"

    def __repr__(self) -> str:
        return f"DayKey({self.day.isoformat()})"

    @classmethod
    def of(cls, text: str) -> DayKey:
        """The key that is written as date and 64 hexadecimal digits: `2026-11-17:9f…`."""
        found = _TEXT.fullmatch(text.strip().lower())
        if found is None:
            raise CalendarError("a day's key is written as its date, a colon and 64 hexadecimal digits")
        return cls(day_of(found[1]), bytes.fromhex(found[2]))

    @classmethod
    def root(cls, first: date, days: int = DAYS) -> DayKey:
        """A new calendar that begins with this day: the key of its last day, from the system's randomness."""
        return cls(first + timedelta(days - 1), os.urandom(32))

    def at(self, day: date) -> DayKey:
        """The key of this day or an earlier one."""
        import hashlib  # slow to import, and not needed before the first key

        steps, data = (self.day - day).days, self.data
        if steps < 0:
            raise CalendarError("no key tells that of a later day")
        for _ in range(steps):
            data = hashlib.sha256(KEY_LABEL + data).digest()
        return DayKey(day, data)

    def follows(self, earlier: DayKey) -> bool:
        """Whether this key proves an earlier one, a fingerprint among them: both are of one calendar."""
        return earlier.day <= self.day and self.at(earlier.day) == earlier

    def seed(self, deal: str) -> Seed:
        """The seed of one of the day's deals."""
        import hmac  # slow to import, as above

        told = f"{DEAL_LABEL}\0{self.day.isoformat()}\0{deal}"
        return Seed(hmac.digest(self.data, told.encode(), "sha256"))


def dealt(day: date, deal: str) -> Dealt:
    """What one of a day's deals is played by."""
    return Dealt("classic", {}) if deal == CLASSIC else ROTATION[day.toordinal() % len(ROTATION)]


def day_of(text: str) -> date:
    """The date that is written as year, month and day: `2026-11-17`."""
    try:
        found = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        found = None
    if found is None:
        raise CalendarError("a day is written as year, month and day, like 2026-11-17")
    return found


def utc_day(moment: float) -> date:
    """The day of a moment in Unix time, in UTC."""
    return datetime.fromtimestamp(moment, UTC).date()


def midnight(day: date) -> float:
    """When a day begins in UTC, in Unix time."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()

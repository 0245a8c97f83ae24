"""Records of deals that many people play: tries, tournaments, and the calendars of daily deals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from partake.store.rows import Width


@dataclass(frozen=True, slots=True)
class TryRow:
    """The one game of a person on a deal that counts, begun or over."""

    deal: Annotated[str, Width(80)]
    person: Annotated[str, Width(32)]
    table: Annotated[str, Width(32)]
    begun: float


class Mode(StrEnum):
    """How the deals of a tournament are played."""

    WINDOW = "window"
    """Between two moments, each player when they like."""
    ROUNDS = "rounds"
    """One deal after the other, all players at the same time."""


class Stage(StrEnum):
    """Where a tournament is in its course."""

    WAITING = "waiting"
    PLAYING = "playing"
    BETWEEN = "between"
    """A round has ended, and the next has not begun."""
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSettings:
    """What the host decides about a tournament; public."""

    title: Annotated[str, Width(60)]
    edition: Annotated[str, Width(40)]
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    deals: int = 1
    mode: Annotated[Mode, Width(10)] = Mode.ROUNDS
    begins: float | None = None
    """When a time window begins; None for at once."""
    ends: float | None = None
    """When a time window ends."""
    seconds: float | None = None
    """The time for each deal of a tournament in rounds."""
    clock: float | None = None
    """Seconds for a move; None for no clock."""
    pause: float | None = None
    """Seconds for the standings between two rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRow(TournamentSettings):
    """A tournament as it is stored, without the secret of its draws."""

    code: Annotated[str, Width(16)]
    """What a person must know to take part."""
    host: Annotated[str | None, Width(32)]
    created: float
    stage: Annotated[Stage, Width(10)] = Stage.WAITING
    round: int = 0
    """The deal that is or was played last by all; always 0 in a time window."""
    since: float
    """When the present stage began."""
    due: float
    """When the next stage begins by itself."""
    joining: bool = True
    """Whether more people may take part."""
    commitment: Annotated[str, Width(64)]
    """The SHA-256 of the secret of all draws, shown from the start."""
    version: int = 1
    """The number of changes so far."""


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A person who takes part in a tournament."""

    code: Annotated[str, Width(16)]
    person: Annotated[str, Width(32)]
    number: int
    """Counted in the order in which people joined; how others name this person."""
    name: Annotated[str, Width(40)]
    joined: float
    removed: float | None = None
    """When the host removed them, if so."""


@dataclass(frozen=True, slots=True)
class CalendarRow:
    """A calendar of daily deals: this server's own, or one that it follows."""

    fingerprint: Annotated[str, Width(80)]
    """The key of the day before the first (`partake.table.calendar.DayKey`), which everybody may know."""
    source: Annotated[str, Width(200)]
    """The address of the server that it comes from; empty for this one."""
    newest: Annotated[str, Width(80)]
    """The newest key that is known, from which all earlier ones follow: secret, like the seeds of games."""


@dataclass(frozen=True, slots=True)
class ShareRow:
    """A server that may ask for the day's key, known by a token of which only the hash is kept."""

    name: Annotated[str, Width(60)]
    hash: Annotated[str, Width(64)]
    created: float


@dataclass(frozen=True, slots=True)
class DealFactsRow:
    """What could be made of the tiles of a deal."""

    deal: Annotated[str, Width(80)]
    bot: float
    """The bot's points."""
    best: float | None
    """Those of the best board that was found."""
    proven: bool
    """Whether there can be no better one."""
